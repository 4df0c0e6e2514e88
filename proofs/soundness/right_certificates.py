"""Certificates that are right, and trees that show something in a form that is none.

Small theorems have theirs in `right_certificates.json`: each way to read a formula as facts is at work in them.
`python -m proofs.soundness.right_certificates` searches for these again and writes them. Others are at the bounds of
what is read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from proofs.certificates.checker import BadCertificate, check
from proofs.certificates.facts import GOAL, Choice, Equation, Facts, Inequality, NotPolynomial, Value, problem
from proofs.certificates.polynomials import constant, minus, plus
from proofs.engine.implication import Implication
from proofs.engine.terms import Obligation
from proofs.soundness.falsehood import claim
from proofs.soundness.forged import ONE, X, Y, compared, leaf, of_function, split
from proofs.soundness.on_certificates import verified
from proofs.soundness.statements import a, b, c, h, i, n
from spec.language.terms import (
    FALSE,
    TRUE,
    Literal,
    Sort,
    Symbol,
    Term,
    Variable,
    and_,
    exists,
    forall,
    ite,
    not_,
    or_,
)

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


IMPOSSIBLE = (Inequality(X), Inequality(minus(constant(-1), X)))
INNER: Facts = {"inner": Choice((IMPOSSIBLE, IMPOSSIBLE))}
INNERMOST = leaf(["1", "case 2 #1"], ["1", "case 2 #2"])
OF_X: Facts = {"f": Value("u", "f", (X,)), "less": Inequality(constant(-1))}


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
    ("unknown-of-a-choice", INNER, split([["1", "x"]], *[{"choice": "inner", "cases": [INNERMOST] * 2}] * 2)),
    ("unknown-of-a-value", OF_X, split([["1", "x"], ["1", "u"]], LESS, LESS)),
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


SEEN = Implication((("given", a >= 1),), b >= 1, True, lambda terms: [("seen", b >= 1)] if (a >= 1) in terms else [])
"""Something is known of what the hypotheses mention, and of nothing else."""


def forms() -> Iterator[tuple[str, Callable[[], bool]]]:
    """Both, each with whether the checker does what it should."""
    for name, facts, tree in RIGHT:
        yield f"certificate.{name}", partial(passes, (facts,), [tree])
    yield "certificate.no-polynomial", lambda: has_no_facts(Implication((), f(ite(a >= 1, 1, 0)) >= g(a >= 1), True))
    yield "certificate.instances", lambda: passes((problem(SEEN),), [leaf(["1", "seen"], ["1", GOAL])])
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


def has_no_facts(part: Implication) -> bool:
    """Something in it is no polynomial, and it is said to be so."""
    try:
        problem(part)
    except NotPolynomial:
        return True
    return False


FILE = Path(__file__).with_name("right_certificates.json")
p, q = Variable("p", Sort.BOOL), Variable("q", Sort.BOOL)
f = Symbol("f", (Sort.INT,), Sort.INT)
g = Symbol("g", (Sort.BOOL,), Sort.INT)

THEOREMS: tuple[tuple[str, Term, tuple[Term, ...]], ...] = (
    ("some", a < n, (exists(h, 0, n, h.eq(a)),)),
    ("some-at-least", a >= 0, (exists(h, 0, n, h.eq(a)),)),
    ("of-each", b >= 1, (forall(h, 0, n, h >= a).implies(b >= 1), a <= 0)),
    ("both", a < n, (and_(b >= 0, exists(h, 0, n, h.eq(a))),)),
    ("if-so", a < n, ((b >= 1).implies(exists(h, 0, n, h.eq(a))), b >= 1)),
    ("each", forall(h, 0, n, h < n), ()),
    ("each-at-least", forall(h, 0, n, h >= 0), ()),
    ("if-some", exists(h, 0, n, h.eq(a)).implies(a < n), ()),
    ("none", not_(exists(h, 0, n, h >= n)), ()),
    ("either-of-each", or_(forall(h, 0, n, h >= a), a >= 1), ()),
    ("two", a + b < 2 * n - 1, (exists(h, 0, n, h.eq(a)), exists(h, 0, n, h.eq(b)))),
    ("nested", a <= 2 * n - 2, (exists(h, 0, n, exists(i, 0, n, (h + i).eq(a))),)),
    ("truths", b >= 1, (ite(a >= 1, b >= 1, b >= 2),)),
    ("maximum", ite(a <= b, b, a) >= a, ()),
    ("maximum-of-three", ite(a <= ite(b <= c, c, b), ite(b <= c, c, b), a) >= b, ()),
    ("iff", b >= 1, ((a >= 1).iff(b >= 1), a >= 1)),
    ("iff-not", b <= 0, ((a >= 1).iff(b >= 1), a <= 0)),
    ("iff-goal", (a >= 1).iff(a > 0), ()),
    ("not-iff", or_(a >= 1, b >= 1), (not_((a >= 1).iff(b >= 1)),)),
    ("implies", b >= 1, ((a >= 1).implies(b >= 1), a >= 3)),
    ("neither", b <= 0, (not_(or_(a >= 1, b >= 1)),)),
    ("not-both", or_(a <= 0, b <= 0), (not_(and_(a >= 1, b >= 1)),)),
    ("flat", c >= 1, (or_(or_(a >= 1, b >= 1), c >= 1), a <= 0, b <= 0)),
    ("equal", a <= b, (a.eq(b),)),
    ("equal-both", a.eq(b), (a <= b, a >= b)),
    ("distinct", a + 1 <= b, (a.ne(b), a <= b)),
    ("distinct-goal", a.ne(b), (a < b,)),
    ("greater", a >= b + 1, (a > b,)),
    ("below", a + 1 <= b, (a < b,)),
    ("least", a * b >= a, (a >= 0, b >= 1)),
    ("distributed", (a * (b - c)).eq(a * b - a * c), ()),
    ("negative", -a >= 0, (a <= 0,)),
    ("quotient", a // 3 * 3 <= a, ()),
    ("remainder", a % b < b, (b >= 1,)),
    ("remainder-at-least", a % b >= 0, (b >= 1,)),
    ("truth", q, (p.implies(q), p)),
    ("no-truth", not_(p), (p.implies(q), not_(q))),
    ("false", a >= 1, (or_(FALSE, a >= 1),)),
    ("true", a >= 1, (TRUE.implies(a >= 1),)),
    ("absurd", a >= 1, (FALSE,)),
    ("function", f(a).eq(f(b)), (a.eq(b),)),
    ("function-again", f(f(a)).eq(f(f(b))), (a.eq(b),)),
    ("function-of-sum", f(a + b) <= f(b + a), ()),
)
"""A name, the goal, what is given."""


def _by_choice(test: str, depth: int) -> Any:
    """What contradicts that the less of a and b is above b, by the two values that a test chooses."""
    first, second = f"case {depth} #1", f"case {depth} #2"
    one = leaf(["1", GOAL], ["1", first], equations=[[second, ["-1"]]])
    return {"choice": test, "cases": [one, leaf(["1", GOAL], equations=[[second, ["-1"]]])]}


LEAST = ite(a <= b, a, b)
NO_LESS = {"choice": f"{GOAL} #1", "cases": [leaf(["1", "case 2"], equations=[["case 1", [s]]]) for s in ("-1", "1")]}
BY_HAND: tuple[tuple[str, Term, tuple[Term, ...], Any], ...] = (
    ("below-a-quantifier", LEAST <= b, (forall(h, 0, n, ite(h >= 1, h, b) >= 0),), _by_choice("if!0", 1)),
    ("chosen-in-a-sum", 1 + LEAST <= b + 1, (), _by_choice("if!0", 1)),
    ("chosen-by-name", LEAST <= b, (), split([["1", "if!0"]], *[_by_choice("if!0", 2)] * 2)),
    ("function-of-a-number", or_(f(Literal(0)).eq(f(a)), a.ne(0)), (),
     of_function("value of f #1", "value of f #2", [[[f"{GOAL} #2", ["1"]]]], NO_LESS)),
    ("nothing-asked", a >= 0, (and_(or_(TRUE, b >= 1), a >= 1),), leaf(["1/2", "given 1"], ["1/2", GOAL])),
)  # fmt: skip
"""A name, the goal, what is given, and a tree for what the search does not find in this form."""


def statements() -> Iterator[Obligation]:
    """The theorems."""
    for name, goal, given in THEOREMS:
        yield claim(f"certificate.of.{name}", goal, *given)


def right() -> Iterator[tuple[str, Callable[[], bool]]]:
    """Each theorem, with whether its certificate is found to be right."""
    kept: Mapping[str, Any] = json.loads(FILE.read_text("utf-8"))
    for name, goal, given in THEOREMS:
        yield (label := f"certificate.of.{name}"), partial(verified, goal, given, kept[label])
    for name, goal, given, tree in BY_HAND:
        yield f"certificate.of.{name}", partial(verified, goal, given, [tree])


def main() -> None:
    """Search and write."""
    from proofs.certificates.search import search

    found = {said.label: [search(part) for part in said.implications] for said in statements()}
    missing = [label for label, trees in found.items() if None in trees]
    if missing:
        raise SystemExit(f"no certificate is found of {', '.join(missing)}")
    lines = (f" {json.dumps(label)}: {json.dumps(trees)}" for label, trees in found.items())
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
