"""The bit-precise theory of the floats: NaN as -inf, equal zeros, an integer key; and the traps of IEEE 754.

All bit patterns are covered, every payload of a NaN among them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from proofs.engine.bits.formulas import BitAssumption
from proofs.engine.bits.obligation import BitObligation
from proofs.engine.statement import Statement
from proofs.solvers.answers import Integers
from proofs.theories.floats.bit_traps import by_loop, by_reference, positions, trap, traps
from proofs.theories.floats.bits import Format, flag, index, theorem, theorems
from proofs.theories.floats.clauses import NAN, ZEROS, clause_theorems
from reference.maxpool import nan_as_minus_infinity
from spec.maxpool.operator import MAXPOOL
from spec.operator.operator import Operator

NAN_RULE = MAXPOOL[NAN].source

FUNCTIONS = """\
(define-fun minus_infinity () {pattern} (_ bv{lowest} {width}))
(define-fun lowest () {pattern} minus_infinity)
(define-fun number ((a {pattern})) {number} {to_number})
(define-fun above ((x {number}) (y {number})) Bool (fp.gt x y))
(define-fun is_nan ((a {pattern})) Bool (fp.isNaN (number a)))
(define-fun is_zero ((a {pattern})) Bool (fp.isZero (number a)))
(define-fun counted ((a {pattern})) {number} (ite (is_nan a) (_ -oo {sizes}) (number a)))
(define-fun value ((a {pattern})) {pattern} (ite (is_nan a) lowest a))
(define-fun magnitude ((a {pattern})) {pattern} (bvand a (_ bv{largest} {width})))
(define-fun plain ((a {pattern})) {pattern}
  (ite (bvugt (magnitude a) (_ bv{infinity} {width})) lowest (ite (= (magnitude a) (_ bv0 {width})) (magnitude a) a)))
