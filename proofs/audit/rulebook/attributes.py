"""Rules about attributes, names and types: their domains and lengths, and that each name has one meaning."""

from __future__ import annotations

from proofs.audit.rulebook.findings import Level
from proofs.audit.rulebook.rule import Rule

ATTRIBUTES = (
    Rule(
        "domain-missing",
        Level.WARNING,
        "The domain of an attribute is not said",
        """
        The document does not say which values the attribute may have. Its formulas then hold for zero and negative
        numbers as well, for which they were not written; an implementer must guess what to reject.

        State the domain as a constraint, with a label.
        """,
        """
        ### `kernel_shape`: list of ints
        The size of the window along each spatial axis.
        """,
        """
        ### `kernel_shape`: list of ints
        The size of the window along each spatial axis.
        - `[C1]` Each value is at least 1.
        """,
    ),
    Rule(
        "length-missing",
        Level.WARNING,
        "The length of a list is not said",
        """
        The attribute is a list, and the document does not say how many values it has. What follows for a list that is
        too short or too long is open.

        State the length as a number or by the number of spatial axes.
        """,
        """
        ### `strides`: list of ints
        - `[C1]` Each value is at least 1.
        """,
        """
        ### `strides`: list of ints
        - `[C1]` Each value is at least 1.
        - `[C2]` There is one value for each spatial axis.
        """,
    ),
    Rule(
        "domain-wrong",
        Level.ERROR,
        "The domain of an attribute is not the operator's",
        """
        The domain that is stated allows a value for which the operator is not defined, or excludes one that it has. The
        witness is such a value.

        The suggestion is the domain in the words of the constraint.
        """,
        """
        - `dilations` is a list of integers from 0.
        """,
        """
        - `dilations` is a list of integers from 1.
        """,
    ),
    Rule(
        "length-wrong",
        Level.ERROR,
        "The length of a list is not the operator's",
        """
        The number of values that is stated is not the one that the operator takes. `pads` has two values for each
        spatial axis, first all beginnings, then all ends; the other lists have one.

        The suggestion is the right length.
        """,
        """
        - `pads` has one value for each spatial axis.
        """,
        """
        - `pads` has two values for each spatial axis: the beginnings, then the ends.
        """,
    ),
    Rule(
        "name-undefined",
        Level.WARNING,
        "A name is used that the document does not define",
        """
        A formula or a sentence uses a name which neither a definition nor a list of attributes, inputs or outputs
        explains. Often it is a slip: a singular for a plural, another case, or the name of an earlier draft; then the
        suggestion is the name that was meant.

        Define the name, or write the one that is defined.
        """,
        r"""
        $dY_2 = \lfloor (dX_2 - k\_size[0]) / strides[0] \rfloor + 1$
        """,
        r"""
        $dY_2 = \lfloor (dX_2 - k\_size[0]) / strides[0] \rfloor + 1$, where $k\_size$ is `kernel_shape`
        """,
    ),
    Rule(
        "name-twice",
        Level.WARNING,
        "A name is defined twice",
        """
        Two places define the same name, and not as the same thing. A reader who finds only one of them reads the rest
        of the document differently from one who finds the other.

        Keep one definition and refer to it, or give the second thing a name of its own.
        """,
        """
        - $dW_0$ is the height of the window.
        - $dW_0$ is the number of windows along the first axis.
        """,
        """
        - $dW_0$ is the height of the window.
        - $dY_2$ is the number of windows along the first axis.
        """,
    ),
    Rule(
        "type-foreign",
        Level.ERROR,
        "A section names a type that is not its own",
        """
        A section that is written for some element types speaks of another one. Mostly it was copied from the section of
        that type: the sentence, or the example, does not hold for this one, and rules on NaN or rounding do not belong.

        Name the section's own types, or leave the sentence out.
        """,
        """
        # MaxPool (int8, uint8)
        The data type of X is double.
        """,
        """
        # MaxPool (int8, uint8)
        The data type of X is int8.
        """,
    ),
    Rule(
        "operator-foreign",
        Level.WARNING,
        "A sentence speaks of another operator",
        """
        The document is about one operator and the sentence describes another: averages where a maximum is taken,
        kernel weights where there are none. It was mostly copied from the other operator's page.

        Write it for this operator, or leave it out.
        """,
        """
        # MaxPool
        The output holds the average of each window.
        """,
        """
        # MaxPool
        The output holds the maximum of each window.
        """,
    ),
)
