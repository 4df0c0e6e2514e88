"""Lines of a listing that hold several statements, as one line for each: those between semicolons, the heads of
several loops, and the choice of what counts for a NaN.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from spec.documents.loops.lines import CodeLine, with_heads_apart

_RANGE = r"\s+(?:in|from)\s+(?:[^,()\[\]]|\([^()]*\)|\[[^\[\]]*\])+?"
_TWO_HEADS = re.compile(rf"(?P<first>for\s+\w+{_RANGE}),\s*(?:for\s+)?(?P<second>\w+{_RANGE})\s*(?::|do\b)?$", re.I)
_OVER_ALL = re.compile(
    r"for\s+(?P<letters>\w+(?:\s*,\s*\w+)+)\s+in\s+"
    r"(?:(?:np\.|numpy\.)?(?P<sizes>ndindex)|(?:itertools\.)?product)\s*\((?P<over>.+)\)\s*:$"
)
"""`for i, j in np.ndindex(k_h, k_w)`, and `in product(range(k_h), range(k_w))`: the last letter runs fastest."""
_OVER_CELLS = re.compile(
    r"for\s+(?:each|every|all)\s+(?P<what>(?:[a-z]+\s+){0,3}(?:Y|Indices)?)\s*"
    r"[(\[]\s*(?P<letters>\w+(?:\s*,\s*\w+){3})\s*[)\]]"
    r"(?P<of>(?:\s+(?:of|in|over))?(?:\s+(?:the\s+)?(?:(?:shape|places|cells|elements|indices)\s+of\s+(?:the\s+)?)?"
    r"(?:outputs?|Y|Indices|result)(?:\.shape)?)?)\s*(?::|do\b)?$",
    re.I,
)
"""`for each (n, c, h, w) of Y`, `in the shape of Y`, `for each output cell (n, c, h, w)`, `for all Y[n, c, h, w]`."""
_OUTPUT = re.compile(r"\b(?:outputs?|Y|Indices|result)\b")
AT_COMMAS = re.compile(r",(?![^\[(]*[\])])")
"""The commas that stand in no brackets."""
_IS_NAN = (
    r"(?:(?P<tested>\w+)\s*==\s*NaN|(?:math\.|np\.)?isnan\s*\(\s*(?P<of>\w+)\s*\)"
    r"|(?P<unequal>\w+)\s*!=\s*(?P=unequal))"
)
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
    several: list[int] = []
    single = list(with_heads_apart(each for line in lines for each in _between_semicolons(line)))
    for line in single:
        while several and line.depth <= several[-1]:
            several.pop()
        shown = replace(line, depth=line.depth + len(several))
        heads = _heads(line)
        for number, (text, start) in enumerate(heads):
            yield CodeLine(shown.depth + number, text, line.start + start)
        several += [line.depth] * (len(heads) - 1)
        yield from _choice(shown, single) if not heads else ()


def _heads(line: CodeLine) -> Sequence[tuple[str, int]]:
    """The heads of several loops on a line, each with where it begins, so that its range keeps its place."""
    if (two := _TWO_HEADS.fullmatch(line.text)) is not None:
        lacking = "for "
        return [(f"{two['first']}:", 0), (f"{lacking}{two['second']}:", two.start("second") - len(lacking))]
    cells = _OVER_CELLS.fullmatch(line.text)
    if cells is not None and _OUTPUT.search(f"{cells['what']} {cells['of']}"):
        at = cells.start("letters") - len("for ")
        axes = enumerate(re.finditer(r"\w+", cells["letters"]))
        return [(f"for {each[0]} in range(dY_{axis}):", at + each.start()) for axis, each in axes]
    found = _OVER_ALL.fullmatch(line.text)
    letters = re.split(r"\s*,\s*", found["letters"]) if found is not None else []
    sizes = AT_COMMAS.split(found["over"]) if found is not None else []
    if found is None or len(letters) != len(sizes):
        return []
    made, at = list[tuple[str, int]](), found.start("over")
    for letter, size in zip(letters, sizes, strict=True):
        begin = f"for {letter} in " + ("range(" if found["sizes"] else "")
        made.append((f"{begin}{size}{')' if found['sizes'] else ''}:", at - len(begin)))
        at += len(size) + 1
    return made


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
    is_same = found is not None and found["target"] == name
    tested = (found["tested"] or found["of"] or found["unequal"]) if found is not None else None
    if found is None or name != tested or (uses[_GIVEN_AND_TESTED:] and not is_same):
        yield line
        return
    if not is_same:
        yield replace(line, text=f"{found['target']} = {found['else']}")
    yield replace(line, text=f"if isnan({found['target']}):")
    yield CodeLine(line.depth + 1, f"{found['target']} = {found['value']}", line.start)
