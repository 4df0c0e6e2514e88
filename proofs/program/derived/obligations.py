"""The obligations `program.derived.…`: two derivations demand the same of the reference, at each place of its source.

What the symbolic run finds to be shown (`proofs.program.logic.execution`) is held against what weakest preconditions
demand (`proofs.program.derived.weakest`): a slip in a rule of either makes the two differ. Both are given the
reference's statements with unknown expressions and an unknown plan (`proofs.program.derived.unknown`): of the reference
itself all conditions hold, and any two things that hold are equivalent.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from proofs.assumptions.assumption import Assumption
from proofs.program.derived.unknown import UnknownPlan, with_unknown_expressions
from proofs.program.derived.weakest import Precondition, Preconditions, Weakest
from proofs.program.logic.execution import Execution
from proofs.program.logic.obligation import ProgramObligation
from proofs.program.logic.plan import Condition
from proofs.program.source.language import Function
from spec.language.terms import Term, and_, not_, or_
from spec.operator.clauses import Source

SAME = "weakest preconditions demand here what the symbolic run finds to be shown"
ENDS = ".ends.variant"


def obligations(function: Function, source: Source, within: str = "program.derived") -> Sequence[ProgramObligation]:
    """One for each place of a function at which either derivation demands something.

    Raises Refused where one of the two has no rule for a statement.
    """
    unknown = with_unknown_expressions(function)
    plan = UnknownPlan(unknown)
    return compared(Execution(unknown, plan).run(()), Weakest(unknown, plan).of_function(()), source, within)


def compared(
    run: Sequence[Condition], weakest: Preconditions, source: Source, within: str = "program.derived"
) -> Sequence[ProgramObligation]:
    """The two derivations, held against each other: where one has nothing, it demands nothing."""
    found: dict[tuple[int, str], tuple[list[Condition], list[Precondition]]] = defaultdict(lambda: ([], []))
    for condition in run:
        # That fewer turns of a `for` are left after each is arithmetic: it holds, and the other derivation has no need.
        if not condition.label.endswith(ENDS):
            found[condition.line, _place(condition.label)][0].append(condition)
    for demand in weakest:
        found[demand.line, _place(demand.label)][1].append(demand)
    taken: Counter[str] = Counter()
    same = []
    for (line, place), (conditions, demands) in found.items():
        taken[place] += 1
        label = place if taken[place] == 1 else f"{place}-{taken[place]}"
        same.append(_same(f"{within}.{label}", conditions, demands, replace(source, line=line)))
    return same


def _place(label: str) -> str:
    return label.rsplit(".", 1)[0]


def _same(
    label: str, conditions: Sequence[Condition], demands: Sequence[Precondition], source: Source
) -> ProgramObligation:
    """Where one of the two fails, so does the other: under the premises of both, without which neither fails.

    That one of them can fail is what has to be satisfiable.
    """
    premises = [*(frozenset(a.term for a in c.known) for c in conditions), *(frozenset(d.premises) for d in demands)]
    common = frozenset.intersection(*premises)
    shown = and_(*(_unless(common, (a.term for a in c.known), c.goal) for c in conditions))
    demanded = and_(*(_unless(common, d.premises, d.goal) for d in demands))
    both = (a for a in (conditions[0].known if conditions else ()) if a.term in common)
    known = (*both, Assumption("one of the two fails", or_(not_(shown), not_(demanded))))
    fails = ((shown, "what the symbolic run finds fails"), (demanded, "what weakest preconditions demand fails"))
    return ProgramObligation(
        label=label,
        statement=f"Line {source.line} of the source, {label}: {SAME}.",
        source=source,
        known=known,
        conditions=tuple(Condition(label, source.line or 0, words, known, not_(t)) for t, words in fails),
    )


def _unless(common: frozenset[Term], premises: Iterable[Term], goal: Term) -> Term:
    """A goal under those of its premises that are not common."""
    own = [p for p in premises if p not in common]
    return and_(*own).implies(goal) if own else goal
