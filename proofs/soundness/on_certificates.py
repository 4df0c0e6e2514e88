"""False certificates: facts that hold together, by values, with trees that would contradict them by one slip."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from proofs.certificates.checker import BadCertificate, check
from proofs.certificates.facts import GOAL, Choice, Equation, Facts, Inequality
from proofs.certificates.polynomials import Polynomial, constant, minus, plus
from proofs.certificates.store import verify
from proofs.soundness.falsehood import NO_SOLVER, Falsehood, claim, has_witness
from spec.language.terms import FALSE, Term, Variable, ite, or_

Values = Mapping[str, int]


def unknown(name: str) -> Polynomial:
    """An unknown, as a polynomial."""
    return {(name,): Fraction(1)}


X, Y = unknown("x"), unknown("y")
ONE = constant(1)
NATURAL: Facts = {"x": Inequality(X), "y": Inequality(Y)}
SMALL: Facts = {**NATURAL, "small": Inequality(minus(ONE, X))}
ZERO: Facts = {"zero": Equation(minus(X, Y)), "x": Inequality(X)}
EITHER: Facts = {
    "either": Choice(((Inequality(minus(X, ONE)),), (Inequality(minus(constant(-1), X)),))),
    "x": Inequality(X),
}
NONE: Facts = {}


def leaf(*products: Any, equations: Any = ()) -> Any:
    """A sum of products and of multiples of equations."""
    return {"sum": list(products), "equations": list(equations)}


def split(written: Any, above: Any, below: Any) -> Any:
    """A split on the sign of a polynomial."""
    return {"split": written, "nonnegative": above, "negative": below}


IMPOSSIBLE = leaf(["1", "case 1"], ["1", "x"])
FORGED: tuple[tuple[str, str, Facts, Values, Any], ...] = (
    ("nothing", "0 is not -1", NONE, {}, leaf()),
    ("one", "1 is not -1", NONE, {}, leaf(["1"])),
    ("minus-one", "a coefficient is positive", NONE, {}, leaf(["-1"])),
    ("zero-coefficient", "a coefficient is positive", NATURAL, {"x": 0, "y": 0}, leaf(["0", "x"])),
    ("negative-factor", "a coefficient is positive", SMALL, {"x": 0, "y": 0}, leaf(["-1", "x"], ["-1", "small"])),
    ("only-sum", "x + 1 is not -1", NATURAL, {"x": 0, "y": 0}, leaf(["1", "x"], ["1"])),
    ("no-fact", "no fact bears the name", NATURAL, {"x": 0, "y": 0}, leaf(["1", "z"])),
    ("equation-as-fact", "an equation is no inequality", ZERO, {"x": 0, "y": 0}, leaf(["1", "zero"])),
    (
        "fact-as-equation",
        "what is not negative is not 0",
        SMALL,
        {"x": 1, "y": 0},
        leaf(["1", "small"], equations=[["x", ["-1"]], ["small", ["-2"]]]),
    ),
    (
        "inequality-of-any-sign",
        "what is not negative has one sign",
        NATURAL,
        {"x": 1, "y": 0},
        leaf(equations=[["x", ["-1"]]]),
    ),
    ("choice-as-fact", "a choice is no inequality", EITHER, {"x": 1}, leaf(["1", "either"])),
    (
        "one-case",
        "a choice has two cases",
        EITHER,
        {"x": 1},
        {"choice": "either", "cases": [leaf(["1", "case 1"], ["1", "x"])]},
    ),
    ("last-case-alone", "a choice has two cases", EITHER, {"x": 1}, {"choice": "either", "cases": [IMPOSSIBLE]}),
    ("no-case", "a choice has two cases", EITHER, {"x": 1}, {"choice": "either", "cases": []}),
    ("one-side", "a split has two sides", NATURAL, {"x": 0, "y": 0}, split([["1", "x"]], leaf(), IMPOSSIBLE)),
    (
        "between",
        "a split leaves something between, of halves",
        {"x": Inequality(X), "up": Inequality(minus(constant(0), X))},
        {"x": 0},
        split([["1", "x"], ["-1/2"]], leaf(["2", "case 1"], ["2", "up"]), leaf(["2", "case 1"], ["2", "x"])),
    ),
    (
        "gap",
        "a split leaves nothing between",
        {"neg": Inequality(minus(constant(-1), X)), "low": Inequality(plus(X, ONE))},
        {"x": -1},
        split([["1", "x"]], leaf(["1", "case 1"], ["1", "neg"]), leaf(["1", "case 1"], ["1", "low"])),
    ),
    (
        "strange-unknown",
        "no fact mentions it",
        NATURAL,
        {"x": 0, "y": 0},
        split([["1", "z"]], leaf(["1", "case 1"]), leaf(["1", "case 1"])),
    ),
    ("squared", "a product of three is no sum", SMALL, {"x": 0, "y": 0}, leaf(["1", "x", "x"], ["1", "small", "x"])),
    ("no-list", "a tree is a sum, a split or a choice", NATURAL, {"x": 0, "y": 0}, "sum"),
    ("both", "a tree is one thing", EITHER, {"x": 1}, {**leaf(), "choice": "either", "cases": []}),
    ("zero-denominator", "no number", NATURAL, {"x": 0, "y": 0}, leaf(["1/0", "x"])),
    ("not-a-number", "no number", NATURAL, {"x": 0, "y": 0}, leaf(["nan", "x"])),
)
"""A name, the reason, facts, values under which all of them hold, and a tree that shows nothing."""  # fmt: skip

a, b, c = (Variable(name) for name in "abc")
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
    ("chosen", "a test chooses", ite(a <= b, a, b) >= b, (), [leaf(["1", GOAL])]),
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

    def one(fact: Choice | Equation | Inequality) -> bool:
        if isinstance(fact, Choice):
            return any(all(map(one, alternative)) for alternative in fact.alternatives)
        found = value(fact.polynomial, values)
        return found == 0 if isinstance(fact, Equation) else found >= 0

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
