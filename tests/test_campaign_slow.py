"""A runtime that is slow: it does not hang, it is judged by what it answers, and its campaign ends within its time."""

from __future__ import annotations

from math import inf
from pathlib import Path

import numpy as np
import pytest

from reference.conformance.campaign.campaign import Campaign, Running, RuntimeResult
from reference.conformance.campaign.tally import SLOW, Tally
from reference.conformance.campaign.work import pieces, run
from reference.conformance.cases.cases import DrawnCases
from reference.runtimes.protocol import RuntimeCall
from reference.runtimes.running.process import TOO_SLOW, CallLimits, Pace, Process, ReplyStatus
from tests.test_campaign import FAKES, result

LIMITS = CallLimits(seconds=0.5, megabytes=512)


def call(size: int, kernel: int) -> RuntimeCall:
    return RuntimeCall((1, 1, size, size), "float32", (kernel, kernel), (1, 1), (1, 1), (0, 0, 0, 0))


@pytest.mark.parametrize(
    ("size", "kernel", "stride", "dilation", "taps"),
    [(5, 3, 1, 1, 81), (5, 3, 2, 1, 36), (5, 3, 1, 2, 9), (2, 3, 1, 1, 0), (0, 1, 1, 1, 0)],
)
def test_taps_are_those_of_all_windows(size: int, kernel: int, stride: int, dilation: int, taps: int) -> None:
    lists = (kernel,) * 2, (stride,) * 2, (dilation,) * 2, (0,) * 4
    assert RuntimeCall((1, 1, size, size), "float32", *lists).taps == taps
    assert RuntimeCall((2, 3, size, size), "float32", *lists).taps == 6 * taps


def test_what_is_slow_is_told_from_what_hangs_by_its_other_calls() -> None:
    pace = Pace()
    assert pace.missed(10**9, 20).status is ReplyStatus.HANG  # Nothing was answered yet.
    pace.answered(100, 10)  # Of a small call nothing is learnt.
    assert pace.missed(10**9, 20).status is ReplyStatus.HANG
    pace.answered(1000, 0.001)
    assert pace.missed(10**6, 20).status is ReplyStatus.HANG  # A second was to be expected.
    assert pace.too_slow == inf
    assert pace.missed(10**8, 20).status is ReplyStatus.SLOW
    assert pace.too_slow == 10**8 / 20
    pace.answered(2000, 0.002)
    pace.answered(2000, 5)  # What one call takes, as the first does for libraries, is no matter of its taps.
    assert pace.expected(10**6) == pytest.approx(1)


def test_taps_on_padding_do_not_foretell_a_call_without() -> None:
    """A runtime that skips them seemed to be fast, by one call of nearly nothing else; a long call then hung."""
    pace = Pace()
    for _ in range(3):
        pace.answered(10**5, 0.1)
    pace.answered(10**5, 0.0001)
    assert pace.missed(10**8, 20).status is ReplyStatus.SLOW


def test_a_slow_call_is_waited_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    process = Process(f"{FAKES}:SLOW", LIMITS)
    X = np.zeros((1, 1, 64, 64), np.float32)
    small, large = call(20, 2), call(64, 7)
    assert process.ask(small, X[:, :, :20, :20].copy(), indices=False).status is ReplyStatus.DONE
    first = process.ask(large, X, indices=False)
    monkeypatch.setattr("reference.runtimes.running.process.send", lambda *_: pytest.fail("it was put again"))
    second = process.ask(large, X, indices=True)
    assert {(reply.status, reply.reason) for reply in (first, second)} == {(ReplyStatus.SLOW, TOO_SLOW)}
    process.close()


@pytest.mark.whole
def test_a_slow_runtime_is_judged_by_what_it_answers() -> None:
    found = result(Campaign((f"{FAKES}:SLOW",), 40, 0, ("float32",), CallLimits(seconds=1, megabytes=512)))
    tally = found.tally
    assert (found.divergences, tally.crashes, tally.left_out, tally.untried) == ((), 0, 0, 0)
    assert tally.slow > 0
    assert tally.conforming > 0
    assert tally.cases == tally.conforming + tally.slow + tally.refused
    assert {reason for (outcome, _), (_, reason) in tally.reasons.items() if outcome == SLOW} == {TOO_SLOW}
    assert not found.is_as_specified


def test_what_there_is_no_time_for_is_counted_and_run_when_resumed(tmp_path: Path) -> None:
    wanted = Campaign((f"{FAKES}:RIGHT",), 60, 0, ("float32", "int8"), LIMITS)
    none = Campaign(wanted.runtimes, 60, 0, wanted.dtypes, LIMITS, budget=0)
    found = result(none, tmp_path / "journal")
    assert (found.tally.cases, found.tally.untried, found.tally.left_out) == (0, 2 * 2 * 60, 0)
    assert not found.is_as_specified
    whole = result(wanted, tmp_path / "journal", resume=True)
    assert (whole.tally.untried, whole.is_as_specified) == (0, True)


@pytest.mark.parametrize("count", ["left_out", "untried", "slow"])
def test_what_was_not_answered_is_no_pass(count: str) -> None:
    tally = Tally(cases=2, conforming=2, compared=2)
    assert RuntimeResult("a", "a", "1", tally, ()).is_as_specified
    setattr(tally, count, 1)
    assert not RuntimeResult("a", "a", "1", tally, ()).is_as_specified


def test_a_piece_ends_with_its_time() -> None:
    (piece,) = pieces(f"{FAKES}:RIGHT", ("int8",), DrawnCases(0, 30), LIMITS)
    tally = run(piece, seconds=-1)
    assert (tally.cases, tally.untried) == (0, 60)


def test_divergences_share_what_time_is_left() -> None:
    running = Running(at_once=2, budget=100, began={"a": 5.0}, ended={"a": 65.0})
    assert running.seconds_each("a", 10) == 8
    assert running.seconds_each("a", 10**6) == 0.5
    assert Running(at_once=2, budget=inf).seconds_each("a", 10) == inf


def test_what_a_runtime_prints_is_bounded_and_no_matter() -> None:
    found = result(Campaign((f"{FAKES}:PRINTING",), 12, 0, ("float32",), CallLimits(megabytes=512)))
    assert found.is_as_specified
    assert found.tally.conforming > 0


@pytest.mark.whole
def test_the_command_says_what_was_not_tried() -> None:
    from typer.testing import CliRunner

    from maxpool import app

    done = CliRunner().invoke(app, ["conform", f"{FAKES}:SLOW", "--cases", "2000", "--workers", "1", "--budget", "1"])
    assert (done.exit_code, "cases not tried: the 1 s for each runtime were over (--budget)" in done.stdout) == (
        1,
        True,
    )
