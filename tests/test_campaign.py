"""The campaign: cases from the clauses, what is seen of a wrong runtime, how small it is made, what is kept."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from reference.common.errors import CannotRun
from reference.conformance.campaign import DEFAULT_CASES, work
from reference.conformance.campaign import campaign as campaigns
from reference.conformance.campaign import journal as journals
from reference.conformance.campaign.campaign import Campaign, RuntimeResult, conform, versions
from reference.conformance.campaign.compare import differences, forms
from reference.conformance.campaign.journal import BadJournal, Journal
from reference.conformance.campaign.kinds import KINDS
from reference.conformance.campaign.tally import Key, Tally, Where, total
from reference.conformance.campaign.workers import executor
from reference.conformance.cases.cases import Case, case, plan
from reference.conformance.cases.geometry import CLASSES, OUTSIDE, axes
from reference.conformance.cases.networks import NETWORKS
from reference.conformance.cases.right import Right
from reference.conformance.cases.values import DTYPES, VALUES, values_for
from reference.runtimes.protocol import RuntimeCall, installed
from reference.runtimes.running.catalogue import RUNTIMES
from reference.runtimes.running.process import CallLimits
from spec.maxpool.operator import MAXPOOL

FAKES = "tests.fake_runtimes"
QUICK = CallLimits(seconds=2, megabytes=512)
MOST_ASKED = "reference.conformance.campaign.shrink.MOST_ASKED"


@pytest.fixture(autouse=True)
def small_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little is asked to make things small."""
    monkeypatch.setattr(MOST_ASKED, 200)


def made_small(monkeypatch: pytest.MonkeyPatch, *kinds: str) -> None:
    """Examples are looked for of these kinds alone."""
    found = campaigns._example
    monkeypatch.setattr(campaigns, "_example", lambda *asked: found(*asked) if asked[2].kind in kinds else None)


@pytest.fixture
def as_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """No example is looked for, where that is not what is tested."""
    made_small(monkeypatch)


def campaign(fake: str, cases: int = 300, dtypes: tuple[str, ...] = ("float32",)) -> Campaign:
    return Campaign((f"{FAKES}:{fake}",), cases, 0, dtypes, QUICK)


def cases(dtype: str, number: int, seed: int = 0) -> Iterator[Case]:
    return (case(dtype, seed, i) for i in range(number))


def result(wanted: Campaign, journal: Path | None = None, *, resume: bool = False) -> RuntimeResult:
    with ThreadPoolExecutor(1) as pool:
        (found,) = conform(wanted, versions(wanted), pool, lambda done: None, journal, resume=resume)
    return found


# --- cases ---------------------------------------------------------------------------------------


@pytest.mark.whole
@pytest.mark.sampled
@pytest.mark.verifies("X.spatial", "Y.positive", "windows.meet-input")
@pytest.mark.parametrize("dtype", DTYPES)
def test_cases_are_what_they_are_said_to_be(dtype: str) -> None:
    """Legal ones are legal, the others break the clause that is named; every class is there."""
    classes, values, broken = set(), set(), set()
    for made in cases(dtype, 1600):
        classes |= set(made.classes)
        values |= set(made.values)
        assert Right(made.call, made.X).violation == made.outside
        broken.add(made.outside)
    assert classes == {c.name for c in (*CLASSES, *OUTSIDE)}
    assert broken == {"", "X.spatial", "Y.positive", "windows.meet-input"}
    assert values == {v.name for v in values_for(dtype)}


def test_cases_are_the_same_for_a_seed() -> None:
    def drawn(seed: int) -> list[bytes]:
        return [made.X.tobytes() + repr(made.call).encode() for made in cases("float16", 100, seed)]

    assert drawn(5) == drawn(5)
    assert drawn(5) != drawn(6)


