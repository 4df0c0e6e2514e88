"""Rules about the second output: which element it points to, and how it counts."""

from __future__ import annotations

from proofs.audit.rulebook.findings import Level
from proofs.audit.rulebook.rule import Rule

INDICES = (
    Rule(
        "index-offset-missing",
        Level.ERROR,
        "A flat index leaves out the batch and the channel",
        """
        The document says that an index counts in the flat view of the whole tensor, but its formula only counts within
        one plane. With one batch and one channel both agree; with two, elements of different channels get the same
        index, and whoever scatters values back by index (MaxUnpool does) overwrites the first channel with the second.

        Add the offset of the plane, or say that an index counts within its plane.
        """,
        r"""
        $Indices[b,c,m,n] = r \cdot dX_3 + s$
        """,
        r"""
        $Indices[b,c,m,n] = ((b \cdot dX_1 + c) \cdot dX_2 + r) \cdot dX_3 + s$
        """,
    ),
    Rule(
        "index-ambiguous",
        Level.ERROR,
        "The relation that defines the index does not define one",
        """
        A window may hold its maximum twice. A relation "if this element is the maximum, then the index is its place"
        that is read for all elements demands two different indices at once, so that no index satisfies it; read for
        some element, it is satisfied by either. The witness is the smallest window for which that happens.

        Define the index as the smallest (or the largest) of the places at which the maximum stands.
        """,
        r"""
        $Y[b,c,m,n] = X[b,c,r,s] \implies Indices[b,c,m,n] = r \cdot dX_3 + s$
        """,
        r"""
        $Indices[b,c,m,n] = \min \{ ((b \cdot dX_1 + c) \cdot dX_2 + r) \cdot dX_3 + s \mid X[b,c,r,s] = Y[b,c,m,n],
        (r, s) \text{ in the window} \}$
        """,
    ),
    Rule(
        "index-outside-window",
        Level.ERROR,
        "The index may point to an element outside of the window",
        """
        The definition asks only that the element at the index equals the maximum, not that it lies in the window. An
        equal element elsewhere in the tensor satisfies it as well. The witness shows such a tensor.

        Say that the element is one of the window's: write its row and column with the window's start and a tap.
        """,
        r"""
        $Indices[b,c,m,n]$ is a place at which $X$ holds the value $Y[b,c,m,n]$.
        """,
        r"""
        $Indices[b,c,m,n]$ is the first place of the window of $(m, n)$ at which $X$ holds the value $Y[b,c,m,n]$.
        """,
    ),
    Rule(
        "index-counts-padding",
        Level.ERROR,
        "The index counts elements of the padding",
        """
        An index points into the input, which has no padding. The formula counts rows and columns of the padded tensor:
        the first element of the input gets the number of an element further on, and the last ones point beyond the end.

        Subtract the pads at the beginning of each axis from the row and from the column.
        """,
        r"""
        $Indices[b,c,m,n] = r \cdot dX_3 + s$, where $r$ and $s$ are row and column in the padded tensor $X_p$
        """,
        r"""
        $Indices[b,c,m,n] = (r - pads[0]) \cdot dX_3 + s - pads[1]$, where $r$ and $s$ are row and column in the
        padded tensor $X_p$ of one plane
        """,
    ),
    Rule(
        "index-range-wrong",
        Level.ERROR,
        "An index runs over a wrong range",
        """
        A range of an index ends too early or too late, or starts at the wrong number: it leaves out elements that the
        definition needs, or includes ones that do not exist. The most frequent slip is a range that ends with the
        dimension instead of the dimension less 1.

        The suggestion is the range that is meant.
        """,
        r"""
        $m \in [0, dY_2]$ is the index along the first spatial axis of the output.
        """,
        r"""
        $m \in [0, dY_2 - 1]$ is the index along the first spatial axis of the output.
        """,
    ),
    Rule(
        "tie-open",
        Level.WARNING,
        "Which of several equal maxima the index points to is left open",
        """
        A window may hold its maximum more than once. The document does not say which of the places the index names, so
        that two correct implementations differ, and a test can compare neither with the other.

        Say it in one sentence; most runtimes take the first place in row-major order.
        """,
        """
        `Indices` holds the place of the maximum of each window.
        """,
        """
        `Indices` holds the place of the maximum of each window; of several, the first in row-major order.
        """,
    ),
    Rule(
        "tie-wrong",
        Level.ERROR,
        "Another of several equal maxima is chosen than the specification chooses",
        """
        A window may hold its maximum more than once. The document says which of the places the index names, and it is
        not the first in row-major order. All implementations that are held against the specification would fail
        wherever a window has two equal maxima.

        Choose the first in row-major order of the window.
        """,
        """
        Of several equal maxima, the last in row-major order counts.
        """,
        """
        Of several equal maxima, the first in row-major order counts.
        """,
    ),
)
