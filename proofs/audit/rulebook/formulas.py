"""Rules about formulas: what they compute, and what their letters stand for."""

from __future__ import annotations

from proofs.audit.rulebook.findings import Level
from proofs.audit.rulebook.rule import Rule

FORMULAS = (
    Rule(
        "formula-wrong",
        Level.ERROR,
        "A formula does not give what the operator computes",
        """
        For at least one legal call the formula gives another value than the operator. The witness is the smallest such
        call that there is: put its numbers into the formula and compare.

        An implementer who follows the formula allots a tensor of the wrong size, or fills it wrongly. The usual causes
        are a `+ 1` on the wrong side of a fraction bar, a forgotten `dilations`, or one pad instead of the sum of two.
        The suggestion is a formula that is proved equal to the operator for every legal call.
        """,
        r"""
        $dY_2 = \lfloor t / (strides[0] + 1) \rfloor$, where
        $t = dX_2 + pads[0] + pads[2] - dilations[0] \cdot (kernel\_shape[0] - 1) - 1$
        """,
        r"""
        $dY_2 = \lfloor t / strides[0] \rfloor + 1$, where
        $t = dX_2 + pads[0] + pads[2] - dilations[0] \cdot (kernel\_shape[0] - 1) - 1$
        """,
    ),
    Rule(
        "formula-not-understood",
        Level.WARNING,
        "A formula could not be read, so it was not judged",
        """
        The audit passes nothing over in silence: what it cannot read it names. A formula is not understood where its
        notation is not explained by the document, where brackets do not match, or where it uses a construct that the
        audit does not know.

        Nothing is said about whether the formula is right. Write it with names that the document defines, or explain
        its notation in a sentence that begins with "where"; a reader will be glad of it too.
        """,
        r"""
        $dY_2 = \Theta(dX_2 \star pads)$
        """,
        r"""
        $dY_2 = \lfloor t / strides[0] \rfloor + 1$, where
        $t = dX_2 + pads[0] + pads[2] - dilations[0] \cdot (kernel\_shape[0] - 1) - 1$
        """,
    ),
    Rule(
        "formula-undecided",
        Level.WARNING,
        "A formula was read, but neither proved nor refuted",
        """
        The formula was understood, and the solvers neither proved that it gives what the operator computes nor found a
        call for which it does not, within the time that an audit has. Nothing is said about whether it is right.

        Break it up: name a product or a quotient in a definition of its own, so that each part can be decided.
        """,
        r"""
        $dY_2 = \lfloor (dX_2 \cdot dX_2 \cdot t) / (dX_2 \cdot dX_2 \cdot strides[0]) \rfloor + 1$
        """,
        r"""
        $dY_2 = \lfloor t / strides[0] \rfloor + 1$
        """,
    ),
    Rule(
        "divisor-not-positive",
        Level.ERROR,
        "A divisor may be zero or negative",
        """
        The document's own constraints allow a call in which a formula divides by zero, or by a negative number, for
        which rounding down and rounding towards zero differ. The witness is the smallest such call.

        The formula has no meaning there, and implementations will differ. Add a constraint that keeps the divisor
        positive (for an attribute: its domain), or say which error such a call meets.
        """,
        r"""
        - `strides` is a list of integers from 0.
        - $dY_2 = \lfloor t / strides[0] \rfloor + 1$
        """,
        r"""
        - `strides` is a list of integers from 1.
        - $dY_2 = \lfloor t / strides[0] \rfloor + 1$
        """,
    ),
    Rule(
        "arity-wrong",
        Level.ERROR,
        "A tensor is indexed with a wrong number of indices",
        """
        A tensor with batches, channels and two spatial axes has four indices. With fewer or more, the expression names
        no element, and a reader must guess which axes were meant.

        Write an index for each axis of the tensor.
        """,
        r"""
        $Y[b, c, m, n] = X_p[m, n]$
        """,
        r"""
        $Y[b, c, m, n] = X_p[b, c, m, n]$
        """,
    ),
    Rule(
        "padded-dimension",
        Level.ERROR,
        "The padded tensor is given the dimensions of the input",
        """
        Padding makes a tensor larger: along an axis, its dimension is that of the input with the pads at both ends
        added. A range of an index of the padded tensor that ends with the input's dimension leaves the last rows or
        columns out, and a flat index that multiplies by the wrong width points to another element.

        Name the padded dimension, or write it as a sum.
        """,
        r"""
        $h \in [0, dX_2 - 1]$ is an index of the padded tensor $X_p$, whose dimension is $dX_2$.
        """,
        r"""
        $h \in [0, dX_2 + pads[0] + pads[2] - 1]$ is an index of the padded tensor $X_p$.
        """,
    ),
    Rule(
        "letter-twice",
        Level.ERROR,
        "An index letter is used for two things",
        """
        Within one definition a letter stands for one thing. If it counts the taps of a window in one formula and the
        rows of the input in the next, the second formula says something else than was meant wherever both are read
        together.

        Rename one of the two, in its formula and in the list that explains the letters.
        """,
        r"""
        $Y[b,c,m,n] = \max_{h=0}^{k-1} X_p[b, c, m + h, n]$, and where $Y[b,c,m,n] = X_p[b, c, h, n]$,
        `Indices` points to row $h$.
        """,
        r"""
        $Y[b,c,m,n] = \max_{h=0}^{k-1} X_p[b, c, m + h, n]$, and where $Y[b,c,m,n] = X_p[b, c, r, n]$,
        `Indices` points to row $r$.
        """,
    ),
    Rule(
        "axes-swapped",
        Level.ERROR,
        "The prose swaps rows and columns against the formula",
        """
        The formulas use the first value of an attribute along the first spatial axis, which goes down the rows. The
        prose uses it for the other one. For a square kernel and equal strides nobody notices; for any other call an
        implementation after the prose gives other values and mostly another shape.

        Say "down" and "rows" of the first spatial axis, "to the right" and "columns" of the second.
        """,
        """
        With `strides` = (3, 2), the window moves 3 columns to the right and 2 rows down.
        """,
        """
        With `strides` = (3, 2), the window moves 3 rows down and 2 columns to the right.
        """,
    ),
    Rule(
        "sections-differ",
        Level.WARNING,
        "Two sections that should agree do not",
        """
        The document says the same thing several times, for example once for each element type, and not the same way:
        a constraint, an attribute or a formula of one section is absent from another or differs in it. Unless the
        difference is meant, one of them was mended and the other forgotten.

        Make them agree, refer from one to the other, or say why they differ.
        """,
        """
        # MaxPool (real)
        - `strides` is a list of integers from 1.

        # MaxPool (int)
        - `strides` is a list of integers.
        """,
        """
        # MaxPool (real)
        - `strides` is a list of integers from 1.

        # MaxPool (int)
        - `strides`: as in the section on reals.
        """,
    ),
)
