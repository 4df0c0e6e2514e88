"""Algorithms that a document writes as numbered steps: sentences as the statements that listings have.

A list of steps is read whole: of one with a sentence that is none of these forms, none is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from spec.documents.equations.cells import Binder
from spec.documents.formulas.formulas import Form, Written, formula_in
from spec.documents.loops.statements import FIRST, Do, LoopStatement
from spec.documents.pages.model import Block, Shape
from spec.documents.prose.sentences import Sentence, sentences

_At = Callable[[int], int]
_VERBS = (
    "set|let|initiali[sz]e|replace|update|continue|skip|go|proceed|ignore|return|raise|report|stop|assign|store|write"
    "|copy|put|keep|take|signal|do"
)
_EACH = r"(?:for\s+)?(?:each|every|all)\b"
_BINDER = re.compile(
    rf"{_EACH}\s+(?:[a-z]{{2,}}\s+){{0,3}}(?P<letter>[A-Za-z]\w?)\s+(?:from|in|=|running\s+from|ranging\s+from)\s*"
    r"(?P<low>[^,]+?)\s*(?:\bto\b|\bup to\b|\bthrough\b|\.\.\.?|…|\\[lc]?dots)\s*(?P<high>[^,:]+?)\s*",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    rf",?\s+and,?\s+(?:for\s+each\s+of\s+(?:these|them),\s+)?(?={_EACH})|,\s*(?={_EACH})", re.IGNORECASE
)
_FASTEST = re.compile(
    r",?\s*(?:with|where)\s+(?P<letter>[A-Za-z]\w?)\s+(?:varies|varying|changing|running)\s+fastest", re.I
)
_STEPS = re.compile(
    r",?\s*(?:do|perform|execute|repeat)\s+"
    r"(?:the\s+following|steps?\s+(?P<a>\d+)\s+(?:to|and|-)\s+(?P<b>\d+))\s*[:.]?",
    re.IGNORECASE,
)
_HEAD = re.compile(_EACH, re.IGNORECASE)
_IF = re.compile(
    rf"(?:if|when)\s+(?P<said>.+?)(?:,?\s*(?:then\s+|,\s*)|,\s*|:\s*)(?P<then>(?:{_VERBS})\b.*)", re.I | re.S
)
_SKIP = re.compile(
    r"(?:continue|skip|go\s+on|proceed|ignore)\b(?:\s+(?:with|to|it|this|the|that|next|pair|tap|position|element|one))*",
    re.IGNORECASE,
)
_FAIL = re.compile(r"(?:return|raise|report|signal|stop)\b(?:\s+(?:with|an?|and|the))*\s+error", re.IGNORECASE)
_GIVES = re.compile(r"\s*(?::=|←|=(?!=)|\b(?:to|be|by|with|as)\b)\s*")
_INTO = re.compile(r"\s+(?:in|into|to)\s+")
_TARGET_LAST = re.compile(r"(?:store|write|copy|put|assign)\s+", re.IGNORECASE)
_TARGET_FIRST = re.compile(r"(?:set|let|initiali[sz]e|replace|update)\s+", re.IGNORECASE)
_COMPARISONS: Sequence[tuple[re.Pattern[str], str]] = tuple(
    (re.compile(rf"\s+{words}\s+"), sign)
    for words, sign in (
        (r"is\s+(?:greater|larger)\s+than\s+or\s+equal\s+to", "GE"),
        (r"is\s+(?:less|smaller)\s+than\s+or\s+equal\s+to", "LE"),
        (r"is\s+at\s+least", "GE"),
        (r"is\s+at\s+most", "LE"),
        (r"(?:is\s+(?:strictly\s+)?(?:greater|larger)\s+than|exceeds)", "GT"),
        (r"is\s+(?:strictly\s+)?(?:less|smaller)\s+than", "LT"),
        (r"(?:is\s+equal\s+to|equals|is)", "EQ"),
    )
)
_IS_FIRST = re.compile(
    r"(?:if\s+)?(?:this|it)\s+is\s+the\s+first\s+(?:element|tap|position|one)(?:\s+of\s+the\s+window)?", re.I
)
_NOUN = re.compile(r"(?:the\s+)?(?:(?:current|running|best|largest)\s+)?[a-z]{3,}(?:\s+so\s+far)?", re.IGNORECASE)
_LEAST = re.compile(r"(?:minus|negative)\s+infinity|[-−]\s*(?:∞|infinity)", re.IGNORECASE)


def listed_steps(blocks: Sequence[Block]) -> Iterator[tuple[Block, tuple[LoopStatement, ...]]]:
    """Each list of steps of a document, with the block with which it begins."""
    at = 0
    while at < len(blocks):
        end = at
        while end < len(blocks) and blocks[end].shape is Shape.ITEM:
            end += 1
        if end == at:
            at += 1
            continue
        head = blocks[at - 1] if at and blocks[at - 1].shape is Shape.PARAGRAPH else None
        last = next(reversed(list(sentences(head))), None) if head is not None else None
        is_head = last is not None and _HEAD.match(last.text) is not None and last.text.endswith(":")
        body = _steps(blocks[at:end])
        if is_head and head is not None and last is not None:
            yield head, (_loop(last, body),)
        else:
            yield blocks[at], body
        at = end


def _steps(blocks: Sequence[Block]) -> tuple[LoopStatement, ...]:
    """The statements of items, those of nested ones in the one before; what a step repeats stands in it."""
    depth = min(block.depth for block in blocks)
    places = [at for at, block in enumerate(blocks) if block.depth == depth]
    made = [
        tuple(_said(blocks[at], _steps(blocks[at + 1 : end]) if end > at + 1 else ()))
        for at, end in zip(places, [*places[1:], len(blocks)], strict=True)
    ]
    found: list[LoopStatement] = []
    taken = 0
    for number, statements in enumerate(made, 1):
        if number <= taken:
            continue
        span = _STEPS.search(blocks[places[number - 1]].text)
        if span is not None and span["a"] and int(span["a"]) == number + 1 and len(statements) == 1:
            taken = min(int(span["b"]), len(made))
            body = tuple(each for later in made[number:taken] for each in later)
            statements = (_within(statements[0], body),)
        found += statements
    return tuple(found)


def _within(loop: LoopStatement, body: tuple[LoopStatement, ...]) -> LoopStatement:
    inner = loop.body[0] if loop.body and loop.body[0].do is Do.LOOP and len(loop.body) == 1 else None
    return replace(loop, body=(_within(inner, body),) if inner is not None else (*loop.body, *body))


def _said(block: Block, body: tuple[LoopStatement, ...]) -> Iterator[LoopStatement]:
    """The statements of an item; the last of them has what is nested in the item."""
    said = list(sentences(block))
    for sentence in said:
        own = body if sentence is said[-1] else ()
        if _HEAD.match(sentence.text):
            yield _loop(sentence, own)
        else:
            made = list(_statements(sentence.text.rstrip(" .;:"), block.at(sentence.start)))
            if own and made:
                made[-1] = replace(made[-1], body=(*made[-1].body, *own))
            yield from made


def _loop(sentence: Sentence, body: tuple[LoopStatement, ...]) -> LoopStatement:
    """One loop in another for each letter; what is not read makes it another statement."""
    start = sentence.block.at(sentence.start)
    text = _STEPS.sub("", sentence.text).rstrip(" :.,")
    fastest = _FASTEST.search(text)
    text = _FASTEST.sub("", text)
    other = LoopStatement(Do.OTHER, start, sentence.text, body=body)
    binders = []
    at = 0
    for found in [*_BETWEEN.finditer(text), None]:
        end = found.start() if found is not None else len(text)
        binder = _binder(text[at:end], partial(_place, sentence, at))
        if binder is None:
            return other
        binders.append(binder)
        at = found.end() if found is not None else end
    if fastest is not None:
        if fastest["letter"] not in [binder.letter.text for binder in binders]:
            return other
        binders.sort(key=lambda binder: binder.letter.text == fastest["letter"])
    for binder in reversed(binders):
        body = (LoopStatement(Do.LOOP, binder.letter.start, sentence.text, (), binder, body),)
    return body[0]


def _place(sentence: Sentence, begin: int, at: int) -> int:
    return sentence.block.at(sentence.start + begin + at)


def _binder(text: str, at: _At) -> Binder | None:
    found = _BINDER.fullmatch(text)
    if found is None:
        return None
    low, high = (formula_in(found[group].strip(), at(found.start(group))) for group in ("low", "high"))
    if low is None or high is None:
        return None
    letter = Written(Form.NAME, (), found["letter"], at(found.start("letter")), at(found.end("letter")))
    return Binder(letter, low, high)


def _statements(text: str, start: int) -> Iterator[LoopStatement]:
    """What one sentence says is to be done."""
    other = LoopStatement(Do.OTHER, start, text)
    if _SKIP.fullmatch(text):
        yield LoopStatement(Do.SKIP, start, text)
    elif _FAIL.fullmatch(text):
        yield LoopStatement(Do.FAIL, start, text)
    elif (found := _IF.fullmatch(text)) is not None:
        condition = _condition(found["said"], start + found.start("said"))
        body = tuple(_statements(found["then"], start + found.start("then")))
        yield other if condition is None else LoopStatement(Do.IF, start, text, (condition,), body=body)
    elif (lead := _TARGET_FIRST.match(text) or _TARGET_LAST.match(text)) is not None:
        is_last = lead.re is _TARGET_LAST
        for at, part in _apart(text[lead.end() :], r",?\s+and\s+(?:(?:set|let|store|write)\s+)?"):
            yield _assignment(part, start + lead.end() + at, is_last=is_last) or other
    else:
        yield _assignment(text, start, is_last=False) or other


def _assignment(text: str, start: int, *, is_last: bool) -> LoopStatement | None:
    for found in (_INTO if is_last else _GIVES).finditer(text):
        one = _term(text[: found.start()], start)
        other = _term(text[found.end() :], start + found.end())
        if one is None or other is None:
            continue
        target, value = (other, one) if is_last else (one, other)
        if target.form in (Form.NAME, Form.INDEX):
            return LoopStatement(Do.ASSIGN, start, text, (target, value))
    return None


def _condition(text: str, start: int) -> Written | None:
    """Comparisons that are joined by `or` or by `and`, in symbols or in words."""
    is_either = any(True for _ in _apart_at(text, r"\s+or\s+(?!equal\b)"))
    is_both = any(True for _ in _apart_at(text, r"\s+and\s+"))
    if is_either and is_both:
        return None
    joint = r"(?:,\s*(?:or|and)?|\s+(?:or|and))(?!\s*equal\b)\s*(?:if\s+)?"
    parts = [_relation(part, start + at) for at, part in _apart(text, joint)]
    if None in parts or (len(parts) > 1 and not (is_either or is_both)):
        return None
    read = tuple(part for part in parts if part is not None)
    return read[0] if len(read) == 1 else Written(Form.EITHER if is_either else Form.BOTH, read, "", start)


def _relation(text: str, start: int) -> Written | None:
    if _IS_FIRST.fullmatch(text.strip()):
        return Written(Form.NAME, (), FIRST, start, start + len(text))
    for pattern, sign in _COMPARISONS:
        found = pattern.search(text)
        if found is not None:
            parts = _term(text[: found.start()], start), _term(text[found.end() :], start + found.end())
            read = tuple(part for part in parts if part is not None)
            return Written(Form.RELATION, read, sign, start, start + len(text)) if len(read) == len(parts) else None
    written = formula_in(text.strip(), start)
    return written if written is not None and written.form is Form.RELATION else None


def _term(text: str, start: int) -> Written | None:
    """A formula, or what the text calls something that is kept: the current maximum."""
    said = text.strip()
    if _LEAST.fullmatch(said):
        return formula_in("-inf", start)
    written = formula_in(said, start)
    if written is not None and written.form is not Form.RELATION:
        return written
    if _NOUN.fullmatch(said):
        return Written(Form.NAME, (), "_".join(said.lower().removeprefix("the ").split()), start, start + len(said))
    return None


def _apart(text: str, joint: str) -> Iterator[tuple[int, str]]:
    """The parts between joints that stand in no brackets, with their places."""
    at = 0
    for found in _apart_at(text, joint):
        yield at, text[at : found.start()]
        at = found.end()
    yield at, text[at:]


def _apart_at(text: str, joint: str) -> Iterator[re.Match[str]]:
    for found in re.finditer(joint, text):
        before = text[: found.start()]
        if all(before.count(a) == before.count(b) for a, b in ("()", "[]")):
            yield found
