"""The size formulas of a document: proved equal to the specification for every legal input, or refuted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from proofs.audit.formulas.repair import canonical, repaired
from proofs.audit.formulas.truth import EQUAL_PADS, LATEST, SIGNS, TRUTHS, UNDILATED, decided, other_axis
from proofs.audit.rulebook.findings import Claim, Finding, Fix
from proofs.engine.statement import Values, Verdict
from proofs.engine.terms import Assumption, suppose
from proofs.theories.hypotheses import clause
from spec.documents.formulas.formulas import Form, Written
from spec.documents.formulas.meaning import Meaning, spelling
from spec.documents.formulas.notation import Notation
from spec.documents.formulas.spelled import spelled
from spec.documents.formulas.statements import Padding, Rounding, Statement
from spec.documents.formulas.words import TERMS, Quantity, Role
from spec.documents.pages.model import Block, Document
from spec.language.terms import Term, Variable, free_variables, maximum
from spec.maxpool.vocabulary import pad_begin, pad_end, stride, x, y
from spec.readings.value import DivisorNotPositive, evaluate

_DROPS = re.compile(r"\bwindows?\b[^.*]{0,100}\b(?:ignored|dropped|discarded|omitted)\b", re.IGNORECASE)
_same_pad = LATEST.same_pad.term


_GIVEN = (Role.Y, Role.PADS, Role.PAD, Role.PADDED, Role.EXTENT, Role.SLACK, Role.BATCH, Role.CHANNELS)
"""What a formula can give a value; an equation on another quantity is a constraint."""


@dataclass(frozen=True, slots=True)
class Size:
    """A statement that says what a size is: the quantity on its left side, and the formula on its right."""

    statement: Statement
    quantity: Quantity
    right: Written


def size_of(statement: Statement, notation: Notation) -> Size | None:
    """The statement as a size, if its left side is one."""
    written = statement.written
    if written.form is not Form.RELATION or written.text != "EQ":
        return None
    left, right = written.parts
    known = notation.resolve(left)
    return Size(statement, known, right) if known is not None and known.role in _GIVEN else None


def judge_size(size: Size, notation: Notation, document: Document, *, dilated: bool) -> tuple[Claim, list[Finding]]:
    """The verdict on a size formula, with what is wrong with it. Raises NotUnderstood.

    `dilated`: the operator that this part of the document describes has dilations.
    """
    role = size.quantity.role
    mentions_output = any((q := notation.resolve(part)) and q.role is Role.Y for part in size.right.walk())
    if role is Role.Y:
        return _judge_output(size, notation, document, dilated=dilated)
    if role in (Role.PADS, Role.PAD) and mentions_output:
        return _judge_same_pad(size, notation, dilated=dilated)
    return _judge_name(size, notation)


def _judge_output(size: Size, notation: Notation, document: Document, *, dilated: bool) -> tuple[Claim, list[Finding]]:
    statement = size.statement
    truth = TRUTHS[statement.padding, statement.rounding]
    meaning = Meaning(notation, size.quantity.axis)
    term = meaning.number(size.right)
    assumptions = (*truth.assumptions, *_more(meaning, dilated=dilated))
    decision = decided(assumptions, y.eq(term), truth.about)
    claim = _claim("output size", size, decision.verdict)
    if decision.verdict is Verdict.PROVED:
        return claim, list(_empty_in_ceil_mode(statement, meaning, term, document))
    if decision.witness is None:
        return claim, [_undecided(size)]
    shown = _shown(decision.witness.values, meaning.spelled, term)
    gives = _value(term, decision.witness.values)
    right = decision.witness.values["y"]
    name = spelling(statement.written.parts[0])

    def read(variant: Written) -> Term:
        return Meaning(notation, size.quantity.axis).number(variant)

    better = repaired(size.right, read, truth, assumptions) or _canonical(size, meaning)
    text = spelled(better, document.text, latex=statement.is_latex) if better else ""
    message = f"{name} is not the output size: {_at(shown)} it gives {gives}, where {right} is right"
    witness = {**shown, name: right, "formula": gives}
    fix = _fix(size.right, text, document) if text else None
    return claim, [Finding("formula-wrong", statement.start, message, witness, f"{name} = {text}" if text else "", fix)]


def _more(meaning: Meaning, *, dilated: bool) -> Iterator[Assumption]:
    """What is assumed beyond the mode: of other axes that the formula names, of equal pads, of no dilation."""
    for axis in sorted(meaning.other_axes):
        yield from other_axis(axis)
    if meaning.equal_pads:
        yield EQUAL_PADS
    if not dilated:
        yield UNDILATED


def _judge_same_pad(size: Size, notation: Notation, *, dilated: bool) -> tuple[Claim, list[Finding]]:
    """The padding that SAME computes: equal to what the output size needs, and negative for some inputs."""
    meaning = Meaning(notation, size.quantity.axis)
    term = meaning.number(size.right)
    basics = (*SIGNS, *clause("extent"), *_more(meaning, dilated=dilated))
    name, statement = spelling(size.statement.written.parts[0]), size.statement
    if decided(basics, term.eq(maximum(_same_pad, 0)), "onnx.12.same-pad").verdict is Verdict.PROVED:
        return _claim("padding", size, Verdict.PROVED), []
    decision = decided(basics, term.eq(_same_pad), "onnx.12.same-pad")
    claim = _claim("padding", size, decision.verdict)
    if decision.verdict is Verdict.PROVED:
        same = TRUTHS[Padding.SAME, Rounding.FLOOR]
        negative = decided((*same.assumptions, *_more(meaning, dilated=dilated)), _same_pad >= 0, same.about)
        if negative.witness is None:
            return claim, []
        values = negative.witness.values
        shown = _shown(values, meaning.spelled, term)
        message = f"{name} can be negative: {_at(shown)} it is {_value(term, values)}"
        return claim, [
            Finding("pad-negative", statement.start, message, {**shown, name: _value(term, values)}, f"max(0, {name})")
        ]
    if decision.witness is None:
        return claim, [_undecided(size)]
    values = decision.witness.values
    shown = _shown(values, meaning.spelled, term)
    message = f"{name} is not the padding that the output size needs: {_at(shown)} it gives {_value(term, values)}, "
    message += f"where {_value(_same_pad, values)} is right"
    return claim, [Finding("formula-wrong", statement.start, message, {**shown, "formula": _value(term, values)})]


def _judge_name(size: Size, notation: Notation) -> tuple[Claim, list[Finding]]:
    """A formula for another quantity: the extent, the slack, the sum of the pads, batches and channels."""
    meaning = Meaning(notation, size.quantity.axis)
    left = meaning.quantity(size.quantity, size.statement.written.parts[0])
    term = meaning.number(size.right)
    assumptions = (*SIGNS, *clause("extent", "slack"), *_more(meaning, dilated=True))
    decision = decided(assumptions, left.eq(term), "extent")
    claim = _claim("definition", size, decision.verdict)
    if decision.verdict is Verdict.PROVED:
        return claim, []
    if decision.witness is None:
        return claim, [_undecided(size)]
    values = decision.witness.values
    shown, name = _shown(values, meaning.spelled, term), spelling(size.statement.written.parts[0])
    message = f"{name} is something else: {_at(shown)} the formula gives {_value(term, values)}, "
    message += f"where {_value(left, values)} is right"
    return claim, [Finding("formula-wrong", size.statement.start, message, {**shown, "formula": _value(term, values)})]


def _empty_in_ceil_mode(statement: Statement, meaning: Meaning, term: Term, document: Document) -> Iterator[Finding]:
    """In ceil mode the last window may begin behind the last element of X, where floor mode has no such window."""
    if (statement.padding, statement.rounding) != (Padding.EXPLICIT, Rounding.CEIL) or _DROPS.search(document.text):
        return
    truth = TRUTHS[Padding.EXPLICIT, Rounding.CEIL]
    small = suppose("small pads", (pad_begin + pad_end).eq(0))
    decision = decided((*truth.assumptions, small), (y - 1) * stride < x, truth.about)
    if decision.witness is not None:
        values = decision.witness.values
        shown = {
            n: values[n] for n in ("x", "kernel", "dilation", "stride", "pad_begin", "pad_end", "y") if n in values
        }
        message = f"rounded up, the last window may hold no element of X, even without padding: {_at(shown)} "
        message += f"it begins at position {(_int(values['y']) - 1) * _int(values['stride'])}"
        help_ = "say that windows which begin behind the input and its padding at the beginning are dropped"
        yield Finding("ceil-window-empty", statement.start, message, shown, help_)


def _canonical(size: Size, meaning: Meaning) -> Written | None:
    """The specification's formula in the names that this one uses, in the two modes that have one with few names."""
    names = dict(meaning.spelled)
    if size.statement.padding is Padding.SAME and Role.X in names:
        axis = "i" if size.quantity.axis is None else str(size.quantity.axis)
        stride_ = names.get(Role.STRIDE, Written(Form.NAME, (), f"strides[{axis}]"))
        return Written(Form.CEIL, (Written(Form.DIVIDE, (names[Role.X], stride_)),))
    if (size.statement.padding, size.statement.rounding) != (Padding.EXPLICIT, Rounding.FLOOR):
        return None
    if Role.PADS not in names and {Role.PAD_BEGIN, Role.PAD_END} <= names.keys():
        names[Role.PADS] = Written(Form.ADD, (names[Role.PAD_BEGIN], names[Role.PAD_END]))
    if Role.PADS not in names and Role.PAD in names:
        names[Role.PADS] = Written(Form.MULTIPLY, (Written(Form.NUMBER, (), "2"), names[Role.PAD]))
    needed = (Role.X, Role.PADS, Role.KERNEL, Role.DILATION, Role.STRIDE)
    return canonical(names) if all(role in names for role in needed) else None


