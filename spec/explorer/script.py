"""An operator as a script: its clauses as checks and definitions, and what they say of a cell solved for its outputs.

`script` makes `explorer = {...}`, which `engine.js` and `call.js` beside this file run. Not one rule stands in them: a
clause with another formula makes another script.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spec.language.fold import conjuncts
from spec.language.terms import Application, Op, Operation, Quantified, Quantifier, Term, Variable, free_variables
from spec.operator.clauses import Clause, Definition, Scope
from spec.operator.operator import Operator
from spec.readings.javascript.expressions import RUNTIME, Names, local, to_javascript
from spec.readings.plain import to_plain

HERE = Path(__file__).parent
RUNS = ("engine.js", "call.js")


@dataclass(frozen=True, slots=True)
class SolvedFor:
    """What a clause gives for an application of a function symbol: `Indices(b, c, m, n)`, from the clause on it."""

    label: str
    unknown: Term

    @property
    def application(self) -> Application:
        """The unknown; raises TypeError where it is no application."""
        if not isinstance(self.unknown, Application):
            raise TypeError(f"{to_plain(self.unknown)} is no application of a function symbol")
        return self.unknown


@dataclass(frozen=True, slots=True)
class Explored:
    """What a page shows beside the clauses: terms on a call or a cell, each with its text, by the page's names.

    `types` are those of elements; `outputs` are solved for in their order; `elements` are the functions of elements
    that the clauses determine.
    """

    operator: Operator
    types: Sequence[str]
    terms: Mapping[str, Term]
    outputs: Sequence[SolvedFor]
    elements: Sequence[SolvedFor]


def script(shown: Explored) -> str:
    """The script: what terms are written with, the operator, and what runs it. One plain file, and no module."""
    members = {
        "name": json.dumps(shown.operator.name),
        "types": json.dumps(shown.types),
        "phrases": json.dumps(shown.operator.phrases),
        "clauses": _array(_clause(shown.operator, clause) for clause in shown.operator.clauses),
        "terms": _object({name: _object(_told(term)) for name, term in shown.terms.items()}),
        "outputs": _object(_solved(shown.operator, shown.outputs)),
        "elements": _object(_solved(shown.operator, shown.elements)),
    }
    runs = (HERE.joinpath(name).read_text("utf-8") for name in RUNS)
    return "\n".join([RUNTIME.read_text("utf-8"), f"const explorer = {_object(members)};\n", *runs])


def candidates(formula: Term, unknown: Application, bound: Names = frozenset()) -> str:
    """What a formula may give for an unknown, as an array: what it is said to be equal to, where that is said.

    Raises LookupError where it is equated with nothing. A candidate solves the formula if the formula then holds.
    """
    found = _candidates(formula, unknown, bound)
    if found is None:
        raise LookupError(f"{to_plain(formula)} says nothing that {to_plain(unknown)} is")
    return found


def _candidates(formula: Term, unknown: Application, bound: Names) -> str | None:
    match formula:
        case Operation(Op.EQ, (left, right)):
            return _equated(left, right, unknown, bound) or _equated(right, left, unknown, bound)
        case Operation(Op.AND | Op.OR, args):
            parts = [found for arg in args if (found := _candidates(arg, unknown, bound)) is not None]
            return f"[{', '.join(f'...{part}' for part in parts)}]" if parts else None
        case Operation(Op.IMPLIES, (condition, consequence)):
            found = _candidates(consequence, unknown, bound)
            return found and f"({to_javascript(condition, bound)} ? {found} : [])"
        case Quantified(Quantifier.EXISTS, variable, low, high, body):
            found = _candidates(body, unknown, bound | {variable.name})
            span = f"{to_javascript(low, bound)}, {to_javascript(high, bound)}"
            return found and f"$.each({span}, ({local(variable.name)}) => {found})"
    return None


def _equated(side: Term, other: Term, unknown: Application, bound: Names) -> str | None:
    is_said = side == unknown != other
    return f"[{to_javascript(other, bound)}]" if is_said else None


def _solved(operator: Operator, solved: Iterable[SolvedFor]) -> Iterator[tuple[str, str]]:
    for one in solved:
        unknown = one.application
        yield (
            unknown.symbol.name,
            _object(
                {
                    "label": json.dumps(one.label),
                    "parameters": json.dumps([to_plain(arg) for arg in unknown.args]),
                    "candidates": f"(e) => {candidates(operator[one.label].formula, unknown)}",
                }
            ),
        )


def _clause(operator: Operator, clause: Clause) -> str:
    """A clause: of a call or an axis as what is checked, in their order; of a cell as what must hold of it."""
    forms = operator.instances(clause, clause.check)
    stated = operator.instances(clause)
    told: dict[str, Any] = {
        "label": clause.label,
        "kind": clause.kind,
        "scope": clause.scope,
        "subject": clause.subject,
        "title": clause.title,
        "statement": clause.statement,
        "rationale": clause.rationale,
        "source": str(clause.source),
        "formula": [to_plain(form) for form in stated],
    }
    members = {name: json.dumps(value) for name, value in told.items()}
    if clause.scope is Scope.CELL:
        members["variables"] = json.dumps(sorted(v.name for v in free_variables(clause.formula)))
        members["holds"] = _function(clause.formula)
    elif clause in set(operator.preconditions()):
        pairs = zip(forms, stated, strict=True)
        members["required"] = _array(
            _part(p, None if clause.check is None else s) for f, s in pairs for p in conjuncts(f)
        )
    elif isinstance(clause, Definition):
        members["defines"] = _array(defined for form in forms for defined in _defines(form))
    return _object(members)


def _defines(form: Term) -> Iterator[str]:
    """What a definition `name = term` gives a name, where the variables of the term have values."""
    match form:
        case Operation(Op.EQ, (Variable(name), right)):
            needs = sorted(v.name for v in free_variables(right))
            yield _object({"name": json.dumps(name), "needs": json.dumps(needs), "value": _function(right)})


def _part(part: Term, stated: Term | None) -> str:
    """A formula that must hold, what it is said to expect, and where the values stand that break it."""
    members = {"expects": json.dumps(to_plain(part if stated is None else stated)), "holds": _function(part)}
    return _object(members | _found(part))


def _found(part: Term) -> dict[str, str]:
    """Where to look for the values that break a formula: as `spec.operator.operator.Violation` names them."""
    match part:
        case Operation(Op.OR, args):
            return {"any": _array(_object(_found(arg)) for arg in args)}
        case Quantified(Quantifier.FORALL, variable, low, high, body):
            return {
                "instance": json.dumps(variable.name),
                "low": _function(low),
                "high": _function(high),
                "holdsOf": _function(body),
                "body": _object(_found(body)),
            }
    return {"names": json.dumps(sorted(v.name for v in free_variables(part)))}


def _told(term: Term) -> dict[str, str]:
    return {"text": json.dumps(to_plain(term)), "value": _function(term)}


def _function(term: Term) -> str:
    return f"(e) => {to_javascript(term)}"


def _object(members: Mapping[str, str] | Iterable[tuple[str, str]]) -> str:
    pairs = members.items() if isinstance(members, Mapping) else members
    return "{" + ",\n".join(f"{json.dumps(name)}: {text}" for name, text in pairs) + "}"


def _array(parts: Iterable[str]) -> str:
    return "[" + ",\n".join(parts) + "]"
