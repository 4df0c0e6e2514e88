"""Whether a program of an output is the operator's for all sizes: its positions are the taps', its index is the flat
one, and it chooses the greatest element or the least index of equal ones."""

from __future__ import annotations

from collections.abc import Sequence

from proofs.assumptions.lemmas import suppose
from proofs.audit.programs.program import AXES, X_PADDED, Chosen, OutputProgram
from proofs.audit.truth.truth import difference
from spec.documents.examples.stated import Named
from spec.language.fold import conjuncts
from spec.language.terms import TRUE, Application, Op, Operation, Term, Variable, and_, free_variables, term
from spec.maxpool.vocabulary import X, Y, dX
from spec.window.names import dilation, kernel, pad_begin, stride

_ABOUT = "Indices.flat"


def is_operators(program: OutputProgram) -> bool:
    """The program is proved to give what the operator does, from each part of it by the solvers.

    The least flat index of several places is that of the first of them in row-major order (theorem
    `indices.first-is-smallest`), which is what the clause asks.
    """
    element = _element(program)
    is_padded = element is not None and element.symbol == X_PADDED and program.of is Named.Y
    if element is None or not (element.symbol == X or is_padded) or not _same_plane(program, element):
        return False
    if not _is_over_taps(program, element):
        return False
    if program.of is Named.Y:
        return program.choice is Chosen.GREATEST
    return program.choice is Chosen.LEAST and _equal(_flat(element), program.value)


def _element(program: OutputProgram) -> Application | None:
    """The element of X that is taken: the value itself, or the one that equals Y; None where there is more to it."""
    wanted = Y(*(Variable(letter) for letter in program.cell))
    found = [program.value] if program.of is Named.Y else []
    others: list[Term] = []
    for part in (part for part in conjuncts(program.condition) if part != TRUE):
        match part:
            case Operation(Op.EQ, (a, b)) if wanted in (a, b) and program.of is Named.INDICES:
                found.append(b if a == wanted else a)
            case _:
                others.append(part)
    (element,) = found if len(found) == 1 else (None,)
    return element if isinstance(element, Application) and _is_in_range(others, element) else None


def _is_in_range(conditions: Sequence[Term], element: Application) -> bool:
    """The conditions say that the element is one of X, on both spatial axes; or there are none."""
    places = list(zip(element.args[AXES:], dX[AXES:], strict=True))
    ends = {(place, is_low): False for place, _ in enumerate(places) for is_low in (True, False)}
    for condition in conditions:
        found = [(at, low) for (at, low) in ends if _is_end(condition, *places[at], is_low=low)]
        if not found:
            return False
        ends[found[0]] = True
    return not conditions or all(ends.values())


def _is_end(condition: Term, place: Term, size: Term, *, is_low: bool) -> bool:
    match condition:
        case Operation(Op.LE | Op.LT | Op.GE | Op.GT as op, (a, b)):
            low, high = (a, b) if op in (Op.LE, Op.LT) else (b, a)
            rest = high - low if op in (Op.LE, Op.GE) else high - low - 1
            wanted = place if is_low else size - 1 - place
            return free_variables(wanted) == free_variables(rest) and _equal(wanted, rest)
    return False


def _same_plane(program: OutputProgram, element: Application) -> bool:
    return element.args[:AXES] == tuple(Variable(letter) for letter in program.cell[:AXES])


def _is_over_taps(program: OutputProgram, element: Application) -> bool:
    """On each axis, the program goes over the taps of a window, and takes the element under the tap."""
    if len(program.ranges) != AXES:
        return False
    for axis, (letter, low, high) in enumerate(program.ranges):
        window, tap = Variable(program.cell[AXES + axis]), Variable(letter)
        s, d, p, k = (Variable(f"{v.name}_{axis}") for v in (stride, dilation, pad_begin, kernel))
        before = p if element.symbol == X else term(0)
        given = (low, high, element.args[AXES + axis])
        if not all(_equal(a, b) for a, b in zip((term(0), k, window * s + tap * d - before), given, strict=True)):
            return False
    return True


def _flat(element: Application) -> Term:
    """The flat row-major index of an element of X."""
    batch, channel, row, column = element.args
    return ((batch * dX[1] + channel) * dX[2] + row) * dX[3] + column


def _equal(wanted: Term, got: Term) -> bool:
    """Two terms are equal for all sizes and positions."""
    if wanted == got:
        return True
    named = sorted(free_variables(wanted) | free_variables(got), key=lambda v: v.name)
    sizes = and_(TRUE, *(v >= (1 if v in dX else 0) for v in named))
    return difference((suppose("sizes and positions", sizes),), wanted, got, _ABOUT) is None
