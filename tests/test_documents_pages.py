"""The readers of pages: whatever stands in a page, every piece of it has a place in the page."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.audit_documents import document

HOSTILE = (
    "$", "$$", r"\$", r"\$\$", r"\\$", "`$`", "``$$``", "$x$", "$$x$$", r"\(", r"\)", "|", "[", "](", ")", "*", "_",
    "**", "\\", "<a id='x'>", "&", "&amp;", "a", " ", "\n", "\n\n", "```\n", "```math\n", "- ", "> ", "# ",
    "| a | b |\n|---|---|\n",
    "é", "−", "\t", "    ", ".. math::\n\n    ", ":math:`", "`", "==\n", "::\n\n    ",
)  # fmt: skip


@pytest.mark.whole
@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(HOSTILE), max_size=25).map("".join), st.sampled_from(["page.md", "page.rst"]))
def test_every_piece_has_a_place(text: str, name: str) -> None:
    read = document(text, name)
    for block in read.blocks:
        assert 0 <= block.start <= block.end <= len(read.text)
        assert all(0 <= piece.start <= len(read.text) for piece in block.pieces)
    assert all(0 <= at < len(read.text) for at in read.unclosed)


@pytest.mark.parametrize(
    ("text", "unclosed"),
    [
        (r"It costs \$\$ 5 and $x$.", []),
        (r"It costs \$\$ 5 and $$x$$.", []),
        ("It costs $$ 5.", [9]),
        (r"It costs \$$ 5.", []),
        (r"The sign \$\$ is one, $$ another.", [22]),
    ],
)
def test_an_escaped_sign_opens_nothing(text: str, unclosed: list[int]) -> None:
    assert list(document(text).unclosed) == unclosed
