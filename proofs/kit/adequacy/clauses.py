"""Mutants of the clauses: those on the call asked about every call, those over outputs about small ones.

Over outputs a mutant is killed by a case whose outputs, right or with one thing changed, it judges otherwise than the
clause. There are thousands of mutants and of such outputs: each mutant is tried until one kills it, and so it is not
known of the other cases whether they do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice

from proofs.kit.calls.kit import Kit, KitCase
from proofs.kit.calls.sizes import in_clauses, sizes_calls
from proofs.mutation.mutants import mutants
from proofs.mutation.trial import OutputTrial, judged_differently, reaching, speaks_of_outputs
from reference.common.pool import run_tasks
from reference.examples.cases import cases, described, ran
from spec.language.fold import subterms
from spec.language.terms import Quantified, Term, free_variables
from spec.maxpool.operator import MAXPOOL
from spec.operator.clauses import Clause
from spec.operator.experiments import CallCase
from spec.readings.plain import to_plain

MOST_ELEMENTS = 40
"""A case with more elements has too many outputs that differ from the right ones in one place."""
MOST_OUTPUTS = 30_000
"""So many outputs are tried of a clause."""
AT_A_TIME = 400


ClauseMutant = tuple[str, Term]
"""The label of a clause, and what is said in its place."""


def clause_mutants(over_outputs: bool, every: int = 1) -> Mapping[str, ClauseMutant]:
    """The mutants of the clauses over outputs, or of those on a call, or of each clause every so many."""
    return {
        f"{clause.label}: {to_plain(mutant)}": (clause.label, mutant)
        for clause in MAXPOOL.clauses
        if speaks_of_outputs(MAXPOOL, clause) is over_outputs
        for mutant in mutants(clause.formula)[::every]
    }


def of_calls(kit: Kit, tried: Mapping[str, ClauseMutant]) -> Mapping[str, frozenset[str]]:
    """Mutants of the clauses on a call, each with the cases that it judges otherwise than the clause.

    What no case kills is tried on the calls of sizes alone, which no tensor has.
    """
    calls = [CallCase(c.name, described(c.X, c.call.attributes)) for c in kit.cases]
    for name, b in kit.refused:
        attributes = {n: v for n, v in b.arguments.items() if n != "X"}
        calls.append(CallCase(name, described(b.arguments["X"], attributes)))
    found = {}
    for label, named in _by_clause(tried):
        clause = MAXPOOL[label]
        groups, beyond = (_alike(clause, of) for of in (calls, _beyond(clause)))
        for name, mutant in named.items():
            killing = _judging_otherwise(clause, mutant, groups) or _judging_otherwise(clause, mutant, beyond)
            found[name] = killing
    return found


def _by_clause(tried: Mapping[str, ClauseMutant]) -> Iterator[tuple[str, Mapping[str, Term]]]:
    for label, named in groupby(tried.items(), key=lambda item: item[1][0]):
        yield label, {name: mutant for name, (_, mutant) in named}


Groups = Sequence[Sequence[CallCase]]
"""Calls that a clause cannot tell apart, together."""


def _alike(clause: Clause, calls: Iterable[CallCase]) -> Groups:
    """The calls that meet all that is checked before a clause, by what its variables are."""
    groups: dict[tuple[object, ...], list[CallCase]] = {}
    variables = sorted({v.name for i in MAXPOOL.instances(clause) for v in free_variables(i)})
    for call in reaching(MAXPOOL, clause.label, calls):
        groups.setdefault(tuple(call.environment.get(v) for v in variables), []).append(call)
    return list(groups.values())


def _judging_otherwise(clause: Clause, mutant: Term, groups: Groups) -> frozenset[str]:
    told = judged_differently(MAXPOOL, clause, [mutant], [group[0] for group in groups])
    leaders = {label for label, _ in told}
    return frozenset(c.label for group in groups if group[0].label in leaders for c in group)


def _beyond(clause: Clause) -> Iterator[CallCase]:
    """The calls of sizes alone; of a clause on all windows, those with few: it is evaluated window by window."""
    one_by_one = any(isinstance(t, Quantified) for t in subterms(clause.formula))
    for c in sizes_calls():
        numbers = (*c.shape, *(n for of in c.attributes.values() if isinstance(of, list) for n in of))
        if not one_by_one or max(numbers) <= MOST_ELEMENTS:
            yield CallCase(c.name, in_clauses(c.shape, c.attributes))


def of_outputs(kit: Kit, tried: Mapping[str, ClauseMutant], first: Sequence[str]) -> Mapping[str, frozenset[str]]:
    """Mutants of the clauses over outputs, each with a case that kills it, if one was found.

    Tried are the worked examples, then the cases that are named `first`, then those of a single class, the smallest
    first.
    """
    order = {name: i for i, name in enumerate([*(c.name for c in kit.cases if c.example), *first])}
    single = [c for c in kit.cases if c.name in order or any(len(w) <= 1 for w in c.wanted)]
    small = [c for c in single if c.example or c.X.size <= MOST_ELEMENTS]
    small.sort(key=lambda c: (order.get(c.name, len(order)), c.X.size))
    tasks = []
    for label, named in _by_clause(tried):
        every = list(named.items())
        tasks += [(label, every[i : i + AT_A_TIME], small) for i in range(0, len(every), AT_A_TIME)]
    return {text: killing for part in run_tasks(_of_outputs, tasks) for text, killing in part}


def _of_outputs(
    label: str, named: Sequence[tuple[str, Term]], small: Sequence[KitCase]
) -> list[tuple[str, frozenset[str]]]:
    clause = MAXPOOL[label]
    trial = OutputTrial(islice(cases(clause, (ran(c.name, c.X, c.call.attributes) for c in small)), MOST_OUTPUTS))
    killers = ((name, trial.killer(mutant)) for name, mutant in named)
    return [(name, frozenset() if by is None else frozenset([by.of])) for name, by in killers]
