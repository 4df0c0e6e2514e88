"""A function in which each rule that both derivations have is at work. What it computes is of no use to anybody.

The reference needs few of them: no choice, nothing that is evaluated only under a condition, no write in a branch.
"""

from __future__ import annotations

from proofs.program.source.language import Function
from proofs.program.source.subset import parse
from spec.operator.clauses import Source

NAME = "every_rule"
TEXT = """
def every_rule(X, new_Y, new_Indices, dX_0, dX_1, dX_2, dX_3, dilations, kernel_shape, pads, strides):
    Y = new_Y(dX_0, dX_1, dX_2, dX_3)
    Indices = new_Indices(dX_0, dX_1, dX_2, dX_3)
    last = 0
    for i in range(dX_0):
        j = dX_2 // strides[0] if i < last else dX_3 // strides[1]
        for k in range(last, j):
            if i < j and dX_2 // i < k and X[i, j, k, last] > X[k, j, i, last] or dX_3 // k == i:
                Y[i, j, k, i] = X[i, i, j, k]
                one = k
            else:
                Y[j, i, k, k] = X[k, i, j, i]
                Indices[i, j, i, k] = k // j
                one = i
            Indices[i, i, k, one] = one
    return Y, Indices
"""
SOURCE = Source("proofs/program/derived/rules.py", NAME)


def every_rule() -> Function:
    """The function, read."""
    return parse(TEXT.encode(), NAME)
