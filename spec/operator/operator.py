"""An operator as a value: its clauses, its names on each axis, and the check of a call against them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from spec.language.fold import conjuncts, settled, substitute
from spec.language.terms import Op, Operation, Quantified, Quantifier, Term, Variable, and_, free_variables
from spec.operator.clauses import Clause, Constraint, Decision, Definition, Restriction, Scope
from spec.readings.plain import to_plain
from spec.readings.value import Environment, Names, Undefined, compiled, evaluate


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


class OtherStatement(ValueError):
    """What is assumed under a label is not what bears it: a formula was changed, and what rests on it was not."""

    def __init__(self, label: str) -> None:
        super().__init__(f"{label}: what is assumed is not what bears this label")
        self.label = label


class NotGiven(Undefined):
    """A definition needs what a call does not give: its formula speaks of a variable that nobody gave a value there."""

    def __init__(self, label: str, missing: str, given: str) -> None:
        super().__init__(label, missing, given)  # As they are passed: it may come from another process.
        self.label, self.missing, self.given = label, missing, given

    def __str__(self) -> str:
        return f"{self.label}: `{self.missing}` has no value where {self.given} are given"


class _Part(NamedTuple):
    """A part of a clause that a call must meet, as it is checked, and what is said where it fails."""

    clause: Clause
    checked: Term
    stated: Term


@dataclass(frozen=True, slots=True)
class _Required:
    """Parts that a call must meet one after the other, and all of them as one formula."""

    whole: Term
    parts: tuple[_Part, ...]


@dataclass(frozen=True, slots=True)
class _Definition:
    """A name, its value, and the names that the value needs; and the clause's label."""

    label: str
    name: str
    value: Term
    needs: frozenset[str]


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
    _checked: tuple[_Required | _Definition, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_label = {clause.label: clause for clause in self.clauses}
        if len(by_label) != len(self.clauses):
            raise ValueError(f"{self.name}: two clauses have the same label")
        object.__setattr__(self, "_by_label", by_label)
        object.__setattr__(self, "_checked", tuple(self._steps()))

    def _steps(self) -> Iterator[_Required | _Definition]:
        """What `check` goes through, in the order of the clauses: what is required without a definition in between
        is evaluated as one formula.
        """
        required = set(self.preconditions())
        waiting: list[_Part] = []
        for clause in self.clauses:
            if clause.scope is Scope.CELL:
                continue
            for stated, checked in zip(self.instances(clause), self.instances(clause, clause.check), strict=True):
                if clause in required:
                    parts = conjuncts(checked)
                    waiting += [_Part(clause, part, part if clause.check is None else stated) for part in parts]
                elif isinstance(clause, Definition) and (definition := _definition(clause, checked)) is not None:
                    yield from _required(waiting)
                    yield definition
                    waiting = []
        yield from _required(waiting)

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

    def on_axis(
        self, names: Mapping[Variable, Term] | None = None, *, of: Mapping[Variable, Term] | None = None
    ) -> Operator:
        """The operator of the clauses that hold on each axis, on one: in its symbols, or in the clauses' own words.

        `of` says which calls it is for, by what some quantities are that belong to the call and to no axis.
        """
        clauses = (c for c in self.clauses if c.scope is Scope.AXIS)
        return replace(self, clauses=tuple(_of_calls(c, of or {}) for c in clauses), axes=(names or {},))

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
        """The call's variables, completed by the definitions of shapes; raises Violation at the first broken clause.

        Raises NotGiven where a clause speaks of what a definition leaves open, for want of a variable of the call.
        """
        environment = Names(call)
        try:
            self._go_through(environment)
        except Undefined as undefined:
            for step in self._checked:
                if isinstance(step, _Definition) and (missing := step.needs - environment.keys()):
                    raise NotGiven(step.label, min(missing), ", ".join(call)) from undefined
            raise
        return dict(environment)

    def _go_through(self, environment: Names) -> None:
        for step in self._checked:
            if isinstance(step, _Definition):
                if step.name not in environment and step.needs <= environment.keys():
                    environment[step.name] = compiled(step.value)(environment)
            elif not compiled(step.whole)(environment):
                raise self._violation(step, environment)

    def _violation(self, broken: _Required, environment: Environment) -> Violation:
        """What is raised for the first part that fails; where it is of a `check`, it says what the clause states."""
        clause, part, stated = next(p for p in broken.parts if not evaluate(p.checked, environment))
        found = _found(part, environment)
        said = "; ".join(self.phrases[n].format(_shown(v)) for n, v in found.items() if n in self.phrases)
        return Violation(clause, to_plain(stated), found, said)

    def violated(self, call: Environment) -> Clause | None:
        """The first clause that a call breaks, if any."""
        try:
            self.check(call)
        except Violation as violation:
            return violation.clause
        return None


def _of_calls(clause: Clause, of: Mapping[Variable, Term]) -> Clause:
    """A clause as it is for some calls; itself where it does not speak of what these have in common."""
    if free_variables(clause.formula).isdisjoint(of):
        return clause
    check = None if clause.check is None else settled(substitute(clause.check, of))
    return replace(clause, formula=settled(substitute(clause.formula, of)), check=check)


def _required(parts: Sequence[_Part]) -> Iterator[_Required]:
    """The step that these parts make, if there are any."""
    if parts:
        yield _Required(and_(*(part.checked for part in parts)), tuple(parts))


def _definition(clause: Definition, instance: Term) -> _Definition | None:
    """A definition of the form `name = term`: it gives its name a value where a call leaves it open."""
    match instance:
        case Operation(Op.EQ, (Variable(name), value)):
            return _Definition(clause.label, name, value, frozenset(v.name for v in free_variables(value)))
    return None


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
