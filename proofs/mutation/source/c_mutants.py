"""First-order mutants of a function in C: its file with one small change of the text, at places that the parser tells.

Changed are the function and those of the same file that it calls, and the macros that they use. Whoever imports this
has libclang.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from proofs.mutation.source.text_change import TextChange
from proofs.program.c.reading import compiler
from proofs.program.c.reading.unit import UnitReader
from proofs.program.source.refused import Refused

Cursor = Any
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
ARITHMETIC = ("+", "-", "*", "/")
OTHERS = (
    {op: tuple(other for other in COMPARISONS if other != op) for op in COMPARISONS}
    | {op: tuple(other for other in ARITHMETIC if other != op) for op in (*ARITHMETIC, "%")}
    | {"&&": ("||",), "||": ("&&",), "<<": (">>",), ">>": ("<<",), "&": ("|",), "|": ("&",)}
    | {"+=": ("-=", "*="), "-=": ("+=",), "*=": ("+=",), "/=": ("*=",)}
)
"""For each operator between two operands, what may stand in its place."""
_NUMBER = re.compile(rb"(0[xX][0-9a-fA-F]+|[0-9]+)([uUlL]*)")
_FLOATING = re.compile(rb"([0-9]*\.?[0-9]*)([fFlL]?)")
_LONGEST = 60
_LEFT_OUT = ("IF_STMT", "FOR_STMT", "WHILE_STMT", "DO_STMT", "BREAK_STMT", "CONTINUE_STMT")


def text_changes(file: str, text: bytes, names: Sequence[str], arguments: Sequence[str]) -> list[TextChange]:
    """All changes of some functions, in the order of the text, each once. Raises Refused where one is not read."""
    found = (change for name in names for change in _of_function(file, text, name, arguments))
    once = {(c.start, c.end, c.new): c for c in found if text[c.start : c.end] != c.new}
    return [change for change in sorted(once.values()) if _is_read(file, change.of(text), arguments)]


def _of_function(file: str, text: bytes, name: str, arguments: Sequence[str]) -> Iterator[TextChange]:
    reader = UnitReader(file, text, arguments)
    reader.unit(name)
    defined = {c.spelling: c for c in reader.parsed.cursor.get_children() if c.is_definition()}
    wanted = [c for c in (defined[name], *reader.parts.called.values()) if c.extent.start.file.name == file]
    for cursor in wanted:
        yield from _Changes(file, text, cursor).all()
    for macro in _macros(reader.parsed, file, wanted):
        yield from _of_macro(macro, text)


def _is_read(file: str, text: bytes, arguments: Sequence[str]) -> bool:
    """The compiler's parser takes the text: what it does not take is no program, and so no mutant."""
    try:
        compiler.parsed(file, text, arguments)
    except Refused:
        return False
    return True


