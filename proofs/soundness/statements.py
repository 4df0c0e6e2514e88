"""False statements on integers and truth values: what operators, quantifiers and divisions do not have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import combinations, permutations

from proofs.solvers.answers import Scalar, Table
from proofs.soundness.falsehood import (
    Falsehood,
    claim,
    false_condition,
    false_script,
    false_statement,
    some_route_proves,
    taken,
)
from spec.language.terms import (
    FALSE,
    TRUE,
    Sort,
    Symbol,
    Term,
    Variable,
    and_,
    ceil,
    ceil_div,
    exists,
    forall,
    ite,
    maximum,
    minimum,
    not_,
    or_,
    sum_of,
)
from spec.readings.value import evaluate

a, b, c, h, i, n = (Variable(name) for name in "abchin")
p, q = a >= 1, b >= 1

ARITHMETIC: Mapping[str, Term] = {
    "sum": a + b,
    "difference": a - b,
    "product": a * b,
    "quotient": a // b,
    "remainder": a % b,
    "quotient-up": ceil_div(a, b),
    "minimum": minimum(a, b),
    "maximum": maximum(a, b),
}
COMPARED: Mapping[str, Term] = {
    "less": a < b,
    "at-most": a <= b,
    "greater": a > b,
    "at-least": a >= b,
    "equal": a.eq(b),
    "distinct": a.ne(b),
}
FOLLOWS = {
    ("less", "at-most"),
    ("less", "distinct"),
    ("greater", "at-least"),
    ("greater", "distinct"),
    ("equal", "at-most"),
    ("equal", "at-least"),
}
CONNECTED: Mapping[str, Term] = {
    "and": and_(p, q),
    "or": or_(p, q),
    "implies": p.implies(q),
    "converse": q.implies(p),
    "iff": p.iff(q),
    "first": p,
    "not-first": not_(p),
    "neither": and_(not_(p), not_(q)),
}


def of_operators() -> Iterator[Falsehood]:
    """Two operators give one value; one comparison implies another; two connectives say the same."""
    for (one, left), (other, right) in combinations(ARITHMETIC.items(), 2):
        said = claim(f"operators.{one}-is-{other}", left.eq(right), b >= 1)
        yield false_statement(said, f"{one} and {other} differ")
    for (one, left), (other, right) in permutations(COMPARED.items(), 2):
        if (one, other) not in FOLLOWS:
            yield false_statement(claim(f"comparisons.{one}-gives-{other}", right, left), f"{one} is not {other}")
    for (one, left), (other, right) in combinations(CONNECTED.items(), 2):
        yield false_statement(claim(f"connectives.{one}-is-{other}", left.iff(right)), f"{one} is not {other}")


BELOW = a % b < 0
"""What no positive divisor leaves, and solvers of no divisor but 0."""
f = Symbol("f", (Sort.INT,), Sort.INT)

DIVISIONS: tuple[tuple[str, str, Term, tuple[Term, ...]], ...] = (
    ("undone", "a divisor may be 0", (a // b * b + a % b).eq(a), ()),
    ("remainder-below", "a divisor may be 0 or less", a % b < b, ()),
    ("in-a-hypothesis", "a divisor may be 0", b >= 1, ((a // b).eq(c),)),
    ("in-a-hypothesis.natural", "a divisor may be 0", b >= 1, (b >= 0, (a // b).eq(c))),
    ("in-a-hypothesis.negative", "a divisor may be negative", b >= 1, (or_(BELOW, b >= 1), b.ne(0))),
    (
        "in-a-choice-of-hypotheses",
        "a divisor may be 0: what is divided by it says nothing of that",
        b <= 2,
        (b >= 0, a.eq(0), c.eq(2), or_((a % b).eq(1), (c % b).eq(0))),
    ),
    ("under-a-quantifier", "a divisor may be negative", b >= 1, (or_(forall(h, 0, 1, BELOW), b >= 1), b.ne(0))),
    ("negative-divisor", "a divisor may be negative", (a // b * b + a % b).eq(a), (b.ne(0),)),
    ("by-zero", "nothing is divided by 0", (a // 0).eq(a // 0), ()),
    ("by-a-negative-number", "-2 is negative", (a // -2 * -2 + a % -2).eq(a), ()),
    ("cancelled", "a divisor may be 0", (a * b // b).eq(a), ()),
    ("towards-zero", "division rounds down", ((-a) // b).eq(-(a // b)), (b >= 1,)),
    ("towards-zero.negative", "division rounds down", (a // b) >= 0, (b >= 1, a >= -1)),
    ("exact", "a remainder is left", (a // b * b).eq(a), (b >= 1,)),
    ("remainder-small", "a remainder may be one less than the divisor", a % b <= b - 2, (b >= 1, a >= 0)),
    ("remainder-positive", "a remainder may be 0", a % b >= 1, (b >= 2,)),
    ("remainder-negative", "a remainder is not negative", a % b < 0, (b >= 1, a < 0)),
    ("up-exact", "rounded up", (ceil_div(a, b) * b).eq(a), (b >= 1,)),
    ("up-is-next", "where nothing is left, up is down", ceil_div(a, b).eq(a // b + 1), (b >= 1,)),
    ("ceiling-of-ratio", "up is not down", ceil(a / b).eq(a // b), (b >= 1,)),
    ("nested-sum", "divisors multiply", ((a // b) // c).eq(a // (b + c)), (b >= 1, c >= 1)),
    ("over-sum", "remainders add up", ((a + c) // b).eq(a // b + c // b), (b >= 1,)),
    ("of-product", "a remainder is multiplied too", ((a * c) // b).eq(a // b * c), (b >= 1,)),
    ("monotone-in-divisor", "of a negative number the quotient grows", a // (b + 1) <= a // b, (b >= 1,)),
    ("strictly-monotone", "quotients may be equal", (a // b) < ((a + 1) // b), (b >= 1,)),
    ("under-a-choice", "a divisor may be 0", ite(b.eq(0), 0, a // b) <= maximum(a, 0), ()),
    ("size", "one window more", ((a - c) // b + 2).eq((a - c) // b + 1), (b >= 1,)),
    ("draft", "the draft's divisor", ((a - c) // (b + 1)).eq((a - c) // b + 1), (b >= 1, a >= c)),
    ("guarded", "the guard does not hold", (a // b) <= a, (or_(b >= 1, a >= 0),)),
)

QUANTIFIED: tuple[tuple[str, str, Term, tuple[Term, ...]], ...] = (
    ("last-left-out", "the last is one", forall(h, 0, n, h < n - 1), ()),
    ("one-more", "the bound is not reached", exists(h, 0, n, h.eq(n)), (n >= 1,)),
    ("none", "there may be none", exists(h, 0, n, h >= 0), ()),
    ("first-left-out", "0 is the first", forall(h, 0, n, h >= 1), ()),
    ("negative", "none is negative", exists(h, 0, n, h < 0), (n >= 1,)),
    ("some-is-each", "some is not each", forall(h, 0, n, h.eq(a)), (exists(h, 0, n, h.eq(a)),)),
    ("each-of-none", "where there is none, each is", FALSE, (forall(h, 0, n, h > a),)),
    ("beyond", "what holds below n may fail at n", n < a, (forall(h, 0, n, h < a), n >= 0)),
    ("before", "what holds from 0 on may fail at -1", a <= -1, (forall(h, 0, n, a <= h), n >= 1)),
    ("exchanged", "one for all is more", exists(i, 0, n, forall(h, 0, n, h.eq(i))), (n >= 1,)),
    ("negated", "not all is not none", forall(h, 0, n, h.ne(a)), (not_(forall(h, 0, n, h.eq(a))),)),
    ("empty-is-false", "for all of none holds", not_(forall(h, 0, n, FALSE)), ()),
    ("empty-is-true", "for some of none fails", exists(h, 0, n, TRUE), ()),
    ("low", "from 1 on is not from 0 on", forall(h, 0, n, h.ne(a)), (forall(h, 1, n, h.ne(a)),)),
    (
        "two-quotients",
        "two numbers have two halves",
        a.eq(b),
        (exists(h, 0, n, (h // 2).eq(a)), exists(h, 0, n, (h // 2).eq(b))),
    ),
    ("halves", "half of the first is 0", forall(h, 0, n, h // 2 >= 1), (n >= 0,)),
    ("to-the-half", "0 is the first", forall(h, 0, n // 2, h >= 1), (n >= 0,)),
    ("from-the-half", "the last is below n", forall(h, n // 2, n, h < n - 1), (n >= 0,)),
    ("within-divisor", "a divisor that is bound may be 0", forall(h, 0, n, a // h <= a), ()),
)

INTEGERS: tuple[tuple[str, str, Term, tuple[Term, ...]], ...] = (
    ("between", "nothing is between two that follow each other", a < b - 1, (a < b,)),
    ("strict", "at most is not below", a < b, (a <= b,)),
    ("square", "a square may be its root", a * a > a, (a >= 0,)),
    ("square-root", "a square has two roots", a.eq(b), ((a * a).eq(b * b),)),
    ("cancel", "a factor may be 0", a.eq(b), ((a * c).eq(b * c),)),
    ("order-of-products", "a factor may be negative", a * c <= b * c, (a <= b,)),
    ("next-product", "a factor may be negative", a * c + c <= b * c, (a < b,)),
    ("at-least-a-factor", "a factor may be 0", a * c >= c, (a >= 0, c >= 1)),
    ("either-equation", "one of two equations fails", a * c <= b * c, (or_(a.eq(b + 1), a.eq(b - 1)), c >= 1)),
    ("zero-product", "either factor may be 0", a.eq(0), ((a * b).eq(0),)),
    ("even", "odd numbers are", (a % 2).eq(0), ()),
    ("distribute", "a product is no sum", (a * (b + c)).eq(a * b + c), ()),
    ("minimum-strict", "equal numbers have a minimum", minimum(a, b) < maximum(a, b), ()),
    ("choice", "a test chooses", ite(a <= b, a, b).eq(b), ()),
    ("second-part", "one of two parts fails", and_(a * a >= 0, a >= 0), ()),
    ("transitive", "distinct is not transitive", a.ne(c), (a.ne(b), b.ne(c))),
    ("telescoped", "one step is missing", (a + b) * (a - b) >= a * a - b * b + 1, ()),
    ("flat", "a column may be too large", b * n + i < c * n, (b < c, i >= 0, n >= 1)),
    ("row-above", "an outer number is not bounded", and_(b * n + i >= 0, b * n + i < c * n), (0 <= i, i < n)),
    ("flat-negative", "no flat index is negative", b * n + i < 0, (0 <= i, i < n, b >= 0)),
    ("decoded", "the inner number may be too large", ((b * n + i) // n).eq(b), (n >= 1, i >= 0)),
    ("equal-flat", "inner numbers may be too large", b.eq(c), ((b * n + i).eq(c * n + h), n >= 1)),
    ("window-more", "one window more does not fit", a * b + c <= n, ((n - c) // b + 1 >= a, b >= 1, a >= 0)),
)

OWN = "a name of one's own is none of the prover's"
NAMES: tuple[tuple[str, str, Term, tuple[Term, ...]], ...] = (
    ("quotient", OWN, Variable("quotient!0").eq(a // 2), ()),
    ("second-quotient", OWN, Variable("quotient!1").eq(b // 2), ((a // 2).eq(0),)),
    ("bound-quotient", OWN, exists(Variable("quotient!0"), 0, n, Variable("quotient!0").eq(a // 2)), (n >= 1,)),
    ("two-marks", OWN, Variable("quotient!!0").eq(a // 2), (Variable("quotient!0") >= 1,)),
    ("bound-and-idle", OWN, exists(Variable("quotient!0"), 0, n, (a // 2).eq(0)), (n >= 1,)),
)

TOPICS = {"names": NAMES, "division": DIVISIONS, "quantifier": QUANTIFIED, "integers": INTEGERS}
SCRIPTED = 3
"""Each third of them stands as a script too."""


def of_sums() -> Iterator[Falsehood]:
    """A solver knows sums by their names: those of two that read alike are two."""
    named, applied = Variable("f(a)"), f(a)
    said = claim("names.sums", sum_of(i, 0, n, named).eq(sum_of(i, 0, n, applied)), named.eq(a), n >= 1)
    values: dict[str, Scalar | Table] = {"f(a)": 0, "a": 0, "n": 1, "f": Table({}, 1)}
    reason = "what has the name of a value is another thing"
    yield Falsehood(said.label, "statement", reason, partial(said.confirms, values), partial(some_route_proves, said))


GUARDED = ("in-a-hypothesis", "in-a-hypothesis.natural", "in-a-hypothesis.negative", "remainder-positive", "draft")
"""Those with a divisor that no hypothesis says to be positive, and which are false as conditions too."""

COMPUTED: tuple[Term, ...] = (
    a - a,
    b + c - c - b,
    -a * b,
    a * b,
    a * c,
    b * c,
    a * b * c,
    a * a,
    (a + b) * (a - c),
    minimum(a, b) * c,
    c * ite(a >= b, a - c, -b),
    (ite(a >= 1, b, c) - a) * (b + c),
    -ite(a >= 1, b, c) * c,
    ite(a >= 1, b, c) * a * b,
    a // c,
    a % c,
    a * b // c,
    a // c * c,
    b * (a // c),
)
"""What programs compute with products and quotients of three numbers, the last of which is positive."""
POINTS = ((2, 3, 2), (-3, -2, 2), (-1, 3, 1), (0, -2, 2), (0, 0, 1), (1, 1, 1), (1, -2, 3), (2, 0, 2), (3, 3, 1))


def computed(at: tuple[int, int, int]) -> tuple[dict[str, int], tuple[Term, ...], tuple[Term, ...]]:
    """Three numbers by their names, the equations that say so, and those that say what is computed from them.

    No call with which a solver begins has the size among them: it is asked about products as they are, too.
    """
    values = {**dict(zip("abc", at, strict=True)), "dX_0": 9}
    of = tuple(Variable(name).eq(value) for name, value in values.items())
    return values, of, tuple(term.eq(evaluate(term, values)) for term in COMPUTED)


def conditions() -> Iterator[Falsehood]:
    """Those on integers, as conditions of a program: products as unknown functions, with what is known of them.

    What is known of products and quotients contradicts no numbers: whatever is said of them by slip, at some it fails.
    """
    for topic in ("division", "integers"):
        for name, reason, goal, given in TOPICS[topic]:
            said = claim(f"condition.{topic}.{name}", goal, *given)
            if name in GUARDED or all(implied(given, divisor) for divisor in said.side_conditions):
                yield false_condition(said, reason)
    for point in POINTS:
        values, of, equations = computed(point)
        said = claim(f"condition.at.{'.'.join(map(str, point))}", FALSE, *of, *equations)
        yield replace(false_condition(said, "there are such numbers"), is_false=partial(said.confirms, values))
    yield false_condition(claim("condition.computed.nothing", (a - a).eq(1)), "nothing is left")
    chosen = (b * minimum(a, b) * c).eq(minimum(a, b) * (b + c))
    yield false_condition(claim("condition.computed.chosen-in-a-product", chosen), "a product is no sum")
    yield from of_sessions()


def of_sessions() -> Iterator[Falsehood]:
    """What was asked before in the same session is an answer to the same question alone."""
    # No call with which a solver begins has such a size: of those the goal holds.
    size = Variable("dX_0")
    known = (a >= 0, size >= 9)
    false = claim("condition.asked", a * size >= size, *known)
    for name, reason, before in (
        ("twice", "asked twice, it is as false", false),
        ("after-another-goal", "another goal was shown", claim("", a * size >= 0, *known)),
        ("after-more-known", "more was known", claim("", a * size >= size, *known, a >= 1)),
    ):
        said = replace(false, label=f"condition.asked-{name}")
        yield replace(false_condition(said, reason), is_accepted=partial(taken, said, after=before))


def implied(given: tuple[Term, ...], divisor: Term) -> bool:
    """A divisor is positive, as some hypotheses say."""
    return any(divisor == (v > 0) and (v >= 1) in given for v in (a, b, c, n))


def listed() -> Iterator[Falsehood]:
    """Those above, as statements, and some of them as scripts."""
    for topic, rows in TOPICS.items():
        for number, (name, reason, goal, given) in enumerate(rows):
            said = claim(f"{topic}.{name}", goal, *given)
            yield false_statement(said, reason)
            if number % SCRIPTED == 0:
                yield false_script(said, reason)
