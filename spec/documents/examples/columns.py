"""Lists in brackets that stand side by side, `X[0,0] = [[1, 2],   X[0,1] = [[5, 6],` over `[3, 4]]   [7, 8]]`, or below
their names, `X (1,1,2,2)   Y (1,1,1,1)`: the text of each column, with all else blank, so that each character keeps its
place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_NAMED = re.compile(r"(?:^|(?<=[ \t]{2}))[A-Za-z]\w*[ \t]*(?:\[[\d, \t]+\])?[ \t]*=[ \t]*(?=\[\[)")
"""The beginning of a list that a name is given; another one on its line stands behind two blanks."""
_HEAD = r"[A-Za-z]\w*(?:[ \t]?(?:shape[ \t]*)?[(\[][\d, \tx×]+[)\]])?(?:[ \t]*[:=])?"
_HEADS = re.compile(rf"[ \t]*{_HEAD}(?:[ \t]{{2,}}{_HEAD})+[ \t]*\n?")
_EACH_HEAD = re.compile(_HEAD)
_LIST = re.compile(r"\[{2,}")
MOST_COLUMNS = 4
MOST_LINES, MOST_LINE = 200, 400


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
    """The lines of each group, first and behind the last, and where its columns begin: in a line of names elsewhere."""
    at = 0
    while at < len(lines):
        heads = _heads(lines, at)
        if heads:
            yield at, at + 1, heads
            at += 1
        named = [found.start() for found in _NAMED.finditer(lines[at])] if lines[at].count("[[") > 1 else []
        starts = [found.start() for found in _LIST.finditer(lines[at])] if heads else named
        is_open = 1 < len(starts) <= MOST_COLUMNS and _depth(lines[at][: starts[1]]) > 0
        end = at + 1
        while is_open and end < len(lines) and end - at < MOST_LINES and _depth("".join(lines[at:end])) > 0:
            end += 1
        if is_open:
            yield at, end, starts
        at = end


def _heads(lines: list[str], at: int) -> list[int]:
    """Where the names of a line stand that names as many lists as begin in the next, and says nothing else."""
    if len(lines[at]) > MOST_LINE or at + 1 == len(lines) or not _HEADS.fullmatch(lines[at]):
        return []
    found = [head.start() for head in _EACH_HEAD.finditer(lines[at])]
    return found if len(found) == len(_LIST.findall(lines[at + 1])) <= MOST_COLUMNS else []


def _depth(said: str) -> int:
    return said.count("[") - said.count("]")


def _blank(line: str, start: int, end: int) -> str:
    return "".join("\n" if each == "\n" else " " for each in line[start:end])
