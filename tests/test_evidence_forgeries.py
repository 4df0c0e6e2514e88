"""A forger who makes every digest fit, and everything follow: what they change is found, or was listed as asserted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from proofs.catalogue import CATALOGUE
from proofs.engine.catalogue import Catalogue
from proofs.engine.record import KernelRecord
from proofs.evidence.contents import decisions
from proofs.evidence.contents.backing import EVALUATED, KERNEL, SOLVERS, TABLE, Backing, backing_of
from proofs.evidence.contents.routes import versions
from proofs.evidence.making.build import Built
from proofs.evidence.making.derive import derived
from proofs.evidence.package import archive
from proofs.evidence.package.jsontext import dump, load
from proofs.evidence.package.names import BOM, DECISIONS, DERIVED, MANIFEST, MEASURED, STATEMENT, STATUS
from proofs.evidence.verifying import apart, child, replay
from proofs.evidence.verifying.forms import Found
from proofs.evidence.verifying.verify import Verification, verify
from tests import forgeries
from tests.conftest import SAMPLE, WHOLE
from tests.evidence_tools import edited, forged
from tests.forgeries import Forgery

pytestmark = pytest.mark.long

PER_FAMILY, FEWEST = 10, 300
EVERY_KIND = (DECISIONS, BOM, MANIFEST, STATUS)
"""Where more stands than in others: each member of a kind, at its first place."""


@pytest.fixture(scope="module")
def honest(one_package: Built) -> dict[str, bytes]:
    return dict(one_package.files)


@pytest.fixture(scope="module")
def verified(honest: dict[str, bytes]) -> Iterator[Callable[..., Verification]]:
    """A check of a forged package, in this process.

    What is a function of the same bytes is computed once. What follows from forged files follows from them: this
    forger has made it again. A replay gives what the honest package says, as another test shows that it does.
    """
    patch = pytest.MonkeyPatch()
    loaded: dict[bytes, Any] = {}
    seen: dict[int, str] = {}
    judged: dict[bytes, str] = {}
    audits: dict[tuple[bytes | None, ...], Any] = {}
    right = derived(CATALOGUE, honest, load(honest[MANIFEST])["tool"])
    original_judge, original_audit = decisions.judge, apart.audited_again
    package: dict[str, bytes] = {}
    honest_versions = dict(versions(honest))

    def judge(catalogue: Catalogue, decision: Mapping[str, Any], installed: Mapping[str, str]) -> str:
        # A file that was not changed gives the same objects, which stay where they are.
        if dict(installed) == honest_versions and id(decision) in seen:
            return seen[id(decision)]
        key = dump([decision, sorted(installed.items())])
        if key not in judged:
            judged[key] = original_judge(catalogue, decision, installed)
        seen[id(decision)] = judged[key]
        return judged[key]

    def load_once(data: bytes) -> Any:
        if data not in loaded:
            loaded[data] = load(data)
        return loaded[data]

    def audited_again(files: Mapping[str, bytes]) -> Any:
        key = tuple(files.get(name) for name in sorted(honest) if name.startswith("document/"))
        if key not in audits:
            audits[key] = original_audit(files)
        return audits[key]

    def follows(_: Catalogue, files: Mapping[str, bytes], __: object) -> dict[str, bytes]:
        inputs_changed = any(files.get(n) != d for n, d in honest.items() if n not in {*DERIVED, *OUTSIDE})
        return {n: files[n] for n in DERIVED} if inputs_changed else right

    @contextmanager
    def evaluation(
        catalogue: Catalogue, files: dict[str, bytes], tool: Mapping[str, Any]
    ) -> Iterator[Callable[[], Found]]:
        yield lambda: child.evaluated(catalogue, files, tool)

    patch.setattr(child, "judge", judge)
    patch.setattr(child, "load", load_once)
    patch.setattr(apart, "audited_again", audited_again)
    patch.setattr(child, "derived", follows)
    patch.setattr(apart, "evaluation", evaluation)
    patch.setattr(replay, "decided_again", lambda _: load(honest[DECISIONS])["decisions"])
    patch.setattr(replay, "_scripts", lambda *_: ({}, []))
    patch.setattr(replay, "_kernel_again", _without_coq)
    patch.setattr(archive, "read", lambda _: dict(package))

    def check(files: Mapping[str, bytes], **options: Any) -> Verification:
        package.clear()
        package.update(files)
        return verify(CATALOGUE, Path("x.zip"), **options)

    yield check
    patch.undo()


OUTSIDE = (MANIFEST, MEASURED, STATEMENT)


def _without_coq(_: Catalogue, files: Mapping[str, bytes]) -> Any:
    status = load(files[STATUS])
    again = KernelRecord("Coq is not installed here") if status["checked"] else replay.NOT_ASKED
    return replay.kernel_held(status, again)


def chosen(honest: Mapping[str, bytes]) -> list[Forgery]:
    """Of each family of files, some forgeries; of those that say most, one of each kind of field as well."""
    families: dict[str, list[str]] = {}
    for name in sorted(honest):
        folder, _, last = name.rpartition("/")
        families.setdefault(f"{folder}/*.{last.rpartition('.')[2]}" if folder else name, []).append(name)
    found: dict[Forgery, None] = {}
    for names in families.values():
        some = names[:: max(1, len(names) // 4)][:4]
        for name in some:
            every = forgeries.fields(name, honest[name])
            found |= dict.fromkeys(forgeries.sample(every, PER_FAMILY // len(some)))
    for name in EVERY_KIND:
        kinds: dict[tuple[str, str], Forgery] = {}
        for forgery in forgeries.fields(name, honest[name]):
            kinds.setdefault((re.sub(r"/[0-9]+(?=/|$)", "/*", forgery.pointer), forgery.how), forgery)
        found |= dict.fromkeys(forgeries.sample([*kinds.values()], 50))
    return [*found]


def forge(honest: Mapping[str, bytes], forgery: Forgery) -> Mapping[str, bytes] | None:
    """The forged package; None where nothing is changed once the digests fit."""
    files = {**honest, forgery.name: forgeries.made(forgery, honest[forgery.name])}
    if forgery.name != STATEMENT:
        # Of some, nothing that fits can be made: it stays as it is.
        with suppress(KeyError, TypeError, ValueError):
            files = forged(files, {})
    return files if files != honest else None


def not_found(done: Verification) -> list[str]:
    return [*done.backing[Backing.ASSERTED]]


@pytest.mark.whole
def test_every_forged_field_is_found_or_asserted(
    honest: dict[str, bytes], verified: Callable[..., Verification], pytestconfig: pytest.Config
) -> None:
    """Every twentieth of those that are chosen, beginning with the first; with `--whole` all of them."""
    step = 1 if pytestconfig.getoption(WHOLE) else 2 * SAMPLE
    tried, found, wrong = 0, 0, []
    assert verified(honest, replay=True).problems == []
    for forgery in chosen(honest)[::step]:
        if (files := forge(honest, forgery)) is None:
            continue
        tried += 1
        row = backing_of(forgery.name, forgery.pointer)
        for replayed in (False, True):
            done = verified(files, replay=replayed)
            if done.problems:
                found += 1
                break
            # What evaluation confirms is as true as what stood there.
            if row.name not in (EVALUATED, *not_found(done)):
                wrong.append((forgery, row.name, replayed))
    assert wrong == []
    assert tried >= FEWEST // step
    assert found >= FEWEST // step // 2


# --- forgeries with a story ---


def decision(document: Any, label: str) -> Any:
    return next(d for d in document["decisions"] if d["label"] == label)


def proved_after_all(d: Any) -> None:
    """A refuted obligation, with all that belongs to a proof."""
    one = decision(d, "draft.dY_2")
    one.update(verdict="proved", expected="proved", witness=None)
    for route in one["routes"]:
        route["verdict"] = "proved"


def proved_by_solvers(d: Any) -> None:
    """The same, leaving what the obligation expects."""
    one = decision(d, "draft.dY_2")
    one.update(verdict="proved", witness=None, as_expected=False)
    for route in one["routes"]:
        route["verdict"] = "proved"
    one["tightness"] = [
        {"assumption": c, "outcome": "redundant", "counterexample": None} for c in CATALOGUE["draft.dY_2"].droppable
    ]


def invented_routes(d: Any) -> None:
    for one in d["decisions"]:
        if one["verdict"] == "proved" and all(r["name"] != "bitwuzla" for r in one["routes"]):
            version = next(r["version"] for r in one["routes"] if r["name"] == "z3")
            one["routes"].append({"name": "enumeration", "version": version, "verdict": "proved"})


def wider_bounds(d: Any) -> None:
    route = next(r for one in d["decisions"] for r in one["routes"] if "bounds" in r)
    route["bounds"] = re.sub(r"[0-9]+", lambda n: f"{n[0]}00", route["bounds"])


def coq_ran(document: Any) -> None:
    record = CATALOGUE.kernel()
    theorems = {"theorems": record.wanted, "obligations": sorted(record.stated)}
    document.update(checked=True, problem="", version="99.1", **theorems)


def coq_ran_for(d: Any) -> None:
    for one in d["decisions"]:
        one["kernel"] = one["label"] in CATALOGUE.kernel().stated


def no_such_z3(d: Any) -> None:
    for one in d["decisions"]:
        for route in one["routes"]:
            if route["name"] == "z3":
                route["version"] = "9.9.9.0"


def no_such_package(bom: Any) -> None:
    one = next(c for c in bom["components"] if c["name"] == "z3-solver")
    old, one["version"] = one["version"], "9.9.9.0"
    text = dump(bom).decode().replace(f"z3-solver@{old}", "z3-solver@9.9.9.0")
    bom.clear()
    bom.update(load(text.encode()))


def another_commit(m: Any) -> None:
    m["tool"].update(commit="0" * 40, changed=False)


def nothing_asserted(m: Any) -> None:
    for row in m["statements"]:
        row["backing"] = "recomputed"


Change = Callable[[Any], None]
STORIES: Mapping[str, tuple[Mapping[str, Change], str]] = {
    "a refuted obligation is proved": ({DECISIONS: proved_after_all}, ""),
    "solvers proved what is refuted": ({DECISIONS: proved_by_solvers}, ""),
    "routes that nobody took": ({DECISIONS: invented_routes}, ""),
    "bounds that nobody reached": ({DECISIONS: wider_bounds}, ""),
    "a solver that does not exist": ({DECISIONS: no_such_z3, BOM: no_such_package}, ""),
    "a Coq that never ran": ({STATUS: coq_ran, DECISIONS: coq_ran_for}, KERNEL),
    "another commit": ({MANIFEST: another_commit}, "commit and command"),
    "nothing is asserted": ({MANIFEST: nothing_asserted}, ""),
}


@pytest.mark.parametrize("story", STORIES)
def test_forged_story_is_found_or_asserted(
    honest: dict[str, bytes], verified: Callable[..., Verification], story: str
) -> None:
    changes, asserted = STORIES[story]
    changed = {name: edited(honest[name], change) for name, change in changes.items()}
    files = forged({**honest, **changed}, {})
    assert files != honest
    done = verified(files, replay=True)
    assert bool(done.problems) is not bool(asserted)
    if asserted:
        assert asserted in not_found(done)
        assert asserted in done.summary.partition("asserted:")[2]


# --- the table ---


def test_every_file_has_its_row(honest: dict[str, bytes]) -> None:
    for name in honest:
        backing_of(name)
    with pytest.raises(LookupError, match="no row says"):
        backing_of("more.txt")
    assert len({row.name for row in TABLE}) == len(TABLE)


def test_check_says_what_it_did(honest: dict[str, bytes], verified: Callable[..., Verification]) -> None:
    """What would be replayed is asserted until it is; what the tool has no more is asserted too."""
    before, after = verified(honest), verified(honest, replay=True)
    assert before.summary.startswith("consistent; origin not checked; recomputed: ")
    assert {KERNEL, SOLVERS} <= before.backing[Backing.ASSERTED].keys()
    assert SOLVERS in after.backing[Backing.REPLAYED]
    document = before.json()
    assert document["origin"] == "origin not checked"
    assert sorted(name for names in document["statements"].values() for name in names) == sorted(
        row.name for row in TABLE if row.is_in(honest)
    )
    assert all(row.name in honest["report.html"].decode() for row in TABLE if "'" not in row.name)
    assert load(honest[MANIFEST])["statements"][0]["statements"] == TABLE[0].name
