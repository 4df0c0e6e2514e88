"""What the installed tool alone determines of a package: specification, scripts, certificates, kernel, standards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from proofs.catalogue import ALL
from proofs.certificates import store
from proofs.engine.scripts import scripts
from proofs.evidence.contents.standards import as_json as standards_json
from proofs.evidence.contents.standards import markdown as standards
from proofs.evidence.contents.vectors import vectors_document
from proofs.evidence.package.jsontext import dump
from proofs.evidence.package.names import SMT, SPECIFICATION, VECTORS
from proofs.kernel import status as kernel
from proofs.reports.generated import generated
from proofs.reports.labels import CLAIMS
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.sources import TEXTS
from spec.readings.plain import to_plain


@cache
def determined() -> Mapping[str, bytes]:
    """The files of a package that the tool alone determines: a checker makes them again, and compares."""
    files = {SPECIFICATION: dump(_clauses()), "trust/standards.json": dump(standards_json())}
    files |= {f"specification/{n}": t.encode() for n, t in generated().items() if not n.startswith("rules/")}
    files |= {f"{SMT}/{name}": text.encode() for o in ALL for name, text in scripts(o).items()}
    files |= {f"certificates/{path.name}": path.read_bytes() for path in sorted(store.DATA.glob("*.json"))}
    files |= {f"kernel/{name}": text.encode() for name, text in kernel.files().items()}
    files[VECTORS] = dump(vectors_document())
    return MappingProxyType(files | {"trust/standards.md": standards().encode()})


def _clauses() -> dict[str, Any]:
    """The clauses, the claims of the documents, and which texts they cite; the tables are `constraints.json`."""
    return {
        "schema": "maxpool/evidence-specification/1",
        "documents": dict(TEXTS),
        "clauses": [
            {
                "label": c.label,
                "kind": c.kind,
                "subject": c.subject,
                "title": c.title,
                "statement": c.statement,
                "formula": to_plain(c.formula),
                "rationale": c.rationale,
                "document": c.source.document,
                "line": c.source.line,
                "source": str(c.source),
                "restated": [{"document": s.document, "line": s.line} for s in c.restated],
            }
            for c in MAXPOOL.clauses
        ],
        "claims": [
            {
                "label": c.label,
                "formula": to_plain(c.formula),
                "document": c.source.document,
                "line": c.source.line,
                "column": c.source.column,
            }
            for c in CLAIMS.values()
        ],
    }
