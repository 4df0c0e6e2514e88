"""Certificates that are right at the bounds of what is read, and trees that show something in a form that is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from proofs.certificates.checker import BadCertificate, check
from proofs.certificates.facts import Choice, Equation, Facts, Inequality, Value
from proofs.certificates.polynomials import constant, minus, plus
from proofs.soundness.forged import ONE, X, Y, compared, leaf, of_function, split

MOST_CASES, MOST_FACTORS, MOST_MONOMIALS = 40, 4, 20
"""What is read at most; the checker's own numbers may be changed."""
LOW: Facts = {"x": Inequality(X), "low": Inequality(minus(constant(-1), X))}
SHOWN = leaf(["1", "x"], ["1", "low"])
SUM: Facts = {
    "x": Inequality(X),
    "y": Inequality(Y),
    "sum": Inequality(minus(constant(-1), plus(X, Y))),
    "either": Choice(((Inequality(X),), (Inequality(X),))),
    "f #1": Value("x", "f", (ONE,)),
    "f #2": Value("y", "f", (ONE,)),
    "g": Value("y", "f", (ONE, ONE)),
    "less": Inequality(constant(-1)),
    "one": Inequality(ONE),
    "nothing": Equation({}),
}
"""-1 - x - y is not negative, and neither are x and y; x and y are one function's value."""
BOTH = split([["1", "y"]], leaf(["1", "case 1"], ["1", "case 2"], ["1", "sum"]), leaf(["1", "case 2"], ["1", "y"]))
THIRD = leaf(["1/3", "case 1"], ["1/3", "case 2"], ["1/3", "sum"])
BELOW = leaf(["1", "case 1"], ["1", "x"])
SAME = leaf(["2", "case 2"], ["1", "sum"], equations=[["case 1", ["1"]]])
LESS = leaf(["1", "less"])


def deep(levels: int) -> Any:
    """Splits within each other, and a leaf within all of them."""
    tree = SHOWN
    for level in range(levels, 0, -1):
        tree = split([["1", "x"]], tree, leaf(["1", f"case {level}"], ["1", "x"]))
    return tree


def factors(number: int) -> Any:
    """A product of so many facts."""
    return leaf(["1", "less", *["one"] * (number - 1)])


def monomials(number: int) -> Any:
    """A multiple of nothing, so many monomials long."""
    return leaf(["1", "less"], equations=[["nothing", *[["1"]] * number]])


RIGHT: tuple[tuple[str, Facts, Any], ...] = (
    ("deep", LOW, deep(MOST_CASES - 1)),
    ("factors", SUM, factors(MOST_FACTORS)),
    ("monomials", SUM, monomials(MOST_MONOMIALS)),
    ("split", SUM, split([["1", "x"]], BOTH, BELOW)),
    (
        "compare",
        SUM,
        compared(
            [["1", "x"]],
            leaf(["1", "sum"], ["1", "y"], equations=[["case 1", ["1"]]]),
            compared(
                [["1", "y"]],
                leaf(["1", "sum"], ["1", "x"], equations=[["case 2", ["1"]]]),
                THIRD,
                leaf(["1", "case 2"], ["1", "y"]),
            ),
            BELOW,
        ),
    ),
    ("choice", SUM, {"choice": "either", "cases": [BOTH, BOTH]}),
    ("function", SUM, of_function("f #1", "f #2", [[]], split([["1", "y"]], SAME, leaf(["1", "case 2"], ["1", "y"])))),
    ("nothing-times", SUM, leaf(["1", "less"], equations=[["nothing", ["0"], ["-3/2", "x", "y"]]])),
)  # fmt: skip
"""A name, facts, and a tree that contradicts them."""

