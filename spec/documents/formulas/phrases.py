"""What a document says in words that a name is: read exactly, every word in its place, or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import LarkError
from lark.lexer import Lexer

from spec.documents.formulas.words import RUNNING, SPATIAL_AXES, Quantity, Role, entry_of, named_entry
from spec.documents.prose.adjacency import Adjacency, adjacency_of
from spec.documents.prose.pruned import parse_within

LONGEST_PHRASE = 24

ORDINALS: Mapping[str, int] = {
    **{word: i for i, word in enumerate("first second third fourth".split())},
    **{word: i for i, word in enumerate("1st 2nd 3rd 4th".split())},
    "last": -1,
}
_CLASSES: Mapping[str, str] = {
    "_DET": "the a an its this their",
    "_PREP": "of in on at along for to over across from",
    "ORD": " ".join(ORDINALS),
    "_ELEMENT": "element elements entry entries value values component components item items coefficient coefficients",
    "_NUMBER_OF": "number numbers amount amounts count counts",
    "_INDEX": "index position",
    "_ATTRIBUTE": "attribute attributes parameter list vector tuple array",
    "PADS": "pads",
    "STRIDES": "strides",
    "DILATIONS": "dilations",
    "KERNEL_SHAPE": "kernel_shape",
    "PADS_BEGIN": "pads_begin",
    "PADS_END": "pads_end",
    "_KERNEL": "kernel filter window",
    "_WINDOWS": "windows",
    "_POOLING": "pooling sliding max-pooling",
    "_X": "input X image",
    "_Y": "output Y",
    "_TENSOR": "tensor map",
    "_PADDED": "padded",
    "_PADDED_X": "X_p X_padded X_pad",
    "_EFFECTIVE": "effective dilated",
    "_EXTENT": "extent reach span",
    "_EXTENTS": "extents",
    "_SLACK": "slack",
    "_SIZE": "size sizes length shape",
    "_DIMENSION": "dimension dimensions",
    "_AXIS": "axis axes direction",
    "HEIGHT": "height",
    "WIDTH": "width",
    "ROWS": "row rows",
    "COLUMNS": "column columns",
    "_STRIDE": "stride step",
    "_DILATION": "dilation",
    "_SPACING": "spacing",
    "_RATE": "rate factor",
    "_DISTANCE": "distance distances",
    "_BETWEEN": "between",
    "_NEXT": "neighbouring neighboring adjacent consecutive successive",
    "_TAP": "tap taps",
    "_PAD": "padding paddings pad",
    "_ADDED": "added inserted",
    "_TOTAL": "total sum overall combined",
    "TOP": "top above",
    "BOTTOM": "bottom below",
    "LEFT": "left",
    "RIGHT": "right",
    "BEGIN": "begin beginning start leading front before",
    "END": "end trailing after",
    "_BOTH": "both each every",
    "_SIDES": "side sides ends",
    "_BATCH": "batch batches images samples",
    "_CHANNEL": "channel channels",
    "_DATA": "data",
    "VERTICAL": "vertical vertically",
    "HORIZONTAL": "horizontal horizontally",
    "_SPATIAL": "spatial",
    "_EQUAL": "equal",
    "AND": "and",
}
_CLASS_OF = {word: kind for kind, words in _CLASSES.items() for word in words.split()}
SILENT = frozenset("respectively resp integer operator's operator".split())
"""Words that change nothing in what is said."""
JOINS, _UNKNOWN = ("AND", "COMMA"), "UNKNOWN"

# What a word in the tree says: of an axis, of a side of the padding.
_AXIS_OF = {
    **dict.fromkeys(("HEIGHT", "ROWS", "VERTICAL", "TOP", "BOTTOM"), 0),
    **dict.fromkeys(("WIDTH", "COLUMNS", "HORIZONTAL", "LEFT", "RIGHT"), 1),
}
_SIDE_OF = {
    **dict.fromkeys(("TOP", "LEFT", "BEGIN", "PADS_BEGIN"), Role.PAD_BEGIN),
    **dict.fromkeys(("BOTTOM", "RIGHT", "END", "PADS_END"), Role.PAD_END),
}
_ROLE_OF = {
    role.value: role
    for role in (
        *(Role.STRIDE, Role.DILATION, Role.KERNEL, Role.X, Role.Y, Role.PADDED, Role.EXTENT, Role.SLACK),
        *(Role.BATCH, Role.CHANNELS),
    )
}


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a phrase: its class in the grammar, and itself."""

    kind: str
    text: str


