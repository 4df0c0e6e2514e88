"""Experiments with Conv and AveragePool: edges of their calls, and cells of Y, right and wrong, by the plain loops."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reference.averagepool import averagepool
from reference.call import ABSENT, described
from reference.conv import conv
from reference.examples.cases import reader
from reference.strength.sizes import AXES, LaidAxis, on_axes
from reference.windows import windows
from spec.averagepool import operator as averaging
from spec.conv import operator as convolving
from spec.operator.clauses import Clause
from spec.operator.experiments import CallCase, Experiments, OutputCase, Situation
from spec.operator.operator import Operator
from spec.readings.value import Environment

LISTED = ("dilations", "kernel_shape", "pads", "strides")
LISTS: Mapping[str, object] = {
    "auto_pad": "NOTSET",
    "dilations": [1, 2],
    "kernel_shape": [2, 2],
    "pads": [1, 0, 0, 1],
    "strides": [2, 1],
}
PADDING_ALONE: Mapping[str, object] = {**LISTS, "dilations": [1, 1], "pads": [2, 2, 2, 2], "strides": [1, 1]}

Edges = Mapping[str, Sequence[Mapping[str, object]]]
"""For each label, changes of a legal call's variables that break that clause and none before it."""

ON_X: Edges = {
    "attributes.known": [{"unknown_attributes": "'group_size'"}],
    "general.no-default-values": [{"defaults_used": 1}],
    "X.tensor": [{"type(X)": "list"}],
    "X.types": [{"dtype(X)": name} for name in ("int8", "int64", "bfloat16")],
    "R1": [{"rank(X)": 3}, {"rank(X)": 5}],
    "X.batch-and-channels": [{"dX_0": -1}, {"dX_1": -1}],
    "X.spatial": [{"dX_2": 0}, {"dX_3": 0}],
    "auto_pad.type": [{"type(auto_pad)": "integer"}],
    "auto_pad.domain": [{"auto_pad": "SAME"}],
    "R3": [{"auto_pad": name} for name in ("VALID", "SAME_UPPER", "SAME_LOWER")],
    **{f"{name}.type": [{f"type({name})": "integer"}] for name in LISTED},
    **{f"{name}.length": [{f"length({name})": n} for n in (1, 3)] for name in ("dilations", "kernel_shape", "strides")},
    "pads.length": [{"length(pads)": 2}, {"length(pads)": 5}],
    **{
        f"{name}.positive": [{f"{name}[{i}]": 0} for i in range(2)] for name in ("dilations", "kernel_shape", "strides")
    },
    "pads.non-negative": [{f"pads[{i}]": -1} for i in range(4)],
}


def on_both(*axes: LaidAxis) -> Environment:
    """The variables of a call with a window laid on each of its axes, W's sizes being the kernel's."""
    found: dict[str, int] = {}
    for i, axis in enumerate(axes):
        found |= {f"dX_{i + 2}": axis.x, f"dW_{i + 2}": axis.kernel, f"kernel_shape[{i}]": axis.kernel}
        found |= {f"pads[{i}]": axis.pads[0], f"pads[{i + 2}]": axis.pads[1]}
        found |= {f"dilations[{i}]": axis.dilation, f"strides[{i}]": axis.stride}
    return found


@dataclass(frozen=True, slots=True)
class Exact:
    """An operator with an exact reference: its attributes, legal calls (tensors, attributes), edges, what is run."""

    operator: Operator
    names: tuple[str, ...]
    legal: tuple[tuple[Mapping[str, object], Mapping[str, Any]], ...]
    edges: Edges
    run: Callable[..., NDArray[Any]]
    inputs: str
    types: Mapping[str, tuple[str, ...]]
    also_legal: Sequence[Mapping[str, object]]

    def _described(self, tensors: Mapping[str, object], attributes: Mapping[str, Any]) -> dict[str, Any]:
        given = {name: tensors.get(name, ABSENT) for name in self.inputs}
        return described(given, self.names, attributes)

    def calls(self) -> Sequence[CallCase]:
        """The legal calls, and for each clause calls that break it."""
        calls = [self._described(tensors, attributes) for tensors, attributes in self.legal]
        edges: list[tuple[str, Mapping[str, object]]] = [("", {**change}) for change in self.also_legal]
        edges += [("R2", {f"given({name})": False}) for name in self.names]
        edges += [(label, change) for label, changes in self.edges.items() for change in changes]
        legal = (CallCase(f"legal call {i}", call, breaks="") for i, call in enumerate(calls))
        laid = ((f"on {a} and {b}", on_both(a, b)) for a, b in zip(AXES, AXES[7:], strict=False))
        return (
            *legal,
            *(CallCase(on, {**calls[0], **change}) for on, change in laid),
            *(CallCase(str(change), {**calls[0], **change}, breaks=label) for label, change in edges),
        )

    def situations(self) -> Iterator[Situation]:
        """Sizes and type of Y, and each of its elements, right and wrong, as the plain loops say; sizes on axes."""
        for situation in on_axes():
            if allows := {label: may for label, may in situation.allows.items() if label in self.operator}:
                yield replace(situation, allows=allows)
        for number, (tensors, attributes) in enumerate(self.legal):
            Y, on = self.run(**tensors, **attributes), f"in legal call {number}"
            given = {name: t for name, t in tensors.items() if isinstance(t, np.ndarray)}
            base = self._described(tensors, attributes) | {f"dY_{i}": n for i, n in enumerate(Y.shape)}
            base |= {name: reader(t, lambda v: Fraction(v.item())) for name, t in given.items()} | {"dtype(Y)": "float"}
            for label, sizes in self.types.items():
                for name in sizes:
                    wrong = "double" if name.startswith("dtype") else int(base[name]) + 1
                    for value in (base[name], wrong):
                        yield Situation(f"{name} {value}", on, base, {name: value}, {label: value == base[name]})
            yield from self._cells(on, base, Y, attributes)

    def _cells(self, on: str, base: Environment, Y: NDArray[Any], attributes: Mapping[str, Any]) -> Iterator[Situation]:
        lists = {name: attributes[name] for name in LISTED}
        rows = windows(np.empty([base[f"dX_{i}"] for i in range(4)]), **lists)
        for index in np.ndindex(Y.shape):
            taps, right = len(rows[index[2]][index[3]]), Y[index]
            cell = {**base, **dict(zip("bcmn", index, strict=True))}
            positions = int(np.prod(attributes["kernel_shape"]))
            count = positions if attributes.get("count_include_pad") else taps
            for value in dict.fromkeys((right, right + 1, right - 1, right * count / positions)):
                allows = {"Y.convolution" if "W" in base else "Y.average": value == right}
                if "W" in base:
                    allows["windows.padding-alone"] = bool(taps) or value == right
                changes = {"Y": lambda *_, value=value: value, "count": count}
                yield Situation(f"Y{list(index)} = {value}", on, cell, changes, allows)
            for number in {count, taps, positions, count + 1} if "W" not in base else ():
                yield Situation(f"count {number}", on, cell, {"count": number}, {"Y.count": number == count})

    def outputs(self, clause: Clause) -> Iterable[OutputCase]:
        """The same, as cases of a clause over outputs."""
        about = (s for s in self.situations() if clause.label in s.allows)
        for number, s in enumerate(about):
            yield OutputCase(number, {**s.base, **s.changes}, s.allows[clause.label], s.on, s.allows[clause.label])

    def experiments(self) -> Experiments:
        """All of it."""
        return Experiments(self.calls, self.outputs, situations=self.situations)


