"""The ledger: each theorem, what it stands on, and by which routes it is shown.

`docs/ledger.md` says which routes there are, with the versions that the lock file pins; it is the same on each machine,
so that a stale one is found. What differs from run to run and from machine to machine, the seconds and the versions
that are installed, `maxpool ledger` prints, after it has asked every route again: one that does not come to a proof is
an error there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from pathlib import Path

from proofs.certificates import checker, store
from proofs.engine.again import found_again
from proofs.engine.bits import gates
from proofs.engine.bits.obligation import DIAGRAMS, BitObligation
from proofs.engine.catalogue import Catalogue
from proofs.engine.record import KernelRecord
from proofs.engine.statement import Statement, Verdict
from proofs.engine.terms import ALGEBRA, Obligation
from proofs.solvers.solvers import SOLVERS, THIRD
from reference.common.layout import ROOT
from reference.runtimes.protocol import installed
from spec.language.fold import subterms
from spec.language.terms import Quantified
from spec.tables.markdown import markdown_table

BOUNDED = "bounded"
"""What stands behind the name of a route that tries cases up to a bound, and is no proof."""

TWO_ROUTES = ("shape", "windows", "indices", "values")
"""The theories in which each theorem has two routes at least."""

CORE = (
    "shape.windows-that-fit",
    "shape.last-fits",
    "shape.next-does-not",
    "shape.taps-in-padded-input",
    "draft.dY_2.always-too-small",
    "draft.dY_3.always-too-small",
    "windows.weakest-condition",
    "indices.step-in-range",
    "indices.step-decodes",
    "indices.step-injective",
    "indices.in-range",
    "indices.injective",
    "indices.decodes",
    "indices.first-is-smallest",
    "values.existence.conclusion",
    "values.rows-then-column",
    "program.return",
)
"""What the specification rests on: three routes at least, bounded ones counted."""

LOCK = ROOT / "requirements.lock"
PACKAGES: Mapping[str, str] = {"z3": "z3-solver", "cvc5": "cvc5", THIRD: "bitwuzla", ALGEBRA: "sympy"}


@dataclass(frozen=True)
class Entry:
    """A theorem with the labels that it stands on and the names of its routes.

    `ask` says which routes there are: some are tried for that, so whoever looks at one theorem tries those of one.
    """

    theorem: Statement
    hypotheses: tuple[str, ...]
    ask: Callable[[Statement], tuple[str, ...]]

    @cached_property
    def routes(self) -> tuple[str, ...]:
        """The names, in the order in which they are told."""
        return self.ask(self.theorem)

    @property
    def proofs(self) -> tuple[str, ...]:
        """The routes that are proofs."""
        return tuple(route for route in self.routes if BOUNDED not in route)


def _solvers(theorem: Statement) -> Iterable[str]:
    return (*SOLVERS, theorem.third) if theorem.third else SOLVERS


def _otherwise(catalogue: Catalogue, theorem: Statement) -> Iterable[str]:
    """Those that are no solver's, and come to a proof which counts."""
    found = found_again(catalogue, theorem.label).unbounded
    return [route.name for route in found if route.verdict is Verdict.PROVED and theorem.hears(route)]


@cache
def ledger(catalogue: Catalogue) -> Mapping[str, tuple[Entry, ...]]:
    """The theorems of each theory, with their routes."""
    routes = partial(_routes, catalogue, (catalogue.kernel(), catalogue.why3()))
    return {
        theory: tuple(
            Entry(o, tuple(map(o.stands_on.told, dict.fromkeys(o.assumed))), routes)
            for o in catalogue.theory(theory)
            if o.expected is Verdict.PROVED
        )
        for theory in catalogue.theories
    }


def by_label(catalogue: Catalogue) -> Mapping[str, Entry]:
    """The theorems by their labels, in the order of their theories."""
    return {e.theorem.label: e for entries in ledger(catalogue).values() for e in entries}


def _routes(catalogue: Catalogue, recorded: Iterable[KernelRecord], theorem: Statement) -> tuple[str, ...]:
    """The names of the routes; of Coq and Why3 where a theorem is stated for them, which `make` has them prove."""
    kept = (record.name for record in recorded if theorem.label in record.stated)
    asked = (*_solvers(theorem), *_otherwise(catalogue, theorem))
    return (*asked, *kept, *([f"{BOUNDED} {theorem.tries_by}"] if theorem.bounded is not None else []))


def too_few(catalogue: Catalogue) -> tuple[str, ...]:
    """The theorems that are to have two routes that are proofs, and have fewer."""
    return tuple(
        e.theorem.label for theory in TWO_ROUTES for e in ledger(catalogue).get(theory, ()) if len(set(e.proofs)) < 2
    )


