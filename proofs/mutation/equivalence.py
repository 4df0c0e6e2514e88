"""Whether a mutation of a clause changes what it says: proved by both solvers, of the smallest part that suffices.

Two formulas that differ in one part say the same if the part and its replacement have the same value wherever that
value matters: for bound variables within their bounds, where the other conjuncts hold and the other disjuncts do not,
and under the premise of an implication. So a solver is asked about parts without quantifiers, where it is strong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from proofs.assumptions.assumption import Assumption
from proofs.engine.catalogue import Lemmas
from proofs.engine.decide import decide
from proofs.engine.statement import Verdict
from proofs.engine.terms import Obligation
from proofs.solvers.answers import Limits
from spec.language.fold import replace
from spec.language.terms import Op, Operation, Quantified, Sort, Term, and_, children, free_variables, not_, or_
from spec.operator.clauses import Clause, Scope
from spec.operator.operator import Operator

Difference = tuple[tuple[Term, ...], Term, Term]
"""What may be assumed where a part stands, the part, and what stands there instead."""


def equivalent(operator: Operator, clause: Clause, mutant: Term, limits: Limits) -> bool:
    """Both solvers prove that the mutant says the same, wherever what is checked before the clause holds."""
    context = tuple(_context(operator, clause))
    found = reversed(list(differences(clause.formula, mutant)))
    return any(_same(clause, context, difference, limits) for difference in found)


def differences(first: Term, second: Term, given: tuple[Term, ...] = ()) -> Iterator[Difference]:
    """The two terms themselves, and inside them ever smaller parts such that all else is the same."""
    yield given, first, second
    apart = [i for i, pair in enumerate(zip(children(first), children(second), strict=False)) if pair[0] != pair[1]]
    if len(apart) == 1 and _head(first) == _head(second):
        (i,) = apart
        yield from differences(children(first)[i], children(second)[i], _inside(first, i, given))


def _head(node: Term) -> object:
    """What a term is, apart from its parts."""
    match node:
        case Operation(op, args):
            return op, len(args)
        case Quantified(quantifier, variable, _, _, _):
            return quantifier, variable
    return getattr(node, "symbol", node)


def _inside(node: Term, i: int, given: tuple[Term, ...]) -> tuple[Term, ...]:
    """What may be assumed in the i-th part of a term: elsewhere the value of that part makes no difference."""
    match node:
        case Operation(Op.AND, args):
            return (*given, *args[:i], *args[i + 1 :])
        case Operation(Op.OR, args):
            return (*given, *(not_(arg) for arg in (*args[:i], *args[i + 1 :])))
        case Operation(Op.IMPLIES, (premise, conclusion)):
            return (*given, premise if i == 1 else not_(conclusion))
        case Quantified(_, variable, low, high, _) if i == 2:
            outer = tuple(t for t in given if variable not in free_variables(t))
            return (*outer, low <= variable, variable < high)
    return given


def adds_nothing(operator: Operator, clause: Clause, mutant: Term, known: Lemmas, limits: Limits) -> bool:
    """Both solvers prove that what a disjunction adds to the clause implies it, by what is known of its parts."""
    if not (isinstance(mutant, Operation) and mutant.op is Op.OR and clause.formula in mutant.args):
        return False
    added = or_(*(arg for arg in mutant.args if arg != clause.formula))
    facts = (Assumption("a fact", fact) for fact in operator.facts.get(clause.scope, ()))
    context = [Assumption(a.label, replace(a.term, known.words)) for a in (*facts, *known.theorems)]
    words = replace(added, known.words), replace(clause.formula, known.words)
    return any(_implies(clause, context, each, limits) for each in reversed(list(implications(*words))))


def implications(premise: Term, conclusion: Term, given: tuple[Term, ...] = ()) -> Iterator[Difference]:
    """The two terms themselves, and ever smaller parts such that the one implies the other if these do."""
    yield given, premise, conclusion
    match premise, conclusion:
        case Quantified(), Quantified() if _range(premise) == _range(conclusion):
            outer = tuple(t for t in given if premise.variable not in free_variables(t))
            bounds = premise.low <= premise.variable, premise.variable < premise.high
            yield from implications(premise.body, conclusion.body, (*outer, *bounds))
        case Operation(Op.AND, args), _ if not isinstance(conclusion, Operation):
            yield from implications(args[-1], conclusion, (*given, *args[:-1]))
        case Operation(Op.AND, args), Operation(Op.AND, others) if args[:-1] == others[:-1]:
            yield from implications(args[-1], others[-1], (*given, *args[:-1]))
        case Operation(Op.IMPLIES, (first, then)), Operation(Op.IMPLIES, (same, other)) if first == same:
            yield from implications(then, other, (*given, first))


def _range(node: Quantified) -> tuple[object, ...]:
    return node.quantifier, node.variable, node.low, node.high


def _implies(clause: Clause, context: Sequence[Assumption], parts: Difference, limits: Limits) -> bool:
    """All that is given where the parts stand is in the goal: it may well be that they stand nowhere."""
    given, premise, conclusion = parts
    return _is_proved(clause, context, and_(*given, premise).implies(conclusion), limits)


def _same(clause: Clause, context: tuple[Assumption, ...], difference: Difference, limits: Limits) -> bool:
    given, part, other = difference
    places = (Assumption("the place of the mutation", t) for t in given)
    same = part.iff(other) if part.sort is Sort.BOOL else part.eq(other)
    return _is_proved(clause, (*context, *places), same, limits)


def _is_proved(clause: Clause, given: Sequence[Assumption], goal: Term, limits: Limits) -> bool:
    same = Obligation(
        label=f"mutant.{clause.label}",
        statement="The mutant says the same as the clause.",
        assumptions=tuple(given),
        goal=goal,
        source=clause.source,
    )
    return decide(same, limits, tightness=False).verdict is Verdict.PROVED


def _context(operator: Operator, clause: Clause) -> Iterator[Assumption]:
    """What may be assumed when a clause is read: what is checked before it, and what holds of its scope's variables."""
    if clause.scope is not Scope.CELL:
        before = operator.before(clause.label).clauses
        yield from (Assumption(o.label, o.formula) for o in before if o.scope is clause.scope)
    yield from (Assumption("a fact", fact) for fact in operator.facts.get(clause.scope, ()))
