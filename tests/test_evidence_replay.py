"""`maxpool evidence verify --replay`: both solvers asked again, and what may be said of their answers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

import pytest

from proofs.catalogue import CATALOGUE
from proofs.engine.bits.obligation import BitObligation
from proofs.engine.record import KernelRecord
from proofs.engine.statement import Route, Verdict
from proofs.evidence.contents.backing import KERNEL, SOLVERS, Backing
from proofs.evidence.making.build import Built, build, save
from proofs.evidence.making.derive import derived
from proofs.evidence.making.given import Given
from proofs.evidence.package.jsontext import load
from proofs.evidence.package.names import BOM, DECISIONS, MANIFEST, STATUS
from proofs.evidence.verifying import replay
from proofs.evidence.verifying.replay import ask_both, asked_of_scripts, by_question, kernel_held, question, wanted
from proofs.evidence.verifying.replay import held as held_by
from proofs.evidence.verifying.verify import Verification, verify
from proofs.solvers.answers import DEFAULT_LIMITS, Answer, Limits, Status
from tests.evidence_tools import edited, forged
from tests.test_other_operator import CATALOGUE as REPEAT

PROVED, REFUTED = "shape.last-fits", "draft.dY_2"
VERDICTS = {PROVED: {"verdict": "proved"}, REFUTED: {"verdict": "refuted"}}
FOLDER = "obligations/smt2"
BOTH = {"unsat": {"cvc5": "unsat", "z3": "unsat"}, "sat": {"cvc5": "sat", "z3": "sat"}}
OPEN = {"cvc5": "unknown", "z3": "unknown"}


def name(label: str, part: str) -> str:
    return f"{FOLDER}/{label}.{part}.smt2"


def want(file: str) -> str:
    return wanted(VERDICTS, file)


def held(
    answers: Mapping[str, Mapping[str, str]], satisfied: Collection[str]
) -> tuple[list[str], list[tuple[str, str]]]:
    return held_by(answers, {file: want(file) for file in answers}, satisfied)


@pytest.mark.parametrize("label", [PROVED, REFUTED])
def test_scripts_get_the_answer_that_they_should(label: str) -> None:
    answers = {
        f"{FOLDER}/{file}": ask_both(text, want(f"{FOLDER}/{file}") == "unsat")
        for file, text in CATALOGUE[label].scripts().items()
    }
    assert all(found in BOTH.values() for found in answers.values())
    assert all(found == BOTH[want(file)] for file, found in answers.items() if want(file))
    assert held(answers, set()) == ([], [])


@pytest.mark.parametrize(
    ("part", "answers", "said"),
    [
        ("goal-1", BOTH["sat"], "should be unsat"),
        ("goal-1", {"cvc5": "sat", "z3": "unsat"}, "contradict"),
        ("goal-1", OPEN, "neither solver decides it"),
        ("assumptions", BOTH["unsat"], "should be sat"),
        ("assumptions", OPEN, "no example"),
    ],
)
def test_wrong_or_missing_answers_are_problems(part: str, answers: dict[str, str], said: str) -> None:
    _, ((path, what),) = held({name(PROVED, part): answers}, set())
    assert path == name(PROVED, part)
    assert said in what


def test_one_solver_decides_and_the_other_is_listed() -> None:
    answers = {"cvc5": "unsat", "z3": "unknown"}
    assert held({name(PROVED, "goal-1"): answers}, set()) == ([f"{name(PROVED, 'goal-1')}: z3"], [])
    undecided, problems = held({name(PROVED, "assumptions"): OPEN}, {PROVED})
    assert (len(undecided), problems) == (2, [])


@pytest.mark.parametrize(
    ("verdict", "part", "right"),
    [
        ("proved", "goal-1", "unsat"),
        ("proved", "assumptions", "sat"),
        ("refuted", "goal-1", ""),
        ("vacuous", "assumptions", "unsat"),
        ("unknown", "goal-1", "any"),
    ],
)
def test_answers_are_held_against_the_packages_verdict(verdict: str, part: str, right: str) -> None:
    """Whatever the tool expects of the obligation."""
    assert wanted({PROVED: {"verdict": verdict}}, name(PROVED, part)) == right


def test_what_is_refuted_is_refuted_in_some_part() -> None:
    parts = {name(REFUTED, "goal-1"): BOTH["unsat"], name(REFUTED, "goal-2"): BOTH["sat"]}
    assert held(parts, set()) == ([], [])
    _, problems = held({name(REFUTED, "goal-1"): BOTH["unsat"]}, set())
    assert problems == [(f"{FOLDER}/{REFUTED}", "is refuted by no part")]


# --- a whole package, replayed ---


@pytest.fixture(scope="module")
def small() -> Built:
    """A package of a small operator, decided for real."""
    return build(REPEAT, Given({}, {}), command="maxpool evidence build")


def of_forger(built: Built, change: Callable[[dict[str, Any]], None], name: str = DECISIONS) -> dict[str, bytes]:
    """The package with one file changed, and all that follows from it made again."""
    files = {**built.files, name: edited(built.files[name], change)}
    return forged({**files, **derived(REPEAT, files, load(files[MANIFEST])["tool"])}, {})


def replayed(files: dict[str, bytes], path: Path) -> tuple[Verification, Verification]:
    save(path, Built(files, ""))
    return verify(REPEAT, path), verify(REPEAT, path, replay=True)


@pytest.mark.whole
def test_replay_of_what_was_decided_finds_nothing(small: Built, tmp_path: Path) -> None:
    before, after = replayed(small.files, tmp_path / "x.zip")
    assert before.problems == after.problems == []
    assert SOLVERS in before.backing[Backing.ASSERTED]
    assert SOLVERS in after.backing[Backing.REPLAYED]
    assert after.checked["scripts"] == sum(name.endswith(".smt2") for name in small.files)


@pytest.mark.whole
def test_verdict_that_no_solver_gave_is_found_by_a_replay(small: Built, tmp_path: Path) -> None:
    """Without one it is said to be asserted; the tool's own expectation has no part in it."""

    def open_again(document: dict[str, Any]) -> None:
        one = next(d for d in document["decisions"] if d["verdict"] == "proved" and len(d["routes"]) == 2)
        one.update(verdict="unknown", as_expected=False, tightness=[])
        one["routes"][0]["verdict"] = "unknown"

    before, after = replayed(of_forger(small, open_again), tmp_path / "x.zip")
    assert before.problems == []
    assert SOLVERS in before.backing[Backing.ASSERTED]
    assert {what.partition("its ")[2] for _, what in after.problems} >= {"verdict is different", "routes is different"}


