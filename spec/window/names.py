"""The quantities of one spatial axis, by the names in which clauses of scope AXIS are written."""

from __future__ import annotations

from spec.language.terms import Variable

x = Variable("x")
"""The input size."""
pad_begin = Variable("pad_begin")
pad_end = Variable("pad_end")
kernel = Variable("kernel")
dilation = Variable("dilation")
stride = Variable("stride")
extent = Variable("extent")
"""How many positions a window spans, from its first tap to its last."""
slack = Variable("slack")
"""How far a window can move in the padded input."""
y = Variable("y")
"""The output size."""

m = Variable("m")
"""A window, counted from 0."""
h = Variable("h")
"""A tap of a window, counted from 0."""
