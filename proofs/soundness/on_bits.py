"""False statements on bit patterns: what IEEE 754's comparisons and the integers' two orders do not have in common."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from proofs.engine.bits.formulas import BitAssumption, Formula, ReadClause, ReadTerm
from proofs.engine.bits.obligation import BitObligation
from proofs.engine.statement import Verdict
from proofs.soundness.falsehood import Falsehood, false_script, false_statement, has_witness
from proofs.soundness.topics.cells import NEVER, ON_FLOATS, ON_INTEGERS
from proofs.theories.floats.bits import Format
from proofs.theories.floats.clauses import NAN, ZEROS, ClausesOnBits
from proofs.theories.floats.floats import FLOAT16
from proofs.theories.floats.integers import INT8, UINT8
from spec.language.terms import not_
from spec.maxpool.operator import MAXPOOL
from spec.operator.clauses import Source
from spec.readings.bits import Cell

EVERYWHERE: tuple[tuple[str, str, str, str], ...] = (
    ("order-backwards", "greater is greater", "(= (greater a b) (bvsgt (key b) (key a)))", ""),
    ("order-not-strict", "equal elements are not greater", "(= (greater a b) (not (bvsgt (key b) (key a))))", ""),
    ("order-unsigned", "keys have signs", "(= (greater a b) (bvugt (key a) (key b)))", ""),
    ("greater-than-itself", "nothing is greater than itself", "(greater a a)", ""),
    ("total", "two may be equal", "(or (greater a b) (greater b a))", ""),
    ("first-is-a", "the first maximum may be the second", "(= (first a b) a)", ""),
    ("first-is-b", "the first maximum may be the first", "(= (first a b) b)", ""),
    ("commutes", "of equal zeros, or where b is greater", "(=> (greater a b) (= (first a b) b))", ""),
    ("lowest-is-greater", "nothing is below the lowest", "(greater lowest a)", ""),
    ("greater-than-lowest", "the lowest is an element", "(greater a lowest)", ""),
    ("key-is-zero", "keys differ", "(= (key a) (key b))", ""),
    ("antisymmetric", "one is greater", "(not (greater a b))", ""),
    ("given-greater", "greater is not less", "(greater b a)", "(greater a b)"),
    ("given-equal", "equal is not greater", "(greater a b)", "(= a b)"),
    ("contradictory", "something is", "(= a b)", "(not (greater a b))"),
    ("by-sign-alone", "lower bits differ too", "(not (bvugt a b))", "(= (bvand (bvxor a b) lowest) (bvxor a a))"),
    ("implied", "nothing is greater than itself", "(=> (= a a) (greater a a))", ""),
    ("either", "one row may stand twice", "(not (= a (ite (= a b) a (ite (greater a b) b a))))", "(= a b)"),
)
"""Of each type: a name, the reason, what is claimed, and what is assumed."""

OF_FLOATS: tuple[tuple[str, str, str, str], ...] = (
    (
        "bits-are-numbers",
        "zeros have two patterns",
        "(= (and (fp.geq (number a) (number b)) (fp.geq (number b) (number a))) (= a b))",
        "",
    ),
    ("nan-is-kept", "a NaN counts as -inf", "(= (value a) a)", ""),
    ("nan-is-greatest", "a NaN counts as -inf", "(greater a b)", "(is_nan a)"),
    ("nan-is-not-lowest", "a NaN counts as -inf", "(not (= (value a) lowest))", "(is_nan a)"),
    ("zeros-differ", "zeros are equal", "(greater a b)", "(and (is_zero a) (is_zero b))"),
    ("zeros-are-one", "zeros have signs", "(= a b)", "(and (is_zero a) (is_zero b))"),
    ("equal-keys", "zeros have equal keys", "(= (value a) (value b))", "(= (key a) (key b))"),
    ("key-is-bits", "negative numbers are turned around", "(= (greater a b) (bvsgt a b))", ""),
    ("ieee", "NaN compares with nothing", "(= (greater a b) (fp.gt (number a) (number b)))", ""),
    ("ieee-minimum", "a maximum is no minimum", "(fp.geq (number a) (number (first a b)))", "(not (is_nan a))"),
    (
        "low-bits-decide",
        "higher bits differ too",
        "(not (bvugt a b))",
        "(= (bvand (bvxor a b) #x03ff) #x0000)",
    ),
    ("same-numbers", "all NaN are one number", "(= a b)", "(= (number a) (number b))"),
    ("one-zero", "zeros are two numbers", "(= (number a) (number b))", "(and (is_zero a) (is_zero b))"),
    ("positive", "numbers may be negative", "(bvsgt a b)", "(not (is_nan a))"),
    ("finite", "-inf is an element", "(not (= (value a) lowest))", "(not (is_nan a))"),
    (
        "zeros-apart",
        "zeros are equal",
        "(=> (and (is_zero a) (is_zero b)) (not (fp.geq (number a) (number b))))",
        "(not (= a b))",
    ),
)


def statement(of: Format, name: str, goal: Formula, given: Formula) -> BitObligation:
    """A statement on two patterns of a type."""
    return BitObligation(
        label=f"{of.name}.{name}",
        statement="False.",
        functions=of.text,
        patterns=of.elements("a", "b"),
        assumptions=(BitAssumption("given", given),) if given else (),
        goal=goal,
        source=Source("false", name),
        expected=Verdict.REFUTED,
        logic=of.logic,
    )


def of_types() -> Iterator[Falsehood]:
    """Of a float and of both 8-bit integers; each fourth as a script too."""
    rows = [(of, row) for of in (FLOAT16, INT8, UINT8) for row in EVERYWHERE] + [(FLOAT16, row) for row in OF_FLOATS]
    for number, (of, (name, reason, goal, given)) in enumerate(rows):
        # Which order an unsigned key has, is no question of its own.
        if (of.name, name) == ("uint8", "order-unsigned"):
            continue
        said = statement(of, name, goal, given)
        yield false_statement(said, reason, "bits")
        if number % 4 == 0:
            yield false_script(said, reason)


def cells() -> Iterator[tuple[Format, str, ReadTerm, str]]:
    """Terms that are read at cells: the type of what they speak of, a name, the term, the same by hand."""
    for of, rows in ((FLOAT16, ON_FLOATS), (INT8, ON_INTEGERS)):
        for name, term, cell, by_hand in rows:
            yield of, f"read.{name}", ReadTerm(name, term, cell), by_hand


def of_cells() -> Iterator[Falsehood]:
    """None of these terms holds of all patterns."""
    for of, name, term, by_hand in cells():
        is_false = partial(has_witness, statement(of, name, by_hand, ""))
        yield replace(false_statement(statement(of, name, term, ""), by_hand, "bits"), is_false=is_false)


def right_of_cells() -> Iterator[BitObligation]:
    """Each says what it says by hand, and no more and no less."""
    for of, name, term, by_hand in cells():
        if by_hand != NEVER:
            yield statement(of, name, term, by_hand)
            yield statement(of, f"{name}.by-hand", by_hand, term)


def of_clauses() -> Iterator[Falsehood]:
    """Clauses that are negated, and read."""
    for label in (NAN, ZEROS):
        said = ClausesOnBits(FLOAT16, MAXPOOL).meets(label, Cell())
        clause = MAXPOOL[label]
        negated = MAXPOOL.changed(label, not_(clause.formula))[label]
        changed = said.with_formula(clause, negated.formula)
        assert isinstance(changed.goal, ReadClause)
        yield false_statement(changed, f"{label} holds", "bits")