class _Changes:
    """The changes of one function's definition."""

    def __init__(self, file: str, text: bytes, function: Cursor) -> None:
        self.file, self.text, self.function = file, text, function
        self.tokens = [(t.extent.start.offset, t.spelling) for t in function.get_tokens()]
        declared = [c for c in function.walk_preorder() if c.kind.name in ("PARM_DECL", "VAR_DECL")]
        self.declared = [(c, self._reach(c)) for c in declared]

    def all(self) -> Iterator[TextChange]:
        """The changes, some of them more than once."""
        body = next(c for c in self.function.get_children() if c.kind.name == "COMPOUND_STMT")
        for cursor in body.walk_preorder():
            yield from self._of(cursor)

    def _of(self, cursor: Cursor) -> Iterator[TextChange]:
        parts = list(cursor.get_children())
        match cursor.kind.name:
            case "BINARY_OPERATOR" | "COMPOUND_ASSIGNMENT_OPERATOR":
                yield from self._operator(cursor, compiler.binary(cursor), parts)
            case "UNARY_OPERATOR":
                yield from self._unary(cursor, compiler.unary(cursor), parts[0])
            case "INTEGER_LITERAL" | "FLOATING_LITERAL":
                yield from _constant(self.text, *_span(cursor), cursor.extent.start.line)
            case "DECL_REF_EXPR":
                yield from self._name(cursor)
            case "MEMBER_REF_EXPR":
                yield from self._member(cursor)
            case "IF_STMT" | "WHILE_STMT" | "CONDITIONAL_OPERATOR":
                yield self._instead(parts[0], b"!(" + self._written(parts[0]) + b")", "negated")
            case "FOR_STMT":
                yield from self._bounds(cursor, parts[:-1])
            case "BREAK_STMT" | "CONTINUE_STMT":
                other = "continue" if cursor.kind.name == "BREAK_STMT" else "break"
                yield self._instead(cursor, other.encode(), other)
            case "CALL_EXPR":
                yield from self._swapped(parts[1:])
            case "ARRAY_SUBSCRIPT_EXPR":
                inner = _bare(parts[0])
                if inner.kind.name == "ARRAY_SUBSCRIPT_EXPR":
                    yield from self._swapped([list(inner.get_children())[1], parts[1]])
            case "COMPOUND_STMT":
                for part in parts:
                    yield from self._left_out(part)
        if cursor.kind.name in ("IF_STMT", "FOR_STMT", "WHILE_STMT"):
            for part in parts[1:] if cursor.kind.name == "IF_STMT" else parts[-1:]:
                yield from self._left_out(part)

    # -- places

    def _written(self, cursor: Cursor) -> bytes:
        start, end = _span(cursor)
        return self.text[start:end]

    def _instead(self, cursor: Cursor, new: bytes, words: str) -> TextChange:
        start, end = _span(cursor)
        return TextChange(start, end, new, cursor.extent.start.line, f"{_short(self.text[start:end])}: {words}")

    # -- expressions

    def _operator(self, cursor: Cursor, op: str, parts: list[Cursor]) -> Iterator[TextChange]:
        (_, first), (last, _) = map(_span, parts)
        place = self._place_of(op, first, last)
        line, whole = cursor.extent.start.line, _short(self._written(cursor))
        for other in OTHERS.get(op, ()) if place is not None else ():
            assert place is not None
            yield TextChange(place, place + len(op), other.encode(), line, f"{whole}: {other}")
        if op in ("&&", "||"):
            for part in parts:
                yield self._instead(cursor, self._written(part), f"only {_short(self._written(part))}")

    def _place_of(self, op: str, first: int, last: int) -> int | None:
        """Where an operator stands between its operands: the outermost one there, should a macro hide their ends."""
        depth, found = 0, list[tuple[int, int]]()
        for offset, spelling in self.tokens:
            if first <= offset < last:
                depth += (spelling in ("(", "[")) - (spelling in (")", "]"))
                if spelling == op:
                    found.append((depth, offset))
        return min(found)[1] if found else None

    def _unary(self, cursor: Cursor, op: str, operand: Cursor) -> Iterator[TextChange]:
        if op in ("!", "-"):
            yield self._instead(cursor, self._written(operand), f"`{op}` left out")
        elif op[-2:] in ("++", "--"):
            other = (b"--", b"++")[op.endswith("--")]
            written = self._written(operand)
            new = other + written if op.startswith("pre") else written + other
            yield self._instead(cursor, new, other.decode())

    def _name(self, cursor: Cursor) -> Iterator[TextChange]:
        """The variables of the same type that are declared next to one, before and after."""
        kind, place = cursor.type.get_canonical().spelling.replace("const ", ""), _span(cursor)[0]
        visible = [
            c.spelling
            for c, (start, end) in self.declared
            if start <= place < end and c.type.get_canonical().spelling.replace("const ", "") == kind
        ]
        # In what a macro became, the name stands elsewhere.
        written = self._written(cursor) == cursor.spelling.encode()
        for other in _neighbours(visible, cursor.spelling) if written else ():
            yield self._instead(cursor, other.encode(), other)

    def _reach(self, declaration: Cursor) -> tuple[int, int]:
        """From where to where a variable can be named: to the end of the innermost statement that holds it."""
        start, end = declaration.extent.end.offset, self.function.extent.end.offset
        if declaration.kind.name == "PARM_DECL":
            return start, end
        holding = [
            _span(c)[1]
            for c in self.function.walk_preorder()
            if c.kind.name in ("COMPOUND_STMT", "FOR_STMT") and _span(c)[0] <= start < _span(c)[1]
        ]
        return start, min(holding, default=end)

    def _member(self, cursor: Cursor) -> Iterator[TextChange]:
        member = cursor.referenced
        fields = [f for f in member.semantic_parent.type.get_fields() if f.type.spelling == member.type.spelling]
        end = _span(cursor)[1]
        start = end - len(member.spelling)
        if self.text[start:end] == member.spelling.encode():
            for other in _neighbours([f.spelling for f in fields], member.spelling):
                words = f"{_short(self._written(cursor))}: {other}"
                yield TextChange(start, end, other.encode(), cursor.extent.start.line, words)

    def _swapped(self, parts: Sequence[Cursor]) -> Iterator[TextChange]:
        for left, right in pairwise(parts):
            (start, first), (second, end) = _span(left), _span(right)
            between = self.text[first:second]
            new = self._written(right) + between + self._written(left)
            words = f"{_short(self.text[start:end])}: the two swapped"
            yield TextChange(start, end, new, left.extent.start.line, words)

    def _bounds(self, cursor: Cursor, parts: Sequence[Cursor]) -> Iterator[TextChange]:
        for part in parts:
            if part.kind.name == "DECL_STMT":
                ends = [value for c in part.get_children() if (value := compiler.initial(c)) is not None]
            elif part.kind.name == "BINARY_OPERATOR":
                ends = [list(part.get_children())[1]]
            else:
                continue
            for end in ends:
                for step in (b" + 1", b" - 1"):
                    yield self._instead(end, b"(" + self._written(end) + b")" + step, step.decode().strip())

    # -- statements

    def _left_out(self, part: Cursor) -> Iterator[TextChange]:
        if part.kind.name in _LEFT_OUT or (part.kind.is_expression() and part.kind.name != "NULL_STMT"):
            ends_in_block = self._written(part).endswith(b"}")
            yield self._instead(part, b";" if ends_in_block else b"", "left out")


