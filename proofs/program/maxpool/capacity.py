"""Sizes that fit: the smallest bounds on a call under which every value of a function has its place in its type.

A function of machine integers is right for no call whose quantities they do not hold. What is demanded of its values
(`proofs.program.source.machine`) is proved from bounds on quantities of the clauses alone; of these, those are kept
without which it is not proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from proofs.assumptions.assumption import Assumption
from proofs.engine.decide import VERDICTS
from proofs.engine.statement import Route
from proofs.program.logic.plan import Condition, Path
from proofs.program.logic.solving import Session
from proofs.program.maxpool.bounds import bounds
from proofs.program.maxpool.proof import FITS, ConditionOutcome
from proofs.program.source.language import Function
from proofs.program.source.machine import TYPES
from proofs.solvers.answers import Status
from proofs.solvers.solvers import SOLVERS
from spec.language.fold import substitute
from spec.language.terms import Literal, Op, Operation, Term, free_variables
from spec.maxpool.capacity import counted
from spec.maxpool.vocabulary import AXES, dX, dY, entry
from spec.window.geometry import padded
from spec.window.names import dilation, stride

pad = partial(entry, "pads")
QUANTITIES: Mapping[str, Term] = {
    "N·C·H·W": counted(dX),
    "N·C·OH·OW": counted((*dX[:2], *dY[2:])),
    "H + pads": substitute(padded, AXES[0]),
    "W + pads": substitute(padded, AXES[1]),
    "C·H·W": counted(dX[1:]),
    "C·OH·OW": counted((dX[1], *dY[2:])),
    "N·C": dX[0] * dX[1],
    "kernel_shape[0]·kernel_shape[1]": entry("kernel_shape", 0) * entry("kernel_shape", 1),
    "H·W": dX[2] * dX[3],
    "OH·OW": dY[2] * dY[3],
    "(N·C·H + pads)·W + pads": (dX[0] * dX[1] * dX[2] + pad(0) + pad(2)) * dX[3] + pad(1) + pad(3),
    "H + pads + strides[0]": substitute(padded + stride, AXES[0]),
    "W + pads + strides[1]": substitute(padded + stride, AXES[1]),
    "H + pads + dilations[0]": substitute(padded + dilation, AXES[0]),
    "W + pads + dilations[1]": substitute(padded + dilation, AXES[1]),
    "((N·H + pads)·W + pads)·C": ((dX[0] * dX[2] + pad(0) + pad(2)) * dX[3] + pad(1) + pad(3)) * dX[1],
}
"""Quantities of the clauses that may have to be bounded; H + pads is the padded input on the first axis.

Two bound where in memory a tap would stand that is out of range, in each order of the axes; those with strides bound
where the window after the last one would begin, those with dilations where the tap after its last one would stand.
"""
USUAL = 4
"""Of these, the first ones are all that most functions need."""
MOST_LEFT = 120
"""Open conditions, beyond which a function is not worth asking about again."""
LIMITS = tuple(sorted({machine.high for machine in TYPES}))


@dataclass(frozen=True, slots=True)
class Capacity:
    """Bounds on a call: the most that each of some quantities may be."""

    most: Mapping[str, int]

    def assumed(self, function: Function) -> Path:
        """The bounds, for the calls that a function is for."""
        return tuple(
            Assumption(f"capacity: {name}", substitute(QUANTITIES[name] <= most, function.calls))
            for name, most in self.most.items()
        )

    def __str__(self) -> str:
        return ", ".join(f"{name} < {_power(most + 1)}" for name, most in self.most.items())


def _power(number: int) -> str:
    return f"2^{number.bit_length() - 1}" if number & (number - 1) == 0 else str(number)


def capacity(function: Function, results: Sequence[ConditionOutcome], session: Session) -> Capacity | None:
    """The smallest capacity under which what types demand is proved, empty if they demand nothing; None if none is."""
    demanded = [r.condition for r in results if r.condition.label.endswith(FITS) and not r.proved]
    if not demanded:
        return Capacity({})
    limits = sorted({high for c in demanded for high in LIMITS if high in _numbers(c.goal)})
    names = [name for name, q in QUANTITIES.items() if not _is_number(substitute(q, function.calls))]
    # Those that are left out first, if they can be, are asked about only where they cannot.
    prefixes = (dict.fromkeys(names[:most], limits[0]) for most in dict.fromkeys((USUAL, len(names))))
    most = next((m for m in prefixes if _suffices(Capacity(m), function, demanded, session)), None)
    if most is None:
        return None
    for name in reversed(names):
        if name not in most:
            continue
        most = _weakened(name, most, limits, function, demanded, session)
    return Capacity(most)


def _weakened(
    name: str,
    most: dict[str, int],
    limits: Sequence[int],
    function: Function,
    demanded: Sequence[Condition],
    session: Session,
) -> dict[str, int]:
    """The bounds with that on one quantity left out, or else as weak as can be."""
    rest = {other: bound for other, bound in most.items() if other != name}
    for weaker in (rest, *({**most, name: limit} for limit in reversed(limits[1:]))):
        if _suffices(Capacity(weaker), function, demanded, session):
            return weaker
    return most


def _suffices(found: Capacity, function: Function, demanded: Sequence[Condition], session: Session) -> bool:
    """The first solver proves all that is demanded; the other one is asked in the end."""
    first = next(iter(SOLVERS))
    return all(
        answer.status is Status.UNSAT
        for known, group in _grouped(found, function, demanded)
        for answer in session.ask_without_products(known, group, first)
    )


def _grouped(
    found: Capacity, function: Function, demanded: Sequence[Condition]
) -> Iterator[tuple[Path, list[Condition]]]:
    """The conditions that share what is known, with the bounds, and with what holds of their products."""
    together: dict[int, list[Condition]] = {}
    for condition in demanded:
        together.setdefault(id(condition.known), []).append(condition)
    for group in together.values():
        yield with_capacity(found, function, group), group


def with_capacity(found: Capacity, function: Function, group: Sequence[Condition]) -> Path:
    """What is known of some conditions that share it, with a capacity."""
    known = group[0].known
    facts = bounds([a.term for a in known], [c.goal for c in group])
    specialised = (a.put(function.calls) for a in facts)
    return (*known, *found.assumed(function), *specialised)


def settled(
    function: Function, results: Sequence[ConditionOutcome], found: Capacity, session: Session
) -> tuple[ConditionOutcome, ...]:
    """The results, with what was open asked of each solver under a capacity, and with what holds of products."""
    left = [r.condition for r in results if not r.proved]
    outcomes = dict(_outcomes(function, found, left, session)) if len(left) <= MOST_LEFT else {}
    return tuple(outcomes.get(id(r.condition), r) for r in results)


def _outcomes(
    function: Function, found: Capacity, demanded: Sequence[Condition], session: Session
) -> Iterator[tuple[int, ConditionOutcome]]:
    for known, group in _grouped(found, function, demanded):
        answers = [session.ask_without_products(known, group, name) for name in SOLVERS]
        for condition, each in zip(group, zip(*answers, strict=True), strict=True):
            routes = tuple(
                Route(name, SOLVERS[name].version, VERDICTS[answer.status], answer.seconds)
                for name, answer in zip(SOLVERS, each, strict=True)
            )
            yield id(condition), ConditionOutcome(replace(condition, known=known), routes)


def _numbers(goal: Term) -> frozenset[int]:
    match goal:
        case Operation(Op.AND | Op.LE, args):
            return frozenset().union(*map(_numbers, args))
        case Literal(int(number)):
            return frozenset({number})
    return frozenset()


def _is_number(quantity: Term) -> bool:
    return not free_variables(quantity)
