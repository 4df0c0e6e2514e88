"""Questions that a page answers, lists of what is not allowed, tables of windows, what conditions are enough for."""

from __future__ import annotations

import pytest

from proofs.audit.answers.compare import compare
from proofs.audit.answers.compared import Place
from proofs.audit.run import audit
from proofs.audit.sentences.questions import answered
from tests.audit_documents import broken, document, row, table
from tests.test_audit_reviewed import LISTING

HEAD = "# MaxPool\n\n`Y, Indices = MaxPool(X)`, where `X` has the shape $(N, C, H, W)$.\n\n"


def wrong(text: str) -> set[str]:
    """The rules that a page breaks below its beginning."""
    return broken(f"{HEAD}{text}\n")


def noted(text: str) -> set[str]:
    """All rules of the findings on a page, notes too."""
    return {finding.rule for finding in audit(document(f"{HEAD}{text}\n"), None).findings}


@pytest.mark.parametrize(
    ("question", "answer", "is_wrong"),
    [
        ("Do windows overlap?", "They do when the stride is smaller than the dilated kernel.", False),
        ("Do windows overlap?", "They do when the stride is larger than the dilated kernel.", True),
        ("Can a window be empty?", "Not in a valid call: each window must contain at least one element of X.", False),
        ("Can a window be empty?", "Yes.", True),
        ("Can padding be selected?", "No.", False),
        ("Can padding be selected?", "Yes, it can.", True),
        ("Does a NaN win over a number?", "It does not.", False),
        ("Does a NaN win over a number?", "It does.", True),
        ("Are output sizes rounded up?", "No, they are rounded down.", False),
        ("Are output sizes rounded up?", "No, they are rounded to the nearest integer.", True),
        ("Is bfloat16 allowed?", "Never.", False),
        ("Is bfloat16 allowed?", "Yes!", True),
    ],
)
def test_a_question_with_its_answer_is_a_statement(question: str, answer: str, is_wrong: bool) -> None:
    understood = answered(question, answer)
    assert understood is not None
    assert understood.whole
    assert any(compare(meaning, Place()).wrong for meaning in understood.meanings) == is_wrong
    assert bool(wrong(f"## {question}\n\n{answer}")) == is_wrong
    assert bool(wrong(f"**{question}** {answer}")) == is_wrong


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Is padding never selected?", "No."),
        ("Do windows overlap?", "The kernel has no weights."),
        ("What is bfloat16?", "No."),
        ("Can padding be brillig?", "No."),
        ("Can padding be selected?", "Perhaps."),
    ],
)
def test_what_is_no_answer_of_yes_or_no_is_none(question: str, answer: str) -> None:
    assert answered(question, answer) is None


def test_what_takes_an_answer_back_agrees_with_nothing() -> None:
    understood = answered("Can padding be selected?", "No, unless it is brillig.")
    assert understood is not None
    assert not understood.meanings
    assert not understood.whole


EXCLUDED = """The profile closes the following options:

- automatic padding, rounding up of the output size, and column-major indices;
- bfloat16, string tensors;
- three spatial axes: there are exactly two spatial axes.
"""


@pytest.mark.parametrize(
    ("old", "new", "is_wrong"),
    [
        ("", "", False),
        ("rounding up", "rounding down", True),
        ("column-major", "row-major", True),
        ("bfloat16", "int8", True),
        ("exactly two", "exactly three", True),
        ("The profile closes the following options:", "The profile has the following options:", True),
        ("The profile closes the following options:", "Not supported are:", False),
        ("The profile closes the following options:", "Out of scope:", False),
    ],
)
def test_what_a_list_excludes_is_not_said_to_be_so(old: str, new: str, is_wrong: bool) -> None:
    assert old in EXCLUDED
    assert bool(wrong(EXCLUDED.replace(old, new, 1))) == is_wrong


