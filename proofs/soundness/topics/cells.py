"""Terms on elements that are read on bit patterns at a cell of a small call, each with what it says there."""

from __future__ import annotations

from spec.language.terms import TRUE, Sort, Term, Variable, and_, exists, forall, ite, not_, or_
from spec.maxpool.vocabulary import Indices, X, is_nan, key, n
from spec.readings.bits import Cell

A, B, V = (Variable(name, Sort.ELEMENT) for name in "abv")
FIRST, SECOND, THIRD = (X(0, 0, 0, i) for i in range(3))
ROW = Cell({"n": 1}, tensors={"X": {(0, 0, 0, 0): "a", (0, 0, 0, 1): "b"}})
NAMED = Cell(others={"v": "b"})
FROM_0, FROM_9 = (Cell(integers={"Indices": ("a", zero, range(zero - 2, zero + 3))}) for zero in (0, 9))
NEVER = "false"
HERE = Indices(0, 0, 0, 0)

ON_FLOATS: tuple[tuple[str, Term, Cell, str], ...] = (
    ("greater", key(FIRST) > key(SECOND), ROW, "(bvsgt (key a) (key b))"),
    ("less", key(FIRST) < key(SECOND), ROW, "(bvsgt (key b) (key a))"),
    ("at-most", key(FIRST) <= key(SECOND), ROW, "(not (bvsgt (key a) (key b)))"),
    ("at-least", key(FIRST) >= key(SECOND), ROW, "(not (bvsgt (key b) (key a)))"),
    ("same", FIRST.eq(SECOND), ROW, "(= a b)"),
    ("another", FIRST.ne(SECOND), ROW, "(not (= a b))"),
    ("placed", X(0, 0, 0, n).eq(A), ROW, "(= b a)"),
    ("beside-it", X(0, 0, 0, n - 1).eq(B), ROW, "(= a b)"),
    ("outside", or_(THIRD.eq(THIRD), FIRST.eq(SECOND)), ROW, NEVER),
    ("not-asked-for", or_(n.eq(0), FIRST.eq(SECOND)), ROW, "(= a b)"),
    ("named", V.eq(A), NAMED, "(= b a)"),
    ("both", and_(is_nan(A), is_nan(V)), NAMED, "(and (is_nan a) (is_nan b))"),
    ("either", or_(is_nan(A), is_nan(V)), NAMED, "(or (is_nan a) (is_nan b))"),
    ("neither", not_(or_(is_nan(A), is_nan(V))), NAMED, "(and (not (is_nan a)) (not (is_nan b)))"),
    ("implied", is_nan(A).implies(is_nan(V)), NAMED, "(or (not (is_nan a)) (is_nan b))"),
    ("alike", is_nan(A).iff(is_nan(V)), NAMED, "(= (is_nan a) (is_nan b))"),
    ("chosen", ite(is_nan(A), is_nan(V), A.eq(V)), NAMED, "(ite (is_nan a) (is_nan b) (= a b))"),
    ("each", forall(n, 0, 2, X(0, 0, 0, n).eq(FIRST)), ROW, "(= a b)"),
    ("some", exists(n, 0, 2, key(X(0, 0, 0, n)) > key(FIRST)), ROW, "(bvsgt (key b) (key a))"),
)
"""A name, a term, the cell, and the same by hand. It is neither always so nor never, but for what is outside."""
ON_INTEGERS: tuple[tuple[str, Term, Cell, str], ...] = (
    ("index", HERE.eq(1), FROM_0, "(= a #x01)"),
    ("index-negative", HERE.eq(-2), FROM_0, "(= a #xfe)"),
    ("index-below", HERE < 9, FROM_9, "(or (= a #xff) (= a #xfe))"),
    ("index-from-9", HERE.eq(10), FROM_9, "(= a #x01)"),
    ("index-tried", or_(TRUE, HERE.eq(1)), FROM_0, "(and (bvsgt a #xfd) (bvsgt #x03 a))"),
)
"""The same of the pattern of an integer."""
