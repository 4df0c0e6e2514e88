"""Other wordings: each says what the one says into which it is turned, and a denial of it is not turned."""

from __future__ import annotations

import re

import pytest

from proofs.audit.answers.compare import compare
from proofs.audit.answers.compared import Place
from proofs.audit.lexicon.patterns import Rewording, each_reworded, reworded, rewordings, translated
from proofs.audit.lexicon.topics import ProseTopic, topics
from proofs.audit.lexicon.words import words_of
from proofs.audit.quantities.read import readings
from proofs.audit.quantities.values import QuantityReading
from proofs.audit.sentences.understand import understand
from spec.documents.prose.typewords import TypeFamily

FLOATS = Place((), frozenset({TypeFamily.FLOAT}))


def read(text: str) -> tuple[set[tuple[str, str | None]], set[QuantityReading]]:
    words = words_of(text)
    said = [*([] if understand(text).meanings else reworded(words)), tuple(words)]
    meanings = {(m.topic.name, compare(m, FLOATS).wrong) for m in understand(text).meanings}
    return meanings, {reading for each in said for reading in readings(each)}


@pytest.mark.parametrize("wording", rewordings(), ids=lambda wording: wording.name)
def test_another_wording_is_read_as_the_first(wording: Rewording) -> None:
    assert read(wording.says) == read(wording.same) != (set(), set())
    assert each_reworded(wording, tuple(words_of(wording.says))) != ()
    assert each_reworded(wording, tuple(words_of(wording.other))) == ()


OTHERWISE = [
    "The operator rejects no call in which a window contains no element of X.",
    "The operator may reject a call in which a window contains no element of X.",
    "The operator regards neither +0.0 nor -0.0 as equal.",
    "The operator rarely regards NaN as minus infinity.",
    "The operator accepts an input without batches or channels in Conv.",
    "The operator rejects an input whose height or width is 0 or 1.",
    "It is an error if the height and the width of the input are 1.",
]


@pytest.mark.parametrize("said", OTHERWISE)
def test_what_is_said_otherwise_does_not_agree(said: str) -> None:
    meanings, _ = read(said)
    assert "" not in {wrong for _, wrong in meanings}


@pytest.mark.parametrize("topic", topics().values(), ids=topics())
def test_no_pattern_gives_an_empty_answer(topic: ProseTopic) -> None:
    for pattern in topic.patterns:
        slots = set(re.findall(r"P<([a-z]+)>", translated(re.sub("[&~]", " ", pattern.says))))
        assert any(not part.startswith("$") or part[1:] in slots for part in pattern.answer.split()), pattern


NOT_UNDERSTOOD = [
    "Indices would be the flat positions in X of the maxima.",
    "Padding would be -inf.",
    "Suppose padding is -inf.",
    "Each window gives one value of $Y$.",
    "It holds several values.",
    "An example with NaN is given below.",
    "Unlike Conv, padding is zero.",
    "If several elements are equal to the maximum, see section 4.",
    "In this example, the padding value is 0.",
    "The index of the window is 3.",
    "Indices is a tensor.",
    "Y contains the elements of X.",
    "The padding is 1 on each side.",
    "The size of Y is 3.",
    "`strides` is 2.",
    "1 < 2",
    "A window that contains elements of X is 0.",
    "Indices its position in X",
    "the first value of attribute `kernel_shape`",
    "The operator applies to each input.",
    "Whether X is padded with zeros.",
    "The padding is 1 at the top.",
    "The smallest kernel has one element.",
    "`pads` gives the padding at the begin and at the end of each spatial axis.",
    "float32, Y",
    "Y.NaN 367",
    "a magnitude",
    "selected zero",
    "`strides` [0] ≥ 1",
]


@pytest.mark.parametrize("said", NOT_UNDERSTOOD)
def test_what_states_no_rule_is_not_understood(said: str) -> None:
    assert understand(said).meanings == ()
