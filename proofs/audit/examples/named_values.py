"""The numbers that an example gives to names, $E_1 = 5$, held against what the example's call makes of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction

from proofs.audit.examples.example_call import CalledOperator, call_of
from proofs.audit.rulebook.findings import Finding, JudgedClaim, Judgement
from proofs.audit.truth.operator import following
from spec.documents.examples.example_model import WorkedExample
from spec.documents.examples.examples import read_examples
from spec.documents.examples.stated import Named
from spec.documents.formulas.formulas import Form, Written, formula_in
from spec.documents.formulas.tokens import NotUnderstood
from spec.documents.formulas.words import SPATIAL_AXES
from spec.documents.names.meaning import FlatMeaning, spelling
from spec.documents.names.notation import Notation, notation
from spec.documents.pages.model import Document, Kind, Shape
from spec.language.terms import IllSorted, free_variables
from spec.maxpool.vocabulary import dX
from spec.readings.value import DivisorNotPositive, Undefined, evaluate
from spec.window.names import dilation, kernel, pad_begin, pad_end, stride, x


def values_of(example: WorkedExample, axis: int) -> dict[str, int] | None:
    """An example's quantities on an axis, and what follows from them; None where it does not give them all, or the call
    is none."""
    called = call_of(example)
    if isinstance(called, str) or axis >= SPATIAL_AXES:
        return None
    call, malformed = called
    lists = [call.entries(name, SPATIAL_AXES) for name in ("kernel_shape", "dilations", "strides", "pads")]
    printed = example.tensor(Named.X)
    shape = next(iter(example.shapes_of(Named.X)), printed.shape if printed is not None else None) or ()
    lengths = [len(entries) for entries in lists]
    is_whole = len(shape) == SPATIAL_AXES + 2 and lengths == [SPATIAL_AXES] * 3 + [2 * SPATIAL_AXES]
    if malformed or call.family is not CalledOperator.ONNX or not is_whole:
        return None
    given = (shape[axis + 2], *(entries[axis] for entries in lists), lists[-1][axis + SPATIAL_AXES])
    values = dict(zip((v.name for v in (x, kernel, dilation, stride, pad_begin, pad_end)), given, strict=True))
    return values | dict(following(values)) if values[stride.name] > 0 else None


def judge_named_values(document: Document) -> Iterator[Judgement]:
    """The names that have a meaning and are given a number beside an example."""
    examples = read_examples(document).examples
    alone = {path for path, count in Counter(each.path for each in examples).items() if count == 1}
    names = notation(document)
    for example in (each for each in examples if each.path in alone and not each.is_node):
        values = _values(example)
        for block in document.blocks if values else ():
            if block.path == example.path and block.shape not in (Shape.HEADING, Shape.CODE):
                for piece in block.of(Kind.MATH, Kind.CODE):
                    for name, number in _given(formula_in(piece.text, piece.start)):
                        yield from _judged(name, number, names.under(block.path), values)


def _values(example: WorkedExample) -> Mapping[str, int]:
    """The quantities of all axes, each by the name that it has on its axis."""
    found: dict[str, int] = {}
    for axis in range(SPATIAL_AXES):
        of_axis = values_of(example, axis)
        if of_axis is None:
            return {}
        found |= {f"{name}_{axis}": value for name, value in of_axis.items()} | {dX[axis + 2].name: of_axis[x.name]}
    return found


def _given(written: Written | None) -> Iterator[tuple[Written, Written]]:
    """The names that a formula gives a number, at once or by a calculation: E = 5, P = (4 + 1) / 2 = 2."""
    parts = () if written is None else written.parts if written.form in (Form.ALL, Form.BOTH) else (written,)
    for part in parts:
        if part.form is Form.RELATION and {*part.text.split()} == {"EQ"} and part.parts[-1].form is Form.NUMBER:
            yield from ((name, part.parts[-1]) for name in part.parts[:1] if name.form in (Form.NAME, Form.INDEX))


def _judged(name: Written, number: Written, names: Notation, values: Mapping[str, int]) -> Iterator[Judgement]:
    try:
        term = FlatMeaning(names).number(name)
        right = evaluate(term, values) if {v.name for v in free_variables(term)} <= values.keys() else None
    except (NotUnderstood, IllSorted, DivisorNotPositive, Undefined):
        right = None
    if right is None:
        return
    said, is_right = f"{spelling(name)} = {number.text}", right == Fraction(number.text)
    claim = JudgedClaim("value in an example", name.start, said, "agrees" if is_right else "disagrees")
    message = f"{spelling(name)} is {right} by what the example gives, not {number.text}"
    yield claim, None if is_right else Finding("example-shape-wrong", number.start, message)