(define-fun key ((a {pattern})) {pattern}
  (bvxor (plain a) (ite (= ((_ extract {sign} {sign}) (plain a)) #b1) (_ bv{largest} {width}) (_ bv0 {width}))))
"""
"""By bits alone: `plain` is a with NaN as -inf, -0.0 as +0.0; `key` turns the magnitudes of negative numbers around."""


def float_format(name: str, exponent: int, significand: int, *, upper_half_of: tuple[int, int] | None = None) -> Format:
    """A float of so many exponent and significand bits (the hidden one counted).

    A type that is the upper half of another's patterns has that one's numbers, and none of NumPy's types.
    """
    width = exponent + significand
    sign, infinity = 1 << (width - 1), ((1 << exponent) - 1) << (significand - 1)
    quiet, one = infinity | 1 << (significand - 2), ((1 << (exponent - 1)) - 1) << (significand - 1)
    sizes = "{} {}".format(*(upper_half_of or (exponent, significand)))
    positive = (0, 1, one, infinity, infinity + 1, quiet, sign - 1)
    return Format(
        name=name,
        width=width,
        number=f"(_ FloatingPoint {sizes})",
        functions=FUNCTIONS.format(
            pattern=f"(_ BitVec {width})",
            number=f"(_ FloatingPoint {sizes})",
            sizes=sizes,
            to_number=f"((_ to_fp {sizes}) {f'(concat a (_ bv0 {width}))' if upper_half_of else 'a'})",
            width=width,
            sign=width - 1,
            lowest=sign | infinity,
            largest=sign - 1,
            infinity=infinity,
        ),
        landmarks=(*positive, *(sign | p for p in positive)),
        lowest=sign | infinity,
        logic="QF_BVFP",
        about=(NAN, ZEROS),
        source=NAN_RULE,
        dtype="" if upper_half_of else name,
    )


FLOAT16 = float_format("float16", 5, 11)
BFLOAT16 = float_format("bfloat16", 8, 8, upper_half_of=(8, 24))
FLOAT32 = float_format("float32", 8, 24)
FLOAT64 = float_format("float64", 11, 53)
PROFILE = (FLOAT16, FLOAT32, FLOAT64)
"""The floats of the profile; bfloat16 is one of ONNX's, for MaxPool-22."""


def float_theorems(of: Format) -> tuple[BitObligation, ...]:
    """What holds of floats."""
    zeros = BitAssumption("a is a zero", "(is_zero a)"), BitAssumption("b is a zero", "(is_zero b)")
    return (
        theorem(
            of,
            "value",
            "In Y stands -inf for a NaN, else an element's own bits: the number that counts, with the same key.",
            of.elements("a"),
            """(and (=> (is_nan a) (= (value a) lowest))
                    (=> (not (is_nan a)) (= (value a) a))
                    (= (number (value a)) (counted a))
                    (= (key (value a)) (key a)))""",
            about=(NAN, "Y.bits"),
            source=NAN_RULE,
        ),
        theorem(
            of,
            "zeros",
            "Of two zeros, whatever their signs, neither is greater, and the first is kept, bit for bit.",
            of.elements("a", "b"),
            "(and (not (greater a b)) (not (greater b a)) (= (key a) (key b)) (= (first a b) a))",
            *zeros,
            about=(ZEROS,),
        ),
        theorem(
            of,
            "equal-keys",
            "Elements with equal keys have the same bits in Y, unless both are zeros.",
            of.elements("a", "b"),
            "(or (= (value a) (value b)) (and (is_zero a) (is_zero b)))",
            BitAssumption("the keys are equal", "(= (key a) (key b))"),
            about=(ZEROS, "Y.bits"),
        ),
        theorem(
            of,
            "key.undone",
            "Turning the magnitudes of negative keys around gives an element's bits in Y back, +0.0 for both zeros.",
            of.elements("a"),
            f"""(let ((k (key a)))
                 (= (bvxor k (ite (bvsgt (_ bv0 {of.width}) k) (_ bv{(1 << (of.width - 1)) - 1} {of.width})
                                                               (_ bv0 {of.width})))
                    (ite (is_zero a) (_ bv0 {of.width}) (value a))))""",
            about=(ZEROS, "Y.bits"),
        ),
        theorem(
            of,
            "maximum",
            "Unless both are zeros, IEEE 754's maximum gives the fold's bits, a NaN that remains being -inf.",
            of.elements("a", "b"),
            """(let ((m (fp.max (number a) (number b))))
                 (= (ite (fp.isNaN m) (number lowest) m) (best-of true (counted a) true (counted b))))""",
            BitAssumption("not both are zeros", "(not (and (is_zero a) (is_zero b)))"),
            about=(ZEROS,),
        ),
    )


# --- the traps -------------------------------------------------------------------------------------


def _in_Y(of: Format, number: Any) -> int:
    """The pattern of a number, that of -inf for a NaN."""
    return of.pattern(nan_as_minus_infinity(np.asarray(number).reshape(1)))


def _raw(of: Format, values: Integers) -> Integers:
    patterns = values["a"], values["b"]
    kept, _ = by_loop(positions(of.array(*patterns)), np.greater)
    return {"y": by_reference(of, *patterns)[0], "y_raw": _in_Y(of, kept)}


def _raw_grouped(of: Format, values: Integers) -> Integers:
    a, b, c = of.array(values["a"], values["b"], values["c"])

    def first(one: Any, other: Any) -> Any:
        return by_loop(positions([one, other]), np.greater)[0]

    return {"left": _in_Y(of, first(first(a, b), c)), "right": _in_Y(of, first(a, first(b, c)))}


def _nan_is_beaten(of: Format, values: Integers) -> Integers:
    patterns = values["a"], values["b"]

    def takes(element: Any, best: Any) -> Any:
        return element > best or (np.isnan(best) and not np.isnan(element))

    return {
        "index": by_reference(of, *patterns)[1],
        "index_nan_beaten": by_loop(positions(of.array(*patterns)), takes)[1],
    }


def _maximum(of: Format, values: Integers) -> Integers:
    a, b = of.array(values["a"], values["b"])
    # Not numpy.fmax: of a signalling NaN and a number it may make a NaN, as IEEE 754-2008 lets it.
    takes_b = values["second"] if a == 0 and b == 0 else np.isnan(a) or b > a
    maximum = b if takes_b else a
    return {"y": by_reference(of, values["a"], values["b"])[0], "y_maximum": _in_Y(of, maximum)}


def raw(one: str, other: str) -> str:
    """The first maximum by `>` on the numbers as they are."""
    return f"(ite (fp.gt (number {other}) (number {one})) {other} {one})"


MAXIMUM = """\
(ite (is_nan a) b (ite (is_nan b) a (ite (and (is_zero a) (is_zero b)) (ite (= second #b1) b a)
  (ite (fp.geq (number a) (number b)) a b))))"""
"""IEEE 754-2008's maxNum, as SMT-LIB's fp.max: of two zeros, whichever the implementation likes (`second`)."""


def float_traps(of: Format) -> tuple[BitObligation, ...]:
    """Wrong rules that are wrong for floats."""
    a, b, c = of.elements("a", "b", "c")
    y = of.element("y", "(value (first a b))")
    return (
        trap(
            of,
            "trap.raw",
            "Comparing with `>` as it is, NaN becoming -inf at the end only, gives the same Y.",
            (a, b, y, of.element("y_raw", f"(value {raw('a', 'b')})")),
            _raw,
            about=(NAN,),
            source=NAN_RULE,
        ),
        trap(
            of,
            "trap.raw.associative",
            "Folding with `>` as it is is associative.",
            (
                *(a, b, c),
                of.element("left", f"(value {raw(raw('a', 'b'), 'c')})"),
                of.element("right", f"(value {raw('a', raw('b', 'c'))})"),
            ),
            _raw_grouped,
            about=(NAN,),
            source=NAN_RULE,
        ),
        trap(
            of,
            "trap.nan-is-beaten",
            "A rule by which every number takes the place of a NaN finds the same index.",
            (
                *(a, b, index("index", "(ite (greater b a) #x01 #x00)")),
                index(
                    "index_nan_beaten",
                    "(ite (or (fp.gt (number b) (number a)) (and (is_nan a) (not (is_nan b)))) #x01 #x00)",
                ),
            ),
            _nan_is_beaten,
            about=(NAN, "Indices.first-maximum"),
            source=NAN_RULE,
        ),
        trap(
            of,
            "trap.maximum",
            "IEEE 754's maximum, whichever of two zeros it returns, gives the same Y, bit for bit.",
            (a, b, flag("second"), y, of.element("y_maximum", f"(value {MAXIMUM})")),
            _maximum,
            about=(ZEROS, "Y.bits"),
        ),
    )


def obligations(operator: Operator = MAXPOOL) -> tuple[Statement, ...]:
    """The obligations of this file, in reading order, about the clauses of MaxPool or of a changed operator."""
    return (
        *(
            o
            for of in (FLOAT16, BFLOAT16, FLOAT32, FLOAT64)
            for o in (*theorems(of), *float_theorems(of), *clause_theorems(of, operator))
        ),
        *(o for of in PROFILE for o in (*traps(of), *float_traps(of))),
    )
