"""The size formulas of a document: proved equal to the specification for every legal input, or refuted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from proofs.assumptions.assumption import Assumption
from proofs.assumptions.lemmas import suppose
from proofs.audit.elements.part import FormulaPart, JudgedFormula, assumed
from proofs.audit.rulebook.findings import Finding, Fix, JudgedClaim, for_witness
from proofs.audit.truth.truth import LATEST, SIGNS, TRUTHS, Truth, canonical, decided, difference, quantities
from proofs.audit.truth.witnesses import with_letters
from proofs.engine.statement import Verdict
from proofs.solvers.answers import Values
from proofs.theories.topic import clause
from spec.documents.equations.statements import Padding, Rounding
from spec.documents.formulas.formulas import Form, Written
from spec.documents.formulas.tokens import NotUnderstood
from spec.documents.formulas.words import TERMS, Quantity, Role
from spec.documents.names.meaning import Meaning, spelling
from spec.documents.pages.model import Block, Document
from spec.documents.prose.closed import classed, classes
from spec.documents.prose.numberwords import any_of
from spec.documents.prose.sentences import TOLD, sentences
from spec.language.terms import Term, Variable, free_variables, maximum
from spec.readings.value import DivisorNotPositive, evaluate
from spec.window.names import pad_begin, pad_end, stride, x, y

OUTPUT_SIZE = "output size"
"""The kind of a claim on the size of Y."""
_SAME_PAD = LATEST.same_pad.term
_GIVEN = (Role.Y, Role.PADS, Role.PAD, Role.PADDED, Role.EXTENT, Role.SLACK, Role.BATCH, Role.CHANNELS)
"""What a formula can give a value; an equation on another quantity is a constraint."""


@dataclass(frozen=True, slots=True)
class Size:
    """A formula that says what a size is: the quantity on its left side, and what stands on its right."""

    part: FormulaPart
    quantity: Quantity
    right: Written

    @property
    def mode(self) -> tuple[Padding, Rounding]:
        """The way to pad and to round for which it holds."""
        return self.part.statement.padding, self.part.statement.rounding

    @property
    def name(self) -> str:
        """The left side, as it is written."""
        return spelling(self.part.statement.written.parts[0])

    def meaning(self) -> Meaning:
        """Reads formulas on the axis of the left side."""
        meaning = self.part.meaning(self.quantity.axis)
        meaning.quantity(self.quantity, self.part.statement.written.parts[0])
        return meaning

    def term(self) -> Term:
        """The right side as a term, in per-axis words. Raises NotUnderstood."""
        return self.meaning().number(self.right)

    @property
    def spelled(self) -> Mapping[Role, Written]:
        """Where the formula names each quantity of its own axis; nowhere, where it is not understood."""
        meaning = self.part.meaning(self.quantity.axis)
        try:
            meaning.number(self.right)
        except NotUnderstood:
            return {}
        return meaning.spelled


@dataclass(frozen=True, slots=True)
class _Question:
    """What a size formula is held against: `wrong` begins the sentence on one that does not give what is wanted."""

    kind: str
    wrong: str
    gives: str
    wanted: Term
    assumptions: tuple[Assumption, ...]
    about: str


def size_of(part: FormulaPart) -> Size | None:
    """The formula as a size, if its left side is one."""
    written = part.statement.written
    if written.form is not Form.RELATION or written.text != "EQ":
        return None
    left, right = written.parts
    known = part.notation.resolve(left)
    return Size(part, known, right) if known is not None and known.role in _GIVEN else None


def judge_size(part: FormulaPart) -> JudgedFormula | None:
    """The verdict on a size formula, with what is wrong with it. None: it is none. Raises NotUnderstood."""
    size = size_of(part)
    if size is None:
        return None
    if size.right.form is Form.NUMBER:
        return None, []  # `... give $dY_2 = 2$`: the size of one call.
    meaning = size.meaning()
    question = _question(size, meaning)
    term = meaning.number(size.right)
    dilated = part.dilated or question.kind == "definition"
    assumptions = (*question.assumptions, *assumed(meaning, dilated=dilated))
    if question.kind == "padding" and difference(assumptions, term, maximum(_SAME_PAD, 0), question.about) is None:
        return part.claim(question.kind, Verdict.PROVED), []
    decision = decided(assumptions, question.wanted.eq(term), question.about)
    claim = part.claim(question.kind, decision.verdict)
    if decision.verdict is Verdict.PROVED:
        beyond = {OUTPUT_SIZE: _empty_in_ceil_mode, "padding": _negative}.get(question.kind)
        return claim, list(beyond(size, meaning, term, dilated) if beyond else ())
    if decision.witness is None:
        return claim, [part.finding("formula-undecided", f"neither proved nor refuted: the formula for {size.name}")]
    finding = _differs(size, meaning, question, term, decision.witness.values)
    if question.kind == OUTPUT_SIZE:
        finding = _mended(size, meaning, Truth(TRUTHS[size.mode].term, assumptions, question.about), finding)
    return claim, [finding]


def _question(size: Size, meaning: Meaning) -> _Question:
    role = size.quantity.role
    if role is Role.Y:
        truth = TRUTHS[size.mode]
        return _Question(OUTPUT_SIZE, "is not the output size", "it", y, truth.assumptions, truth.about)
    resolve = size.part.notation.resolve
    mentions_output = any((q := resolve(part)) and q.role is Role.Y for part in size.right.walk())
    if role in (Role.PADS, Role.PAD) and mentions_output:
        wrong, assumptions = "is not the padding that the output size needs", (*SIGNS, *clause("extent"))
        return _Question("padding", wrong, "it", _SAME_PAD, assumptions, LATEST.same_pad.label)
    wanted = meaning.quantity(size.quantity, size.part.statement.written.parts[0])
    assumptions = (*SIGNS, *clause("extent", "slack"))
    return _Question("definition", "is something else", "the formula", wanted, assumptions, "extent")


def _differs(size: Size, meaning: Meaning, question: _Question, term: Term, values: Values) -> Finding:
    shown = _shown(values, meaning, term)
    gives, right = _value(term, values), _value(question.wanted, values)
    message = (
        f"{size.name} {question.wrong}: {for_witness(shown)} {question.gives} gives {gives}, but should give {right}"
    )
    of_output = {size.name: right} if question.kind == OUTPUT_SIZE else {}
    return size.part.finding("formula-wrong", message, {**shown, **of_output, "formula": gives})


def _mended(size: Size, meaning: Meaning, truth: Truth, finding: Finding) -> Finding:
    """The finding on an output size with the formula that should stand there."""
    part = size.part
    text = part.mended(size.right, size.quantity.axis, truth) or part.spelled(_canonical(size, meaning))
    if not text:
        return finding
    # A \left before the first sign of a right side belongs to it.
    before = re.search(r"\\left\s*$", part.document.text[: size.right.start])
    fix = Fix(before.start() if before else size.right.start, size.right.end, text)
    return replace(finding, suggestion=f"{size.name} = {text}", fix=fix)


def _negative(size: Size, meaning: Meaning, term: Term, dilated: bool) -> Iterator[Finding]:
    """The padding that SAME needs is negative for some inputs."""
    truth = TRUTHS[Padding.SAME, Rounding.FLOOR]
    decision = decided((*truth.assumptions, *assumed(meaning, dilated=dilated)), _SAME_PAD >= 0, truth.about)
    if decision.witness is not None:
        shown = _shown(decision.witness.values, meaning, term)
        value = _value(term, decision.witness.values)
        message = f"{size.name} can be negative: {for_witness(shown)} it is {value}"
        yield size.part.finding("pad-negative", message, {**shown, size.name: value}, f"max(0, {size.name})")


def _drops_windows(document: Document) -> bool:
    """A sentence says that the windows behind the input are left out."""
    told = (sentence.text for block in document.blocks if block.shape in TOLD for sentence in sentences(block))
    said = (classed(text, classes("dropped")) for text in told if "window" in text.lower())
    return any([word.kind for word in words or ()] == ["window", "dropped"] for words in said)


def _empty_in_ceil_mode(size: Size, meaning: Meaning, term: Term, dilated: bool) -> Iterator[Finding]:
    """In ceil mode the last window may begin behind the last element of X, where floor mode has no such window."""
    if size.mode != (Padding.EXPLICIT, Rounding.CEIL) or _drops_windows(size.part.document):
        return
    truth = TRUTHS[size.mode]
    small = suppose("small pads", (pad_begin + pad_end).eq(0))
    decision = decided((*truth.assumptions, small), (y - 1) * stride < x, truth.about)
    if decision.witness is not None:
        values = decision.witness.values
        shown = {**quantities(values), y.name: values[y.name]}
        message = f"rounded up, the last window may hold no element of X, even without padding: {for_witness(shown)} "
        message += f"it begins at position {evaluate((y - 1) * stride, values)}"
        help_ = "say that windows that begin after the input and its leading padding are dropped"
        yield size.part.finding("ceil-window-empty", message, shown, help_)


def _canonical(size: Size, meaning: Meaning) -> Written | None:
    """The specification's formula in the names that this one uses, in the two modes that have one with few names."""
    names = dict(meaning.spelled)
    if size.mode[0] is Padding.SAME and Role.X in names:
        axis = "i" if size.quantity.axis is None else str(size.quantity.axis)
        stride_ = names.get(Role.STRIDE, Written(Form.NAME, (), f"strides[{axis}]"))
        return Written(Form.CEIL, (Written(Form.DIVIDE, (names[Role.X], stride_)),))
    if size.mode != (Padding.EXPLICIT, Rounding.FLOOR):
        return None
    if Role.PADS not in names and {Role.PAD_BEGIN, Role.PAD_END} <= names.keys():
        names[Role.PADS] = Written(Form.ADD, (names[Role.PAD_BEGIN], names[Role.PAD_END]))
    if Role.PADS not in names and Role.PAD in names:
        names[Role.PADS] = Written(Form.MULTIPLY, (Written(Form.NUMBER, (), "2"), names[Role.PAD]))
    needed = (Role.X, Role.PADS, Role.KERNEL, Role.DILATION, Role.STRIDE)
    return canonical(names) if all(role in names for role in needed) else None


