"""What a label stands for, told to a person: statement, formula, source, reason, what decides it, and a drawing.

`explain` says what is written; it asks no solver. `settle` decides what decides the label, now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Literal, TypedDict

from proofs.drawing.example import call_text
from proofs.drawing.scene import Scene
from proofs.engine.as_json import in_json
from proofs.engine.catalogue import Catalogue, Witnesses
from proofs.engine.statement import Outcome, Statement, Written
from proofs.reports.check import DecisionJson, ExampleJson, decision_json, example_json
from proofs.reports.listed import Obligations, decided_by, listed_before
from proofs.reports.remembered import Memory, decide_remembering
from proofs.reports.strength import Strength, StrengthJson, strengths_before
from proofs.solvers.answers import DEFAULT_LIMITS
from reference.examples.run import ExampleResult, ExampleVerdict
from spec.examples.model import Example
from spec.language.fold import substitute
from spec.language.terms import Term
from spec.operator.claims import Claim
from spec.operator.clauses import Clause, Decision, Source
from spec.operator.operator import Operator
from spec.readings.plain import to_plain
from spec.tables.tables import abbreviations, printed

NONE: Witnesses = MappingProxyType({})
_LONGEST = 1000  # Longer formulas are left to `maxpool prove`.
_SUBJECTS = {
    "extent": "extent of the dilated kernel",
    "y": "output size",
    "same_padding": "padding that SAME computes",
    "begin": "padding before X",
    "end": "padding after X",
    "index": "flat index",
    "bound": "bound of an index",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """What is written about a label. `formulas` and `assumptions` are plain text in the documents' symbols.

    `decided_by` are the labels of the obligations that decide it. `scene` is None where there is nothing to draw.
    """

    label: str
    kind: str
    title: str
    statement: str
    source: Source
    decided_by: tuple[str, ...]
    scene: Scene | None
    formulas: tuple[str, ...] = ()
    abbreviations: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    restated: tuple[Source, ...] = ()
    rationale: str = ""
    alternatives: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    example: Example | None = None


class ExplainJson(TypedDict):
    """What is written about a label, and what became of what decides it."""

    schema: Literal["maxpool/explain/1"]
    label: str
    kind: str
    title: str
    statement: str
    formulas: list[str]
    abbreviations: list[str]
    assumptions: list[str]
    source: str
    restated: list[str]
    rationale: str
    alternatives: list[str]
    notes: list[str]
    as_expected: bool
    strength: StrengthJson | None
    obligations: list[DecisionJson]
    example: ExampleJson | None
    drawing: Scene | None


@dataclass(frozen=True, slots=True)
class Settled:
    """An explanation with what became of it: its obligations' decisions, its example executed, a clause held alone."""

    explanation: Explanation
    catalogue: Catalogue
    decisions: tuple[Outcome, ...]
    result: ExampleResult | None
    strength: Strength | None = None

    @property
    def as_expected(self) -> bool:
        """Every verdict is the expected one, and a clause says what its statement says."""
        explained = self.result is None or self.result.verdict is not ExampleVerdict.UNEXPLAINED
        as_stated = self.strength is None or not self.strength.problems
        return explained and as_stated and all(d.as_expected for d in self.decisions)

    def json(self) -> ExplainJson:
        """All of it as one JSON document of the schema `maxpool/explain/1`."""
        told, kernel = self.explanation, self.catalogue.kernel()
        return {
            "schema": "maxpool/explain/1",
            "label": told.label,
            "kind": told.kind,
            "title": told.title,
            "statement": told.statement,
            "formulas": list(told.formulas),
            "abbreviations": list(told.abbreviations),
            "assumptions": list(told.assumptions),
            "source": str(told.source),
            "restated": [str(source) for source in told.restated],
            "rationale": told.rationale,
            "alternatives": list(told.alternatives),
            "notes": list(told.notes),
            "as_expected": self.as_expected,
            "strength": None if self.strength is None else self.strength.json(),
            "obligations": [decision_json(d, kernel) for d in self.decisions],
            "example": None if self.result is None else example_json(self.result),
            "drawing": in_json(told.scene),
        }


def explain(catalogue: Catalogue, label: str, witnesses: Witnesses = NONE, memory: Memory | None = None) -> Explanation:
    """The explanation of a clause, a claim, an obligation or a worked example; raises KeyError if there is none.

    `witnesses` are those of decisions, where there are any; a drawing shows them rather than what a search finds.
    With a `memory`, what decides it is looked up there.
    """
    listing = partial(listed_before, catalogue, memory)
    scene = catalogue.picture(catalogue, label, witnesses)
    if label in catalogue.operator:
        return _clause(catalogue, catalogue.operator[label], scene, listing())
    # Where a claim and an obligation share a label, the claim is explained, and the obligation decides it.
    if label in catalogue.claims:
        return _claim(catalogue, catalogue.claims[label], scene, listing())
    if (example := catalogue.example(label)) is not None:
        return _example(catalogue, example, scene, listing())
    return _obligation(catalogue, catalogue[label], scene)


