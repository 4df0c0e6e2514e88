"""Tables of cases and of bounds: a cell is read with its row or not at all, and a case alone says nothing."""

from __future__ import annotations

import pytest

from proofs.audit.run import audit
from tests.audit_documents import document


def judged(*rows: str) -> tuple[set[str], set[str]]:
    """The verdicts on a table, its head first, and the rules of its errors and warnings that are no open questions."""
    head, *others = rows
    columns = head.count("|") + 1
    lines = [f"| {head} |", "|" + " --- |" * columns, *(f"| {row} |" for row in others)]
    made = audit(document("# MaxPool\n\n" + "\n".join(lines) + "\n"), None)
    verdicts = {claim.verdict for claim in made.claims} - {"not understood"}
    return verdicts, {finding.rule for finding in made.findings if not finding.rule.endswith("-open")}


CASES = "Condition | Result"
RIGHT = (
    "stride of 0 | error",
    "a negative padding | error",
    "N = 0 | `Y` and `Indices` are empty",
    "only NaN in a window | -inf",
    "a window lies entirely in the padding | error",
    "the kernel is larger than the padded input | error",
)
WRONG = (
    ("stride of 1 | error", "domain-wrong"),
    ("stride of 0 | none", "domain-wrong"),
    ("N = 0 | error", "domain-wrong"),
    ("negative padding | X is cropped", "domain-wrong"),
    ("only NaN in a window | NaN", "nan-wrong"),
    ("a window lies entirely in the padding | 0", "window-rule-wrong"),
    ("the kernel is larger than the padded input | the outputs are empty", "window-rule-wrong"),
)


@pytest.mark.parametrize("row", RIGHT)
def test_what_happens_in_a_case(row: str) -> None:
    assert judged(CASES, row) == ({"agrees"}, set())


@pytest.mark.parametrize(("row", "rule"), WRONG)
def test_what_does_not_happen_in_a_case(row: str, rule: str) -> None:
    assert judged(CASES, row) == ({"disagrees"}, {rule})


UNREAD = (
    "NaN in a window | -inf",
    "the kernel is smaller than the padded input | error",
    "N > 0 | the usual result",
    "H >= 5 | two loops",
    "a stride of 0 | as before",
    "a window without an element of X | logged",
)


@pytest.mark.parametrize("row", UNREAD)
def test_a_case_or_an_outcome_alone_says_nothing(row: str) -> None:
    """The result of a window with a NaN is not what a NaN counts as; a condition in a case is no demand."""
    assert judged(CASES, row) == (set(), set())


def test_an_empty_cell_goes_on_with_the_name_above() -> None:
    assert judged("Register | Field | Min", "`strides` | [0] | 1", " | [1] | 0") == (
        {"agrees", "disagrees"},
        {"domain-wrong", "rules-contradict"},
    )
    assert judged("Register | Field | Min", "`unit` | [0] | 0", " | [1] | 0") == (set(), set())


EXAMPLES = "Case | Input (H, W) | Kernel | Strides | Pads | {} | Output (H, W)"


@pytest.mark.parametrize(
    ("heading", "value", "verdicts"),
    [
        ("ceil_mode", "0", {"agrees"}),
        ("ceil_mode", "1", set()),
        ("auto_pad", "NOTSET", {"agrees"}),
        ("auto_pad", "SAME_UPPER", set()),
        ("Groups", "1", set()),
        ("Dilations", "(1, 1)", {"agrees"}),
        ("Dilations", "(2, 1)", {"disagrees"}),
    ],
)
def test_an_example_is_judged_where_all_that_it_sets_is_known(heading: str, value: str, verdicts: set[str]) -> None:
    row = f"A | (7, 9) | (3, 3) | (2, 2) | (1, 1, 1, 1) | {value} | (4, 5)"
    found = audit(document("# MaxPool\n\n" + _table(EXAMPLES.format(heading), row)), None)
    assert {claim.verdict for claim in found.claims if claim.understood == "an example"} == verdicts


