"""Prose that ties an axis to a direction or to an amount: the first spatial axis goes down, the second to the right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from proofs.audit.rulebook.findings import Judgement, checked
from spec.documents.formulas.words import Role, quantity_name
from spec.documents.names.beside import Described
from spec.documents.names.descriptions import descriptions
from spec.documents.names.symbols import symbol_tables
from spec.documents.pages.model import Block
from spec.documents.prose.axes import (
    DEEP,
    HORIZONTAL,
    VERTICAL,
    GivenList,
    TiedGroup,
    TiedSentence,
    tied,
    tied_symbols,
)
from spec.documents.prose.closed import classed, classes
from spec.documents.prose.numberwords import ORDINALS
from spec.documents.prose.sentences import TOLD, sentences
from spec.documents.prose.structure import Structure

_ORDER = (DEEP, VERTICAL, HORIZONTAL)
"""The directions of the spatial axes: of two, these are the last two."""
_ENDS: Mapping[str, str] = {
    **dict.fromkeys(("top", "above", "left"), "begin"),
    **dict.fromkeys(("bottom", "below", "right"), "end"),
}
_SIZES: Mapping[str, str] = {"H": "height", "W": "width"}
_BACKWARDS = frozenset("up upward upwards left leftward leftwards".split())
"""Where no window moves."""
_GOES = {VERTICAL: "down", HORIZONTAL: "to the right", DEEP: "in depth"}


def judge_axes(structure: Structure) -> Iterator[Judgement]:
    """Each sentence that ties directions to axes or amounts, or symbols to axes."""
    yield from _names(structure)
    for block in structure.document.blocks:
        if block.shape not in TOLD:
            continue
        yield from _letters(structure, block)
        for sentence in sentences(block):
            for wrong in _wrong(sentence.text) or _wrong(sentence.text.partition(";")[0]):
                text = " ".join(sentence.text.split())
                at = structure.at(sentence, wrong[0])
                yield checked("axes", at, text, "axes-swapped", "; ".join(wrong[1]))


def _wrong(text: str) -> Sequence[tuple[int, Sequence[str]]]:
    """Where each reading of a sentence is wrong, and in what; nothing where it is not understood."""
    return [*_readings(text)]


def _readings(text: str) -> Iterator[tuple[int, Sequence[str]]]:
    if (said := tied(text)) is not None:
        rank = _rank(said)
        found = [(group.at, message) for group in said.groups for message in _judge_group(group, said.given, rank)]
        if said.given is not None and said.given.twice:
            found.append((said.groups[0].at, f"an entry of `{said.given.name}` is given twice"))
        yield (found[0][0] if found else 0), [message for _, message in found]
    if (symbols := tied_symbols(text)) is not None:
        by_number, in_words = symbols
        message = "the axis in words is not the one in symbols: dimension 2 of a tensor is its first spatial axis"
        yield 0, [message] if by_number != in_words else []


# --- H and W -------------------------------------------------------------------------------------


def _letters(structure: Structure, block: Block) -> Iterator[Judgement]:
    """H is the height and W the width, where a sentence says what they are."""
    said = [each for each in descriptions(block) if each.name in _SIZES]
    sizes = dict(_said_sizes(said))
    if len(sizes) < len(_SIZES) or classed(_before(structure, block, said), classes("before_sizes")) is None:
        return
    wrong = [f"{name} is the {size}" for name, size in _SIZES.items() if sizes[name] != size]
    yield checked("axes", said[0].start, said[0].phrase, "axes-swapped", "; ".join(wrong))


def _said_sizes(said: Sequence[Described]) -> Iterator[tuple[str, str]]:
    """Which size each letter is said to be, where letters that share a phrase have a size each in it."""
    for phrase in dict.fromkeys(each.phrase for each in said):
        names = [each.name for each in said if each.phrase == phrase]
        words = classed(phrase, classes("sizes"))
        if words is not None and len(words) == len(names):
            yield from zip(names, (word.kind for word in words), strict=True)


def _before(structure: Structure, block: Block, said: Sequence[Described]) -> str:
    """What stands before the letters in their sentence."""
    upto = structure.document.text[block.start : min(each.start for each in said)]
    return upto.rpartition(". ")[2]


# --- names ---------------------------------------------------------------------------------------


def _names(structure: Structure) -> Iterator[Judgement]:
    """What is said of a name twice over is one thing, and H and W of a table of symbols are height and width."""
    blocks = structure.document.blocks
    in_tables = list(symbol_tables(blocks))
    for said in (*(each for block in blocks for each in descriptions(block)), *in_tables):
        if said.differs is not None:
            one, other = (f"`{quantity_name(each)}`" for each in said.differs)
            wrong = f"`{said.name}` is said to be {one} and {other}, which are not the same"
            yield checked("axes", said.start, said.phrase, "axes-swapped", wrong)
    for said in in_tables:
        size, means = _SIZES.get(said.name), said.means
        if size is not None and means is not None and means.role is Role.X and means.axis is not None:
            wrong = "" if list(_SIZES)[means.axis] == said.name else f"{said.name} is the {size}"
            yield checked("axes", said.start, said.phrase, "axes-swapped", wrong)


# --- directions ----------------------------------------------------------------------------------


def _rank(said: TiedSentence) -> int:
    deep = 3 if any(group.direction == DEEP for group in said.groups) else 2
    return 3 if max(deep, len(said.given.values) if said.given else 0) == 3 else 2


def _position(group: TiedGroup, rank: int, length: int = 0) -> int:
    """The index of a direction in a list: of three axes the first is the depth; `pads` has the ends behind."""
    order = _ORDER[-rank:]
    index = order.index(group.direction) if group.direction in order else 0
    return index + rank if length == 2 * rank and _ENDS.get(group.word) == "end" else index


def _judge_group(group: TiedGroup, given: GivenList | None, rank: int) -> Iterator[str]:
    spatial = _position(group, rank)
    if group.ordinal is not None and group.ordinal != spatial:
        goes = _GOES[_ORDER[-rank:][group.ordinal]] if group.ordinal < rank else "another way"
        here, said = ORDINALS[spatial], ORDINALS[group.ordinal]
        yield f"`{group.word}` is along the {here} spatial axis; the {said} goes {goes}"
    if given is not None and given.name.startswith("stride") and group.word in _BACKWARDS:
        yield f"the window goes {_GOES[group.direction or VERTICAL]}, not `{group.word}`"
    if given is not None and group.amount is not None:
        yield from _judge_amount(group, group.amount, given)


def _judge_amount(group: TiedGroup, amount: int, given: GivenList) -> Iterator[str]:
    end = _ENDS.get(group.word)
    ends = {"pads_begin": "begin", "pads_end": "end"}.get(given.name)
    if end and ends and end != ends:
        yield f"`{given.name}` adds nothing at the {group.word}"
    length = len(given.values)
    at = _position(group, 3 if length == 3 else 2, length)
    if given.values.get(at, amount) != amount:
        yield f"`{group.word}` takes {given.name}[{at}] = {given.values[at]}, not {amount}"
    if group.ordinal is not None and given.values.get(group.ordinal, amount) != amount:
        value, said = given.values[group.ordinal], ORDINALS[group.ordinal]
        yield f"the {said} spatial axis takes {given.name}[{group.ordinal}] = {value}, not {amount}"
