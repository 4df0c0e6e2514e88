"""What the installed tool alone determines of a package: specification, scripts, certificates, kernel, standards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import Any

from proofs.certificates import store
from proofs.certificates.certify import Certified, check_kept, provable
from proofs.engine.again import found_again
from proofs.engine.as_json import fields_json
from proofs.engine.catalogue import Catalogue
from proofs.engine.statement import Verdict
from proofs.evidence.contents import standards
from proofs.evidence.package.jsontext import dump, load
from proofs.evidence.package.names import SMT, SOURCE, SPECIFICATION
from proofs.reports.check import example_json
from proofs.reports.generated import added, of_operator
from reference.common.layout import ROOT
from spec.readings.plain import to_plain


@cache
def determined(catalogue: Catalogue) -> Mapping[str, bytes]:
    """The files of a package that the tool alone determines: a checker makes them again, and compares."""
    return MappingProxyType({**written(catalogue), **pages(catalogue)})


@cache
def pages(catalogue: Catalogue) -> Mapping[str, bytes]:
    """Of them, the pages that a catalogue adds: routes are taken for the ledger, as for the check of decisions."""
    return _in_specification(added(catalogue))


@cache
def written(catalogue: Catalogue) -> Mapping[str, bytes]:
    """All others of them."""
    files = {SPECIFICATION: dump(_clauses(catalogue)), "trust/standards.json": standards.FILE.read_bytes()}
    files |= _in_specification(of_operator(catalogue))
    files |= {f"{SMT}/{name}": text.encode() for o in catalogue.obligations for name, text in o.scripts().items()}
    files |= catalogue.material()
    files |= {f"{SOURCE}/{name}": data for name, data in _sources(catalogue).items()}
    return MappingProxyType(files | {"trust/standards.md": standards.markdown().encode()})


def _in_specification(texts: Mapping[str, str]) -> dict[str, bytes]:
    return {f"specification/{n}": text.encode() for n, text in texts.items() if not n.startswith("rules/")}


@cache
def examples_run(catalogue: Catalogue) -> Sequence[Mapping[str, Any]]:
    """What the installed tool gives when it runs its worked examples, as a package tells it."""
    return tuple(load(dump(example_json(catalogue.run(example)))) for example in catalogue.examples)


@cache
def certificates_refused(catalogue: Catalogue) -> Sequence[Certified]:
    """Of the installed tool's certificates, those that show nothing; none that was taken as a route is taken twice."""
    theorems, kept = provable(catalogue), store.certificates()
    refused = [label for label in kept if label not in theorems or not _is_shown(catalogue, label)]
    return tuple(check_kept(catalogue, refused)) if refused else ()


def _is_shown(catalogue: Catalogue, label: str) -> bool:
    routes = found_again(catalogue, label).unbounded
    return any(r.name == store.NAME and r.verdict is Verdict.PROVED for r in routes)


def _sources(catalogue: Catalogue) -> dict[str, bytes]:
    """The tool's own files that obligations are about, and the headers beside them."""
    named = {o.source.document for o in catalogue.obligations}
    files = {name: ROOT / name for name in sorted(named) if Path(name).suffix in (".py", ".c")}
    files |= {
        str(Path(n).with_suffix(".h")): path.with_suffix(".h") for n, path in files.items() if path.suffix == ".c"
    }
    return {PurePath(name).as_posix(): path.read_bytes() for name, path in files.items() if path.is_file()}


def _clauses(catalogue: Catalogue) -> dict[str, Any]:
    """The clauses, the claims of the documents, and which texts they cite; the tables are `constraints.json`.

    `reads` are, by obligation, the clauses that it states as they stand beside those that it cites.
    """
    operator = catalogue.operator
    return {
        "schema": "maxpool/evidence-specification/1",
        "operator": operator.name,
        "title": operator.title or operator.name,
        "documents": dict(catalogue.texts),
        "clauses": [
            {
                **fields_json(c, "label", "kind", "subject", "title", "statement", "rationale"),
                **fields_json(c.source, "document", "line"),
                "formula": to_plain(c.formula),
                "source": str(c.source),
                "restated": [fields_json(s, "document", "line") for s in c.restated],
            }
            for c in operator.clauses
        ],
        "reads": {o.label: more for o in catalogue.obligations if (more := sorted(o.reads(operator) - {*o.clauses}))},
        "claims": [
            {"label": c.label, "formula": to_plain(c.formula), **fields_json(c.source, "document", "line", "column")}
            for c in catalogue.claims.values()
        ],
    }
