"""Variables that change by the same step in every turn of a loop: counters, running indices, pointers moved along.

What is found here is a guess from how a loop is written. That it holds, each turn of the symbolic run shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from proofs.program.logic.polynomials import Polynomial, constant, factor, minus, plus, polynomial, times, written_out
from proofs.program.source.language import (
    Assign,
    Break,
    Continue,
    For,
    If,
    Instruction,
    Loop,
    Return,
    While,
    assigned,
    blocks,
    everywhere,
)
from proofs.program.source.machine import bare, demanded
from spec.language.fold import substitute, subterms
from spec.language.terms import Application, Literal, Op, Operation, Sort, Term, Variable, free_variables

ZERO = constant(0)
UNKNOWN = factor(Variable("no step"))
"""What stands for a change that is no step."""
Way = tuple[type[Instruction] | None, Polynomial]
"""How a block may be left, None being at its end, and by how much a variable has changed then."""


def loop_name(loop: Loop) -> str:
    """What a loop is called in the labels of its conditions."""
    return loop.variable if isinstance(loop, For) else "while"


def own(loop: Loop) -> frozenset[str]:
    """The variable that a loop itself sets."""
    return frozenset({loop.variable}) if isinstance(loop, For) else frozenset()


def changing(loop: Loop) -> frozenset[str]:
    """The variables that a loop may change, its own included."""
    update = loop.update if isinstance(loop, While) else ()
    return own(loop) | assigned(loop.body) | assigned(update)


def kept(loop: Loop, values: Mapping[str, Term]) -> frozenset[str]:
    """The variables that hold a literal, and to which a loop assigns nothing but that literal."""
    given: dict[str, set[Term]] = {}
    for statement in everywhere((loop,)):
        match statement:
            case Assign(_, names, assigned_):
                for name, value in zip(names, assigned_, strict=True):
                    given.setdefault(name, set()).add(value)
            case For(_, variable):
                given.setdefault(variable, set()).add(Variable(variable))
    literal = {name for name, value in values.items() if isinstance(value, Literal)}
    return frozenset(name for name in literal & given.keys() if given[name] == {values[name]})


def steps(loop: Loop, names: Sequence[str]) -> dict[str, Term]:
    """The step of each variable that has one, over what the loop does not change."""
    found = {}
    fixed = changing(loop)
    for name in names:
        if (step := _step(loop, name, fixed)) is not None:
            found[name] = written_out(step)
    return found


def _step(loop: Loop, name: str, changed: frozenset[str]) -> Polynomial | None:
    """By how much a variable changes in every turn that does not end the loop; None if that is not one number."""
    update = loop.update if isinstance(loop, While) else ()
    found: list[Polynomial] = []
    for how, step in _ways(loop.body, name, changed):
        if how in (None, Continue):
            found += [plus(step, after) for _, after in _ways(update, name, changed)]
    distinct = [step for i, step in enumerate(found) if step not in found[:i]]
    return distinct[0] if len(distinct) == 1 and UNKNOWN not in distinct else None


def _ways(body: Sequence[Instruction], name: str, changed: frozenset[str]) -> list[Way]:
    """The ways out of a block, each once."""
    ways: list[Way] = [(None, ZERO)]
    known: dict[Variable, Term] = {}
    for statement in body:
        if isinstance(statement, For):
            start, stop = (substitute(bound, known) for bound in (statement.start, statement.stop))
            statement = replace(statement, start=start, stop=stop)
        known = _known_after(statement, known)
        ended = [way for way in ways if way[0] is not None]
        going = [step for how, step in ways if how is None]
        after = [(how, _sum(step, more)) for step in going for how, more in _of(statement, name, changed)]
        ways = _once([*ended, *after])
    return ways


def _known_after(statement: Instruction, known: Mapping[Variable, Term]) -> dict[Variable, Term]:
    """What variables hold that a block gives a value, such as the number of turns of a loop that comes later in it."""
    changed = assigned((statement,))
    left = {n: v for n, v in known.items() if not changed & {n.name, *(u.name for u in free_variables(v))}}
    match statement:
        case Assign(names=(name,), values=(value,)) if value.sort is Sort.INT:
            found = substitute(bare(value), known)
            return left if changed & {v.name for v in free_variables(found)} else {**left, Variable(name): found}
    return left


def _once(ways: Sequence[Way]) -> list[Way]:
    return [way for i, way in enumerate(ways) if way not in ways[:i]]


def _sum(left: Polynomial, right: Polynomial) -> Polynomial:
    return UNKNOWN if UNKNOWN in (left, right) else plus(left, right)


def _of(statement: Instruction, name: str, changed: frozenset[str]) -> Iterator[Way]:
    match statement:
        case Continue() | Break() | Return():
            yield type(statement), ZERO
        case Assign(_, names, values) if name in names:
            yield None, _by(values[names.index(name)], name, changed)
        case If():
            yield from chain.from_iterable(_ways(block, name, changed) for block in blocks(statement))
        case For() | While() if name in changing(statement):
            yield None, _of_loop(statement, name, changed)
        case _:
            yield None, ZERO


def _by(value: Term, name: str, changed: frozenset[str]) -> Polynomial:
    """By how much an assignment changes its variable."""
    by = minus(polynomial(value), polynomial(Variable(name)))
    return UNKNOWN if _unknown(by, changed) else by


def _unknown(step: Polynomial, changed: frozenset[str]) -> bool:
    return any(v.name in changed for monomial in step for factor in monomial for v in free_variables(factor))


def _of_loop(loop: Loop, name: str, changed: frozenset[str]) -> Polynomial:
    """What all turns of an inner loop add: its step, as often as it turns."""
    if isinstance(loop, While) and loop.update:
        return UNKNOWN
    step = _step(loop, name, changing(loop))
    if step is None or not isinstance(loop, For) or loop.variable == name:
        return UNKNOWN
    total = times(step, minus(polynomial(loop.stop), polynomial(loop.start)))
    return UNKNOWN if _unknown(total, changed) else total


def asks_for_steps(loop: While, stepping: Mapping[str, Term]) -> bool:
    """The test of a loop asks for nothing that a turn changes but for what steps."""
    asked = {v.name for v in free_variables(loop.test)}
    return not asked & changing(loop) - stepping.keys() and not reads_arrays(loop.test)


def reads_arrays(term: Term) -> bool:
    """Anything but demands on values is taken for the reading of an array."""
    return any(isinstance(t, Application) and demanded(t) is None for t in subterms(term))


def left_to_come(test: Term, stepping: Mapping[str, Term]) -> tuple[Term, bool] | None:
    """A number that is positive while a loop's test holds, and shrinks with the steps; None where none is seen.

    Besides, whether it is only positive if it is never negative, as where the test says no more than that two differ.
    """
    for comparison in _comparisons(test):
        low, high = comparison.args
        moving = {v.name for v in free_variables(comparison)} & stepping.keys()
        if moving and low.sort is high.sort is Sort.INT:
            match comparison.op:
                case Op.LT:
                    return high - low, False
                case Op.LE:
                    return high - low + 1, False
                case Op.GT:
                    return low - high, False
                case Op.GE:
                    return low - high + 1, False
                case Op.NE:
                    return (high - low if _upward(comparison, stepping) else low - high), True
    return None


def fewer_by(left: Term, stepping: Mapping[str, Term]) -> Term:
    """By how much a number shrinks in a turn."""
    after = substitute(left, {Variable(name): Variable(name) + step for name, step in stepping.items()})
    return written_out(minus(polynomial(left), polynomial(after)))


def _upward(comparison: Operation, stepping: Mapping[str, Term]) -> bool:
    """The left side of a comparison grows towards the right one, as far as the signs of the steps are written out."""
    low, high = ({v.name for v in free_variables(side)} & stepping.keys() for side in comparison.args)
    return not any(map(_negative, map(stepping.get, low))) and not any(map(_positive, map(stepping.get, high)))


def _comparisons(test: Term) -> Iterator[Operation]:
    """The comparisons, all of which must hold for a test to hold."""
    if isinstance(test, Operation):
        if test.op is Op.AND:
            for part in test.args:
                yield from _comparisons(part)
        elif test.op in (Op.LT, Op.LE, Op.GT, Op.GE, Op.NE):
            yield test


def _negative(step: Term | None) -> bool:
    return isinstance(step, Literal) and isinstance(step.value, int) and step.value < 0


def _positive(step: Term | None) -> bool:
    return isinstance(step, Literal) and isinstance(step.value, int) and step.value > 0