def tensor(*shape: int) -> NDArray[np.float32]:
    """A tensor of numbers that are all different, and whose sums are."""
    size = int(np.prod(shape))
    return np.array([i**2 / 4 - 3 for i in range(size)], np.float32).reshape(shape)


X = tensor(2, 4, 3, 4)
OUTPUTS = {"Y.batch": ("dY_0",), "Y.channels": ("dY_1",), "Y.type": ("dtype(Y)",)}
AVERAGED = {"ceil_mode": 0, "count_include_pad": 0, **LISTS}
AVERAGEPOOL = Exact(
    averaging.AVERAGEPOOL,
    averaging.ATTRIBUTES,
    tuple(({"X": X[:, :2]}, {**AVERAGED, "count_include_pad": included}) for included in (0, 1)),
    {
        **ON_X,
        "ceil_mode.type": [{"type(ceil_mode)": "string"}],
        "ceil_mode.domain": [{"ceil_mode": 2}, {"ceil_mode": -1}],
        "R4": [{"ceil_mode": 1}],
        "count_include_pad.type": [{"type(count_include_pad)": "string"}],
        "count_include_pad.domain": [{"count_include_pad": 2}, {"count_include_pad": -1}],
        "Y.positive": [{"kernel_shape[0]": 6}, {"dilations[1]": 6}],
        "windows.meet-input": [{"pads[0]": 2}, {"pads[3]": 9}],
    },
    averagepool,
    "X",
    OUTPUTS,
    [*({"dtype(X)": name} for name in averaging.TYPES), {"dX_0": 0}, {"dX_1": 0}],
)

WEIGHTS = {"X": X, "W": tensor(4, 2, 2, 2)}
CONV = Exact(
    convolving.CONV,
    convolving.ATTRIBUTES,
    (
        ({**WEIGHTS, "B": tensor(4)}, {"group": 2, **LISTS}),
        (WEIGHTS, {"group": 2, **LISTS}),
        ({**WEIGHTS, "B": tensor(4)}, {"group": 2, **PADDING_ALONE}),
    ),
    {
        **ON_X,
        "W.tensor": [{"type(W)": "list"}],
        "B.tensor": [{"type(B)": "list"}],
        "W.types": [{"dtype(W)": "double"}],
        "B.types": [{"dtype(B)": "double"}],
        "W.rank": [{"rank(W)": 3}, {"rank(W)": 5}],
        "B.rank": [{"rank(B)": 2}, {"rank(B)": 0}],
        "W.sizes": [{"dW_0": 0}, {"dW_1": 0}],
        "group.type": [{"type(group)": "string"}],
        "group.positive": [{"group": 0}],
        "W.kernel": [{"dW_2": 3}, {"dW_3": 1}, {"kernel_shape[0]": 1}],
        "W.groups": [{"group": 3}, {"dW_0": 3}],
        "X.groups": [{"dX_1": 0}, {"dX_1": 5}, {"dX_1": 2}, {"dW_1": 1}],
        "B.size": [{"dB_0": 1}, {"dB_0": 5}],
        "Y.positive": [{"dX_2": 1, "pads[0]": 0, "dilations[0]": 2}, {"dilations[1]": 6}],
    },
    conv,
    "XWB",
    OUTPUTS,
    (
        *({f"dtype({tensor})": name for tensor in "XWB"} for name in convolving.TYPES),
        {"dX_0": 0},
        {"given(B)": False},
        {"dX_1": 6, "dW_1": 3},
        {"dX_1": 1, "dW_1": 1, "group": 1, "dW_0": 1, "dB_0": 1},
    ),
)
