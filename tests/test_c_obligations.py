"""The obligations `c.…`: the loops in C, proved in check; what would make them say less is an error."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

pytest.importorskip("clang")

from proofs.engine.decide import decide
from proofs.engine.statement import Verdict
from proofs.program.c import obligations as of_c
from proofs.program.c.reading import reader
from proofs.program.source.language import Return
from reference.c.library import SOURCE
from reference.common.errors import CannotRun

QUICK = ("c.float16.value", "c.float16.order", "c.uint8.order", "c.32.return", "c.64.null.return", "c.32.value-4")


def test_each_type_and_width_is_there() -> None:
    labels = {o.label for o in of_c.obligations()}
    assert {f"c.{name}.order" for name in of_c.ELEMENTS} <= labels
    assert {f"c.{name}.value" for name in ("float16", "float", "double")} <= labels
    assert {f"c.{width}.{null}return" for width in of_c.WIDTHS for null in ("", "null.")} <= labels


@pytest.mark.parametrize("label", QUICK)
def test_they_are_proved(label: str) -> None:
    statement = next(o for o in of_c.obligations() if o.label == label)
    found = decide(pickle.loads(pickle.dumps(statement)))
    assert found.verdict is Verdict.PROVED
    assert found.as_expected


def forget() -> None:
    for remembering in (of_c.units, of_c.typed, of_c.obligations):
        remembering.cache_clear()


def changed(monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> None:
    text = SOURCE.read_text("utf-8")
    assert old in text

    class Changed:
        def read_bytes(self) -> bytes:
            return text.replace(old, new).encode()

        def __str__(self) -> str:
            return str(SOURCE)

    monkeypatch.setattr(of_c, "SOURCE", Changed())
    forget()


@pytest.fixture
def afresh() -> object:
    """What a test makes of changed loops is nothing to others."""
    yield
    forget()


@pytest.mark.whole
@pytest.mark.usefixtures("afresh")
def test_a_wrong_value_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    changed(monkeypatch, "isnan(element) ? -INFINITY : element", "isnan(element) ? 0.0f : element")
    found = decide(next(o for o in of_c.obligations() if o.label == "c.float.value"))
    assert found.verdict is Verdict.REFUTED
    assert found.witness is not None


@pytest.mark.usefixtures("afresh")
def test_a_nan_that_comes_through_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    changed(monkeypatch, "best = element;", "best = X[here];")
    with pytest.raises(ValueError, match="as it is read"):
        of_c.obligations()


def test_types_with_different_loops_are_an_error() -> None:
    functions = [of_c.typed(name, 64).found.function for name in ("float", "int8")]
    assert of_c.common(functions).name == "windows"
    longer = replace(functions[0], body=(*functions[0].body, Return(1, ("Y", "Indices"))))
    with pytest.raises(CannotRun, match="different programs"):
        of_c.common([longer, functions[1]])


@pytest.mark.usefixtures("afresh")
def test_where_c_cannot_be_read_it_is_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "find_spec", lambda _: None)
    of_c.obligations.cache_clear()
    assert of_c.obligations() == ()
    assert "libclang" in reader.absent()