def test_the_default_has_the_geometries_that_are_promised() -> None:
    """At least 5,000 legal calls that differ, 30 % of them square, 10 % of stride and dilation 1."""
    calls = [plan("uint8", 0, number) for number in range(DEFAULT_CASES)]
    legal = [p for p in calls if not p.outside and all(p.batch_and_channels)]
    assert len(set(legal)) >= 5000
    square = [p for p in legal if len({replace(axis, x=0, y=0) for axis in p.pair}) == 1]
    plain = [p for p in legal if {(axis.stride, axis.dilation) for axis in p.pair} == {(1, 1)}]
    assert (len(square) >= 0.3 * len(calls), len(plain) >= 0.1 * len(calls)) == (True, True)
    assert {p.batch_and_channels[1] for p in legal} >= {1, 3, 8, 16, 17, 64}
    assert {axis.x for p in legal for axis in p.pair} >= {*range(1, 41), 56, 112, 224}


@pytest.mark.whole
def test_every_geometry_of_networks_is_met_at_the_default() -> None:
    wanted = {(n.kernel, n.strides, n.dilations, n.pads) for n in NETWORKS}
    lists = ("kernel_shape", "strides", "dilations", "pads")
    met = {tuple(getattr(made.call, name) for name in lists) for made in cases("uint8", 1000)}
    assert wanted <= met


def test_every_class_names_clauses_and_has_axes() -> None:
    labels = {clause.label for clause in MAXPOOL.clauses}
    assert {label for c in (*CLASSES, *OUTSIDE) for label in c.labels} <= labels
    assert {label for v in VALUES for label in v.labels} <= labels
    assert set().union(*(kind.labels for kind in KINDS.values())) <= labels
    assert all(axes().legal[c.name] and axes().even[c.name] for c in CLASSES)
    assert all(axes().outside[c.name] for c in OUTSIDE)


# --- what is seen --------------------------------------------------------------------------------


