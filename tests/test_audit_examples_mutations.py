"""One digit of a right example changed: the finding stands on its line, and nothing else is found."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spec.documents.examples.examples import read_examples
from spec.documents.examples.stated import Named
from tests.audit_examples import Case, as_listing, as_markdown, as_python, document, found, judge

STYLES = {"markdown": as_markdown, "python": as_python, "listing": as_listing}

cases = st.builds(
    Case,
    shape=st.tuples(st.integers(4, 6), st.integers(4, 6)),
    kernel=st.tuples(st.integers(2, 3), st.integers(2, 3)),
    strides=st.tuples(st.integers(1, 2), st.integers(1, 2)),
    pads=st.tuples(*[st.integers(0, 1)] * 4),
    seed=st.integers(0, 10**6),
)
styles = st.sampled_from(sorted(STYLES))


def places(text: str, role: Named, *, shapes: bool = False) -> list[int]:
    """Where the digits of what an example states of a role stand."""
    (example,) = read_examples(document(text)).examples
    cells = [c for s in example.statements if s.role is role and s.is_shape == shapes for c in s.entries]
    return [c.start + m.start() for c in cells for m in re.finditer(r"\d", c.text)]


def changed(data: st.DataObject, text: str, at: int) -> tuple[str, int]:
    """The text with another digit at a place, and the line of it."""
    digit = data.draw(st.sampled_from([d for d in "123456789" if d != text[at]]))
    return text[:at] + digit + text[at + 1 :], document(text).place(at)[0]


@given(cases, styles)
@settings(max_examples=20, deadline=None)
def test_right_examples_have_no_finding(case: Case, style: str) -> None:
    claims, findings, count = judge(STYLES[style](case))
    assert (findings, count) == ([], 1)
    assert [(c.kind, c.verdict) for c in claims] == [("example", "agrees")]


@given(st.data(), cases, styles, st.sampled_from([Named.Y, Named.INDICES]))
@settings(max_examples=30, deadline=None)
def test_a_digit_of_an_output(data: st.DataObject, case: Case, style: str, role: Named) -> None:
    text = STYLES[style](case)
    wrong, line = changed(data, text, data.draw(st.sampled_from(places(text, role))))
    assert found(wrong) == [("example-cell-wrong", line)]


@given(st.data(), cases, st.sampled_from(["markdown", "python"]), st.sampled_from([Named.X, Named.Y]))
@settings(max_examples=20, deadline=None)
def test_a_digit_of_a_stated_shape(data: st.DataObject, case: Case, style: str, role: Named) -> None:
    text = STYLES[style](case)
    wrong, line = changed(data, text, data.draw(st.sampled_from(places(text, role, shapes=True))))
    assert found(wrong) == [("example-shape-wrong", line)]


@given(st.data(), cases, styles)
@settings(max_examples=30, deadline=None)
def test_a_digit_of_the_input(data: st.DataObject, case: Case, style: str) -> None:
    """It is found where two cells show it; one cell of Y that shows it could be wrong as well, and names it."""
    text = STYLES[style](case)
    (example,) = read_examples(document(text)).examples
    tensor = example.tensor(Named.X)
    assert tensor is not None
    i = data.draw(st.integers(0, len(tensor.cells) - 1))
    at = tensor.cells[i].start + data.draw(st.sampled_from([0, 1, 3, 4]))
    wrong, line = changed(data, text, at)
    (again,) = read_examples(document(wrong)).examples
    changed_X = again.tensor(Named.X)
    assert changed_X is not None
    Y, Indices = case.outputs()
    now, at_now = case.outputs([c.text for c in changed_X.cells])
    differing = int((Y != now).sum() + (Indices != at_now).sum())
    findings = judge(wrong)[1]
    if differing == 0:
        assert findings == []
    elif differing > 1:
        assert found(wrong) == [("example-cell-wrong", line)]
    else:
        assert [f.rule for f in findings] == ["example-cell-wrong"]
        assert found(wrong)[0][1] == line or "that of X" in findings[0].message


@given(st.data(), cases, styles)
@settings(max_examples=5, deadline=None)
def test_a_digit_of_an_attribute(data: st.DataObject, case: Case, style: str) -> None:
    """Another attribute may explain what is printed as well: then both are named; or a single cell of X may."""
    text = STYLES[style](case)
    wrong, line = changed(data, text, data.draw(st.sampled_from(places(text, Named.ATTRIBUTE))))
    findings = judge(wrong)[1]
    assert len(findings) <= 1
    if findings and findings[0].rule != "example-attribute-wrong":
        assert findings[0].rule == "example-cell-wrong"
        assert findings[0].message.startswith("X[")
        return
    if findings and found(wrong)[0][1] != line:
        assert "so it would with" in findings[0].message


@pytest.mark.parametrize("style", sorted(STYLES))
@pytest.mark.parametrize("name", ["kernel", "pads", "strides"])
def test_a_wrong_attribute_is_named(style: str, name: str) -> None:
    right = Case(shape=(5, 6), kernel=(2, 2), pads=(1, 0, 1, 0), seed=3)
    text = STYLES[style](right)
    lines = text.splitlines()
    line = next(i for i, said in enumerate(lines) if said.lstrip("- ").startswith(name))
    lines[line] = re.sub(r"\d(?=[^\d]*$)", "3", lines[line])
    assert found("\n".join(lines)) == [("example-attribute-wrong", line + 1)]


def test_an_output_that_no_digit_explains_is_told_once() -> None:
    case = Case(shape=(6, 6), seed=1)
    other = Case(shape=(6, 6), seed=2)
    text = as_markdown(case).partition("$$Y")[0] + "$$Y" + as_markdown(other).partition("$$Y")[2]
    findings = judge(text)[1]
    assert len(findings) == 1
    assert "more cells differ" in findings[0].message


def test_cases_are_as_they_say() -> None:
    Y, Indices = Case().outputs()
    assert Y.shape == Indices.shape == (1, 1, 3, 4)
    assert len(np.unique(np.array(Case().X))) == 20
