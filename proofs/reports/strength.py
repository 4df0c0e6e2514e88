"""Whether each clause says what its statement says: by itself, and not only together with the others.

A clause may be too weak and nothing notice it, where another clause determines the output by itself. So each is held
alone against situations: values for all that it speaks of, right and wrong, of which a second source says, without the
clause's formula, whether the clause allows them. That second source is written by hand in plain code, and not a table
stored by this program: a stored table would say after a change, once it is written again, whatever the changed clause
says.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypedDict

from proofs.engine.catalogue import Catalogue
from proofs.engine.statement import Verdict
from proofs.reports.remembered import Memory, found_before
from spec.language.fold import symbols
from spec.language.terms import Term, free_variables
from spec.operator.clauses import Alternative, Clause, Decision
from spec.operator.experiments import Situation
from spec.operator.operator import Operator
from spec.readings.value import DivisorNotPositive, Environment, Undefined, function


class AlternativeJson(TypedDict):
    """An alternative of a decision, and the situation that tells the clause from it, "" if none does."""

    choice: str
    told_by: str


class StrengthJson(TypedDict):
    """What became of a clause that is held alone against situations: whether the other clauses imply it."""

    label: str
    verdict: str
    implied_by: str
    alone_rejects: str
    allowed: int
    rejected: int
    alternatives: list[AlternativeJson]
    problems: list[str]


@dataclass(frozen=True, slots=True)
class Strength:
    """What became of one clause: how many situations it allowed and rejected, and the first that it judged wrongly.

    `told` has for each alternative the situation that tells the clause from it, "" if none does. `alone` is a situation
    that this clause rejects and all others allow, `implied_by` the obligation that shows that the others imply it.
    """

    label: str
    allowed: int
    rejected: int
    wrong: str = ""
    told: Mapping[str, str] = field(default_factory=dict)
    alone: str = ""
    implied_by: str = ""

    @property
    def verdict(self) -> str:
        """Whether the other clauses imply it."""
        if bool(self.alone) == bool(self.implied_by):
            return "open"
        return f"implied by others ({self.implied_by})" if self.implied_by else "needed"

    @property
    def problems(self) -> tuple[str, ...]:
        """What is not as it should be, in words."""
        return tuple(self._problems())

    def _problems(self) -> Iterator[str]:
        if self.wrong:
            yield self.wrong
        for choice, at in self.told.items():
            if not at:
                yield f"no situation tells it from its alternative: {choice}"
        if self.alone and self.implied_by:
            yield f"said to follow from others ({self.implied_by}), but it alone rejects {self.alone}"
        if not self.alone and not self.implied_by:
            yield "neither shows an obligation that others imply it, nor is there a situation that it alone rejects"

    def json(self) -> StrengthJson:
        """It as part of the document of `maxpool check`."""
        return {
            "label": self.label,
            "verdict": self.verdict,
            "implied_by": self.implied_by,
            "alone_rejects": self.alone,
            "allowed": self.allowed,
            "rejected": self.rejected,
            "alternatives": [{"choice": choice, "told_by": at} for choice, at in self.told.items()],
            "problems": list(self.problems),
        }


@dataclass(slots=True)
class _Held:
    """A formula, held against situations: those that differ in what it does not mention are judged once."""

    formulas: tuple[Term, ...]
    _values: tuple[Callable[[Environment], Any], ...] = field(init=False)
    _names: frozenset[str] = field(init=False)
    _base: Environment | None = field(default=None, init=False)
    _facts: dict[str, Any] = field(default_factory=dict, init=False)
    _known: dict[tuple[object, ...], bool] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self._values = tuple(map(function, self.formulas))
        self._names = frozenset(t.name for f in self.formulas for t in symbols(f) | free_variables(f))

    def allows(self, situation: Situation) -> bool:
        """Whether the formula is true; not if it speaks of what is not there, or divides by what it must not."""
        if situation.base is not self._base:
            self._base = situation.base
            self._facts = {name: v for name, v in situation.base.items() if name in self._names}
            self._known.clear()
        mentioned = tuple((name, v) for name, v in situation.changes.items() if name in self._names)
        if mentioned not in self._known:
            self._known[mentioned] = self._value(self._facts | dict(mentioned))
        return self._known[mentioned]

    def _value(self, environment: Environment) -> bool:
        try:
            return all(value(environment) for value in self._values)
        except (Undefined, DivisorNotPositive):
            return False


@dataclass(slots=True)
class _Trial:
    """One clause with its alternatives, while situations come in."""

    clause: Clause
    forms: tuple[_Held, ...]
    alternatives: Mapping[str, _Held]
    allowed: int = 0
    rejected: int = 0
    wrong: str = ""
    told: dict[str, str] = field(default_factory=dict)
    narrower: dict[str, str] = field(default_factory=dict)
    alone: str = ""

    def hold(self, situation: Situation) -> bool:
        """Judge a situation; whether the clause allows it."""
        wanted = situation.allows[self.clause.label]
        judged = [form.allows(situation) for form in self.forms]
        self.allowed += judged[0]
        self.rejected += not judged[0]
        if not self.wrong and set(judged) != {wanted}:
            says = "rejects what its statement allows" if wanted else "allows what its statement rejects"
            self.wrong = f"{says}: {situation}"
        for choice in self.alternatives.keys() - self.told.keys():
            if self.alternatives[choice].allows(situation) != judged[0]:
                told, says = (self.narrower, "allows") if judged[0] else (self.told, "rejects")
                told.setdefault(choice, f"{says} {situation}")
        return judged[0]

    def done(self, implied_by: str) -> Strength:
        """What became of it."""
        told = {choice: self.told.get(choice) or self.narrower.get(choice, "") for choice in self.alternatives}
        return Strength(self.clause.label, self.allowed, self.rejected, self.wrong, told, self.alone, implied_by)


def strengths(catalogue: Catalogue, labels: Collection[str] | None = None) -> tuple[Strength, ...]:
    """Each clause that situations speak of, in the operator's order; or of those some, as if there were no others."""
    operator = catalogue.operator
    wanted = frozenset(operator.labels if labels is None else labels)
    trials: dict[str, _Trial] = {}
    for situation in catalogue.experiments.situations():
        judging = [label for label in situation.allows if label in wanted]
        for label in judging:
            if label not in trials:
                trials[label] = _trial(operator, operator[label])
        rejecting = [label for label in judging if not trials[label].hold(situation)]
        if len(rejecting) == 1 and not trials[rejecting[0]].alone:
            trials[rejecting[0]].alone = str(situation)
    return tuple(trials[label].done(_shown(catalogue, label)) for label in operator.labels if label in trials)


