"""The capacity theory: under the conditions of `spec.maxpool.capacity`, every quantity of the clauses fits.

`QUANTITIES` lists them all, in per-axis words. Each is shown to lie between -largest and `largest`, and those that
count elements between 0 and `largest_index`. Each condition is itself a bound on one of them, so that without it that
quantity would not fit: the conditions are the weakest. That none follows from the others, a witness shows.
"""

from __future__ import annotations

from collections.abc import Mapping

from proofs.assumptions.assumption import Assumption, Basis
from proofs.assumptions.lemmas import lemma, suppose
from proofs.assumptions.words import Named
from proofs.engine.statement import Statement
from proofs.engine.terms import Obligation
from proofs.theories.indices.indices import INNER, INNER_, OUTER, OUTER_, OUTERS, col, r, within
from proofs.theories.indices.indices import SIZE as OF_STEP
from proofs.theories.indices.indices_range import STEP_FITS
from proofs.theories.replay import explicit
from proofs.theories.shape import LEGAL
from proofs.theories.topic import Topic, on
from proofs.theories.topic import clause as clauses
from spec.language.fold import replace
from spec.language.terms import Term, Variable, and_
from spec.maxpool.capacity import CAPACITY, counted, largest, largest_index
from spec.maxpool.vocabulary import b, c, dX, dY
from spec.operator.clauses import Constraint
from spec.window.geometry import padded
from spec.window.names import dilation, extent, h, kernel, m, pad_begin, pad_end, slack, stride, x, y

PREFIX = "capacity."
BOUNDS = {clause.subject: clause for clause in CAPACITY}


def bound(*names: str) -> tuple[Assumption, ...]:
    """Conditions of capacity, as assumptions."""
    return tuple(suppose(BOUNDS[name].title, BOUNDS[name].formula) for name in names)


def fit(*quantities: Term) -> Term:
    """They are among the integers of the width, and so are they with the other sign."""
    return and_(*(and_(-largest <= quantity, quantity <= largest) for quantity in quantities))


PASSED = (x, pad_begin, pad_end, kernel, dilation, stride)
SIZES = (
    x + pad_begin,
    padded,
    kernel - 1,
    dilation * (kernel - 1),
    dilation * (kernel - 1) + 1,
    extent,
    slack,
    slack // stride,
    y,
)
POSITIONS = (m, h, m * stride, h * dilation, m * stride + h * dilation, m * stride + h * dilation - pad_begin)

ON_AXIS = (
    Topic(("Y.shape", "extent", "slack")).theorem(
        f"{PREFIX}fits.sizes",
        "What is passed of an axis, its sizes and what is computed for them fit.",
        fit(*PASSED, *SIZES),
        *LEGAL,
        *bound("dilations", "strides", "padded"),
    ),
    Topic(("slack", "Indices.flat")).theorem(
        f"{PREFIX}fits.positions",
        "A window, a tap, their positions and what is computed for them fit.",
        fit(*POSITIONS),
        *(a for a in LEGAL if a.label not in ("kernel_shape.positive", "Y.positive")),
        *bound("padded"),
        suppose("m is a window", within(m, y)),
        suppose("h is a tap", within(h, kernel)),
    ),
)

# --- what counts elements ------------------------------------------------------------------------

planes, lines, elements = Variable("planes"), Variable("lines"), Variable("elements")
"""The numbers of channels in all batches, of their rows, of the elements of these: each the one before times a size."""
step_c, plane, step_r, line, step_w, index = (
    Variable(name) for name in ("step_c", "plane", "step_r", "line", "step_w", "index")
)
"""What Horner's steps compute for a flat index: a product and a sum each."""
outers, size, number = Variable("outers"), Variable("size"), Variable("number")


def counts(*quantities: Term) -> Term:
    """They are among the numbers that the integers of the index width can count."""
    return and_(*(and_(0 <= quantity, quantity <= largest_index) for quantity in quantities))


def at_most(part: Term, whole: Term) -> Term:
    """What `capacity.factor` says of a number of parts."""
    return and_(0 <= part, part <= whole)


def on_its_way(product: Term, step: Term, outers: Term, number: Term) -> Term:
    """What `indices.step-fits` says of one step of a flat index."""
    return and_(0 <= product, product <= step, step < number, outers <= number)