_MATCHES = any_of(
    r"\bSAME\w*[^.]{0,80}\boutput\s+(?:spatial\s+)?(?:size|shape|dimension)s?\s+(?:to\s+)?(?:match|equal)(?:es|s)?\s+"
    r"(?:(?:that|those) of\s+)?(?:the\s+)?input",
)


def same_in_words(block: Block) -> Iterator[tuple[JudgedClaim, Finding]]:
    """Words that give SAME an output as large as the input, which holds for a stride of 1 alone."""
    for found in _MATCHES.finditer(block.text):
        truth = TRUTHS[Padding.SAME, Rounding.FLOOR]
        decision = decided(truth.assumptions, y.eq(x), truth.about)
        if decision.witness is not None:
            start = block.at(found.start())
            values = {v.name: decision.witness.values[v.name] for v in (x, stride, y)}
            message = f"with SAME the output is as large as the input only if all strides are 1: {for_witness(values)}"
            claim = JudgedClaim(OUTPUT_SIZE, start, " ".join(found.group().split()), decision.verdict)
            yield claim, Finding("formula-wrong", start, message, values, "output size = ceil(input size / stride)")


_ORDER = (
    *(Role.X, Role.PADDED, Role.PAD, Role.PADS, Role.PAD_BEGIN, Role.PAD_END),
    *(Role.KERNEL, Role.DILATION, Role.STRIDE),
)


