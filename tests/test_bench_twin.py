"""`maxpool bench --runtimes`: what is timed, what is said of what is not, the tables and the drawing."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from maxpool import app
from proofs.bench import runtimes as bench_runtimes
from proofs.bench import timed
from proofs.bench import twin as bench_twin
from proofs.bench.cases import FILLINGS, TimedCase
from proofs.bench.floors import COPY, MAXIMA
from proofs.bench.runtimes import FLOORS, ONNX, PLAIN, RUNTIMES, TWIN, NotRun, prepared
from proofs.bench.show import drawing
from proofs.drawing.chart import Panel, to_svg
from reference.fast import twin as fast
from reference.maxpool import maxpool
from reference.runtimes import protocol

SMALL = TimedCase("small", (1, 2, 6, 6), kernel=3, stride=2, pad=1)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same measurements, of two small cases and one round."""
    monkeypatch.setattr(bench_twin, "ROUNDS", 1)
    monkeypatch.setattr(bench_runtimes, "MOST_TAPS", {PLAIN: 1000, ONNX: 1000})
    monkeypatch.setattr(bench_twin, "CASES", (SMALL, TimedCase("large", (1, 1, 40, 40), kernel=2)))
    monkeypatch.setattr(
        bench_twin, "KERNELS", (TimedCase("3", (1, 1, 6, 6), kernel=3), TimedCase("5", (1, 1, 6, 6), kernel=5))
    )
    monkeypatch.setattr(
        bench_twin, "SIZES", (TimedCase("6", (1, 1, 6, 6), kernel=3), TimedCase("9", (1, 1, 9, 9), kernel=3))
    )
    monkeypatch.setattr(bench_twin, "METHODS", {1: (2, 4)})
    monkeypatch.setattr(bench_twin, "FILLED", (SMALL,))
    monkeypatch.setattr(timed, "CASES", 20)  # Of the campaign, which is run where ONNX Runtime is installed.


@pytest.fixture
def nothing_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def version(package: str) -> str:
        raise PackageNotFoundError(package)

    monkeypatch.setattr(protocol, "version", version)


@pytest.mark.parametrize("indices", [True, False])
@pytest.mark.parametrize("dtype", bench_twin.DTYPES)
@pytest.mark.parametrize("name", RUNTIMES)
def test_what_is_timed_is_max_pooling(name: str, dtype: str, indices: bool) -> None:
    """Each runtime that is installed gives Y back, and Indices, flat or in each plane."""
    if RUNTIMES[name].missing is not None:
        pytest.skip(f"{RUNTIMES[name].missing} is not installed: pip install sonnx-maxpool[runtimes]")
    X = SMALL.tensor(dtype)
    Y, Indices = maxpool(X, **SMALL.attributes)
    found = prepared(name, SMALL, X, indices)()
    np.testing.assert_array_equal(found[0], Y)
    if indices:
        np.testing.assert_array_equal(found[1] % 36, Indices % 36)


@pytest.mark.usefixtures("nothing_installed")
@pytest.mark.parametrize("name", [name for name in RUNTIMES if RUNTIMES[name].packages])
def test_what_is_not_installed_is_said(name: str) -> None:
    with pytest.raises(NotRun, match=f"{RUNTIMES[name].packages[0]} is not installed"):
        prepared(name, SMALL, SMALL.tensor("float32"), True)


@pytest.mark.parametrize(
    "case",
    [
        TimedCase("taps", (2, 3, 9, 11), kernel=3, stride=2),
        TimedCase("doubling", (2, 3, 19, 17), kernel=5, stride=1, dilation=2),
        TimedCase("global", (2, 3, 7, 7), kernel=7),
        TimedCase("one window", (2, 3, 8, 8), kernel=3, stride=9, dilation=2),
        TimedCase("many blocks", (1, 9, 300, 300), kernel=2, stride=2),
    ],
    ids=lambda case: case.name,
)
def test_the_floor_of_maxima_finds_the_maxima(case: TimedCase) -> None:
    X = case.tensor("float32")
    (found,) = prepared(MAXIMA, case, X, False)()
    np.testing.assert_array_equal(found, fast.maxpool_y(X, **case.attributes))


@pytest.mark.parametrize("indices", [True, False])
def test_the_floor_of_memory_moves_as_many_bytes(indices: bool) -> None:
    case = TimedCase("one", (2, 3, 9, 11), kernel=3, stride=2, pad=1)
    X = case.tensor("float32")
    Y, Indices = fast.maxpool(X, **case.attributes)
    written = prepared(COPY, case, X, indices)()
    assert [part.nbytes for part in written] == [Y.nbytes, Indices.nbytes][: 1 + indices]


def test_loops_in_python_are_not_run_for_hours() -> None:
    case = TimedCase("large", (1, 64, 999, 999), kernel=9)
    for name, runtime in ((PLAIN, RUNTIMES[PLAIN]), (ONNX, RUNTIMES[ONNX])):
        if runtime.missing is None:
            with pytest.raises(NotRun, match=r"more than [0-9,]+ taps"):
                prepared(name, case, SMALL.tensor("float32"), True)


def test_a_refusal_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(case: TimedCase, X: object, indices: bool) -> bench_runtimes.Run:
        raise ValueError("no such thing")

    monkeypatch.setattr(bench_runtimes, "RUNTIMES", {"one": bench_runtimes.TimedRuntime(refuse, ("numpy",))})
    with pytest.raises(NotRun, match="ValueError: no such thing"):
        prepared("one", SMALL, SMALL.tensor("float32"), True)


