"""Forged certificates: facts that hold together at some values, and a tree that contradicts them by one slip."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from proofs.certificates.facts import Choice, Equation, Facts, Inequality, Value
from proofs.certificates.polynomials import Polynomial, constant, minus, plus

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


FX, FY = unknown("f(x)"), unknown("f(y)")
DECREASING: Facts = {
    "f #1": Value("f(x)", "f", (X,)),
    "f #2": Value("f(y)", "f", (Y,)),
    "above": Inequality(minus(minus(FX, FY), ONE)),
}
"""f(x) > f(y), which holds where x and y differ."""


def leaf(*products: Any, equations: Any = ()) -> Any:
    """A sum of products and of multiples of equations."""
    return {"sum": list(products), "equations": list(equations)}


def split(written: Any, above: Any, below: Any) -> Any:
    """A split on the sign of a polynomial."""
    return {"split": written, "nonnegative": above, "negative": below}


def compared(written: Any, *trees: Any) -> Any:
    """A comparison of a polynomial with 0."""
    return {"compare": written, **dict(zip(("zero", "positive", "negative"), trees, strict=False))}


def of_function(one: str, other: str, arguments: Any, then: Any = None) -> Any:
    """Two values of a function taken to be equal; then, if nothing else is said, the first is not above the second."""
    return {"function": [one, other], "arguments": arguments, "then": then or SAME}


SAME = leaf(["1", "above"], equations=[["case 1", ["-1"]]])
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
    ("coefficient.minus-a-half", "half of 2 is no -1", {"two": Inequality(constant(2))}, {}, leaf(["-1/2", "two"])),
    ("squared", "a product of three is no sum", SMALL, {"x": 0, "y": 0}, leaf(["1", "x", "x"], ["1", "small", "x"])),
    (
        "function.then-nothing",
        "that two values are equal is no contradiction",
        {"f #1": Value("f(x)", "f", (X,)), "f #2": Value("f(x) again", "f", (X,))},
        {"x": 0, "f(x)": 1, "f(x) again": 1},
        of_function("f #1", "f #2", [[]], leaf()),
    ),
    (
        "function.unequal",
        "x is not y",
        DECREASING,
        {"x": 0, "y": 1, "f(x)": 1, "f(y)": 0},
        of_function("f #1", "f #2", [[]]),
    ),
    (
        "function.another",
        "two functions may differ",
        {**DECREASING, "f #2": Value("f(y)", "g", (X,))},
        {"x": 0, "f(x)": 1, "f(y)": 0},
        of_function("f #1", "f #2", [[]]),
    ),
    (
        "function.no-arguments",
        "equal arguments are to be shown",
        DECREASING,
        {"x": 0, "y": 1, "f(x)": 1, "f(y)": 0},
        of_function("f #1", "f #2", []),
    ),
    (
        "function.first-argument-alone",
        "each argument counts",
        {**DECREASING, "f #1": Value("f(x)", "f", (ONE, X)), "f #2": Value("f(y)", "f", (ONE, Y))},
        {"x": 0, "y": 1, "f(x)": 1, "f(y)": 0},
        of_function("f #1", "f #2", [[]]),
    ),
    (
        "function.one-argument-more",
        "values of a function have as many arguments",
        {**DECREASING, "f #2": Value("f(y)", "f", (X, Y))},
        {"x": 0, "y": 1, "f(x)": 1, "f(y)": 0},
        of_function("f #1", "f #2", [[]]),
    ),
    (
        "function.next-argument",
        "x is y, and not y + 1",
        {**DECREASING, "f #2": Value("f(y)", "f", (plus(Y, ONE),)), "zero": Equation(minus(X, Y))},
        {"x": 0, "y": 0, "f(x)": 1, "f(y)": 0},
        of_function("f #1", "f #2", [[["zero", ["-1"]]]]),
    ),
    (
        "function.by-inequality",
        "what is not negative is not 0",
        {**DECREASING, "f #2": Value("f(y)", "f", (constant(0),)), "x": Inequality(X)},
        {"x": 1, "f(x)": 1, "f(y)": 0},
        of_function("f #1", "f #2", [[["x", ["-1"]]]]),
    ),
    (
        "function.no-value",
        "an inequality is no value",
        DECREASING,
        {"x": 0, "y": 1, "f(x)": 1, "f(y)": 0},
        of_function("above", "above", [], leaf(["1", "case 1"])),
    ),
    (
        "value-as-fact",
        "a value is no inequality",
        DECREASING,
        {"x": 0, "y": 1, "f(x)": 1, "f(y)": 0},
        leaf(["1", "f #1"]),
    ),
    (
        "compare.zero",
        "what is not negative may be 0",
        {"x": Inequality(X), "down": Inequality(minus(constant(0), X))},
        {"x": 0},
        compared(
            [["1", "x"]],
            leaf(equations=[["case 1", ["1"]]]),
            leaf(["1", "case 1"], ["1", "down"]),
            leaf(["1", "case 1"], ["1", "x"]),
        ),
    ),
    (
        "compare.halves",
        "a half is between 0 and 1",
        NATURAL,
        {"x": 1, "y": 0},
        compared([["1/2", "x"]], leaf(), leaf(), IMPOSSIBLE),
    ),
    (
        "compare.between",
        "2 x - 1 is not 0, and x may be 0 or 1",
        {"x": Inequality(X), "up": Inequality(minus(constant(0), X))},
        {"x": 0},
        compared(
            [["2", "x"], ["-1"]],
            leaf(equations=[["case 1", ["1"]]]),
            leaf(["1", "case 1"], ["2", "up"]),
            leaf(["1", "case 1"], ["2", "x"]),
        ),
    ),
    (
        "compare.positive-is-two",
        "what is positive may be 1",
        {"x": Inequality(minus(X, ONE)), "small": Inequality(minus(ONE, X))},
        {"x": 1},
        compared(
            [["1", "x"]],
            leaf(["1", "x"], equations=[["case 1", ["-1"]]]),
            leaf(["1", "case 1"], ["1", "small"]),
            leaf(["1/2", "case 1"], ["1/2", "x"]),
        ),
    ),
    (
        "compare.negative-is-minus-two",
        "what is negative may be -1",
        {"up": Inequality(plus(X, ONE)), "below": Inequality(minus(constant(-1), X))},
        {"x": -1},
        compared(
            [["1", "x"]],
            leaf(["1", "below"], equations=[["case 1", ["1"]]]),
            leaf(["1/2", "case 1"], ["1/2", "below"]),
            leaf(["1", "case 1"], ["1", "up"]),
        ),
    ),
    (
        "compare.two-sides",
        "a comparison has three sides",
        NATURAL,
        {"x": 0, "y": 0},
        {"compare": [["1", "x"]], "positive": leaf(), "negative": IMPOSSIBLE},
    ),
    ("no-list", "a tree is no list of its own", NATURAL, {"x": 0, "y": 0}, "sum"),
    ("both", "a tree is one thing", EITHER, {"x": 1}, {**leaf(), "choice": "either", "cases": []}),
    ("zero-denominator", "no number", NATURAL, {"x": 0, "y": 0}, leaf(["1/0", "x"])),
    ("not-a-number", "no number", NATURAL, {"x": 0, "y": 0}, leaf(["nan", "x"])),
)
"""A name, the reason, facts, values under which all of them hold, and a tree that shows nothing."""  # fmt: skip
