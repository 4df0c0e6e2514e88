"""`maxpool certify` and `maxpool ledger`: what they say, what they keep, and one line for what they cannot do."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from maxpool import app
from proofs.catalogue import CATALOGUE
from proofs.certificates import certify, store
from proofs.certificates.checker import BadCertificate
from proofs.engine.again import FoundAgain
from proofs.engine.statement import Route, Verdict
from proofs.ledger import ask, ledger

FOUND = ("shape.last-fits", "shape.windows-that-fit", "draft.corrected", "indices.int64.exact", "indices.step-decodes")
with_search = pytest.mark.skipif(find_spec("scipy") is None, reason="the extra `certificates` is not installed")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


@pytest.mark.whole
def test_the_kept_ones_are_checked() -> None:
    result = run("certify", "--check", "--json")
    document = json.loads(result.stdout)
    assert (result.exit_code, document["ok"]) == (0, True)
    assert [c["label"] for c in document["certificates"]] == list(store.certificates())
    assert {c["outcome"] for c in document["certificates"]} == {"valid"}


def test_one_is_shown_in_full() -> None:
    lines = run("certify", "--check", "draft.dY_2.always-too-small", "shape.last-fits").stdout.splitlines()
    assert "  [strides.positive] stride - 1 >= 0" in lines
    assert lines[-1].startswith("2 valid, in ")
    assert sum(line.endswith(" = -1") for line in lines) >= 4


def test_one_that_is_wrong_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    trees = store.certificates()["shape.last-fits"]
    monkeypatch.setattr(store, "certificates", lambda: {"shape.last-fits": trees[:1], "draft.dY_2": trees, "no": []})
    result = run("certify", "--check")
    assert result.exit_code == 1
    assert "shape.last-fits: refused: 2 parts need a list of as many trees" in result.stdout
    assert "draft.dY_2: refused: no theorem has this label" in result.stdout
    assert "no: refused" in result.stdout


@pytest.mark.parametrize("arguments", [("no such",), ("draft.dY_2",), ("--check", "--write")])
def test_what_cannot_be_done_is_one_line(arguments: tuple[str, ...]) -> None:
    result = run("certify", *arguments)
    assert (result.exit_code, result.stdout, len(result.stderr.splitlines())) == (2, "", 1)


def test_without_scipy_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("scipy", "scipy.optimize", "proofs.certificates.leaf", "proofs.certificates.search"):
        monkeypatch.setitem(sys.modules, module, None)
    result = run("certify", "shape.last-fits")
    assert (result.exit_code, result.stdout, len(result.stderr.splitlines())) == (2, "", 1)
    assert "sonnx-maxpool[certificates]" in result.stderr


@pytest.mark.sampled
@with_search
@pytest.mark.parametrize("label", FOUND)
def test_a_search_finds_a_certificate_again(label: str) -> None:
    (result,) = certify.search_again(CATALOGUE, [label])
    assert result.outcome in (certify.SAME, certify.OTHER)
    (again,) = certify.search_again(CATALOGUE, [label])
    assert again.trees == result.trees


@with_search
def test_nothing_is_found_for_what_does_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    from proofs.certificates import search

    monkeypatch.setattr(search, "MOST_TRIES", 100)
    assert search.search(CATALOGUE["draft.dY_2"].implications[-1]) is None


def test_what_is_found_is_checked_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that gives what shows nothing has found nothing."""
    monkeypatch.setattr(certify, "_search", lambda _: ([{"sum": [], "equations": []}] * 2, ""))
    with pytest.raises(BadCertificate, match="the sum is not -1"):
        certify.search_again(CATALOGUE, ["shape.last-fits"])


