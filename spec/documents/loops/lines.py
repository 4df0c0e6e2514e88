"""A listing as lines with a depth: by its braces, or by its indentation. Comments are left out; places stay."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

_COMMENT_C = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_COMMENT = re.compile(r"(?:#|▷|\\triangleright|--\s|//\s*[A-Z]?[a-z]+ [a-z]+ )[^\n]*|/\*.*?\*/", re.DOTALL)
_BRACED = re.compile(r"\{\s*(?:\n|$)|;\s*(?:\n|$)")
_HEAD = re.compile(r"(?:\}\s*)?(?:for|while|if|else\s+if|else)\b")
_ENDS = re.compile(
    r"(?:end|done|fi|od)(?:[ _]?(?:for|if|while|loop|procedure|function|algorithm))?\s*[.;]?|\}", re.IGNORECASE
)
_NUMBERED = re.compile(r"\d{1,3}[.:)]?\s+(?=\S)")
_ONE_LINE = re.compile(r"(?:for|if|else|elif|otherwise)\b", re.IGNORECASE)
_THEN = re.compile(r":(?=\s)|\b(?:then|do)\b(?=\s)", re.IGNORECASE)
TAB = 4


@dataclass(frozen=True, slots=True)
class CodeLine:
    """One statement, or the head of a compound one: its text, its place in the document, and how deep it stands."""

    depth: int
    text: str
    start: int


def lines_of(text: str, start: int) -> list[CodeLine]:
    """The statements of a listing that stands at an offset of its document."""
    if _BRACED.search(text):
        return list(_braced(_blanked(_COMMENT_C, text), start))
    plain = _blanked(_COMMENT, text)
    return list(with_heads_apart(_indented(plain, start)))


def _blanked(pattern: re.Pattern[str], text: str) -> str:
    """The text with spaces in the place of comments, so that all else keeps its own."""
    return pattern.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)


# --- by braces -----------------------------------------------------------------------------------


def _braced(text: str, base: int) -> Iterator[CodeLine]:
    """Statements end with a semicolon; a head is followed by one statement, or by several in braces."""
    open_: list[str] = []
    begin = at = brackets = 0
    while at < len(text):
        sign = text[at]
        brackets += (sign in "([") - (sign in ")]")
        said = text[begin : at + 1].strip()
        is_else = said == "else" and not text[at + 1 : at + 2].isalnum()
        if brackets == 0 and (is_else or (sign == ")" and _HEAD.match(said))):
            yield _line(text, begin, at + 1, len(open_), base)
            open_.append("one")
            begin = at + 1
        elif brackets == 0 and sign == "{":
            if text[begin:at].strip():
                yield _line(text, begin, at, len(open_), base)
                open_.append("block")
            elif open_ and open_[-1] == "one":
                open_[-1] = "block"
            else:
                open_.append("block")
            begin = at + 1
        elif brackets == 0 and sign in ";}":
            if text[begin:at].strip():
                yield _line(text, begin, at, len(open_), base)
            begin = at + 1
            _closed(open_, is_block=sign == "}")
        at += 1


def _closed(open_: list[str], *, is_block: bool) -> None:
    """A statement ends the heads that have it alone; a brace ends its block, and what has the block alone."""
    while open_ and open_[-1] == "one":
        open_.pop()
    if is_block and open_:
        open_.pop()
        while open_ and open_[-1] == "one":
            open_.pop()


def _line(text: str, begin: int, end: int, depth: int, base: int) -> CodeLine:
    said = text[begin:end]
    lead = len(said) - len(said.lstrip())
    return CodeLine(depth, said.strip(), base + begin + lead)


# --- by indentation ------------------------------------------------------------------------------


def _indented(text: str, base: int) -> Iterator[CodeLine]:
    """Lines; those in open brackets are joined, what only ends a block is left out."""
    depths: list[int] = []
    at = 0
    for line in _joined(text.splitlines(keepends=True)):
        start, at = at, at + len(line)
        shown = line.expandtabs(TAB)
        numbered = _NUMBERED.match(line.lstrip())
        said = line.strip()
        if numbered is not None and not _NUMBERED.fullmatch(said):
            said = said[numbered.end() :]
        if not said or _ENDS.fullmatch(said):
            continue
        indent = len(shown.rstrip()) - len(said.expandtabs(TAB)) if numbered else len(shown) - len(shown.lstrip())
        while depths and depths[-1] >= indent:
            depths.pop()
        yield CodeLine(len(depths), said.rstrip(";").rstrip(), base + start + line.index(said))
        depths.append(indent)


def _joined(lines: Sequence[str]) -> Iterator[str]:
    held, open_ = "", 0
    for line in lines:
        held += line
        open_ += sum(map(line.count, "([{")) - sum(map(line.count, ")]}"))
        if open_ <= 0:
            yield held
            held, open_ = "", 0
    if held:
        yield held


def with_heads_apart(lines: Iterable[CodeLine]) -> Iterator[CodeLine]:
    """`if ...: continue` on one line is a head and a statement."""
    for line in lines:
        found = next(filter(lambda m: _is_outside(line.text, m.start()), _THEN.finditer(line.text)), None)
        rest = line.text[found.end() :] if found and _ONE_LINE.match(line.text) else ""
        if found is None or not rest.strip() or rest.strip().lower() in ("do", "then", "do:", "begin"):
            yield line
            continue
        lead = len(rest) - len(rest.lstrip())
        yield CodeLine(line.depth, line.text[: found.end()], line.start)
        yield CodeLine(line.depth + 1, rest.strip(), line.start + found.end() + lead)


def _is_outside(text: str, at: int) -> bool:
    """No bracket is open there."""
    before = text[:at]
    return all(before.count(a) == before.count(b) for a, b in ("()", "[]", "{}"))