UNFIT: tuple[tuple[str, tuple[Facts, ...], Any], ...] = (
    ("no-list", (LOW,), {"0": SHOWN}),
    ("text", (), ""),
    ("one-missing", (LOW, LOW), [SHOWN]),
    ("one-more", (LOW,), [SHOWN, SHOWN]),
    ("deep", (LOW,), [deep(MOST_CASES)]),
    ("factors", (SUM,), [factors(MOST_FACTORS + 1)]),
    ("monomials", (SUM,), [monomials(MOST_MONOMIALS + 1)]),
    ("more-than-a-sum", (LOW,), [{**SHOWN, "more": 1}]),
    ("more-than-a-split", (LOW,), [{**deep(1), "more": 1}]),
    ("more-than-a-comparison", (SUM,), [{**compared([["1", "x"]], LESS, LESS, LESS), "more": 1}]),
    ("more-than-a-choice", (SUM,), [{"choice": "either", "cases": [LESS, LESS], "more": 1}]),
    ("more-than-a-function", (SUM,), [{**of_function("f #1", "f #2", [[]], LESS), "more": 1}]),
    ("a-case-more", (SUM,), [{"choice": "either", "cases": [LESS, LESS, LESS]}]),
    ("a-case-less", (SUM,), [{"choice": "either", "cases": [LESS]}]),
    ("a-list-for-a-name", (SUM,), [{"choice": ["either"], "cases": [LESS, LESS]}]),
    ("an-argument-more", (SUM,), [of_function("f #1", "g", [[]], LESS)]),
    ("multiples-more", (SUM,), [of_function("f #1", "f #2", [[], []], LESS)]),
    ("multiples-less", (SUM,), [of_function("f #1", "f #2", [], LESS)]),
    ("multiples-no-list", (SUM,), [of_function("f #1", "f #2", [""], LESS)]),
    ("product-no-list", (SUM,), [leaf("1")]),
    ("product-of-nothing", (SUM,), [leaf([], ["1", "less"])]),
    ("product-of-a-number", (SUM,), [leaf(["1", 1])]),
    ("product-of-a-list", (SUM,), [leaf(["1", ["less"]])]),
    ("number", (SUM,), [leaf([1, "less"])]),
    ("nothing-of-it", (SUM,), [leaf(["0", "x"], ["1", "less"])]),
    ("multiple-of-nothing", (SUM,), [leaf(["1", "less"], equations=[[]])]),
    ("multiple-in-text", (SUM,), [leaf(["1", "less"], equations=["nothing"])]),
    ("multiple-in-words", (SUM,), [leaf(["1", "less"], equations=[{"nothing": 1}])]),
    ("multiple-of-a-list", (SUM,), [leaf(["1", "less"], equations=[[["nothing"]]])]),
    ("factor-in-text", (SUM,), [leaf(["1", "less"], equations=[["nothing", "1"]])]),
    ("factor-of-a-number", (SUM,), [leaf(["1", "less"], equations=[["nothing", ["1", 2]]])]),
    ("factor-of-a-list", (SUM,), [leaf(["1", "less"], equations=[["nothing", ["1", ["x"]]]])]),
    ("factor-strange", (SUM,), [leaf(["1", "less"], equations=[["nothing", ["1", "z"]]])]),
    ("another-digit", (SUM,), [leaf(["\N{ARABIC-INDIC DIGIT ONE}", "less"])]),
)
"""A name, the facts of each part, and trees. Some would contradict the facts, if more were read than there is."""


def forms() -> Iterator[tuple[str, Callable[[], bool]]]:
    """Both, each with whether the checker does what it should."""
    for name, facts, tree in RIGHT:
        yield f"certificate.{name}", partial(passes, (facts,), [tree])
    for name, problems, trees in UNFIT:
        yield f"certificate.unfit.{name}", partial(is_refused, problems, trees)


def passes(problems: tuple[Facts, ...], trees: Any) -> bool:
    """The checker finds nothing wrong."""
    return not is_refused(problems, trees)


def is_refused(problems: tuple[Facts, ...], trees: Any) -> bool:
    """The checker says why it shows nothing. Whatever else it raises is raised here."""
    try:
        check(problems, trees)
    except BadCertificate:
        return True
    return False
