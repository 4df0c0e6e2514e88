"""Expressions without a value at some numbers, where what is to be shown of each must fail; signs of their products."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import product

from proofs.engine.terms import Obligation
from proofs.program.logic.evaluation import Evaluation
from proofs.program.logic.plan import Plan
from proofs.program.logic.state import Array, ProgramState
from proofs.program.maxpool.bounds import sign_of_product
from proofs.program.running.meanings import Failed
from proofs.program.running.running import Cells, Run
from proofs.program.source.language import Assign, Function, Return
from proofs.program.source.machine import (
    INT8,
    UINT8,
    Loss,
    entered,
    filled,
    fits,
    not_negative,
    positive,
    present,
    same,
)
from proofs.solvers.answers import Scalar, Table
from proofs.soundness.falsehood import NO_SOLVER, Falsehood, claim, false_condition, taken
from spec.language.terms import FALSE, Sort, Symbol, Term, Variable, and_, ite, or_
from spec.maxpool.vocabulary import X, dX
from spec.readings.value import Undefined, evaluate

i, j, k, a, b = (Variable(name) for name in "ijkab")
f = Symbol("f", (Sort.INT,), Sort.INT)
SIZE = 2
READ = X(i, j, 0, 0)
EXPRESSIONS: tuple[tuple[str, str, Term, Mapping[str, int]], ...] = (
    ("divisor-0", "nothing is divided by 0", i // j, {"i": 1, "j": 0}),
    ("divisor-negative", "a divisor is positive", i % j, {"i": 1, "j": -1}),
    ("divisor-written", "0 is not positive", i // 0, {"i": 1}),
    ("within-a-quotient", "a part has no value", (i // j) // k, {"i": 1, "j": 0, "k": 1}),
    ("and-first", "what is asked first has no value", and_(i // j >= 1, j >= 1), {"i": 1, "j": 0}),
    ("and-then", "what is asked first holds", and_(j <= 0, i // j >= 1), {"i": 1, "j": 0}),
    ("or-then", "what is asked first does not hold", or_(j >= 1, i // j >= 1), {"i": 1, "j": 0}),
    ("chosen", "the side is chosen", ite(j <= 0, i // j, i), {"i": 1, "j": 0}),
    ("otherwise", "the side is chosen", ite(j >= 1, i, i // j), {"i": 1, "j": 0}),
    ("in-a-test", "the test has no value", ite(i // j >= 1, i, j), {"i": 1, "j": 0}),
    ("overflow", "128 is no int8", fits(INT8, Loss.OVERFLOW)(i + 1), {"i": 127}),
    ("underflow", "-129 is no int8", fits(INT8, Loss.OVERFLOW)(i - 1), {"i": -128}),
    ("overflow-written", "128 is no int8", fits(INT8, Loss.OVERFLOW)(128), {}),
    ("wrap", "-1 is no uint8", fits(UINT8, Loss.WRAP)(i - 1), {"i": 0}),
    ("conversion", "256 is no uint8", fits(UINT8, Loss.CONVERSION)(i), {"i": 256}),
    ("step-0", "a step is positive", positive(i), {"i": 0}),
    ("turns-negative", "no number of turns is negative", not_negative(i), {"i": -1}),
    ("not-entered", "the first turn is not allowed", entered(i), {"i": 0}),
    ("not-filled", "the cell is not among the filled", filled(i), {"i": -1}),
    ("no-value-yet", "it was given no value", present(Sort.INT)(j >= 1, i), {"i": 1, "j": 0}),
    ("read-above", "it is out of bounds", READ, {"i": SIZE, "j": 0}),
    ("read-below", "it is out of bounds", READ, {"i": -1, "j": 0}),
    ("read-beside", "it is out of bounds", READ, {"i": 0, "j": SIZE}),
)
"""A name, the reason, an expression, and numbers at which it has no value."""
DEFINED: tuple[tuple[str, Term, Mapping[str, int]], ...] = (
    ("quotient", i // j, {"i": -3, "j": 2}),
    ("and-then", and_(j >= 1, i // j >= 1), {"i": 1, "j": 0}),
    ("or-then", or_(j <= 0, i // j >= 1), {"i": 1, "j": 0}),
    ("chosen", ite(j <= 0, i, i // j), {"i": 1, "j": 0}),
    ("otherwise", ite(j >= 1, i // j, i), {"i": 1, "j": 0}),
    ("fits", fits(INT8, Loss.OVERFLOW)(i + 1), {"i": 126}),
    ("fits-least", fits(INT8, Loss.OVERFLOW)(i - 1), {"i": -127}),
    ("fits-written", fits(INT8, Loss.OVERFLOW)(127), {}),
    ("fits-unsigned", fits(UINT8, Loss.WRAP)(i), {"i": 255}),
    ("step", positive(i), {"i": 1}),
    ("turns", not_negative(i), {"i": 0}),
    ("entered", entered(i), {"i": 1}),
    ("filled", filled(i), {"i": 0}),
    ("size", same(i + j, i), {"i": 3, "j": 0}),
    ("there", present(Sort.INT)(j >= 1, i), {"i": 5, "j": 1}),
)
"""A name, an expression, and numbers at which it has a value, which no part has that is not asked for."""
ALL = {"i": 0, "j": 0, "k": 0, **{size.name: SIZE for size in dX}}


def run(expression: Term, values: Mapping[str, int]) -> object:
    """Its value when it is run with these numbers; raises Failed where it has none."""
    body = (Assign(1, ("found",), (expression,)), Return(2, ()))
    zeros = dict.fromkeys(product(range(SIZE), repeat=len(dX)), 0.0)
    cells = {"X": Cells((SIZE,) * len(dX), zeros)}
    running = Run(_function(body), {**ALL, **values}, cells, known=True, wraps=False)
    running.outputs()
    return running.values["found"]


def _function(body: tuple[Assign | Return, ...] = (Return(1, ()),)) -> Function:
    return Function("expression", body, dict.fromkeys("ijk", Sort.INT), {"X": Sort.ELEMENT})


def fails(expression: Term, values: Mapping[str, int]) -> bool:
    """When it is run with these numbers, it has no value."""
    try:
        run(expression, values)
    except Failed:
        return True
    return False


def shown(expression: Term, values: Mapping[str, int]) -> Term | None:
    """What it is said to be, if all that is to be shown for it holds at these numbers; else None."""
    state = ProgramState({name: Variable(name) for name in "ijk"}, {"X": Array(dX, X)})
    evaluation = Evaluation(_function(), Plan())
    found = evaluation.value(expression, state, (), 1)
    at = {**ALL, **values}
    try:
        for condition in evaluation.conditions:
            if all(evaluate(known.term, at) for known in condition.known) and not evaluate(condition.goal, at):
                return None
    except Undefined:
        return None
    return found


def expressions() -> Iterator[Falsehood]:
    """All of them."""
    for name, reason, expression, values in EXPRESSIONS:
        false, accepted = partial(fails, expression, values), partial(_is_shown, expression, values)
        yield Falsehood(f"expression.{name}", "expression", reason, false, accepted, NO_SOLVER)
    # A run takes such a size as it is computed: that the clauses give another is told by the numbers.
    values = {"i": 1, "j": 2}
    reason, accepted = "1 is not 2", partial(_is_shown, same(i, j), values)
    false = partial(evaluate, i.ne(j), values)
    yield Falsehood("expression.another-size", "expression", reason, false, accepted, NO_SOLVER)


def _is_shown(expression: Term, values: Mapping[str, int]) -> bool:
    return shown(expression, values) is not None


def right() -> Iterator[tuple[str, Callable[[], bool]]]:
    """Expressions that have a value, each with whether that is shown, and the value is the one when it is run."""
    for name, expression, values in DEFINED:
        yield f"expression.{name}", partial(_agrees, expression, values)


def _agrees(expression: Term, values: Mapping[str, int]) -> bool:
    found = shown(expression, values)
    return found is not None and evaluate(found, {**ALL, **values}) == run(expression, values)


def of_signs() -> Iterator[Falsehood]:
    """What is said of the sign of a product contradicts no numbers: a negated factor, one beside a number, and one
    that is computed of a number."""
    for name, p, value in (
        ("negated", -a, -2),
        ("negated-less", -a - 1, -2),
        ("negated-more", -a + 1, 1),
        ("of-a", f(a), -2),
    ):
        known = (a.eq(value), b.eq(3), *((f(a).eq(5),) if name == "of-a" else ()))
        said = claim(f"condition.sign-of-a-product.{name}", FALSE, *known)
        values: dict[str, Scalar | Table] = {"a": value, "b": 3, "f": Table({}, 5)}
        named = {k: v for k, v in values.items() if k != "f" or name == "of-a"}
        there_are = partial(said.confirms, named)
        accepted = partial(_contradicts, said, p)
        yield replace(false_condition(said, "there are such numbers"), is_false=there_are, is_accepted=accepted)


def _contradicts(said: Obligation, p: Term) -> bool:
    """With what is said of the sign of a product, a statement is taken for proved."""
    return taken(replace(said, assumptions=(*said.assumptions, sign_of_product(p, (b,)))))
