"""What sentences set for an example that prints its tensors, "a 2 x 2 kernel with stride 2", and the sizes that they
tell of it: "the output is 3 x 3"."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from proofs.audit.quantities.examples import AXES, on_axis, with_held, wrong_result
from proofs.audit.quantities.names import words_with_names
from proofs.audit.quantities.read import readings
from proofs.audit.quantities.values import QuantityReading, Setting
from proofs.audit.rulebook.findings import Finding, JudgedClaim, Judgement
from proofs.audit.sentences.owners import without_lead
from spec.documents.examples.example_model import WorkedExample
from spec.documents.examples.examples import read_examples
from spec.documents.examples.stated import Named, StatedValue
from spec.documents.names.notation import notation
from spec.documents.printed.tensors import PrintedCell, PrintedTensor
from spec.documents.prose.sentences import TOLD, sentences
from spec.documents.prose.structure import Structure
from spec.window.names import dilation, kernel, pad_begin, pad_end, stride

_SETS = frozenset(
    "kernel kernel_shape window extent strides dilations pads padding padded attribute auto_pad ceil_mode".split()
)
"""A sentence with one of these says how the example is called: it has to be understood, or none of them is."""
_MARKS = 2
"""So many characters may stand before a statement, as the marks of its typeface."""
_Told = tuple[int, str, frozenset[QuantityReading]]


def in_words(structure: Structure) -> Callable[[WorkedExample], WorkedExample]:
    """An example that states no kernel with the attributes that its sentences set; where one is not understood, or they
    leave the kernel or the stride open, as it is."""

    def completed(example: WorkedExample) -> WorkedExample:
        if example.is_node or "kernel_shape" in example.attributes:
            return example
        settings = _settings(list(_sentences(structure, example, example.end)))
        stated = tuple(_stated(settings, example)) if settings else ()
        return replace(example, statements=(*stated, *example.statements)) if stated else example

    return completed


def judge_told(structure: Structure) -> Iterator[Judgement]:
    """The sizes of Y that sentences behind an example's tensors tell, by what the sentences before set."""
    examples = read_examples(structure.document).examples
    for example, after in zip_longest(examples, examples[1:]):
        X = example.tensor(Named.X)
        end = after.start if after is not None else len(structure.document.text)
        said = list(_sentences(structure, example, end)) if X is not None and X.shape and not example.is_node else []
        settings = _settings([each for each in said if each[0] < example.end])
        for start, text, read in said:
            told = next(iter(read)) if len(read) == 1 else None
            if X is None or X.shape is None or told is None or told.settings or not settings or told.mood != "told":
                continue
            held = (*settings, Setting("x", X.shape)) if len(X.shape) in (AXES, 2 * AXES) else settings
            wrong = wrong_result(with_held(told, held))
            if wrong is not None:
                finding = Finding("example-shape-wrong", start, wrong) if wrong else None
                verdict = "disagrees" if wrong else "agrees"
                yield JudgedClaim("quantities", start, text, verdict, "quantities: an example"), finding


def _sentences(structure: Structure, example: WorkedExample, end: int) -> Iterator[_Told]:
    """The sentences of an example that say how it is called or what it gives, as they are read."""
    names = notation(structure.document)
    for block in structure.document.blocks:
        if block.shape not in TOLD or block.path != example.path or not example.start <= block.start < end:
            continue
        for sentence in sentences(block):
            start = structure.at(sentence)
            if any(start <= stated.start <= start + _MARKS for stated in example.statements):
                continue
            words = without_lead(words_with_names(sentence.text, names.under(block.path)))
            read = readings(words, of_example=True)
            if read or any(word.concept in _SETS for word in words):
                yield start, sentence.text, read


def _settings(said: Sequence[_Told]) -> tuple[Setting, ...]:
    """What sentences set; nothing where what one of them sets is not certain."""
    found: tuple[Setting, ...] = ()
    for _, _, read in said:
        settings = {each.settings for each in read}
        if len(settings) != 1:
            return ()
        found += settings.pop()
    return found


def _stated(settings: Sequence[Setting], example: WorkedExample) -> Iterator[StatedValue]:
    axes = [on_axis([each for each in settings if each.kind != "x"], axis) for axis in range(AXES)]
    needed = {kernel.name} if "strides" in example.attributes else {kernel.name, stride.name}
    known = [axis for axis in axes if axis is not None and needed <= axis.keys()]
    if len(known) < AXES:
        return
    pads = [axis.get(side.name, 0) for side in (pad_begin, pad_end) for axis in known]
    for name, values in (
        ("kernel_shape", [axis[kernel.name] for axis in known]),
        ("strides", [axis.get(stride.name, 1) for axis in known]),
        ("dilations", [axis.get(dilation.name, 1) for axis in known]),
        ("pads", pads),
    ):
        if name not in example.attributes:
            at = example.start
            cells = tuple(PrintedCell(str(value), at) for value in values)
            yield StatedValue(name, at, at, Named.ATTRIBUTE, PrintedTensor(at, at, (len(cells),), cells), None)
