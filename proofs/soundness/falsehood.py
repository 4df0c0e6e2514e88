"""A false thing, kept to be refused: what it is, why it is false, how evaluation shows it, and who might accept it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from proofs.engine.statement import Statement
from proofs.engine.terms import Obligation
from proofs.program.logic.plan import Condition
from proofs.program.logic.solving import Session
from proofs.solvers.answers import BRIEF_LIMITS, Answer, Status
from proofs.solvers.solvers import SOLVERS, opened
from spec.language.terms import Term
from spec.operator.clauses import ADDED

NO_SOLVER, CHEAP, COSTLY = "none", "cheap", "costly"
"""What it costs to see whether it is accepted: no solver, one small question, or the proof of a program."""


@dataclass(frozen=True, slots=True)
class Falsehood:
    """Something false. `is_false` evaluates it, without a solver; `is_accepted` asks the prover, by every route alone.

    `kind` is what it is: a statement, bits, a script, a condition, an assumption, a certificate, an expression, a
    verdict, a program in Python or in C.
    """

    label: str
    kind: str
    reason: str
    is_false: Callable[[], bool]
    is_accepted: Callable[[], bool]
    cost: str = CHEAP


def accepts(falsehood: Falsehood) -> bool:
    """A prover that may be changed accepts it: that it breaks is no acceptance."""
    try:
        return falsehood.is_accepted()
    except (TypeError, ValueError, LookupError, AssertionError):
        return False


def has_witness(statement: Statement) -> bool:
    """An ordered search finds values, and evaluation confirms them: the assumptions hold and the goal fails."""
    values = statement.smallest()
    return values is not None and statement.confirms(values)


def some_route_proves(statement: Statement) -> bool:
    """A solver, or a route of the statement's own, says that it follows."""
    solvers = opened(SOLVERS, BRIEF_LIMITS).values()
    if any(statement.ask(solver).status is Status.UNSAT for solver in solvers):
        return True
    found = (route() for route in statement.own_routes.values())
    return any(r is not None and r.verdict == "proved" and not r.bounds and statement.hears(r) for r in found)


def false_statement(statement: Statement, reason: str, kind: str = "statement") -> Falsehood:
    """A statement to be refuted."""
    return Falsehood(
        statement.label, kind, reason, lambda: has_witness(statement), lambda: some_route_proves(statement)
    )


def false_script(statement: Statement, reason: str) -> Falsehood:
    """The same in SMT-LIB: a script for each part of the goal, of which not all may be unsatisfiable."""

    def accepted() -> bool:
        texts = [text for name, text in statement.scripts().items() if not name.endswith(".assumptions.smt2")]
        solvers = opened(SOLVERS, BRIEF_LIMITS).values()
        return any(all(s.ask_script(text).status is Status.UNSAT for text in texts) for s in solvers)

    return Falsehood(f"{statement.label}.smt2", "script", reason, lambda: has_witness(statement), accepted)


def false_condition(statement: Obligation, reason: str) -> Falsehood:
    """The same as a condition of a program, which is asked about products in three ways."""
    return Falsehood(statement.label, "condition", reason, lambda: has_witness(statement), lambda: taken(statement))


def taken(statement: Obligation, after: Obligation | None = None) -> bool:
    """A solver takes it for proved as a condition of a program, perhaps after another in the same session."""
    session = Session(opened(SOLVERS, BRIEF_LIMITS))
    if after is not None:
        answers(session, after)
    return any(answer.status is Status.UNSAT for answer in answers(session, statement))


def answers(session: Session, statement: Obligation) -> list[Answer]:
    """What solvers say of it as a condition of a program: each in three ways."""
    condition = Condition(statement.label, 1, "", statement.assumptions, statement.goal)
    found = [session.ask_without_products(condition.known, [condition], name)[0] for name in SOLVERS]
    for ask in (session.ask_with_lemmas, session.ask_in_full):
        found += [ask(condition.known, condition, name) for name in SOLVERS]
    return found


def claim(label: str, goal: Term, *given: Term) -> Obligation:
    """A statement in terms, of no catalogue."""
    from proofs.assumptions.lemmas import suppose

    assumptions = tuple(suppose(f"given {i}", term) for i, term in enumerate(given, 1))
    return Obligation(label=label, statement="False.", assumptions=assumptions, goal=goal, source=ADDED)