def strengths_before(catalogue: Catalogue, memory: Memory | None) -> tuple[Strength, ...]:
    """The same of all clauses, from an earlier run where the memory has it; without problems, it is kept there."""
    return found_before(
        memory,
        "strengths",
        lambda rows: tuple(Strength(**row) for row in rows),
        lambda: strengths(catalogue),
        lasting=lambda held: not any(strength.problems for strength in held),
    )


def first_wrong(operator: Operator, label: str, situations: Iterable[Situation]) -> str:
    """The first situation that one clause judges wrongly, and how; "" if there is none."""
    trial = _trial(operator, operator[label])
    trial.alternatives = {}
    for situation in situations:
        if label in situation.allows:
            trial.hold(situation)
            if trial.wrong:
                return trial.wrong
    return ""


def _trial(operator: Operator, clause: Clause) -> _Trial:
    forms = [clause.formula] if clause.check is None else [clause.formula, clause.check]
    alternatives = clause.alternatives if isinstance(clause, Decision) else ()
    return _Trial(
        clause,
        tuple(_Held(operator.instances(clause, form)) for form in forms),
        {a.choice: _Held(_stated(operator, clause, a, a.formula)) for a in alternatives if a.formula is not None},
    )


def _stated(operator: Operator, clause: Clause, alternative: Alternative, formula: Term) -> tuple[Term, ...]:
    """An alternative's formula in the documents' symbols."""
    scope = alternative.scope or clause.scope
    return operator.instances(clause, formula) if scope is clause.scope else (formula,)


def _shown(catalogue: Catalogue, label: str) -> str:
    """The obligation that shows that others imply a clause: one that is to be proved, and that reads it; or ""."""
    by = catalogue.get(catalogue.implied.get(label, ""))
    return by.label if by and by.expected is Verdict.PROVED and label in by.reads(catalogue.operator) else ""
