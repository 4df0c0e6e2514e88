"""The obligations `program.…`: the reference's own source, proved against the clauses for every size.

`program.<place>` are the verification conditions that stand at one place of the source. `program.clause.<label>` take
what they show at the return to the clauses as they stand. `program.without.<label>` show what a precondition is for,
`program.derived.<place>` that a second derivation demands the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from proofs.assumptions.assumption import Assumption
from proofs.assumptions.lemmas import suppose
from proofs.engine.statement import Enumeration, Statement, Verdict
from proofs.engine.terms import Obligation
from proofs.program.derived import rules
from proofs.program.derived.obligations import obligations as derived
from proofs.program.logic.obligation import ProgramObligation
from proofs.program.logic.plan import Condition, Invariant
from proofs.program.logic.plan import Path as Known
from proofs.program.maxpool.invariants import CELLS, best_h, best_w, in_kernel, is_in_kernel
from proofs.program.maxpool.plan import MEET_INPUT, plans
from proofs.program.maxpool.proof import conditions, groups, preconditions
from proofs.program.source.language import Function
from proofs.program.source.subset import parse
from proofs.theories.indices.indices import DECODED, NOT_EMPTY, READ
from proofs.theories.values.outputs import AS_DECODED, IN_WORDS, WHOLE_RANK
from proofs.theories.values.values import ELEMENTS, element_at
from reference import maxpool
from spec.language import fold
from spec.language.terms import Sort, Symbol, Term, and_, children, free_variables
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.semantics import element, every_tap, h2, w2
from spec.maxpool.vocabulary import w
from spec.operator.clauses import Source
from spec.window.names import h

FUNCTION = "pool"
SOURCE = Source("reference/maxpool.py", FUNCTION)
OF_A_CALL = frozenset(
    v for clause in MAXPOOL.preconditions() for t in MAXPOOL.instances(clause) for v in free_variables(t)
)
"""The variables that a call gives a value."""


unbeaten = Symbol("unbeaten", (Sort.INT, Sort.INT), Sort.BOOL)
"""A name for: no tap of the window beats the tap (h, w)."""


@cache
def pool() -> Function:
    """The reference's own function, read."""
    return parse(Path(maxpool.__file__).read_bytes(), FUNCTION)


def _label(place: str) -> str:
    return f"program.{place}"


def bounded() -> Enumeration:
    """The source, run on every call up to the bounds and held against the clauses."""
    from proofs.program.running.bounded import BOUNDS, enumeration

    return enumeration(pool(), BOUNDS)


ABOUT: Mapping[str, tuple[str, ...]] = {
    "Y.new": ("Y.shape", "Y.batch", "Y.channels"),
    "Indices.new": ("Indices.shape",),
    "X.read": ("X.rank",),
}
"""The clauses that the conditions at a place speak of."""

NEEDED: Mapping[str, str] = {
    "X.tensor": "parameters.X",
    "X.types": "parameters.order",
    "X.rank": "parameters.X",
    "X.batch-and-channels": "Y.new.size-0",
    "dilations.type": "parameters.dilations",
    "dilations.length": "parameters.dilations",
    "kernel_shape.type": "parameters.kernel_shape",
    "kernel_shape.length": "parameters.kernel_shape",
    "pads.type": "parameters.pads",
    "pads.length": "parameters.pads",
    "strides.type": "parameters.strides",
    "strides.length": "parameters.strides",
    "strides.positive": "divisor.positive",
    "Y.positive": "Y.new.size-2",
    MEET_INPUT: "n.kept.selected-tap",
}
"""For each precondition that the source stands on, a condition that fails without it."""


def not_needed() -> tuple[str, ...]:
    """The preconditions on which the source does not stand: it would be right without them too."""
    return tuple(c.label for c in MAXPOOL.preconditions() if c.label not in NEEDED)


def _known() -> Known:
    """What the proof stands on."""
    return tuple(a for a in preconditions() if a.label not in not_needed())


@cache
def pool_conditions() -> Sequence[Condition]:
    """What is to be shown of the reference, in the order of its source."""
    return tuple(conditions(pool(), plans(pool())[0], _known()))


