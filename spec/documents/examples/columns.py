"""Lists in brackets that stand side by side, `X[0,0] = [[1, 2],   X[0,1] = [[5, 6],` over `[3, 4]]   [7, 8]]`: the text
of each column, with all else blank, so that each character keeps its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_NAMED = re.compile(r"(?:^|(?<=[ \t]{2}))[A-Za-z]\w*[ \t]*(?:\[[\d, \t]+\])?[ \t]*=[ \t]*(?=\[\[)")
"""The beginning of a list that a name is given; another one on its line stands behind two blanks."""
MOST_COLUMNS = 4
MOST_LINES = 200


def columns(text: str) -> list[str]:
    """The text with one column of each group of lists, for each column that there is; the text alone if there is none.

    What stands in no group is in the first.
    """
    lines = text.splitlines(keepends=True)
    found = [list(lines)]
    for first, last, starts in _groups(lines):
        while len(found) < len(starts):
            found.append([_blank(line, 0, len(line)) for line in lines])
        for at, made in enumerate(found):
            for line in range(first, last):
                ends = [*starts, len(lines[line])]
                column = (starts[at] if at else 0, ends[at + 1]) if at < len(starts) else (0, 0)
                kept = lines[line][column[0] : column[1]]
                before = _blank(lines[line], 0, column[0])
                made[line] = f"{before}{kept}{_blank(lines[line], column[0] + len(kept), len(lines[line]))}"
    return ["".join(made) for made in found]


def _groups(lines: list[str]) -> Iterator[tuple[int, int, list[int]]]:
    """The lines of each group, first and behind the last, and where its columns begin."""
    at = 0
    while at < len(lines):
        starts = [found.start() for found in _NAMED.finditer(lines[at])] if lines[at].count("[[") > 1 else []
        is_open = 1 < len(starts) <= MOST_COLUMNS and _depth(lines[at][: starts[1]]) > 0
        end = at + 1
        while is_open and end < len(lines) and end - at < MOST_LINES and _depth("".join(lines[at:end])) > 0:
            end += 1
        if is_open:
            yield at, end, starts
        at = end


def _depth(said: str) -> int:
    return said.count("[") - said.count("]")


def _blank(line: str, start: int, end: int) -> str:
    return "".join("\n" if each == "\n" else " " for each in line[start:end])
