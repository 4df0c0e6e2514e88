"""How much the kit notices: mutants of the reference and of the clauses, each run on each case, and the fewest cases.

A mutant of the loops is killed by a case on which it gives anything else, or fails. A mutant of a clause on the call is
killed by a call that it judges otherwise. Whether a mutant that no case kills could be killed at all, the kit does not
say: `maxpool mutate` proves which ones are equivalent.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from proofs.kit.kit import Kit, KitCase
from proofs.mutation.mutants import mutants
from proofs.mutation.programs import changed_sources, source
from proofs.mutation.trial import judged_differently, reaching, speaks_of_outputs
from reference.common.errors import Contradiction
from reference.common.pool import run_tasks
from reference.examples.cases import described
from reference.maxpool import nan_as_minus_infinity
from reference.runtimes.protocol import Array
from spec.language.terms import free_variables
from spec.maxpool.operator import MAXPOOL
from spec.operator.experiments import CallCase
from spec.readings.plain import to_plain
from spec.tables.markdown import markdown_table

AT_A_TIME = 100
MOST_ELEMENTS = 10_000
"""A mutant that asks for more elements than this gives another shape than any case has: it is killed."""
LOOPS = "reference/maxpool.py:pool"


@dataclass(frozen=True, slots=True)
class Measured:
    """Who kills what: for each mutant, by where and text, the cases that kill it, the core's first; the core.

    `core` has what each of its cases adds: the mutants that no case of the core before it kills.
    """

    kills: Mapping[str, frozenset[str]]
    core: Mapping[str, tuple[str, ...]]
    cases: Sequence[KitCase]

    @property
    def mutants(self) -> int:
        """How many mutants were tried."""
        return len(self.kills)

    @property
    def killed(self) -> int:
        """How many of them some case kills."""
        return sum(map(bool, self.kills.values()))

    @property
    def survivors(self) -> tuple[str, ...]:
        """The mutants that no case kills."""
        return tuple(mutant for mutant, by in self.kills.items() if not by)

    def table(self) -> Iterator[str]:
        """The table of classes, cases, clauses and mutants, and the mutants that no case kills."""
        by_case: dict[str, list[str]] = {}
        for mutant, cases in self.kills.items():
            for case in cases:
                by_case.setdefault(case, []).append(mutant)
        yield from (
            "## Adequacy",
            "",
            f"{self.killed} of {self.mutants} mutants are killed, all of them by the core.",
            "",
        )
        rows = []
        for choice in dict.fromkeys(c for case in self.cases for c in case.classes):
            within = [case for case in self.cases if choice in case.classes]
            killed = {m for case in within for m in by_case.get(case.name, ())}
            core = [case.name for case in within if case.name in self.core]
            first = min(within, key=lambda case: -len(by_case.get(case.name, ())))
            rows.append((str(choice), f"`{choice.of.clause}`", len(within), len(core), first.name, len(killed)))
        heads = ["class", "clause", "cases", "of the core", "case that kills most", "mutants killed by its cases"]
        yield from (*markdown_table(heads, [tuple(map(str, row)) for row in rows]), "")
        if self.survivors:
            yield from ("Killed by no case; `maxpool mutate` says which are equivalent:", "")
            yield from (*(f"- `{mutant}`" for mutant in self.survivors), "")


def measure(kit: Kit, every: int = 1) -> Measured:
    """Run every mutant of the loops on every case, or every so many of them; and ask every mutant of a clause.

    Raises Contradiction where the loops as they are would be killed too.
    """
    names = [case.name for case in kit.cases]
    kills: dict[str, frozenset[str]] = {}
    runs = [_run_of(case) for case in kit.cases]
    # What fails for a reason of ours would be taken for killed.
    if any(_kills(_compiled(source()), run) for run in runs):
        raise Contradiction("the loops as they are do not give what the kit expects")
    numbers = range(0, len(changed_sources()), every)
    tasks = [(numbers[first : first + AT_A_TIME], runs) for first in range(0, len(numbers), AT_A_TIME)]
    for part in run_tasks(_of_loops, tasks):
        for text, killing in part:
            kills[text] = frozenset(names[i] for i in killing)
    kills |= _of_clauses(kit)
    return Measured(kills, core(kills, [*names, *(name for name, _ in kit.refused)]), kit.cases)


# --- the loops

Run = tuple[Array, tuple[list[int], ...], Array, Array]
"""X without NaN; dilations, kernel_shape, pads, strides; Y and Indices."""


def _run_of(case: KitCase) -> Run:
    lists = case.call.lists
    sizes = tuple(lists[name] for name in ("dilations", "kernel_shape", "pads", "strides"))
    return nan_as_minus_infinity(case.X), sizes, *case.outputs


def _of_loops(numbers: Sequence[int], runs: Sequence[Run]) -> list[tuple[str, list[int]]]:
    """Some mutants of the loops, each with the numbers of the cases that kill it."""
    found = []
    for number in numbers:
        mutant = changed_sources()[number]
        pool = _compiled(mutant.tree)
        found.append(
            (
                f"{LOOPS} {number}, line {mutant.line}, {mutant.text}",
                [i for i, run in enumerate(runs) if _kills(pool, run)],
            )
        )
    return found


class _Runnable(ast.NodeTransformer):
    """What Python wants of a tree: no `and` of one operand; what annotates a parameter is not needed."""

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        return node if len(node.values) > 1 else node.values[0]

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return ast.arg(node.arg)


def _compiled(tree: ast.FunctionDef) -> Any:
    function = _Runnable().visit(copy.deepcopy(tree))
    function.returns = None
    names: dict[str, Any] = {}
    exec(compile(ast.fix_missing_locations(ast.Module([function], [])), LOOPS, "exec"), names)
    return names[tree.name]


def _kills(pool: Any, run: Run) -> bool:
    """The loops give something else, or fail: whatever a mutant raises, the loops do not."""
    X, lists, Y, Indices = run
    try:
        with np.errstate(all="ignore"):
            outputs = pool(X, _new(Y.dtype), _new(Indices.dtype), *X.shape, *lists)
        return [_told(o) for o in outputs] != [_told(Y), _told(Indices)]
    except Exception:
        return True


def _told(array: Array) -> tuple[object, ...]:
    return array.dtype, array.shape, array.tobytes()


def _new(dtype: np.dtype[Any]) -> Any:
    """Gives new tensors, filled with what no case has, so that a cell that is not written is always seen."""

    def new(*shape: int) -> Array:
        if int(np.prod(shape)) > MOST_ELEMENTS:
            raise ValueError("more elements than any case has")
        return np.frombuffer(b"\xa5" * (dtype.itemsize * max(0, int(np.prod(shape)))), dtype).reshape(shape).copy()

    return new


# --- the clauses


def _of_clauses(kit: Kit) -> Iterator[tuple[str, frozenset[str]]]:
    """The mutants of the clauses on a call, each with the cases that it judges otherwise than the clause."""
    calls = [CallCase(c.name, described(c.X, c.call.attributes)) for c in kit.cases]
    for name, b in kit.refused:
        attributes = {n: v for n, v in b.arguments.items() if n != "X"}
        calls.append(CallCase(name, described(b.arguments["X"], attributes)))
    for clause in MAXPOOL.clauses:
        if speaks_of_outputs(MAXPOOL, clause):
            continue
        groups: dict[tuple[object, ...], list[CallCase]] = {}
        variables = sorted({v.name for i in MAXPOOL.instances(clause) for v in free_variables(i)})
        for call in reaching(MAXPOOL, clause.label, calls):
            groups.setdefault(tuple(call.environment.get(v) for v in variables), []).append(call)
        for mutant in mutants(clause.formula):
            told = judged_differently(MAXPOOL, clause, [mutant], [group[0] for group in groups.values()])
            leaders = {label for label, _ in told}
            killing = (c.label for group in groups.values() if group[0].label in leaders for c in group)
            yield f"{clause.label}: {to_plain(mutant)}", frozenset(killing)


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
