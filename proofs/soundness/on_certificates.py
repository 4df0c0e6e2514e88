"""False certificates: facts that hold together, by values, with trees that would contradict them by one slip."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any

from proofs.certificates.checker import BadCertificate, check
from proofs.certificates.facts import GOAL, Choice, Equation, Fact, Facts, Inequality, Value
from proofs.certificates.polynomials import Polynomial
from proofs.certificates.store import verify
from proofs.solvers.answers import Scalar, Table
from proofs.soundness.falsehood import NO_SOLVER, Falsehood, claim, has_witness
from proofs.soundness.forged import FORGED, Values, compared, leaf, of_function
from proofs.soundness.statements import OWN
from spec.language.terms import FALSE, Sort, Symbol, Term, Variable, ceil, exists, floor, forall, ite, or_

APART = (leaf(["1", "case 1"], equations=[["case 2", ["-1"]]]), leaf(["1", "case 1"], equations=[["case 2", ["1"]]]))
a, b, c, h, n = (Variable(name) for name in "abchn")
f = Symbol("f", (Sort.INT,), Sort.INT)
r = Variable("r", Sort.REAL)
SQUARE_BELOW = compared(
    [["1", "r"]],
    leaf(["1", "given 1"], equations=[["case 1", ["-1"], ["1", "r"]]]),
    leaf(["1", "given 1"], ["1", "case 1", "case 1"], ["1", "case 1"]),
    leaf(["1/3", "given 1"], ["1/3", "case 1", "case 1"], ["1", "case 1"]),
)
OF_RATIONALS: tuple[tuple[str, Term, tuple[Term, ...], Any], ...] = (
    ("between-integers", FALSE, (r > 0, r < 1), leaf(["1", "given 1"], ["1", "given 2"])),
    ("square-below", FALSE, (r * r < r,), SQUARE_BELOW),
    ("above-square", FALSE, (r > r * r,), SQUARE_BELOW),
    ("rounded", FALSE, (ceil(r) > floor(r),), leaf(["1", "given 1"])),
)
"""Of one half: a name, a goal, what is given, and a tree that would be right of integers."""
LESS = leaf(["1", "case 1"])
"""0 - 1 is not negative: a goal that says `a = a`, negated."""
OF_STATEMENTS: tuple[tuple[str, str, Term, tuple[Term, ...], Any], ...] = (
    ("strict", "a < b leaves nothing between", FALSE, (a < b,), [leaf(["1", "given 1"])]),
    ("two-apart", "a < b is one apart", a + 2 <= b, (a < b,), [leaf(["1/2", "given 1"], ["1/2", GOAL])]),
    ("not-strict", "a <= b is none apart", a + 1 <= b, (a <= b,), [leaf(["1", "given 1"], ["1", GOAL])]),
    ("backwards", "a <= b is not b <= a", b <= a, (a <= b,), [leaf(["1", "given 1"], ["1", GOAL])]),
    ("negated-goal", "the goal is negated", a + 1 <= b, (a <= b,), [leaf(["1", GOAL], ["1", "given 1"])]),
    ("unequal", "two that differ are not 0", a.eq(b), (a.ne(b),), [leaf(["1", "given 1"])]),
    ("goal-assumed", "a goal is no hypothesis", a <= b, (), [leaf(["1", GOAL])]),
    ("one-of-two", "one of two is not both", b >= 1, (or_(a >= 1, b >= 1),),
     [{"choice": "given 1", "cases": [leaf(["1", GOAL]), leaf(["1", "case 1"], ["1", GOAL])]}]),
    ("both-of-two", "one of two is not both", b >= 1, (or_(a >= 1, b >= 1),), [leaf(["1", "given 1 #2"], ["1", GOAL])]),
    ("goal-itself", "the goal is negated", b < a, (a <= b,), [leaf(["1", "given 1"], ["1", GOAL])]),
    ("no-parts", "a goal has parts", a >= 0, (), []),
    ("remainder", "a remainder is below the divisor", a % b <= b - 2, (b >= 1,), [leaf(), leaf()]),
    ("quotient", "a quotient is rounded down", (a // 2) * 2 >= a, (), [leaf(["1", GOAL], ["2", "quotient!0 #1"])]),
    ("other-value", "a test chooses", ite(a <= b, a, b) >= a, (),
     [{"choice": "if!0", "cases": [leaf(["1", GOAL], equations=[["case 1 #2", ["1"]]]), leaf()]}]),
    ("one-value", "a test chooses", ite(a <= b, a, b) >= a, (), [leaf(["1", GOAL], equations=[["if!0", ["1"]]])]),
    ("test-alone", "a test has two cases", ite(a <= b, a, b) >= a, (),
     [{"choice": "if!0", "cases": [leaf(["1", GOAL], equations=[["case 1 #2", ["1"]]])]}]),
    ("given-alone", "of one hypothesis no more is known", a >= 2, (a >= 0, b >= 2),
     [{"given": ["given 1"], "tree": leaf(["1", "given 1"], ["1", GOAL])}]),
    ("given-a-goal", "a goal is no hypothesis", a >= 0, (), [{"given": [GOAL], "tree": leaf(["1", GOAL])}]),
    ("each-of-none", "where there is none, each is", FALSE, (forall(h, 0, n, FALSE),), [leaf(["1", "given 1 #3"])]),
    ("beyond-some", "the bound is not reached", a >= n, (exists(h, 0, n, h.eq(a)),),
     [leaf(["1", "given 1 #2"], ["1", GOAL], equations=[["given 1 #3", ["-1"]]])]),
    ("one-for-two", "some are two", a <= b, (exists(h, 0, n, h.eq(a)), exists(h, 0, n, h.eq(b))),
     [leaf(["1", GOAL], equations=[["given 1 #3", ["1"]], ["given 2 #3", ["-1"]]])]),
    ("chosen", "a test chooses", ite(a <= b, a, b) >= b, (), [leaf(["1", GOAL])]),
    ("name-of-a-quotient", OWN, Variable("quotient!0").eq(a // 2), (), [{"choice": GOAL, "cases": [LESS, LESS]}]),
    ("name-of-a-choice", OWN, Variable("if!0").eq(ite(a <= b, a, b)), (), [{"choice": GOAL, "cases": [LESS, LESS]}]),
)  # fmt: skip
"""A name, the reason, a goal, hypotheses, and trees."""


def value(polynomial: Polynomial, values: Values) -> Fraction:
    """What a polynomial is at some values."""
    total = Fraction(0)
    for names, coefficient in polynomial.items():
        for name in names:
            coefficient *= values[name]
        total += coefficient
    return total


def holds(facts: Facts, values: Values) -> bool:
    """All facts hold at some values."""

    tables: dict[object, int] = {}

    def one(fact: Fact) -> bool:
        match fact:
            case Choice(alternatives):
                return any(all(map(one, alternative)) for alternative in alternatives)
            case Value(name, function, arguments):
                at = (function, *(value(argument, values) for argument in arguments))
                return tables.setdefault(at, values[name]) == values[name]
            case Equation(polynomial):
                return value(polynomial, values) == 0
            case Inequality(polynomial):
                return value(polynomial, values) >= 0

    return all(map(one, facts.values()))


def passes(facts: Facts, tree: Any) -> bool:
    """The checker accepts a tree."""
    try:
        check((facts,), [tree])
    except BadCertificate:
        return False
    return True


def verified(goal: Term, given: tuple[Term, ...], trees: Any) -> bool:
    """The trees are taken for a certificate of a statement."""
    try:
        verify(claim("", goal, *given), trees)
    except BadCertificate:
        return False
    return True


def certificates() -> Iterator[Falsehood]:
    """All of them."""
    for name, reason, facts, values, tree in FORGED:
        label = f"certificate.{name}"
        is_false, accepted = partial(holds, facts, values), partial(passes, facts, tree)
        yield Falsehood(label, "certificate", reason, is_false, accepted, NO_SOLVER)
    for name, reason, goal, given, trees in OF_STATEMENTS:
        false, taken = partial(has_witness, claim("", goal, *given)), partial(verified, goal, given, trees)
        yield Falsehood(f"certificate.of.{name}", "certificate", reason, false, taken, NO_SOLVER)
    for name, goal, given, tree in OF_RATIONALS:
        said, taken = claim("", goal, *given), partial(verified, goal, given, [tree])
        half: dict[str, Scalar | Table] = {"r": Fraction(1, 2)}
        false = partial(said.confirms, half)
        yield Falsehood(f"certificate.of.{name}", "certificate", "a half is no integer", false, taken, NO_SOLVER)
    called = claim("", Variable("f(a)").eq(f(a)))
    apart: dict[str, Scalar | Table] = {"a": 0, "f(a)": 1, "f": Table({(0,): 0}, 0)}
    trees = [{"choice": GOAL, "cases": [leaf(["1", "case 1"])] * 2}]
    is_false, accepted = partial(called.confirms, apart), partial(verified, called.goal, (), trees)
    reason = "what has the name of a value is another thing"
    yield Falsehood("certificate.of.one-name", "certificate", reason, is_false, accepted, NO_SOLVER)
    statement = claim("", f(a).eq(f(b)))
    differing: dict[str, Scalar | Table] = {"a": 0, "b": 1, "f": Table({(0,): 0}, 1)}
    trees = [{"choice": GOAL, "cases": [of_function("value of f #1", "value of f #2", [], then) for then in APART]}]
    is_false, accepted = partial(statement.confirms, differing), partial(verified, statement.goal, (), trees)
    reason = "a function of two numbers has two values"
    yield Falsehood("certificate.of.arguments", "certificate", reason, is_false, accepted, NO_SOLVER)
