"""Verdicts that must not be given, each with what shows that it is false; and right ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any

from proofs.engine.statement import OUT_OF_TIME, Verdict, Witness
from proofs.engine.terms import Obligation
from proofs.solvers.answers import Answer, Status, Values
from proofs.solvers.solvers import THIRD
from proofs.soundness.topics.sorts import BY_ALGEBRA
from proofs.soundness.verdicts.made_up import (
    DENIED,
    LATE,
    NOTHING,
    SHOWN,
    Posed,
    Pretended,
    adds_3,
    by,
    cannot_be_read,
    copies,
    failed,
    made_up,
    refuses,
    said,
    some,
)
from reference.common.errors import Contradiction
from spec.language.terms import Sort, Variable, not_, or_

a, b, c = (Variable(name) for name in "abc")
p, q = (Variable(name, Sort.BOOL) for name in "pq")
SAT = Status.SAT
PROVED, REFUTED, OPEN = Verdict.PROVED, Verdict.REFUTED, Verdict.UNKNOWN
AROUND_0 = range(-3, 4)
TRUTH: tuple[dict[str, int | bool], ...] = tuple(
    {"p": one, "q": other, "a": x, "b": y}
    for one, other, x, y in product((False, True), (False, True), AROUND_0, AROUND_0)
)
"""Two truth values, and small numbers."""
FALSE_ONE = partial(made_up, p, or_(p, q))
"""p or q gives p: where q holds alone, it fails."""
TRUE_ONE = partial(made_up, or_(p, q), p)
"""p gives p or q."""
NEVER = partial(made_up, q, p, not_(p))
"""What is assumed cannot be: anything follows."""
HALVES = (a // b * 2).eq(a // b + a // b)
"""An equation that algebra proves, and that means nothing where b is 0."""


def is_refuted(statement: Obligation) -> bool:
    """At some values, what is assumed holds and the goal fails."""
    return any(statement.confirms(values) for values in TRUTH)


def holds_always(statement: Obligation) -> bool:
    """At no values it fails, and at some what is assumed holds."""
    return not is_refuted(statement) and any(map(statement.holds, TRUTH))


def holds_never(statement: Obligation) -> bool:
    """At no values what is assumed holds."""
    return not any(map(statement.holds, TRUTH))


def holds_replayed(statement: Pretended) -> bool:
    """At its smallest counterexample, with what the reference gives there, it holds."""
    values = statement.smallest()
    return values is not None and not statement.confirms({**values, **_observed(statement, values)})


def is_refused(statement: Pretended) -> bool:
    """The reference takes its smallest counterexample for no call."""
    try:
        _observed(statement, statement.smallest() or {})
    except ValueError:
        return True
    return False


def _observed(statement: Pretended, values: Values) -> Values:
    """What the reference gives there."""
    integers = {name: value for name, value in values.items() if isinstance(value, int)}
    return statement.replay(integers) if statement.replay else {}


def is_refuted_at_0(statement: Obligation) -> bool:
    """At 0 it fails."""
    return statement.confirms({"a": 0, "b": 0, "p": True})


def is_needed(statement: Obligation) -> bool:
    """Without its first assumption it fails."""
    return is_refuted(statement.without(0))


def is_idle(statement: Obligation) -> bool:
    """Without its first assumption it holds."""
    return holds_always(statement.without(0))


def as_expected(case: Posed) -> bool:
    """It has the verdict, and nothing is open."""
    return case.outcome().as_expected


def goes_on(case: Posed) -> bool:
    """No contradiction is told."""
    case.outcome()
    return True


def is_minimal(case: Posed) -> bool:
    """Its witness is said to be the smallest."""
    witness = case.outcome().witness
    return witness is not None and witness.minimal


def redundant(case: Posed) -> bool:
    """The first of its assumptions is said to be so."""
    return case.outcome().tightness[0].outcome == "redundant"


def needed(case: Posed) -> bool:
    """The first of its assumptions is said to be so."""
    return case.outcome().tightness[0].outcome == "needed"


ONE, EITHER, BOTH = (SHOWN, NOTHING), (SHOWN, DENIED), (SHOWN, SHOWN)
NONE, NO_MODEL = (NOTHING, NOTHING), (DENIED, DENIED)
ALONE, TWO_SAY = "one route alone is no proof", "one of two that disagree is wrong"
CANNOT, EXAMPLE = "what is assumed cannot be", "a refutation is an example"
HERE = said(SAT, p=False, q=True)
"""The counterexample to the false one."""

FALSE_VERDICTS: tuple[tuple[str, str, Posed, Callable[[Any], bool], Callable[[Posed], bool]], ...] = (
    ("one-route", ALONE, Posed(FALSE_ONE(says=ONE)), is_refuted, as_expected),
    ("no-route", "what says nothing is no proof", Posed(FALSE_ONE(says=NONE)), is_refuted, as_expected),
    ("bounded", "cases up to bounds are no proof", Posed(FALSE_ONE(says=ONE, bounded=some)), is_refuted, as_expected),
    ("third", "a third solver is none of two", Posed(FALSE_ONE(says=ONE), further=(by(THIRD, PROVED),)), is_refuted,
     as_expected),
    ("not-known", "what says nothing is no proof", Posed(FALSE_ONE(says=ONE), further=(by("kernel", OPEN),)),
     is_refuted, as_expected),
    ("late", "without the clock the answer might be another",
     Posed(FALSE_ONE(says=(SHOWN, LATE)), further=(by("kernel", PROVED),)), is_refuted, as_expected),
    ("denied", TWO_SAY, Posed(FALSE_ONE(says=EITHER)), is_refuted, goes_on),
    ("denied.above", TWO_SAY, Posed(FALSE_ONE(says=BOTH), further=(by("kernel", REFUTED),)), is_refuted, goes_on),
    ("denied.by-a-case", TWO_SAY, Posed(FALSE_ONE(says=BOTH, bounded=failed)), is_refuted, goes_on),
    ("denied.at-a-point", "a counterexample is none to a solver", Posed(made_up(a >= 1, a >= 0, says=ONE), REFUTED),
     is_refuted_at_0, goes_on),
    ("unheard", "algebra says nothing of divisors", Posed(made_up(HALVES, says=ONE)), is_refuted_at_0, as_expected),
    ("from-nothing", CANNOT, Posed(NEVER(says=BOTH, consistent=BOTH)), holds_never, as_expected),
    ("from-nothing.one-route", CANNOT, Posed(NEVER(says=BOTH, consistent=ONE)), holds_never, as_expected),
    ("from-nothing.denied", TWO_SAY, Posed(NEVER(says=BOTH, consistent=EITHER)), holds_never, goes_on),
    ("from-nothing.not-known", CANNOT, Posed(NEVER(says=BOTH, consistent=NONE)), holds_never, as_expected),
    ("from-nothing.of-integers", CANNOT, Posed(made_up(b >= 1, a >= 1, a <= 0, says=BOTH, consistent=BOTH)),
     holds_never, as_expected),
    ("from-nothing.of-no-quotient", CANNOT, Posed(made_up(b >= 1, (a // b).eq(0), b <= 0, says=BOTH, consistent=BOTH)),
     holds_never, as_expected),
    ("refuted.of-integers", EXAMPLE, Posed(made_up(a >= 0, a >= 1, says=NO_MODEL), REFUTED), holds_always, as_expected),
    ("refuted.of-a-defined-one", EXAMPLE, Posed(made_up(b >= 2, a >= 1, b.eq(a + 1), says=NO_MODEL), REFUTED),
     holds_always, as_expected),
    ("refuted.no-example", EXAMPLE, Posed(TRUE_ONE(says=NO_MODEL), REFUTED), holds_always, as_expected),
    ("refuted.where-it-holds", EXAMPLE, Posed(TRUE_ONE(says=(said(SAT, p=True, q=False), NOTHING)), REFUTED),
     holds_always, as_expected),
    ("refuted.not-assumed", EXAMPLE, Posed(TRUE_ONE(says=(said(SAT, p=False, q=False), NOTHING)), REFUTED),
     holds_always, as_expected),
    ("refuted.found-wrongly", EXAMPLE, Posed(TRUE_ONE(says=NO_MODEL, found={"p": True, "q": False}), REFUTED),
     holds_always, as_expected),
    ("refuted.replayed", "what the reference gives is another thing",
     Posed(made_up(b.eq(a), a >= 0, says=NO_MODEL, replay=copies), REFUTED), holds_replayed, as_expected),
    ("refuted.refused", "the reference takes no such call",
     Posed(made_up(a >= 1, says=NO_MODEL, replay=refuses), REFUTED), is_refused, as_expected),
    ("minimal", "0 is smaller than 5",
     Posed(made_up(a >= 1, p, says=(said(SAT, a=-5, p=True), NOTHING)), REFUTED), is_refuted_at_0, is_minimal),
    ("redundant.one-route", ALONE, Posed(made_up(p, p, q, says=BOTH, weaker=ONE), tightness=True), is_needed,
     redundant),
    ("redundant.not-known", ALONE, Posed(made_up(p, p, q, says=BOTH), tightness=True), is_needed, redundant),
    ("needed.not-assumed", EXAMPLE,
     Posed(made_up(or_(p, q), p, q, says=BOTH, weaker=(said(SAT, p=False, q=False), NOTHING)), tightness=True),
     is_idle, needed),
    ("needed.beside-another", "another was dropped too",
     Posed(made_up(a >= 1, a >= 0, a >= 1, b >= 1, says=BOTH, weaker=BOTH), tightness=True), is_idle, needed),
)  # fmt: skip
"""A name, the reason, the statement and its answers; what shows that it is false; what is wrong of its outcome."""


def verdicts() -> Iterator[tuple[str, str, Callable[[], bool], Callable[[], bool]]]:
    """A name, the reason, whether evaluation shows that it is false, whether the rules give it all the same."""
    for name, reason, case, false, wrong in FALSE_VERDICTS:
        yield f"verdict.{name}", reason, partial(false, case.statement), partial(_is_given, wrong, case)


def _is_given(wrong: Callable[[Posed], bool], case: Posed) -> bool:
    try:
        return wrong(case)
    except Contradiction:
        return False


# --- right ones

TWO = ("z3", "cvc5")
SQUARES = ((a + b) * (a - b)).eq(a * a - b * b)
RIGHT: tuple[tuple[str, Posed, Verdict, tuple[str, ...], Values | None, Witness | None], ...] = (
    ("two-solvers", Posed(TRUE_ONE(says=BOTH)), PROVED, TWO, None, None),
    ("one-and-another", Posed(TRUE_ONE(says=ONE), further=(by("kernel", PROVED),)), PROVED, (*TWO, "kernel"), None,
     None),
    ("late-and-decided", Posed(TRUE_ONE(says=(Answer(Status.UNSAT, 1e9), SHOWN))), PROVED, TWO, None, None),
    ("sparing", Posed(TRUE_ONE(says=BOTH), further=(by("kernel", PROVED),), sparing=True), PROVED, TWO, None, None),
    ("not-sparing", Posed(TRUE_ONE(says=ONE), further=(by("kernel", PROVED),), sparing=True), PROVED, (*TWO, "kernel"),
     None, None),
    ("nothing-to-say", Posed(TRUE_ONE(says=BOTH), further=(lambda _: None,)), PROVED, TWO, None, None),
    ("algebra", Posed(made_up(SQUARES, says=ONE)), PROVED, (*TWO, "sympy"), {}, None),
    ("algebra.defined", Posed(made_up((a * a).eq(b * a + a), a.eq(b + 1), says=ONE)), PROVED, (*TWO, "sympy"),
     {"a": 1, "b": 0}, None),
    ("algebra.ideal", Posed(made_up((a * a * b).eq(0), (a * b).eq(0), says=ONE)), PROVED, (*TWO, "sympy"),
     {"a": 0, "b": 0}, None),
    ("algebra.quotients", Posed(made_up((a // 2 * b).eq(c // 2 * b), a.eq(c), says=ONE)), PROVED, (*TWO, "sympy"),
     {"a": 0, "c": 0}, None),
    ("algebra.fails", Posed(made_up((a * a).eq(a), says=ONE), OPEN), OPEN, TWO, {}, None),
    ("cases", Posed(TRUE_ONE(says=BOTH, bounded=some)), PROVED, (*TWO, "enumeration"), None, None),
    ("consistent-at", Posed(TRUE_ONE(says=BOTH, consistent=(NOTHING, said(SAT, p=True, q=False, r=True)))), PROVED,
     TWO, {"p": True, "q": False}, None),
    ("vacuous", Posed(NEVER(says=BOTH, consistent=(NOTHING, SHOWN)), Verdict.VACUOUS), Verdict.VACUOUS, (), None,
     None),
    ("refuted", Posed(FALSE_ONE(says=(NOTHING, HERE)), REFUTED), REFUTED, TWO, None,
     Witness({"p": False, "q": True}, minimal=False)),
    ("refuted-by-the-second", Posed(FALSE_ONE(says=(said(SAT, p=True, q=False), HERE)), REFUTED), REFUTED, TWO, None,
     Witness({"p": False, "q": True}, minimal=False)),
    ("refuted-by-search", Posed(made_up(a >= 1, a >= 0, says=NO_MODEL), REFUTED), REFUTED, TWO, {"a": 0},
     Witness({"a": 0}, minimal=True)),
    ("smallest", Posed(made_up(or_(a > -2, b < 3), b >= 1, says=NO_MODEL), REFUTED), REFUTED, TWO, {"b": 1},
     Witness({"a": -2, "b": 3}, minimal=True)),
    ("smallest-of-two", Posed(made_up(or_(b.eq(0), a >= 2), says=NO_MODEL), REFUTED), REFUTED, TWO, {},
     Witness({"a": 0, "b": 1}, minimal=True)),
    ("smallest-of-many", Posed(made_up(a.ne(60), a >= 0, says=NO_MODEL), REFUTED), REFUTED, TWO, {"a": 0},
     Witness({"a": 60}, minimal=True)),
    ("smallest-defined", Posed(made_up(b.ne(4), a >= 1, b.eq(a + 1), says=NO_MODEL), REFUTED), REFUTED, TWO,
     {"a": 1, "b": 2}, Witness({"a": 3, "b": 4}, minimal=True)),
    ("replayed", Posed(made_up(b < 3, a >= 0, says=NO_MODEL, replay=adds_3), REFUTED), REFUTED, TWO, {"a": 0},
     Witness({"a": 0, "b": 3}, minimal=True, observed={"b": 3})),
)  # fmt: skip
"""A name, the statement and its answers; its verdict, routes, example of what is assumed, and witness."""
TIGHT: tuple[tuple[str, Pretended, tuple[tuple[str, Values | None], ...]], ...] = (
    ("idle", made_up(or_(p, q), p, q, says=BOTH, weaker=BOTH), (("redundant", None), ("redundant", None))),
    ("needed", made_up(p, p, q, says=BOTH, weaker=(NOTHING, HERE)),
     (("needed", {"p": False, "q": True}), ("unknown", None))),
    ("by-search", made_up(a >= 1, a >= 1, b >= 5, says=BOTH, weaker=BOTH),
     (("needed", {"a": 0, "b": 5}), ("redundant", None))),
)  # fmt: skip
"""A name, a statement that is proved, and what becomes of each of its assumptions."""
UNDECIDED: tuple[tuple[str, Posed, Verdict, str], ...] = (
    ("cannot-be-read", Posed(FALSE_ONE(says=BOTH), further=(cannot_be_read,)), OPEN, "no words"),
    ("late", Posed(TRUE_ONE(says=(SHOWN, LATE))), OPEN, OUT_OF_TIME),
    ("late-in-time", Posed(TRUE_ONE(says=(SHOWN, NOTHING))), OPEN, ""),
    ("no-example", Posed(TRUE_ONE(says=NO_MODEL)), OPEN, "no counterexample"),
    ("refused", Posed(made_up(a >= 1, says=NO_MODEL, replay=refuses)), OPEN, "the reference refuses the witness"),
    (
        "replayed",
        Posed(made_up(b.eq(a), a >= 0, says=NO_MODEL, replay=copies)),
        OPEN,
        "the reference does not show",
    ),
    ("not-known", Posed(NEVER(says=BOTH, consistent=NONE)), PROVED, "the assumptions could not be shown"),
)
"""A name, the statement and its answers; its verdict, and how the problem begins that leaves something open."""


def right() -> Iterator[tuple[str, Callable[[], bool]]]:
    """Answers that are made up, each with whether the rules make of it what they should."""
    for name, case, *expected in RIGHT:
        yield f"verdict.{name}", partial(_comes_to, case, expected)
    for name, goal, given in BY_ALGEBRA:
        yield f"verdict.algebra.{name}", partial(as_expected, Posed(made_up(goal, *given, says=ONE)))
    for name, statement, dropped in TIGHT:
        yield f"verdict.tight.{name}", partial(_is_tight, Posed(statement, tightness=True), dropped)
    for name, case, verdict, problem in UNDECIDED:
        yield f"verdict.open.{name}", partial(_is_open, case, verdict, problem)


def _comes_to(case: Posed, expected: Sequence[object]) -> bool:
    found = case.outcome()
    routes = tuple(route.name for route in found.routes)
    return found.as_expected and [found.verdict, routes, found.satisfiable_by, found.witness] == [*expected]


def _is_open(case: Posed, verdict: Verdict, problem: str) -> bool:
    found = case.outcome()
    return found.verdict is verdict and found.problem.startswith(problem) and bool(problem) == bool(found.problem)


def _is_tight(case: Posed, dropped: tuple[tuple[str, Values | None], ...]) -> bool:
    return tuple((t.outcome, t.counterexample) for t in case.outcome().tightness) == dropped
