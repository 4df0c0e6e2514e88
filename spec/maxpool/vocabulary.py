"""The names of the MaxPool specification: the variables and function symbols that its formulas are written with."""

from __future__ import annotations

from collections.abc import Mapping

from spec.language.terms import Sort, Symbol, Term, Variable
from spec.window.names import dilation, extent, kernel, pad_begin, pad_end, slack, stride, x, y

# Positions: batch, channel, and on the second spatial axis a window and a tap in it. On the first they are m and h.
b, c, n, w = (Variable(name) for name in "bcnw")

# Sizes of the tensors, as the draft writes them: dX_2 is the size of X on its first spatial axis.
dX = tuple(Variable(f"dX_{i}") for i in range(4))
dY = tuple(Variable(f"dY_{i}") for i in range(4))
dIndices = tuple(Variable(f"dIndices_{i}") for i in range(4))
rank_X = Variable("rank(X)")

ATTRIBUTES = ("auto_pad", "ceil_mode", "dilations", "kernel_shape", "pads", "storage_order", "strides")
"""The attributes of MaxPool, in the documents' (alphabetical) order."""

auto_pad = Variable("auto_pad", Sort.NAME)
ceil_mode = Variable("ceil_mode")
storage_order = Variable("storage_order")
unknown_attributes = Variable("unknown_attributes", Sort.NAME)
defaults_used = Variable("defaults_used")


def given(attribute: str) -> Variable:
    """Whether the call sets an attribute."""
    return Variable(f"given({attribute})", Sort.BOOL)


def kind_of(name: str) -> Variable:
    """What kind of thing the call passes: `integer`, `list of integers`, `string`, `tensor` ..."""
    return Variable(f"type({name})", Sort.NAME)


def dtype(tensor: str) -> Variable:
    """The element type of a tensor, by its ONNX name: `float16`, `float`, `double`, `int8`, `uint8`, `int64`."""
    return Variable(f"dtype({tensor})", Sort.NAME)


def length(attribute: str) -> Variable:
    """The number of entries of a list attribute."""
    return Variable(f"length({attribute})")


def entry(attribute: str, i: int) -> Variable:
    """The i-th entry of a list attribute, counted from 0 as the documents do."""
    return Variable(f"{attribute}[{i}]")


def axis_names(i: int, spatial_axes: int = 2) -> Mapping[Variable, Term]:
    """The documents' symbols for the per-axis variables on spatial axis i."""
    return {
        x: Variable(f"dX_{i + 2}"),
        y: Variable(f"dY_{i + 2}"),
        pad_begin: entry("pads", i),
        pad_end: entry("pads", i + spatial_axes),
        kernel: entry("kernel_shape", i),
        dilation: entry("dilations", i),
        stride: entry("strides", i),
        extent: Variable(f"extent_{i}"),
        slack: Variable(f"slack_{i}"),
    }


AXES = (axis_names(0), axis_names(1))

# Tensors, and the two functions through which elements are compared.
_CELL = (Sort.INT,) * 4
X = Symbol("X", _CELL, Sort.ELEMENT)
Y = Symbol("Y", _CELL, Sort.ELEMENT)
Indices = Symbol("Indices", _CELL, Sort.INT)
key = Symbol("key", (Sort.ELEMENT,), Sort.REAL)
"""The rank of an element in the order by which maxima are taken."""
value = Symbol("value", (Sort.ELEMENT,), Sort.ELEMENT)
"""The element that stands in Y for a selected element of X: itself, but -inf for a NaN."""
is_nan = Symbol("is_nan", (Sort.ELEMENT,), Sort.BOOL)
is_zero = Symbol("is_zero", (Sort.ELEMENT,), Sort.BOOL)
v = Variable("v", Sort.ELEMENT)
v2 = Variable("v2", Sort.ELEMENT)
minus_infinity = Variable("minus_infinity", Sort.ELEMENT)

# Elements that no clause speaks of, and some alternatives do.
lowest = Variable("lowest", Sort.ELEMENT)
"""The smallest number of the type that is finite."""
zero = Variable("zero", Sort.ELEMENT)