def settle(
    catalogue: Catalogue,
    explanation: Explanation,
    done: Callable[[object], None] = lambda _: None,
    memory: Memory | None = None,
) -> Settled:
    """Decide an explanation's obligations, but for those a memory knows, and run its example.

    Raises reference.common.errors.Contradiction.
    """
    asked = (explanation.decided_by, catalogue.__getitem__, DEFAULT_LIMITS)
    decisions = tuple(decide_remembering(memory, *asked, done=done, further=catalogue.further))
    result = None if explanation.example is None else catalogue.run(explanation.example)
    witnesses = {d.obligation.label: d.witness.values for d in decisions if d.witness is not None}
    told = explain(catalogue, explanation.label, witnesses, memory)
    held = strengths_before(catalogue, memory) if told.label in catalogue.operator else ()
    strength = next((s for s in held if s.label == told.label), None)
    return Settled(told, catalogue, decisions, result, strength)


# --- one maker for each kind of label ------------------------------------------------------------


def _clause(catalogue: Catalogue, clause: Clause, scene: Scene | None, listing: Obligations) -> Explanation:
    alternatives = clause.alternatives if isinstance(clause, Decision) else ()
    formulas = tuple(map(to_plain, printed(catalogue.operator, clause)))
    return Explanation(
        label=clause.label,
        kind=f"{clause.kind} on {clause.subject}",
        title=clause.title,
        statement=_unquoted(clause.statement),
        formulas=formulas,
        abbreviations=tuple(_used(catalogue.operator, formulas)),
        source=clause.source,
        restated=clause.restated,
        rationale=_unquoted(clause.rationale),
        alternatives=tuple(f"{a.choice} ({a.chosen_by})" for a in alternatives),
        decided_by=decided_by(catalogue.operator, listing)[clause.label],
        scene=scene,
    )


def _used(operator: Operator, formulas: Sequence[str]) -> Iterator[str]:
    """What the names of parts stand for that formulas use."""
    known = dict(abbreviations(operator))
    found = [name for name in known if any(name in formula for formula in formulas)]
    for name in known:
        if any(name in text for text in (*formulas, *(known[other] for other in found))):
            yield f"{name} = {known[name]}"


def _claim(catalogue: Catalogue, claim: Claim, scene: Scene | None, listing: Obligations) -> Explanation:
    label = claim.label
    return Explanation(
        label=label,
        kind="claim of a document",
        title=_claimed(claim),
        statement=_unquoted(catalogue[label].statement)
        if label in catalogue
        else f"What {claim.source.document} says.",
        formulas=_in_symbols(catalogue.operator, claim.formula, label),
        source=claim.source,
        restated=claim.restated,
        decided_by=tuple(o.label for o in listing if label in o.about),
        scene=scene,
    )


def _claimed(claim: Claim) -> str:
    try:
        return f"Formula for the {_SUBJECTS[claim.defined.name]}"
    except TypeError:
        return "Value domain"


def _obligation(catalogue: Catalogue, obligation: Statement, scene: Scene | None) -> Explanation:
    label = obligation.label
    by = (f"By {obligation.principle}, which no solver checks.",) if obligation.principle else ()
    return Explanation(
        label=label,
        kind=f"obligation, expected to be {obligation.expected}",
        title=f"About {', '.join(obligation.about)}" if obligation.about else "About the profile",
        statement=_unquoted(obligation.statement),
        formulas=tuple(map(_bounded, obligation.goals(_written(catalogue.operator, label)))),
        assumptions=assumed(catalogue, label),
        source=obligation.source,
        notes=by,
        decided_by=(label,),
        scene=scene,
    )


def assumed(catalogue: Catalogue, label: str) -> tuple[str, ...]:
    """What an obligation assumes, each with its label, as plain text in the documents' symbols."""
    return tuple(map(_bounded, catalogue[label].premises(_written(catalogue.operator, label))))


def _written(operator: Operator, label: str) -> Written:
    return lambda formula: _in_symbols(operator, formula, label, axes=1)


def _example(catalogue: Catalogue, example: Example, scene: Scene | None, listing: Obligations) -> Explanation:
    return Explanation(
        label=example.label,
        kind="worked example",
        title=f"Elements of type {example.dtype}, X of shape {list(example.X.shape)}",
        statement=f"{call_text(example)}.",
        source=example.source,
        restated=example.restated,
        notes=tuple(_noted(example)),
        decided_by=tuple(_errata(catalogue, example, listing)),
        scene=scene,
        example=example,
    )


def _noted(example: Example) -> Iterator[str]:
    if example.listing_of:
        yield f"What {example.printed_by} is said to print for {example.listing_of}."
    if example.note:
        yield example.note
    for m in example.misprints:
        what = f"{m.tensor}[{', '.join(map(str, m.index))}]" if m.index else f"The shape of {m.tensor}"
        yield f"{what} is printed as {m.printed}, should be {m.right}. {m.reason}"


def _errata(catalogue: Catalogue, example: Example, listing: Obligations) -> Iterator[str]:
    """The obligations that prove cells of the example wrong."""
    for obligation in listing:
        found = catalogue.erratum(obligation.label)
        if found is not None and found[0].label == example.label:
            yield obligation.label


def _in_symbols(operator: Operator, formula: Term, label: str, axes: int = 2) -> tuple[str, ...]:
    """A per-axis formula in the documents' symbols: on both axes, or on the one that it or its label is about."""
    on = operator.axes or ({},)
    chosen = on[1:] if "dY_3" in label else on[:1] if "dY_2" in label else on[:axes]
    return tuple(dict.fromkeys(to_plain(substitute(formula, axis)) for axis in chosen))


def _bounded(text: str) -> str:
    return text if len(text) <= _LONGEST else f"({len(text)} characters: see `maxpool prove`)"


def _unquoted(text: str) -> str:
    return text.replace("`", "")
