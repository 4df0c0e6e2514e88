"""`maxpool certify`: the kept certificates checked, or searched for again and kept."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, TypedDict

from proofs.certificates import store
from proofs.certificates.checker import VERSION, BadCertificate
from proofs.certificates.facts import NotPolynomial
from proofs.certificates.show import shown
from proofs.engine.catalogue import Catalogue
from proofs.engine.statement import Statement, Verdict
from reference.common.errors import CannotRun
from reference.common.files import write_whole

EVALUATED = frozenset({"errata"})
"""Theories about printed numbers: evaluation decides them, and thousands of cases say no more."""

LONGEST = 100_000
"""A certificate of more characters is not kept."""

VALID, REFUSED, MISSING = "valid", "refused", "none"
SAME, OTHER, NEW, LOST = "found again", "found, but another", "found, not kept", "kept, not found again"
WRONG = frozenset({REFUSED, LOST})


class CannotCertify(CannotRun):
    """The options contradict each other, the file is none of ours, or what the search needs is not installed."""


@dataclass(frozen=True, slots=True)
class Certified:
    """What became of one theorem's certificate."""

    label: str
    outcome: str
    reason: str
    seconds: float
    trees: store.Trees | None = None

    @property
    def ok(self) -> bool:
        """Nothing is wrong with what is kept."""
        return self.outcome not in WRONG


@cache
def provable(catalogue: Catalogue) -> dict[str, Statement]:
    """The theorems in terms, by label."""
    theories = (catalogue.theory(name) for name in catalogue.theories if name not in EVALUATED)
    return {o.label: o for obligations in theories for o in obligations if _is_theorem(o)}


def _is_theorem(obligation: Statement) -> bool:
    return bool(obligation.implications) and obligation.expected is Verdict.PROVED


def certify(
    catalogue: Catalogue,
    labels: Sequence[str],
    *,
    compare: bool,
    write: bool,
    done: Callable[[str], object] = lambda _: None,
) -> list[Certified]:
    """Check what is kept (`compare`), or search again, and keep what is found (`write`); raises CannotCertify."""
    if compare and write:
        raise CannotCertify("--check writes nothing: leave out --write")
    try:
        results = check_kept(catalogue, labels) if compare else search_again(catalogue, labels, done=done)
    except BadCertificate as refused:
        raise CannotCertify(str(refused)) from None
    if write:
        keep(catalogue, results)
    return results


def check_kept(catalogue: Catalogue, labels: Iterable[str] = ()) -> list[Certified]:
    """The kept certificates of some labels, or all, each against the obligation that bears its label."""
    kept, theorems = store.certificates(), provable(catalogue)
    return [_checked(label, theorems.get(label), kept.get(label)) for label in (labels or kept)]


def _checked(label: str, obligation: Statement | None, trees: store.Trees | None) -> Certified:
    started = time.perf_counter()
    if trees is None:
        return Certified(label, MISSING, "", 0.0)
    try:
        if obligation is None:
            raise BadCertificate("no theorem has this label")
        store.verify(obligation, trees)
    except BadCertificate as refused:
        return Certified(label, REFUSED, str(refused), time.perf_counter() - started)
    return Certified(label, VALID, "", time.perf_counter() - started, trees)


def search_again(
    catalogue: Catalogue, labels: Iterable[str] = (), *, done: Callable[[str], object] = lambda _: None
) -> list[Certified]:
    """Search for the certificates of some theorems, or all, and compare them with those kept."""
    found, theorems = [], provable(catalogue)
    for label in labels or theorems:
        found.append(_searched(theorems[label], store.certificates().get(label)))
        done(label)
    return found


def _searched(obligation: Statement, kept: store.Trees | None) -> Certified:
    started = time.perf_counter()
    trees, reason = _search(obligation)
    seconds = time.perf_counter() - started
    if trees is None:
        usable = kept is not None and _checked(obligation.label, obligation, kept).outcome == VALID
        outcome = LOST if usable else MISSING if kept is None else REFUSED
        return Certified(obligation.label, outcome, reason, seconds)
    store.verify(obligation, trees)
    return Certified(obligation.label, SAME if trees == kept else OTHER if kept else NEW, "", seconds, trees)


def _search(obligation: Statement) -> tuple[store.Trees | None, str]:
    """A tree for each part, or why there is none."""
    try:
        from proofs.certificates.search import search
    except ImportError as error:
        raise CannotCertify(f"the search needs scipy (pip install 'sonnx-maxpool[certificates]'): {error}") from None
    trees: store.Trees = []
    for number, implication in enumerate(obligation.implications, 1):
        try:
            found = search(implication)
        except NotPolynomial as error:
            return None, str(error)
        if found is None:
            return None, f"nothing was found for part {number} of {len(obligation.implications)}"
        trees.append(found)
    if len(store.text_of({obligation.label: trees})) > LONGEST:
        return None, "too long to be reviewed"
    return trees, ""


def keep(catalogue: Catalogue, results: Sequence[Certified], folder: Path = store.DATA) -> None:
    """Write what was found, in the file of its theory, beside what was kept of other theorems."""
    found = {r.label: r.trees for r in results if r.trees is not None}
    gone = {r.label for r in results if r.trees is None}
    kept = {**{label: t for label, t in store.certificates(folder).items() if label not in gone}, **found}
    for name in catalogue.theories:
        mine = {o.label: kept[o.label] for o in catalogue.theory(name) if o.label in kept}
        if mine:
            write_whole(folder / f"{name}.json", store.text_of(mine))
    store.certificates.cache_clear()


class CertifiedJson(TypedDict):
    """What became of one theorem's certificate, and why."""

    label: str
    outcome: str
    reason: str
    seconds: float


class CertifyJson(TypedDict):
    """What became of the certificates that are kept, or searched for."""

    schema: Literal["maxpool/certify/1"]
    checker: str
    ok: bool
    certificates: list[CertifiedJson]


def as_json(results: Sequence[Certified]) -> CertifyJson:
    """The results as one document."""
    return {
        "schema": "maxpool/certify/1",
        "checker": VERSION,
        "ok": all(r.ok for r in results),
        "certificates": [
            {"label": r.label, "outcome": r.outcome, "reason": r.reason, "seconds": round(r.seconds, 4)}
            for r in results
        ],
    }


def lines(catalogue: Catalogue, results: Sequence[Certified], full: Sequence[str] = ()) -> Iterator[str]:
    """Some valid certificates in full, what is wrong or new, and a line for all."""
    for r in results:
        if r.outcome == VALID and r.trees is not None and r.label in full:
            yield from shown(provable(catalogue)[r.label], r.trees)
    yield from (f"{r.label}: {r.outcome}{f': {r.reason}' if r.reason else ''}" for r in results if _tell(r))
    counts = Counter(r.outcome for r in results)
    seconds = sum(r.seconds for r in results)
    yield f"{', '.join(f'{n} {outcome}' for outcome, n in counts.items()) or 'none'}, in {seconds:.2f} s"


def _tell(result: Certified) -> bool:
    return result.outcome not in (VALID, SAME)
