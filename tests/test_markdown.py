"""Tables in Markdown: no cell can end its row or its column."""

from __future__ import annotations

from itertools import pairwise

from markdown_it import MarkdownIt

from spec.tables.markdown import markdown_table


def test_cells_stay_cells() -> None:
    lines = markdown_table(["a|b", "c"], [("x | y", "two\nlines"), ("", "`|`")])
    assert lines == [r"| a\|b | c |", "| --- | --- |", r"| x \| y | two lines |", r"|  | `\|` |"]
    tokens = MarkdownIt("commonmark").enable("table").parse("\n".join(lines))
    cells = [t.content for before, t in pairwise(tokens) if before.type in ("th_open", "td_open")]
    assert cells == ["a|b", "c", "x | y", "two lines", "", "`|`"]


def test_a_table_without_rows_has_a_head() -> None:
    assert markdown_table(["one"], []) == ["| one |", "| --- |"]
