"""What sentences say of quantities: read by one grammar, decided by the clauses, silent where English is not clear."""

from __future__ import annotations

import pytest

from proofs.audit.lexicon.words import words_of
from proofs.audit.quantities.forms import QUANTITY_FORMS, QuantityForm
from proofs.audit.quantities.index import judge_told_indices
from proofs.audit.quantities.judge import judge_quantities
from proofs.audit.quantities.read import readings
from proofs.audit.report.reads_page import reads_page
from proofs.audit.rulebook.findings import Judgement
from proofs.audit.run import audit
from proofs.audit.sentences.said import prose_of
from spec.documents.prose.structure import structure_of
from tests.audit_documents import document


def judged(said: str, before: str = "") -> list[Judgement]:
    """What is judged of a page that says one thing."""
    return list(judge_quantities(prose_of(structure_of(document(f"# MaxPool\n\n{before}{said}\n")))))


def verdicts(said: str) -> list[tuple[str, str]]:
    return [(claim.verdict, finding.rule if finding else "") for claim, finding in judged(said)]


@pytest.mark.tenth
@pytest.mark.parametrize("form", QUANTITY_FORMS, ids=lambda form: form.name)
def test_each_form_is_decided(form: QuantityForm) -> None:
    assert verdicts(form.agrees) == [("agrees", "")]
    assert verdicts(form.disagrees) == [("disagrees", form.finding)]
    assert verdicts(form.unread) == []
    page = reads_page()
    assert [said for said in (form.agrees, form.disagrees, form.unread) if said not in page] == []


@pytest.mark.parametrize(
    "said",
    [
        "Each entry of pads is less than the corresponding extent of the kernel.",
        "Dilations greater than the input are not allowed.",
    ],
)
def test_a_part_of_the_simple_condition_is_more_than_is_needed(said: str) -> None:
    assert verdicts(said) == [("assumed", "constraint-sufficient")]


@pytest.mark.parametrize(
    "said",
    [
        "Any padding up to twice the kernel size is allowed.",
        "Pads less than the kernel size are always accepted.",
        "Every dilation up to the size of X is allowed.",
        "Each dimension of X is at least 1.",
        "Y has at least one element.",
        "Y may be empty.",
    ],
)
def test_what_some_calls_are_is_not_said_of_all(said: str) -> None:
    """Of all paddings within a bound, some leave a window on padding alone; without batches, Y has no element."""
    assert verdicts(said) == []
    assert "agrees" not in {claim.verdict for claim in audit(document(f"# MaxPool\n\n{said}\n"), None).claims}


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("The number of elements of X may exceed 2^63.", [("disagrees", "domain-wrong")]),
        ("Strides greater than the extent of the kernel are allowed.", [("agrees", "")]),
    ],
)
def test_what_is_allowed_is_so_of_some_call(said: str, found: list[tuple[str, str]]) -> None:
    assert verdicts(said) == found


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("Each index is less than the number of elements of X.", ("agrees", "")),
        ("Each index is at most the number of elements of X.", ("disagrees", "index-wrong")),
        ("Each index is at most the number of elements of X minus 1.", ("agrees", "")),
        ("Each index is greater than -1.", ("agrees", "")),
        ("Each index is greater than -2.", ("disagrees", "index-wrong")),
        ("No index is less than 0.", ("agrees", "")),
    ],
)
def test_a_bound_that_no_index_reaches_allows_too_much(said: str, found: tuple[str, str]) -> None:
    assert verdicts(said) == [found]


def test_the_input_beside_what_a_list_holds_is_its_size() -> None:
    ((claim, _),) = judged("Dilations greater than the input are not allowed.")
    assert claim.understood == "quantities: forbidden: dilation > x"


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("REQ-026: The values of dilations shall not be less than 2.", "domain-wrong"),
        ("Neither entry of `kernel_shape` may be smaller than 2.", "domain-wrong"),
        ("The operator shall report an error if `pads` has fewer than six entries.", "length-wrong"),
        ("An error shall be raised if the padded height is larger than the input height.", "constraint-too-strong"),
        ("`kernel_shape` shall not have fewer than 3 entries.", "length-wrong"),
        ("It is an error if a pad is negative.", ""),
        ("The operator has two inputs, X and W.", ""),
        ("The batch size of Y shall be equal to the number of channels of X.", "shape-wrong"),
        ("A 5x5 input with a 2x2 kernel and stride 2 gives 3x3.", "example-shape-wrong"),
        ("If the kernel is 2 × 2 with strides 2 × 2 and no padding, a 6 × 8 input becomes 3 × 4.", ""),
        (
            "If the kernel is 2 × 2 with strides 2 × 2 and no padding, a 6 × 8 input becomes 4 × 4.",
            "example-shape-wrong",
        ),
        ("The output is never larger than one element on a spatial axis.", "domain-wrong"),
        ("Larger dilations make the output larger.", "meaning-wrong"),
        (
            "Subtract the extent from the padded height, divide the result by the stride, round it up and add 1 to get "
            "the output height.",
            "formula-wrong",
        ),
        (
            "The output width is obtained by adding the left and the right padding to the input width, subtracting the "
            "extent, dividing by the vertical stride, rounding down, and adding one.",
            "formula-wrong",
        ),
    ],
)
def test_the_same_is_read_in_other_words(said: str, found: str) -> None:
    assert [finding.rule for _, finding in judged(said) if finding] == ([found] if found else [])


