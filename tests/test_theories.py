"""The theories: told in full, on labels that exist, without circles, and so tight that no slip of the pen passes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from proofs.catalogue import CATALOGUE
from proofs.engine.statement import Verdict
from proofs.engine.terms import Obligation
from spec.language.fold import divisors, subterms
from spec.language.terms import Op, Operation, Term, Variable, children, floor, free_variables, not_
from spec.maxpool.claims import CLAIMS
from spec.maxpool.operator import MAXPOOL
from spec.operator.clauses import Definition, Scope
from spec.readings.plain import to_plain
from tests.mutants import equivalent, in_terms, mutants_of, noticed, with_mutant

ROOT = Path(__file__).resolve().parent.parent
SLUG = re.compile(r"[A-Za-z0-9._-]+")
DOTTED = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+")
CLAUSES = frozenset(clause.label for clause in MAXPOOL.clauses)
FORMULAS: Mapping[str, Term] = {
    **{c.label: c.formula for c in MAXPOOL.clauses if c.scope is Scope.AXIS and isinstance(c, Definition)},
    **{c.label: c.formula for c in MAXPOOL.clauses if c.label in ("X.spatial", "kernel_shape.positive", "Y.positive")},
    **{claim.label: claim.formula for claim in CLAIMS.values()},
}
"""The formulas whose mutants are made: definitions on an axis, limits that others imply, and claims."""

a, b, d, i, p = (Variable(name) for name in "abdip")

# --- what an obligation says of itself -----------------------------------------------------------


def test_each_obligation_is_told_in_full() -> None:
    for obligation in CATALOGUE.obligations:
        assert SLUG.fullmatch(obligation.label)
        assert re.fullmatch(r"\S.*\.", obligation.statement), obligation.label
        assert obligation.source.document.strip(), obligation.label
        assert obligation.expected in (Verdict.PROVED, Verdict.REFUTED), obligation.label
        assert all(label in CLAUSES or label in CLAIMS for label in obligation.about), obligation.label


def test_no_assumption_stands_twice() -> None:
    """Each would be idle beside the other."""
    for obligation in in_terms():
        labels = [assumption.label for assumption in obligation.assumptions]
        assert len(set(labels)) == len(labels), obligation.label


def test_labels_are_unique_across_clauses_claims_and_obligations() -> None:
    assert (
        len(CATALOGUE)
        == len(CATALOGUE.obligations)
        == sum(map(len, (CATALOGUE.theory(name) for name in CATALOGUE.theories)))
    )
    assert CLAUSES.isdisjoint(CLAIMS)
    assert CLAUSES.isdisjoint(CATALOGUE)
    # A claim and the obligation that decides it may share a label; then the one is about the other.
    assert all(label in CATALOGUE[label].about for label in CLAIMS.keys() & set(CATALOGUE))


def test_theorems_that_the_text_names_exist() -> None:
    """`theorem NAME`, wherever a module or a clause says it, is an obligation."""
    named = {
        (path.relative_to(ROOT).as_posix(), label)
        for room in ("spec", "proofs", "reference")
        for path in (ROOT / room).rglob("*.py")
        for label in re.findall(r"theorem `([^`]+)`", path.read_text(encoding="utf-8"))
    }
    texts = {(c.label, label) for c in MAXPOOL.clauses for label in re.findall(r"`([^`]+\.[^`]+)`", c.rationale)}
    known = {*CATALOGUE, *CLAUSES}
    assert sorted(pair for pair in {*named, *texts} if pair[1] not in known) == []


# --- the claims ----------------------------------------------------------------------------------


@pytest.mark.parametrize("label", CLAIMS)
def test_claim_is_decided(label: str) -> None:
    """Some obligation is about each claim, and the claim's formula, as the document writes it, stands in one."""
    about = [obligation for obligation in in_terms() if label in obligation.about]
    assert about, "no obligation is about this claim"
    formula = CLAIMS[label].formula
    said = formula if CLAIMS[label] is CLAIMS.get("openvino.8.strides") else children(formula)[1]
    places = (t for o in about for t in (o.goal, *(x.term for x in o.assumptions)))
    assert any(said in subterms(place) for place in places), "the formula stands in no obligation about it"


# --- mutants -------------------------------------------------------------------------------------


@pytest.mark.tenth
@pytest.mark.parametrize("label", FORMULAS)
def test_mutants_are_noticed(label: str) -> None:
    """Each mutant of a formula makes an obligation that uses it fail, or is shown to say the same."""
    formula = FORMULAS[label]
    survivors = [
        to_plain(mutant)
        for mutant in mutants_of(formula)
        if not noticed(formula, mutant, with_mutant(label, formula, mutant))
    ]
    assert not survivors, "\n".join(["survivors:", *survivors])


def test_every_obligation_on_shapes_would_notice_a_false_goal() -> None:
    """The measure itself: the negation of a goal is noticed wherever the goal is expected to be proved."""
    blind = [
        o.label
        for o in in_terms()
        if o in CATALOGUE.theory("shape")
        and o.expected is Verdict.PROVED
        and not noticed(o.goal, not_(o.goal), [negated(o)])
    ]
    assert blind == []


def negated(obligation: Obligation) -> Obligation:
    return replace(obligation, goal=not_(obligation.goal))


SAMPLES: tuple[tuple[Term, Callable[[Term], bool]], ...] = (
    (a + b, lambda t: t == a - b),
    (floor(a / d), lambda t: isinstance(t, Operation) and t.op is Op.CEIL),
    (not_(a < b), lambda t: t == (a < b)),
    (not_(a < b), lambda t: t == not_(a <= b)),
    (a + 1, lambda t: t == a + 2),
    (a + 1, lambda t: t == a + 0),
)


@pytest.mark.parametrize(("formula", "expected"), SAMPLES)
def test_mutants_hold_the_slips_of_the_pen(formula: Term, expected: Callable[[Term], bool]) -> None:
    assert any(map(expected, mutants_of(formula)))
    assert formula not in mutants_of(formula)


@pytest.mark.parametrize("label", FORMULAS)
def test_mutants_are_of_the_same_kind(label: str) -> None:
    """A mutant defines the same name, if any, and speaks of no new variable."""
    formula = FORMULAS[label]
    made = mutants_of(formula)
    assert len(set(made)) == len(made)
    assert formula not in made
    for mutant in made:
        assert mutant.sort is formula.sort
        assert free_variables(mutant) <= free_variables(formula)


def test_equivalent_knows_a_theorem_from_a_slip() -> None:
    assert equivalent(y_is(floor(a / d + 1)), y_is(floor(a / d) + 1))
    assert not equivalent(y_is(floor(a / d + 1)), y_is(floor((a + 1) / d)))
    assert equivalent(a < b, not_(a >= b))
    assert divisors(floor(a / d)) == {d}


def y_is(value: Term) -> Term:
    return Variable("y").eq(value)
