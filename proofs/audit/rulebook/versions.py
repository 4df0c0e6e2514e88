"""Rules about several versions of one operator in one document."""

from __future__ import annotations

from proofs.audit.rulebook.findings import Level
from proofs.audit.rulebook.rule import Rule

VERSIONS = (
    Rule(
        "version-changed",
        Level.NOTE,
        "A version of the operator behaves differently from the one before",
        """
        The formulas of two versions differ for at least one call that both allow; the witness is the smallest. That may
        be just what the newer version is for. The note is there so that nobody takes it for a change of wording.

        If no change was meant, one of the two is wrong.
        """,
        """
        MaxPool - 1: output_shape[i] = floor((input_shape[i] - kernel_shape[i]) / strides[i]) + 1
        MaxPool - 2: output_shape[i] = ceil((input_shape[i] - kernel_shape[i]) / strides[i]) + 1
        """,
        """
        MaxPool - 1: output_shape[i] = floor((input_shape[i] - kernel_shape[i]) / strides[i]) + 1
        MaxPool - 2: output_shape[i] = floor((input_shape[i] - kernel_shape[i]) / strides[i]) + 1
        """,
        language="text",
    ),
    Rule(
        "version-equivalent",
        Level.NOTE,
        "Two versions write a formula differently and mean the same",
        """
        The formulas differ in their text and are proved equal for every call that both versions allow. An implementer
        need not tell the versions apart for their sake.

        Nothing is to be done; one wording for both would spare readers the comparison.
        """,
        """
        MaxPool - 1: output_shape[i] = floor((input_shape[i] - kernel_shape[i]) / strides[i]) + 1
        MaxPool - 2: output_shape[i] = floor((input_shape[i] - kernel_shape[i] + strides[i]) / strides[i])
        """,
        """
        MaxPool - 1: output_shape[i] = floor((input_shape[i] - kernel_shape[i]) / strides[i]) + 1
        MaxPool - 2: output_shape[i] = floor((input_shape[i] - kernel_shape[i]) / strides[i]) + 1
        """,
        language="text",
    ),
    Rule(
        "difference-differs",
        Level.ERROR,
        "A table of differences disagrees with the versions it compares",
        """
        A table shows two versions side by side, and a line of it is not what the document prints for that version. The
        table was made from other texts than the ones that stand here, so that a reader who relies on it misses a change
        or sees one that is none.

        Make the table anew from the two texts.
        """,
        """
        MaxPool - 2: strides: Stride along each spatial axis, 1 by default.

        Differences: + strides: Stride along each axis.
        """,
        """
        MaxPool - 2: strides: Stride along each spatial axis, 1 by default.

        Differences: + strides: Stride along each spatial axis, 1 by default.
        """,
        language="text",
    ),
)
