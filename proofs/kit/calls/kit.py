"""The kit: calls of every combination of classes and the worked examples, with what they give; calls to be refused.

Every expected value is computed twice, by the plain loops and by the fast twin, and must be the same bit for bit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from proofs.kit.calls.broken import Broken, broken
from proofs.kit.calls.combining import ClassChoice, Combined, Sought, classes_in, combine, names
from proofs.kit.calls.elements import tensor
from proofs.kit.calls.solving import axis_domain, call_domain
from reference import maxpool as plain
from reference.common.errors import Contradiction
from reference.conformance.cases.cases import call_of
from reference.examples.cases import Ran, small_examples
from reference.examples.translation import DTYPES
from reference.fast import twin as fast
from reference.onnx import SpatialAxis
from reference.runtimes.protocol import Array, RuntimeCall, same_bits
from spec.maxpool.operator import MAXPOOL, TYPES
from spec.operator.operator import Violation
from spec.readings.value import Environment, evaluate
from spec.window.call import FLOOR_MODE

PREFIX = "test_sonnx_maxpool_class"
GENERAL = (SpatialAxis(5, 2, 2, 2, 1, 2), SpatialAxis(4, 3, 1, 1, 2, 0))
"""Two unlike axes on which no two quantities that could stand for each other are alike."""
SOME_PLANES = (2, 3)
FIELDS = ("x", "kernel", "dilation", "stride", "pad_begin", "pad_end")
ON_AXIS = MAXPOOL.on_axis(of=FLOOR_MODE)


@dataclass(frozen=True, slots=True, eq=False)
class KitCase:
    """A legal call with what it gives: Y and Indices; the combinations that it is the smallest of; all its classes.

    `example` is the worked example that it is, if it is one.
    """

    name: str
    call: RuntimeCall
    X: Array
    outputs: tuple[Array, Array]
    wanted: tuple[tuple[str, ...], ...]
    classes: tuple[ClassChoice, ...]
    example: str = ""

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses whose classes it is in."""
        return tuple(dict.fromkeys(c.of.clause for c in self.classes))


@dataclass(frozen=True, slots=True, eq=False)
class Kit:
    """All cases, the calls that must be refused, and what the solvers said of the rest."""

    cases: tuple[KitCase, ...]
    refused: tuple[tuple[str, Broken], ...]
    combined: Combined


def kit(strength: int, types: Sequence[str] = TYPES) -> Kit:
    """The kit of a strength, for some element types; always the same."""
    combined = combine(strength, types)
    domains = axis_domain(), call_domain(tuple(types))
    calls = [(each, tensor_of(each), "") for each in (*combined.sought.values(), *_general(combined))]
    calls += [(_sought(of), of.X, of.label) for of in small_examples() if of.call["dtype(X)"] in types]
    cases = []
    for number, (each, X, example) in enumerate(calls):
        call, chosen = call_of(X, _axes(each)), tuple(classes_in(each, domains))
        wanted = tuple(map(names, each.wanted))
        cases.append(KitCase(f"{PREFIX}_{number:04}", call, X, expected(X, call), wanted, chosen, example))
    refused = tuple((f"{PREFIX}_refused_{n:03}", _refused(b)) for n, b in enumerate(broken()))
    return Kit(tuple(cases), refused, combined)


def _general(combined: Combined) -> Iterator[Sought]:
    """Each single class once more, with all else not the smallest but unlike: what is alike hides what is exchanged."""
    general = [ON_AXIS.check({f: getattr(axis, f) for f in FIELDS}) for axis in GENERAL]
    for each in [s for s in combined.sought.values() if any(len(c) == 1 for c in s.wanted)]:
        for combination in (c for c in each.wanted if len(c) == 1):
            place = combination[0].place
            axes = [each.axes[i] if place == f"axis {i}" else general[i] for i in range(2)]
            whole = each.whole if place == "call" else _several(each.whole)
            yield Sought((axes[0], axes[1]), whole, each.elements, [])


def _several(whole: Environment) -> Environment:
    """The call with several batches and channels, not as many of the one as of the other."""
    return {**whole, "dX_0": SOME_PLANES[0], "dX_1": SOME_PLANES[1]}


def _sought(example: Ran) -> Sought:
    """A worked example as a call that nothing but its own document asks for."""
    first, second = (
        ON_AXIS.check({word.name: evaluate(its, example.call) for word, its in axis.items() if word.name in FIELDS})
        for axis in MAXPOOL.axes
    )
    return Sought((first, second), {name: example.call[name] for name in ("dX_0", "dX_1", "dtype(X)")}, None, [])


def _axes(sought: Sought) -> tuple[SpatialAxis, SpatialAxis]:
    first, second = (SpatialAxis(*(a[f] for f in FIELDS)) for a in sought.axes)
    return first, second


def tensor_of(sought: Sought) -> Array:
    """The tensor of a call that is sought, of its shape, its type and its class of elements."""
    first, second = _axes(sought)
    shape = (sought.whole["dX_0"], sought.whole["dX_1"], first.x, second.x)
    dtype = np.dtype(DTYPES[sought.whole["dtype(X)"]])
    attributes = call_of(np.empty(shape, dtype), (first, second)).attributes
    return tensor(shape, dtype, attributes, sought.elements)


def expected(X: Array, call: RuntimeCall) -> tuple[Array, Array]:
    """What a call gives, by the plain loops and by the fast twin. Raises Contradiction where they differ."""
    one, other = plain.maxpool(X, **call.attributes), fast.maxpool(X, **call.attributes)
    if not all(map(same_bits, one, other)):
        raise Contradiction(f"the plain loops and the fast twin differ on {call}")
    return one


def _refused(made: Broken) -> Broken:
    """A call that both refuse, with the clause's label. Raises Contradiction where one does not."""
    for of in (plain, fast):
        arguments = dict(made.arguments)
        try:
            of.maxpool(arguments.pop("X"), **arguments)
        except Violation as violation:
            if violation.label == made.clause:
                continue
        raise Contradiction(f"{of.__name__} does not refuse by {made.clause}: {made.how}")
    return made