@pytest.mark.whole
def test_solver_that_does_not_exist_is_found_by_a_replay(small: Built, tmp_path: Path) -> None:
    files = dict(small.files)
    old = next(c["version"] for c in load(files[BOM])["components"] if c["name"] == "cvc5")
    for name in (BOM, DECISIONS):
        files[name] = files[name].replace(f'"version": "{old}"'.encode(), b'"version": "99.1"')
    files[BOM] = files[BOM].replace(f"cvc5@{old}".encode(), b"cvc5@99.1")
    before, after = replayed(of_forger(Built(files, ""), lambda _: None), tmp_path / "x.zip")
    assert before.problems == []
    assert "environment" in before.backing[Backing.ASSERTED]
    assert after.problems == [(BOM, f"cvc5 is 99.1, but {old} here: nothing was replayed")]


STATUS_OF_COQ = {"checked": True, "problem": "", "version": "9.1", "theorems": 2, "obligations": ["a"]}
ROUTE = Route("kernel", "9.1", Verdict.PROVED, 0.0)


@pytest.mark.parametrize(
    ("record", "problems", "asserted"),
    [
        (KernelRecord("", "9.1", 2, {"a": ROUTE}), [], {}),
        (KernelRecord("Coq is not installed here"), [], {KERNEL: "Coq is not installed here"}),
        (KernelRecord("", "8.16", 2, {"a": ROUTE}), [], {KERNEL: "Coq 9.1 is not here; Coq 8.16 accepts the theorems"}),
        (KernelRecord("", "9.1", 1, {"a": ROUTE}), [(STATUS, "asked again, Coq accepts other theorems")], {}),
    ],
)
def test_kernel_is_replayed_where_it_is(
    record: KernelRecord, problems: list[tuple[str, str]], asserted: dict[str, str]
) -> None:
    assert kernel_held(STATUS_OF_COQ, record) == (problems, asserted)


