"""`maxpool conform --bisect`: which releases diverge, over a list of releases and an installer that need no network."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from maxpool import app
from proofs.evidence.package.jsontext import problem_of_form
from reference.common.isolation import Ended
from reference.conformance import releases as pip
from reference.conformance import versions
from reference.conformance.bisection import Bisection, Trial, TrialOutcome
from reference.conformance.campaign.campaign import Divergence, RuntimeResult
from reference.conformance.campaign.judge import Judgement
from reference.conformance.campaign.shrink import DivergenceExample
from reference.conformance.campaign.tally import Key, Tally
from reference.conformance.releases import Installation, NoInstallation, outcome_of
from reference.conformance.script import head_of, reproducer
from reference.runtimes.protocol import RuntimeCall

D, E, N = TrialOutcome.DIVERGES, TrialOutcome.AS_EXPECTED, TrialOutcome.NOT_RUN
CALL = RuntimeCall((1, 1, 1, 2), "float32", (1, 2), (1, 1), (1, 1), (0, 0, 0, 0))
X = np.array([[[[1, 2]]]], np.float32)
Y = np.array([[[[2]]]], np.float32)


def script_of(kind: str = "Y", violation: str = "", name: str = "onnxruntime") -> str:
    judged = Judgement((kind,), () if violation else (Y,), (), violation)
    divergence = Divergence(Key(kind, "float32", False, violation), 1, DivergenceExample(CALL, X, judged))
    assert divergence.example is not None
    return reproducer(RuntimeResult(name, name, "1.4", Tally(), ()), divergence, divergence.example)


def runtime(*, answers: str = "", dies: bool = False) -> str:
    """A module in the place of onnxruntime. `answers`: an expression for Y of the model's file and X."""
    body = "import os; os.abort()" if dies else f"import numpy; return [{answers}]"
    return (
        "class InferenceSession:\n"
        "    def __init__(self, model, providers): self.model = model\n"
        f"    def run(self, names, inputs):\n        X, model = inputs['X'], self.model\n        {body}\n"
    )


RIGHT, WRONG = runtime(answers="X[..., 1:]"), runtime(answers="X[..., :1]")
RAISES, DIES = runtime(answers="1 / 0"), runtime(dies=True)
ACCEPTS = runtime(answers="X")
REFUSES = runtime(answers="X if model == 'legal.onnx' else 1 / 0")
NO_MODULE = "raise ImportError('of another NumPy')"


def run_with(folder: Path, script: str, module: str) -> subprocess.CompletedProcess[str]:
    (folder / "onnxruntime.py").write_text(module)
    (folder / "reproduce.py").write_text(script)
    return subprocess.run([sys.executable, folder / "reproduce.py"], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("module", "violation", "code"),
    [
        (RIGHT, "", 0),
        (WRONG, "", 1),
        (RAISES, "", 2),
        (NO_MODULE, "", 2),
        ("import sys; sys.exit(0)", "", 2),
        (ACCEPTS, "Y.positive", 1),
        (REFUSES, "Y.positive", 0),
        (RAISES, "Y.positive", 2),  # It does no legal call either: that is no refusal.
        (NO_MODULE, "Y.positive", 2),
    ],
)
def test_a_script_tells_what_came_of_it(tmp_path: Path, module: str, violation: str, code: int) -> None:
    ended = run_with(tmp_path, script_of("accepts" if violation else "Y", violation), module)
    assert ended.returncode == code, ended.stdout + ended.stderr
    assert ended.stderr == ""
    assert ("could not be run" in ended.stdout) == (code == 2)


def test_a_script_that_knows_no_way_to_run_ends_as_not_run(tmp_path: Path) -> None:
    script = script_of(name="another")
    assert run_with(tmp_path, script, "").returncode == 2
    assert head_of(script) is None


def test_torch_is_given_the_parameters_of_both_calls(tmp_path: Path) -> None:
    compile(script := script_of("accepts", "Y.positive", "torch"), "reproduce.py", "exec")
    assert "'model.onnx': ((1, 2), (1, 1), (0, 0), (1, 1))" in script
    assert "'legal.onnx': ((1, 1), (1, 1), (0, 0), (1, 1))" in script


