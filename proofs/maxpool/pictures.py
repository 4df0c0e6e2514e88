"""Which scene shows what a label stands for: a witness, a worked example, or a small call that shows a clause."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import takewhile

from proofs.drawing.axis import axis_scene
from proofs.drawing.example import example_scene
from proofs.drawing.scene import Scene
from proofs.engine.catalogue import Catalogue, Witnesses
from proofs.engine.search import smallest
from proofs.engine.statement import Statement, Verdict
from proofs.engine.terms import Obligation
from proofs.solvers.answers import Values
from spec.examples.model import Example, Index
from spec.language.fold import substitute
from spec.language.terms import Literal, Op, Operation, Term, Variable, free_variables
from spec.operator.claims import Claim
from spec.operator.clauses import Clause, Scope
from spec.readings.plain import to_plain
from spec.readings.value import DivisorNotPositive, Undefined, evaluate
from spec.window.names import dilation, y

LEGAL: Mapping[str, int] = {"x": 5, "pad_begin": 1, "pad_end": 1, "kernel": 2, "dilation": 2, "stride": 2, "y": 3}
"""A small legal axis on which each quantity can be told from the others; extent 3, slack 4."""
SHOWN = {**LEGAL, "extent": 3, "slack": 4}
IN_CEIL_MODE = {**LEGAL, "x": 6, "y_ceil": 4}
WITHOUT_PADDING = {**LEGAL, "pad_begin": 0, "pad_end": 0, "y": 2}
SAME = {"x": 5, "kernel": 3, "dilation": 1, "stride": 2, "y": 3, "same_padding": 2}

ON_AN_AXIS: Mapping[str, str] = {
    "X.spatial": "x = 5: the axis has at least one element.",
    "dilations.positive": "dilation = 2: from one tap of a window to the next there are 2 positions.",
    "kernel_shape.positive": "kernel = 2: each window has 2 taps.",
    "pads.non-negative": "pad_begin = 1 and pad_end = 1: one position is added on each side.",
    "strides.positive": "stride = 2: from one window to the next there are 2 positions.",
    "extent": "{}: as many positions as a window spans.",
    "slack": "{}: so far window 0 can move to the right.",
    "Y.shape": "{}: so many windows fit.",
}
"""What LEGAL shows of a clause; braces are for the formula of a definition, computed."""

_LONGEST = 160
"""Longer formulas are not drawn."""

BROKEN = ("Y.positive", "windows.meet-input")
"""Clauses shown by the smallest call that breaks them and no other: the refutation of `profile.others-imply.LABEL`."""

IN_AN_EXAMPLE: Mapping[str, tuple[str, Index]] = {
    "R5": ("onnx.12.maxpool_with_argmax_2d_precomputed_strides", (0, 0, 0, 1)),
    "NaN.as-minus-infinity": ("added.nan-and-zeros", (0, 0, 0, 1)),
    "zeros.equal": ("added.nan-and-zeros", (0, 1, 0, 1)),
    "Y.max": ("sonnx.float.1", (0, 0, 0, 0)),
    "Y.max-over-input": ("sonnx.int.3", (0, 0, 2, 0)),
    "Indices.first-maximum": ("sonnx.int.4", (0, 0, 1, 0)),
    "Indices.flat": ("added.batches-and-channels", (1, 0, 0, 0)),
    "Y.bits": ("sonnx.float.1", (0, 0, 1, 1)),
}
"""The cell of a worked example that shows a clause."""

SAID: Mapping[str, str] = {
    "R5": "The example counts its indices along columns, storage_order = 1. The profile counts along rows.",
    "NaN.as-minus-infinity": "The NaN counts as -inf. It comes first, so that its index is selected, and Y is -inf.",
    "zeros.equal": "-0.0 and 0.0 are equal: the first is selected, with its sign.",
    "Y.max-over-input": "Padding is no value: it counts neither as 0 nor as any other number.",
    "Indices.flat": "The index counts all elements of X: those of the batches and channels before come first.",
}
"""What is to be seen in it."""


def picture(catalogue: Catalogue, label: str, witnesses: Witnesses) -> Scene | None:
    """What shows the clause, claim, obligation or worked example of a label, if anything does.

    A statement that is to be proved has no witness: it is shown by what it is about.
    """
    if label in catalogue.operator:
        return of_clause(catalogue, label)
    obligation = catalogue.get(label)
    if obligation is not None and (own := of_obligation(catalogue, obligation, witnesses)) is not None:
        return own
    if label in catalogue.claims:
        return of_claim(catalogue.claims[label])
    if obligation is not None and obligation.expected is Verdict.REFUTED:
        return None
    if obligation is not None:
        scenes = (picture(catalogue, other, witnesses) for other in obligation.about if other != label)
        return next((scene for scene in scenes if scene is not None), None)
    example = catalogue.example(label)
    return None if example is None else example_scene(example)


@cache
def of_clause(catalogue: Catalogue, label: str) -> Scene | None:
    """What shows a clause: a legal axis, the smallest call that breaks it, or a cell of a worked example.

    Nothing shows a clause that does not hold of what would be drawn.
    """
    clause = catalogue.operator[label]
    title, statement = f"{clause.label}: {clause.title}", clause.statement.replace("`", "")
    if clause.label in ON_AN_AXIS and _holds(clause.formula):
        return axis_scene(title, statement, LEGAL, (ON_AN_AXIS[clause.label].format(_computed(clause.formula)),))
    if clause.label == "R4":
        said = "In ceil mode there would be a window that does not lie in the padded input."
        return axis_scene(title, statement, IN_CEIL_MODE, (said,))
    if clause.label in BROKEN:
        values = searched(catalogue[f"profile.others-imply.{clause.label}"])
        said = "The smallest call that breaks this clause and no other."
        return None if values is None else axis_scene(title, statement, values, (said,))
    if clause.label in IN_AN_EXAMPLE:
        shown, cell = IN_AN_EXAMPLE[clause.label]
        example = catalogue.example(shown)
        scene = None if example is None or not _holds_of(clause, example) else example_scene(example, cell, title)
        return _shown_by(scene, statement, shown, SAID.get(clause.label))
    return None


def _holds(formula: Term) -> bool:
    """A formula holds on the legal axis."""
    try:
        return bool(evaluate(formula, SHOWN))
    except (DivisorNotPositive, Undefined):
        return False


def _computed(formula: Term) -> str:
    """An equation with the numbers of the legal axis in place of the names, and what they come to."""
    match formula:
        case Operation(Op.EQ, (Variable(name), right)):
            numbers = substitute(right, {v: Literal(SHOWN[v.name]) for v in free_variables(right)})
            return f"{name} = {to_plain(right)} = {to_plain(numbers)} = {SHOWN[name]}"
    return ""


def _holds_of(clause: Clause, example: Example) -> bool:
    """The clause holds at each cell of an example, or is not about cells."""
    if clause.scope is not Scope.CELL:
        return True
    from reference.examples.cases import cases, ran
    from reference.examples.translation import input_tensor, profile_attributes

    call = ran(example.label, input_tensor(example), profile_attributes(example)[0])
    printed = list(takewhile(lambda case: case.printed, cases(clause, [call])))
    return bool(printed) and all(case.holds for case in printed)


def _shown_by(scene: Scene | None, statement: str, example: str, said: str | None) -> Scene | None:
    """The scene of an example, to show a clause."""
    if scene is None:
        return None
    captions = (*((said,) if said else ()), *scene.captions, f"From the worked example {example}.")
    return replace(scene, statement=statement, captions=captions)


def of_obligation(catalogue: Catalogue, obligation: Statement, witnesses: Witnesses) -> Scene | None:
    """What shows an obligation itself: its witness, or the worked example whose printed cell it proves wrong.

    None where there is neither, and where the witness is not about the sizes of an axis.
    """
    if (found := catalogue.erratum(obligation.label)) is not None:
        return example_scene(*found, title=obligation.label)
    values = witnesses.get(obligation.label) or searched(obligation)
    if values is None:
        return None
    goal = obligation.goal if isinstance(obligation, Obligation) else None
    gives: int | None = None
    says: tuple[str, ...] = ()
    match goal:
        case Operation(Op.EQ, (left, right)):
            gives = _value(right, values) if left == y else None
    if goal is not None and free_variables(goal) and len(text := to_plain(goal)) <= _LONGEST:
        says = (f"Refuted: {text}.",)
    return axis_scene(obligation.label, f"Refuted: {obligation.statement}", values, says, gives=gives)


def searched(obligation: Statement) -> Values | None:
    """The smallest counterexample to what is expected to be refuted: the witness that a decision comes with."""
    if not isinstance(obligation, Obligation) or obligation.expected is not Verdict.REFUTED:
        return None
    try:
        return smallest([a.term for a in obligation.assumptions], obligation.conclusion)
    except Undefined:
        return None


def of_claim(claim: Claim) -> Scene | None:
    """What shows a claim that is not refuted: what its formula gives on a small legal axis."""
    if not isinstance(claim.formula, Operation) or claim.formula.op is not Op.EQ:
        return None
    values = _fitting(claim)
    gives = _value(claim.term, values)
    if gives is None:
        return None
    named = claim.defined.name
    said = f"{named} = {to_plain(claim.term)} = {gives}"
    counts = gives if claim.defined == y and "y_ceil" not in values else None
    return axis_scene(claim.label, "What the formula gives on a small legal axis.", values, (said,), gives=counts)


def _fitting(claim: Claim) -> dict[str, int]:
    """A legal axis of the mode that a claim is about."""
    mode = claim.label.split(".")[-1]
    values = dict(LEGAL)
    if mode.startswith("same"):
        values = dict(SAME)
    elif mode.startswith("valid"):
        values = dict(WITHOUT_PADDING)
    elif mode.startswith("ceil"):
        values = dict(IN_CEIL_MODE)
    undilated = dilation not in free_variables(claim.term) and not mode.startswith("same")
    return {**values, "dilation": 1} if undilated else values


def _value(term: Term, values: Mapping[str, object]) -> int | None:
    """What a term is at some values, if it is an integer."""
    try:
        value = evaluate(term, values)
    except (DivisorNotPositive, Undefined, TypeError):
        return None
    return value if isinstance(value, int) and not isinstance(value, bool) else None
