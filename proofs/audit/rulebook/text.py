"""Rules about the text as it stands: what was left over, and what could not be read."""

from __future__ import annotations

from proofs.audit.rulebook.findings import Level
from proofs.audit.rulebook.rule import Rule

TEXT = (
    Rule(
        "working-note",
        Level.WARNING,
        "A working note was left in the text",
        """
        A remark of an author to himself or to the other authors stands in the text: something to do, to check, to add.
        A reader cannot tell whether what it doubts holds.

        Do what it says, or keep it where such things are kept.
        """,
        """
        > TODO: check whether the division rounds down here
        """,
        """
        > Note: the division rounds down here.
        """,
    ),
    Rule(
        "markup-unclosed",
        Level.ERROR,
        "Maths or a listing is not closed",
        """
        A dollar sign, a fence or an environment is opened and never closed. Everything behind it is read as what it
        is not: a fence swallows the rest of the document, constraints and all, and the audit does not see them either.

        Close it where it should end.
        """,
        r"""
        $$ Y[b, c, m, n] = X_p[b, c, m, n]

        ## Attributes
        """,
        r"""
        $$ Y[b, c, m, n] = X_p[b, c, m, n] $$

        ## Attributes
        """,
    ),
    Rule(
        "markup-active",
        Level.NOTE,
        "Active markup was left unread",
        """
        The document holds a script, a frame, a form or another piece that does something when it is shown. The audit
        reads what a document says and never does what it contains, so that whatever this piece would write is not
        judged. Code hosts strip it too.

        Write what it shows as text.
        """,
        """
        <script>document.write(sizes)</script>
        """,
        """
        The sizes are (1, 1, 6, 6).
        """,
    ),
)