@pytest.mark.parametrize(
    "said",
    [
        "The stride is 2.",
        "The input height is 8.",
        "Here the stride is greater than 1.",
        "Is each stride at least 2?",
        "Unless X is small, each stride shall be at least 2.",
        "In older versions each stride shall be at least 2.",
        "The height of the stride of the width shall be at least 2.",
        "A 5x5 input with a 2x2 kernel gives 3x3.",
        "A 5x5 input with a 7x7 kernel and stride 2 gives 3x3.",
        "With a stride of 2 and a stride of 3 and a kernel of 3 by 3, an input of 9 by 7 gives an output of 5 by 5.",
        "The output height shall be less than the input width.",
    ],
)
def test_of_one_call_or_of_what_is_not_clear_nothing_is_said(said: str) -> None:
    assert judged(said) == []


@pytest.mark.parametrize(
    ("said", "of_each"),
    [
        ("It is an error if the height and the width of X are 0.", False),
        ("It is an error if the height or the width of X is 0.", True),
        ("It is an error if both strides are 0.", False),
        ("It is an error if any stride is 0.", True),
        ("It is an error if `dilations[0]` and `dilations[1]` are less than 1.", False),
        ("An error is raised if all pads are negative.", False),
        ("An error is raised if the begin and end pads are negative.", False),
        ("An error is raised if any pad is negative.", True),
        ("The begin and end pads shall be at least 0.", True),
    ],
)
def test_an_error_of_two_at_once_is_not_one_of_each(said: str, of_each: bool) -> None:
    """Such a rule lets calls through that break one bound: it must not be said to agree, by any reading."""
    found = audit(document(f"# MaxPool\n\n{said}\n"), None)
    assert bool([c for c in found.claims if c.verdict == "agrees"]) == of_each


def test_what_its_readings_differ_on_is_not_concluded() -> None:
    said = "The extent of the kernel is the dilation times the kernel size minus one, plus one."
    assert len(readings(words_of(said))) == 2
    assert judged(said) == []
    wrong = said.replace(", plus one", "")
    assert [finding.rule for _, finding in judged(wrong) if finding] == ["formula-wrong"]


@pytest.mark.parametrize("title", ["Example", "Changelog", "Differences"])
def test_below_other_headings_nothing_is_said(title: str) -> None:
    assert judged("No stride may be more than one.", f"## {title}\n\n") == []


def test_its_type_is_that_of_the_thing_before() -> None:
    def types(text: str) -> list[str]:
        prose = prose_of(structure_of(document(f"# MaxPool\n\n{text}\n")))
        return [meaning.text for said in prose.sentences for meaning in said.meanings]

    assert types("Indices has a type. Its type is int64.") == ["type of Indices: int64"]
    assert types("The tensor is found elsewhere. Its type is int64.") == []


NAMED = """- kH and kW the height and the width of the kernel, i.e. the first and the second entry of `kernel_shape`;
- sH and sW the strides, i.e. the first and the second entry of `strides`;
- pT, pL, pB and pR the paddings at the top, left, bottom and right side, i.e. the entries 0, 1, 2 and 3 of `pads`.

Let $P$ and $Q$ be the height and the width of $X$. The height and the width of $Y$ are written $U$ and $V$.

"""


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("kH and kW shall be greater than or equal to 1.", []),
        ("kH and kW shall be greater than 1.", ["domain-wrong"]),
        ("pT, pL, pB and pR shall be non-negative.", []),
        ("pT, pL, pB and pR shall be positive.", ["domain-wrong"]),
        ("U and V shall be at least 1.", []),
        ("U and V shall be at least 2.", ["domain-wrong"]),
        ("For P = 8, kH = 3, sH = 1 and pT = pB = 0, there results U = 6.", []),
        ("For P = 8, kH = 3, sH = 1 and pT = pB = 0, there results U = 5.", ["example-shape-wrong"]),
    ],
)
def test_names_of_the_document_are_quantities(said: str, found: list[str]) -> None:
    made = judged(said, NAMED)
    claims = [claim for claim, _ in made if claim.text == said]
    assert [claim.verdict for claim in claims] == ["disagrees" if found else "agrees"]
    assert [finding.rule for _, finding in made if finding] == found


