"""The commands of evidence packages, their exit codes, and the mutation run that the matrix is computed from."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import maxpool
from maxpool import app
from proofs.catalogue import CATALOGUE
from proofs.engine.catalogue import Catalogue
from proofs.evidence.making import build
from proofs.evidence.verifying import verify
from proofs.mutation.links import case_links, obligation_links
from proofs.mutation.mutants import mutants
from proofs.mutation.trial import judged_differently, mentioning, reaching
from reference.common.errors import EXTRAS
from spec.maxpool.operator import MAXPOOL
from tests.evidence_tools import evaluate_here, files_in


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["evidence", *map(str, arguments)])


@pytest.fixture
def decided(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """What is to be decided is, as far as a test comes to that."""

    def check(*_: Any, **__: Any) -> Any:
        return request.getfixturevalue("one_report")

    monkeypatch.setattr(build, "check", check)


@pytest.mark.whole
@pytest.mark.usefixtures("decided")
def test_built_package_is_verified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same bytes are checked once, and the result is told in both forms."""
    evaluate_here(monkeypatch)
    results: dict[bytes, verify.Verification] = {}
    check = verify.verify

    def checked(catalogue: Catalogue, path: Path, **options: Any) -> verify.Verification:
        data = path.read_bytes()
        if data not in results:
            results[data] = check(catalogue, path, **options)
        return results[data]

    monkeypatch.setattr(verify, "verify", checked)
    files_in(tmp_path)
    out = tmp_path / "evidence.zip"
    options = ("--document", tmp_path / "draft.md", "--results", tmp_path / "results.xml")
    assert run("build", "-o", out, *options, "--results", tmp_path / "links.json").exit_code == 0
    found = run("verify", out, "--json")
    assert found.exit_code == 0, found.output
    document = json.loads(found.stdout)
    assert document.keys() == {"schema", "ok", "origin", "statements", "asserted_here", "checked", "problems"}
    said = run("verify", out).stdout.splitlines()[-1]
    assert said.startswith("consistent; origin not checked; recomputed: ")
    assert "what solvers answered (until --replay)" in said
    assert (document["schema"], document["ok"], document["problems"]) == ("maxpool/evidence/1", True, [])
    out.write_bytes(out.read_bytes()[:-1])
    found = run("verify", out, "--json")
    assert found.exit_code == 1
    assert json.loads(found.stdout)["problems"] != []


@pytest.mark.usefixtures("decided")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("build", "-o", "x.zip", "--document", "missing.md"), "missing.md"),
        (("build", "-o", "x.zip", "--document", "\x1b[2J.md"), "\\x1b[2J.md"),
        (("build", "-o", "x.zip", "--conformance", "draft.md"), "is not JSON"),
        (("build", "-o", "draft.md"), "is not an evidence package"),
        (("build", "-o", "x.zip", "--results", "links.json", "--results", "links.json"), "another file"),
        (("build", "-o", "x.zip", "--sign", "missing.pem"), "missing.pem: not a private key"),
        (("verify", "missing.zip"), "missing.zip: No such file"),
        (("links", "-o", "x.json", "strides.positiv"), "did you mean strides.positive"),
        (("links", "-o", "x.json", "--tests", "missing", "R1"), "missing: no file"),
    ],
)
def test_mistake_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], said: str
) -> None:
    files_in(tmp_path)
    monkeypatch.chdir(tmp_path)
    before = {path.name for path in tmp_path.iterdir()}
    found = run(*arguments)
    assert found.exit_code == 2
    assert said in found.output
    assert len(found.output.strip().splitlines()) == 1
    assert {path.name for path in tmp_path.iterdir()} == before


@pytest.mark.tenth
@pytest.mark.parametrize("command", [("build", "-o", "x.zip"), ("verify", "draft.md")])
@pytest.mark.parametrize("name", EXTRAS["evidence"])
def test_missing_extra_is_one_line(tmp_path: Path, command: tuple[str, ...], name: str) -> None:
    """In a process of its own: what is imported here already would not be missed."""
    files_in(tmp_path)
    before = {path.name for path in tmp_path.iterdir()}
    code = f"import sys; sys.modules[{name!r}] = None; from maxpool import main; main()"
    path = {"PYTHONPATH": os.pathsep.join([str(Path(maxpool.__file__).parent), *sys.path]), "PATH": os.environ["PATH"]}
    done = subprocess.run(
        [sys.executable, "-c", code, "evidence", *command], capture_output=True, text=True, cwd=tmp_path, env=path
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"maxpool: {name} is not installed: pip install sonnx-maxpool[evidence]\n"
    assert {path.name for path in tmp_path.iterdir()} == before


@pytest.mark.whole
def test_links_hold_where_something_notices() -> None:
    """Every mutation is tried, and what notices several is told from what notices the negation alone."""
    found = [obligation_links(CATALOGUE, "Y.batch", of.label) for of in mentioning(CATALOGUE, MAXPOOL["Y.batch"])]
    ends = [end for links in found for end in links["obligations"].values()]
    assert {end["tried"] for end in ends} == {end["mutations"] for end in ends} == {7}
    assert any(end["detected"] > 1 and not end["weak"] for end in ends)
    assert case_links(CATALOGUE, "Y.batch")["examples"]["sonnx.real.1"]["detected"] > 1


def test_call_that_lacks_what_a_clause_speaks_of_notices_nothing() -> None:
    """`Indices.shape` speaks of the shape of an output; the description of a call has none."""
    clause = MAXPOOL["Indices.shape"]
    calls = list(reaching(MAXPOOL, clause.label, CATALOGUE.experiments.calls()))
    assert calls
    assert list(judged_differently(MAXPOOL, clause, mutants(clause.formula), calls)) == []


@pytest.mark.whole
def test_vector_covers_what_it_says_only_if_it_notices() -> None:
    """A legal call has every attribute: it cannot tell `given` from less."""
    assert all(end["noticed"] for end in case_links(CATALOGUE, "pads.length")["vectors"].values())
    assert not case_links(CATALOGUE, "R2")["vectors"]["test_sonnx_maxpool_form"]["noticed"]
