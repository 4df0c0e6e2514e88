"""Certificates: each that is kept shows its theorem; none that was tampered with shows anything that is not so."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from proofs.catalogue import CATALOGUE
from proofs.certificates import store
from proofs.certificates.checker import BadCertificate, check
from proofs.certificates.facts import Facts
from proofs.engine.decide import agreement, decide
from proofs.engine.search import smallest
from proofs.engine.statement import Route, Verdict
from proofs.engine.terms import Obligation
from proofs.reports.examination import recorded_here
from proofs.soundness.falsehood import Falsehood
from proofs.soundness.on_certificates import certificates
from reference.common.errors import Contradiction
from spec.language.terms import FALSE, Literal
from spec.readings.value import Undefined
from tests.certificate_tools import NUMBERS, also_holds, is_number, places, problems, put, tampered, without

pytestmark = pytest.mark.long

HERE = {label for labels in recorded_here(CATALOGUE).values() for label in labels}
ALL = {label: trees for label, trees in store.certificates().items() if label in HERE}
PROGRAMS = {
    label: ALL[label]
    for label in ("program.X.read", "program.b.start", "c.32.value-2", "c.64.null.return")
    if label in HERE
}
"""Some of those of programs; what is tried with each would take long with all."""
OF_PROGRAMS = {label for label in ALL if label.startswith(("program.", "c."))}
KEPT = {label: trees for label, trees in ALL.items() if label not in OF_PROGRAMS}
TRIED = KEPT | PROGRAMS
QUANTIFIED = {
    "windows.one-window",
    "windows.weakest-condition",
    "windows.each-has-tap",
    "windows.ends-are-windows",
    "windows.cell-meets-by-axis",
    "windows.plane-meets-on-axis-0",
    "windows.plane-meets-on-axis-1",
}
"""Theorems of windows and indices whose hypotheses speak of all windows or taps."""

SOME = ("shape.windows-that-fit", "shape.monotone-in-stride", "draft.corrected", "indices.step-injective")
"""With choices, equations, splits, and several parts."""


def theorem(label: str) -> Obligation:
    found = CATALOGUE[label]
    assert isinstance(found, Obligation)
    return found


def read(label: str) -> tuple[tuple[Facts, ...], Any]:
    """The facts and the trees of a kept certificate."""
    return store.read_parts(CATALOGUE[label], ALL[label])


def refused(facts: tuple[Facts, ...], trees: Any) -> bool:
    try:
        check(facts, trees)
    except BadCertificate:
        return True
    return False


@pytest.mark.tenth
@pytest.mark.parametrize("label", TRIED)
def test_a_kept_certificate_shows_its_theorem(label: str) -> None:
    store.verify(CATALOGUE[label], ALL[label])
    assert also_holds(*read(label))


UNFOUND = {f"program.derived.{place}" for place in ("w.kept", "rules.k.kept", "rules.Indices.write-2")}
"""Of programs, those for which the search came to no end: solvers alone show them, as the ledger says."""


@pytest.mark.whole
def test_each_condition_of_a_program_has_one() -> None:
    stated = (o for theory in ("program", "c") for o in CATALOGUE.theory(theory))
    shown = {o.label for o in stated if o.implications and (not isinstance(o, Obligation) or o.label in ALL)}
    proved = {label for label in shown if CATALOGUE[label].expected is Verdict.PROVED}
    assert proved - UNFOUND == OF_PROGRAMS
    assert {CATALOGUE[label].expected for label in ALL} == {Verdict.PROVED}


def test_every_theorem_of_shape_and_all_arithmetic_of_windows_and_indices_has_one() -> None:
    expected = [
        o.label for t in ("shape", "windows", "indices") for o in CATALOGUE.theory(t) if o.expected is Verdict.PROVED
    ]
    assert [label for label in expected if label not in KEPT] == [label for label in expected if label in QUANTIFIED]


@pytest.mark.tenth
@pytest.mark.parametrize("label", TRIED)
def test_one_change_is_refused_or_does_no_harm(label: str) -> None:
    (facts, trees), random = read(label), Random(label)
    names = sorted({name for part in facts for name in part})
    changes = [tampered(trees, names, random) for _ in range(60)]
    accepted = [changed for changed in changes if changed != trees and not refused(facts, changed)]
    assert all(also_holds(facts, changed) for changed in accepted)
    assert len(accepted) < len(changes) / 3


@pytest.mark.parametrize("label", SOME)
def test_each_number_matters(label: str) -> None:
    """Another number is refused, wherever it stands, but for a split: there any term does if its branches close."""
    facts, trees = read(label)
    numbers = [(p, n) for p, n in places(trees) if is_number(n)]
    assert numbers
    for path, number in numbers:
        for other in (*NUMBERS, f"-{number.lstrip('-')}", number + "1", f"{number}/1000"):
            if "split" not in path and other != number:
                assert refused(facts, put(trees, path, other)), (path, other)


@pytest.mark.parametrize("label", SOME)
def test_each_entry_is_needed(label: str) -> None:
    """Without any one part (a product, a factor, a branch, a key) the certificate is refused."""
    facts, trees = read(label)
    for path, part in places(trees):
        if path and part != [] and "split" not in path:
            assert refused(facts, without(trees, path)), path


@pytest.mark.parametrize(("label", "other"), list(zip(SOME, (*SOME[1:], SOME[0]), strict=True)))
def test_another_theorems_certificate_is_refused(label: str, other: str) -> None:
    assert refused(read(label)[0], read(other)[1])


@pytest.mark.parametrize("label", KEPT)
def test_a_goal_that_is_false_is_not_shown(label: str) -> None:
    false = replace(theorem(label), goal=FALSE)
    with pytest.raises(BadCertificate):
        store.verify(false, KEPT[label][: len(false.implications)])


@pytest.mark.parametrize("label", [label for label in KEPT if not label.startswith(("onnx", "openvino", "nhwc"))])
def test_no_certificate_survives_the_loss_of_a_hypothesis_that_is_needed(label: str) -> None:
    whole = theorem(label)
    for i in range(len(whole.assumptions)):
        weaker = replace(whole, assumptions=whole.assumptions[:i] + whole.assumptions[i + 1 :])
        try:
            counterexample = smallest([a.term for a in weaker.assumptions], weaker.conclusion, 2000)
        except Undefined:
            continue
        if counterexample is not None:
            with pytest.raises(BadCertificate):
                store.verify(weaker, KEPT[label])


def leaf(*products: list[str]) -> dict[str, Any]:
    return {"sum": list(products), "equations": []}


LAST_FITS = problems(theorem("shape.last-fits"))


@pytest.mark.parametrize(
    ("trees", "reason"),
    [
        (None, "as many trees"),
        ([], "as many trees"),
        ([leaf()] * 3, "as many trees"),
        ([leaf()] * 2, "not -1"),
        ([leaf(["1", *["strides.positive"] * 5])] * 2, "factors"),
        ([{"split": [["1", "x"]] * 21, "nonnegative": leaf(), "negative": leaf()}] * 2, "monomials"),
        ([leaf(["-1"])] * 2, "not positive"),
        ([leaf(["0"])] * 2, "not positive"),
        ([leaf(["1", "slack"])] * 2, "unknown inequality"),
        ([leaf(["1", "no such"])] * 2, "unknown inequality"),
        ([{"sum": [], "equations": [["strides.positive", ["1"]]]}] * 2, "unknown equation"),
        ([{"sum": [], "equations": [["slack", ["1", "no such"]]]}] * 2, "no fact mentions no such"),
        ([{"split": [["1/2", "x"]], "nonnegative": leaf(), "negative": leaf()}] * 2, "not an integer"),
        ([{"split": [["1", "no such"]], "nonnegative": leaf(), "negative": leaf()}] * 2, "no fact mentions"),
        ([{"choice": "slack", "cases": []}] * 2, "unknown choice"),
        ([{"sum": [], "equations": [], "more": 1}] * 2, "nothing more"),
        ([{"sum": []}] * 2, "nothing more"),
        ([[]] * 2, "nothing more"),
    ],
)
def test_what_is_refused_is_told_why(trees: Any, reason: str) -> None:
    with pytest.raises(BadCertificate, match=reason):
        check(LAST_FITS, trees)


@pytest.mark.parametrize("falsehood", list(certificates()), ids=lambda f: f.label)
def test_a_forged_certificate_is_refused(falsehood: Falsehood) -> None:
    assert falsehood.is_false()
    assert not falsehood.is_accepted()


def test_cases_within_cases_have_an_end() -> None:
    tree: dict[str, Any] = leaf(["1"])
    for _ in range(50):
        tree = {"split": [["1", "x"]], "nonnegative": tree, "negative": tree}
    with pytest.raises(BadCertificate, match="cases within each other"):
        check(LAST_FITS, [tree, tree])


# --- the file ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        json.dumps({"schema": "maxpool/certificates/1", "certificates": {}}),
        json.dumps({"schema": store.SCHEMA, "certificates": []}),
        json.dumps({"schema": store.SCHEMA, "certificates": {}, "more": 1}),
        f'{{"schema": "{store.SCHEMA}", "certificates": {{"a": [], "a": []}}}}',
        "[" * 100_000,
    ],
)
def test_a_file_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadCertificate):
        store.read(text)


def test_a_file_is_read_as_it_was_written() -> None:
    assert store.read(store.text_of(KEPT)) == KEPT
    for path in store.DATA.glob("*.json"):
        text = path.read_text(encoding="utf-8")
        assert store.text_of(store.read(text)) == text


# --- the route -----------------------------------------------------------------------------------


def test_a_certificate_is_one_of_two_routes() -> None:
    decision = decide(theorem("shape.last-fits"), solvers=("z3",), further=CATALOGUE.further, tightness=False)
    assert [r.name for r in decision.routes] == ["z3", "certificate"]
    assert decision.verdict is Verdict.PROVED


def test_a_certificate_that_is_refused_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "certificates", lambda: {"shape.last-fits": [leaf(), leaf()]})
    decision = decide(theorem("shape.last-fits"), solvers=("z3",), further=CATALOGUE.further, tightness=False)
    assert [r.verdict for r in decision.routes] == [Verdict.PROVED, Verdict.UNKNOWN]
    assert decision.verdict is Verdict.UNKNOWN
    assert decide(theorem("shape.last-fits"), further=CATALOGUE.further, tightness=False).verdict is Verdict.PROVED


def test_a_certificate_against_a_solver_stops_everything() -> None:
    routes = [Route("z3", "", Verdict.REFUTED, 0.0), Route(store.NAME, "", Verdict.PROVED, 0.0)]
    with pytest.raises(Contradiction):
        agreement(theorem("draft.corrected"), routes)


def test_where_there_is_none_there_is_no_route() -> None:
    assert store.route(replace(theorem("shape.last-fits"), label="no such", goal=Literal(True))) is None