def _shown(values: Values, meaning: Meaning, formula: Term) -> dict[str, object]:
    """A witness in the document's names; what it does not name under the operator's."""
    shown: dict[str, object] = {}
    unnamed: list[str] = []
    covered: set[Variable] = set()
    for role in _ORDER:
        term = pad_begin if role is Role.PAD else TERMS[role]
        if role in meaning.spelled:
            shown[spelling(meaning.spelled[role])] = evaluate(term, values)
            covered |= {pad_begin, pad_end} if role in (Role.PADS, Role.PAD, Role.PADDED) else set()
        elif isinstance(term, Variable) and role is not Role.PAD and term not in covered:
            # Zero padding and unit dilations that nobody names need no mention.
            usual = 0 if term in (pad_begin, pad_end) else 1
            unnamed += [term.name] if values.get(term.name, usual) != usual else []
    own = {v.name for t in TERMS.values() for v in free_variables(t)}
    others = {v.name for v in free_variables(formula)} - own
    left = {name: value for name, value in values.items() if name in others or name in unnamed}
    return shown | with_letters(left, meaning.axis, {}, meaning.notation.spelled)


def _value(term: Term, values: Values) -> object:
    try:
        value = evaluate(term, values)
    except DivisorNotPositive:
        return "a division by what is not positive"
    return str(value) if isinstance(value, Fraction) and value.denominator != 1 else int(value)
