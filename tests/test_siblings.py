"""Conv and AveragePool: their exact references, the errors of a bad call, their catalogues, their commands."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from typer.testing import CliRunner

from maxpool import MAXPOOL_ALONE, app
from proofs.catalogue import OPERATORS, catalogue_of
from proofs.engine.decide import decide
from proofs.engine.statement import Verdict
from proofs.mutation.clauses import mutate, report
from proofs.reports.generated import generated
from reference.averagepool import averagepool
from reference.conv import conv
from spec.operator.clauses import Scope
from spec.operator.operator import Violation
from spec.window.clauses import SIZES, Y_POSITIVE
from tests.terms_strategies import few

ONE = {"auto_pad": "NOTSET", "dilations": [1, 1], "strides": [1, 1]}
AVERAGE: dict[str, Any] = {**ONE, "ceil_mode": 0, "count_include_pad": 0, "kernel_shape": [5, 5], "pads": [2, 2, 2, 2]}
CONV: dict[str, Any] = {**ONE, "group": 1, "kernel_shape": [3, 3], "pads": [1, 1, 1, 1]}
X = np.arange(1, 26, dtype=np.float32).reshape(1, 1, 5, 5)
W = np.ones((1, 1, 3, 3), np.float32)


def grid(text: str) -> NDArray[Any]:
    """A printed plane, exact: each number as it is written."""
    return np.array([[Fraction(cell) for cell in line.split()] for line in text.split(";")], object)


# --- examples that ONNX's own tests print ---------------------------------------------------------


@pytest.mark.parametrize(
    ("included", "printed"),
    [
        (0, "7 7.5 8 8.5 9; 9.5 10 10.5 11 11.5; 12 12.5 13 13.5 14; 14.5 15 15.5 16 16.5; 17 17.5 18 18.5 19"),
        (
            1,
            "2.52 3.6 4.8 4.08 3.24; 4.56 6.4 8.4 7.04 5.52; 7.2 10 13 10.8 8.4; 6.96 9.6 12.4 10.24 7.92; "
            "6.12 8.4 10.8 8.88 6.84",
        ),
    ],
)
def test_average_of_a_printed_example(included: int, printed: str) -> None:
    Y = averagepool(X, **AVERAGE | {"count_include_pad": included})
    assert (Y[0, 0] == grid(printed)).all()


@pytest.mark.parametrize(
    ("pads", "printed"),
    [
        (1, "12 21 27 33 24; 33 54 63 72 51; 63 99 108 117 81; 93 144 153 162 111; 72 111 117 123 84"),
        (0, "54 63 72; 99 108 117; 144 153 162"),
    ],
)
def test_convolution_of_a_printed_example(pads: int, printed: str) -> None:
    assert (conv(X - 1, W, **CONV | {"pads": [pads] * 4})[0, 0] == grid(printed)).all()


# --- against another computation ------------------------------------------------------------------


def padded(X: NDArray[Any], pads: list[int]) -> NDArray[Any]:
    """X with zeros around it."""
    return np.pad(X, ((0, 0), (0, 0), (pads[0], pads[2]), (pads[1], pads[3])))


@st.composite
def windows(draw: st.DrawFn) -> tuple[dict[str, Any], NDArray[np.float64]]:
    """Attributes, and an X of four channels that the dilated kernel fits in."""
    pair = st.tuples(st.integers(1, 3), st.integers(1, 3))
    of = {name: draw(pair) for name in ("dilations", "kernel_shape", "strides")}
    pads = [draw(st.integers(0, 2)) for _ in range(4)]
    extents = [d * (k - 1) + 1 for d, k in zip(of["dilations"], of["kernel_shape"], strict=True)]
    sizes = [max(e - p, 1) + draw(st.integers(0, 2)) for e, p in zip(extents, pads, strict=False)]
    X = np.array(draw(st.lists(st.integers(-9, 9), min_size=4, max_size=4)), np.float64)
    ramp = np.arange(4 * sizes[0] * sizes[1], dtype=np.float64).reshape(1, 4, *sizes)
    return {**ONE, **{name: list(v) for name, v in of.items()}, "pads": pads}, ramp + X.reshape(1, 4, 1, 1)


def slid(X: NDArray[Any], of: dict[str, Any]) -> NDArray[Any]:
    """The taps of each window of a padded X, by NumPy alone: an array of shape (N, C, H, W, kH, kW)."""
    extents = [d * (k - 1) + 1 for d, k in zip(of["dilations"], of["kernel_shape"], strict=True)]
    views = np.lib.stride_tricks.sliding_window_view(padded(X, of["pads"]), extents, axis=(2, 3))
    steps = (slice(None, None, s) for s in (*of["strides"], *of["dilations"]))
    return views[(slice(None), slice(None), *steps)]


@few(40)
@given(windows(), st.sampled_from([0, 1]))
def test_average_by_another_computation(call: tuple[dict[str, Any], NDArray[np.float64]], included: int) -> None:
    of, X = call
    total, taps = slid(X, of).sum((4, 5)), slid(np.ones_like(X), of).sum((4, 5))
    if (taps == 0).any():
        with pytest.raises(Violation, match=r"windows\.meet-input"):
            averagepool(X, **of, ceil_mode=0, count_include_pad=included)
        return
    Y = averagepool(X, **of, ceil_mode=0, count_include_pad=included)
    count = np.prod(of["kernel_shape"]) if included else taps
    assert (Y * count == total).all()
    assert included or (slid(X, of).max() >= Y).all()


@few(40)
@given(windows(), st.sampled_from([1, 2, 4]))
def test_convolution_by_another_computation(call: tuple[dict[str, Any], NDArray[np.float64]], group: int) -> None:
    of, X = call
    shape = (4, 4 // group, *of["kernel_shape"])
    W = np.arange(np.prod(shape), dtype=np.float64).reshape(shape)
    B = np.array([5.0, 0, -1, 2])
    Y = conv(X, W, B, **of, group=group)
    parts = [
        np.einsum("nchwij,mcij->nmhw", x, w)
        for x, w in zip(np.split(slid(X, of), group, 1), np.split(W, group), strict=True)
    ]
    assert (Y == np.concatenate(parts, 1) + B.reshape(1, 4, 1, 1)).all()


# --- bad calls ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "label"),
    [
        (lambda: averagepool(X, **AVERAGE | {"ceil_mode": 1}), "R4"),
        (lambda: averagepool(X.astype(np.int8), **AVERAGE), "X.types"),
        (lambda: averagepool(X, **AVERAGE | {"pads": [5, 0, 0, 0]}), "windows.meet-input"),
        (lambda: averagepool(X, **AVERAGE, storage_order=0), "attributes.known"),
        (lambda: conv(X, W, **CONV | {"group": 2}), "W.groups"),
        (lambda: conv(X, W, **CONV | {"kernel_shape": [3, 2]}), "W.kernel"),
        (lambda: conv(np.ones((1, 2, 5, 5), np.float32), W, **CONV), "X.groups"),
        (lambda: conv(X, W, np.ones(2, np.float32), **CONV), "B.size"),
        (lambda: conv(X, W.astype(np.float64), **CONV), "W.types"),
        (lambda: conv(X, [1], **CONV), "W.tensor"),
        (lambda: conv(X, W, **CONV | {"dilations": [4, 4]}), "Y.positive"),
    ],
)
def test_a_bad_call_is_refused_by_its_label(call: Callable[[], object], label: str) -> None:
    with pytest.raises(Violation) as caught:
        call()
    assert caught.value.label == label


def test_what_has_no_exact_value_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^reference\.finite"):
        averagepool(np.full_like(X, np.inf), **AVERAGE)
    assert (conv(X, W, **CONV | {"pads": [4] * 4})[0, 0, 0] == 0).all(), "a window over padding alone gives the bias"


# --- the clauses and the catalogues ---------------------------------------------------------------


@pytest.mark.parametrize("name", OPERATORS)
def test_the_geometry_is_one(name: str) -> None:
    operator = catalogue_of(name).operator
    for clause in (*SIZES, Y_POSITIVE):
        assert operator[clause.label].formula is clause.formula
    assert {c.label for c in operator.clauses if c.scope is Scope.AXIS} >= {"strides.positive", "pads.non-negative"}


@pytest.mark.parametrize(
    ("name", "label", "smallest"),
    [
        ("conv", "sonnx.extent", {"x": 1, "kernel": 1, "dilation": 2}),
        ("averagepool", "onnx.11.valid-floor", {"x": 1, "kernel": 1, "stride": 2}),
        ("averagepool", "onnx.11.same-floor", {"x": 1, "stride": 2}),
        ("conv", "onnx.1.same", {"x": 2, "stride": 2}),
    ],
)
def test_a_wrong_claim_has_the_smallest_witness(name: str, label: str, smallest: dict[str, int]) -> None:
    decided = decide(catalogue_of(name)[label], tightness=False)
    assert decided.verdict is Verdict.REFUTED
    assert decided.witness is not None
    assert decided.witness.minimal
    assert smallest.items() <= decided.witness.values.items()


@pytest.mark.whole
@pytest.mark.parametrize(("name", "label"), [("averagepool", "Y.count"), ("conv", "X.groups")])
def test_mutants_are_noticed(name: str, label: str) -> None:
    scores = report(mutate(catalogue_of(name), label))
    assert scores["survived"] == []
    assert scores["mutants"] > 10


@pytest.mark.whole
def test_each_has_tables_and_a_page_in_a_folder_of_its_own() -> None:
    files = generated(catalogue_of("maxpool"))
    for name in ("conv", "averagepool"):
        page = files[f"{name}/{name}.md"]
        assert "MaxPool" not in page.replace("the profiles of MaxPool and AveragePool", "")
        assert r"\sum_{h=0}" in files[f"{name}/constraints.tex"]


# --- the commands ---------------------------------------------------------------------------------

RUN = CliRunner()


@pytest.mark.parametrize("command", sorted(MAXPOOL_ALONE))
def test_what_is_about_maxpool_alone_says_so(command: str) -> None:
    done = RUN.invoke(app, [command, "--operator", "conv"])
    assert done.exit_code == 2
    assert done.stderr == f"maxpool: {command} is about MaxPool alone: {MAXPOOL_ALONE[command]}\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["check", "--operator", "relu"], "there are no clauses of 'relu'; there are of maxpool, conv, averagepool"),
        (["prove", "--source", "f.py:g", "--operator", "conv"], "--source is about MaxPool alone"),
        (["mutate", "--program", "--operator", "conv"], "--program and --source are about MaxPool alone"),
        (["prove", "Indices.flat", "--operator", "conv"], "unknown obligation"),
    ],
)
def test_what_cannot_be_asked_is_one_line(arguments: list[str], said: str) -> None:
    done = RUN.invoke(app, arguments)
    assert done.exit_code == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.whole
def test_prove_and_explain_take_an_operator() -> None:
    proved = RUN.invoke(app, ["prove", "sonnx.extent.iff", "--operator", "Conv", "--json"])
    assert proved.exit_code == 0
    assert '"operator": "Conv"' in proved.stdout
    explained = RUN.invoke(app, ["explain", "Y.count", "--operator", "averagepool"])
    assert explained.exit_code == 0
    assert "What is divided by" in explained.stdout
