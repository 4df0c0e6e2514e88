"""The second derivation: it demands what the symbolic run finds, and a slip in either is seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from proofs.engine.decide import decide
from proofs.engine.statement import Verdict
from proofs.program.derived.obligations import ENDS, compared, obligations
from proofs.program.derived.unknown import UnknownPlan, with_unknown_expressions
from proofs.program.derived.weakest import Preconditions, Weakest
from proofs.program.logic.execution import Execution
from proofs.program.logic.obligation import ProgramObligation
from proofs.program.logic.plan import Condition
from proofs.program.logic.state import ProgramState
from proofs.program.obligations import SOURCE, pool, pool_conditions
from proofs.program.source.language import For, Function, Loop, While
from proofs.program.source.refused import Refused
from proofs.solvers.answers import BRIEF_LIMITS
from spec.language.terms import Sort, Term, Variable

UNKNOWN = with_unknown_expressions(pool())


def run(kind: type[Execution] = Execution) -> Sequence[Condition]:
    return kind(UNKNOWN, UnknownPlan(UNKNOWN)).run(())


def weakest(kind: type[Weakest] = Weakest) -> Preconditions:
    return kind(UNKNOWN, UnknownPlan(UNKNOWN)).of_function(())


def places(found: Sequence[ProgramObligation]) -> set[str]:
    """The places at which two derivations are shown to differ."""
    decided = ((o, decide(o, BRIEF_LIMITS, tightness=False)) for o in found)
    return {o.label.removeprefix("program.derived.") for o, d in decided if d.verdict is not Verdict.PROVED}


def test_each_condition_of_the_reference_has_its_place() -> None:
    """Nothing that is shown of the reference stands where the two derivations are not compared."""
    own = [c for c in pool_conditions() if not c.label.startswith("parameters.") and not c.label.endswith(ENDS)]
    assert {c.line for c in own} == {o.source.line for o in obligations(pool(), SOURCE)}


@pytest.mark.whole
def test_a_condition_that_is_lost_is_missed() -> None:
    """Where one derivation no longer demands what the other does, they differ there."""
    found, demands = run(), weakest()
    for label in ("X.read.bounds-2", "w.kept.invariant", "divisor.positive", "return.returned"):
        place = label.rsplit(".", 1)[0]
        kept = [c for c in found if c.label != label]
        assert place in places([o for o in compared(kept, demands, SOURCE) if place in o.label]), label
        left = tuple(d for d in demands if d.label != label)
        assert place in places([o for o in compared(found, left, SOURCE) if place in o.label]), label


class Remembers(Execution):
    """Forgets to forget the arrays that a loop writes to."""

    def _forgotten(self, loop: Loop, state: ProgramState, when: str) -> ProgramState:
        return ProgramState(super()._forgotten(loop, state, when).values, state.arrays)


class FurtherOn(Execution):
    """Knows the invariants one turn further than they were shown."""

    def _known(self, loop: Loop, state: ProgramState, position: Term | None) -> Any:
        return super()._known(loop, state, None if position is None else position + 1)


class OneBranch(Weakest):
    """Takes the first block of each branch alone."""

    def _before(self, statement: Any, after: Preconditions) -> Preconditions:
        if hasattr(statement, "otherwise"):
            return super()._before(replace(statement, otherwise=statement.then), after)
        return super()._before(statement, after)


class NoGhosts(UnknownPlan):
    """Says that loops change no ghosts."""

    def changed(self, loop: Loop) -> tuple[frozenset[str], frozenset[str]]:
        return frozenset(), frozenset()


@pytest.mark.parametrize(
    ("found", "demands", "differ"),
    [
        (lambda: run(Remembers), weakest, "n.kept"),
        (lambda: run(FurtherOn), weakest, "w.kept"),
        (run, lambda: weakest(OneBranch), "w.kept"),
        (run, lambda: Weakest(UNKNOWN, NoGhosts(UNKNOWN)).of_function(()), "h.kept"),
    ],
)
def test_a_slip_in_a_rule_is_seen(
    found: Callable[[], Sequence[Condition]], demands: Callable[[], Preconditions], differ: str
) -> None:
    """The two derivations differ where a rule of one of them is wrong."""
    assert differ in places([o for o in compared(found(), demands(), SOURCE) if o.label.endswith(differ)])


def test_what_there_is_no_rule_for_is_refused() -> None:
    """A `while`, and a loop that changes what bounds it."""
    loop = For(2, "i", Variable("k"), Variable("k"), ())
    sorts = {"i": Sort.INT, "k": Sort.INT}
    for statement in (While(1, Variable("k") < 1, ()), replace(loop, stop=Variable("i"))):
        function = Function("f", (statement,), sorts, {})
        with pytest.raises(Refused, match="second derivation"):
            Weakest(function, UnknownPlan(function)).of_function(())