@pytest.mark.parametrize(
    ("code", "printed", "kind", "outcome"),
    [
        (0, b"X 1\ngot 1\n", "Y", E),
        (0, b"X 1\nrefused: no\n", "accepts", E),
        (0, b"", "Y", N),  # It never came to the call.
        (1, b"X 1\ngot 1\n", "Y", D),
        (1, b"", "Y", N),  # A traceback ends with 1 too.
        (2, b"X 1\ngot 1\n", "Y", N),
        (-signal.SIGSEGV, b"X 1\n", "crash", D),
        (-signal.SIGSEGV, b"", "crash", N),  # It died when it was loaded.
        (-signal.SIGSEGV, b"X 1\n", "Y", N),
        (-signal.SIGKILL, b"X 1\n", "crash", N),
    ],
)
def test_an_end_counts_for_an_outcome_only_with_an_answer(
    code: int, printed: bytes, kind: str, outcome: TrialOutcome
) -> None:
    assert outcome_of(Ended(code, printed, b""), kind).outcome is outcome


@st.composite
def histories(draw: st.DrawFn) -> tuple[list[TrialOutcome], int]:
    """Releases among which the divergence appears and disappears once at most; some cannot be run; one was reported."""
    first, length, after = (draw(st.integers(low, 25)) for low in (0, 1, 0))
    truth = [E] * first + [D] * length + [E] * after
    reported = draw(st.integers(first, first + length - 1))
    broken = draw(st.sets(st.integers(0, len(truth) - 1), max_size=len(truth) // 2)) - {reported}
    return [N if n in broken else outcome for n, outcome in enumerate(truth)], reported


def tried(truth: list[TrialOutcome], reported: int, most: int) -> tuple[Bisection, list[int]]:
    order: list[int] = []

    def trial(version: str) -> Trial:
        order.append(int(version))
        return Trial(truth[int(version)])

    bisection = Bisection([str(n) for n in range(len(truth))], str(reported))
    bisection.run(trial, most)
    return bisection, order


@given(histories(), st.integers(1, 60))
def test_what_is_found_is_so(history: tuple[list[TrialOutcome], int], most: int) -> None:
    """With each number of installations; and with enough of them, what is left between two releases cannot be run."""
    truth, reported = history
    bisection, order = tried(truth, reported, most)
    assert (order[0], len(order)) == (reported, len(set(order)))
    assert len(order) <= most
    assert {n: t.outcome for n, t in bisection.trials.items()} == {n: truth[n] for n in order}
    for a, b in bisection.changes:
        assert {truth[a], truth[b]} == {D, E}
        assert all(truth[n] is N for n in range(a + 1, b) if n in bisection.trials)
    if bisection.is_complete:
        for a, b in bisection.changes:
            assert all(n in bisection.trials and truth[n] is N for n in range(a + 1, b))
            for outwards in (range(a, -1, -1), range(b, len(truth))):
                ran = [n for n in outwards if truth[n] is not N][:2]
                assert set(ran) <= bisection.trials.keys(), "the neighbours of a change"
    else:
        assert len(order) == most


@given(histories())
def test_each_change_is_found_where_all_can_be_run(history: tuple[list[TrialOutcome], int]) -> None:
    """Appearing before the one reported, disappearing after it: both ends are tried, and few between."""
    truth = [D if n == history[1] or outcome is D else E for n, outcome in enumerate(history[0])]
    first, last = truth.index(D), len(truth) - 1 - truth[::-1].index(D)
    truth = [D if first <= n <= last else E for n in range(len(truth))]
    bisection, order = tried(truth, history[1], 1000)
    assert bisection.is_complete
    assert bisection.changes == [(n, n + 1) for n, (a, b) in enumerate(pairwise(truth)) if a is not b]
    assert {0, len(truth) - 1} <= set(order)
    assert len(order) <= 3 + 2 * (len(truth).bit_length() + 2)


def test_where_the_one_reported_does_not_diverge_nothing_else_is_tried() -> None:
    bisection, order = tried([D, D, E, D], 2, 10)
    assert order == [2]
    assert not bisection.is_complete


def test_where_none_can_be_run_nothing_is_known() -> None:
    bisection, _ = tried([N, N, N], 1, 10)
    assert (bisection.changes, bisection.ran, bisection.is_complete) == ([], [], False)


MODULES = {"1.0": NO_MODULE, "1.1": RIGHT, "1.2": RIGHT, "1.3": WRONG, "1.4": WRONG, "1.5": WRONG, "1.6": RIGHT}


def install(folder: Path, requirement: str, numpy: str) -> Installation:
    """In the place of pip: a module of a release. One has no wheel, and one needs an older NumPy."""
    package, version = requirement.split("==")
    if version == "1.7":
        raise NoInstallation("not installed: no wheel")
    needs_older = version == "1.1" and numpy == "numpy"
    (folder / f"{package}.py").write_text(NO_MODULE if needs_older else MODULES[version])
    return Installation(sys.executable, (str(folder),))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    releases = [*MODULES, "1.7"]
    source = versions.ReleaseSource(lambda package: releases if package == "onnxruntime" else [], install)
    monkeypatch.setattr(versions, "ReleaseSource", lambda: source)
    (tmp_path / "reproduce.py").write_text(script_of())
    (tmp_path / "report.md").write_text("# It is wrong\n")
    return tmp_path


def conform(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["conform", *map(str, arguments)])


@pytest.mark.whole
def test_versions_are_written_beside_the_divergence(folder: Path) -> None:
    done = conform("--bisect", folder, "--json")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert json.loads((folder / "versions.json").read_text()) == found
    assert problem_of_form(found, "versions") == ""
    assert {t["version"]: t["outcome"] for t in found["tried"]} == {
        **dict.fromkeys(("1.0", "1.7"), "could not be run"),
        **dict.fromkeys(("1.1", "1.2", "1.6"), "as expected"),
        **dict.fromkeys(("1.3", "1.4", "1.5"), "diverges"),
    }
    assert [(c["from"], c["to"], c["becomes"]) for c in found["changes"]] == [
        ("1.2", "1.3", "diverges"),
        ("1.5", "1.6", "as expected"),
    ]
    assert "with numpy<2: got" in next(t["said"] for t in found["tried"] if t["version"] == "1.1")
    assert conform("--bisect", folder).exit_code == 0
    report = (folder / "report.md").read_text().splitlines()
    assert (report[0], [line.startswith("Versions of onnxruntime") for line in report[1:]]) == (
        "# It is wrong",
        [False, True],
    )


def test_what_was_not_tried_is_said_not_to_be_known(folder: Path) -> None:
    done = conform("--bisect", folder, "--installs", "3")
    assert done.exit_code == 1, done.output
    found = json.loads((folder / "versions.json").read_text())
    assert (len(found["tried"]), found["complete"]) == (3, False)
    assert sorted([*found["not_tried"], *(t["version"] for t in found["tried"])]) == [*MODULES, "1.7"]
    assert f"not tried, so not known: {', '.join(found['not_tried'])}." in done.stdout
    assert "--installs" in done.stdout


def test_what_cannot_be_bisected_is_one_line(folder: Path) -> None:
    script = folder / "reproduce.py"
    for text in ("print(1)\n", script.read_text().replace("package: onnxruntime", "package: -e")):
        script.write_text(text)
        assert conform("--bisect", folder).exit_code == 2
    script.write_text(script_of(name="torch"))  # No release of it has a wheel.
    for arguments in ([folder], [folder / "none"], [folder, "onnx"]):
        done = conform("--bisect", *arguments)
        assert (done.exit_code, len(done.stderr.strip().splitlines())) == (2, 1), done.output
    assert not (folder / "versions.json").exists()


def test_nothing_is_left_of_an_environment(folder: Path) -> None:
    """Where it is interrupted, too."""
    seen: list[Path] = []

    def kept(below: Path, requirement: str, numpy: str) -> Installation:
        seen.append(below)
        return install(below, requirement, numpy)

    def interrupted(below: Path, requirement: str, numpy: str) -> Installation:
        kept(below, requirement, numpy)
        raise KeyboardInterrupt

    script = folder / "reproduce.py"
    with pytest.raises(KeyboardInterrupt):
        pip.trial(script, "Y", "onnxruntime", "1.4", interrupted)
    assert pip.trial(script, "Y", "onnxruntime", "1.4", kept).outcome is D
    assert len(seen) == 2
    assert not any(below.exists() for below in seen)


def test_releases_are_those_that_pip_says_have_a_wheel(monkeypatch: pytest.MonkeyPatch) -> None:
    def says(*arguments: str) -> Ended:
        if arguments[0] == "index":
            return Ended(0, b"p (1.10)\nAvailable versions: 1.10, 1.9, 1.8, 0.1\n", b"WARNING: later\n")
        return Ended(1, b"", b"ERROR: Could not find p==0 (from versions: 1.8, 1.9rc1, 1.9, 1.10)\nERROR: none\n")

    monkeypatch.setattr(pip, "_pip", says)
    assert pip.releases("p") == ["1.8", "1.9", "1.10"]
    monkeypatch.setattr(pip, "_pip", lambda *arguments: Ended(1, b"", b"no network"))
    with pytest.raises(ValueError, match="pip names no versions of p"):
        pip.releases("p")