Phrase = tuple[Word, ...]


def word(text: str) -> Word:
    """A word with its class; one that no rule has is unknown."""
    if text.isdigit():
        return Word("NUMBER", text)
    if text in RUNNING:
        return Word("LETTER", text)
    if text[:1] in RUNNING and text[1:] in ("-th", "th"):
        return Word("NTH", text[0])
    return Word(_CLASS_OF.get(text) or _CLASS_OF.get(text.lower(), _UNKNOWN), text)


class _Words(Lexer):
    """Gives lark the words that are already classed."""

    def __init__(self, lexer_conf: object) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any = None) -> Iterator[Token]:
        return iter(lexer_state)


@cache
def _parser() -> Lark:
    return Lark.open("phrase.lark", rel_to=__file__, parser="earley", lexer=_Words, ambiguity="explicit")


@cache
def _adjacency() -> Adjacency:
    return adjacency_of(_parser())


_NAMING = frozenset(
    "ITEM PADS PADS_BEGIN PADS_END STRIDES DILATIONS KERNEL_SHAPE HEIGHT WIDTH VERTICAL HORIZONTAL _STRIDE"
    " _DILATION _SIZE _DIMENSION _NUMBER_OF _EXTENT _EXTENTS _SLACK _EFFECTIVE _BATCH _CHANNEL _PAD _AXIS _ADDED"
    " _DISTANCE _WINDOWS".split()
)


def _with_articles(phrase: Phrase) -> Phrase:
    """An `a` is no letter before a noun, `of a window`; it is one behind `axis`, and at the end."""
    return tuple(
        Word("_DET", each.text)
        if each == Word("LETTER", "a") and after is not None and (before is None or before.kind != "_AXIS")
        else each
        for before, each, after in zip((None, *phrase), phrase, (*phrase[1:], None), strict=False)
    )


@lru_cache(maxsize=4096)
def meaning_of(phrase: Phrase) -> Quantity | None:
    """The one quantity that a phrase names; None if it names none, or may be read in two ways.

    An axis alone, as in "(height)", is a quantity without a role.
    """
    phrase = _with_articles(phrase)
    if not 0 < len(phrase) <= LONGEST_PHRASE or any(w.kind == _UNKNOWN or w.kind in JOINS for w in phrase):
        return None
    if not any(w.kind in _NAMING for w in phrase) or not _adjacency().allows([w.kind for w in phrase]):
        return None
    try:
        tree = parse_within(_parser(), [Token(each.kind, each.text) for each in phrase])
    except LarkError:
        return None
    # A derivation that contradicts itself, or lacks the side of a padding, is no reading.
    readings = {_quantity(facts) for facts in _facts(tree)} - {None}
    return readings.pop() if len(readings) == 1 else None


def side_of(phrase: Phrase) -> Quantity | None:
    """The padding that a side alone names: `top`, or `left, at the begin of the width axis`; all parts say the same."""
    parts: list[list[Word]] = [[]]
    for each in phrase:
        parts = [*parts, []] if each.kind == "COMMA" else [*parts[:-1], [*parts[-1], each]]
    if [each.kind for each in parts[0]] not in (["TOP"], ["BOTTOM"], ["LEFT"], ["RIGHT"]):
        return None
    said = {meaning_of((word("padding"), *part)) for part in parts}
    return said.pop() if len(said) == 1 else None


_Facts = frozenset[tuple[str, object]]