COUNTING = on("Indices.flat")
SIZE = size
PARTS, OF_A_PART = suppose("parts", outers >= 0), suppose("elements of a part", size >= 1)
FACTOR = (
    COUNTING.theorem(
        f"{PREFIX}factor",
        "Parts of at least one element each are at most as many as their elements; so is each part of at least one.",
        and_(0 <= outers, outers <= outers * size, (outers >= 1).implies(size <= outers * size)),
        PARTS,
        OF_A_PART,
    ),
    COUNTING.theorem(
        f"{PREFIX}quotient",
        "Quotient and remainder of a number that is not negative are not above it.",
        and_(within(number // size, number + 1), within(number % size, number + 1)),
        suppose("a number", number >= 0),
        OF_A_PART,
        about=("Y.bits",),
    ),
)


def factor(sizes: tuple[Variable, ...], parts: Variable, size: Variable) -> Basis:
    """`capacity.factor`, of a number of parts of a tensor and of the size of each."""
    at_all = lemma(FACTOR[0]).put({outers: parts, SIZE: size}).named(*numbers(sizes))
    return at_all.standing_on(PARTS.label, OF_A_PART.label)


def numbers(sizes: tuple[Variable, ...]) -> tuple[dict[Term, Term], ...]:
    """The numbers of channels in all batches, of their rows, of the elements of these, of a tensor of some sizes."""
    return {sizes[0] * sizes[1]: planes}, {planes * sizes[2]: lines}, {lines * sizes[3]: elements}


def number_fits(tensor: str, sizes: tuple[Variable, ...]) -> Obligation:
    """Of a tensor, the products on the way to its number of elements count what the number itself counts."""
    return Topic(("Indices.int64",) if tensor == "X" else ("batch.empty",)).theorem(
        f"{PREFIX}fits.elements-of-{tensor}",
        f"The number of elements of {tensor}, and the products on the way to it, fit.",
        counts(planes, lines, elements),
        suppose(BOUNDS[tensor].title, replaced(BOUNDS[tensor], sizes)),
        factor(sizes, planes, sizes[2]).assume(at_most(planes, lines), also="of the batches"),
        factor(sizes, lines, sizes[3]).assume(at_most(lines, elements), also="of the planes"),
    )


def replaced(clause: Constraint, sizes: tuple[Variable, ...]) -> Term:
    """A bound on a number of elements, which bears a name."""
    return replace(clause.formula, {counted(sizes): elements})


OF_X = number_fits("X", dX)
OF_X_STANDS_ON = (BOUNDS["X"].title, PARTS.label, OF_A_PART.label)
STEPS: tuple[Named, ...] = (
    *({b * dX[1]: step_c}, {step_c + c: plane}),
    *({plane * dX[2]: step_r}, {step_r + r: line}),
    *({line * dX[3]: step_w}, {step_w + col: index}),
)


def step(outer: Term, outers: Term, inner: Term, size: Term) -> Basis:
    """`indices.step-fits` of one step of a flat index, whose products and sums bear names."""
    values = dict(zip((OUTER_, OUTERS, INNER_, OF_STEP), (outer, outers, inner, size), strict=True))
    return lemma(STEP_FITS).put(values).named(*numbers(dX), *STEPS).standing_on(OUTER.label, INNER.label)


COUNTS = (
    OF_X,
    number_fits("Y", dY),
    COUNTING.theorem(
        f"{PREFIX}fits.index",
        "A flat index, and what is computed for it, fits.",
        counts(step_c, plane, step_r, line, step_w, index),
        lemma(OF_X).named(*numbers(dX)).standing_on(*OF_X_STANDS_ON).assume(counts(planes, lines, elements)),
        step(b, dX[0], c, dX[1]).assume(on_its_way(step_c, plane, dX[0], planes), also="of the channel"),
        step(plane, planes, r, dX[2]).assume(on_its_way(step_r, line, planes, lines), also="of the row"),
        step(line, lines, col, dX[3]).assume(on_its_way(step_w, index, lines, elements), also="of the column"),
    ),
)

# --- none follows from the others ----------------------------------------------------------------

IN_ONE_WIDTH: Mapping[Term, Term] = {largest_index: largest}
SLIDING: Mapping[Term, Term] = {counted(dX): dX[0] * x, counted(dY): dX[0] * y}
"""A call of one channel, whose second axis has one element that nothing slides on."""
NOTHING_SLIDES: Mapping[Term, Term] = {counted(dX): dX[0] * dX[1], counted(dY): dX[0] * dX[1]}
"""A call of single elements."""


def independent(clause: Constraint) -> Obligation:
    """The claim, to be refuted, that the clauses and the other conditions imply one, in integers of one width."""
    words: Mapping[Term, Term] = {**IN_ONE_WIDTH, **(NOTHING_SLIDES if clause is CAPACITY[0] else SLIDING)}
    said = {each.title: replace(each.formula, words) for each in CAPACITY}
    return on("Indices.int64").refuted(
        f"{PREFIX}others-imply.{clause.subject}",
        f"The clauses and the other conditions of capacity imply {clause.label}.",
        said[clause.title],
        *LEGAL,
        *clauses("windows.meet-input", "X.batch-and-channels"),
        *(suppose(title, term) for title, term in said.items() if title != clause.title),
        replay=explicit,
    )


def obligations() -> tuple[Statement, ...]:
    """The obligations of this file, in reading order."""
    return (*ON_AXIS, *FACTOR, *COUNTS, *map(independent, CAPACITY))
