"""Sentences understood: each topic's examples, and that nothing is understood of what was not read to the last word."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs.audit.answers.compare import compare
from proofs.audit.answers.compared import Place
from proofs.audit.lexicon.answer import TopicAnswer
from proofs.audit.lexicon.patterns import BadPattern, compiled, translated
from proofs.audit.lexicon.topics import ProseTopic, all_patterns, topics
from proofs.audit.lexicon.words import UNKNOWN, lexicon, read_toml, stem, words_of
from proofs.audit.quantities.read import concepts_read
from proofs.audit.rulebook.rules import RULES
from proofs.audit.run import audit
from proofs.audit.sentences.framed import frames
from proofs.audit.sentences.understand import understand
from spec.documents.prose.typewords import TypeFamily
from spec.maxpool.operator import MAXPOOL
from spec.operator.clauses import Decision
from tests.audit_documents import audited, document, places, rules

FLOATS = Place((), frozenset({TypeFamily.FLOAT}))
EXAMPLES = [
    (topic, sentence, agrees)
    for topic in topics().values()
    for agrees, sentences in ((True, topic.agrees), (False, topic.disagrees))
    for sentence in sentences
]


def judged(text: str, topic: ProseTopic | None = None) -> list[tuple[TopicAnswer, str | None]]:
    """The meanings of a sentence, or those on a topic, with what is wrong with each."""
    return [
        (meaning, compare(meaning, FLOATS).wrong)
        for meaning in understand(text).meanings
        if topic is None or meaning.topic.name == topic.name
    ]


@pytest.mark.parametrize("topic", topics().values(), ids=topics())
def test_a_topic_has_examples_a_clause_and_a_finding(topic: ProseTopic) -> None:
    assert topic.agrees, "a sentence that is right"
    assert topic.disagrees, "a sentence that is wrong"
    assert topic.clause in MAXPOOL
    assert topic.finding in RULES
    clause = MAXPOOL[topic.clause]
    choices = {a.choice for a in clause.alternatives} if isinstance(clause, Decision) else set()
    assert {choice for _, choice in topic.alternatives} <= choices


@pytest.mark.parametrize(("topic", "sentence", "agrees"), EXAMPLES, ids=lambda value: str(value)[:50])
def test_an_example_is_understood_and_compared(topic: ProseTopic, sentence: str, agrees: bool) -> None:
    found = judged(sentence, topic)
    assert found, words_of(sentence)
    assert all((wrong == "") is agrees for _, wrong in found), found
    assert not agrees or not any(wrong for _, wrong in judged(sentence)), "no other topic finds it wrong"


@settings(deadline=None)
@given(st.sampled_from(EXAMPLES), st.data())
def test_one_word_that_is_not_known_and_its_clause_is_not_understood(
    example: tuple[ProseTopic, str, bool], data: st.DataObject
) -> None:
    """Nothing agrees, and of what is right nothing contradicts; a wrong clause without the word contradicts still."""
    topic, sentence, is_right = example
    gaps = [m.start() for m in re.finditer(" ", sentence) if ";" not in sentence]
    if gaps:
        at = data.draw(st.sampled_from(gaps))
        strange = data.draw(st.sampled_from(["Conv", "zebra", "sometimes", "≈", "€", "\\Xi", "Ω", "usually", "%"]))
        found = judged(f"{sentence[:at]} {strange}{sentence[at:]}", topic)
        assert found == [] or (not is_right and all(wrong for _, wrong in found))


def test_a_denial_between_two_names_is_no_sentence() -> None:
    """ "Without N or without C" names what is lacked twice; what may be zero is named without it."""
    assert judged("N and C may be zero.") != []
    assert judged("A tensor without batches or without channels is allowed.") != []
    assert judged("N and without C may be zero.") == []


@settings(deadline=None)
@given(st.sampled_from([e for e in EXAMPLES if e[2]]), st.data())
def test_one_word_of_denial_and_a_right_sentence_is_not_the_same(
    example: tuple[ProseTopic, str, bool], data: st.DataObject
) -> None:
    topic, sentence, _ = example
    gaps = [m.start() for m in re.finditer(" ", sentence) if ";" not in sentence]
    if gaps and " not " not in sentence:
        at = data.draw(st.sampled_from(gaps))
        word = data.draw(st.sampled_from(["not", "never", "without", "except", "unless"]))
        denied = f"{sentence[:at]} {word}{sentence[at:]}"
        meanings = understand(denied).meanings
        if any(compare(said, FLOATS).wrong for said in meanings):
            # The denied part is found wrong; what another part says may be right.
            return
        for said in meanings:
            same = said.topic.name == topic.name and not said.negated
            assert not (same and compare(said, FLOATS).wrong == "" and _text(sentence, topic) == said.text), denied


def _text(sentence: str, topic: ProseTopic) -> str:
    return next((m.text for m, _ in judged(sentence, topic)), "")


TAKEN_WITH_IF = {
    *("empty batches", "a kernel that does not fit", "a window over padding alone", "ties", "end of a side"),
    *("all-NaN windows", "index of all-NaN windows", "selected zero", "rounding of sizes"),
}
"""Their wordings may begin with a condition that no comma ends: "If" alone before one is taken for that. Not mended."""
AROUND = ("If {}", "If {}, it is void.", "Unless {}", "In Conv, {}", "{} except in Conv.", "It is wrong that {}")


@pytest.mark.parametrize("around", AROUND)
def test_a_sentence_within_another_says_nothing(around: str) -> None:
    for topic, sentence, _ in EXAMPLES:
        # "If with no batches, ..." is one condition, and says what the sentence says; so is "If Indices — tensor ...".
        begins = sentence.split()[0] in ("With", "Without", "If", "When", "For") or "—" in sentence
        is_condition = begins or topic.name in TAKEN_WITH_IF
        if ";" not in sentence and not (is_condition and around == "If {}"):
            said = around.format(sentence.rstrip("."))
            assert judged(said, topic) == [], said


def test_forms_of_a_word_are_one_word() -> None:
    assert len({stem(word) for word in ("propagate", "propagates", "propagated", "propagating")}) == 1
    assert [w.concept for w in words_of("values that are propagated")] == ["element", "propagate"]


def test_no_word_is_of_two_concepts() -> None:
    exact, stems = lexicon()
    assert len(exact) > 800
    assert set(stems.values()) <= set(read_toml("words.toml")["concepts"])


def test_every_concept_is_used() -> None:
    used = set(re.findall(r"[a-z][a-z0-9_-]*", " ".join(pattern.says for _, pattern in all_patterns())))
    tables = read_toml("phrases.toml")
    used |= set(re.findall(r"[a-z][a-z0-9_-]*", " ".join(" ".join(table.values()) for table in tables.values())))
    used |= {concept.lower().replace("_", "-") for concept in concepts_read()}
    used |= {concept for frame in frames() for concept in frozenset[str]().union(*frame.needs, *frame.slots.values())}
    concepts = set(read_toml("words.toml")["concepts"])
    assert concepts - used - {"nothing", "pronoun", "reason", "if"} == set()


@pytest.mark.parametrize("pattern", ["nan &", "unheard-of", "UNHEARD", "{Slot: nan}"])
def test_a_pattern_in_another_language_is_refused(pattern: str) -> None:
    with pytest.raises(BadPattern):
        translated(pattern)


def test_a_pattern_matches_all_words_or_none() -> None:
    assert compiled("nan?").fullmatch("") is not None
    assert [w.concept for w in words_of("blah")] == [UNKNOWN]


def test_a_contradiction_is_reported_where_it_has_no_finding_of_its_own() -> None:
    text = "# MaxPool\n\nA NaN counts as -inf.\n\nSome text.\n\nNaN values are propagated.\n"
    assert {(3, "rules-contradict"), (7, "nan-wrong")} <= set(places(text))


TYPED = ["$\\textit{Indices}$: `int32`", "$\\text{Indices}$: int32", "Indices (int32)", "`Indices` — tensor of int32"]


@pytest.mark.parametrize("heading", TYPED)
def test_a_heading_gives_the_type_of_indices(heading: str) -> None:
    page = "# MaxPool\n\n## Outputs\n\n### {}\n\nThe index of the maximum.\n"
    assert (5, "type-wrong") in places(page.format(heading))
    assert "type-wrong" not in rules(page.format(heading.replace("32", "64")))


@pytest.mark.parametrize("heading", ["## Padding: zero", "## NaN is propagated", "## The minimum of each window"])
def test_a_heading_only_names_what_follows(heading: str) -> None:
    assert not {"pad-value-wrong", "nan-wrong", "operator-foreign"} & set(rules(f"# MaxPool\n\n{heading}\n\nText.\n"))


@pytest.mark.parametrize("said", ["None.", "- None.", "There are no error conditions."])
def test_none_below_errors_is_a_sentence(said: str) -> None:
    assert (5, "errors-unstated") in places(f"# MaxPool\n\n## Errors\n\n{said}\n")
    assert "errors-unstated" not in rules("# MaxPool\n\n## Errors\n\nIf a constraint is violated.\n")
    assert "errors-unstated" not in rules("# MaxPool\n\n## Notes\n\nNone.\n")


def test_a_second_half_without_subject_has_that_of_the_first() -> None:
    found = understand("The padding value is 0, is never ignored and may be selected.").meanings
    assert [m.topic.name for m in found] == ["value of padding", *["padding in the maximum"] * 2]
    both = understand("Padding elements are set to minus infinity and are never selected.").meanings
    assert [compare(m, FLOATS).wrong for m in both] == ["", ""]
    assert understand("An example is given and may be selected.").meanings == ()


def test_what_was_understood_is_in_the_claim() -> None:
    claims, _ = audited("# MaxPool\n\nA NaN is propagated.\n")
    (claim,) = [c for c in claims if c.understood]
    assert (claim.kind, claim.verdict, claim.understood) == ("NaN", "disagrees", "NaN: passed on")


def test_what_is_open_is_not_settled_by_a_word() -> None:
    page = "# MaxPool\n\nY is the maximum of each window and Indices the index of the maximum in X.\n\n{}\n"
    assert "nan-open" in rules(page.format("NaN has a section of its own."))
    assert "nan-open" not in rules(page.format("A NaN counts as -inf."))
    assert "tie-open" in rules(page.format("It holds several values."))
    assert "tie-open" not in rules(page.format("Of several equal maxima, the first is selected."))


@pytest.mark.parametrize(
    "label", ["C1: ", "REQ-001: ", "MP-REQ-12: ", "[SRS.POOL.3] ", "R_010: ", "REQ-MP-012 ", "P4 "]
)
def test_a_label_in_front_is_no_part_of_a_sentence(label: str) -> None:
    assert [m.text for m in understand(f"{label}`ceil_mode` is 1.").meanings] == [
        "value of an attribute of ceil_mode: 1"
    ]


OTHERWISE = [
    "Not every NaN counts as -inf.",
    "NaN counts as -inf in Conv only.",
    "Nothing says that NaN counts as -inf.",
    "NaN may count as -inf.",
    "A NaN rarely counts as -inf.",
    "NaN counts as -inf, or is propagated.",
    "It is false that padding is never selected.",
    "Padding is never selected, except at the corners.",
    "Padding is almost never selected.",
    "Padding is not only selected, it always wins.",
    "Padding is never not selected.",
    "Not all of the padding is ignored.",
    "Some padding is ignored.",
    "The first of several equal maxima is ignored.",
    "The first of several equal maxima may be selected.",
    "If several elements are equal to the maximum, the first and the last one are selected.",
    "If several elements are equal to the maximum, the first one in row-major order is skipped.",
    "Indices is int64 in other implementations.",
    "Indices would be int64 if X were large.",
    "Each stride is at least 1, or 0.",
    "Each stride but the first is at least 1.",
    "Each element of Y is the maximum of the others.",
    "Each element of Y is the maximum index of its window.",
    "Each element of Y is not only the maximum of its window.",
    "Y is the maximum of the padding.",
    "Y is half the maximum of each window.",
    "Y is the maximum of each window plus one.",
    "The output sizes are rounded down and then increased by one.",
    "The output sizes are rounded down if they are odd.",
    "The output sizes are rounded down or up.",
    "`pads` is top, left, bottom, right in reverse order.",
    "`pads` is not top, left, bottom, right.",
    "`strides` is the step of the window plus one.",
    "`strides` is twice the step of the window.",
    "With a stride of 2, the window may move 2 elements at a time.",
    "Either batch or channel is pooled on its own.",
    "The operator has two outputs or three.",
    "The operator has at least two outputs.",
    "-0.0 and +0.0 are nearly equal.",
    "-0.0 and +0.0 are equal in Conv.",
    "A window that lies entirely in the padding is rarely an error.",
    "A window that lies entirely in the padding may be an error.",
    "Not each window contains an element of X.",
    "An index counts the elements of the whole tensor Y in row-major order.",
    "Indices are computed in row-major order within a column-major layout.",
    "`ceil_mode` is 0 or 1 or 2.",
    "`ceil_mode` is 0 unless it is 1.",
    "Y has the same type as Indices.",
    "X has 2 spatial axes or 3.",
    "X has more than 2 spatial axes.",
    "N may be zero only if C is.",
    "Elements of X are float or int32.",
    "Only float is not supported.",
    "All elements except the maximum are written to Y.",
    "The maximum is never written to Y.",
    "NaN is not ignored and propagated.",
    "Padding counts as -inf and is selected.",
    "-inf counts as NaN.",
    "All numbers are less than a NaN.",
    "The value -inf is treated as padding.",
    "The padding vector lists, per axis, the begin value followed by the end value.",
    "X and Indices have the same shape, as Y does.",
    "Y and X have the same type as Indices.",
    "`dilations` moves the window by one tap.",
    "Batch and channel are pooled jointly on their own.",
]
"""What has the words of a right sentence and means something else, or nothing that is certain."""


@pytest.mark.parametrize("said", OTHERWISE)
def test_words_of_a_right_sentence_that_mean_otherwise_do_not_agree(said: str) -> None:
    found = [wrong for _, wrong in judged(said)]
    assert "" not in found or any(found), "it agrees, and nothing else in it is wrong"


SHARED = {
    "The window slides over the input and stores the smallest element of each position.": ["smallest"],
    "NaN is not ignored but propagated to Y.": ["not ignored", "passed on"],
    "Although padding is not part of X, it may be selected as the maximum.": ["selected"],
    "Indices, a tensor of type int32, gives the position of each maximum.": ["int32"],
    "Y, which has the same number of channels as X, holds the maxima.": ["apart", "maximum"],
    "Padding is not selected and counted.": [],
    "Average pooling is applied to X.": ["average"],
    "The operator propagates NaN.": ["passed on"],
}


@pytest.mark.parametrize("said", SHARED)
def test_the_parts_of_a_sentence_share_a_subject(said: str) -> None:
    told = [f"{'not ' if m.negated else ''}{m.answer}" for m in understand(said).meanings]
    assert told == SHARED[said]
    both_denied = judged("Padding is never selected or counted.")
    assert len(both_denied) > 1
    assert {wrong for _, wrong in both_denied} == {""}


def test_a_row_of_a_table_is_about_what_its_first_cell_names() -> None:
    page = "# MaxPool\n\n| Name | Meaning |\n| --- | --- |\n| {} | {} |\n"
    for name, said, rule in (
        ("`pads`", "top, bottom, left, right", "pads-order-wrong"),
        ("Y", "minimum of each window", "operator-foreign"),
        ("Indices", "same shape as X", "shape-wrong"),
    ):
        assert rule in rules(page.format(name, said))
        assert rule not in rules(page.format("Size", said))


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("`Indices` tells where each maximum was found. It has the shape of `X`, and its elements are int64.",
         "shape-wrong"),
        ("`Indices` tells where each maximum was found. It has the shape of `Y`, and its elements are int32.",
         "type-wrong"),
        ("`kernel_shape` is the size of the window. Both must be at least 2.", "domain-wrong"),
        ("`pads` has four entries: top, left, bottom, right. They may be negative.", "domain-wrong"),
        ("`pads` has four entries: top, left, bottom, right. None of them may be negative.", ""),
        ("`X` is the input. It is a tensor of rank 4; its axes are batch, height, width and channel, in that order.",
         "axes-swapped"),
        ("If a window contains only NaN, the result is -inf, and the index is that of the last element of the window.",
         "nan-wrong"),
        ("On ties the last element wins: rows are scanned from top to bottom.", "tie-wrong"),
        ("On ties the last element wins: unless the window is cheap.", ""),
        ("`Indices` tells where each maximum was found. It has the shape of `X`, or of `Y`.", ""),
        ("The output is `Y`, where T is one of float16, float, double, int8, uint8 and int32.", "type-wrong"),
    ],
)  # fmt: skip
def test_what_a_pronoun_or_a_later_part_is_about_is_what_was_spoken_of(said: str, wrong: str) -> None:
    found = {each.rule for each in audit(document(f"# MaxPool\n\n{said}\n"), None).findings} - {
        "nan-open",
        "tie-open",
        "all-nan-window-open",
    }
    assert found & {"shape-wrong", "type-wrong", "domain-wrong", "axes-swapped", "nan-wrong", "tie-wrong"} == {
        wrong
    } - {""}


CASES = """| Case | Result |
|---|---|
| {} | {} |
"""


@pytest.mark.parametrize(
    ("case", "result", "wrong"),
    [
        ("several taps hold the maximum", "the first in row-major order is selected", ""),
        ("several taps hold the maximum", "the last in row-major order is selected", "tie-wrong"),
        ("a tap lies in the padding", "the tap is ignored", ""),
        ("a tap lies in the padding", "the tap has the value 0", "pad-value-wrong"),
        ("an element is NaN", "it counts as -inf", ""),
        ("an element is NaN", "it counts as +inf", "nan-wrong"),
        ("-0.0 meets +0.0", "they are distinct", "zeros-wrong"),
    ],
)
def test_a_table_of_cases_says_what_its_rows_say(case: str, result: str, wrong: str) -> None:
    found = {each.rule for each in audit(document(f"# MaxPool\n\n{CASES.format(case, result)}"), None).findings}
    assert {rule for rule in found if rule.endswith("-wrong")} == {wrong} - {""}


def test_what_is_said_behind_ie_is_said_too() -> None:
    said = "The attribute `ceil_mode` shall have the value 0, i.e. the division is rounded {}."
    assert [wrong == "" for _, wrong in judged(said.format("down"))] == [True, True]
    assert [wrong == "" for _, wrong in judged(said.format("up"))] == [True, False]
