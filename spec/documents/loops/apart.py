"""Lines of a listing that hold several statements, as one line for each: those between semicolons, the heads of two
loops, and the choice of what counts for a NaN.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from spec.documents.loops.lines import CodeLine

_RANGE = r"\s+(?:in|from)\s+(?:[^,()\[\]]|\([^()]*\)|\[[^\[\]]*\])+?"
_TWO_HEADS = re.compile(rf"(?P<first>for\s+\w+{_RANGE}),\s*(?:for\s+)?(?P<second>\w+{_RANGE})\s*(?::|do\b)?$", re.I)
_IS_NAN = r"(?:(?P<tested>\w+)\s+is\s+(?:a\s+)?NaN|(?:math\.|np\.)?isnan\s*\(\s*(?P<of>\w+)\s*\))"
_CHOICES = (
    re.compile(
        rf"(?P<target>\w+)\s*(?:=|:=|←)\s*(?P<value>[-+\w().'\"]+)\s+if\s+{_IS_NAN}\s+else\s+(?P<else>\w+)$", re.I
    ),
    re.compile(
        rf"(?:\w+\s+)?(?P<target>\w+)\s*=\s*{_IS_NAN}\s*\?\s*(?P<value>[-+\w().]+)\s*:\s*(?P<else>\w+);?$", re.I
    ),
)


_GIVEN_AND_TESTED = 2
"""How often a name occurs that is given a value and tested, and used nowhere else."""


def apart(lines: Iterable[CodeLine]) -> Iterator[CodeLine]:
    """Each statement on a line of its own; what stands in a loop stands in the last of its heads."""
    two: list[int] = []
    single = [each for line in lines for each in _between_semicolons(line)]
    for line in single:
        while two and line.depth <= two[-1]:
            two.pop()
        shown = replace(line, depth=line.depth + len(two))
        heads = _TWO_HEADS.fullmatch(line.text)
        if heads is None:
            yield from _choice(shown, single)
            continue
        two.append(line.depth)
        yield replace(shown, text=f"{heads['first']}:")
        # What the second head lacks stands before it, so that the rest keeps its place.
        lacking = "for "
        begin = line.start + heads.start("second") - len(lacking)
        yield CodeLine(shown.depth + 1, f"{lacking}{heads['second']}:", begin)


def _between_semicolons(line: CodeLine) -> Iterator[CodeLine]:
    """`found = true; best = v`; not the parts of a loop's head in C."""
    if ";" not in line.text or "(" in line.text.partition(";")[0]:
        yield line
        return
    at = 0
    for said in line.text.split(";"):
        if said.strip():
            yield CodeLine(line.depth, said.strip(), line.start + at + len(said) - len(said.lstrip()))
        at += len(said) + 1


def _choice(line: CodeLine, lines: Sequence[CodeLine]) -> Iterator[CodeLine]:
    """`k = -inf if v is NaN else v` as `k = v` and what replaces a NaN, where v is used nowhere else: it may be NaN."""
    found = next(filter(None, (choice.fullmatch(line.text) for choice in _CHOICES)), None)
    name = found["else"] if found is not None else ""
    uses = [each for each in lines if name and re.search(rf"\b{name}\b", each.text)]
    if found is None or name != (found["tested"] or found["of"]) or uses[_GIVEN_AND_TESTED:]:
        yield line
        return
    yield replace(line, text=f"{found['target']} = {found['else']}")
    yield replace(line, text=f"if isnan({found['target']}):")
    yield CodeLine(line.depth + 1, f"{found['target']} = {found['value']}", line.start)
