"""The bit-precise theory of the 8-bit integers: each compared with its own sign; and the trap of the other's."""

from __future__ import annotations

import numpy as np

from proofs.engine.bits.obligation import BitObligation
from proofs.engine.statement import Statement
from proofs.solvers.answers import Integers
from proofs.theories.floats.bit_traps import by_loop, by_reference, positions, trap, traps
from proofs.theories.floats.bits import Format, theorem, theorems
from proofs.theories.floats.clauses import clause_theorems
from spec.maxpool.operator import MAXPOOL
from spec.operator.clauses import ADDED
from spec.operator.operator import Operator

FUNCTIONS = """\
(define-fun lowest () (_ BitVec 8) (_ bv{lowest} 8))
(define-fun minus_infinity () (_ BitVec 8) lowest)
(define-fun is_nan ((a (_ BitVec 8))) Bool false)
(define-fun number ((a (_ BitVec 8))) (_ BitVec 8) a)
(define-fun counted ((a (_ BitVec 8))) (_ BitVec 8) a)
(define-fun above ((x (_ BitVec 8)) (y (_ BitVec 8))) Bool ({above} x y))
(define-fun value ((a (_ BitVec 8))) (_ BitVec 8) a)
(define-fun key ((a (_ BitVec 8))) (_ BitVec 9) ((_ {extend} 1) a))
"""


def integer_format(name: str, *, lowest: int, above: str, extend: str) -> Format:
    """An 8-bit integer, by its minimum, its comparison, and how a ninth bit is put before its patterns."""
    return Format(
        name=name,
        width=8,
        number="(_ BitVec 8)",
        functions=FUNCTIONS.format(lowest=lowest, above=above, extend=extend),
        landmarks=(0, 1, 0x7F, 0x80, 0x81, 0xFF),
        lowest=lowest,
        logic="QF_BV",
        about=("Y.max",),
        source=ADDED,
        dtype=name,
    )


INT8 = integer_format("int8", lowest=0x80, above="bvsgt", extend="sign_extend")
UINT8 = integer_format("uint8", lowest=0, above="bvugt", extend="zero_extend")


def _other_sign(of: Format, values: Integers) -> Integers:
    patterns = values["a"], values["b"]
    other = "int8" if of.name == "uint8" else "uint8"
    kept, _ = by_loop(positions(np.array(patterns, np.uint8).view(other)), np.greater)
    return {"y": by_reference(of, *patterns)[0], "y_other_sign": int(kept) % 256}


def other_sign(of: Format, above: str) -> BitObligation:
    """The claim that the comparison with the other sign does as well."""
    return trap(
        of,
        "trap.other-sign",
        f"Comparing {of.name} as if it were {'unsigned' if of is INT8 else 'signed'} gives the same Y.",
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
        *(o for of in (INT8, UINT8) for o in (*theorems(of), selected(of), *clause_theorems(of, operator), *traps(of))),
        other_sign(INT8, "bvugt"),
        other_sign(UINT8, "bvsgt"),
    )
