"""The statements of a listing: loops with their ranges, conditions, assignments; anything else is kept as not read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from spec.documents.equations.cells import INDICES, OUTPUTS, Binder, is_cell
from spec.documents.formulas.formulas import Form, Written, formula_in
from spec.documents.loops.apart import AT_COMMAS, apart
from spec.documents.loops.lines import CodeLine, lines_of

FIRST = "is_first"
"""The name of the condition that nothing was kept before."""


class Do(StrEnum):
    """What a statement does."""

    LOOP = "loop"
    IF = "if"
    ELSE = "else"
    ASSIGN = "assign"
    SKIP = "skip"
    FAIL = "fail"
    DEFINE = "define"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class LoopStatement:
    """A statement with those that stand in it.

    `parts` are the target and the value of an assignment, or the condition; `binder` is a loop's letter with its range.
    """

    do: Do
    start: int
    text: str
    parts: tuple[Written, ...] = ()
    binder: Binder | None = None
    body: tuple[LoopStatement, ...] = ()


@dataclass(frozen=True, slots=True)
class LoopForm:
    """One way to write the head of a loop: an example, and one that is not read as such."""

    name: str
    pattern: re.Pattern[str]
    example: str
    unread: str


_LETTER = r"(?P<letter>[A-Za-z]\w*)"
_EACH = r"for(?:\s+(?:each|every|all|any))?"
LOOPS: Sequence[LoopForm] = (
    LoopForm(
        "from one value to another",
        re.compile(
            rf"{_EACH}\s+{_LETTER}\s*(?:=|:=|←|<-|from|in)\s*(?P<low>[^,.…]+?)\s*"
            r"(?:,\s*(?:\.\.\.|…)\s*,|\.\.\.?|…|\bup to(?: and including)?\b|\bthrough\b|\bto\b)\s*"
            r"(?P<high>[^,;:]+?)\s*(?:do|:)?",
            re.IGNORECASE,
        ),
        "for u = 0 to k_h - 1:",
        "for u = k_h - 1 down to 0:",
    ),
    LoopForm(
        "in a range",
        re.compile(rf"{_EACH}\s+{_LETTER}\s+(?:in|∈)\s+(?P<range>[\[({{r].*[\])}}])\s*(?:do|:)?", re.IGNORECASE),
        "for u in range(0, k_h):",
        "for u in reversed(range(k_h)):",
    ),
    LoopForm(
        "as in C",
        re.compile(
            rf"for\s*\(\s*(?:[A-Za-z_]\w*\s+)*{_LETTER}\s*=\s*(?P<low>[^;]+);\s*(?P=letter)\s*"
            r"(?P<sign><=|<|!=)\s*(?P<high>[^;]+);\s*"
            r"(?:\+\+\s*(?P=letter)|(?P=letter)\s*(?:\+\+|\+=\s*1|=\s*(?P=letter)\s*\+\s*1))\s*\)",
        ),
        "for (u = 0; u < k_h; u++)",
        "for (u = k_h - 1; u >= 0; u--)",
    ),
)
"""The heads of loops that are read: each goes up by one."""
_RANGE = "range"
_SKIPS = re.compile(
    r"(?:continue|skip|next)(?:\s+(?:to\s+)?(?:the\s+)?next\b.*|\s+(?:with\s+)?(?:this|the|that)\s+(?:next\s+)?(?:tap|position|element|one|iteration|cell|it))?",
    re.IGNORECASE,
)
_FAILS = re.compile(
    r"(?:fail|abort|raise|throw|error|report|stop|return\s+(?:an?\s+)?(?:\w*err\w*|status))\b(?!\s*=).*",
    re.IGNORECASE | re.DOTALL,
)
_IF = re.compile(r"(?:if|when)\b\s*(?P<said>.*?)\s*(?:then|:)?\s*", re.IGNORECASE | re.DOTALL)
_ELSE = re.compile(r"(?:else|otherwise)\s*:?", re.IGNORECASE)
_DEFINE = re.compile(r"(?:def|function|procedure|void|algorithm)\b.*", re.IGNORECASE | re.DOTALL)
_TYPES = "int|auto|float|double|const|size_t|int32_t|int64_t|long|T|let|var|set|value_type|index_t|bool|unsigned"
_ASSIGN = re.compile(
    rf"(?:(?:{_TYPES})\s+)*(?P<target>[A-Za-z]\w*(?:\s*[\[(].*?[\])])?)\s*(?::=|←|<-|(?<![<>=!])=(?!=))\s*(?P<value>.+)",
    re.DOTALL,
)
_SPOKEN: Sequence[tuple[re.Pattern[str], str]] = (
    (re.compile(r"\bis\s+not\s+(?=none\b|null\b|undefined\b|unset\b)", re.IGNORECASE), "!="),
    (re.compile(r"\bis\s+(?=none\b|null\b|undefined\b|unset\b)", re.IGNORECASE), "=="),
    (re.compile(r"\bis\s+(?:a\s+)?(?=NaN\b)", re.IGNORECASE), "=="),
    (re.compile(r"\bfloat\s*\(\s*['\"]-inf(?:inity)?['\"]\s*\)", re.IGNORECASE), "-inf"),
    (re.compile(r"\b(?:math|np|numpy|torch)\.inf\b"), "inf"),
    (re.compile(r"\b(?:INFINITY|Infinity|infinity|INF)\b"), "inf"),
)
"""Words in code that are signs of formulas; what takes their place is as long, filled with spaces."""
_RESERVED = ("where", "with", "when", "sum", "max", "min")
"""Words of formulas by which a program may name a variable."""


def statements_of(text: str, start: int) -> tuple[LoopStatement, ...]:
    """The statements of a listing that stands at an offset of its document."""
    plain = _spoken(text)
    found, end = _block([each for line in apart(lines_of(plain, start)) for each in _one_by_one(line)], 0, 0)
    return found if end else ()


def _one_by_one(line: CodeLine) -> Sequence[CodeLine]:
    """`best, place = -inf, none` is an assignment of each; no value may be of a name that is given one beside it."""
    found = _SEVERAL.fullmatch(line.text)
    if found is None:
        return [line]
    names = [each.strip() for each in AT_COMMAS.split(found["targets"])]
    at, values = found.start("values"), list[tuple[int, str]]()
    for value in AT_COMMAS.split(found["values"]):
        values.append((at + len(value) - len(value.lstrip()), value.strip()))
        at += len(value) + 1
    # Only a comma outside of brackets parts values; what is given must not depend on the order.
    is_plain = all(value.count(a) == value.count(b) for _, value in values for a, b in ("()", "[]"))
    is_apart = not any(re.search(rf"\b{re.escape(name)}", value) for name in names for _, value in values)
    if len(names) != len(values) or not is_plain or not is_apart:
        return [line]
    return [
        CodeLine(line.depth, f"{name} = {value}", line.start + begin - len(name) - len(" = "))
        for name, (begin, value) in zip(names, values, strict=True)
    ]


_SEVERAL = re.compile(
    r"(?P<targets>[A-Za-z]\w*(?:\[[^\]]*\])?(?:\s*,\s*[A-Za-z]\w*(?:\[[^\]]*\])?)+)\s*(?::=|←|<-|(?<![<>=!])=(?!=))\s*(?P<values>.+)"
)


def _spoken(text: str) -> str:
    for pattern, sign in _SPOKEN:
        text = pattern.sub(lambda found, sign=sign: sign.ljust(len(found.group())), text)  # type: ignore[misc]
    for name in _RESERVED:
        if re.search(rf"^\s*(?:\w+\s+)?{name}\s*(?::=|←|<-|=(?!=))", text, re.MULTILINE):
            text = re.sub(rf"\b{name}\b", f"{name[:-1]}0", text)
    return text


def _block(lines: Sequence[CodeLine], at: int, depth: int) -> tuple[tuple[LoopStatement, ...], int]:
    """The statements from a line on that stand at least so deep, and the line behind them."""
    found: list[LoopStatement] = []
    while at < len(lines) and lines[at].depth >= depth:
        line = lines[at]
        body, at = _block(lines, at + 1, line.depth + 1)
        made = replace(_statement(line), body=body)
        if body and made.do not in (Do.LOOP, Do.IF, Do.ELSE, Do.DEFINE):
            made = LoopStatement(Do.OTHER, line.start, line.text, body=body)
        found.append(made)
    return tuple(found), at


def _statement(line: CodeLine) -> LoopStatement:
    text = line.text.strip()
    if (binder := _binder(text, line.start)) is not None:
        return LoopStatement(Do.LOOP, line.start, text, (), binder)
    if _SKIPS.fullmatch(text):
        return LoopStatement(Do.SKIP, line.start, text)
    if _FAILS.fullmatch(text):
        return LoopStatement(Do.FAIL, line.start, text)
    if _ELSE.fullmatch(text):
        return LoopStatement(Do.ELSE, line.start, text)
    if (found := _IF.fullmatch(text)) and (condition := _written(found, "said", line.start)) is not None:
        return LoopStatement(Do.IF, line.start, text, (condition,))
    if _DEFINE.fullmatch(text):
        return LoopStatement(Do.DEFINE, line.start, text)
    if (found := _ASSIGN.fullmatch(text)) is not None:
        parts = tuple(_written(found, group, line.start) for group in ("target", "value"))
        if None not in parts:
            return LoopStatement(Do.ASSIGN, line.start, text, tuple(part for part in parts if part is not None))
    return LoopStatement(Do.OTHER, line.start, text)


def _written(found: re.Match[str], group: str, start: int) -> Written | None:
    written = formula_in(found[group].strip(), start + found.start(group))
    return _flattened(written) if written is not None else None


def _flattened(written: Written) -> Written:
    """X[n][c][h][w] is X[n, c, h, w]."""
    parts = tuple(map(_flattened, written.parts))
    if written.form is Form.INDEX and parts[0].form is Form.INDEX:
        return replace(written, parts=(*parts[0].parts, *parts[1:]))
    return replace(written, parts=parts)


def _binder(text: str, start: int) -> Binder | None:
    """The letter of a loop and its range; None for what is no head of a loop that is read."""
    for form in LOOPS:
        found = form.pattern.fullmatch(text)
        if found is None:
            continue
        letter = Written(Form.NAME, (), found["letter"], start + found.start("letter"), start + found.end("letter"))
        said = found.groupdict()
        if said.get("range") is not None:
            return _in_range(letter, _written(found, "range", start))
        low, high = _written(found, "low", start), _written(found, "high", start)
        if low is None or high is None:
            continue
        return Binder(letter, low, high, closed="sign" not in said or said["sign"] == "<=")
    return None


def _in_range(letter: Written, written: Written | None) -> Binder | None:
    if written is None:
        return None
    parts = written.parts
    if written.form is Form.CALL and parts[0].text == _RANGE and len(parts) in (2, 3):
        zero = Written(Form.NUMBER, (), "0", parts[1].start, parts[1].end)
        return Binder(letter, parts[1] if len(parts) == 3 else zero, parts[-1], closed=False)
    if written.form is Form.INTERVAL and written.text[0] == "[" and len(parts) == 2:
        return Binder(letter, parts[0], parts[1], closed=written.text[1] == "]")
    if written.form is Form.SET and len(parts) == 3 and parts[1].form is Form.DOTS:
        return Binder(letter, parts[0], parts[2])
    return None


# --- what stands in statements -----------------------------------------------------------------------


def every(statements: Sequence[LoopStatement]) -> Iterator[LoopStatement]:
    """The statements, and those that stand in them."""
    for statement in statements:
        yield statement
        yield from every(statement.body)


def stored_behind(statements: Sequence[LoopStatement]) -> Iterator[Written]:
    """What an output is given that is not given its own value beside that: it was kept before."""
    beside = [s.parts[0] for s in statements if s.do is Do.ASSIGN]
    for statement in statements:
        if statement.do is Do.ASSIGN and is_cell(statement.parts[0], OUTPUTS | INDICES):
            yield from (part for part in statement.parts[1:] if part not in beside)
        yield from stored_behind(statement.body)


def only_skips(body: Sequence[LoopStatement]) -> bool:
    """Whether all that is done is to go on with the next."""
    return len(body) == 1 and body[0].do is Do.SKIP
