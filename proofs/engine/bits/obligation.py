"""Statements on bit patterns, in SMT-LIB text.

The term language has no floats: here the text that the solvers read is the statement itself. What a clause says is not
stated again: its own formula is read (`spec.readings.bits`). For searching, for confirming and for replaying,
`proofs.engine.bits.arrays` evaluates the same text in NumPy, without a solver; `proofs.engine.bits.gates` makes
decision diagrams of it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np

from proofs.assumptions.standing import Lemma, StandsOn
from proofs.engine.bits.arrays import BitVector, bit_vector, candidates, evaluate, held
from proofs.engine.bits.formulas import BitAssumption, Formula, Pattern, ReadClause, stands_on, text_of, written_out
from proofs.engine.bits.gates import VERSION, by_diagrams
from proofs.engine.bits.text import definitions, parsed, printed
from proofs.engine.encoding import ASSUMPTIONS, expectation
from proofs.engine.statement import Route, Statement, Verdict, Witness, Written
from proofs.solvers.answers import Answer, Integers, Status, Values
from proofs.solvers.solvers import THIRD, OpenSolver
from spec.language.terms import Term
from spec.operator.clauses import Clause
from spec.operator.operator import Operator

ENUMERATION, DIAGRAMS = "enumeration", "diagrams"

MOST_CANDIDATES = 1 << 20
"""Up to so many bit patterns an obligation is searched whole, and decided by enumeration too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BitObligation(Statement):
    """A statement on bit patterns: for all patterns of its inputs, the assumptions imply the goal.

    `functions` are the `define-fun` commands that the formulas use; they may speak of the inputs. `replay` gives
    observed values for results, which are patterns with a meaning; the contradiction must stand with those in place of
    what the meanings say. An element that a clause speaks of and that `patterns` do not name is any `element`.
    """

    functions: str
    patterns: tuple[Pattern, ...]
    assumptions: tuple[BitAssumption, ...] = ()
    goal: Formula
    logic: str = "QF_BVFP"
    element: Pattern | None = None

    third: ClassVar[str] = THIRD

    @property
    def assumed(self) -> tuple[str, ...]:
        """The labels of its assumptions, in their order."""
        return tuple(a.label for a in self.assumptions)

    @property
    def stands_on(self) -> StandsOn:
        """What its assumptions are."""
        return stands_on(self.assumptions)

    @property
    def as_lemma(self) -> Lemma:
        """Its assumptions and its goal."""
        return Lemma(self.label, self.assumptions, self.goal)

    @property
    def read(self) -> tuple[ReadClause, ...]:
        """The clauses whose formulas are assumed, or to be shown."""
        return tuple(f for f in (*(a.term for a in self.assumptions), self.goal) if isinstance(f, ReadClause))

    @property
    def clauses(self) -> tuple[str, ...]:
        """The labels of its assumptions, and of the clauses whose formulas it reads: to be about one is not enough."""
        return tuple(dict.fromkeys((*self.droppable, *(r.clause.label for r in self.read))))

    def reads(self, operator: Operator) -> frozenset[str]:
        """The clauses whose formulas, as they stand, are read here."""
        read = (r.clause for r in self.read)
        return frozenset(c.label for c in read if c.label in operator and operator[c.label].formula == c.formula)

    @property
    def names(self) -> Mapping[str, Pattern]:
        """The inputs."""
        return {p.name: p for p in self.inputs}

    def without(self, dropped: int) -> Self:
        """The obligation without one of its assumptions."""
        return replace(self, assumptions=self.assumptions[:dropped] + self.assumptions[dropped + 1 :])

    def with_formula(self, clause: Clause, formula: Term) -> Self:
        """The obligation with another formula in a clause's place."""

        def changed(said: Formula) -> Formula:
            if isinstance(said, ReadClause) and said.clause == clause:
                return replace(said, clause=replace(clause, formula=formula))
            return said

        assumptions = tuple(replace(a, term=changed(a.term)) for a in self.assumptions)
        return replace(self, assumptions=assumptions, goal=changed(self.goal))

    @property
    def inputs(self) -> tuple[Pattern, ...]:
        """The patterns that may be any."""
        named = {p.name for p in self.patterns} | definitions(self.functions).keys()
        formulas = (f for f in (*(a.term for a in self.assumptions), self.goal) if not isinstance(f, str))
        others = dict.fromkeys(name for f in formulas for name in f.elements if name not in named)
        if others and self.element is None:
            raise ValueError(f"{self.label}: nothing says what {', '.join(others)} may be")
        more = (replace(self.element, name=name) for name in others) if self.element else ()
        return (*(p for p in self.patterns if not p.meaning), *more)

    @property
    def results(self) -> tuple[Pattern, ...]:
        """The patterns that expressions give."""
        return tuple(p for p in self.patterns if p.meaning)

    @property
    def hypotheses(self) -> tuple[str, ...]:
        """The assumptions, as formulas."""
        return tuple(text_of(a.term) for a in self.assumptions)

    @property
    def refuted(self) -> tuple[str, ...]:
        """What a solver is asked to refute: the assumptions, and the negation of the goal."""
        return (*self.hypotheses, f"(not {self.goal_text})")

    def definitions(self, formulas: Sequence[str]) -> tuple[str, ...]:
        """Those of the functions that formulas and results use, directly or through others; each on one line."""
        known = definitions(self.functions)
        wanted = _atoms(" ".join([*formulas, *(p.meaning for p in self.results)])) & known.keys()
        while more := set().union(*(_atoms(printed(known[name].body)) for name in wanted)) & known.keys() - wanted:
            wanted |= more
        return tuple(known[name].text for name in known if name in wanted)

    def script(self, formulas: Sequence[str], comment: str = "") -> str:
        """The SMT-LIB script that asks whether some formulas hold together for some inputs."""
        lines = [f"; {line}" for line in comment.splitlines()]
        lines.append(f"(set-logic {self.logic})")
        lines += [f"(declare-const {p.name} (_ BitVec {p.width}))" for p in self.inputs]
        lines += self.definitions(formulas)
        lines += [p.definition for p in self.results]
        lines += [f"(assert {formula})" for formula in formulas]
        return "\n".join([*lines, "(check-sat)", ""])

    # --- values

    def evaluate(self, formula: str, values: Mapping[str, Any]) -> Any:
        """The truth, or the bit pattern, of a formula or expression for one pattern, or an array of them, per name."""
        widths = {p.name: p.width for p in (*self.inputs, *self.results)}
        known = {name: bit_vector(widths[name], value) for name, value in values.items()}
        (expression,) = parsed(formula)
        value = evaluate(expression, known, definitions(self._defined))
        return value.bits if isinstance(value, BitVector) else value

    @property
    def _defined(self) -> str:
        return "\n".join([self.functions, *(p.definition for p in self.results)])

    @property
    def is_small(self) -> bool:
        """There are so few bit patterns that all are tried."""
        return 1 << sum(p.width for p in self.inputs) <= MOST_CANDIDATES

    def example(self) -> Values | None:
        """The candidate with the smallest sum for which the assumptions hold."""
        return self._first(self.hypotheses)

    def smallest(self, *, brief: bool = False) -> Values | None:
        """The candidate with the smallest sum that refutes the goal."""
        return self._first(self.refuted)

    def holds(self, values: Values) -> bool:
        """The assumptions hold, by evaluation in NumPy."""
        return all(bool(np.all(self.evaluate(formula, values))) for formula in self.hypotheses)

    def confirms(self, values: Values) -> bool:
        """The assumptions hold and the goal fails, by evaluation in NumPy."""
        return all(bool(np.all(self.evaluate(formula, values))) for formula in self.refuted)

    def completed(self, model: Values) -> Values | None:
        """A model with a pattern for each input."""
        found = ((p.name, model.get(p.name, 0)) for p in self.inputs)
        return {name: value for name, value in found if isinstance(value, int)}

    def _first(self, formulas: Sequence[str]) -> Integers | None:
        """The first candidate for which all formulas hold."""
        if not formulas:
            return {p.name: 0 for p in self.inputs}
        combined = candidates(self.inputs, whole=self.is_small)
        holds = np.ones(1, bool)
        for formula in formulas:
            holds = holds & held(formula, self.inputs, self._defined, whole=self.is_small)
        shape = next((values.shape for values in combined.values()), (1,))
        places = np.flatnonzero(np.broadcast_to(holds, shape))
        return {name: int(values[places[0]]) for name, values in combined.items()} if len(places) else None

    # --- solvers

    def satisfiable(self, solver: OpenSolver) -> Answer:
        """Whether the assumptions hold together."""
        return solver.ask_script(self.script(self.hypotheses))

    def ask(self, solver: OpenSolver, at: Values | None = None) -> Answer:
        """Whether there is a counterexample: any, or exactly these patterns."""
        equal = (f"(= {p.name} (_ bv{at[p.name]} {p.width}))" for p in self.inputs) if at else ()
        return solver.ask_script(self.script((*self.refuted, *equal)))

    def is_smallest(self, values: Values, *, searched: bool, solver: OpenSolver) -> bool:
        """A solver says that no counterexample has a smaller sum of bit patterns."""
        total = sum(v for v in values.values() if isinstance(v, int))
        smaller = self.script((*self.refuted, self._sum_below(total)))
        return solver.ask_script(smaller).status is Status.UNSAT

    def _sum_below(self, bound: int) -> str:
        """The sum of the inputs' bit patterns is below a bound; the sum is wide enough never to wrap around."""
        width = max(p.width for p in self.inputs) + len(self.inputs)
        total = f"(_ bv0 {width})"
        for p in self.inputs:
            total = f"(bvadd {total} ((_ zero_extend {width - p.width}) {p.name}))"
        return f"(bvult {total} (_ bv{bound} {width}))"

    # --- further routes

    @property
    def own_routes(self) -> Mapping[str, Callable[[], Route | None]]:
        """All patterns as decision diagrams; and all tried, where they are few."""
        return {DIAGRAMS: self._diagrams, **({ENUMERATION: self._every_pattern} if self.is_small else {})}

    def _diagrams(self) -> Route | None:
        """Nothing is said where a diagram grows too large, or of an operation that has none, such as a product."""
        started = time.perf_counter()
        proved = by_diagrams(tuple(self.refuted), tuple((p.name, p.width) for p in self.inputs), self._defined)
        if proved is None:
            return None
        verdict = Verdict.PROVED if proved else Verdict.REFUTED
        return Route(DIAGRAMS, VERSION, verdict, time.perf_counter() - started)

    def _every_pattern(self) -> Route:
        started = time.perf_counter()
        verdict = Verdict.PROVED if self._first(self.refuted) is None else Verdict.REFUTED
        return Route(ENUMERATION, f"numpy {np.__version__}", verdict, time.perf_counter() - started)

    # --- readers

    @property
    def goal_text(self) -> str:
        """The goal, in SMT-LIB."""
        return text_of(self.goal)

    @property
    def hypotheses_lines(self) -> tuple[str, ...]:
        """The functions that the goal uses, the inputs, the results and the assumptions."""
        return (
            *(f"define:   {definition}" for definition in self.definitions(self.refuted)),
            *(f"any bits: {p.name}, {p.width} of them" for p in self.inputs),
            *(f"result:   {p.name}: {p.meaning}" for p in self.results),
            *(f"assume:   {self.stands_on.told(a.label)}: {text_of(a.term)}" for a in self.assumptions),
        )

    def goals(self, written: Written) -> tuple[str, ...]:
        """The goal: a clause's formula as the reader wants it, all else in SMT-LIB."""
        return written_out(self.goal, written)

    def premises(self, written: Written) -> tuple[str, ...]:
        """Each assumption with its label: a clause's formula as the reader wants it, all else in SMT-LIB."""
        told = self.stands_on.told
        return tuple(f"{told(a.label)}: {next(iter(written_out(a.term, written)))}" for a in self.assumptions)

    def scripts(self) -> Mapping[str, str]:
        """A script for the goal, and one for the assumptions."""
        head = "\n".join([self.label, self.statement, *(f"assume {label}" for label in self.assumed)])
        goal = f"{head}\ngoal-1, negated; {expectation(self)}"
        return {
            f"{self.label}.goal-1.smt2": self.script(self.refuted, goal),
            f"{self.label}.assumptions.smt2": self.script(self.hypotheses, f"{head}\n{ASSUMPTIONS}"),
        }

    def readable(self, values: Values) -> Values:
        """Each pattern in hexadecimal, with the number that it is."""
        patterns = {p.name: p for p in (*self.inputs, *self.results)}
        return {name: patterns[name].text(v) if isinstance(v, int) else v for name, v in values.items()}

    def contradiction(self, witness: Witness) -> str:
        """What the results are at a witness: as observed, or else as their meanings say."""
        if not self.results:
            return f"fails: {self.goal_text}"
        said = {p.name: int(self.evaluate(p.name, witness.values)[0]) for p in self.results}
        return ", ".join(f"{name} is {text}" for name, text in self.readable({**said, **witness.observed}).items())


def _atoms(text: str) -> set[str]:
    return set(text.replace("(", " ").replace(")", " ").split())
