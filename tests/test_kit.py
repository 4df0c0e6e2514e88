"""`maxpool vectors --classes`: classes from formulas, combinations solved or proved empty, files that run alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from maxpool import app
from proofs.kit.adequacy import Measured, core, measure
from proofs.kit.broken import broken, first_broken, not_expressible
from proofs.kit.cards import cards, notebook
from proofs.kit.combining import combine, names
from proofs.kit.elements import cells, tensor
from proofs.kit.files import contents
from proofs.kit.kit import Kit, kit
from proofs.kit.solving import Infeasible, Undecided, axis_domain, call_domain
from reference.common.errors import Contradiction
from reference.maxpool import maxpool
from spec.language.terms import Variable, and_, forall, or_
from spec.maxpool.classes.bounds import Side, at_ends, classes_of, divided
from spec.maxpool.classes.classes import AXIS_CLASSES, AXIS_NEEDS, BROKEN_ON_AXIS, CALL_CLASSES, ELEMENT_CLASSES
from spec.maxpool.operator import MAXPOOL
from spec.operator.clauses import ADDED, Constraint, Scope
from spec.readings.value import evaluate

a, b, i = (Variable(name) for name in "abi")


def clause(formula: Any) -> Constraint:
    return Constraint(label="l", subject="s", title="t", statement="s", formula=formula, rationale="r", source=ADDED)


def test_a_comparison_is_divided_at_its_bound() -> None:
    found = {c.side: c.name for c in classes_of(clause(a < 2 * b))}
    assert found == {
        Side.AT: "a = 2 * b - 1",
        Side.BESIDE: "a = 2 * b - 2",
        Side.WITHIN: "a <= 2 * b - 3",
        Side.BROKEN: "a = 2 * b",
    }


def test_a_literal_bound_is_a_number() -> None:
    assert [c.name for c in classes_of(clause(a >= 1))] == ["a = 1", "a = 2", "a >= 3", "a = 0"]


def test_what_is_demanded_only_otherwise_is_legal_on_both_sides() -> None:
    first, second = a <= 5, b <= 7
    sides = {
        c.factor: [d.side for d in classes_of(clause(or_(first, second))) if d.factor == c.factor]
        for c in classes_of(clause(or_(first, second)))
    }
    assert sides["l: a <= 5"] == [Side.AT, Side.BESIDE, Side.WITHIN, Side.OUTSIDE, Side.BEYOND]
    assert sides["l: b <= 7"] == [Side.AT, Side.BESIDE, Side.WITHIN, Side.BROKEN]
    broken = next(c for c in classes_of(clause(or_(first, second))) if c.side is Side.BROKEN)
    assert evaluate(broken.formula, {"a": 6, "b": 8})
    assert not evaluate(broken.formula, {"a": 5, "b": 8})


def test_under_a_quantifier_a_class_is_of_some_instance() -> None:
    at = next(c for c in classes_of(clause(forall(i, 0, a, (i < 3).implies(i <= b)))) if c.side is Side.AT)
    assert evaluate(at.formula, {"a": 3, "b": 2})
    assert not evaluate(at.formula, {"a": 2, "b": 2})


def test_a_division_is_divided_by_its_remainder() -> None:
    formulas = [c.formula for c in divided(clause(i.eq(a // b)))]
    found = [[bool(evaluate(f, {"a": n, "b": 4})) for f in formulas].index(True) for n in (0, 8, 7, 5)]
    assert found == [0, 1, 2, 3]


def test_ends_of_a_quantifier_are_implied() -> None:
    stated = and_(a >= 0, forall(i, 0, a, i <= b))
    for values in ({"a": x, "b": y} for x in range(4) for y in range(4)):
        assert evaluate(at_ends(stated), values) or not evaluate(stated, values)
    assert not evaluate(at_ends(stated), {"a": 3, "b": 1})


def test_classes_have_names_of_their_own_and_clauses_that_exist() -> None:
    for group in (AXIS_CLASSES, CALL_CLASSES, tuple(e.of for e in ELEMENT_CLASSES)):
        assert len({c.name for c in group}) == len(group)
        assert {c.clause for c in group} <= set(MAXPOOL.labels)
    on_axes = {c.label for c in MAXPOOL.preconditions() if c.scope is Scope.AXIS}
    assert {c.clause for c in BROKEN_ON_AXIS} == on_axes
    assert not {c.name for c in AXIS_CLASSES} & set(AXIS_NEEDS)


# --- solving


def test_the_smallest_axis_of_a_class_is_found() -> None:
    found = axis_domain().solve(frozenset({"slack mod stride = stride - 1", "stride >= 3"}))
    assert not isinstance(found, Infeasible | Undecided)
    assert {n: found[n] for n in ("x", "kernel", "stride", "slack")} == {"x": 3, "kernel": 1, "stride": 3, "slack": 2}


@pytest.mark.parametrize(
    ("classes", "clauses"),
    [
        (("kernel = 1", "pad_begin = 1"), ("windows.meet-input",)),
        (("x = 1", "dilation = x - 1"), ("dilations.positive",)),
        (("stride = 1", "slack mod stride = stride - 1"), ()),
    ],
)
def test_an_empty_combination_is_proved_and_says_by_what(classes: tuple[str, ...], clauses: tuple[str, ...]) -> None:
    domain = axis_domain()
    found = domain.solve(frozenset(classes))
    assert isinstance(found, Infeasible)
    assert (found.clauses, found.proved_by) == (clauses, ("z3", "cvc5"))
    assert (found.alone is None) == (not clauses)
    if found.alone is not None:
        assert all(evaluate(domain.features[c], found.alone) for c in classes)


def test_integers_have_no_nan() -> None:
    found = call_domain().solve(frozenset({"NaN first", "dtype(X) = int8"}))
    assert isinstance(found, Infeasible)


# --- elements and calls that break a clause


@pytest.mark.parametrize("of", ELEMENT_CLASSES, ids=lambda e: e.of.name)
def test_a_tensor_of_each_class_of_elements_is_found(of: Any) -> None:
    attributes = {"auto_pad": "NOTSET", "ceil_mode": 0, "storage_order": 0, "dilations": [1, 1]}
    attributes |= {"kernel_shape": [2, 2], "pads": [0, 0, 0, 1], "strides": [1, 1]}
    X = tensor((1, 1, 3, 3), np.dtype(np.float32), attributes, of)
    assert any(evaluate(of.of.formula, cell) for cell in cells(X, attributes))
    plain = tensor((1, 1, 3, 3), np.dtype(np.float32), attributes, None)
    assert len(set(plain.flat)) == plain.size


def test_each_clause_is_broken_alone_or_named() -> None:
    required = [c.label for c in MAXPOOL.preconditions()]
    assert {made.clause for made in broken()} | set(not_expressible()) == set(required)
    assert set(not_expressible()) == {
        "general.no-default-values",
        "X.rank",
        "X.batch-and-channels",
        "Indices.int64",
    }
    for made in broken():
        assert first_broken(made.arguments) == made.clause
    assert {made.how for made in broken() if made.clause == "ceil_mode.domain"} == {"ceil_mode = -1", "ceil_mode = 2"}


# --- the kit


@pytest.fixture(scope="module")
def small() -> tuple[Kit, Measured]:
    made = kit(1, ["float", "int8"])
    return made, measure(made, every=16)


def test_what_would_kill_the_loops_themselves_is_no_measure(
    small: tuple[Kit, Measured], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("proofs.kit.adequacy._compiled", lambda tree: None)
    with pytest.raises(Contradiction, match="the loops as they are"):
        measure(small[0], every=10**6)


def test_every_single_class_has_a_call(small: tuple[Kit, Measured]) -> None:
    made, _ = small
    wanted = {c for case in made.cases for c in case.wanted if len(c) == 1}
    combined = combine(1, ["float", "int8"])
    assert wanted == {names(c) for s in combined.sought.values() for c in s.wanted if len(c) == 1}
    assert len(wanted) == 2 * len(AXIS_CLASSES) + len(CALL_CLASSES) - 3 + len(ELEMENT_CLASSES)
    assert made.combined.undecided == {}


def test_the_core_kills_all_that_is_killed(small: tuple[Kit, Measured]) -> None:
    _, measured = small
    assert len(measured.core) <= 120
    assert all(by & set(measured.core) for by in measured.kills.values() if by)
    assert measured.killed > 0.9 * measured.mutants
    for case, added in measured.core.items():
        others = set(measured.core) - {case}
        assert added
        assert any(not by & others and case in by for by in measured.kills.values())


def test_a_cover_is_the_fewest_that_greed_finds() -> None:
    kills = {"m": frozenset("ab"), "n": frozenset("bc"), "o": frozenset("c"), "p": frozenset()}
    assert core(kills, "abc") == {"b": ("m", "n"), "c": ("o",)}


def test_cards_say_what_the_guidelines_want(small: tuple[Kit, Measured]) -> None:
    made, measured = small
    page = cards(made, measured.core, measured.table())
    for case in made.cases:
        assert f"### {case.name}" in page
    for word in ("Purpose", "Clause", "Class", "Input", "Expected", "Oracle", "Adds"):
        assert page.count(f"| {word} |") == len(made.cases)


def test_the_notebook_is_one_and_runs(small: tuple[Kit, Measured], tmp_path: Path, monkeypatch: Any) -> None:
    made, measured = small
    document = json.loads(notebook(made.cases, measured.core))
    assert (document["nbformat"], document["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in document["cells"]}) == len(document["cells"])
    for name, data in contents_of(small).items():
        if "/" not in name:
            (tmp_path / name).write_bytes(data)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MAXPOOL_RUNTIME", "reference.maxpool:maxpool")
    names: dict[str, Any] = {}
    for cell in document["cells"]:
        if cell["cell_type"] == "code":
            exec(cell["source"], names)


def contents_of(small: tuple[Kit, Measured]) -> Mapping[str, bytes]:
    pytest.importorskip("onnx", reason="onnx is not installed: pip install sonnx-maxpool[runtimes]")
    made, measured = small
    return dict(contents(made, measured.core, measured.table()))


WRONG = """
from reference.maxpool import maxpool as right
def maxpool(X, **attributes):
    Y, Indices = right(X, **attributes)
    return Y, Indices % max(1, X.shape[2] * X.shape[3])
