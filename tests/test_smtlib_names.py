"""What a variable or a function is called changes nothing of what solvers are told, through either way in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.solvers.answers import BRIEF_LIMITS, Status
from proofs.solvers.solvers import SOLVERS, OpenSolver, opened
from spec.language.terms import Application, IllSorted, Literal, Sort, Symbol, Term, Variable, forall, sum_of
from spec.readings.smtlib import script, to_smtlib
from spec.readings.whole import whole

MEANT = ("mod", "div", "abs", "select", "and", "distinct", "let", "forall", "true", "Int", "_", "exp", "ite", "RNE")
WORDS = (
    "bvor",
    "bv2nat",
    "acos",
    "atan",
    "atan2",
    "arctan2",
    "asinh",
    "ln",
    "iff",
    "rem",
    "lambda",
    "choice",
    "equals",
)
OPERATORS = ("+", "=", "<=", "=>", "str.len", "fp.add", "re.all", "@a", ".a", "@ a", "a->b")
QUOTED = ("mod~", "~mod", "~~mod", "~", "~+", "", "0", "a b", "kernel[0]", "é", "k!0", ":named", "; a", '"', "a)")
NAMES = (*MEANT, *WORDS, *OPERATORS, *QUOTED)


def said(solver: OpenSolver, *terms: Term) -> tuple[Status, Status]:
    """In its own way, and of the script."""
    return solver.ask(terms).status, solver.ask_script(script(terms)).status


SAT, UNSAT = (Status.SAT, Status.SAT), (Status.UNSAT, Status.UNSAT)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("solver", SOLVERS)
def test_a_name_is_a_name(solver: str, name: str) -> None:
    """Of a variable, free or bound, and of a function of one number or two, which may have any values."""
    asked = opened([solver], BRIEF_LIMITS)[solver]
    v, beside = Variable(name), Variable("v")
    one, two = (Symbol(name, (Sort.INT,) * n, Sort.INT) for n in (1, 2))
    assert said(asked, v.eq(-3), beside.eq(2)) == SAT
    assert said(asked, v.eq(3), v.eq(beside), beside.ne(3)) == UNSAT
    assert said(asked, forall(v, 0, 2, v < beside), beside <= 1) == UNSAT
    assert said(asked, one(-6).eq(-77), one(5).eq(78), (beside // 2).eq(beside % 2)) == SAT
    assert said(asked, two(6, 4).eq(77), two(5, 3).eq(-78), beside.eq(-beside)) == SAT
    assert said(asked, two(6, 4).eq(77), two(6, beside + 1).ne(77), beside.eq(3)) == UNSAT


@pytest.mark.parametrize("solver", SOLVERS)
def test_names_are_of_as_many_things(solver: str) -> None:
    asked = opened([solver], BRIEF_LIMITS)[solver]
    assert said(asked, *(Variable(name).eq(i) for i, name in enumerate(NAMES))) == SAT


SIGNS = st.text("~@.+=a0 !", max_size=4) | st.sampled_from(NAMES)


@given(SIGNS, SIGNS)
def test_two_names_are_written_as_two(one: str, other: str) -> None:
    assert (to_smtlib(Variable(one)) == to_smtlib(Variable(other))) == (one == other)


@pytest.mark.parametrize("name", ["a|b", "a\\b", "|mod|", "a| Int)(assert false)(declare-const |b"])
def test_what_cannot_be_quoted_is_no_name(name: str) -> None:
    refuse(name)


def refuse(name: str) -> None:
    for make in (lambda: Variable(name), lambda: Symbol(name, (Sort.INT,), Sort.INT)):
        with pytest.raises(IllSorted, match="is no name"):
            make()


@pytest.mark.parametrize("high", [Variable("n"), Literal(1) + 1])
def test_nothing_else_is_called_as_a_sum(high: Term) -> None:
    """Solvers know a sum by its name, and what has the same name and the same unknowns would be the sum."""
    match whole(sum_of(Variable("h"), 0, high, Variable("h"))):
        case Application(symbol, _):
            refuse(symbol.name)
        case other:
            raise AssertionError(other)
