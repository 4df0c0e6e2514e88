"""Whether two plans of the proof have the same shown, apart from what theorems say, or from invariants at more places.

A fact that a plan gives follows from a theorem, which is compared where it is assumed, or holds of any product. An
invariant holds of each tap and of each cell, so at any of them. Neither can make anything false follow. Nor can another
name of an unknown that a plan makes up, as long as no other unknown has it, or another order of what is known and of
what is said of a condition. Of sizes, it is compared which an output may have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from functools import cache
from types import ModuleType, SimpleNamespace
from typing import Any

from proofs.assumptions.assumption import Assumption
from proofs.program.c.proving import understand
from proofs.program.c.reading.reader import absent
from proofs.program.logic.outputs import with_local_outputs
from proofs.program.logic.plan import Condition
from proofs.program.logic.solving import Session
from proofs.program.loops.separated import separated
from proofs.program.maxpool.cells import CELL
from proofs.program.maxpool.proof import conditions, preconditions
from proofs.program.source.language import For, Function, While, everywhere
from proofs.solvers.answers import BRIEF_LIMITS, Status
from proofs.solvers.solvers import SOLVERS, opened
from proofs.soundness import c_programs
from proofs.soundness.programs import JUMPS, LOOP, OTHER_LOOPS, function, in_place, other_loops
from proofs.soundness.right import CHANGED_IN_C
from spec.language.fold import substitute, subterms
from spec.language.terms import Application, Op, Operation, Term, Variable, and_, children
from spec.maxpool.semantics import h2, w2
from spec.maxpool.vocabulary import dY
from spec.readings.value import evaluate

OF_ANY_PRODUCT = "product"
"""How what holds of any product is labelled (`proofs.program.maxpool.bounds`)."""
MADE_UP = "!"
"""What stands in the names of the unknowns that a plan makes up, and in none of a program or of a clause."""
Shown = list[tuple[tuple[Term, ...], Term]]
"""What is known, and what is to be shown, for each condition under a plan."""


def _is_of_a_theorem(fact: Assumption) -> bool:
    return fact.basis is not None or fact.label == OF_ANY_PRODUCT


def _is_of_any(instance: Mapping[Any, Term]) -> bool:
    return instance.keys() <= {h2, w2, *CELL}


LEFT_OUT: Mapping[str, Callable[[Any], bool]] = {"facts": _is_of_a_theorem, "instances": _is_of_any}
"""What a plan may give more of or less: its method, and what is so of each that it gives."""
COMPARED_APART: Mapping[str, Callable[[Any], bool]] = {"allocated": lambda _: True}
"""What is compared in another way, and left out of the rest."""


@cache
def right_functions() -> Sequence[Function]:
    """Right ones, of each kind of loop for which the plan has a way of its own; some in C, where that can be read.

    In C one moves windows into X, and the choice of others starts with the first tap, or before it.
    """
    found = [function("", ""), *(function(in_place(LOOP), in_place(loop)) for loop in JUMPS.values())]
    found += [function(*other_loops(name)) for name in OTHER_LOOPS]
    for change in () if absent() else (("clipped_by_loops.c", "", ""), *CHANGED_IN_C.values()):
        understood = understand(c_programs.source(*change))[1]
        assert understood is not None
        found.append(understood[1].function)
    return [with_local_outputs(separated(f)) for f in found]


def _shown(module: ModuleType, *without: str) -> list[Shown] | None:
    """What is shown under a module's plans without what some methods give; None where one gives what it may not."""
    found: list[Shown] = []
    for of in right_functions():
        for plan in module.plans(of):
            given: dict[str, list[Any]] = {name: [] for name in without}
            for name, recorded in given.items():
                real = getattr(plan, name)

                def noted(*arguments: Any, real: Any = real, recorded: list[Any] = recorded) -> list[Any]:
                    recorded.extend(real(*arguments))
                    return []

                setattr(plan, name, noted)
            found.append([(tuple(a.term for a in c.known), c.goal) for c in conditions(of, plan)])
            if not all(
                {**LEFT_OUT, **COMPARED_APART}[name](one) for name, recorded in given.items() for one in recorded
            ):
                return None
    return found


def _named_in_turn(shown: Shown) -> Shown:
    """The same with each unknown that a plan made up called by its number, as they occur: no two become one."""
    names: dict[Variable, Term] = {}
    named: dict[Term, Term] = {}

    def put(term: Term) -> Term:
        if term not in named:
            for part in subterms(term):
                if isinstance(part, Variable) and MADE_UP in part.name and part not in names:
                    names[part] = Variable(f"unknown{MADE_UP} {len(names)}", part.kind)
            named[term] = substitute(term, names)
        return named[term]

    return [(tuple(map(put, known)), put(goal)) for known, goal in shown]


COMMUTING = (Op.AND, Op.OR, Op.EQ, Op.IFF)
"""What says the same of its operands in any order."""


class _Numbers(dict[Any, int]):
    """A number for each term, the same for those that differ in the order of such operands alone."""

    def __missing__(self, term: Term) -> int:
        parts: Sequence[int] = [self[part] for part in children(term)]
        match term:
            case Operation(op, _):
                form: Any = op, tuple(sorted(parts) if op in COMMUTING else parts)
            case Application(symbol, _):
                form = symbol, tuple(parts)
            case _:
                # As it is written; where a variable is bound, no part is compared in another order.
                form = term
        self[term] = self.setdefault((type(term), form), len(self))
        return self[term]