CALL = (
    "$X$ has shape $(1, 2, 2, 3)$: channel 0 is `[[1, 5, NaN], [2, 5, -inf]]`, channel 1 is `[[4, 4, 0], [3, 1, 7]]`. "
    '`auto_pad="NOTSET"`, `ceil_mode=0`, `storage_order=0`, `kernel_shape=[2,2]`, `strides=[1,1]`, `dilations=[1,1]`, '
    "`pads=[0,0,0,0]`.\n\n"
)
WINDOWS = table(
    row("$(c, h, w)$", "Rows of $X$", "Columns of $X$", "Elements", "Y", "Indices"),
    row("(0, 0, 0)", "0, 1", "0, 1", "1, 5, 2, 5", "5", "1"),
    row("(0, 0, 1)", "0, 1", "1, 2", "5, NaN, 5, -inf", "5", "1"),
    row("(1, 0, 0)", "0, 1", "0 and 1", "4, 4, 3, 1", "4", "6"),
    row("(1, 0, 1)", "0, 1", "1, 2", "4, 0, 1, 7", "7", "11"),
)
EXAMPLE = f"## Example\n\n{CALL}{WINDOWS}"


@pytest.mark.parametrize(
    ("old", "new", "is_wrong"),
    [
        ("", "", False),
        ("| (0, 0, 0) | 0, 1 |", "| (0, 0, 0) | 0 |", True),
        ("| (0, 0, 1) | 0, 1 | 1, 2 |", "| (0, 0, 1) | 0, 1 | 0, 1 |", True),
        ("5, NaN, 5, -inf", "5, 0, 5, -inf", True),
        ("5, NaN, 5, -inf", "-inf, 5, NaN, 5", False),
        ("4, 4, 3, 1 | 4 | 6", "4, 4, 3, 1 | 4 | 0", True),
        ("| 7 | 11 |", "| 4 | 11 |", True),
        ("Elements", "Selected elements", False),
        ("| (0, 0, 0) | 0, 1 |", "| (0, 0, 0) | 1 |", True),
        ("channel 1 is `[[4,", "channel 1 is `[[9,", True),
    ],
)
def test_tables_of_windows_are_held_against_the_example(old: str, new: str, is_wrong: bool) -> None:
    assert old in EXAMPLE
    assert bool(wrong(EXAMPLE.replace(old, new, 1))) == is_wrong


NAMES = table(
    row("Symbol", "Meaning"),
    row("$dY_0, dY_1, dY_2, dY_3$", "sizes of $Y$, in the same order"),
    row("$p_0, p_1, p_2, p_3$", "`pads[0]`, `pads[1]`, `pads[2]`, `pads[3]`"),
    row("$e_a$", "extent of the dilated kernel"),
    row("$d_0, d_1$", "`dilations[0]`, `dilations[1]`"),
)
ENOUGH = (
    f"{NAMES}\n\n$$dY_0 = dX_0, \\qquad dY_1 = dX_1$$\n\nTo establish A-4, it suffices that $p_0 < e_0$, $p_2 < e_0$, "
    "$p_1 < e_1$, $p_3 < e_1$, $d_0 \\le dX_2$ and $d_1 \\le dX_3$."
)


@pytest.mark.parametrize(
    ("old", "new", "is_wrong"),
    [
        ("", "", False),
        ("$p_1 < e_1$", "$p_1 \\le e_1$", True),
        (", $d_0 \\le dX_2$", "", True),
        ("it suffices that", "it is brillig that", False),
        ("it suffices that $p_0 < e_0$", "it is not enough that $p_0 \\le e_0$", False),
        ("dY_0 = dX_0, \\qquad dY_1 = dX_1", "dY_0 = dX_1, \\qquad dY_1 = dX_0", True),
    ],
)
def test_names_of_sizes_that_a_table_describes_and_what_is_enough(old: str, new: str, is_wrong: bool) -> None:
    assert old in ENOUGH
    assert bool(wrong(ENOUGH.replace(old, new, 1))) == is_wrong


def test_what_is_enough_is_no_demand() -> None:
    """A condition that is too strong, as a demand, has a note; as one that is enough it has none."""
    said = f"{NAMES}\n\nIt is sufficient, but not necessary, that $p_0 < e_0$, $p_2 < e_0$ and $d_0 \\le dX_2$."
    assert "constraint-sufficient" not in noted(said)
    assert "constraint-sufficient" in noted(said.replace("It is sufficient, but not necessary, that", "Here"))