def test_a_size_whose_division_is_explained_behind_it_is_not_read_without() -> None:
    size = "`(H + pads[0] + pads[2] - (kernel_shape[0] - 1) * dilations[0] - 1) / strides[0] + 1`"
    page = "# MaxPool\n\n`X` has the shape `(N, C, H, W)`.\n\nThe height of `Y` shall be {}{}.\n"
    explained, bare = (page.format(size, end) for end in (", where the division rounds towards minus infinity", ""))
    wrong = [{finding.rule for finding in audit(document(text), None).findings} for text in (explained, bare)]
    assert ["formula-wrong" in rules for rules in wrong] == [False, True]


def test_what_windows_are_asked_is_no_weak_rule_for_sizes() -> None:
    size = "`P = floor((H + pads[0] + pads[2] - dilations[0] * (kernel_shape[0] - 1) - 1) / strides[0]) + 1`"
    shapes = "`X` has the shape `(N, C, H, W)` and `Y` has the shape `(N, C, P, Q)`."
    asked = "A window that lies entirely in the padding is an error. It is an error if what remains is less than 1."
    found = audit(document(f"# MaxPool\n\n{shapes}\n\n- {size}\n\n{asked}\n"), None).findings
    assert {finding.rule for finding in found} == {"formula-undecided"}


def _table(head: str, row: str) -> str:
    return f"| {head} |\n|{' --- |' * (head.count('|') + 1)}\n| {row} |\n"


FIRST = "# MaxPool\n\n(Y, Indices) = MaxPool(X, strides, dilations, kernel_shape)\n\n"


def understood(text: str) -> list[str]:
    return [str(claim.understood) for claim in audit(document(FIRST + text), None).claims]


def test_what_is_returned_is_of_errors_where_a_row_tells_of_success() -> None:
    table = "| Value | Condition |\n|---|---|\n| 0 | {} |\n| -1 | a stride is less than 1 |\n"
    assert any("error below 1" in each for each in understood(table.format("success")))
    assert not any("error below 1" in each for each in understood(table.format("a stride is 1")))


def test_where_no_error_is_reported_its_cause_is_none() -> None:
    rows = "| Exception | When |\n|---|---|\n| none | the stride is at least 1 |\n"
    assert not understood(rows)
    assert understood(rows.replace("none", "E1"))


def test_a_wrong_status_is_found() -> None:
    table = "| Value | Condition |\n|---|---|\n| 0 | success |\n| -1 | a stride is less than 2 |\n"
    assert "disagrees" in [claim.verdict for claim in audit(document(FIRST + table), None).claims]


def test_no_equality_is_read_between_what_is_listed() -> None:
    """`a stride, a dilation or an entry ... is less than 1` was read as an equality of the first two."""
    for text in (
        "It is an error if a stride, a dilation or an entry of `kernel_shape` is less than 1.\n",
        "| Error | When |\n|---|---|\n| `E` | a stride, a dilation or an entry of `kernel_shape` is less than 1 |\n",
    ):
        found = audit(document(FIRST + text), None)
        assert "domain-wrong" not in {finding.rule for finding in found.findings}, text
        assert not any("stride = dilation" in str(claim.understood) for claim in found.claims)


@pytest.mark.parametrize(
    ("table", "verdict"),
    [
        ("| Exception | When |\n|---|---|\n| `ValueError` | `strides[0] < 1` |\n", "proved"),
        ("| Exception | When |\n|---|---|\n| `ValueError` | `strides[0] < 2` |\n", "refuted"),
        ("| Exception | When |\n|---|---|\n| `ValueError` | `strides[0] >= 1` |\n", "refuted"),
        ("| Exception | When |\n|---|---|\n| none | `strides[0] >= 1` |\n", "assumed"),
        ("| Value | Condition |\n|---|---|\n| 3 | `strides[0] >= 2` |\n", "assumed"),
        ("| Value | Condition |\n|---|---|\n| 0 | ok |\n| 3 | `strides[0] >= 2` |\n", "refuted"),
        ("| Value | Condition |\n|---|---|\n| 0 | ok |\n| 3 | `strides[0] < 1` |\n", "proved"),
        ("| Error | Cause |\n|---|---|\n| E1 | `strides[0] < 1` |\n", "proved"),
        ("| Value | Meaning |\n|---|---|\n| 0 | none |\n| 3 | `strides[0] >= 1` |\n", "assumed"),
    ],
)
def test_a_condition_is_an_error_where_its_row_reports_one(table: str, verdict: str) -> None:
    assert {claim.verdict for claim in audit(document(FIRST + table), None).claims} == {verdict}