def _in_no_order(shown: Sequence[Shown], numbers: _Numbers) -> Sequence[set[tuple[frozenset[int], int]]]:
    """What is shown under each plan, from what: of all that, there is no first."""
    return [{(frozenset(numbers[k] for k in known), numbers[goal]) for known, goal in of} for of in shown]


@cache
def _expected(old: ModuleType, *without: str) -> list[Shown] | None:
    return _shown(old, *without)


def shows_the_same(old: ModuleType, new: ModuleType, *without: str) -> bool:
    """Both plans have the same shown from the same, apart from what some of their methods give, which does no harm."""
    return LEFT_OUT.keys() >= set(without) and _is_the_same(old, new, *without)


def _is_the_same(old: ModuleType, new: ModuleType, *without: str) -> bool:
    expected = _expected(old, *without)
    return any(expected or ()) and _shown(new, *without) == expected


def shows_the_same_by_other_names(old: ModuleType, new: ModuleType) -> bool:
    """Both plans have the same shown from the same, apart from what the unknowns that they make up are called."""
    expected, found = _expected(old) or [], _shown(new) or []
    return any(expected) and list(map(_named_in_turn, found)) == list(map(_named_in_turn, expected))


def shows_the_same_in_another_order(old: ModuleType, new: ModuleType) -> bool:
    """Under both plans the same conditions, with the same known: in any order, and so are a conjunction's parts."""
    expected, found, numbers = _expected(old) or [], _shown(new) or [], _Numbers()
    return any(expected) and _in_no_order(found, numbers) == _in_no_order(expected, numbers)


def tries_more_plans(old: ModuleType, new: ModuleType) -> bool:
    """The plans that were tried are tried still, in their order; each other one is a plan of the same kind: whatever it
    proves is asked of it in full, by what does not depend on the plan."""
    found = 0
    for of in right_functions():
        tried = [_own(plan) for plan in old.plans(of)]
        more = [plan for plan in new.plans(of) if _own(plan) not in tried]
        if [own for plan in new.plans(of) if (own := _own(plan)) in tried] != tried:
            return False
        if any(conditions(of, plan) != conditions(of, _as_of(old, plan)) for plan in more):
            return False
        found += len(more)
    return found > 0


def _own(plan: Any) -> Sequence[Any]:
    """What tells plans of one function apart."""
    return [plan.guard, plan.linked, plan.unchanged, plan.taps, plan.cells]


def _as_of(module: ModuleType, plan: Any) -> Any:
    """A plan with the same parts, of a module's own class."""
    return module.MaxPoolPlan(*(getattr(plan, each.name) for each in fields(plan)))


def _loops(function: Function) -> Sequence[For | While]:
    return [each for each in everywhere(function.body) if isinstance(each, For | While)]


def _in_one_line(function: Function) -> Function:
    """The heads of a function's loops, one after the other in one line: in C they may stand so."""
    return replace(function, body=tuple(replace(loop, line=1, body=()) for loop in _loops(function)))


def names_loops_apart(old: ModuleType, new: ModuleType) -> bool:
    """Each loop of a function has unknowns of its own, in one line too, and none is called as a variable is: what they
    are called shows nothing."""
    for of in (*right_functions(), *map(_in_one_line, right_functions())):
        positions, loops = new.Positions(of), _loops(of)
        unknowns = [named(loop).name for loop in loops for named in (positions.at, positions.after)]
        marks = [positions.mark(loop) for loop in loops]
        are_apart = len(set(unknowns)) == len(unknowns) and len(set(marks)) == len(marks) > 1
        if not are_apart or any(name.isidentifier() for name in unknowns):
            return False
    return True


SIZES, GIVEN = (-2, -1, 0, 1, 2, 3), (0, 1, 2, 3)
"""Sizes of an output, and those that the clauses may give it."""


@cache
def _not_negative() -> bool:
    """By the clauses no size of an output is negative, as all solvers say."""
    session, goal = Session(opened(SOLVERS, BRIEF_LIMITS)), and_(*(d >= 0 for d in dY))
    asked = Condition("sizes", 1, "", preconditions(), goal)
    return all(session.ask_in_full(asked.known, asked, name).status is Status.UNSAT for name in SOLVERS)


def _of_sizes(module: ModuleType) -> Sequence[bool]:
    """Whether an output may have a size where the clauses give it another: on each axis alone, for all pairs."""
    sizes, new = tuple(Variable(f"size {i}") for i in range(len(dY))), SimpleNamespace(name="Y")
    asked = [i.term for i in module.MaxPoolPlan.allocated(SimpleNamespace(), new, sizes)]
    same = dict.fromkeys((v.name for v in (*sizes, *dY)), 1)
    pairs = [{one.name: s, other.name: d} for one, other in zip(sizes, dY, strict=True) for s in SIZES for d in GIVEN]
    return [evaluate(term, {**same, **pair}) for term in asked for pair in pairs]


def allows_the_same_sizes(old: ModuleType, new: ModuleType) -> bool:
    """Both plans allow the same sizes of outputs, whatever the clauses give; and have the same shown but for these."""
    same = _not_negative() and _of_sizes(new) == _of_sizes(old)
    return same and _is_the_same(old, new, *COMPARED_APART)
