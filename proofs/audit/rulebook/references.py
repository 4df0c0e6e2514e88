"""Rules about labels, references, anchors and links."""

from __future__ import annotations

from proofs.audit.rulebook.findings import Level
from proofs.audit.rulebook.rule import Rule

REFERENCES = (
    Rule(
        "label-duplicate",
        Level.ERROR,
        "Two constraints bear one label",
        """
        Within one list (of an attribute, an input or an output) two constraints have the same label. A reference to it
        means either of them, and so does an error message, a test or a trace that names it.

        Give the second one a label that is free. Labels are for ever: do not move the first one.
        """,
        """
        #### Constraints on `strides`
        - `[C1]` Each value is at least 1.
        - `[C1]` There is one value for each spatial axis.
        """,
        """
        #### Constraints on `strides`
        - `[C1]` Each value is at least 1.
        - `[C2]` There is one value for each spatial axis.
        """,
    ),
    Rule(
        "label-missing",
        Level.WARNING,
        "A constraint has no label",
        """
        The other constraints of the list have labels and this one has none, or not in the same form: nothing can refer
        to it, and no test can say that it covers it.

        Give it the next label that is free, in the form of the others.
        """,
        """
        - `[C1]` Each value is at least 1.
        - There is one value for each spatial axis.
        """,
        """
        - `[C1]` Each value is at least 1.
        - `[C2]` There is one value for each spatial axis.
        """,
    ),
    Rule(
        "reference-unresolved",
        Level.ERROR,
        "A reference leads nowhere",
        """
        The text refers to an anchor, a label or a section that the document does not have. A reader who follows it
        stays where he is and misses what the constraint says.

        Where one target alone is near, the suggestion names it. Otherwise add the target or remove the reference.
        """,
        """
        See [the sizes](#size).

        <a id="sizes"></a> The sizes are ...
        """,
        """
        See [the sizes](#sizes).

        <a id="sizes"></a> The sizes are ...
        """,
    ),
    Rule(
        "reference-label-wrong",
        Level.ERROR,
        "A reference says another label than its target bears",
        """
        The link leads to a place, but what it is called there is not what the link says: the constraint was renumbered
        and the reference was not. A reader of a printed copy looks for a label that does not exist, or finds another
        constraint under it.

        Write the label that the target bears.
        """,
        """
        - `[C1]` <a id="sizes"></a> The sizes are ...

        See [constraint C2](#sizes).
        """,
        """
        - `[C1]` <a id="sizes"></a> The sizes are ...

        See [constraint C1](#sizes).
        """,
    ),
    Rule(
        "anchor-duplicate",
        Level.ERROR,
        "Two anchors have one name",
        """
        A link can lead to one place only: browsers take the first anchor of the name, so that links meant for the
        second one go astray in silence. Mostly a section was copied with its anchors.

        Give the second anchor a name of its own, and let the links of its section follow it.
        """,
        """
        # MaxPool (real)
        <a id="pads"></a>
        # MaxPool (int)
        <a id="pads"></a>
        """,
        """
        # MaxPool (real)
        <a id="real_pads"></a>
        # MaxPool (int)
        <a id="int_pads"></a>
        """,
    ),
    Rule(
        "link-broken",
        Level.ERROR,
        "A relative link or image has no target",
        """
        The file that the link or image names is not there, though the folder that should hold it is. Links are only
        judged where the document's tree is at hand; an address on the network is never asked.

        Correct the path (letter case counts), or add the file.
        """,
        """
        ![Padding](assets/paddings.png)
        """,
        """
        ![Padding](assets/padding.png)
        """,
    ),
    Rule(
        "link-outside",
        Level.NOTE,
        "A link leaves the document's tree",
        """
        The link or image points out of the folder in which the document lies, or to a path of one machine. The audit
        looks at nothing there, so it says nothing about whether the target exists; whoever has the document alone does
        not have it.

        If the document is to stand alone, move the target into its tree.
        """,
        """
        ![Padding](../../../common/padding.png)
        """,
        """
        ![Padding](assets/padding.png)
        """,
    ),
)
