"""`maxpool explain`: every label is explained, and the command keeps its word."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import pytest
from typer.testing import CliRunner

import proofs.reports.explain as explaining
from maxpool import app
from proofs.catalogue import CATALOGUE
from proofs.drawing.svg import to_svg
from proofs.drawing.text import to_text
from proofs.engine.decide import decide
from proofs.engine.statement import Outcome, Verdict
from proofs.engine.terms import Obligation
from proofs.maxpool.pictures import BROKEN, IN_AN_EXAMPLE, ON_AN_AXIS, searched
from proofs.reports.explain import explain
from proofs.solvers.answers import Limits
from reference.common.errors import Contradiction
from spec.language.terms import Term, and_, not_
from spec.maxpool.vocabulary import is_zero, key, v, v2, value
from spec.window.names import slack, stride, y

told_of = cache(partial(explain, CATALOGUE))

# --- every label is explained --------------------------------------------------------------------


def labels() -> tuple[str, ...]:
    examples = (example.label for example in CATALOGUE.examples)
    return tuple(dict.fromkeys((*CATALOGUE.operator.labels, *CATALOGUE.claims, *CATALOGUE, *examples)))


@pytest.mark.whole
def test_each_label_is_explained() -> None:
    for label in labels():
        told = told_of(label)
        assert told.label == label
        for text in (told.kind, told.title, told.statement, str(told.source)):
            assert text.strip() == text != "", label
            assert "`" not in text, label
        assert all(other in CATALOGUE for other in told.decided_by), label
        assert all(told.formulas) or CATALOGUE.example(label) is not None, label


@pytest.mark.whole
def test_what_can_be_drawn_is_drawn() -> None:
    drawn = {label for label in labels() if told_of(label).scene is not None}
    assert {label for label in CATALOGUE.operator.labels if label in drawn} == {
        *ON_AN_AXIS,
        *BROKEN,
        *IN_AN_EXAMPLE,
        "R4",
    }
    assert drawn >= {e.label for e in CATALOGUE.examples}
    by_attribute = {
        "onnx.auto_pad.begin",
        "onnx.auto_pad.end",
        "onnx.Indices.order",
        "openvino.8.begin",
        "openvino.8.axis",
    }
    assert set(CATALOGUE.claims) - drawn == {"openvino.8.strides", *by_attribute}
    assert drawn >= {"draft.dY_2", "draft.dY_3", "family.same-pad-not-negative", "family.ceil.no-window-to-drop"}
    for obligation in CATALOGUE.obligations:
        if obligation.expected is Verdict.REFUTED and obligation.label not in CATALOGUE.claims:
            witness = searched(obligation) or {}
            is_axis = "x" in witness and not {"kernel", "extent"}.isdisjoint(witness)
            assert (obligation.label in drawn) == is_axis, obligation.label
    assert drawn >= {label for label in CATALOGUE if CATALOGUE.erratum(label) is not None}


def test_what_a_picture_says_is_computed_from_the_formula() -> None:
    scene = told_of("Y.shape").scene
    assert scene is not None
    assert "y = floor(slack / stride) + 1 = floor(4 / 2) + 1 = 3: so many windows fit." in scene.captions


@pytest.mark.parametrize(
    ("label", "formula"),
    [
        ("NaN.as-minus-infinity", value(v).eq(v)),
        ("zeros.equal", and_(is_zero(v), is_zero(v2)).implies(key(v).ne(key(v2)))),
        ("Y.max", not_(CATALOGUE.operator["Y.max"].formula)),
        ("Y.shape", y.eq(slack // stride)),
        ("strides.positive", stride >= 3),
    ],
)
def test_no_picture_shows_a_clause_that_does_not_hold_of_it(label: str, formula: Term) -> None:
    assert told_of(label).scene is not None
    changed = replace(CATALOGUE, operator=CATALOGUE.operator.changed(label, formula))
    assert changed.picture(changed, label, {}) is None


def test_unknown_label_is_refused() -> None:
    with pytest.raises(KeyError):
        explain(CATALOGUE, "windows.meet")


def test_documents_symbols_stand_in_formulas() -> None:
    assert explain(CATALOGUE, "strides.positive").formulas == ("strides[0] >= 1", "strides[1] >= 1")
    assert explain(CATALOGUE, "draft.dY_3").formulas[0].startswith("dY_3 = floor((dX_3 + (pads[1] + pads[3])")
    assert len(explain(CATALOGUE, "draft.dY_3").formulas) == 1
    assert explain(CATALOGUE, "Indices.flat").abbreviations
    assert explain(CATALOGUE, "windows.meet-input").alternatives[0] == "0 (some runtimes)"


def test_drawing_shows_the_witness_of_the_decision() -> None:
    witness = {"x": 5, "kernel": 2, "dilation": 1, "stride": 1, "pad_begin": 0, "pad_end": 0, "y": 4}
    scene = explain(CATALOGUE, "draft.dY_2", {"draft.dY_2": witness}).scene
    assert scene is not None
    assert scene.captions[0].startswith("x = 5, ")
    assert "The formula gives 1 window, 4 fit." in scene.captions


# --- the command ---------------------------------------------------------------------------------


@cache
def decided_here(label: str, limits: Limits) -> Outcome:
    found = CATALOGUE[label]
    assert isinstance(found, Obligation)
    return decide(found, limits, tightness=False)


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Obligations are decided here, briefly and once, not in processes of their own."""

    def decided(_: object, labels: Sequence[str], _by: object, limits: Limits, **__: object) -> list[Outcome]:
        return [decided_here(o.label, limits) for o in map(CATALOGUE.get, labels) if isinstance(o, Obligation)]

    monkeypatch.setattr(explaining, "decide_remembering", decided)


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["explain", *arguments], env={"COLUMNS": "80", "NO_COLOR": "1"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.usefixtures("in_process")
def test_command_explains(tmp_path: Path) -> None:
    path, scene = tmp_path / "drawing.svg", explain(CATALOGUE, "draft.dY_2").scene
    assert scene is not None
    for _ in range(2):  # the second time over what it has written itself
        code, out, err = run("draft.dY_2", "--svg", str(path))
        assert (code, err) == (0, "")
        assert to_text(scene, 80).plain in out
        assert "draft.dY_2.always-too-small: proved" in out
    assert path.read_text(encoding="ascii") == to_svg(scene)


@pytest.mark.usefixtures("in_process")
def test_command_prints_one_json_document() -> None:
    code, out, _ = run("sonnx.int.4", "--json")
    document = json.loads(out)
    assert code == 0
    assert (document["schema"], document["label"], document["as_expected"]) == (
        "maxpool/explain/1",
        "sonnx.int.4",
        True,
    )
    assert document["example"]["verdict"] == "erratum"
    assert [o["verdict"] for o in document["obligations"]] == ["proved"]
    assert document["drawing"]["boards"][1]["wrong"] == [{"row": 1, "column": 0, "printed": "3", "right": "0"}]


@pytest.mark.usefixtures("in_process")
def test_command_draws_nothing_where_there_is_nothing(tmp_path: Path) -> None:
    code, out, err = run("X.tensor", "--svg", str(tmp_path / "no.svg"))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "nothing to draw for X.tensor" in err
    assert list(tmp_path.iterdir()) == []
    assert run("X.tensor")[0] == 0


@pytest.mark.tenth
@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize("theirs", ["<svg/>", '<svg xmlns="http://www.w3.org/2000/svg"/>', "", "text", "\ufffd\x00"])
def test_command_overwrites_no_file_of_others(tmp_path: Path, theirs: str) -> None:
    path = tmp_path / "theirs.svg"
    path.write_bytes(theirs.encode("utf-16"))
    if theirs:
        path.write_text(theirs, encoding="utf-8")
    before = path.read_bytes()
    code, out, err = run("extent", "--svg", str(path))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert path.read_bytes() == before
    assert len(list(tmp_path.iterdir())) == 1
    assert run("extent", "--svg", str(tmp_path))[0] == 2


def test_command_suggests_labels() -> None:
    code, out, err = run("windows.meet-inptu")
    assert (code, out) == (2, "")
    assert "did you mean windows.meet-input" in err
    assert run()[0] == 2


def test_command_fails_where_a_verdict_is_not_the_expected_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(_: object, labels: Sequence[str], *__: object, **___: object) -> list[Outcome]:
        return [Outcome(CATALOGUE[label], Verdict.UNKNOWN, (), problem="it gave up") for label in labels]

    monkeypatch.setattr(explaining, "decide_remembering", unknown)
    code, out, _ = run("extent")
    assert code == 1
    assert "it gave up" in out


def test_command_reports_a_contradiction(monkeypatch: pytest.MonkeyPatch) -> None:
    def contradicted(*_: object, **__: object) -> list[Outcome]:
        raise Contradiction("z3 says proved, cvc5 says refuted")

    monkeypatch.setattr(explaining, "decide_remembering", contradicted)
    code, out, err = run("extent")
    assert (code, out) == (1, "")
    assert "CONTRADICTION" in err
