"""The names of the MaxPool specification: the variables and function symbols that its formulas are written with.

Those of every operator's call and of every window stand in `spec.operator.names` and `spec.window.plane`.
"""

from __future__ import annotations

from spec.language.terms import Sort, Symbol, Variable
from spec.operator.names import defaults_used, dtype, entry, given, kind_of, length, unknown_attributes
from spec.window.call import auto_pad, ceil_mode
from spec.window.plane import AXES, axis_names, b, c, dX, dY, n, rank_X, w

# What MaxPool's formulas share with others is read here too, beside its own.
# fmt: off
__all__ = [
    "AXES", "auto_pad", "axis_names", "b", "c", "ceil_mode", "dX", "dY", "defaults_used", "dtype", "entry", "given",
    "kind_of", "length", "n", "rank_X", "unknown_attributes", "w",
]
# fmt: on

dIndices = tuple(Variable(f"dIndices_{i}") for i in range(4))

ATTRIBUTES = ("auto_pad", "ceil_mode", "dilations", "kernel_shape", "pads", "storage_order", "strides")
"""The attributes of MaxPool, in the documents' (alphabetical) order."""

storage_order = Variable("storage_order")

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
