"""Rules about worked examples and listings."""

from __future__ import annotations

from proofs.audit.rulebook.findings import Level
from proofs.audit.rulebook.rule import Rule

EXAMPLES = (
    Rule(
        "number-malformed",
        Level.ERROR,
        "A number in a tensor is no number",
        """
        A cell of a printed tensor cannot be read as one number of its type: a decimal point became a blank, a digit a
        letter, or two cells ran together. Nobody can run the example as it is printed.

        The cells that depend on it are judged without it where that is possible; the suggestion, if there is one, is
        the only reading that agrees with the rest of the example.
        """,
        r"""
        $X = \begin{bmatrix} 1.5 & 4 25 \\ 0.5 & 2.0 \end{bmatrix}$
        """,
        r"""
        $X = \begin{bmatrix} 1.5 & 4.25 \\ 0.5 & 2.0 \end{bmatrix}$
        """,
    ),
    Rule(
        "matrix-malformed",
        Level.ERROR,
        "A printed tensor has rows of different lengths, or none",
        """
        The rows of a tensor must have one length, and its planes one shape. This one is ragged, empty, or its brackets
        do not match, so that it has no shape.

        Look for a missing separator or a row that was broken in two.
        """,
        r"""
        $X = \begin{bmatrix} 1 & 2 \\ 3 \end{bmatrix}$
        """,
        r"""
        $X = \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}$
        """,
    ),
    Rule(
        "example-shape-wrong",
        Level.ERROR,
        "A shape in an example does not fit its attributes",
        """
        The shape that the example states or prints is not the one that the operator gives for the input and the
        attributes of the example, or the stated shape is not that of the printed tensor.

        The message has the right shape. If the shape is what was meant, an attribute is wrong.
        """,
        """
        - Shape of X = [1, 1, 5, 5]
        - kernel_shape = [3, 3], strides = [1, 1], pads = [0, 0, 0, 0]
        - Shape of Y = [1, 1, 5, 5]
        """,
        """
        - Shape of X = [1, 1, 5, 5]
        - kernel_shape = [3, 3], strides = [1, 1], pads = [0, 0, 0, 0]
        - Shape of Y = [1, 1, 3, 3]
        """,
    ),
    Rule(
        "example-cell-wrong",
        Level.ERROR,
        "A cell of an example is wrong",
        """
        The operator, run on the example's own input with its own attributes, gives another value in this cell. The
        message names the cell by its position in the tensor and says what belongs there.

        Readers take an example for a test: an implementer who trusts it will break a correct program.
        """,
        r"""
        $X = \begin{bmatrix} 1 & 7 \\ 3 & 5 \end{bmatrix}$, kernel_shape = [2, 2],
        $Y = \begin{bmatrix} 5 \end{bmatrix}$
        """,
        r"""
        $X = \begin{bmatrix} 1 & 7 \\ 3 & 5 \end{bmatrix}$, kernel_shape = [2, 2],
        $Y = \begin{bmatrix} 7 \end{bmatrix}$
        """,
    ),
    Rule(
        "example-attribute-wrong",
        Level.ERROR,
        "An example sets an attribute that cannot be",
        """
        An attribute of the example has a name that the operator does not have, a wrong number of values, or a value
        outside of the domain that the document states. The call is illegal by the document's own rules.

        Correct the attribute; if the example is there to show an error, say so beside it.
        """,
        """
        - kernel_shape = [2, 2]
        - strides = [0, 1]
        """,
        """
        - kernel_shape = [2, 2]
        - strides = [1, 1]
        """,
    ),
    Rule(
        "example-formula-contradicted",
        Level.NOTE,
        "A wrong example also contradicts what the document itself says",
        """
        A cell or a shape of an example is wrong, and the document's own formula or rule for ties says so too. This is
        no second mistake: it tells that the example is wrong and not the rule, without any knowledge but the
        document's.

        Mend the example; the note goes away with it.
        """,
        r"""
        Of several maxima the first counts. $X = \begin{bmatrix} 7 & 7 \end{bmatrix}$, kernel_shape = [1, 2],
        $Indices = \begin{bmatrix} 1 \end{bmatrix}$
        """,
        r"""
        Of several maxima the first counts. $X = \begin{bmatrix} 7 & 7 \end{bmatrix}$, kernel_shape = [1, 2],
        $Indices = \begin{bmatrix} 0 \end{bmatrix}$
        """,
    ),
    Rule(
        "example-name-differs",
        Level.WARNING,
        "An example calls a tensor by two names",
        """
        The example's text gives a tensor one name and the printed matrix another. A reader can guess which is which;
        two tensors of one shape can be confused.

        Use one name in the call, in the list of shapes and before the matrix.
        """,
        r"""
        $S = \text{MaxPool}(E)$, the shape of $E$ is [1, 1, 1, 2]:

        $X = \begin{bmatrix} 1 & 2 \end{bmatrix}$
        """,
        r"""
        $Y = \text{MaxPool}(X)$, the shape of $X$ is [1, 1, 1, 2]:

        $X = \begin{bmatrix} 1 & 2 \end{bmatrix}$
        """,
    ),
    Rule(
        "listing-implausible",
        Level.ERROR,
        "What another implementation is said to print does not fit",
        """
        The document shows what another implementation prints and says in what it differs. What is shown differs in
        something else too, or in a way that the description does not give: an index outside of the tensor, a value that
        no element has, a shape that is none of the two.

        Run it again and paste what it prints, or describe the difference as it is. The audit runs no foreign program;
        it judges the listing by what the document expects.
        """,
        """
        The runtime agrees on `Y`; its `Indices` are

            [[[[0, 1], [-4, 3]]]]
        """,
        """
        The runtime agrees on `Y`; its `Indices` are

            [[[[0, 1], [2, 3]]]]
        """,
    ),
    Rule(
        "example-domain-missing",
        Level.WARNING,
        "An example makes a node without the domain of its operator",
        """
        The operator lives in a domain of its own. A node that is made without naming it is one of the default domain,
        where an operator of the same name with other axes may exist: the example runs and shows something else.

        Pass the domain where the node is made.
        """,
        """
        node = helper.make_node("MaxPool", ["X"], ["Y"], kernel_shape=[2, 2])
        """,
        """
        node = helper.make_node("MaxPool", ["X"], ["Y"], kernel_shape=[2, 2], domain="com.example.nhwc")
        """,
        language="python",
    ),
    Rule(
        "example-not-judged",
        Level.NOTE,
        "An example was not judged",
        """
        The audit could not take this example apart, or not in reasonable time: its input is made by a program (which is
        never run), is described in words, or is too large. Nothing is said about whether it is right.

        Print the input, the attributes and the outputs as numbers, and the example will be judged.
        """,
        """
        x = np.random.randn(1, 3, 32, 32).astype(np.float32)
        expect(node, inputs=[x], outputs=[y], name="maxpool_random")
        """,
        """
        x = np.array([[[[1, 2], [3, 4]]]], np.float32)
        y = np.array([[[[4]]]], np.float32)
        expect(node, inputs=[x], outputs=[y], name="maxpool_small")
        """,
        language="python",
    ),
)
