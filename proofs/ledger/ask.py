"""`maxpool ledger`: every route of every theorem asked again, with seconds, versions, and what is to be trusted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from typing import Literal, TypedDict

from proofs.engine.catalogue import Catalogue
from proofs.engine.record import KernelRecord, RecordJson
from proofs.engine.run import decide_all
from proofs.engine.statement import Outcome, Route, Verdict
from proofs.ledger.ledger import BOUNDED, PACKAGES, Entry, by_label, too_few
from proofs.solvers.answers import DEFAULT_LIMITS
from proofs.solvers.solvers import THIRD, third_is_installed
from reference.common.layout import ROOT

OWN: Mapping[str, Sequence[str]] = {
    "all routes": (
        "spec/language/terms.py",
        "spec/language/fold.py",
        "spec/readings/whole.py",
        "proofs/engine/encoding.py",
        "proofs/engine/terms.py",
        "proofs/engine/decide.py",
    ),
    "assumptions": tuple(
        f"proofs/assumptions/{part}.py" for part in ("words", "derivation", "assumption", "lemmas", "standing")
    ),
    "on bit patterns": (
        "spec/readings/partial.py",
        "spec/readings/bits.py",
        "proofs/engine/bits/formulas.py",
        "proofs/engine/bits/obligation.py",
    ),
    "z3": ("spec/readings/z3_terms.py", "proofs/solvers/z3_solver.py"),
    "cvc5": ("spec/readings/smtlib.py", "proofs/solvers/cvc5_solver.py"),
    "sympy": ("proofs/engine/algebra.py",),
    "certificate": (
        "proofs/engine/implication.py",
        *(f"proofs/certificates/{part}.py" for part in ("checker", "facts", "opening", "polynomials", "store")),
    ),
    "kernel": ("spec/readings/gallina.py", "proofs/kernel/program.py", "proofs/kernel/Model.v"),
    "why3": (
        "spec/readings/whyml.py",
        *(f"proofs/why3/theory/{part}.py" for part in ("clauses", "lemmas", "program", "theory")),
        "proofs/why3/tools.py",
    ),
    "diagrams": tuple(f"proofs/engine/bits/{part}.py" for part in ("text", "diagrams", "gates")),
    "enumeration": (
        "spec/readings/value.py",
        "proofs/engine/bits/text.py",
        "proofs/engine/bits/arrays.py",
        "proofs/theories/windows/windows_bounded.py",
    ),
    "bounded execution": ("proofs/program/running/bounded.py",),
}
"""The files of this project that a route rests on."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A theorem of the ledger with what became of it now."""

    entry: Entry
    decision: Outcome
    recorded: tuple[KernelRecord, ...]

    @property
    def routes(self) -> tuple[Route, ...]:
        """What was asked now, and what Coq's kernel and Why3's provers have shown of exactly these files."""
        kept = (record.routes.get(self.entry.theorem.label) for record in self.recorded)
        return (*self.decision.routes, *filter(None, kept))

    @property
    def missing(self) -> tuple[str, ...]:
        """The routes that the ledger names and that did not come to a proof."""
        came = {_name(route) for route in self.routes if route.verdict is Verdict.PROVED}
        absent = {
            *([] if third_is_installed() else [THIRD]),
            *(record.name for record in self.recorded if record.problem),
        }
        return tuple(name for name in self.entry.routes if _plain(name) not in came | absent)


def _name(route: Route) -> str:
    return f"{BOUNDED} {route.name}" if route.bounds else route.name


def _plain(name: str) -> str:
    """A route's name as the decision has it: what is executed up to a bound is an enumeration too."""
    return f"{BOUNDED} enumeration" if name.startswith(BOUNDED) else name


def theorems(catalogue: Catalogue) -> list[str]:
    """The labels of all theorems."""
    return list(by_label(catalogue))


