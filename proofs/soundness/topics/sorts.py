"""False and right statements on fractions, texts, elements and functions: what both solvers are told in other words."""

from __future__ import annotations

from fractions import Fraction

from proofs.solvers.answers import Table, Values
from spec.language.terms import (
    Literal,
    Sort,
    Symbol,
    Term,
    Variable,
    and_,
    ceil,
    floor,
    ite,
    maximum,
    minimum,
    or_,
    sum_of,
)

a, b, c = (Variable(name) for name in "abc")
r = Variable("r", Sort.REAL)
s = Variable("s", Sort.NAME)
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
element = Symbol("element", (Sort.INT,), Sort.ELEMENT)
holds = Symbol("holds", (Sort.INT,), Sort.BOOL)
rank = Symbol("rank", (Sort.ELEMENT, Sort.INT), Sort.REAL)
number = Symbol("number", (Sort.INT,), Sort.INT)
size = Symbol("size", (), Sort.INT)
plus = Symbol("+", (Sort.INT, Sort.INT), Sort.INT)
E, U = Variable("e", Sort.ELEMENT), Variable("u", Sort.ELEMENT)

Row = tuple[str, str, Term, tuple[Term, ...], Values | None]
LESS = "one fraction is less than the other"
FRACTIONS: tuple[Row, ...] = (
    ("third", "a third is no half", (a / 3).eq(a / 2), (), None),
    ("order", "denominators differ", a / 2 < b / 3, (a < b,), None),
    ("at-most", "denominators differ", a / 2 <= b / 3, (a <= b, a >= 0), None),
    ("at-least", "denominators differ", b / 3 >= a / 2, (b >= a, a >= 0), None),
    ("greater", "denominators differ", b / 3 > a / 2, (b > a, a >= 0), None),
    ("distinct", "2/4 is 1/2", (a / 4).ne(b / 2), (a >= 1, b >= 1), None),
    ("half-of-odd", "a half may be no integer", (a / 2).eq(a // 2), (), None),
    ("rounded-both-ways", "down is not up", floor(a / 2).eq(ceil(a / 2)), (), None),
    ("rounded-up", "up is not one more", ceil(a / b).eq(a // b + 1), (b >= 1,), None),
    ("rounded-apart", "two halves are one", floor(a / 2 + b / 2).eq(floor(a / 2) + floor(b / 2)), (), None),
    ("rounded-and-one", "a whole does not round", floor(a / 2 + 1).eq(floor(a / 2)), (), None),
    ("rounded-integer", "an integer does not round", floor(a).eq(ceil(a) + 1), (), None),
    ("nested", "what is divided by a quotient grows", (a / b / c).eq(a / (b / c)), (b >= 1, c >= 1), None),
    ("product", "2 * 3 is not 5", (a / 2 * (b / 3)).eq(a * b / 5), (), None),
    ("product-of-one", "2 * 3 is not 3", (a / 2 * (b / 3)).eq(a * b / 3), (), None),
    ("sum", "1/2 + 1/3 is not 2/5", (a / 2 + a / 3).eq(2 * a / 5), (), None),
    ("difference", "a third is less than a half", a / 2 - b / 3 <= (a - b) / 2, (), None),
    ("negated", "a is negative", -(a / 2) <= a / 2, (), None),
    ("negated-and-rounded", "-1/2 rounds to -1", floor(-(a / 2)).eq(-floor(a / 2)), (), None),
    ("maximum", LESS, maximum(a / 2, b / 3).eq(a / 2), (), None),
    ("minimum", LESS, minimum(a / 2, b / 3).eq(b / 3), (), None),
    ("maximum-is-minimum", LESS, maximum(a / 2, b / 3) <= minimum(a / 2, b / 3), (), None),
    ("choice", "another is chosen", ite(a >= b, a / 2, b / 3).eq(b / 3), (), None),
    ("constant", "0 is less than 1/3", a * Literal(HALF) >= Literal(THIRD), (a >= 0,), None),
    ("constant-negative", "-1/2 is negative", a + Literal(-HALF) >= 0, (a >= 0,), None),
    ("constant-rounded", "1/2 rounds to 0", floor(a + Literal(HALF)).eq(a + 1), (), None),
    ("remainder", "2 remains of -1", (-a % 3).eq(-(a % 3)), (), None),
)
SORTS: tuple[Row, ...] = (
    ("real-below-one", "1/2 is one", r >= 1, (r > 0,), {"r": HALF}),
    ("real-negative", "-1/2 is one", r.ne(Literal(-HALF)), (r < 0,), {"r": -HALF}),
    ("real-of-two", "1/3 is no half", r.ne(Literal(THIRD)), (r > 0, r < Literal(HALF)), {"r": THIRD}),
    ("real-or-integer", "the other is chosen", ite(a >= 1, 2, r) >= 1, (), {"a": 0, "r": HALF}),
    ("escaped", "a text of six characters is no letter", Literal("\\u{61}").eq(Literal("a")), (), {}),
    ("of-digits", "a text is no number", Literal("1").eq(Literal("01")), (), {}),
    ("marked-twice", "two marks are not one", Literal('a""b').eq(Literal('a"b')), (), {}),
    ("letters", "one letter is not another", s.ne(Literal("é")), (s.ne(Literal("e")),), {"s": "é"}),
    ("taken-and-marked", "a name of one's own is none of the prover's", Variable("mod").eq(Variable("mod~")), (), None),
    ("marked-and-taken", "a name of one's own is none of the prover's", Variable("mod").eq(Variable("~mod")), (), None),
    ("elements", "two places may hold two", element(a).eq(element(b)), (),
     {"a": 0, "b": 1, "element": Table({(0,): "u"}, "v")}),
    ("element", "there are two", E.eq(U), (), {"e": "u", "u": "v"}),
    ("truth-of-another", "one place is not another", holds(b), (holds(a),),
     {"a": 0, "b": 1, "holds": Table({(0,): True}, False)}),
    ("arguments-exchanged", "one argument is not the other", rank(E, a) <= rank(E, b), (a <= b,),
     {"a": 0, "b": 1, "e": "u", "rank": Table({("u", 0): HALF}, Fraction(0))}),
    ("called-as-an-operator", "what a function is called does not say what it gives", plus(a, b).eq(a + b), (),
     {"a": 1, "b": 1, "+": Table({}, 0)}),
    ("no-arguments", "nothing is known of it", size() >= 0, (), {"size": Table({}, -1)}),
)  # fmt: skip
"""A name, the reason, the goal, what is given; where a search has more to choose than integers, the values."""
EQUATIONS: tuple[Row, ...] = (
    ("defined", "one more is not the same", c.eq(b), (a.eq(b), c.eq(a + 1)), None),
    ("defined-in-a-circle", "both say the same", a.eq(1), (a.eq(b + 1), b.eq(a - 1)), None),
    ("defined-twice", "both are the same", a.eq(c + 1), (a.eq(b), a.eq(c)), None),
    ("defined-by-itself", "0 and 1 are their squares", a.eq(1), (a.eq(a * a),), None),
    ("of-quotients", "half of one more may be more", (a // 2).eq(b // 2), (a.eq(b + 1),), None),
    ("of-other-divisors", "divisors differ", (a // b).eq(a // c), (b >= 1, c >= 1), None),
    ("of-turned-quotients", "a divisor is no dividend", (a // b).eq(b // a), (a >= 1, b >= 1), None),
    ("of-a-product", "twice is not once", (a * b).eq(c), (a.eq(c), b.eq(2)), None),
    ("of-products", "the third may be 0", (a * b).eq(0), ((a * c).eq(0), (b * c).eq(0)), None),
    ("of-a-sign", "a square is not negative", (a * a).eq(b * c), (a.eq(b), c.eq(-b)), None),
    ("of-fractions", "a half is not the whole", (a / 2).eq(b), (a.eq(b),), None),
    ("one-of-two", "the other may hold", a.eq(b), (or_(a.eq(b), a.eq(b + 1)),), None),
    ("under-a-premise", "the premise may fail", a.eq(b), ((a >= 1).implies(a.eq(b)),), None),
    ("of-a-sum", "three times is not twice", sum_of(c, 0, 3, a).eq(2 * a), (), None),
    ("of-a-growing-sum", "numbers add up", sum_of(c, 0, a, c).eq(a), (), None),
    ("of-numbers", "nothing is said of them", Literal(1).eq(2), (), {}),
    ("of-a-function", "one argument is not the other", number(a).eq(number(b)), (a.eq(b + 1),),
     {"a": 1, "b": 0, "number": Table({(1,): 1}, 0)}),
)  # fmt: skip

BY_ALGEBRA: tuple[tuple[str, Term, tuple[Term, ...]], ...] = (
    ("defined-in-turn", (c * c).eq((b + 1) * (b + 1)), (a.eq(b), c.eq(a + 1))),
    ("defined-of-defined", (a * a).eq((c + 1) * (c + 1)), (a.eq(b + 1), b.eq(c))),
    ("defined-twice", (b * b).eq((c + 1) * (c + 1)), (a.eq(b), a.eq(c + 1))),
    ("defined-by-itself", (a * a * a).eq(a), (a.eq(a * a),)),
    ("beside-what-says-nothing", (a * a * b).eq(0), ((a * b).eq(0), a.eq(a))),
    ("beside-texts", (a * a * b).eq(0), ((a * b).eq(0), Literal("a").eq(Literal("a")))),
)
"""Equations that follow of equations, as polynomials: a name, the goal, what is given."""

FOLLOWING: tuple[tuple[str, Term, tuple[Term, ...]], ...] = (
    ("fractions", and_((a / 2 < b / 3).iff(3 * a < 2 * b), (a / 2 + b / 3).eq((3 * a + 2 * b) / 6)), ()),
    ("fraction-of-fractions", (a / b / (c / b)).eq(a / c), (b >= 1, c >= 1)),
    ("rounded", and_(floor(a / 2).eq(a // 2), ceil(a / 2).eq((a + 1) // 2), floor(a / 2 + 1).eq(a // 2 + 1)), ()),
    ("rounded-integer", and_(floor(a).eq(a), ceil(a).eq(a)), ()),
    ("extremes", and_(minimum(a / 2, b / 3) <= a / 2, maximum(a / 2, b / 3) >= b / 3), ()),
    ("chosen-fraction", ite(a >= 0, a / 2, -a / 2) >= 0, ()),
    ("constants", and_(2 * Literal(HALF) * a >= a, 2 * Literal(-HALF) * a <= -a), ()),
    ("reals", or_(r < 0, r > Literal(-HALF)), ()),
    ("real-or-integer", ite(r >= 1, r, 1) >= 1, ()),
    (
        "texts",
        s.ne(Literal("a")),
        (
            s.eq(
                Literal('\\ "é'),
            ),
        ),
    ),
    ("taken", Variable("mod") >= 1, (Variable("mod") > 0, Variable("true").eq(0))),
    ("called-as-an-operator", plus(a, b).eq(plus(b, a)), (a.eq(b),)),
    (
        "sums",
        and_(sum_of(c, 1, 4, a + c).eq(3 * a + 6), sum_of(c, 2, 2, a).eq(0), sum_of(c, b, a, b) >= b),
        (a.eq(b), sum_of(c, b, a, b) >= a),
    ),
    ("same-elements", element(a).eq(E), (a.eq(b), element(b).eq(E))),
    ("truths", holds(a), (holds(b), a.eq(b))),
    ("ranks", rank(E, a) >= Literal(-HALF), (rank(U, a) >= 0, E.eq(U))),
    ("no-arguments", size() >= 0, (size().eq(3),)),
)
"""A name, the goal, what is given."""
