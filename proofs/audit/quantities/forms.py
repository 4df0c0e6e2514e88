"""What sentences on quantities may say, by form: each with one that agrees, one that does not, and one unread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class QuantityForm:
    """A form of sentences: one that is right, one that is wrong with the rule that reports it, one that is not read."""

    name: str
    agrees: str
    disagrees: str
    finding: str
    unread: str


QUANTITY_FORMS: Sequence[QuantityForm] = (
    QuantityForm(
        "a bound",
        "The values of `dilations` shall not be less than 1.",
        "The values of `dilations` shall not be less than 2.",
        "domain-wrong",
        "The values of `dilations` shall not be less than usual.",
    ),
    QuantityForm(
        "a bound on none",
        "No pad of any axis may be negative.",
        "No stride may be more than one.",
        "domain-wrong",
        "No stride may be cheap.",
    ),
    QuantityForm(
        "what is an error",
        "It is an error if the output height is less than 1.",
        "It is an error if the output height is less than 2.",
        "domain-wrong",
        "It is an error if the output height is surprising.",
    ),
    QuantityForm(
        "which calls are refused",
        "A call for which the output height or the output width is less than 1 shall be rejected.",
        "A call for which the output height or the output width is less than 2 shall be rejected.",
        "domain-wrong",
        "A call for which the output height is less than 2 shall not be rejected.",
    ),
    QuantityForm(
        "what is allowed",
        "An input height of 1 is allowed.",
        "An input height of 0 is allowed.",
        "domain-wrong",
        "An input height of 1 is allowed on Mondays.",
    ),
    QuantityForm(
        "one size against another",
        "The output height shall never be larger than the padded height.",
        "The output height shall never be larger than the input height.",
        "constraint-too-strong",
        "The output height shall never be larger than the screen.",
    ),
    QuantityForm(
        "how many entries",
        "It is an error if `pads` has fewer than four entries.",
        "It is an error if `pads` has fewer than six entries.",
        "length-wrong",
        "`kernel_shape` has some entries.",
    ),
    QuantityForm(
        "as those of X",
        "The number of channels of Y equals the number of channels of X.",
        "The number of channels of Y is half that of X.",
        "shape-wrong",
        "The number of channels of Y resembles that of X.",
    ),
    QuantityForm(
        "a formula in words",
        "The output height is the padded height minus the extent, divided by the stride, rounded down, plus one.",
        "The output height is the padded height minus the extent, divided by the stride, rounded up, plus one.",
        "formula-wrong",
        "The output height is the padded height minus a bit, divided by the stride.",
    ),
    QuantityForm(
        "one less than a quantity",
        "The extent of the window is the dilation times one less than the kernel size, plus one.",
        "The extent of the window is the dilation times one more than the kernel size, plus one.",
        "formula-wrong",
        "The extent of the window is the dilation times one less than the usual size, plus one.",
    ),
    QuantityForm(
        "step by step",
        "To get the output height, take the input height, add the top and the bottom padding, subtract the extent, "
        "divide by the stride, round down, and add one.",
        "To get the output height, take the input height, add the top and the right padding, subtract the extent, "
        "divide by the stride, round down, and add one.",
        "formula-wrong",
        "To get the output height, take the input height, add some padding, and round down.",
    ),
    QuantityForm(
        "two statements",
        "The extent shall not exceed the padded height, and the output width shall be at least 1.",
        "The extent shall not exceed the input height, and the output width shall be at least 1.",
        "constraint-too-strong",
        "The extent shall not exceed the padded height, and the output width shall be of use.",
    ),
    QuantityForm(
        "rows and columns",
        "An input of 6 rows and 7 columns, a kernel of 2 rows and 2 columns, strides of 2 and no padding give an "
        "output of 3 rows and 3 columns.",
        "An input of 6 rows and 7 columns, a kernel of 2 rows and 2 columns, strides of 2 and no padding give an "
        "output of 3 rows and 4 columns.",
        "example-shape-wrong",
        "An input of 6 rows and 7 columns, a kernel of 2 rows and seats, strides of 2 and no padding give an "
        "output of 3 rows and 3 columns.",
    ),
    QuantityForm(
        "an example",
        "With a stride of 2 and a kernel of 3 by 3, an input of 9 by 7 gives an output of 4 by 3.",
        "With a stride of 2 and a kernel of 3 by 3, an input of 9 by 7 gives an output of 5 by 4.",
        "example-shape-wrong",
        "With a stride of 2 and the usual kernel, an input of 9 by 7 gives an output of 4 by 3.",
    ),
    QuantityForm(
        "the size of a window",
        "A kernel of size 3 with dilation 2 covers 5 rows.",
        "A kernel of size 3 with dilation 2 covers 6 rows.",
        "example-shape-wrong",
        "A kernel of size 3 covers 3 rows of seats.",
    ),
    QuantityForm(
        "what changes with what",
        "Larger strides make the output smaller.",
        "Larger strides make the output larger.",
        "meaning-wrong",
        "Larger strides make the output better.",
    ),
    QuantityForm(
        "the first index",
        "The smallest possible index is at least 0.",
        "The smallest possible index is at least 1.",
        "index-wrong",
        "The smallest possible index is small.",
    ),
)
