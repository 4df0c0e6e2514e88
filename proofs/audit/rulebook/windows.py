"""Rules about windows, sizes and the constraints as a whole: which calls are allowed, and what each of them gets."""

from __future__ import annotations

from proofs.audit.rulebook.findings import Level
from proofs.audit.rulebook.rule import Rule

WINDOWS = (
    Rule(
        "output-size-not-positive",
        Level.ERROR,
        "A legal call has an output without elements",
        """
        The document's constraints allow a call for which its formula gives an output size of zero or less, and no error
        is stated for it. The witness is the smallest such call: mostly a kernel larger than the padded input.

        An implementation may raise an error, return an empty tensor, or allot memory of a negative size. Require that
        each size of the output is at least 1, or state the error.
        """,
        r"""
        - $dY_2 = \lfloor (dX_2 - kernel\_shape[0]) / strides[0] \rfloor + 1$
        """,
        r"""
        - $dY_2 = \lfloor (dX_2 - kernel\_shape[0]) / strides[0] \rfloor + 1$
        - $dY_2 \geq 1$
        """,
    ),
    Rule(
        "window-without-element",
        Level.ERROR,
        "A legal call has a window without an element of the input",
        """
        The document's constraints allow a call in which a window covers padding alone. A maximum of nothing is no
        number of the input, and there is no index to return. The witness is the smallest such call.

        Pads below the kernel's size are neither enough (a dilated window can step over a small input) nor needed. Bound
        the pads so that every window meets the input, and prove it, or say what such a window gives.
        """,
        """
        - `pads` is a list of integers from 0.
        """,
        r"""
        - `pads` is a list of integers from 0.
        - Each window contains at least one element of X:
          $\forall m\ \exists h: 0 \leq m \cdot strides[0] + h \cdot dilations[0] - pads[0] < dX_2$
        """,
    ),
    Rule(
        "constraints-contradictory",
        Level.ERROR,
        "The constraints exclude every call",
        """
        No call satisfies all the constraints together: what follows from them follows from nothing, and an
        implementation that checks them rejects everything. Mostly two copies of one constraint have been edited apart,
        or an inequality points the wrong way.

        The message names constraints that cannot hold together. Correct one of them.
        """,
        """
        - `strides` is a list of integers from 1.
        - Each value of `strides` is below 1.
        """,
        """
        - `strides` is a list of integers from 1.
        - Each value of `strides` is below the size of the input.
        """,
    ),
    Rule(
        "pad-negative",
        Level.ERROR,
        "SAME padding becomes negative",
        """
        The padding that SAME computes is what the windows need beyond the input. Where the stride is larger than the
        kernel, the windows need less than the input has, and the formula gives a negative pad. The witness is the
        smallest such call.

        Some implementations crop the input then, others pad nothing. Take the maximum of the formula and 0, and check
        that the output size still agrees.
        """,
        r"""
        pad_shape[i] = (output_shape[i] - 1) * strides[i] + kernel_shape[i] - input_shape[i]
        """,
        r"""
        pad_shape[i] = max((output_shape[i] - 1) * strides[i] + kernel_shape[i] - input_shape[i], 0)
        """,
        language="text",
    ),
    Rule(
        "ceil-window-empty",
        Level.ERROR,
        "In ceil mode, the last window may hold no element",
        """
        A size that is rounded up can count a window that starts in the padding after the input, or beyond it. It holds
        no element of the input, so that the formula for the output has nothing to take the maximum of. The witness is
        the smallest such call.

        Leave out a window that would start behind the input, and say so with the formula for the size.
        """,
        r"""
        output_shape[i] = ceil((input_shape[i] + pad_shape[i] - kernel_shape[i]) / strides[i]) + 1
        """,
        r"""
        output_shape[i] = ceil((input_shape[i] + pad_shape[i] - kernel_shape[i]) / strides[i]) + 1, less 1 if the last
        window would start in the padding after the input
        """,
        language="text",
    ),
    Rule(
        "restriction-unclaimed",
        Level.WARNING,
        "A rationale names a restriction that does not give the statement",
        """
        A constraint gives a restriction as its reason, but that restriction is about something else, or allows more
        than the constraint does. Whoever lifts the restriction later will lift the wrong constraint, or miss this one.

        Name the restriction from which the statement follows, add one, or give another reason.
        """,
        """
        Restrictions: `R1`: two spatial axes. `R2`: the floor mode alone.

        - Statement: `storage_order` is 0.
            - Rationale: `R2`
        """,
        """
        Restrictions: `R1`: two spatial axes. `R2`: the floor mode alone. `R3`: row-major order alone.

        - Statement: `storage_order` is 0.
            - Rationale: `R3`
        """,
    ),
    Rule(
        "errors-unstated",
        Level.WARNING,
        "The document says that there are no errors, but allows calls without a result",
        """
        A section on errors says that there are none, while the constraints allow a call that has no result: an output
        of no size, a window of padding alone, a division by zero. Both cannot be.

        Exclude such calls by a constraint, or state the error that they meet.
        """,
        """
        ## Error conditions
        There are no errors.
        """,
        """
        ## Error conditions
        A call that breaks a constraint is rejected, with the constraint's label.
        """,
    ),
    Rule(
        "formula-repeated",
        Level.WARNING,
        "A constraint is stated twice for one axis",
        """
        Two lines of one list say the same of the same axis. Mostly a line was copied for the other axis and its index
        not changed, so that the other axis has no such constraint.

        Change the index, or remove the line.
        """,
        r"""
        - $strides[0] \geq 1$
        - $strides[0] \geq 1$
        """,
        r"""
        - $strides[0] \geq 1$
        - $strides[1] \geq 1$
        """,
    ),
)