# --- what a solver is asked ---


def test_comments_are_no_part_of_a_question() -> None:
    """Two scripts that differ in comments alone are one question; one more assertion is another."""
    same, other = "; a\n(set-logic ALL)\n(check-sat)\n", "; b\n(set-logic ALL)\n(check-sat)\n"
    more = "(set-logic ALL)\n(assert true)\n(check-sat)\n"
    assert question(same) == question(other) != question(more)
    assert by_question({"x": question(same), "y": question(other), "z": question(more)}) == {
        question(same): ["x", "y"],
        more: ["z"],
    }


PATTERNS = [o for o in CATALOGUE.obligations if isinstance(o, BitObligation)]
WHOLES = [o for o in PATTERNS if o.expected is Verdict.PROVED]


@pytest.mark.parametrize("verdict", ["proved", "refuted", "unknown"])
def test_a_script_of_bit_patterns_has_the_answers_of_its_decision(verdict: str) -> None:
    """Where a counterexample alone was asked about, or one solver, it is asked again."""
    routes = [{"name": solver, "verdict": verdict} for solver in ("z3", "cvc5", "diagrams")]
    said = {"proved": "unsat", "refuted": "sat"}.get(verdict, "unknown")
    again = [{"label": o.label, "routes": routes} for o in CATALOGUE.obligations]
    found = asked_of_scripts(CATALOGUE, again)
    assert found == {name(label, "goal-1"): {"z3": said, "cvc5": said} for label in (o.label for o in WHOLES)}
    assert 0 < len(WHOLES) < len(PATTERNS)
    assert asked_of_scripts(CATALOGUE, [{**again[0], "label": WHOLES[0].label, "routes": routes[:1]}]) == {}


@pytest.mark.parametrize("obligation", WHOLES[::40], ids=lambda o: o.label)
def test_what_is_asked_of_bit_patterns_is_their_script(obligation: BitObligation) -> None:
    asked = []

    class Recorder:
        def ask_script(self, text: str) -> Answer:
            asked.append(question(text))
            return Answer(Status.UNKNOWN, 0.0)

    obligation.ask(Recorder())  # type: ignore[arg-type]  # No other question is put to it.
    assert asked == [question(obligation.scripts()[f"{obligation.label}.goal-1.smt2"])]


@pytest.mark.parametrize(("is_open", "asked"), [(False, 1), (True, 3)])
def test_what_only_a_solver_can_say_is_asked_further(
    is_open: bool, asked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What evaluation has shown already is asked within the first limits alone; nothing is asked that is known."""
    limits = []

    class Silent:
        def ask_script(self, text: str, limited: Limits) -> Answer:
            limits.append(limited)
            return Answer(Status.UNKNOWN, 0.0)

    class Late(Silent):
        def ask_script(self, text: str, limited: Limits) -> Answer:
            super().ask_script(text, limited)
            return Answer(Status.UNSAT if limited == DEFAULT_LIMITS else Status.UNKNOWN, 0.0)

    monkeypatch.setattr(replay, "SOLVERS", {"cvc5": Late(), "z3": Silent()})
    answers = ask_both("", is_open)
    assert answers == ({"cvc5": "unsat", "z3": "unknown"} if is_open else OPEN)
    assert len(set(limits)) == asked
    # The second solver is not asked within the last limits: the first has said it.
    assert len(limits) == (2 * asked - 1 if is_open else 2)
