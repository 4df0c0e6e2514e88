"""The Gallina reading: what each node becomes, and what is refused. What it means, test_kernel_coq.py holds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from spec.language.terms import (
    TRUE,
    Sort,
    Symbol,
    Term,
    Variable,
    and_,
    ceil,
    ceil_div,
    exists,
    floor,
    forall,
    ite,
    maximum,
    minimum,
    not_,
    or_,
    term,
)
from spec.readings.gallina import binders, identifier, to_gallina, to_test, to_value

a, b, c = Variable("a"), Variable("b"), Variable("c")
p, q = Variable("p", Sort.BOOL), Variable("q", Sort.BOOL)
v = Variable("v", Sort.ELEMENT)
key = Symbol("key", (Sort.ELEMENT,), Sort.REAL)
inside = Symbol("in_range", (Sort.INT, Sort.INT), Sort.BOOL)
chosen = Symbol("chosen", (Sort.BOOL, Sort.INT), Sort.INT)

READ: tuple[tuple[Term, str], ...] = (
    (a + b * c - 1, "a + b * c - 1"),
    (a - (b - c), "a - (b - c)"),
    ((a + b) * c, "(a + b) * c"),
    (-a * b, "(- a) * b"),
    (-(a % b), "(- (a mod b))"),
    (term(-3) + a, "(-3) + a"),
    (a // b + 1, "a / b + 1"),
    (a // (b * c), "a / (b * c)"),
    (a % b, "a mod b"),
    (ceil_div(a, b), "(- ((- a) / b))"),
    (minimum(a + 1, b) + maximum(a, -b), "Z.min (a + 1) b + Z.max a (- b)"),
    (floor(a / b + 1), "(a + b) / b"),
    (ceil(a / b), "(- ((- a) / b))"),
    ((a / b).eq(c), "a = c * b"),
    (a / b < term(Fraction(1, 2)), "a * 2 < b"),
    (ite(a < b, a, b), "(if (a <? b) then a else b)"),
    (and_(a < b, a <= b, a > b, a >= b), "a < b /\\ a <= b /\\ a > b /\\ a >= b"),
    (or_(and_(p, q), not_(p)), "p = true /\\ q = true \\/ ~ (p = true)"),
    (and_(or_(p, q), a.ne(b)), "(p = true \\/ q = true) /\\ a <> b"),
    (p.implies(q).implies(p), "(p = true -> q = true) -> p = true"),
    (p.iff(q.iff(p)), "p = true <-> (q = true <-> p = true)"),
    (forall(a, 0, b, a < c), "(forall a : Z, 0 <= a < b -> a < c)"),
    (exists(a, b + 1, b * 2, or_(p, q)), "(exists a : Z, b + 1 <= a < b * 2 /\\ (p = true \\/ q = true))"),
    (inside(a + 1, b), "in_range (a + 1) b = true"),
    (chosen(and_(p, a < b), c), "chosen (p && (a <? b)) c"),
    (key(v) < key(v), "Qlt (key v) (key v)"),
    (key(v) >= key(v), "Qle (key v) (key v)"),
    (key(v).eq(key(v)), "Qeq (key v) (key v)"),
    (TRUE, "True"),
)

TESTS: tuple[tuple[Term, str], ...] = (
    (and_(a < b, p), "((a <? b) && p)"),
    (or_(not_(p), a > b), "((negb p) || (b <? a))"),
    (a.ne(b + 1), "(negb (a =? b + 1))"),
    (key(v) > key(v), "(negb (Qle_bool (key v) (key v)))"),
    (p.implies(inside(a, b)), "(implb p (in_range a b))"),
    (p.iff(TRUE), "(Bool.eqb p true)"),
)


@pytest.mark.parametrize(("node", "text"), READ, ids=[text for _, text in READ])
def test_reading(node: Term, text: str) -> None:
    assert to_gallina(node) == text


@pytest.mark.parametrize(("node", "text"), TESTS, ids=[text for _, text in TESTS])
def test_as_a_test(node: Term, text: str) -> None:
    assert to_test(node) == to_value(node) == text


REFUSED: tuple[tuple[Term, str], ...] = (
    (Variable("n", Sort.NAME).eq("NOTSET"), "names"),
    (key(v) + key(v) < key(v), "no arithmetic on rationals"),
    (key(v) < a, "compares no rational with an integer"),
    (a / b, "rational"),
    (key(v) < term(Fraction(1, 2)), "arithmetic on rationals"),
    (floor(key(v)), "rational"),
    (ite(forall(a, 0, b, a < c), 1, 2).eq(1), "no test for a quantifier"),
)


@pytest.mark.parametrize(("node", "reason"), REFUSED, ids=[reason for _, reason in REFUSED])
def test_what_it_does_not_have_is_refused(node: Term, reason: str) -> None:
    with pytest.raises(TypeError, match=reason):
        to_gallina(node)


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("pads[0]", "pads_0"),
        ("draft.dY_2.always-too-small", "draft_dY_2_always_too_small"),
        ("dilation<=x", "dilation_le_x"),
        ("meets_input(m)", "meets_input_m"),
        ("2nd", "_2nd"),
        ("end", "end_"),
        ("Z", "Z_"),
    ],
)
def test_identifiers(name: str, plain: str) -> None:
    assert identifier(name) == plain


def test_binders() -> None:
    text = binders([a, b, p, v], [key, inside])
    assert text == (
        "(Element : Type) (a b : Z) (p : bool) (v : Element) (key : Element -> Q) (in_range : Z -> Z -> bool)"
    )


def test_names_that_would_become_one_are_refused() -> None:
    with pytest.raises(ValueError, match="are one in Gallina"):
        binders([Variable("pads[0]"), Variable("pads_0")], [])


def test_a_name_is_of_no_type() -> None:
    with pytest.raises(TypeError, match="no names"):
        binders([Variable("n", Sort.NAME)], [])
