"""What notices a change of the prover: right things that it must accept, false ones that it must refuse, one by one.

Beside them: what each of them reaches (`Survey`), and the questions that were asked before (`AskedBefore`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

DERIVED = "derived"
"""Beside the kinds of the corpus: the two derivations of what is to be shown of the reference are compared."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Its label; what it says of a prover that is wrong about it, else ""; whether it takes the proof of a program."""

    label: str
    says: Callable[[], str]
    costly: bool = False

    def notices(self) -> str:
        """What it says; that the prover breaks on it is noticed as well."""
        try:
            return self.says()
        except Exception as error:
            return f"refused: {type(error).__name__}"


def things(kinds: Iterable[str]) -> list[Thing]:
    """All of some kinds, in a fixed order: the right ones of all kinds first, which most slips make it refuse."""
    wanted = tuple(kinds)
    return [thing for of in (_right, _false) for kind in wanted for thing in of(kind)]


def _right(kind: str) -> Iterator[Thing]:
    from proofs.soundness.right import KEPT

    for of in KEPT.get(kind, ()):
        for label, is_accepted in of():
            yield Thing(label, partial(_refused, label, is_accepted), kind in PROGRAMS)
    if kind == DERIVED:
        yield Thing("the two derivations", _differing)


def _false(kind: str) -> Iterator[Thing]:
    from proofs.soundness.corpus import corpus
    from proofs.soundness.falsehood import COSTLY

    for false in corpus():
        if false.kind == kind:
            yield Thing(false.label, partial(_accepted, false), false.cost == COSTLY)
    if kind == "assumption":
        yield Thing("the theories", _made)


PROGRAMS = ("python", "c")
"""Kinds of things whose proofs take long."""


def _refused(label: str, is_accepted: Callable[[], bool]) -> str:
    return "" if is_accepted() else f"refused: {label}"


def _accepted(false: Any) -> str:
    from proofs.soundness.falsehood import accepts

    return f"accepted: {false.label}" if accepts(false) else ""


def _differing() -> str:
    place = differs()
    return f"refused: {place}" if place else ""


def _made() -> str:
    loaded()
    return ""


def differs() -> str:
    """The first place at which the two derivations are not shown to demand the same."""
    from proofs.engine.decide import decide
    from proofs.program.obligations import derivations

    return next((o.label for o in derivations() if not decide(o, tightness=False).as_expected), "")


def loaded() -> Any:
    """The catalogue and the reference's conditions, made: assumptions are checked where they are."""
    from proofs.engine.catalogue import Catalogue
    from proofs.maxpool.theories import THEORIES
    from proofs.program.obligations import pool_conditions
    from spec.maxpool.claims import CLAIMS
    from spec.maxpool.operator import MAXPOOL

    return Catalogue(MAXPOOL, THEORIES, CLAIMS).obligations, pool_conditions()


Question = tuple[str, Any]


@dataclass(slots=True)
class AskedBefore:
    """Answers to what the proofs of programs ask of solvers, by the whole of each question.

    `depth` tells whether a question is being answered. What does not happen then cannot change an answer.
    """

    answers: dict[Question, Any] = field(default_factory=dict)
    depth: int = 0

    def remember(self) -> None:
        """From now on, what is asked of solvers is answered from here where it is known, and kept where it is not."""
        from proofs.program.logic.solving import Session
        from proofs.solvers.cvc5_solver import OpenCvc5
        from proofs.solvers.z3_solver import OpenZ3

        for name in ("ask_without_products", "ask_with_lemmas", "ask_in_full"):
            self._wrap(Session, name, _of_a_session)
        # What stands for a solver, and says what is made up, may say another thing the next time.
        for solver in (OpenZ3, OpenCvc5):
            self._wrap(solver, "ask", _of_a_solver)

    def _wrap(self, owner: type, name: str, question: Callable[..., Any]) -> None:
        real = getattr(owner, name)

        def asked(of: Any, *arguments: Any) -> Any:
            if name == "ask":
                arguments = (tuple(arguments[0]),)
            key = (name, question(of, *arguments))
            if key in self.answers:
                return self.answers[key]
            self.depth += 1
            try:
                answer = real(of, *arguments)
            finally:
                self.depth -= 1
            return self.answers.setdefault(key, answer)

        setattr(owner, name, asked)


def _of_a_session(session: Any, known: Any, asked: Any, solver: str, _spent: float = 0.0) -> Any:
    conditions = asked if isinstance(asked, list | tuple) else (asked,)
    terms = tuple(a.term for a in known), tuple(c.goal for c in conditions)
    return type(session.solvers[solver].solver).__module__, session.solvers[solver].limits, terms


def _of_a_solver(solver: Any, terms: tuple[Any, ...]) -> Any:
    return type(solver).__module__, solver.limits, terms


Place = tuple[str, int]
"""A module, and the number of a statement or of a `lambda` in it."""


@dataclass(slots=True)
class Survey:
    """What is reached: when the tool is loaded and the things are made; by each thing, by its number; in questions.

    `answers` are those to the questions that the things asked, `loaded` the modules of the tool.
    """

    loading: frozenset[Place] = frozenset()
    by: list[frozenset[Place]] = field(default_factory=list)
    in_questions: set[Place] = field(default_factory=set)
    answers: dict[Any, Any] = field(default_factory=dict)
    loaded: frozenset[str] = frozenset()

    def reaching(self, place: Place) -> list[int]:
        """The things that reach a place."""
        return [number for number, places in enumerate(self.by) if place in places]