"""


def test_the_pytest_file_passes_what_is_right_and_fails_what_is_not(
    small: tuple[Kit, Measured], tmp_path: Path
) -> None:
    for name in ("test_kit.py", "cases.json"):
        (tmp_path / name).write_bytes(contents_of(small)[name])
    (tmp_path / "wrong.py").write_text(WRONG, "utf-8")
    root = Path(__file__).resolve().parent.parent
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-c",
        os.devnull,
        str(tmp_path / "test_kit.py"),
    ]
    codes = {}
    for runtime in ("reference.maxpool:maxpool", "wrong:maxpool"):
        environment = {
            **os.environ,
            "MAXPOOL_RUNTIME": runtime,
            "PYTHONPATH": os.pathsep.join([str(root), str(tmp_path)]),
        }
        done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=tmp_path, check=False)
        codes[runtime] = done.returncode
    assert codes == {"reference.maxpool:maxpool": 0, "wrong:maxpool": 1}


def test_the_same_comes_of_a_second_run(small: tuple[Kit, Measured]) -> None:
    _, measured = small
    first = contents_of(small)
    again = kit(1, ["float", "int8"])
    assert dict(contents(again, measured.core, measured.table())) == first


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--classes", "--dtype", "float31"], "unknown element type 'float31'; did you mean float"),
        (["--dtype", "float"], "--strength and --dtype go with --classes"),
        (["--strength", "3"], "--strength and --dtype go with --classes"),
    ],
)
def test_bad_input_is_one_line(options: list[str], said: str, tmp_path: Path) -> None:
    pytest.importorskip("onnx", reason="onnx is not installed: pip install sonnx-maxpool[runtimes]")
    refused = CliRunner().invoke(app, ["vectors", "-o", str(tmp_path), *options])
    assert (refused.exit_code, len(refused.stderr.strip().splitlines())) == (2, 1)
    assert said in refused.stderr
    assert list(tmp_path.iterdir()) == []


def test_what_is_expected_is_what_the_reference_gives(small: tuple[Kit, Measured]) -> None:
    for case in small[0].cases:
        Y, Indices = maxpool(case.X, **case.call.attributes)
        assert (Y.tobytes(), Indices.tobytes()) == tuple(o.tobytes() for o in case.outputs)