@pytest.mark.whole
def test_the_right_runtime_conforms() -> None:
    """In everything, and what the profile refuses it refuses."""
    tally = result(campaign("RIGHT", dtypes=("float16", "int8"))).tally
    outside = sum(bool(made.outside) for dtype in ("float16", "int8") for made in cases(dtype, 300))
    assert tally.kinds == {}
    assert (tally.cases, tally.refused) == (2 * 2 * 300, 2 * outside)
    assert tally.conforming == tally.compared == tally.cases - tally.refused
    assert all(getattr(tally, name) == 0 for name in ("unsupported", "exceptions", "crashes", "left_out"))


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("fake", "kinds"),
    [
        ("LAST", {"Indices.tie", "Indices.NaN"}),
        ("ZERO", {"Y", "Y.foreign", "Y.NaN", "Y.bits"}),
        ("WRITES", {"X.written", "overwritten", "non-determinism"}),
        ("ONE_BUFFER", {"overwritten", "non-determinism"}),
        ("OTHER_ALONE", {"Y", "Y.foreign", "Y.NaN", "Y.forms", "Y.forms.NaN"}),
        ("IN_PLANE", {"Indices.plane"}),
        ("OTHER_SHAPE", {"shape"}),
        ("NAN", {"Y.NaN", "Y.foreign"}),
        ("PLUS_ZERO", {"Y.bits"}),
        ("ABORTING", {"crash"}),
    ],
)
def test_a_wrong_runtime_is_seen(fake: str, kinds: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    # After each abort a process is started again, and one counts as many calls.
    if fake == "ABORTING":
        monkeypatch.setattr(MOST_ASKED, 400)
    found = result(campaign(fake, 24 if fake == "ABORTING" else 100))
    seen = {d.key.kind for d in found.divergences if not d.key.outside}
    assert seen <= kinds
    assert seen & kinds
    for divergence in found.divergences:
        assert divergence.example is not None
        assert divergence.example.X.size <= 6, "it is made small"
        assert divergence.key.kind in divergence.example.judgement.kinds


@pytest.mark.whole
@pytest.mark.usefixtures("as_found")
def test_a_hang_and_a_change_of_mind_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reference.runtimes.running.process.FIRST_SECONDS", 1.0)
    assert {d.key.kind for d in result(campaign("ALTERNATING", 64)).divergences} >= {"non-determinism"}
    hanging = Campaign((f"{FAKES}:HANGING",), 24, 0, ("float16",), CallLimits(seconds=0.5, megabytes=512))
    found = result(hanging)
    assert {d.key.kind for d in found.divergences} == {"hang"}
    assert found.tally.crashes > 0


def test_refusals_are_neither_passes_nor_divergences() -> None:
    found = result(campaign("REFUSING", 200))
    tally = found.tally
    assert (tally.conforming, found.divergences, found.is_as_specified) == (0, (), False)
    # Entries of a batch that is not answered are put one by one, each in both forms.
    assert tally.cases == 2 * sum(1 + len(made.X) * (len(made.X) > 1) for made in cases("float32", 200))
    assert tally.cases == tally.unsupported + tally.refused
    assert tally.refused > 0
    said = {reason for outcome, reason in tally.reasons if outcome == "unsupported"}
    assert said == {"NotImplementedError: no such kernel"}


@pytest.mark.usefixtures("as_found")
def test_an_exception_is_told_from_a_refusal_and_hides_nothing() -> None:
    """RAISING raises IndexError on each batch of several entries, and is wrong on each of one."""
    tally = result(campaign("RAISING", 64)).tally
    assert tally.exceptions > 0
    assert tally.unsupported == 0
    assert {key.kind for key in tally.kinds if not key.outside} >= {"Y"}
    assert [reason for (outcome, _), (_, reason) in tally.reasons.items() if outcome == "exception"] == [
        "IndexError: " + "a long reason, " * 40 + "whole"
    ]


@pytest.mark.whole
def test_what_shows_only_after_another_call_is_kept_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wrong after an empty X: the example says what has to come before, and no more than that."""
    made_small(monkeypatch, "Y", "Y.foreign")
    found = result(Campaign(("tests.planted:after_an_empty_call",), 24, 0, ("float32",), QUICK))
    examples = [d.example for d in found.divergences if d.key.kind in ("Y", "Y.foreign")]
    assert examples
    for example in examples:
        assert example is not None
        assert [X.size for _, X in example.before] == [0]
        assert example.X.size <= 2


CALL = RuntimeCall((2, 2, 2, 2), "float32", (2, 2), (1, 1), (1, 1), (0, 0, 0, 0))
X = np.array([[[[1, 1], [0, -5]]] * 2] * 2, np.float32)


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("Y", lambda Y, Indices: (Y * 0, Indices)),
        ("Y.foreign", lambda Y, Indices: (Y + 6, Indices)),
        ("Indices.tie", lambda Y, Indices: (Y, Indices + 1)),
        ("Indices", lambda Y, Indices: (Y, Indices + 2)),
        ("Indices.range", lambda Y, Indices: (Y, Indices - 90)),
        ("Indices.window", lambda Y, Indices: (Y, Indices[::-1])),
        ("Indices.plane", lambda Y, Indices: (Y, Indices % 4)),
        ("type", lambda Y, Indices: (Y, Indices.astype(np.int32))),
        ("shape", lambda Y, Indices: (Y[0], Indices)),
        ("outputs", lambda Y, Indices: (Y,)),
    ],
)
def test_a_difference_is_of_one_kind(kind: str, change: Callable[..., tuple[np.ndarray, ...]]) -> None:
    right = Right(CALL, X)
    assert differences(right, right.outputs, indices=True) == ()
    assert differences(right, change(*right.outputs), indices=True) == (kind,)


def test_nan_elsewhere_excuses_nothing() -> None:
    """Whether a window holds a NaN is asked of that window."""
    tensor = X.copy()
    tensor[0, 0, 0, 0] = np.nan
    right = Right(CALL, tensor)
    Y, Indices = right.outputs
    kinds = {}
    for place in ((0, 0, 0, 0), (0, 1, 0, 0)):
        changed = Y.copy()
        changed[place] = -5
        kinds[place] = differences(right, (changed, Indices), indices=True), forms(right, changed, Y)
    assert kinds == {
        (0, 0, 0, 0): (("Y.NaN",), ("Y.forms.NaN",)),
        (0, 1, 0, 0): (("Y",), ("Y.forms",)),
    }
    assert forms(right, Y, Y) == ()


# --- what is kept --------------------------------------------------------------------------------


@pytest.mark.whole
@pytest.mark.usefixtures("as_found")
def test_a_campaign_is_resumed_and_nothing_is_run_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "CASES_IN_PIECE", 32)
    wanted, file = campaign("NAN", 128), tmp_path / "journal.jsonl"
    whole = result(wanted, file)
    lines = file.read_text("utf-8").splitlines(keepends=True)
    assert len(lines) > 3
    # As if it had been interrupted in the middle of the third line.
    file.write_text("".join(lines[:2]) + lines[2][:40], "utf-8", newline="\n")
    ran: list[str] = []

    def counted(piece: work.CampaignPiece, seconds: float, outside: frozenset[str]) -> Tally:
        ran.append(piece.name)
        return work.run(piece, seconds, outside)

    monkeypatch.setattr("reference.conformance.campaign.campaign.run", counted)
    again = result(wanted, file, resume=True)
    assert len(ran) == len(lines) - 2
    assert again.tally.json() == whole.tally.json()
    assert sorted(file.read_text("utf-8").splitlines()[1:]) == sorted(line.rstrip("\n") for line in lines[1:])


def test_a_journal_of_another_campaign_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    with Journal(file, {"seed": 0}, resume=False):
        pass
    with pytest.raises(BadJournal, match="--resume"):
        Journal(file, {"seed": 0}, resume=False)
    with pytest.raises(BadJournal, match="a different seed"):
        Journal(file, {"seed": 1}, resume=True)
    with Journal(file, {"seed": 0}, resume=True) as journal:
        assert journal.done == {}


@pytest.mark.skipif(sys.platform == "win32", reason="files are not locked on Windows")
def test_a_journal_is_one_campaign_s_at_a_time(tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    with Journal(file, {"seed": 0}, resume=False), pytest.raises(BadJournal, match="in use by another campaign"):
        Journal(file, {"seed": 0}, resume=True)
    with Journal(file, {"seed": 0}, resume=True):
        pass


@pytest.mark.parametrize("text", ["", "hello\n", "[]\n", f'{{"schema": "{journals.SCHEMA}"}}\n{{}}\n', "\xff\n"])
def test_a_damaged_journal_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    file.write_text(text, "latin-1")
    with pytest.raises(BadJournal):
        Journal(file, {}, resume=True)
    assert file.read_text("latin-1") == text


def test_tallies_add_up_in_any_order() -> None:
    one, other = Tally(cases=2), Tally(cases=3)
    key = Key("Y", "int8", True, "")
    one.found(key, 1, Where(5, 0))
    other.found(key, 2, Where(4, 9))
    assert total([one, other]).kinds == total([other, one]).kinds == {key: (3, Where(4, 9))}
    assert Tally.read(total([one, other]).json()) == total([one, other])


@pytest.mark.whole
def test_processes_find_what_threads_find() -> None:
    wanted = campaign("PLUS_ZERO", 64)
    with executor(2, None) as pool:
        (found,) = conform(wanted, versions(wanted), pool, lambda done: None)
    assert found.tally.json() == result(wanted).tally.json()
    assert found.tally.kinds


@pytest.mark.filterwarnings("default")
@pytest.mark.usefixtures("as_found")
def test_a_dask_cluster_finds_what_threads_find() -> None:
    distributed = pytest.importorskip("distributed", reason="distributed is not installed: pip install distributed")
    wanted = campaign("NAN", 64)
    cluster = distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None, protocol="tcp"
    )
    with cluster, executor(1, cluster.scheduler_address) as pool:
        (found,) = conform(wanted, versions(wanted), pool, lambda done: None)
    assert found.tally.json() == result(wanted).tally.json()


@pytest.mark.usefixtures("as_found")
@pytest.mark.parametrize("name", RUNTIMES)
def test_a_runtime_that_is_installed_is_held_against_the_oracle(name: str) -> None:
    for package in RUNTIMES[name].packages:
        if installed(package) is None:
            pytest.skip(f"{package} is not installed: pip install sonnx-maxpool[runtimes]")
    found = result(Campaign((name,), 64, 0, ("float32",), CallLimits(seconds=60)))
    assert found.tally.compared > 0
    assert found.tally.conforming > 0
    assert found.tally.cases >= 2 * 64
    in_profile = sum(getattr(found.tally, name) for name in ("compared", "unsupported"))
    assert in_profile > 2 * 40


def test_a_worker_that_dies_is_one_line() -> None:
    with pytest.raises(CannotRun, match="a process of the campaign died"), executor(1, None) as pool:
        pool.submit(os._exit, 1).result()
