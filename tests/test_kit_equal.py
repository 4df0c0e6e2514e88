"""Mutants that no case of the kit kills: what the proofs say of them, and calls of three classes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from proofs.acsl import tools
from proofs.kit.adequacy import equal
from proofs.kit.adequacy.loops import loop_mutants
from proofs.kit.adequacy.measured import IN_C, Measured, _tried
from proofs.kit.calls.kit import Kit, kit
from proofs.mutation.source.text_change import TextChange
from reference.c.library import SOURCE
from spec.language.terms import and_
from spec.maxpool.operator import MAXPOOL

pytestmark = pytest.mark.long


def change(before: bytes, after: bytes) -> TextChange:
    """The one place of a text in the operator, with another in its stead."""
    text = SOURCE.read_bytes()
    assert text.count(before) == 1
    start = text.index(before)
    return TextChange(start, start + len(before), after, text.count(b"\n", 0, start) + 1, "changed")


def test_a_clause_and_what_says_the_same_or_not() -> None:
    formula = MAXPOOL["strides.positive"].formula
    assert equal.of_a_clause(("strides.positive", and_(formula, formula))).equal
    positive = MAXPOOL["kernel_shape.positive"].formula
    assert not equal.of_a_clause(("strides.positive", positive)).equal


@pytest.mark.whole
def test_loops_in_python() -> None:
    found = {name.split(", ", 1)[1]: number for name, number in loop_mutants().items()}
    right = next(number for text, number in found.items() if "argmax: " in text or "-1: " in text)
    wrong = next(number for text, number in found.items() if text.endswith(": Lt") and "best" in text)
    assert not equal.of_the_loops(wrong).equal
    assert equal.of_the_loops(right).why


@pytest.mark.whole
@pytest.mark.skipif(not tools.is_installed(), reason="Frama-C, Why3, z3 and cvc4 are not installed")
def test_checks_in_c_by_their_contracts() -> None:
    right, wrong = (equal.of_the_operator_in_c(change(b"(a == 0)", to)) for to in (b"(a <= 0)", b"(a == 1)"))
    assert (right.equal, wrong.equal) == (True, False)
    assert right.why.startswith("WP proves the contract of product_fits")
    assert wrong.why.startswith("WP does not prove typed_product_fits_")
    assert "not put to WP" in equal.of_the_operator_in_c(change(b"for (int i = 0; i < 4;", b"while (i < 4;")).why


def test_what_no_proof_is_about_is_not_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equal, "_changes", lambda name: frozenset())
    found = equal.of_the_operator_in_c(change(b"maxpool_int dY[4] = {0, 0, 0, 0};", b"maxpool_int dY[3];"))
    assert (found.equal, found.why) == (False, "no proof is about this function")


@pytest.mark.whole
def test_calls_of_three_classes_are_tried_on_what_is_left() -> None:
    made = kit(1, ["int8"])
    more = replace(made.cases[-1], name="three", wanted=(("a", "b", "c"),))
    asked: list[tuple[set[str], list[str]]] = []

    def killing(of: Kit, mutants: Mapping[str, Any]) -> Mapping[str, frozenset[str]]:
        names = {case.name for case in of.cases}
        asked.append((names, list(mutants)))
        return {m: frozenset(names & {m}) for m in mutants}

    first = made.cases[0].name
    kills = _tried(killing, replace(made, cases=(*made.cases[:3], more)), {first: 0, "three": 1, "none": 2})
    assert kills == {first: {first}, "three": {"three"}, "none": frozenset()}
    assert asked == [({c.name for c in made.cases[:3]}, [first, "three", "none"]), ({"three"}, ["three", "none"])]


def test_what_was_proved_is_in_the_cards_and_counted() -> None:
    kills = {"m": frozenset("a"), "n": frozenset[str](), "o": frozenset[str]()}
    judged = {"n": equal.UnkilledMutant(True, "by proof"), "o": equal.UnkilledMutant(False, "it is wrong")}
    asked, not_asked = Measured({IN_C: kills}, {}, (), {}, judged), Measured({IN_C: kills}, {}, (), {})
    assert asked.scores() == {IN_C: {"mutants": 3, "killed": 1, "equivalent": 1}}
    assert {"- `n`: equivalent: by proof", "- `o`: NOT proved: it is wrong"} <= set(asked.table())
    assert not_asked.scores()[IN_C]["equivalent"] is None
    assert any("`--prove`" in line for line in not_asked.table())
