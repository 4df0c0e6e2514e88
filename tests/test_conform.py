"""`maxpool conform`: the document, the exit codes, what is written, and what is refused in one line."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from maxpool import app
from reference.common.identity import state
from reference.conformance.campaign.kinds import KINDS, fault_of
from reference.conformance.campaign.listings import AS_PRINTED, LISTINGS
from reference.conformance.campaign.tally import COUNTS
from reference.conformance.campaign.workers import executor
from reference.conformance.run import JOURNAL
from reference.runtimes.protocol import installed
from tests.test_reference import assert_same_bits

FAKES = "tests.fake_runtimes"
writes = pytest.mark.skipif(
    installed("onnx") is None, reason="onnx is not installed: pip install sonnx-maxpool[runtimes]"
)
"""What is written holds models."""


@contextmanager
def in_this_process(workers: int, dask: str | None) -> Iterator[Executor]:
    """Pieces are run here, one after the other; a cluster is looked for as ever."""
    with ThreadPoolExecutor(1) as pool, nullcontext() if dask is None else executor(workers, dask):
        yield pool


@pytest.fixture(autouse=True)
def small_and_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little time is spent on making things small, and none on starting processes."""
    monkeypatch.setattr("reference.conformance.campaign.shrink.MOST_ASKED", 300)
    monkeypatch.setattr("reference.conformance.run.executor", in_this_process)


def conform(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["conform", *arguments])


@pytest.mark.whole
def test_the_right_runtime_ends_with_0() -> None:
    done = conform(f"{FAKES}:RIGHT", "--cases", "64", "--json")
    assert done.exit_code == 0, done.output
    document = json.loads(done.stdout)
    assert list(document) == ["schema", "tool", "machine", "seed", "runtimes"]
    assert (document["schema"], document["seed"]) == ("maxpool/conform/1", 0)
    assert document["tool"] == state()
    (runtime,) = document["runtimes"]
    assert list(runtime) == ["name", "version", *COUNTS, "reasons", "divergences"]
    assert (runtime["name"], runtime["version"], runtime["divergences"]) == ("right", "1.0", [])


def test_where_nothing_was_compared_nothing_is_certified() -> None:
    done = conform(f"{FAKES}:REFUSING", "--cases", "64")
    assert done.exit_code == 1, done.output
    assert "nothing was compared: no legal call was answered" in done.stdout
    assert "unsupported" in done.stdout
    assert "NotImplementedError: no such kernel" in done.stdout


@pytest.mark.whole
def test_a_call_has_the_time_that_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reference.runtimes.running.process.FIRST_SECONDS", 0.5)
    done = conform(f"{FAKES}:HANGING", "--cases", "24", "--limit", "0.5", "--json")
    assert done.exit_code == 1, done.output
    (runtime,) = json.loads(done.stdout)["runtimes"]
    assert {d["class"] for d in runtime["divergences"] if d["in_profile"]} == {"hang"}
    assert runtime["left_out"] > 0


@writes
def test_a_wrong_runtime_ends_with_1_and_has_its_folders(tmp_path: Path) -> None:
    done = conform(f"{FAKES}:OTHER_SHAPE", "--cases", "64", "--json", "-o", str(tmp_path))
    assert done.exit_code == 1, done.output
    document = json.loads(done.stdout)
    assert json.loads((tmp_path / "conformance.json").read_text("utf-8")) == document
    for divergence in document["runtimes"][0]["divergences"]:
        assert list(divergence) == ["class", "labels", "in_profile", "outputs", "count", "example", "folder"]
        assert list(divergence["example"]) == ["attributes", "dtype", "X", "expected", "got"]
        assert divergence["class"] == "shape"
        folder = tmp_path / divergence["folder"]
        assert (folder / "model.onnx").exists()
        assert (folder / "test_data_set_0" / "input_0.pb").exists()
        assert (folder / "report.md").read_text("utf-8").startswith("# other-shape 1.0: MaxPool, ")
        script = (folder / "reproduce.py").read_text("utf-8")
        assert len(script.splitlines()) <= 50
        assert "import onnx" not in script
    assert "| other-shape | 1.0 |" in (tmp_path / "conformance.md").read_text("utf-8")
    assert "<table>" in (tmp_path / "conformance.html").read_text("utf-8")


@writes
def test_a_divergence_replays_from_its_folder(tmp_path: Path) -> None:
    """onnx's evaluator passes a NaN on, which the profile does not: the reproducer shows it, and ends with 1."""
    done = conform("onnx", "--cases", "5", "--json", "-o", str(tmp_path))
    found = [d for d in json.loads(done.stdout)["runtimes"][0]["divergences"] if d["class"] == "Y.NaN"]
    script = tmp_path / found[0]["folder"] / "reproduce.py"
    read, to_array = import_module("onnx").load_tensor, import_module("onnx.numpy_helper").to_array
    (tensor,) = re.findall("^X = (.*)$", script.read_text("utf-8"), re.MULTILINE)
    X = eval(tensor, {"load": lambda bits, dtype, shape: np.frombuffer(bytes.fromhex(bits), dtype).reshape(shape)})
    assert_same_bits(X, to_array(read(script.parent / "test_data_set_0" / "input_0.pb")))
    run = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    assert run.returncode == 1, run.stderr
    assert "nan" in run.stdout
    assert "-inf" in run.stdout


@writes
def test_a_campaign_is_not_begun_over_another(tmp_path: Path) -> None:
    arguments = (f"{FAKES}:RIGHT", "--cases", "64", "-o", str(tmp_path))
    assert conform(*arguments).exit_code == 0
    again = conform(*arguments)
    assert (again.exit_code, "--resume" in again.stderr) == (2, True)
    assert conform(*arguments, "--resume").exit_code == 0
    other = conform(*arguments, "--resume", "--seed", "1")
    assert (other.exit_code, len(other.stderr.strip().splitlines())) == (2, 1)
    assert (tmp_path / JOURNAL).exists()


@writes
def test_a_file_of_somebody_else_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "conformance.md").write_text("mine\n", "utf-8")
    done = conform(f"{FAKES}:RIGHT", "--cases", "64", "-o", str(tmp_path))
    assert done.exit_code == 2
    assert (tmp_path / "conformance.md").read_text("utf-8") == "mine\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("nobody",),
        ("no_such_module:X",),
        (f"{FAKES}:MISSING",),
        (f"{FAKES}:RIGHT", "--resume"),
        (f"{FAKES}:RIGHT", "--dask", "tcp://127.0.0.1:1"),
    ],
)
def test_what_cannot_be_run_is_one_line(arguments: tuple[str, ...]) -> None:
    done = conform(*arguments)
    assert done.exit_code == 2, done.output
    assert done.stderr.startswith("maxpool: ")
    assert len(done.stderr.strip().splitlines()) == 1


def test_the_draft_has_two_listings_of_a_runtime() -> None:
    assert [example.label for example in LISTINGS] == ["sonnx.float.3.onnxruntime", "sonnx.int.4.onnxruntime"]
    assert AS_PRINTED == "as the draft lists"


def test_every_divergence_has_somebody_to_answer_for_it() -> None:
    assert {fault_of(kind, True) for kind in KINDS if kind != "accepts"} == {
        "the runtime is wrong",
        "the profile decides what ONNX leaves open",
    }
    assert {fault_of(kind, False) for kind in KINDS} == {"outside the profile"}