@pytest.mark.usefixtures("quick", "nothing_installed")
def test_figures_of_the_twin_alone() -> None:
    steps: list[object] = []
    figures = bench_twin.measure(steps.append)
    assert figures["schema"] == "maxpool/bench-runtimes/1"
    assert [(c["case"], c["dtype"], c["indices"]) for c in figures["cases"]] == [
        (case, dtype, indices)
        for case in ("small", "large")
        for dtype in ("float32", "uint8")
        for indices in (True, False)
    ]
    assert len(steps) == bench_twin.steps() == 8 + 1 + 2 + 2 + 2
    filled = [(row["filling"], row["indices"]) for row in figures["by_filling"]]
    assert filled == [(filling, indices) for filling in FILLINGS for indices in (True, False)]
    assert all(set(row["seconds"]) == {TWIN, *FLOORS} for row in figures["by_filling"])
    for case in figures["cases"]:
        assert set(case["seconds"]) == ({TWIN, PLAIN} if case["case"] == "small" else {TWIN})
        assert set(case["not_run"]) | set(case["seconds"]) == set(RUNTIMES)
        assert set(case["outputs"].values()) == {"the same"}
    assert [[k["chosen"] for k in row["kernels"]] for row in figures["methods"]] == [["taps", "doubling"]] * 2


def test_fillings_are_what_they_are_called() -> None:
    X = {filling: SMALL.tensor("float32", filling) for filling in FILLINGS}
    assert {x.shape for x in X.values()} == {SMALL.shape}
    assert len(np.unique(X["constant"])) == 1
    assert (np.diff(X["rising"].reshape(-1)) > 0).all()
    assert (np.diff(X["falling"].reshape(-1)) < 0).all()
    assert 0 < np.count_nonzero(X["ReLU"]) < X["ReLU"].size
    assert 0 < np.isnan(X["half NaN"]).sum() < X["half NaN"].size
    assert not X["both zeros"].any()
    assert 0 < np.signbit(X["both zeros"]).sum() < X["both zeros"].size


def test_outputs_that_are_others_are_said_to_be() -> None:
    X = SMALL.tensor("float32")
    Y, Indices = maxpool(X, **SMALL.attributes)
    found = {
        "the same": (Y, Indices),
        "another Y": (Y + 1, Indices),
        "indices in each plane": (Y, Indices % 36),
        "other indices": (Y, Indices + 1),
    }
    for said, outputs in found.items():
        assert bench_twin._compared((Y, Indices), outputs, X) == said
    assert bench_twin._compared((Y,), (Y,), X) == "the same"


@pytest.mark.usefixtures("quick")
def test_command_prints_and_draws(tmp_path: Path) -> None:
    file = tmp_path / "bench.svg"
    result = CliRunner().invoke(app, ["bench", "--runtimes", "--plot", str(file)])
    assert result.exit_code == 0, result.output
    assert "small, float32, Y, Indices" in result.stdout
    assert "small, half NaN, Y, Indices" in result.stdout
    assert "plain loops, not run: more than 1,000 taps (large)" in result.stdout
    assert "Time tap by tap as a multiple of that by doubling" in result.stdout
    root = ET.fromstring(file.read_text(encoding="utf-8"))
    assert root.tag.endswith("svg")
    assert TWIN in "".join(root.itertext())
    document = json.loads(CliRunner().invoke(app, ["bench", "--runtimes", "--json"]).stdout)
    assert {"machine", "python", "versions", "cases", "by_kernel", "by_size", "methods"} <= set(document)
    assert "<!-- maxpool bench -->" in drawing(document)


@pytest.mark.usefixtures("quick", "nothing_installed")
def test_the_part_by_filling_alone() -> None:
    done = CliRunner().invoke(app, ["bench", "--runtimes", "--fillings"])
    assert done.exit_code == 0, done.output
    assert "small, half NaN, Y, Indices" in done.stdout
    assert "Time tap by tap" not in done.stdout
    document = json.loads(CliRunner().invoke(app, ["bench", "--runtimes", "--fillings", "--json"]).stdout)
    assert document["schema"] == "maxpool/bench-fillings/1"
    assert {name for row in document["by_filling"] for name in row["seconds"]} == {TWIN, *FLOORS}
    assert CliRunner().invoke(app, ["bench", "--fillings"]).exit_code == 2


@pytest.mark.usefixtures("quick")
def test_a_file_of_somebody_else_is_left(tmp_path: Path) -> None:
    file = tmp_path / "bench.svg"
    file.write_text("mine\n", encoding="utf-8")
    result = CliRunner().invoke(app, ["bench", "--runtimes", "--plot", str(file)])
    assert result.exit_code == 2
    assert file.read_text(encoding="utf-8") == "mine\n"


@pytest.mark.parametrize("options", [("--plot", "x.svg"), ("--runtimes", "--mutations")])
def test_options_that_do_not_fit(options: tuple[str, ...]) -> None:
    assert CliRunner().invoke(app, ["bench", *options]).exit_code == 2


def test_names_at_the_ends_of_curves_do_not_lie_on_one_another() -> None:
    curves = {name: [(1.0, 1.0), (10.0, 2.0)] for name in ("a", "b", "c")}
    root = ET.fromstring(to_svg("title", [Panel("panel", "x", "ms", [1, 10], curves)], ["a caption"]))
    heights = [float(t.get("y", "")) for t in root.iter() if t.text in curves]
    assert len(heights) == 3
    assert min(b - a for a, b in zip(sorted(heights), sorted(heights)[1:], strict=False)) >= 14