_MATCHES = re.compile(
    r"\bSAME\w*[^.]{0,80}\boutput\s+(?:spatial\s+)?(?:size|shape|dimension)s?\s+(?:to\s+)?(?:match|equal)(?:es|s)?\s+"
    r"(?:(?:that|those) of\s+)?(?:the\s+)?input",
    re.IGNORECASE,
)


def same_in_words(block: Block) -> Iterator[tuple[Claim, Finding]]:
    """Words that give SAME an output as large as the input, which holds for a stride of 1 alone."""
    for found in _MATCHES.finditer(block.text):
        truth = TRUTHS[Padding.SAME, Rounding.FLOOR]
        decision = decided(truth.assumptions, y.eq(x), truth.about)
        if decision.witness is not None:
            start = block.at(found.start())
            values = {name: decision.witness.values[name] for name in ("x", "stride", "y")}
            message = f"with SAME the output is as large as the input only for strides of 1: {_at(values)}"
            claim = Claim("output size", start, " ".join(found.group().split()), str(decision.verdict))
            yield claim, Finding("formula-wrong", start, message, values, "output size = ceil(input size / stride)")


def _fix(right: Written, text: str, document: Document) -> Fix:
    """Replaces a right side; a \\left before its first sign belongs to it."""
    before = re.search(r"\\left\s*$", document.text[: right.start])
    return Fix(before.start() if before else right.start, right.end, text)


