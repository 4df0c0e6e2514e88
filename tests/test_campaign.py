"""The campaign: cases from the clauses, what is seen of a wrong runtime, how small it is made, what is kept."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from reference.common.errors import CannotRun
from reference.conformance.campaign import journal as journals
from reference.conformance.campaign import work
from reference.conformance.campaign.campaign import Campaign, RuntimeResult, conform, executor, versions
from reference.conformance.campaign.compare import differences
from reference.conformance.campaign.journal import BadJournal, Journal
from reference.conformance.campaign.judge import oracle
from reference.conformance.campaign.kinds import KINDS
from reference.conformance.campaign.tally import Key, Tally, Where, total
from reference.conformance.cases.cases import batches
from reference.conformance.cases.geometry import CLASSES, OUTSIDE, axes
from reference.conformance.cases.values import DTYPES, VALUES, values_for
from reference.fast import twin as fast
from reference.runtimes.protocol import RuntimeCall, installed
from reference.runtimes.running.catalogue import RUNTIMES
from reference.runtimes.running.process import CallLimits
from spec.maxpool.operator import MAXPOOL

FAKES = "tests.fake_runtimes"
QUICK = CallLimits(seconds=2, megabytes=512)


def campaign(fake: str, cases: int = 1500, dtypes: tuple[str, ...] = ("float32",)) -> Campaign:
    return Campaign((f"{FAKES}:{fake}",), cases, 0, dtypes, QUICK)


def result(wanted: Campaign, journal: Path | None = None, *, resume: bool = False) -> RuntimeResult:
    with ThreadPoolExecutor(1) as pool:
        (found,) = conform(wanted, versions(wanted), pool, lambda done: None, journal, resume=resume)
    return found


# --- cases ---------------------------------------------------------------------------------------


@pytest.mark.verifies("X.spatial", "Y.positive", "windows.meet-input")
@pytest.mark.parametrize("dtype", DTYPES)
def test_cases_are_what_they_are_said_to_be(dtype: str) -> None:
    """Legal ones are legal, the others break the clause that is named; every class is there."""
    classes, values, broken = set(), set(), set()
    for made in batches(dtype, 0, 12_000):
        classes |= set(made.classes)
        values |= set(made.values)
        assert oracle(made.call, made.X)[1] == made.outside
        broken.add(made.outside)
    assert classes == {c.name for c in (*CLASSES, *OUTSIDE)}
    assert broken == {"", "X.spatial", "Y.positive", "windows.meet-input"}
    assert values == {v.name for v in values_for(dtype)}


def test_cases_are_the_same_for_a_seed() -> None:
    def drawn(seed: int) -> list[bytes]:
        return [made.X.tobytes() + repr(made.call).encode() for made in batches("float16", seed, 1000)]

    assert drawn(5) == drawn(5)
    assert drawn(5) != drawn(6)


def test_so_many_cases_are_made_as_are_wanted() -> None:
    assert sum(len(made.X) for made in batches("int8", 0, 1001)) == 1001


def test_every_class_names_clauses_and_has_axes() -> None:
    labels = {clause.label for clause in MAXPOOL.clauses}
    assert {label for c in (*CLASSES, *OUTSIDE) for label in c.labels} <= labels
    assert {label for v in VALUES for label in v.labels} <= labels
    assert set().union(*(kind.labels for kind in KINDS.values())) <= labels
    assert all(axes().legal[c.name] and axes().even[c.name] for c in CLASSES)
    assert all(axes().outside[c.name] for c in OUTSIDE)


# --- what is seen --------------------------------------------------------------------------------


def test_the_right_runtime_conforms() -> None:
    """In everything, and what the profile refuses is unsupported there."""
    found = result(campaign("RIGHT", dtypes=("float16", "int8")))
    assert found.divergences == ()
    assert found.tally.conforming > 0.8 * found.tally.cases
    assert found.tally.conforming + found.tally.unsupported == found.tally.cases == 2 * _cases(1500)


def _cases(cases: int) -> int:
    """So many in batches, of which an empty one is one case, and the planes that are run alone."""
    made = [m for dtype in ("float16", "int8") for m in batches(dtype, 0, cases)]
    single = sum(min(work.SINGLES, len(m.X), m.X.size) for m in made if m.number % work.SINGLE_EVERY == 0)
    return single + sum(max(1, len(m.X)) for m in made)


@pytest.mark.parametrize(
    ("fake", "kinds"),
    [
        ("LAST", {"Indices.tie", "Indices.NaN"}),
        ("ZERO", {"Y", "Y.foreign", "Y.NaN", "Y.bits"}),
        ("IN_PLANE", {"Indices.plane"}),
        ("OTHER_SHAPE", {"shape"}),
        ("NAN", {"Y.NaN", "Y.foreign"}),
        ("PLUS_ZERO", {"Y.bits"}),
        ("ABORTING", {"crash"}),
    ],
)
def test_a_wrong_runtime_is_seen(fake: str, kinds: set[str]) -> None:
    # After each abort a process is started again.
    found = result(campaign(fake, 64 if fake == "ABORTING" else 1500))
    seen = {d.key.kind for d in found.divergences if not d.key.outside}
    assert seen <= kinds
    assert seen & kinds
    for divergence in found.divergences:
        assert divergence.example is not None
        assert divergence.example.X.size <= 6, "it is made small"
        assert divergence.key.kind in divergence.example.judgement.kinds


def test_a_hang_and_a_change_of_mind_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reference.conformance.campaign.shrink.SECONDS", 0.0)
    monkeypatch.setattr("reference.runtimes.running.process.START_SECONDS", 10.0)
    assert {d.key.kind for d in result(campaign("ALTERNATING", 64)).divergences} >= {"non-determinism"}
    hanging = Campaign((f"{FAKES}:HANGING",), 24, 0, ("float16",), CallLimits(seconds=0.5, megabytes=512))
    found = result(hanging)
    assert {d.key.kind for d in found.divergences} == {"hang"}
    assert found.tally.crashes > 0


def test_refusals_are_neither_passes_nor_divergences() -> None:
    found = result(campaign("REFUSING", 200))
    assert (found.tally.conforming, found.divergences) == (0, ())
    assert found.tally.unsupported == found.tally.cases
    assert set(found.tally.reasons) >= {"NotImplementedError: no such kernel"}


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
    wanted = fast.maxpool(X, **CALL.attributes)
    assert differences(CALL, X, wanted, wanted) == ()
    assert [d.kind for d in differences(CALL, X, wanted, change(*wanted))] == [kind]


def test_only_the_entries_that_differ_are_named() -> None:
    Y, Indices = fast.maxpool(X, **CALL.attributes)
    changed = Y.copy()
    changed[1, 0] = -5
    (found,) = differences(CALL, X, (Y, Indices), (changed, Indices))
    assert found.entries == (1,)


# --- what is kept --------------------------------------------------------------------------------


def test_a_campaign_is_resumed_and_nothing_is_run_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted, file = campaign("NAN", 4000), tmp_path / "journal.jsonl"
    whole = result(wanted, file)
    lines = file.read_text("utf-8").splitlines(keepends=True)
    assert len(lines) > 3
    # As if it had been interrupted in the middle of the third line.
    file.write_text("".join(lines[:2]) + lines[2][:40], "utf-8", newline="\n")
    ran: list[str] = []

    def counted(piece: work.CampaignPiece) -> Tally:
        ran.append(piece.name)
        return work.run(piece)

    monkeypatch.setattr("reference.conformance.campaign.campaign.run", counted)
    again = result(wanted, file, resume=True)
    assert len(ran) == len(lines) - 2
    assert again.tally.json() == whole.tally.json()
    assert sorted(file.read_text("utf-8").splitlines()[1:]) == sorted(line.rstrip("\n") for line in lines[1:])


def test_a_journal_of_another_campaign_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    Journal(file, {"seed": 0}, resume=False)
    with pytest.raises(BadJournal, match="--resume"):
        Journal(file, {"seed": 0}, resume=False)
    with pytest.raises(BadJournal, match="a different seed"):
        Journal(file, {"seed": 1}, resume=True)
    Journal(file, {"seed": 0}, resume=True)


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
    one.found(key, 1, Where(5, 0, 64))
    other.found(key, 2, Where(4, 9, 64))
    assert total([one, other]).kinds == total([other, one]).kinds == {key: (3, Where(4, 9, 64))}
    assert Tally.read(total([one, other]).json()) == total([one, other])


def test_processes_find_what_threads_find() -> None:
    wanted = campaign("NAN", 1500)
    with executor(2, None) as pool:
        (found,) = conform(wanted, versions(wanted), pool, lambda done: None)
    assert found.tally.json() == result(wanted).tally.json()


@pytest.mark.filterwarnings("default")
def test_a_dask_cluster_finds_what_threads_find() -> None:
    distributed = pytest.importorskip("distributed", reason="distributed is not installed: pip install distributed")
    wanted = campaign("NAN", 1500)
    cluster = distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None, protocol="tcp"
    )
    with cluster, executor(1, cluster.scheduler_address) as pool:
        (found,) = conform(wanted, versions(wanted), pool, lambda done: None)
    assert found.tally.json() == result(wanted).tally.json()


@pytest.mark.parametrize("name", RUNTIMES)
def test_a_runtime_that_is_installed_is_held_against_the_oracle(name: str) -> None:
    for package in RUNTIMES[name].packages:
        if installed(package) is None:
            pytest.skip(f"{package} is not installed: pip install sonnx-maxpool[runtimes]")
    found = result(Campaign((name,), 128, 0, ("uint8",), CallLimits(seconds=60)))
    assert found.tally.cases == 2 * (128 + work.SINGLES)
    assert found.tally.conforming + found.tally.unsupported > 0
    assert found.tally.crashes == 0


def test_a_worker_that_dies_is_one_line() -> None:
    with pytest.raises(CannotRun, match="a process of the campaign died"), executor(1, None) as pool:
        pool.submit(os._exit, 1).result()
