"""Decisions as packages hold them, without seconds; and read again, with each witness replayed by evaluation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from proofs.engine.again import FoundAgain, found_again
from proofs.engine.as_json import in_json
from proofs.engine.bits.formulas import Pattern
from proofs.engine.catalogue import Catalogue
from proofs.engine.statement import Statement, Verdict
from proofs.engine.terms import Obligation
from proofs.evidence.contents.routes import Unlike, check_routes, check_tightness
from proofs.evidence.package.jsontext import dump
from proofs.evidence.package.names import DECISIONS_SCHEMA, EXAMPLES_SCHEMA
from proofs.program.logic.obligation import ProgramObligation
from proofs.reports.check import Report, decision_json, example_json
from proofs.solvers.answers import Scalar, Table, Values
from spec.language.terms import Sort, Symbol, Term, free_variables
from spec.operator.operator import Operator
from spec.readings.value import DivisorNotPositive, Undefined, evaluate

_RATIONAL = re.compile(r"-?[0-9]+/[1-9][0-9]*|-?[0-9]+")


def decisions_document(report: Report) -> tuple[dict[str, Any], dict[str, float]]:
    """All decisions, and apart from them the seconds of each."""
    kernel = report.catalogue.kernel()
    documents = [dict(decision_json(d, kernel)) for d in report.decisions]
    seconds: dict[str, float] = {}
    for document in documents:
        seconds |= taken(document)
    return {"schema": DECISIONS_SCHEMA, "decisions": documents}, seconds


def taken(document: dict[str, Any]) -> dict[str, float]:
    """The seconds of a decision and of its routes, which are taken out of it."""
    label = document["label"]
    routes = {f"{label}: {route['name']}": route.pop("seconds") for route in document["routes"]}
    return {label: document.pop("seconds"), **routes}


def examples_document(report: Report) -> dict[str, Any]:
    """All worked examples with what became of them."""
    return {"schema": EXAMPLES_SCHEMA, "examples": [example_json(e) for e in report.examples]}


def judge(catalogue: Catalogue, decision: Mapping[str, Any], installed: Mapping[str, str]) -> str:
    """Hold a decision against its obligation, and replay what it came with. Raises Unlike. Says how it was replayed.

    What it says of assumptions that were dropped is judged apart (`judge_tightness`). `installed` are the versions of
    the environment that it was made in.
    """
    again = found_again(catalogue, decision["label"])
    obligation = again.obligation
    _alike(decision, obligation)
    check_routes(decision, again, installed)
    _satisfied(again, decision)
    return _witness(catalogue.operator, again, decision)


def judge_tightness(catalogue: Catalogue, decision: Mapping[str, Any]) -> None:
    """Each assumption was dropped, and what showed that it is needed does show it. Raises Unlike."""
    again = found_again(catalogue, decision["label"])
    check_tightness(decision, again)
    for tightness in decision["tightness"]:
        if tightness["counterexample"] is not None:
            _needed(again.obligation, tightness["assumption"], tightness["counterexample"])


def _alike(decision: Mapping[str, Any], obligation: Statement) -> None:
    said = {
        "operator": obligation.operator,
        "statement": obligation.statement,
        "expected": str(obligation.expected),
        "clauses": list(obligation.clauses),
        "source": str(obligation.source),
        "principle": obligation.principle,
        "vacuous": decision["verdict"] == "vacuous",
    }
    for name, right in said.items():
        if decision[name] != right:
            raise Unlike(f"{name} is not that of the obligation")
    open_ = bool(decision["problem"]) or any(t["outcome"] == "unknown" for t in decision["tightness"])
    if decision["as_expected"] is not (decision["verdict"] == obligation.expected and not open_):
        raise Unlike("as_expected does not follow from the rest")


def _witness(operator: Operator, again: FoundAgain, decision: Mapping[str, Any]) -> str:
    obligation, witness = again.obligation, decision["witness"]
    _searched(again, decision)
    if (witness is None) is (decision["verdict"] == "refuted"):
        raise Unlike("a witness belongs to what is refuted, and to nothing else")
    if witness is None:
        return ""
    values = values_of(obligation, witness["values"])
    if isinstance(obligation, ProgramObligation):
        _observed(obligation, values, witness["observed"])
        if witness["minimal"]:
            raise Unlike("no call is known to be the smallest")
        return _call(operator, obligation, values)
    if not obligation.confirms(values):
        raise Unlike("evaluation does not confirm the witness")
    _observed(obligation, values, witness["observed"])
    if not obligation.confirms({**values, **witness["observed"]}):
        raise Unlike("the contradiction does not agree with what the reference gives")
    return "replayed"


def _searched(again: FoundAgain, decision: Mapping[str, Any]) -> None:
    """Where the ordered search finds a counterexample, that is the witness, and nothing is proved. Raises Unlike."""
    obligation, witness = again.obligation, decision["witness"]
    sought = obligation.expected is Verdict.REFUTED
    found = again.smallest if sought or (witness is not None and witness["minimal"]) else None
    if found is not None and decision["verdict"] == "proved":
        raise Unlike("proved, but a search finds a counterexample")
    if witness is None:
        return
    if found is None and witness["minimal"] and isinstance(obligation, Obligation):
        raise Unlike("the witness is called the smallest, but a search finds none")
    if found is not None and dump(in_json(obligation.own(found))) != dump(witness["values"]):
        raise Unlike("a search finds another witness")


def _observed(obligation: Statement, values: Values, observed: Mapping[str, Any]) -> None:
    """The reference, run on the witness, gives what was observed."""
    again: Mapping[str, int] = {}
    if obligation.replay is not None:
        again = obligation.replay({name: v for name, v in values.items() if isinstance(v, int)})
    if dump(in_json(again)) != dump(observed):
        raise Unlike(f"the reference gives {dict(again)}, not {dict(observed)}")


def _call(operator: Operator, obligation: ProgramObligation, values: Values) -> str:
    """Of a witness about a program the package has the call alone: what is known of the call holds, and no more."""
    if not values:
        return "not replayed: no value of a call is known"
    for assumption in obligation.known:
        if _truth(assumption.term, values) is False:
            raise Unlike(f"the call breaks {assumption.label}, which is known there")
    without = obligation.label.removeprefix("program.without.")
    if without in operator:
        truths = [_truth(t, values) for t in operator.instances(operator[without])]
        if False in truths:
            return "replayed"
        if None not in truths:
            raise Unlike(f"the call keeps {without}, without which it is said to fail")
    return "replayed as far as the call goes"


def _truth(term: Term, values: Values) -> bool | None:
    """Whether a formula holds; None where the values do not say."""
    if not {v.name for v in free_variables(term)} <= values.keys():
        return None
    try:
        return bool(evaluate(term, values))
    except (Undefined, DivisorNotPositive):
        return None


def _satisfied(again: FoundAgain, decision: Mapping[str, Any]) -> None:
    """The assumptions hold together for the values that are said to show it; those of a search, if it finds some."""
    said = decision["satisfiable_by"]
    example = again.example if decision["verdict"] != "unknown" else None
    if example is not None and (said is None or dump(in_json(example)) != dump(said)):
        raise Unlike("a search finds other values that satisfy the assumptions")
    if said is not None:
        _hold(again.obligation, values_of(again.obligation, said))


def _hold(obligation: Statement, values: Values) -> None:
    """The assumptions hold for the values."""
    if isinstance(obligation, ProgramObligation):
        # A package has the call alone: what else is known of the place has no value there.
        holds = all(_truth(a.term, values) is not False for a in obligation.known)
    else:
        holds = obligation.holds(values)
    if not holds:
        raise Unlike("the assumptions do not hold for what is said to satisfy them")


def _needed(obligation: Statement, label: str, counterexample: Mapping[str, Any]) -> None:
    """Without one assumption, the counterexample refutes the goal."""
    values = values_of(obligation, counterexample)
    # Two assumptions may share a label.
    dropped = (obligation.without(i) for i, assumed in enumerate(obligation.droppable) if assumed == label)
    if not any(weaker.confirms(values) for weaker in dropped):
        raise Unlike(f"the counterexample without {label} refutes nothing")


# --- values as JSON has them -----------------------------------------------------------------------


def values_of(obligation: Statement, written: Mapping[str, Any]) -> Values:
    """Values for names of the obligation, each of its sort, and written as the tool writes them. Raises Unlike."""
    names = obligation.names
    if odd := sorted(written.keys() - names.keys()):
        raise Unlike(f"it does not mention {odd[0]!r}")
    values = {name: _value(names[name], value) for name, value in written.items()}
    if dump(in_json(values)) != dump(written):
        raise Unlike("values are not written in the required form")
    return values


def _value(stands_for: object, value: Any) -> Scalar | Table:
    match stands_for:
        case Symbol() as symbol:
            return _table(symbol, value)
        case Pattern(name=name, width=width):
            if type(value) is not int or not 0 <= value < 1 << width:
                raise Unlike(f"{name} is not a pattern of {width} bits")
            return value
        case Sort() as sort:
            return _scalar(sort, value)
    raise Unlike(f"a value is not of the sort {stands_for}")


def _table(symbol: Symbol, written: Mapping[str, Any]) -> Table:
    entries = {
        tuple(_scalar(sort, v) for sort, v in zip(symbol.parameters, key, strict=True)): _scalar(symbol.result, value)
        for key, value in written["entries"]
    }
    return Table(entries, _scalar(symbol.result, written["otherwise"]))


def _scalar(sort: Sort, value: Any) -> Scalar:
    """A value of a sort: true is no number, and a rational is a fraction, for its exponent could be any."""
    match sort, value:
        case Sort.BOOL, bool(truth):
            return truth
        case Sort.INT | Sort.REAL | Sort.ELEMENT, int(number) if not isinstance(number, bool):
            return number
        case Sort.REAL, str(fraction) if _RATIONAL.fullmatch(fraction):
            return Fraction(fraction)
        case Sort.NAME | Sort.ELEMENT, str(name):
            return name
    raise Unlike(f"a value is not of the sort {sort}")