def ask(
    catalogue: Catalogue,
    labels: Iterable[str] = (),
    *,
    done: Callable[[str], None] = lambda _: None,
) -> list[Asked]:
    """The theorems of some labels, or all, decided now."""
    entries = by_label(catalogue)
    wanted = [entries[label] for label in (labels or entries)]
    asked = [e.theorem for e in wanted]
    decisions = decide_all(asked, DEFAULT_LIMITS, done=lambda d: done(d.obligation.label), further=catalogue.further)
    recorded = catalogue.kernel(), catalogue.why3()
    return [Asked(entry, decision, recorded) for entry, decision in zip(wanted, decisions, strict=True)]


def is_right(catalogue: Catalogue, asked: Sequence[Asked]) -> bool:
    """Each route that the ledger names came to a proof, and no theorem has too few."""
    return not too_few(catalogue) and not any(a.missing for a in asked)


class AskedRouteJson(TypedDict):
    """A route of a theorem, and what it came to now."""

    name: str
    version: str
    verdict: str
    seconds: float


class TheoremJson(TypedDict):
    """A theorem with its routes; `missing` are those that the ledger names and that came to no proof."""

    label: str
    hypotheses: list[str]
    routes: list[AskedRouteJson]
    missing: list[str]


class TrustedJson(TypedDict):
    """What a route asks to be trusted: lines of this project, and the bytes of the package that is installed."""

    lines: int
    installed_bytes: int


class LedgerJson(TypedDict):
    """The ledger of theorems, with every route run again."""

    schema: Literal["maxpool/ledger/1"]
    ok: bool
    theorems: list[TheoremJson]
    kernel: RecordJson
    why3: RecordJson
    trusted: dict[str, TrustedJson]


def as_json(catalogue: Catalogue, asked: Sequence[Asked]) -> LedgerJson:
    """The ledger of now as one document."""
    return {
        "schema": "maxpool/ledger/1",
        "ok": is_right(catalogue, asked),
        "theorems": [
            {
                "label": a.entry.theorem.label,
                "hypotheses": list(a.entry.hypotheses),
                "routes": [
                    {"name": _name(r), "version": r.version, "verdict": r.verdict, "seconds": round(r.seconds, 4)}
                    for r in a.routes
                ],
                "missing": list(a.missing),
            }
            for a in asked
        ],
        "kernel": catalogue.kernel().json(),
        "why3": catalogue.why3().json(),
        "trusted": {name: {"lines": own, "installed_bytes": size} for name, own, size in trusted()},
    }


def lines(catalogue: Catalogue, asked: Sequence[Asked]) -> Iterator[str]:
    """The ledger of now, a line for each theorem, and one for what each route asks to be trusted."""
    for a in asked:
        routes = ", ".join(f"{_name(r)} {r.version} {r.seconds:.3f} s" for r in a.routes)
        missing = f"; MISSING: {', '.join(a.missing)}" if a.missing else ""
        yield f"{a.entry.theorem.label}: {routes}{missing}"
    yield ""
    for name, own, size in trusted():
        yield f"{name}: {own} lines of this project" + (f", {size / 1e6:.1f} MB installed" if size else "")
    yield from (record.text for record in (catalogue.kernel(), catalogue.why3()))
    yield f"fewer than two routes: {', '.join(too_few(catalogue)) or 'none'}"


def trusted() -> Iterator[tuple[str, int, int]]:
    """For each route, the lines of this project that it rests on, and the bytes of the package that is installed."""
    for name, parts in OWN.items():
        own = sum(len((ROOT / part).read_text(encoding="utf-8").splitlines()) for part in parts)
        yield name, own, _installed_bytes(PACKAGES[name]) if name in PACKAGES else 0


def _installed_bytes(package: str) -> int:
    """The size of what a package installs, compiled Python apart."""
    try:
        found = files(package) or []
    except PackageNotFoundError:
        return 0
    paths = [Path(str(f.locate())) for f in found if f.suffix != ".pyc"]
    return sum(path.stat().st_size for path in paths if path.is_file())
