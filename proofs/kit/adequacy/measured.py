"""All mutants together: who kills what, the fewest cases that kill all that is killed, and the table of it.

A mutant of a program is killed by a case on which it gives anything else, or fails. A mutant of a clause on the call is
killed by a call that it judges otherwise. Calls of three classes are tried on what no other call kills. Whether a
mutant that no case kills could be killed at all is asked of the proofs (`equal`), where that is wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from proofs.kit.adequacy import equal
from proofs.kit.adequacy.clauses import MOST_ELEMENTS, clause_mutants, of_calls, of_outputs
from proofs.kit.adequacy.equal import UnkilledMutant
from proofs.kit.adequacy.in_c import mutants_in_c, of_c
from proofs.kit.adequacy.loops import loop_mutants, of_loops
from proofs.kit.adequacy.score import AdequacyJson
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
JUDGES: Mapping[str, Callable[[Any], UnkilledMutant]] = {
    LOOPS: equal.of_the_loops,
    IN_C: equal.of_the_operator_in_c,
    ON_CALL: equal.of_a_clause,
    OVER_OUTPUTS: equal.of_a_clause,
}
"""Whether a mutant of a kind that no case kills changes anything."""
USUAL = 2
"""Of so many classes at most are the calls that are tried on every mutant."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Who kills what: for each mutant of each kind, by where and text, the cases that kill it; the core.

    `core` has what each of its cases adds: the mutants that no case of the core before it kills. `absent` says why
    there are no mutants of a kind. `judged` has what was proved of those that no case kills, if it was asked.
    """

    kinds: Mapping[str, Mapping[str, frozenset[str]]]
    core: Mapping[str, tuple[str, ...]]
    cases: Sequence[KitCase]
    absent: Mapping[str, str]
    judged: Mapping[str, UnkilledMutant] = field(default_factory=dict)

    @property
    def kills(self) -> Mapping[str, frozenset[str]]:
        """The mutants of all kinds."""
        return {mutant: by for kills in self.kinds.values() for mutant, by in kills.items()}

    def table(self) -> Iterator[str]:
        """The table of classes, cases, clauses and mutants, and the mutants that no case kills."""
        yield from ("## Adequacy", "", "The core kills all that any case kills.", "")
        scores = [(kind, *_shown(of)) for kind, of in self.scores().items()]
        scores += [(f"{kind}: absent, {why}", "0", "0", "") for kind, why in self.absent.items()]
        yield from (*markdown_table(["mutants of", "tried", "killed", "of the rest equivalent"], scores), "")
        heads = ["class", "clause", "cases", "of the core", "case that kills most", "mutants killed by its cases"]
        yield from (*markdown_table(heads, [tuple(map(str, row)) for row in self._by_class()]), "")
        for kind, kills in self.kinds.items():
            if survivors := [mutant for mutant, by in kills.items() if not by]:
                yield from (f"Of {kind}, killed by no case:", "")
                yield from (*(f"- `{mutant}`{self._said(mutant)}" for mutant in survivors), "")
        if not self.judged:
            yield from ("Which of these are equivalent is proved with `--prove`.", "")

    def scores(self) -> dict[str, AdequacyJson]:
        """Of each kind how many mutants were tried and killed, and how many others are proved equivalent, if asked."""
        found: dict[str, AdequacyJson] = {}
        for kind, kills in self.kinds.items():
            same = sum(self.judged[m].equal for m in kills if m in self.judged)
            killed = sum(map(bool, kills.values()))
            found[kind] = {"mutants": len(kills), "killed": killed, "equivalent": same if self.judged else None}
        return found

    def _said(self, mutant: str) -> str:
        found = self.judged.get(mutant)
        return "" if found is None else f": {'equivalent' if found.equal else 'NOT proved'}: {found.why}"

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


def _shown(score: AdequacyJson) -> tuple[str, str, str]:
    same = "not asked" if score["equivalent"] is None else str(score["equivalent"])
    return str(score["mutants"]), str(score["killed"]), same


def measure(kit: Kit, every: int = 1, *, prove: bool = False) -> Measured:
    """Try every mutant of every kind, or of each kind every so many of them; `prove` what no case kills equivalent.

    Raises Contradiction where the loops or the operator in C as they are would be killed too.
    """
    order = [*(case.name for case in kit.cases), *(name for name, _ in kit.refused), *(c.name for c in sizes_calls())]
    mutants: dict[str, Mapping[str, Any]] = {LOOPS: loop_mutants(every), ON_CALL: clause_mutants(over_outputs=False)}
    kinds = {LOOPS: _tried(of_loops, kit, mutants[LOOPS]), ON_CALL: _tried(of_calls, kit, mutants[ON_CALL])}
    absent = {}
    try:
        mutants[IN_C] = mutants_in_c(every)
        kinds[IN_C] = _tried(of_c, kit, mutants[IN_C])
    except CannotRun as error:
        absent[IN_C] = str(error)
    # Those that kill most of the rest are tried first: of the cases that are tried at all.
    tried = {case.name for case in kit.cases if case.X.size <= MOST_ELEMENTS}
    known = core({m: by & tried for kills in kinds.values() for m, by in kills.items()}, order)
    mutants[OVER_OUTPUTS] = clause_mutants(over_outputs=True, every=every)
    kinds[OVER_OUTPUTS] = of_outputs(kit, mutants[OVER_OUTPUTS], list(known))
    every_kill = {m: by for kills in kinds.values() for m, by in kills.items()}
    judged: dict[str, UnkilledMutant] = {}
    for kind, kills in kinds.items() if prove else ():
        judged |= equal.judged({m: mutants[kind][m] for m, by in kills.items() if not by}, JUDGES[kind])
    return Measured(kinds, core(every_kill, order), kit.cases, absent, judged)


Kills = Mapping[str, frozenset[str]]


def _tried(killing: Callable[[Kit, Mapping[str, Any]], Kills], kit: Kit, mutants: Mapping[str, Any]) -> Kills:
    """The cases that kill each mutant; those of more classes than usual are tried on what no other case kills."""
    more = [c for c in kit.cases if c.wanted and min(map(len, c.wanted)) > USUAL]
    kills = dict(killing(replace(kit, cases=tuple(c for c in kit.cases if c not in more)), mutants))
    left = {mutant: handle for mutant, handle in mutants.items() if not kills[mutant]}
    return {**kills, **killing(replace(kit, cases=tuple(more)), left)} if more and left else kills


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
