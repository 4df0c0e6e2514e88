"""Sentences on quantities against the clauses: each reading is decided; what all of them agree on is the verdict."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from proofs.assumptions.assumption import Assumption
from proofs.audit.formulas.constraints import EVERY_CALL, OWN, StatedConstraint, is_refuted, judge_alone
from proofs.audit.lexicon.patterns import reworded
from proofs.audit.prose.judged import describes_relative
from proofs.audit.quantities.demanded import allows_all, is_general, is_of_all_dimensions
from proofs.audit.quantities.examples import with_held, wrong_outcome, wrong_result
from proofs.audit.quantities.names import words_with_names
from proofs.audit.quantities.read import readings
from proofs.audit.quantities.terms import (
    OF_AXIS,
    OTHERS,
    TENSORS,
    axis_of,
    closest,
    counted,
    grown,
    is_of_one_axis,
    kinds_of,
    meant,
)
from proofs.audit.quantities.values import Arithmetic, Comparison, QuantityName, QuantityReading, Setting
from proofs.audit.rulebook.findings import Finding, JudgedClaim, Judgement, for_witness
from proofs.audit.sentences.owners import without_lead
from proofs.audit.sentences.said import Prose, SaidSentence, examples_of
from proofs.audit.truth.truth import decided, other_axis
from proofs.audit.truth.witnesses import in_names
from proofs.engine.statement import Verdict
from proofs.theories.shape import LEGAL
from spec.documents.names.notation import Notation, notation
from spec.documents.pages.model import Block
from spec.language.terms import Term, free_variables, not_
from spec.readings.plain import to_plain
from spec.readings.value import evaluate

_BOUNDS = ("less", "greater", "at_least", "at_most")
_DEFINED = ("y", "extent", "padded")
_ABOUT = "windows.meet-input"
_PARTS = re.compile(r"\s*;\s*|,\s+and\s+")
"""What may stand between two statements; each has to be understood by itself."""


def judge_quantities(prose: Prose) -> Iterator[Judgement]:
    """What sentences say of quantities that no other rule has decided."""
    names = notation(prose.structure.document)
    is_relative = [describes_relative(prose.structure, n) for n in range(len(prose.structure.sections))]
    held = _Held()
    for said in prose.sentences:
        if said.section >= 0 and is_relative[said.section]:
            continue
        is_decided = any(compared.wrong is not None for _, compared in said.compared())
        found = None if is_decided else _judged(said, names) or held.goes_on(said, names)
        held.keep(said, names)
        if found is not None:
            yield found
    for said in examples_of(prose.structure):
        found = _judged(said, names, only="told") or held.goes_on(said, names)
        held.keep(said, names)
        if found is not None:
            yield found


@dataclass(slots=True)
class _Held:
    """What the example before, in the same block, has: the next sentence may go on with it."""

    block: Block | None = None
    settings: tuple[Setting, ...] = ()

    def keep(self, said: SaidSentence, names: Notation) -> None:
        """Keep what a sentence gives."""
        if said.sentence.block is not self.block:
            self.block, self.settings = said.sentence.block, ()
        is_last = said.sentence.block.text.rstrip().endswith(said.sentence.text)
        read = None if is_last else _only(said, names)
        if read is not None and read.mood in ("told", "given"):
            self.settings = with_held(read, self.settings).settings

    def goes_on(self, said: SaidSentence, names: Notation) -> Judgement | None:
        """The sentence as one that goes on with the example before it, where alone it does not tell."""
        read = _only(said, names) if said.sentence.block is self.block and self.settings else None
        wrong = wrong_result(with_held(read, self.settings)) if read is not None and read.mood == "told" else None
        if wrong is None:
            return None
        finding = Finding("example-shape-wrong", said.start, wrong) if wrong else None
        verdict = "disagrees" if wrong else "agrees"
        return JudgedClaim("quantities", said.start, said.text, verdict, "quantities: an example"), finding


def _only(said: SaidSentence, names: Notation) -> QuantityReading | None:
    """The one reading of a sentence on an example; None where it has others."""
    if said.others or not any(char.isdigit() for char in said.sentence.text):
        return None
    read = _read(said.sentence.text, names.under(said.sentence.block.path))
    return read[0] if len(read) == 1 else None


def _judged(said: SaidSentence, names: Notation, only: str = "") -> Judgement | None:
    whole = said.resolved or said.sentence.text
    found = _judged_as(said, said.others or (whole,), names, only)
    if found is not None or said.others:
        return found
    parts = [_judged_as(said, (part,), names, only) for part in _PARTS.split(whole)]
    if len(parts) < 2 or None in parts:
        return None
    return next((part for part in parts if part is not None and part[1] is not None), parts[0])


def _judged_as(said: SaidSentence, texts: Sequence[str], names: Notation, only: str) -> Judgement | None:
    """A sentence in the first of some wordings that is read."""
    under = names.under(said.sentence.block.path)
    read = next((found for text in texts if (found := _read(text, under))), [])
    if only and {reading.mood for reading in read} != {only}:
        return None
    verdicts = [_verdict(reading, said) for reading in read]
    if not verdicts or None in verdicts:
        return None
    wrong = [verdict for verdict in verdicts if isinstance(verdict, Finding)]
    if wrong and len(wrong) < len(verdicts):
        return None
    understood = f"quantities: {_shown(read[0])}"
    verdict = "agrees" if not wrong else "disagrees" if is_refuted(wrong) else "assumed"
    return JudgedClaim("quantities", said.start, said.text, verdict, understood), wrong[0] if wrong else None


def _read(text: str, names: Notation) -> Sequence[QuantityReading]:
    """All readings of a sentence, or of the first of its other wordings that has any."""
    words = without_lead(words_with_names(text, names))
    wordings = (words, *reworded(words))
    return next((sorted(found, key=repr) for said in wordings if (found := readings(said))), [])


_SHOWN = {
    "told": "an example",
    "given": "an example",
    "outcome": "a call and whether it is accepted",
    "effect": "what changes with what",
}


def _shown(reading: QuantityReading) -> str:
    if reading.mood in _SHOWN:
        return _SHOWN[reading.mood]
    return f"{reading.mood}: {' and '.join(to_plain(meant(each)) for each in reading.comparisons)}"


def _verdict(reading: QuantityReading, said: SaidSentence) -> Finding | str | None:
    """What is wrong with a reading, empty if it agrees; None if the clauses do not tell."""
    if reading.mood == "told":
        wrong = wrong_result(reading)
        return Finding("example-shape-wrong", said.start, wrong) if wrong else wrong
    if reading.mood == "given":
        return None
    if reading.mood == "outcome":
        wrong = wrong_outcome(reading)
        return Finding("example-call-wrong", said.start, wrong) if wrong else wrong
    if reading.mood == "effect":
        return _effect(reading.comparisons[0], said)
    verdicts = [_of_comparison(reading.mood, each, said) for each in reading.comparisons]
    found = next((verdict for verdict in verdicts if isinstance(verdict, Finding)), None)
    return None if found is None and None in verdicts else found or ""


def _of_comparison(mood: str, comparison: Comparison, said: SaidSentence) -> Finding | str | None:
    kinds = kinds_of(comparison)
    if not kinds:
        return None
    if not is_of_one_axis(comparison):
        return _of_two_axes(mood, comparison, said) if kinds <= OF_AXIS else None
    if kinds <= counted().keys():
        return _counted(mood, comparison, said)
    if kinds & counted().keys():
        return None
    if kinds <= OF_AXIS:
        return _of_axis(mood, comparison, said)
    return None if kinds & OF_AXIS else _of_tensors(mood, comparison, said)


def _counted(mood: str, comparison: Comparison, said: SaidSentence) -> Finding | str | None:
    """Numbers that the clauses fix. What allows the right number and others says too little to be judged."""
    holds = bool(evaluate(meant(comparison), {}))
    kind = next(iter(kinds_of(comparison)))
    if holds != (mood == "forbidden"):
        return "" if comparison.how == "equal" or mood != "demanded" else None
    rule = "length-wrong" if kind.startswith(("length", "entries")) else "domain-wrong"
    message = f"by the clauses this number is {counted()[kind]}"
    return Finding("meaning-wrong" if kind in ("outputs", "inputs") else rule, said.start, message)


def _of_axis(mood: str, comparison: Comparison, said: SaidSentence) -> Finding | str | None:
    formula = meant(comparison, forbidden=mood == "forbidden")
    if mood == "permitted":
        return _allowed(comparison, said, EVERY_CALL)
    is_definition = comparison.how == "equal" and kinds_of(comparison) & set(_DEFINED)
    if mood == "demanded" and is_definition and isinstance(comparison.right, Arithmetic):
        return _refuted(formula, said, "formula-wrong", LEGAL)
    is_bound = comparison.how in _BOUNDS and isinstance(comparison.right, int)
    if is_bound and kinds_of(comparison) & {"x", "y"} and is_of_all_dimensions(said):
        return None
    if mood == "demanded" and not is_bound and not is_general(said):
        return None
    if mood == "forbidden" and comparison.how not in _BOUNDS:
        return _refuted(formula, said, "domain-wrong")
    if comparison.how == "equal" and is_definition:
        return _refuted(formula, said, "formula-wrong", LEGAL)
    return next(judge_alone(StatedConstraint(said.start, formula, axis_of(comparison))), "")


def _of_two_axes(mood: str, comparison: Comparison, said: SaidSentence) -> Finding | str | None:
    """A formula in words for a size of one axis, with quantities of the other: refuted, or it says nothing."""
    if (
        mood != "demanded"
        or not isinstance(comparison.right, Arithmetic)
        or not isinstance(comparison.left, QuantityName)
    ):
        return None
    if comparison.how != "equal" or comparison.left.kind not in _DEFINED:
        return None
    axes = (0, 1) if comparison.left.axis is None else (comparison.left.axis,)
    of_axes = [replace(comparison, left=replace(comparison.left, axis=axis)) for axis in axes]
    verdicts = [
        _refuted(meant(each), said, "formula-wrong", (*LEGAL, *other_axis(1 - axis)))
        for axis, each in zip(axes, of_axes, strict=True)
    ]
    return verdicts[0] if all(isinstance(verdict, Finding) for verdict in verdicts) or len(axes) == 1 else None


def _effect(comparison: Comparison, said: SaidSentence) -> Finding | str | None:
    """A call in which one more of the first quantity changes the second the other way refutes it."""
    formula = grown(comparison)
    return None if formula is None else _refuted(formula, said, "meaning-wrong")


def _of_tensors(mood: str, comparison: Comparison, said: SaidSentence) -> Finding | str | None:
    formula = meant(comparison, forbidden=mood == "forbidden")
    kinds = kinds_of(comparison)
    given = OTHERS if kinds & {"index", "least_index"} else TENSORS
    if mood == "permitted":
        return _allowed(comparison, said, given)
    rule = (
        "index-wrong"
        if kinds & {"index", "least_index"}
        else "domain-wrong"
        if isinstance(comparison.right, int)
        else "shape-wrong"
    )
    wrong = _refuted(formula, said, rule, given)
    is_bound = mood == "demanded" and "index" in kinds and comparison.how in _BOUNDS and not comparison.denied
    return _unreached(comparison, said) if wrong == "" and is_bound else wrong


def _unreached(comparison: Comparison, said: SaidSentence) -> Finding | str | None:
    """A bound that no index reaches allows what none is."""
    reached = _permitted(meant(closest(comparison)), said, OTHERS)
    if not isinstance(reached, Finding):
        return reached
    return Finding("index-wrong", said.start, "this allows more than there is: no index of an element is so")


def _refuted(
    formula: Term, said: SaidSentence, rule: str, given: Sequence[Assumption] = EVERY_CALL
) -> Finding | str | None:
    decision = decided(tuple(given), formula, _ABOUT)
    if decision.verdict is Verdict.PROVED:
        return ""
    if decision.witness is None:
        return None
    values = decision.witness.values
    of_tensors = {v.name: values[v.name] for v in free_variables(formula) - OWN if v.name in values}
    shown = in_names(values, None, ()) | of_tensors if free_variables(formula) & OWN else of_tensors
    return Finding(rule, said.start, f"this does not hold {for_witness(shown)}", shown)


def _allowed(comparison: Comparison, said: SaidSentence, given: Sequence[Assumption]) -> Finding | str | None:
    """What a sentence allows. If that is all within a bound, it is not enough that some legal call is so."""
    found = _permitted(meant(comparison), said, given)
    return None if found == "" and comparison.how in _BOUNDS and allows_all(said) else found


def _permitted(formula: Term, said: SaidSentence, given: Sequence[Assumption]) -> Finding | str | None:
    """Some legal call is as the sentence permits."""
    decision = decided(tuple(given), not_(formula), _ABOUT)
    if decision.verdict is Verdict.PROVED:
        return Finding("domain-wrong", said.start, "no call that the operator allows is so")
    return "" if decision.witness is not None else None