def _at_places() -> Iterator[ProgramObligation]:
    """What is to be shown at each place of the source."""
    for group in groups(pool_conditions()):
        words = "; ".join(dict.fromkeys(condition.words for condition in group.conditions))
        yield ProgramObligation(
            label=_label(group.label),
            statement=f"Line {group.line} of the source: {words}.",
            source=Source(SOURCE.document, FUNCTION, group.line),
            about=ABOUT.get(group.label, ()),
            known=group.known,
            conditions=group.conditions,
            of_a_call=OF_A_CALL,
            # The conditions at the return are about the whole function: they have the bounded route too.
            bounded=bounded if group.label == "return" else None,
        )


def _without(label: str, needed_by: str) -> ProgramObligation:
    """Without a precondition, a condition fails."""
    condition = next(c for c in pool_conditions() if c.label == needed_by)
    return ProgramObligation(
        label=_label(f"without.{label}"),
        statement=f"Without {label}, still, on line {condition.line}: {condition.words}.",
        source=Source(SOURCE.document, FUNCTION, condition.line),
        expected=Verdict.REFUTED,
        about=(label,),
        known=tuple(a for a in condition.known if a.label != label),
        conditions=(condition,),
        of_a_call=OF_A_CALL,
    )


def _shown(cells: Sequence[Invariant], label: str) -> Assumption:
    """What an invariant says at the return of any cell, about its selected tap, which is (h, w) here."""
    whole = next(children(i.term)[1] for i in cells if i.label == label)
    if label == "first-maximum":
        whole = every_tap_by_name(whole)
    named = fold.defined(fold.substitute(whole, {best_h: h, best_w: w}), {in_kernel: is_in_kernel})
    return suppose(f"shown at the return, of {label}", named)


def every_tap_by_name(property_: Term) -> Term:
    """Every in-range tap (h2, w2) of the window has a property, `in_range` being a name."""
    return fold.replace(every_tap(h2, w2, property_), ELEMENTS)


def _clause(label: str, assumptions: tuple[Assumption, ...], goal: Term, *words: Mapping[Term, Term]) -> Obligation:
    """What is shown at the return implies a clause; words stand in it for parts of the clause."""
    return Obligation(
        label=_label(f"clause.{label}"),
        statement=f"What is shown at the return, of every cell and every other tap of its window, implies {label}.",
        source=SOURCE,
        about=(label,),
        assumptions=assumptions,
        goal=goal,
        words=words,
    )


def _closed(label: str, shown: tuple[Assumption, ...], *words: Mapping[Term, Term]) -> Obligation:
    """What is shown at the return implies a clause, quantifiers and all; but for those that a word stands for."""
    goal = and_(*(a.term for a in shown)).implies(fold.replace(MAXPOOL[label].formula, ELEMENTS))
    for named in words:
        goal = fold.replace(goal, named)
    return _clause(label, (), goal, ELEMENTS, *words)


_RANKS = suppose("ranks", fold.replace(WHOLE_RANK, ELEMENTS))
_AT_ITS_PLACE: dict[Term, Term] = {element_at(h, w): fold.replace(element(h, w), IN_WORDS)}


def clauses(cells: Sequence[Invariant] = CELLS) -> tuple[Obligation, ...]:
    """The clauses on cells follow from what the invariants say at the return."""
    tap, Y, place, first = (_shown(cells, label) for label in ("selected-tap", "Y", "Indices", "first-maximum"))
    Y_at_its_place = Assumption(Y.label, fold.replace(Y.term, _AT_ITS_PLACE))
    return (
        # As it stands, not each version of z3 finds that the tap (h, w) is the one that there is.
        _closed("Indices.first-maximum", (tap, place, first), {first.term: unbeaten(h, w)}),
        _closed("Indices.flat", (tap, place)),
        _closed("Y.max-over-input", (tap, Y)),
        _closed("Y.max", (tap, Y, first, _RANKS)),
        _clause(
            "Y.bits",
            (NOT_EMPTY, AS_DECODED.assume(DECODED), Y_at_its_place),
            fold.replace(fold.replace(MAXPOOL["Y.bits"].formula, IN_WORDS), READ),
            *(IN_WORDS, READ),
        ),
    )


def derivations() -> tuple[Statement, ...]:
    """The second derivation demands what the first does: of the reference, and where every rule of both is at work."""
    return (
        *derived(pool(), SOURCE),
        *derived(rules.every_rule(), rules.SOURCE, "program.derived.rules"),
    )


@cache
def obligations() -> tuple[Statement, ...]:
    """The proof of the reference, place by place; its clauses; what each precondition is for; the second derivation."""
    return (
        *_at_places(),
        *clauses(),
        *(_without(label, needed_by) for label, needed_by in NEEDED.items()),
        *derivations(),
    )