def _facts(tree: Tree[Token] | Token) -> set[_Facts]:
    """What each derivation of a phrase says, as facts."""
    if isinstance(tree, Token):
        return {frozenset(_of_word(tree))}
    if tree.data == "_ambig":
        return {facts for child in tree.children for facts in _facts(child)}
    own = _of_rule(tree)
    if own is not None:
        return {frozenset(own)}
    said = product(*(_facts(child) for child in tree.children))
    rule: _Facts = frozenset({("rule", tree.data)})
    return {rule.union(*each) for each in said}


def _of_word(token: Token) -> Iterator[tuple[str, object]]:
    if token.type in _AXIS_OF:
        yield "axis", _AXIS_OF[token.type]
    if token.type in _SIDE_OF:
        yield "side", _SIDE_OF[token.type]
    if token.type in ("NUMBER", "ORD"):
        yield "place", int(token) if token.type == "NUMBER" else ORDINALS[token.lower()]
    if token.type in ("ITEM", "LETTER", "NTH"):
        yield token.type.lower().replace("nth", "letter"), str(token)
    if token.type in ("PADS", "STRIDES", "DILATIONS", "KERNEL_SHAPE"):
        yield "list", str(token).lower()


def _of_rule(tree: Tree[Token]) -> list[tuple[str, object]] | None:
    """The axis that a rule names by its place; counted from 0 in the tensor, or among the spatial ones."""
    if tree.data in ("spatial", "ordinal", "counted"):
        (token,) = (child for child in tree.children if isinstance(child, Token))
        return [("counted axis", (str(tree.data), int(token) if token.type == "NUMBER" else ORDINALS[token.lower()]))]
    return None


def _quantity(facts: _Facts) -> Quantity | None:
    """The facts as a quantity, if they are complete and do not contradict each other."""
    said: dict[str, set[Any]] = {}
    for name, value in facts:
        said.setdefault(name, set()).add(value)
    rules = said.get("rule", set())
    if "entry" in rules:
        return _entry(said)
    if "pad" in rules and not _is_whole(rules, said.get("side", set())):
        return None
    role = _role(rules, said.get("side", set()))
    of_tensor = role in (Role.X, Role.Y, Role.PADDED)
    axes = said.get("axis", set()) | {_counted(*c, of_tensor=of_tensor) for c in said.get("counted axis", set())}
    axes |= said.get("place", set())
    if len(axes) > 1 or not all(a in range(SPATIAL_AXES) for a in axes):
        return None
    axis = next(iter(axes), None)
    if role is None and axis is None:
        return None
    running = next(((letter, 0) for letter in said.get("letter", ())), None)
    return Quantity(role or Role.AXIS, axis, running, is_running=not rules.isdisjoint(("running", "nth")))


def _is_whole(rules: set[str], sides: set[Role]) -> bool:
    """A padding has one side, or is said to be on both, or to be the sum."""
    return "total" in rules or ("both" in rules) + len(sides) == 1 or ("both" in rules and sides == {Role.PAD_END})


def _role(rules: set[str], sides: set[Role]) -> Role | None:
    """The role that some rules name; None for an axis alone."""
    if "pad" in rules:
        return Role.PADS if "total" in rules else Role.PAD if "both" in rules else next(iter(sides))
    return next((role for rule, role in _ROLE_OF.items() if rule in rules), None)


def _counted(how: str, number: int, *, of_tensor: bool) -> int | None:
    """The spatial axis; of a tensor's axes the first two are none, and of an attribute's an axis has to be spatial."""
    if how == "spatial" or (how == "ordinal" and not of_tensor):
        return number % SPATIAL_AXES if number < SPATIAL_AXES else None
    if how == "counted" and not of_tensor and number < SPATIAL_AXES:
        return None
    return number - SPATIAL_AXES if number >= SPATIAL_AXES else (SPATIAL_AXES - 1 if number < 0 else None)


def _entry(said: Mapping[str, set[Any]]) -> Quantity | None:
    if item := said.get("item"):
        return named_entry(*next(iter(item))[:-1].split("["))
    rules = said["rule"]
    shape = ("X.shape",) if "x_name" in rules else ("Y.shape",) if "y_name" in rules else ()
    names = {*said.get("list", set()), *shape}
    places = said.get("place", set())
    return entry_of(*names, *places) if len(names) == len(places) == 1 else None
