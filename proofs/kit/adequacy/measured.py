"""All mutants together: who kills what, the fewest cases that kill all that is killed, and the table of it.

A mutant of a program is killed by a case on which it gives anything else, or fails. A mutant of a clause on the call is
killed by a call that it judges otherwise. Whether a mutant that no case kills could be killed at all, the kit does not
say: `maxpool mutate` proves which ones are equivalent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from proofs.kit.adequacy.clauses import MOST_ELEMENTS, of_calls, of_outputs
from proofs.kit.adequacy.in_c import of_c
from proofs.kit.adequacy.loops import of_loops
from proofs.kit.calls.kit import Kit, KitCase
from proofs.kit.calls.sizes import sizes_calls
from reference.common.errors import CannotRun
from spec.tables.markdown import markdown_table

LOOPS, IN_C, ON_CALL, OVER_OUTPUTS = (
    "the loops of the reference",
    "the operator in C",
    "clauses on the call",
    "clauses over outputs",
)


@dataclass(frozen=True, slots=True)
class Measured:
    """Who kills what: for each mutant of each kind, by where and text, the cases that kill it; the core.

    `core` has what each of its cases adds: the mutants that no case of the core before it kills. `absent` says why
    there are no mutants of a kind.
    """

    kinds: Mapping[str, Mapping[str, frozenset[str]]]
    core: Mapping[str, tuple[str, ...]]
    cases: Sequence[KitCase]
    absent: Mapping[str, str]

    @property
    def kills(self) -> Mapping[str, frozenset[str]]:
        """The mutants of all kinds."""
        return {mutant: by for kills in self.kinds.values() for mutant, by in kills.items()}

    def table(self) -> Iterator[str]:
        """The table of classes, cases, clauses and mutants, and the mutants that no case kills."""
        yield from ("## Adequacy", "", "The core kills all that any case kills.", "")
        scores = [(kind, len(kills), sum(map(bool, kills.values()))) for kind, kills in self.kinds.items()]
        scores += [(f"{kind}: absent, {why}", 0, 0) for kind, why in self.absent.items()]
        yield from (*markdown_table(["mutants of", "tried", "killed"], [tuple(map(str, row)) for row in scores]), "")
        heads = ["class", "clause", "cases", "of the core", "case that kills most", "mutants killed by its cases"]
        yield from (*markdown_table(heads, [tuple(map(str, row)) for row in self._by_class()]), "")
        for kind, kills in self.kinds.items():
            if survivors := [mutant for mutant, by in kills.items() if not by]:
                yield from (f"Of {kind}, killed by no case; `maxpool mutate` says which are equivalent:", "")
                yield from (*(f"- `{mutant}`" for mutant in survivors), "")

    def _by_class(self) -> Iterator[tuple[object, ...]]:
        by_case: dict[str, set[str]] = {case.name: set() for case in self.cases}
        for mutant, cases in self.kills.items():
            for case in cases & by_case.keys():
                by_case[case].add(mutant)
        for choice in dict.fromkeys(c for case in self.cases for c in case.classes):
            within = [case.name for case in self.cases if choice in case.classes]
            killed = set().union(*(by_case[name] for name in within))
            most = max(within, key=lambda name: len(by_case[name]))
            of_core = sum(name in self.core for name in within)
            yield str(choice), f"`{choice.of.clause}`", len(within), of_core, most, len(killed)


def measure(kit: Kit, every: int = 1) -> Measured:
    """Try every mutant of every kind, or of each kind every so many of them.

    Raises Contradiction where the loops or the operator in C as they are would be killed too.
    """
    order = [*(case.name for case in kit.cases), *(name for name, _ in kit.refused), *(c.name for c in sizes_calls())]
    kinds, absent = {LOOPS: of_loops(kit, every), ON_CALL: dict(of_calls(kit))}, {}
    try:
        kinds[IN_C] = of_c(kit, every)
    except CannotRun as error:
        absent[IN_C] = str(error)
    # Those that kill most of the rest are tried first: of the cases that are tried at all.
    tried = {case.name for case in kit.cases if case.X.size <= MOST_ELEMENTS}
    known = core({m: by & tried for kills in kinds.values() for m, by in kills.items()}, order)
    kinds[OVER_OUTPUTS] = of_outputs(kit, list(known), every)
    every_kill = {m: by for kills in kinds.values() for m, by in kills.items()}
    return Measured(kinds, core(every_kill, order), kit.cases, absent)


# --- the core


def core(kills: Mapping[str, frozenset[str]], order: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """A set cover: the case that kills most of what is left, again and again; then without those that are not needed.

    Each with the mutants that it adds. `order` decides between equals.
    """
    left = {mutant for mutant, by in kills.items() if by}
    by_case: dict[str, set[str]] = {name: set() for name in order}
    for mutant in left:
        for name in kills[mutant]:
            by_case[name].add(mutant)
    chosen: list[str] = []
    while left:
        best = max(order, key=lambda name: len(by_case[name] & left))
        chosen.append(best)
        left -= by_case[best]
    for name in reversed(chosen[:]):
        others = set().union(*(by_case[other] for other in chosen if other != name))
        if by_case[name] <= others:
            chosen.remove(name)
    added, seen = {}, set[str]()
    for name in chosen:
        added[name] = tuple(m for m in kills if m in by_case[name] - seen)
        seen |= by_case[name]
    return added
