"""What the installed tool alone determines of a package: specification, scripts, certificates, kernel, standards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from proofs.engine.catalogue import Catalogue
from proofs.evidence.contents import standards
from proofs.evidence.package.jsontext import dump
from proofs.evidence.package.names import SMT, SPECIFICATION
from proofs.reports.generated import generated
from spec.readings.plain import to_plain


@cache
def determined(catalogue: Catalogue) -> Mapping[str, bytes]:
    """The files of a package that the tool alone determines: a checker makes them again, and compares."""
    files = {SPECIFICATION: dump(_clauses(catalogue)), "trust/standards.json": standards.FILE.read_bytes()}
    files |= {f"specification/{n}": t.encode() for n, t in generated(catalogue).items() if not n.startswith("rules/")}
    files |= {f"{SMT}/{name}": text.encode() for o in catalogue.obligations for name, text in o.scripts().items()}
    files |= catalogue.material()
    return MappingProxyType(files | {"trust/standards.md": standards.markdown().encode()})


def _clauses(catalogue: Catalogue) -> dict[str, Any]:
    """The clauses, the claims of the documents, and which texts they cite; the tables are `constraints.json`."""
    return {
        "schema": "maxpool/evidence-specification/1",
        "operator": catalogue.operator.name,
        "title": catalogue.operator.title or catalogue.operator.name,
        "documents": dict(catalogue.texts),
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
            for c in catalogue.operator.clauses
        ],
        "claims": [
            {
                "label": c.label,
                "formula": to_plain(c.formula),
                "document": c.source.document,
                "line": c.source.line,
                "column": c.source.column,
            }
            for c in catalogue.claims.values()
        ],
    }
