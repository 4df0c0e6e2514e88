"""Other wordings: each says what the one says into which it is turned, and a denial of it is not turned."""

from __future__ import annotations

import re

import pytest

from proofs.audit.quantities.read import readings
from proofs.audit.quantities.values import QuantityReading
from proofs.audit.sentences.compare import compare
from proofs.audit.sentences.compared import Place
from proofs.audit.sentences.patterns import Rewording, each_reworded, reworded, rewordings, translated
from proofs.audit.sentences.topics import ProseTopic, topics
from proofs.audit.sentences.understand import understand
from proofs.audit.sentences.words import words_of
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
