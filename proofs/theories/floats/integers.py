"""The bit-precise theory of the integers: each compared with its own sign; and the trap of the other's."""

from __future__ import annotations

import numpy as np

from proofs.engine.bits.obligation import BitObligation
from proofs.engine.statement import Statement
from proofs.solvers.answers import Integers
from proofs.theories.floats.bit_traps import by_loop, by_reference, positions, trap, traps
from proofs.theories.floats.bits import Format, theorem, theorems
from proofs.theories.floats.clauses import clause_theorems
from spec.maxpool.operator import MAXPOOL, TYPES
from spec.operator.clauses import ADDED
from spec.operator.operator import Operator
from spec.operator.types import IntegerType, integers

FUNCTIONS = """\
(define-fun lowest () {pattern} (_ bv{lowest} {width}))
(define-fun minus_infinity () {pattern} lowest)
(define-fun is_nan ((a {pattern})) Bool false)
(define-fun number ((a {pattern})) {pattern} a)
(define-fun counted ((a {pattern})) {pattern} a)
(define-fun above ((x {pattern}) (y {pattern})) Bool ({above} x y))
(define-fun value ((a {pattern})) {pattern} a)
(define-fun key ((a {pattern})) (_ BitVec {wider}) ((_ {extend} 1) a))
"""
ABOVE = {True: "bvsgt", False: "bvugt"}
"""The comparison of integers, by whether they are signed."""


def integer_format(of: IntegerType) -> Format:
    """A type of integers: its minimum, its comparison, and how one more bit is put before its patterns."""
    half = 1 << (of.bits - 1)
    lowest = half if of.signed else 0
    pattern = f"(_ BitVec {of.bits})"
    return Format(
        name=of.name,
        width=of.bits,
        number=pattern,
        functions=FUNCTIONS.format(
            pattern=pattern,
            width=of.bits,
            wider=of.bits + 1,
            lowest=lowest,
            above=ABOVE[of.signed],
            extend="sign_extend" if of.signed else "zero_extend",
        ),
        landmarks=(0, 1, half - 1, half, half + 1, 2 * half - 1),
        lowest=lowest,
        logic="QF_BV",
        about=("Y.max",),
        source=ADDED,
        dtype=of.name,
    )


INT8, UINT8 = map(integer_format, integers(("int8", "uint8")))
FORMATS = {of: integer_format(of) for of in integers(TYPES)}
"""Those of the operator's element types, in its order."""


def _other_sign(of: Format, values: Integers) -> Integers:
    patterns = values["a"], values["b"]
    numbers = of.array(*patterns)
    other = numbers.view(f"{'i' if numbers.dtype.kind == 'u' else 'u'}{numbers.itemsize}")
    kept, _ = by_loop(positions(other), np.greater)
    return {"y": by_reference(of, *patterns)[0], "y_other_sign": int(kept) % (1 << of.width)}


def other_sign(kind: IntegerType) -> BitObligation:
    """The claim that the comparison with the other sign does as well."""
    of, above = FORMATS[kind], ABOVE[not kind.signed]
    return trap(
        of,
        "trap.other-sign",
        f"Comparing {of.name} as if it were {'unsigned' if kind.signed else 'signed'} gives the same Y.",
        (
            *of.elements("a", "b"),
            of.element("y", "(first a b)"),
            of.element("y_other_sign", f"(ite ({above} b a) b a)"),
        ),
        _other_sign,
        about=("Y.max",),
    )


def selected(of: Format) -> BitObligation:
    """Y's bits, where there is no NaN."""
    return theorem(
        of,
        "selected",
        "The first maximum of two elements is one of them, bit for bit.",
        of.elements("a", "b"),
        "(or (= (first a b) a) (= (first a b) b))",
        about=("Y.bits",),
    )


def obligations(operator: Operator = MAXPOOL) -> tuple[Statement, ...]:
    """The obligations of this file, in reading order, about the clauses of MaxPool or of a changed operator."""
    return (
        *(
            o
            for of in FORMATS.values()
            for o in (*theorems(of), selected(of), *clause_theorems(of, operator), *traps(of))
        ),
        *map(other_sign, FORMATS),
    )
