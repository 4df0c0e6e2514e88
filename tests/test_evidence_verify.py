"""`maxpool evidence build` and `verify` on a small operator: each check finds its forgery, where every digest fits."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import maxpool
from proofs.catalogue import catalogue_of
from proofs.engine.decide import decide
from proofs.engine.statement import Verdict
from proofs.evidence.making import build
from proofs.evidence.making.build import Built, assemble, save
from proofs.evidence.making.given import Given
from proofs.evidence.package.archive import pack
from proofs.evidence.package.jsontext import load
from proofs.evidence.package.names import DECISIONS, GAPS, MANIFEST, SPECIFICATION
from proofs.evidence.verifying.verify import Verification, verify
from proofs.reports.check import Report
from tests.evidence_tools import edited, evaluate_here, forged
from tests.test_other_operator import CATALOGUE as REPEAT

SCRIPT = "obligations/smt2/size.at-least.goal-1.smt2"


@pytest.fixture(scope="module")
def report() -> Report:
    return Report(REPEAT, tuple(map(decide, REPEAT.obligations)), (), 1.0)


@pytest.fixture(scope="module")
def small(report: Report) -> Built:
    return assemble(report, Given(), command="maxpool evidence build")


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    evaluate_here(monkeypatch)


def verified(files: dict[str, bytes], folder: Path, **options: Any) -> Verification:
    path = folder / "x.zip"
    path.write_bytes(pack(files))
    return verify(REPEAT, path, **options)


@pytest.mark.whole
def test_what_was_made_is_consistent(small: Built, tmp_path: Path) -> None:
    done = verified(small.files, tmp_path, argument=small.argument)
    assert (done.problems, done.origin) == ([], "the argument is the one that was asked for")


@pytest.mark.whole
def test_a_package_about_another_operator_is_told_in_one_line(small: Built, tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    path.write_bytes(pack(small.files))
    (problem,) = verify(catalogue_of("conv"), path).problems
    assert problem == (
        SPECIFICATION,
        f"is about {REPEAT.operator.name}: give `--operator {REPEAT.operator.name.lower()}`",
    )
    path.write_bytes(pack({**small.files, SPECIFICATION: b"[]"}))
    assert len(verify(catalogue_of("conv"), path).problems) > 1


# --- digests that do not fit ---


@pytest.mark.whole
def test_a_changed_file_is_named(small: Built, tmp_path: Path) -> None:
    done = verified({**small.files, SCRIPT: small.files[SCRIPT] + b"\n"}, tmp_path)
    assert (SCRIPT, "its digest is not that of the manifest") in done.problems


def test_a_missing_and_an_added_file_are_named(small: Built, tmp_path: Path) -> None:
    manifest = load(small.files[MANIFEST])["files"]
    optional = "specification/strength.md"
    assert optional in manifest
    files = {**{n: d for n, d in small.files.items() if n != optional}, "more.txt": b"x"}
    found = verified(files, tmp_path).problems
    assert {(optional, "is missing"), ("more.txt", "is not named in the manifest")} <= set(found)


def test_another_argument_is_told(small: Built, tmp_path: Path) -> None:
    done = verified(small.files, tmp_path, argument="0" * 64)
    assert [path for path, what in done.problems if "not the one that was asked for" in what] == [MANIFEST]


def test_another_state_of_the_tool_is_told(small: Built, tmp_path: Path) -> None:
    other = edited(small.files[MANIFEST], lambda m: m["tool"].update(digest="0" * 64))
    ((path, what),) = verified(forged({**small.files, MANIFEST: other}, {}), tmp_path).problems
    assert (path, "another state of the tool" in what) == (MANIFEST, True)


# --- digests that fit ---


def proved(document: Any) -> Any:
    return next(d for d in document["decisions"] if d["verdict"] == "proved" and d["tightness"])


def refuted(document: Any) -> Any:
    return next(d for d in document["decisions"] if d["label"] == "size.sum")


def one_more(document: Any) -> None:
    routes = proved(document)["routes"]
    routes.append({**routes[0], "name": "oracle"})


def other_witness(document: Any) -> None:
    values = refuted(document)["witness"]["values"]
    values[min(values)] += 1


FORGERIES: dict[str, tuple[str, Callable[[Any], object] | bytes, str]] = {
    "a script": (SCRIPT, b"(check-sat)\n", "is not what the tool writes"),
    "a gap": (GAPS, b"gap,of,what\n", "does not follow from the other files"),
    "a route": (DECISIONS, one_more, "its routes are not those that the tool takes to it"),
    "a version": (DECISIONS, lambda d: proved(d)["routes"][0].update(version="99"), "is not in the bill of materials"),
    "a verdict": (
        DECISIONS,
        lambda d: proved(d).update(verdict="unknown", as_expected=False, tightness=[]),
        "unknown, but its routes give proved",
    ),
    "an assumption": (DECISIONS, lambda d: proved(d)["tightness"].pop(), "does not say for each assumption"),
    "a witness": (DECISIONS, other_witness, "a search finds another witness"),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_a_forgery_whose_digests_fit_is_found(small: Built, tmp_path: Path, what: str) -> None:
    name, change, said = FORGERIES[what]
    data = change if isinstance(change, bytes) else edited(small.files[name], change)
    found = verified(forged(small.files, {name: data}), tmp_path).problems
    assert [path for path, why in found if said in why] == [name], found


# --- the commands ---


@pytest.fixture
def small_operator(monkeypatch: pytest.MonkeyPatch) -> None:
    """In place of Conv."""
    monkeypatch.setattr(maxpool, "_catalogue", lambda *_: REPEAT)


def run(*arguments: object) -> tuple[int, Any]:
    done = CliRunner().invoke(maxpool.app, ["evidence", *map(str, arguments), "--operator", "conv", "--json"])
    return done.exit_code, json.loads(done.stdout)


@pytest.mark.usefixtures("small_operator")
def test_a_build_and_its_check_are_told_in_one_document_each(
    report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "check", lambda *_, **__: report)
    code, built = run("build", "-o", tmp_path / "x.zip")
    assert (code, list(built)) == (0, ["schema", "package", "files", "argument", "gaps", "sentences", "said"])
    assert built["schema"] == "maxpool/evidence-build/1"
    code, found = run("verify", tmp_path / "x.zip", "--argument", built["argument"])
    assert (code, found["schema"], found["ok"], found["problems"]) == (0, "maxpool/evidence/1", True, [])
    assert run("verify", tmp_path / "x.zip", "--argument", "0" * 64)[0] == 1


@pytest.mark.usefixtures("small_operator")
def test_a_build_with_an_open_verdict_ends_with_1(
    report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *others = report.decisions
    opened = replace(report, decisions=(replace(first, verdict=Verdict.UNKNOWN, problem="open"), *others))
    monkeypatch.setattr(build, "check", lambda *_, **__: opened)
    code, built = run("build", "-o", tmp_path / "x.zip")
    assert (code, built["gaps"]["verdict"]) == (1, 1)
    assert (tmp_path / "x.zip").exists()


def test_a_saved_package_is_the_one_that_was_made(small: Built, tmp_path: Path) -> None:
    save(tmp_path / "y.zip", small)
    assert (tmp_path / "y.zip").read_bytes() == pack(small.files)