def test_a_name_that_is_said_to_be_two_things_is_none() -> None:
    assert judged("kH shall be greater than 1.", NAMED + "- kH the first entry of `strides`.\n\n") == []


INDEX = "The element at row r and column s of channel k of batch b has the index "


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (f"{INDEX}((b * C + k) * H + r) * W + s.", [""]),
        (f"{INDEX}((b * C + k) * W + s) * H + r.", ["formula-wrong"]),
        (f"{INDEX}r * W + s.", ["index-offset-missing"]),
        (f"{INDEX}((b * C + k) * H + q) * W + s.", []),
        ("Indices are computed as ((n*C + c)*H + i)*W + j, where n, c, i and j are the batch, channel, row and column "
         "of the element.", [""]),
        ("Indices are computed as ((n*C + c)*H + j)*W + i, where n, c, i and j are the batch, channel, row and column "
         "of the element.", ["formula-wrong"]),
        ("Indices are computed as ((n*C + c)*H + i)*W + j.", []),
        ("The index of the element at row i and column j of channel c of batch n is not ((n*C + c)*H + i)*W + j.", []),
        ("The index of the padding at row i and column j of channel c of batch n is ((n*C + c)*H + i)*W + j.", []),
    ],
)  # fmt: skip
def test_the_index_of_an_element_is_proved_with_letters_that_are_said(said: str, found: list[str]) -> None:
    page = document(f"# MaxPool\n\n$X$ has shape (N, C, H, W).\n\n{said}\n")
    made = list(judge_told_indices(prose_of(structure_of(page))))
    assert [finding.rule if finding else "" for _, finding in made] == found


DERIVED = """| Quantity | Symbol | Formula |
|---|---|---|
| extent of the kernel, vertical | EH | (kernel_shape[0] - 1) * dilations[0] + 1 |
| output height | OH | floor((H + pads[0] + pads[2] - EH) / strides[0]) + {} |

| Label | Condition |
|---|---|
| P1 | EH <= H + pads[0] + pads[2]{} |
"""


@pytest.mark.parametrize(
    ("plus", "more", "found"),
    [(1, "", set()), (2, "", {"formula-wrong"}), (1, " and EH <= H", {"constraint-too-strong"})],
)
def test_tables_give_names_their_formulas_and_calls_their_conditions(plus: int, more: str, found: set[str]) -> None:
    page = f"# MaxPool\n\nThe input tensor X has the shape (N, C, H, W).\n\n{DERIVED.format(plus, more)}"
    rules = {each.rule for each in audit(document(page), None).findings}
    assert rules & {"formula-wrong", "constraint-too-strong", "output-size-not-positive"} == found


SIZED = "`X` has the shape `(N, C, H, W)`.\n\n"


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("The largest index is `N * C * H * W - 1`.", "proved"),
        ("The largest possible index is `N * C * H * W`.", "refuted"),
        ("The largest index is `H * W - 1`.", "refuted"),
        ("The largest index is not `H * W - 1`.", None),
        ("The largest index of a window is at most `H * W - 1` in some runtimes.", None),
    ],
)
def test_the_greatest_index_is_that_of_the_last_element(said: str, verdict: str | None) -> None:
    page = structure_of(document(f"# MaxPool\n\n{SIZED}{said}\n"))
    found = [(claim.verdict, finding and finding.rule) for claim, finding in judge_told_indices(prose_of(page))]
    assert found == ([] if verdict is None else [(verdict, "index-range-wrong" if verdict == "refuted" else None)])


ENUMERATED = (
    ("Every element of `kernel_shape`, `strides` and `dilations` shall be at least {}.", "1", "2"),
    ("`kernel_shape`, `strides`, and `dilations` shall have {} entries.", "two", "three"),
)


@pytest.mark.parametrize(("said", "right", "wrong"), ENUMERATED)
def test_what_is_said_of_several_lists_is_said_of_each(said: str, right: str, wrong: str) -> None:
    """And none of it is taken for something else that the names beside each other might say."""
    for value, verdict in ((right, "agrees"), (wrong, "disagrees")):
        page = document(f"# MaxPool\n\n## Constraints\n\n{said.format(value)}\n")
        claims = [claim for claim in audit(page, None).claims if claim.understood]
        assert {claim.verdict for claim in claims} == {verdict}
        assert len({claim.understood for claim in claims}) == 3


def test_what_a_tensor_also_has_is_said_of_it() -> None:
    """`Elements of type int64` are those of Indices here, not those of X."""
    page = "# MaxPool\n\nIndices shall have the shape of Y and elements of type int{}.\n"
    right, wrong = (audit(document(page.format(bits)), None) for bits in (64, 16))
    assert {claim.understood for claim in right.claims} >= {"type of Indices: int64"}
    assert [finding.rule for finding in right.findings if finding.rule == "type-wrong"] == []
    assert [finding.rule for finding in wrong.findings if finding.rule == "type-wrong"] == ["type-wrong"]