CHANNELS = (
    '`auto_pad="NOTSET"`, `ceil_mode=0`, `storage_order=0`, `kernel_shape=[2,2]`, `strides=[1,1]`, `dilations=[1,1]`, '
    "`pads=[0,0,0,0]`. $X$ has shape $(1, 2, 2, 3)$.\n\n"
) + table(
    row("Channel", "$X[0,c]$, row by row", "$Y[0,c,0]$", "$\\mathit{Indices}[0,c,0]$"),
    row("0", "$[1, 5, \\mathrm{NaN}]$, $[2, 5, -\\infty]$", "$[5, 5]$", "$[1, 1]$"),
    row("1", "$[4, 4, 0]$, $[3, 1, 7]$", "$[4, 7]$", "$[6, 11]$"),
)


@pytest.mark.parametrize(
    ("old", "new", "is_wrong"), [("", "", False), ("[4, 7]", "[4, 1]", True), ("6, 11", "0, 5", True)]
)
def test_planes_by_their_rows_in_the_cells_of_channels(old: str, new: str, is_wrong: bool) -> None:
    assert bool(wrong(f"## Example\n\n{CHANNELS}".replace(old, new, 1))) == is_wrong


SEARCH = LISTING.replace(") of Y:", ") in the shape of Y:")


@pytest.mark.parametrize(
    ("old", "new", "is_wrong"),
    [
        ("", "", False),
        ("v > best", "v >= best", True),
        ("v = -inf", "v = +inf", True),
        ("shape of Y", "cells of Y", False),
    ],
)
def test_a_listing_over_the_shape_of_y(old: str, new: str, is_wrong: bool) -> None:
    assert old in SEARCH
    assert bool(wrong(SEARCH.replace(old, new, 1))) == is_wrong


@pytest.mark.parametrize(("letters", "is_of_windows"), [("c, h, w", True), ("c, i, j", False)])
def test_places_of_taps_are_no_windows(letters: str, is_of_windows: bool) -> None:
    example = EXAMPLE.replace("(c, h, w)", f"({letters})").replace("| (0, 0, 0) | 0, 1 |", "| (0, 0, 0) | 0 |")
    page = f"$$Y[n, c, h, w] = \\max_{{i, j}} X[n, c, h + i, w + j]$$\n\n{example}"
    assert ("example-cell-wrong" in wrong(page)) == is_of_windows


OF_A_TYPE = """## Example (float16)

`X` of type float16 has shape $(1, 1, 1, 3)$: `X = [[[[0.1, 0.3, 0.7]]]]`. `auto_pad="NOTSET"`, `ceil_mode=0`,
`storage_order=0`, `kernel_shape=[1,2]`, `strides=[1,1]`, `dilations=[1,1]`, `pads=[0,0,0,0]`, type = float16.

""" + table(
    row("(h, w)", "Elements", "Y", "Indices"),
    row("(0, 0)", "0.1, 0.3", "0.3", "1"),
    row("(0, 1)", "0.3, 0.7", "0.7", "2"),
)


@pytest.mark.parametrize(("value", "is_wrong"), [("0.3", False), ("0.7", True)])
def test_numbers_are_compared_as_they_are_printed(value: str, is_wrong: bool) -> None:
    """0.3 is no element of float16: what stands there is the nearest one."""
    assert bool(wrong(f"{OF_A_TYPE}\n\nThe value {value} occurs at flat position 1.")) == is_wrong


@pytest.mark.parametrize(("head", "is_wrong"), [("NaN allowed", False), ("Not allowed", False), ("Allowed", True)])
def test_a_column_on_something_else_answers_nothing_on_types(head: str, is_wrong: bool) -> None:
    assert bool(wrong(table(row("Type", head), row("float", "yes"), row("int8", "no")))) == is_wrong


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("It is sufficient that $p_0 < e_0$, $p_2 < e_0$ and $d_0 \\le dX_2$.", "proved"),
        ("It is sufficient that $p_0 < e_0$, $p_2 < e_0$.", "refuted"),
        ("It is not sufficient that $p_0 < e_0$, $p_2 < e_0$.", "not understood"),
        ("It is sufficient for brillig that $p_0 < e_0$, $p_2 < e_0$.", "not understood"),
    ],
)
def test_what_is_not_judged_as_enough_is_not_understood(said: str, verdict: str) -> None:
    claims = audit(document(f"{HEAD}{NAMES}\n\n{said}\n"), None).claims
    assert {claim.verdict for claim in claims if "p_0 < e_0" in claim.text and "sufficient" not in claim.text} == {
        verdict
    }