def _claim(kind: str, size: Size, verdict: Verdict) -> Claim:
    return Claim(kind, size.statement.start, " ".join(size.statement.text.split()), str(verdict))


def _undecided(size: Size) -> Finding:
    name = spelling(size.statement.written.parts[0])
    return Finding("formula-undecided", size.statement.start, f"neither proved nor refuted: the formula for {name}")


_ORDER = (
    Role.X,
    Role.PADDED,
    Role.PAD,
    Role.PADS,
    Role.PAD_BEGIN,
    Role.PAD_END,
    Role.KERNEL,
    Role.DILATION,
    Role.STRIDE,
)


def _shown(values: Values, names: dict[Role, Written], formula: Term) -> dict[str, object]:
    """A witness in the document's names; what the formula does not name under the specification's."""
    shown: dict[str, object] = {}
    covered: set[Variable] = set()
    for role in _ORDER:
        term = pad_begin if role is Role.PAD else TERMS[role]
        if role in names:
            shown[spelling(names[role])] = evaluate(term, values)
            covered |= {pad_begin, pad_end} if role in (Role.PADS, Role.PAD, Role.PADDED) else set()
        elif isinstance(term, Variable) and role is not Role.PAD and term not in covered:
            # Zero padding and unit dilations that nobody names need no mention.
            usual = 0 if term in (pad_begin, pad_end) else 1
            shown |= {str(role): values[term.name]} if values.get(term.name, usual) != usual else {}
    named = {v.name for v in free_variables(formula)} - {v.name for t in TERMS.values() for v in free_variables(t)}
    return shown | {name: value for name, value in values.items() if name in named}


def _at(shown: Mapping[str, object]) -> str:
    return "for " + ", ".join(f"{name} = {value}" for name, value in shown.items()) if shown else "always"


def _value(term: Term, values: Values) -> object:
    try:
        value = evaluate(term, values)
    except DivisorNotPositive:
        return "a division by what is not positive"
    return str(value) if isinstance(value, Fraction) and value.denominator != 1 else int(value)


def _int(value: object) -> int:
    assert isinstance(value, int)
    return value
