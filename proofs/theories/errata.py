"""Misprinted cells, proved wrong: what is printed contradicts the clauses, and what should stand there meets them.

The elements of X enter by their rank in the order of maxima, an integer, so that solvers compare integers. Nothing is
computed by the reference: the clause, at the printed cell, is all there is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from fractions import Fraction

from proofs.assumptions.assumption import Assumption
from proofs.assumptions.lemmas import suppose
from proofs.engine.statement import Statement
from proofs.engine.terms import Obligation
from proofs.theories.topic import Topic
from reference.examples.translation import profile_attributes
from spec.examples.catalogue import ALL
from spec.examples.model import Example, Grid, Index, Misprint, OperatorName, number
from spec.language.fold import replace, substitute, unrolled
from spec.language.terms import Literal, Sort, Term, Variable, and_, not_, or_, term
from spec.maxpool.family import OPENVINO_VALID
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.semantics import INDEX, SELECTED
from spec.maxpool.vocabulary import X, axis_names, b, c, dX, entry, key, n, value
from spec.window.names import m

CLAUSES = {"Y": "Y.max", "Indices": "Indices.first-maximum"}
printed = Variable("printed", Sort.ELEMENT)


def cell_erratum(example: Example, misprint: Misprint) -> Obligation:
    """A printed cell of Y or Indices contradicts its clause, and the right one meets it."""
    position = ", ".join(map(str, misprint.index))
    plane = _plane(example, misprint)
    if misprint.tensor == "Indices":
        wrong = _at(example, misprint, {INDEX: term(int(misprint.printed))})
        right = _at(example, misprint, {INDEX: term(int(misprint.right))})
    else:
        wrong = _at(example, misprint, {SELECTED: printed})
        cells = [index for index, v in plane.items() if v == number(misprint.right)]
        right = or_(*(_at(example, misprint, {SELECTED: X(*index)}) for index in cells))
    return Topic((CLAUSES[misprint.tensor],), example.source).theorem(
        f"erratum.{example.label}.{misprint.tensor}.{'-'.join(map(str, misprint.index))}",
        f"{misprint.printed} cannot stand at {misprint.tensor}[{position}] of {example.label}; {misprint.right} can.",
        and_(not_(wrong), right),
        *_elements(plane, misprint),
    )


def _plane(example: Example, misprint: Misprint) -> dict[Index, Fraction | float]:
    """The printed elements of the plane of X that the cell's window lies in."""
    assert isinstance(example.X, Grid)
    cells = zip(example.X.indices(), map(number, example.X.cells), strict=True)
    return {index: v for index, v in cells if index[:2] == misprint.index[:2]}


def _at(example: Example, misprint: Misprint, cell: dict[Term, Term]) -> Term:
    """The cell's clause, with the example's sizes, at the misprint's position, for a given content of the cell."""
    position = dict(zip((b, c, m, n), map(Literal, misprint.index), strict=True))
    clause = replace(MAXPOOL[CLAUSES[misprint.tensor]].formula, cell)
    return unrolled(substitute(clause, _sizes(example) | position))


def _sizes(example: Example) -> dict[Variable, Term]:
    attributes, _ = profile_attributes(example)
    lists = ("dilations", "kernel_shape", "pads", "strides")
    entries = {entry(name, i): term(v) for name in lists for i, v in enumerate(attributes[name])}
    return entries | {size: term(given) for size, given in zip(dX, example.X.shape, strict=True)}


def _elements(plane: dict[Index, Fraction | float], misprint: Misprint) -> tuple[Assumption, ...]:
    """The rank of each element of the plane, and of a printed element that is in question."""
    about_Y = misprint.tensor == "Y"
    distinct = {*plane.values(), *((number(misprint.printed),) if about_Y else ())}
    ranks = {v: rank for rank, v in enumerate(sorted(distinct))}
    known = [suppose("X as printed", and_(*(key(X(*index)).eq(ranks[v]) for index, v in plane.items())))]
    if about_Y:
        known.append(suppose("no element is a NaN", and_(*(value(X(*index)).eq(X(*index)) for index in plane))))
        known.append(suppose("the printed element", key(printed).eq(ranks[number(misprint.printed)])))
    return tuple(known)


def shape_erratum(example: Example, misprint: Misprint) -> Obligation:
    """A printed output has another shape than the document's own formula gives: OpenVINO's for `valid`."""
    if example.operator is not OperatorName.OPENVINO or example.attributes.get("auto_pad") != "valid":
        raise ValueError(f"{example.label}: no formula is registered for a misprinted shape")
    stated = ast.literal_eval(misprint.printed)[2:]
    sizes = _sizes(example)
    terms = [substitute(substitute(OPENVINO_VALID.term, axis_names(i, len(stated))), sizes) for i in range(len(stated))]
    return Topic((OPENVINO_VALID.label,), example.source).theorem(
        f"erratum.{example.label}.{misprint.tensor}.shape",
        f"{misprint.tensor} of {example.label} cannot have the shape {misprint.printed} by the document's own formula.",
        not_(and_(*(t.eq(size) for t, size in zip(terms, stated, strict=True)))),
    )


def _obligations() -> Iterator[Obligation]:
    for example in ALL:
        for misprint in example.misprints:
            if misprint.tensor != "X":
                yield cell_erratum(example, misprint) if misprint.index else shape_erratum(example, misprint)


def obligations() -> tuple[Statement, ...]:
    """The obligations of this file, in reading order."""
    return tuple(_obligations())