def by_solvers_alone(catalogue: Catalogue) -> Mapping[str, Sequence[str]]:
    """The theorems that no certificate, no diagrams and not the kernel of Coq shows, by the reason for it."""
    found: dict[str, list[str]] = {reason: [] for reason in REASONS}
    for label, entry in by_label(catalogue).items():
        if not {store.NAME, DIAGRAMS, catalogue.kernel().name} & set(entry.routes):
            found[next(reason for reason, fits in REASONS.items() if fits(entry))].append(label)
    return {reason: labels for reason, labels in found.items() if labels}


def _is_quantified(entry: Entry) -> bool:
    match entry.theorem:
        case Obligation(goal=goal, hypotheses=hypotheses):
            return any(isinstance(t, Quantified) for formula in (goal, *hypotheses) for t in subterms(formula))
    return False


REASONS: Mapping[str, Callable[[Entry], bool]] = {
    "of bit patterns, and its diagrams grow too large": lambda e: isinstance(e.theorem, BitObligation),
    "of a program: the search found no certificate": lambda e: not isinstance(e.theorem, Obligation),
    "about printed numbers: evaluation decides them": lambda e: e.theorem.label.startswith("erratum."),
    "speaks of all cells or of all taps: a certificate has no quantifiers": _is_quantified,
    "the search found no certificate": lambda e: True,
}
"""Why solvers alone show a theorem; the first that fits is said."""


def core(catalogue: Catalogue) -> Mapping[str, Entry]:
    """What the specification rests on."""
    entries = by_label(catalogue)
    return {label: entries[label] for label in CORE if label in entries}


def versions() -> Mapping[str, str]:
    """The version of each route: as the lock file pins it, or where there is none, as it is installed."""
    pinned = dict(re.findall(r"^([\w-]+)==([\w.]+)", LOCK.read_text(encoding="utf-8"), re.M)) if LOCK.exists() else {}
    found = {route: pinned.get(p) or installed(p) or "not installed" for route, p in PACKAGES.items()}
    return {
        **found,
        store.NAME: f"checker {checker.VERSION}",
        DIAGRAMS: gates.VERSION,
        "kernel": "Coq, by `make kernel`",
        "why3": "Why3, by `make why3`",
    }


def markdown(catalogue: Catalogue) -> str:
    """The ledger as a page."""
    theorems = sum(map(len, ledger(catalogue).values()))
    few, alone = too_few(catalogue), by_solvers_alone(catalogue)
    lines = [
        "# Ledger of theorems",
        "",
        "Generated by `maxpool tables` from the obligations; do not edit.",
        "",
        f"{theorems} theorems, each with its hypotheses by label and the routes by which it is shown. What each route "
        "relies on, and how large that is, is described in [trust.md](trust.md). `maxpool ledger` runs all routes "
        "again, and prints times and installed versions. A *bounded* route tries all cases up to stated bounds, and is "
        "not a proof.",
        "",
        *markdown_table(
            ["Route", "Version", "Theorems"],
            [(route, versions().get(route, ""), str(n)) for route, n in _counts(catalogue).items()],
        ),
        "",
        "## Fewer than two routes",
        "",
        f"Theorems of {', '.join(TWO_ROUTES)} with fewer than two routes that are proofs: "
        + (", ".join(f"`{label}`" for label in few) or "none")
        + ".",
        "",
        "## Solvers alone",
        "",
        f"{sum(map(len, alone.values()))} of them have no certificate, no decision diagrams and no proof in Coq: two "
        "solvers show them, in two languages.",
        "",
        *markdown_table(
            ["Why", "Number", "Theorems"],
            [(why, str(len(labels)), ", ".join(f"`{x}`" for x in labels)) for why, labels in alone.items()],
        ),
        "",
        "## Three routes and more",
        "",
        *markdown_table(
            ["What the specification rests on", "Routes"],
            [(f"`{label}`", ", ".join(e.routes)) for label, e in core(catalogue).items()],
        ),
    ]
    for theory, entries in ledger(catalogue).items():
        rows = [(f"`{e.theorem.label}`", _labels(e.hypotheses), ", ".join(e.routes)) for e in entries]
        lines += ["", f"## {theory.capitalize()}", "", *markdown_table(["Theorem", "Hypotheses", "Routes"], rows)]
    return "\n".join(lines) + "\n"


def _counts(catalogue: Catalogue) -> Mapping[str, int]:
    return Counter(route for entry in by_label(catalogue).values() for route in entry.routes)


def _labels(hypotheses: Sequence[str]) -> str:
    return "; ".join(label.replace("|", "\\|") for label in hypotheses) or "none"


TRUST = Path(__file__).with_name("trust.md")
"""What is trusted: written by hand, here, so that it goes wherever the tool goes; `docs/` has a copy."""


def documents(catalogue: Catalogue) -> Mapping[str, str]:
    """The ledger's pages."""
    return {"ledger.md": markdown(catalogue), "trust.md": TRUST.read_text("utf-8")}