def _bare(cursor: Cursor) -> Cursor:
    while cursor.kind.name in ("UNEXPOSED_EXPR", "PAREN_EXPR"):
        (cursor,) = cursor.get_children()
    return cursor


def _span(cursor: Cursor) -> tuple[int, int]:
    return cursor.extent.start.offset, cursor.extent.end.offset


def _short(text: bytes) -> str:
    return " ".join(text.decode(errors="replace").split())[:_LONGEST]


def _neighbours(names: Sequence[str], name: str) -> Iterator[str]:
    at = list(names).index(name) if name in names else None
    if at is not None:
        yield from dict.fromkeys(n for n in (*names[at + 1 : at + 2], *names[max(at - 1, 0) : at]) if n != name)


def _constant(text: bytes, start: int, end: int, line: int) -> Iterator[TextChange]:
    """The number one more and one less."""
    written = text[start:end]
    if found := _NUMBER.fullmatch(written):
        digits = found[1]
        number = int(digits, 0) if digits.lower().startswith(b"0x") else int(digits, 8 if digits[:1] == b"0" else 10)
        others = [b"%d" % other + found[2] for other in (number + 1, number - 1)]
    elif (found := _FLOATING.fullmatch(written)) and found[1] not in (b"", b"."):
        others = [repr(float(found[1]) + step).encode() + found[2] for step in (1, -1)]
    else:
        return
    for other in others:
        shown = other if not other.startswith(b"-") else b"(" + other + b")"
        yield TextChange(start, end, shown, line, f"{_short(written)}: {other.decode()}")


# --- macros


def _macros(unit: Any, file: str, functions: Sequence[Cursor]) -> Iterator[Cursor]:
    """The definitions in the file of the macros that functions use."""
    spans = [_span(f) for f in functions]
    found: dict[int, Cursor] = {}
    for cursor in unit.cursor.get_children():
        if cursor.kind.name == "MACRO_INSTANTIATION" and cursor.location.file and cursor.location.file.name == file:
            definition, place = cursor.referenced, cursor.extent.start.offset
            inside = any(start <= place < end for start, end in spans)
            if inside and definition and definition.location.file and definition.location.file.name == file:
                found[definition.extent.start.offset] = definition
    yield from found.values()


def _of_macro(macro: Cursor, text: bytes) -> Iterator[TextChange]:
    """Numbers, and operators that follow an operand."""
    tokens, before = list(macro.get_tokens())[1:], ""
    line = macro.extent.start.line
    for token in tokens:
        start, end = token.extent.start.offset, token.extent.end.offset
        if token.kind.name == "LITERAL":
            yield from _constant(text, start, end, line)
        elif token.spelling in OTHERS and re.fullmatch(r"[\w.]+|\)|\]", before):
            for other in OTHERS[token.spelling]:
                words = f"{macro.spelling}, {token.spelling}: {other}"
                yield TextChange(start, end, other.encode(), line, words)
        before = token.spelling
