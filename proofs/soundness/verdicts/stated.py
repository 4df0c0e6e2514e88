"""What a statement in terms says: of values, of what is left open, of its parts; and what it has solvers asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial

from proofs.assumptions.lemmas import suppose
from proofs.engine.statement import Route, Verdict, Witness
from proofs.engine.terms import ALGEBRA, Obligation
from proofs.solvers.answers import BRIEF_LIMITS, Scalar, Status, Table, Values
from proofs.solvers.solvers import SOLVERS, opened
from spec.language.terms import Sort, Symbol, Term, Variable, and_, exists, forall, or_, sum_of
from spec.operator.clauses import ADDED

a, b, c, h, n = (Variable(name) for name in "abchn")
p, r, s = Variable("p", Sort.BOOL), Variable("r", Sort.REAL), Variable("s", Sort.NAME)
f = Symbol("f", (Sort.INT,), Sort.INT)
g = Symbol("g", (Sort.INT,), Sort.REAL)
SAT, UNSAT = Status.SAT, Status.UNSAT


def claim(label: str, goal: Term, *given: Term) -> Obligation:
    """A statement in terms, of no catalogue."""
    assumptions = tuple(suppose(f"given {number}", term) for number, term in enumerate(given, 1))
    return Obligation(label=label, statement="So.", assumptions=assumptions, goal=goal, source=ADDED)


TWO, QUOTIENT = claim("two", a >= 2, a >= 1), claim("quotient", a // b <= a, a >= 0)
PARTS = claim("parts", and_(a // b >= 0, a >= 0), a >= 1, (a // c).eq(0))
MIXED = claim("mixed", or_(a >= 1, r >= 1, p, f(b) >= 1, g(c) >= 1), s.eq(s))
EACH, SUMMED = claim("each", forall(h, 0, n, h < 3), a >= 0), claim("summed", a >= 0, sum_of(h, 0, n, h) >= 0)

HELD: tuple[tuple[str, Obligation, Values, bool, bool], ...] = (
    ("not-assumed", TWO, {"a": 0}, False, False),
    ("refuted", TWO, {"a": 1}, True, True),
    ("right", TWO, {"a": 2}, True, False),
    ("divided", QUOTIENT, {"a": 1, "b": 1}, True, False),
    ("divided-by-0", QUOTIENT, {"a": 1, "b": 0}, True, True),
    ("given-by-0", PARTS, {"a": 1, "b": 1, "c": 0}, False, True),
)
"""A name, a statement, values; whether what is assumed holds there, and whether they refute it."""
LEFT_OPEN: Values = {"a": 0, "b": 0, "c": 0, "p": False, "r": 0, "s": "", "f": Table({}, 0), "g": Table({}, 0)}
COMPLETED: tuple[tuple[str, Obligation, Values, Values | None], ...] = (
    ("left-open", MIXED, {}, LEFT_OPEN),
    ("known", MIXED, {"a": 5, "p": True, "f": Table({}, 7)}, {**LEFT_OPEN, "a": 5, "p": True, "f": Table({}, 7)}),
    ("wide", MIXED, {"a": 1001, "s": "wide"}, {**LEFT_OPEN, "a": 1001, "s": "wide"}),
    ("not-wide", EACH, {"n": 1000, "a": -1000}, {"n": 1000, "a": -1000}),
    ("of-a-fraction", EACH, {"n": 1, "a": 1, "z": Fraction(5001)}, {"n": 1, "a": 1, "z": Fraction(5001)}),
    ("of-each-wide", EACH, {"n": 1001, "a": 0}, None),
    ("of-each-below", EACH, {"n": 0, "a": -1001}, None),
    ("of-a-sum-wide", SUMMED, {"n": 1001, "a": 0}, None),
    ("of-some-wide", claim("some", a >= 0, exists(h, 0, n, h.eq(a))), {"n": 0, "a": 1001}, None),
)
"""A name, a statement, a model, and the same with what it leaves open; None where it is left alone."""
ASKED: tuple[tuple[str, Obligation, dict[str, Scalar | Table] | None, Status], ...] = (
    ("whole", TWO, None, SAT),
    ("at-a-counterexample", TWO, {"a": 1}, SAT),
    ("where-it-holds", TWO, {"a": 2}, UNSAT),
    ("not-assumed", TWO, {"a": 0}, UNSAT),
    ("not-said", claim("two", or_(a >= 2, b >= 1), a >= 1), {"a": 1}, SAT),
    ("beside-a-fraction", claim("two", or_(a >= 2, r >= 1), a >= 1), {"a": 1, "r": Fraction(1)}, SAT),
    ("divided-by-0", QUOTIENT, {"a": 1, "b": 0}, SAT),
    ("of-each", EACH, {"n": 4, "a": 0}, SAT),
    ("of-each-right", EACH, {"n": 3, "a": 0}, UNSAT),
)
"""A name, a statement, values or none, and what solvers say to whether it fails there."""
SMALL: tuple[tuple[str, Obligation, Status], ...] = (
    ("eight", claim("below", a <= 7, a >= 0), SAT),
    ("nine", claim("below", a <= 8, a >= 0), UNSAT),
    ("less-eight", claim("above", a >= -7), SAT),
    ("less-nine", claim("above", a >= -8), UNSAT),
    ("of-two", claim("both", or_(a <= 7, b <= 8)), UNSAT),
    ("fractions", claim("below", or_(r <= 100, a <= 0)), SAT),
)
"""The same of small integers."""


def stated() -> Iterator[tuple[str, Callable[[], bool]]]:
    """A name, and whether it is so."""
    for name, said, values, assumed, refuted in HELD:
        yield f"stated.held.{name}", partial(_equal, Obligation.holds, said, values, assumed)
        yield f"stated.refuted.{name}", partial(_equal, Obligation.confirms, said, values, refuted)
    for name, said, model, found in COMPLETED:
        yield f"stated.completed.{name}", partial(_equal, Obligation.completed, said, model, found)
    for solver in SOLVERS:
        for name, said, at, status in ASKED:
            yield f"stated.asked.{solver}.{name}", partial(_asked, solver, said, at, status)
        for name, said, status in SMALL:
            yield f"stated.small.{solver}.{name}", partial(_asked_small, solver, said, status)
        yield f"stated.satisfiable.{solver}", partial(_satisfiable, solver)
    yield "stated.own", _is_its_own
    yield "stated.search", _is_brief
    yield "stated.hears", _hears
    yield "stated.parts", _in_parts
    yield "stated.told", _is_told
    yield "stated.without", _drops_one


def _equal(of: Callable[[Obligation, Values], object], said: Obligation, values: Values, expected: object) -> bool:
    return of(said, values) == expected


def _asked(solver: str, said: Obligation, at: Values | None, status: Status) -> bool:
    return said.ask(opened([solver], BRIEF_LIMITS)[solver], at).status is status


def _asked_small(solver: str, said: Obligation, status: Status) -> bool:
    return said.ask_small(opened([solver], BRIEF_LIMITS)[solver]).status is status


def _satisfiable(solver: str) -> bool:
    """Where a divisor is not positive, what is divided by it may be anything; and no model is told."""
    said, asked = claim("divided", a >= 0, (a // b).eq(c), b <= 0), opened([solver], BRIEF_LIMITS)[solver]
    found, written = said.satisfiable(asked), asked.ask_script(said.scripts()["divided.assumptions.smt2"])
    return found.status is written.status is SAT and found.model is None


def _is_its_own() -> bool:
    """Values by their names in order, functions last, and of no other name; what each name is."""
    table = Table({}, 0)
    found = MIXED.own({"g": table, "z": 1, "r": 0, "f": table, "a": 1})
    names = {"a": Sort.INT, "b": Sort.INT, "c": Sort.INT, "p": Sort.BOOL, "r": Sort.REAL, "s": Sort.NAME}
    in_order = [("a", 1), ("r", 0), ("f", table), ("g", table)]
    return list(found.items()) == in_order and MIXED.names == {**names, "f": f, "g": g}


def _is_brief() -> bool:
    """The last of so many values is found, and the next by a longer search alone."""
    last, beyond = (claim("below", a < most, a >= 0) for most in (19_999, 20_000))
    found = [last.smallest(brief=True), beyond.smallest(brief=True), beyond.smallest()]
    return found == [{"a": 19_999}, None, {"a": 20_000}]


def _hears() -> bool:
    """Algebra where nothing is divided; every other route everywhere."""
    algebra, other = (Route(name, "", Verdict.PROVED, 0.0) for name in (ALGEBRA, "z3"))
    return [said.hears(route) for said in (TWO, QUOTIENT) for route in (algebra, other)] == [True, True, False, True]


def _in_parts() -> bool:
    """That divisors are positive, of what says something all the same; then the goal's parts."""
    first, second = (a >= 1), (a // c).eq(0)
    guarded = (("given 1", first), ("given 2", (c > 0).implies(second)))
    given = (("given 1", first), ("given 2", second))
    wanted = [(guarded, b > 0, True), (guarded, c > 0, True), (given, a // b >= 0, False), (given, a >= 0, False)]
    return [(i.hypotheses, i.goal, i.guarded) for i in PARTS.implications] == wanted


def _is_told() -> bool:
    """What a reader is told of assumptions, divisors, and of both sides of an equation."""
    equal = claim("equal", (a + 1).eq(b // a))
    told = [of.contradiction(Witness(at, minimal=False)) for of, at in ((equal, {"a": 2, "b": 9}), (TWO, {"a": 1}))]
    divided = equal.contradiction(Witness({"a": 0, "b": 1}, minimal=False))
    lines = ("assume:   supposed: given 1: a >= 0", "divisor:  b > 0")
    return QUOTIENT.hypotheses_lines == lines and [*told, divided] == [
        "a + 1 is 3, the formula gives 4",
        "fails: a >= 2",
        "a divisor is not positive: 1 is divided by 0",
    ]


def _drops_one() -> bool:
    """Each of three assumptions, and no other."""
    said = claim("three", a >= 0, a >= 1, b >= 1, c >= 1)
    left = [said.without(i).hypotheses for i in range(3)]
    return left == [(b >= 1, c >= 1), (a >= 1, c >= 1), (a >= 1, b >= 1)]
