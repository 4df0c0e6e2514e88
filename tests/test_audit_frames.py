"""What contradicts a clause by its words in any order, or in one clause of a sentence; nothing ever agrees by that."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from proofs.audit.answers.compare import compare
from proofs.audit.answers.compared import Place
from proofs.audit.lexicon.answer import TopicAnswer
from proofs.audit.lexicon.topics import topics
from proofs.audit.lexicon.words import read_toml
from proofs.audit.run import audit
from proofs.audit.sentences.framed import ClauseFrame, frames
from proofs.audit.sentences.understand import understand
from spec.documents.prose.typewords import FAMILIES
from tests.audit_documents import document

SAYS = [(frame, said) for frame in frames() for said in frame.says]
OTHER = [said for frame in frames() for said in frame.other]


def wrong(said: str) -> Sequence[TopicAnswer]:
    return [meaning for meaning in understand(said).meanings if compare(meaning, Place()).wrong]


@pytest.mark.parametrize(("frame", "said"), SAYS, ids=lambda value: value[:50] if isinstance(value, str) else "")
def test_what_contradicts_a_clause_is_reported(frame: ClauseFrame, said: str) -> None:
    assert frame.topic in {meaning.topic.name for meaning in wrong(said)}


@pytest.mark.parametrize("said", OTHER)
def test_what_says_something_else_is_not(said: str) -> None:
    assert [meaning.text for meaning in wrong(said) if meaning.is_hedged] == []


@pytest.mark.parametrize("before", ["One might think that", "It would be wrong to say that", "In other standards,"])
@pytest.mark.parametrize("said", [said for _, said in SAYS])
def test_nothing_is_reported_of_what_is_not_said_of_this_operator(said: str, before: str) -> None:
    changed = f"{before} {said[0].lower()}{said[1:]}"
    assert [meaning.text for meaning in wrong(changed) if meaning.is_hedged] == []


@pytest.mark.parametrize("behind", ["unless the mode is another", "but only if the mode is another"])
@pytest.mark.parametrize("said", [said for _, said in SAYS if "," not in said and ";" not in said])
def test_nothing_is_reported_of_what_is_limited(said: str, behind: str) -> None:
    changed = f"{said.rstrip('.')}, {behind}."
    assert [meaning.text for meaning in wrong(changed) if meaning.is_hedged] == []


@pytest.mark.parametrize(
    "said",
    [
        # The words of a wrong clause in the order of a right one.
        "In ONNX, `strides` has a default.",
        "ONNX gives `strides` a default; this profile does not.",
        "If a window contains NaN and a number, the number is selected.",
        "The operator selects a number if the window contains a NaN and a number.",
        "The element that is selected if a window contains NaN and plus infinity is plus infinity.",
        "If the window contains an element greater than minus infinity and a NaN, that element is selected.",
        "The window contains only 0 and negative elements.",
        "A padded window with 0 and negative elements has the maximum 0.",
        "Of -0 and a negative element, -0 is selected.",
        "They behave like minus infinity for the floating-point types and like 0 for the unsigned integer types.",
        "Indices select elements and padding none.",
        "Only rounding of the size converts a quotient.",
        "If a precondition is not met, the operator may fail.",
    ],
)
def test_a_right_sentence_of_the_same_words_is_not_reported(said: str) -> None:
    assert [meaning.text for meaning in wrong(said)] == []


AGREES = [said for topic in topics().values() for said in topic.agrees]


def test_nothing_agrees_of_which_a_part_is_not_understood() -> None:
    """A right sentence with another beside it that no word of is known."""
    for said in AGREES:
        changed = f"{said.rstrip('.')}, and brillig slithy toves gyre."
        claims = audit(document(f"# MaxPool\n\n{changed}\n"), None).claims
        assert not [claim.text for claim in claims if claim.verdict == "agrees" and "brillig" in claim.text], said


def test_frames_name_concepts_and_topics_that_there_are() -> None:
    concepts = {*read_toml("words.toml")["concepts"], "num", "type-name", "name", "side", "entry", "dims", "reason"}
    for frame in frames():
        named = frame.may.union(*frame.needs, *frame.slots.values())
        assert {each for each in named if not each.isdigit()} <= {*concepts, *FAMILIES}
        assert frame.topic in topics()


@pytest.mark.parametrize(
    "said",
    [
        # A contradiction in one clause of a sentence.
        "X shall have rank 3, and its elements are laid out as in brillig.",
        "Every window contains at least one cell of padding; the rest is brillig.",
        "A NaN loses against every number, and one NaN in a window is enough to spoil the result.",
        "The output size is brillig: the quotient is rounded up.",
    ],
)
def test_one_clause_is_enough_to_contradict(said: str) -> None:
    assert wrong(said)


@pytest.mark.parametrize(
    "said",
    [
        # Parts of lists are no clauses.
        "The types are int8, brillig and uint8.",
        "The height and the width of the kernel: `kernel_shape[0]` and `kernel_shape[1]`.",
        "X is of type float16, double and brillig.",
        # What is denied in all.
        "The padding never competes for the maximum, whatever brillig it has.",
        "Not a NaN in a window propagates.",
        # Of which nothing is known what it says of the clause.
        "It is brillig that the padding competes for the maximum.",
        "The brillig says whether the last maximum is chosen.",
    ],
)
def test_a_part_of_a_list_or_what_is_governed_contradicts_nothing(said: str) -> None:
    assert [meaning.text for meaning in wrong(said)] == []