def test_what_is_found_is_kept_beside_the_others(tmp_path: Path) -> None:
    trees: Any = [{"sum": [["1"]], "equations": []}]
    certify.keep(CATALOGUE, [certify.Certified("shape.last-fits", certify.NEW, "", 0.0, trees)], tmp_path)
    for label in ("indices.last", "shape.next-does-not"):
        certify.keep(CATALOGUE, [certify.Certified(label, certify.NEW, "", 0.0, trees)], tmp_path)
    assert store.certificates(tmp_path) == dict.fromkeys(
        ("indices.last", "shape.last-fits", "shape.next-does-not"), trees
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["indices.json", "shape.json"]
    certify.keep(CATALOGUE, [certify.Certified("indices.last", certify.LOST, "", 0.0, None)], tmp_path)
    assert "shape.last-fits" in store.certificates(tmp_path)


# --- the ledger ----------------------------------------------------------------------------------


@pytest.mark.whole
def test_no_theorem_has_too_few_routes_and_the_core_has_three() -> None:
    assert ledger.too_few(CATALOGUE) == ()
    assert [label for label, entry in ledger.core(CATALOGUE).items() if len(entry.routes) < 3] == []
    assert all(len(entry.proofs) >= 2 for entries in ledger.ledger(CATALOGUE).values() for entry in entries)


@pytest.mark.whole
def test_a_theorem_with_one_route_would_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = ledger.ledger(CATALOGUE)["shape"][0]
    poor = replace(entry, ask=lambda _: ("z3", "bounded enumeration"))
    monkeypatch.setattr(ledger, "ledger", lambda _: {**dict.fromkeys(ledger.TWO_ROUTES, ()), "shape": (poor,)})
    assert ledger.too_few(CATALOGUE) == (entry.theorem.label,)


@pytest.mark.whole
def test_what_solvers_alone_show_is_listed_each_with_its_reason() -> None:
    found = ledger.by_solvers_alone(CATALOGUE)
    labels = [label for each in found.values() for label in each]
    routes = {label: set(entry.routes) for label, entry in ledger.by_label(CATALOGUE).items()}
    without = {"certificate", "diagrams", "kernel"}
    assert sorted(labels) == sorted(label for label, names in routes.items() if not without & names)
    assert len(labels) <= 50
    assert {label: reason for reason, each in found.items() for label in each}["onnx.8.restricted.Indices"] == next(
        reason for reason in ledger.REASONS if "quantifiers" in reason
    )


@pytest.mark.whole
def test_a_program_without_a_certificate_would_be_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = ledger.by_label(CATALOGUE)["program.return"]
    monkeypatch.setattr(ledger, "by_label", lambda _: {"program.return": replace(entry, ask=lambda _: ("z3", "cvc5"))})
    ((reason, labels),) = ledger.by_solvers_alone(CATALOGUE).items()
    assert "of a program" in reason
    assert labels == ["program.return"]


def test_a_certificate_that_is_refused_is_no_route_of_the_ledger(monkeypatch: pytest.MonkeyPatch) -> None:
    last_fits = CATALOGUE["shape.last-fits"]
    # Each time anew: what was found once in a process is kept.
    monkeypatch.setattr(ledger, "found_again", lambda catalogue, _: FoundAgain(last_fits, catalogue.further))
    assert list(ledger._otherwise(CATALOGUE, last_fits)) == ["certificate"]
    monkeypatch.setattr(store, "certificates", lambda: {"shape.last-fits": []})
    assert list(ledger._otherwise(CATALOGUE, last_fits)) == []


@pytest.mark.whole
def test_the_command_asks_each_route_again() -> None:
    result = run("ledger", "shape.last-fits", "windows.weakest-condition", "int8.order", "--json")
    document = json.loads(result.stdout)
    assert (result.exit_code, document["ok"]) == (0, True)
    assert [[r["name"] for r in t["routes"]][:2] for t in document["theorems"]] == [["z3", "cvc5"]] * 3
    assert document["theorems"][0]["routes"][2]["name"] == "certificate"
    assert document["theorems"][1]["routes"][2]["name"] == "bounded enumeration"
    assert document["trusted"]["certificate"]["lines"] < 700
    assert run("ledger", "draft.dY_2").exit_code == 2


@pytest.mark.whole
def test_a_route_that_came_to_nothing_is_missing() -> None:
    (asked,) = ask.ask(CATALOGUE, ["shape.last-fits"])
    assert ask.is_right(CATALOGUE, [asked])
    unknown = tuple(replace(r, verdict=Verdict.UNKNOWN) if r.name == "cvc5" else r for r in asked.decision.routes)
    other = replace(asked, decision=replace(asked.decision, routes=unknown))
    assert other.missing == ("cvc5",)
    assert not ask.is_right(CATALOGUE, [other])
    bounded = Route("certificate", "1", Verdict.PROVED, 0.0, bounds="up to 3")
    assert replace(asked, decision=replace(asked.decision, routes=(bounded,))).missing == ("z3", "cvc5", "certificate")
