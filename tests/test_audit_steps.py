"""An algorithm as numbered steps, with sizes that a sentence names: it is proved, and each slip in it is found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from proofs.audit.rulebook.findings import Finding, JudgedClaim
from proofs.audit.run import audit
from spec.documents.formulas.formulas import Form, Written
from spec.documents.formulas.words import Quantity, Role
from spec.documents.names.notation import notation
from tests.audit_documents import document

PAGE = """# MaxPool

The input has N images with C channels, each with H rows and W columns. The result has R rows and S columns.

- KH, KW: the entries of `kernel_shape`, rows first
- SH, SW: the values of `strides`, in this order
- DH, DW: the entries of `dilations`, height first
- T, L, B, E: the entries of `pads`; they stand for top, left, bottom and right

## Steps

1. For each n from 0 to N - 1, each c from 0 to C - 1, each r from 0 to R - 1 and each s from 0 to S - 1,
   do steps 2 to 5.
2. Set the current maximum to minus infinity.
3. For each u from 0 to KH - 1 and each v from 0 to KW - 1, with v varying fastest:
   1. Let i = r * SH + u * DH - T and j = s * SW + v * DW - L.
   2. If i < 0, i >= H, j < 0 or j >= W, continue with the next pair.
   3. Let e = X[n, c, i, j]. If e is NaN, let e = -inf.
   4. If e is greater than the current maximum, or if this is the first element of the window, replace the current
      maximum by e and set place = ((n * C + c) * H + i) * W + j.
4. Store the current maximum in Y[n, c, r, s].
5. Set Indices[n, c, r, s] to place.
"""
SLIPS = {
    "for top, left,": ("for left, top,", "axes-swapped"),
    "each r from 0 to R - 1": ("each r from 0 to R", "formula-wrong"),
    "each u from 0 to KH - 1": ("each u from 1 to KH - 1", "formula-wrong"),
    "with v varying": ("with u varying", "tie-wrong"),
    "u * DH - T": ("u * DH + T", "formula-wrong"),
    "i >= H": ("i > H", "formula-wrong"),
    "let e = -inf": ("let e = 0", "nan-wrong"),
    "is greater than the": ("is greater than or equal to the", "tie-wrong"),
    "is greater than": ("is less than", "formula-wrong"),
    "* W + j.": ("* H + j.", "formula-wrong"),
    "Indices[n, c, r, s] to": ("Indices[n, c, s, r] to", "formula-wrong"),
}


def audited(text: str) -> tuple[Sequence[JudgedClaim], Sequence[Finding]]:
    made = audit(document(text), None)
    return made.claims, made.findings


def test_the_steps_are_proved() -> None:
    claims, found = audited(PAGE)
    assert [claim.verdict for claim in claims if claim.kind == "loops"] == ["proved", "proved"]
    assert [finding for finding in found if finding.rule not in ("nan-open", "tie-open", "formula-undecided")] == []


@pytest.mark.parametrize("right", SLIPS)
def test_a_slip_in_a_step_is_found(right: str) -> None:
    wrong, rule = SLIPS[right]
    text = PAGE.replace(right, wrong, 1)
    assert right in PAGE
    assert rule in {finding.rule for finding in audited(text)[1]}


@pytest.mark.parametrize("strange", ["Some steps may be left out.", "Sort the elements.", "If u is odd, stop."])
def test_with_a_step_that_is_not_read_none_is(strange: str) -> None:
    text = PAGE.replace("4. Store", f"4. {strange}\n5. Store").replace("5. Set", "6. Set").replace("2 to 5", "2 to 6")
    claims, _ = audited(text)
    assert [claim.verdict for claim in claims if claim.kind == "loops"] != ["proved", "proved"]
    assert "proved" not in {claim.verdict for claim in claims if claim.kind == "loops"}


NAMES: Mapping[str, Mapping[str, Quantity | None]] = {
    "The input has N images with C channels, each with H rows.": {
        "H": Quantity(Role.X, 0),
        "C": Quantity(Role.CHANNELS),
    },
    "The result has R rows and S columns.": {"R": Quantity(Role.Y, 0), "S": Quantity(Role.Y, 1)},
    "The kernel has A rows and B columns.": {"A": Quantity(Role.KERNEL, 0), "B": Quantity(Role.KERNEL, 1)},
    "The padding has A rows and B columns.": {"A": None, "B": None},
    "The input and the output have A rows.": {"A": None},
    "A rows are added to the input.": {"A": None},
    "- KH, KW: the entries of `kernel_shape`, rows first": {
        "KH": Quantity(Role.KERNEL, 0),
        "KW": Quantity(Role.KERNEL, 1),
    },
    "- KH, KW: the entries of `kernel_shape`, columns first": {"KH": None, "KW": None},
    "- A, B, D: the entries of `strides`": {"A": None, "B": None, "D": None},
}


@pytest.mark.parametrize("said", NAMES)
def test_a_name_in_a_sentence_is_what_it_counts_or_nothing(said: str) -> None:
    names = notation(document(f"# MaxPool\n\n{said}\n"))
    assert {name: names.resolve(Written(Form.NAME, (), name)) for name in NAMES[said]} == NAMES[said]


PAGE_OF_TERMS = """# MaxPool

## Attributes

<dl>
<dt><tt>auto_pad</tt> : string</dt>
<dd>Must be NOTSET.</dd>
<dt><tt>strides</tt> : list of ints</dt>
<dd>Stride along each spatial axis. Every value is greater than or equal to 1.</dd>
</dl>

## Outputs

<dl>
<dt><tt>Indices</tt> : tensor(int64)</dt>
<dd>The dimensions are the same as those of Y.</dd>
</dl>
"""


@pytest.mark.parametrize(
    ("right", "wrong", "rule"),
    [
        ("NOTSET", "SAME_UPPER", "domain-wrong"),
        ("equal to 1", "equal to 0", "domain-wrong"),
        ("int64", "int32", "type-wrong"),
        ("those of Y", "those of X", "shape-wrong"),
    ],
)
def test_terms_in_html_have_what_describes_them(right: str, wrong: str, rule: str) -> None:
    text = PAGE_OF_TERMS.replace(right, wrong)
    found = {f.rule: text[: f.start].count("\n") for f in audit(document(text), None).findings}
    assert found.get(rule) == PAGE_OF_TERMS[: PAGE_OF_TERMS.index(right)].count("\n")
    assert rule not in {f.rule for f in audit(document(PAGE_OF_TERMS), None).findings}
