"""An operator as a value: its clauses, its names on each axis, and the check of a call against them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from spec.language.fold import conjuncts, substitute
from spec.language.terms import Op, Operation, Quantified, Quantifier, Term, Variable, free_variables
from spec.operator.clauses import Clause, Constraint, Decision, Definition, Restriction, Scope
from spec.readings.plain import to_plain
from spec.readings.value import Environment, evaluate


class Violation(ValueError):
    """A call breaks a clause. `label` names it; `expects` and `got` say how; `found` are the values that break it.

    `said` says it in words, where the formula has no better ones.
    """

    def __init__(self, clause: Clause, expects: str, found: Mapping[str, Any], said: str = "") -> None:
        got = ", ".join(f"{name} = {_shown(value)}" for name, value in found.items())
        self.label, self.clause, self.expects, self.got, self.found = clause.label, clause, expects, got, found
        self.said = said or f"expects {expects}, but got {got}"
        super().__init__(f"{self.label}: {self.said}. {clause.statement}")


class UnknownClause(KeyError):
    """An operator has no clause of a label: of one that was taken out, or whose label was changed."""

    def __init__(self, operator: str, label: str) -> None:
        super().__init__(f"{operator} has no clause {label!r}")
        self.operator, self.label = operator, label

    def __str__(self) -> str:
        return f"{self.operator} has no clause {self.label!r}"


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator: clauses in the order in which a call is checked, and the names that they are written with.

    A label belongs to its operator: `name` is its owner. `title` names operator and profile in what is printed.
    `axes[i]` says which symbol of the documents each per-axis variable is on spatial axis i. `facts` holds of the
    variables of a scope before any clause: of counts, and of the positions of a cell. `written_out` are the labels of
    definitions that only name a part, and `abbreviations` the names of parts of per-cell formulas: for what is printed.
    `phrases` say in words what is wrong where the value of one variable, by its name, breaks a clause.
    """

    name: str
    clauses: tuple[Clause, ...]
    axes: tuple[Mapping[Variable, Term], ...] = ()
    title: str = ""
    facts: Mapping[Scope, tuple[Term, ...]] = field(default_factory=dict)
    written_out: tuple[str, ...] = ()
    abbreviations: Mapping[Term, Variable] = field(default_factory=dict)
    phrases: Mapping[str, str] = field(default_factory=dict)
    _by_label: dict[str, Clause] = field(init=False, repr=False, compare=False)
    _checked: tuple[tuple[Clause, bool, tuple[tuple[Term, Term], ...]], ...] = field(
        init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        by_label = {clause.label: clause for clause in self.clauses}
        if len(by_label) != len(self.clauses):
            raise ValueError(f"{self.name}: two clauses have the same label")
        object.__setattr__(self, "_by_label", by_label)
        object.__setattr__(self, "_checked", tuple(self._instantiated()))

    def _instantiated(self) -> Iterator[tuple[Clause, bool, tuple[tuple[Term, Term], ...]]]:
        """What `check` goes through: each clause, whether a call must meet it, its formula as stated and as checked."""
        required = set(self.preconditions())
        for clause in self.clauses:
            if clause.scope is not Scope.CELL:
                forms = zip(self.instances(clause), self.instances(clause, clause.check), strict=True)
                yield clause, clause in required, tuple(forms)

    def __getitem__(self, label: str) -> Clause:
        if label not in self._by_label:
            raise UnknownClause(self.name, label)
        return self._by_label[label]

    def __contains__(self, label: object) -> bool:
        return label in self._by_label

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of all clauses, in their order."""
        return tuple(self._by_label)

    def before(self, label: str) -> Operator:
        """The operator of the clauses that are checked before one."""
        return replace(self, clauses=self.clauses[: self.labels.index(label)])

    def on_axis(self, names: Mapping[Variable, Term] | None = None) -> Operator:
        """The operator of the clauses that hold on each axis, on one: in its symbols, or in the clauses' own words."""
        return replace(self, clauses=tuple(c for c in self.clauses if c.scope is Scope.AXIS), axes=(names or {},))

    def defining(self) -> Operator:
        """The operator of the definitions alone: its check refuses nothing, and gives what they define."""
        return replace(self, clauses=tuple(c for c in self.clauses if isinstance(c, Definition)))

    def changed(self, label: str, formula: Term) -> Operator:
        """The operator with another formula in a clause's place; what the clause is checked by says the same."""
        clause = self[label]
        other = replace(clause, formula=formula, check=None if clause.check is None else formula)
        return replace(self, clauses=tuple(other if c is clause else c for c in self.clauses))

    def preconditions(self) -> Iterator[Clause]:
        """The clauses that a call must meet, in the order in which they are checked."""
        for clause in self.clauses:
            if isinstance(clause, Restriction | Constraint) or (isinstance(clause, Decision) and clause.precondition):
                yield clause

    def instances(self, clause: Clause, formula: Term | None = None) -> tuple[Term, ...]:
        """The clause's formula (or another in its words) in the documents' symbols: once, or once for each axis."""
        formula = clause.formula if formula is None else formula
        return tuple(substitute(formula, axis) for axis in self.axes) if clause.scope is Scope.AXIS else (formula,)

    def check(self, call: Environment) -> dict[str, Any]:
        """The call's variables, completed by the definitions of shapes; raises Violation at the first broken clause."""
        environment = dict(call)
        for clause, required, forms in self._checked:
            for stated, checked in forms:
                if required:
                    self._require(clause, checked, stated, environment)
                else:
                    environment.update(_defines(clause, checked, environment))
        return environment

    def _require(self, clause: Clause, formula: Term, stated: Term, environment: Environment) -> None:
        """Raise Violation if a formula fails; where it is a `check`, say what the clause itself states."""
        for part in conjuncts(formula):
            if not evaluate(part, environment):
                found = _found(part, environment)
                said = "; ".join(self.phrases[n].format(_shown(v)) for n, v in found.items() if n in self.phrases)
                raise Violation(clause, to_plain(part if clause.check is None else stated), found, said)

    def violated(self, call: Environment) -> Clause | None:
        """The first clause that a call breaks, if any."""
        try:
            self.check(call)
        except Violation as violation:
            return violation.clause
        return None


def _defines(clause: Clause, instance: Term, environment: Environment) -> dict[str, Any]:
    """The value that a definition of the form `name = term` gives to a name the call leaves open."""
    match instance:
        case Operation(Op.EQ, (Variable(name), right)) if isinstance(clause, Definition):
            known = {v.name for v in free_variables(right)} <= environment.keys()
            return {name: evaluate(right, environment)} if known and name not in environment else {}
    return {}


def _found(part: Term, environment: Environment) -> dict[str, Any]:
    """The values that break a formula: of its variables, and of the first instance of a `for all` that fails."""
    if isinstance(part, Operation) and part.op is Op.OR:
        return {name: value for arg in part.args for name, value in _found(arg, environment).items()}
    if isinstance(part, Quantified) and part.quantifier is Quantifier.FORALL:
        low, high = evaluate(part.low, environment), evaluate(part.high, environment)
        for i in range(low, high):
            inner = {**environment, part.variable.name: i}
            if not evaluate(part.body, inner):
                return {part.variable.name: i} | _found(part.body, inner)
    return {v.name: environment[v.name] for v in sorted(free_variables(part), key=lambda v: v.name)}


def _shown(value: object) -> str:
    if isinstance(value, int) and value.bit_length() > 1000:
        return f"{'-' if value < 0 else ''}(an integer of {value.bit_length()} bits)"
    return str(value).lower() if isinstance(value, bool) else str(value)
