"""What is done to terms, and asked of them: each node by its parts, in their order, and no name caught."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from proofs.solvers.answers import Scalar
from spec.language.fold import (
    Folding,
    Reading,
    conjuncts,
    defined,
    fold,
    replace,
    substitute,
    subterms,
    unrolled,
    variable_names,
)
from spec.language.terms import (
    TRUE,
    Literal,
    Op,
    Operation,
    Quantified,
    Sort,
    Sum,
    Symbol,
    Term,
    Variable,
    and_,
    exists,
    forall,
    or_,
    sum_of,
)
from spec.readings.value import evaluate

a, b, c, h, i = (Variable(name) for name in "abchi")
f, g = (Symbol(name, (Sort.INT,), Sort.INT) for name in "fg")
BOTH = Operation(Op.AND, (a >= 1, Operation(Op.AND, (b >= 1, or_(a >= 2, b >= 2)))))
BESIDE = and_(h >= 1, forall(h, 0, a, h >= c))
SHOWN: Reading[object] = Reading(
    "shown",
    literal=lambda node: node.value,
    variable=lambda node: node.name,
    operations={Op.ADD: lambda *parts: ("+", *parts), Op.GE: lambda *parts: (">=", *parts)},
    quantified=lambda node, low, high, body: (node.quantifier.value, node.variable.name, low, high, body),
    application=lambda node, parts: (node.symbol.name, parts),
    summed=lambda node, low, high, body: ("sum", node.variable.name, low, high, body),
)
NO_SUMS: Reading[object] = Reading(
    "without sums", SHOWN.literal, SHOWN.variable, {}, SHOWN.quantified, SHOWN.application
)

READ: tuple[tuple[str, Term, object], ...] = (
    ("each", forall(h, a, b, h >= c), ("for all", "h", "a", "b", (">=", "h", "c"))),
    ("some", exists(h, a, b, h >= c), ("exists", "h", "a", "b", (">=", "h", "c"))),
    ("sum", sum_of(h, a, b, h + c), ("sum", "h", "a", "b", ("+", "h", "c"))),
    ("function", f(a + 1), ("f", (("+", "a", 1),))),
)
"""A name, a term, and what it becomes."""
UNREAD: tuple[tuple[str, Term], ...] = (
    ("sum", sum_of(h, 0, 2, h)),
    ("operator", a + 1),
    ("within-a-function", f(a - b)),
)
UNROLLED: tuple[tuple[str, Term, Mapping[str, Scalar], object], ...] = (
    ("sum", sum_of(h, 2, 5, h * h + a), {"a": 1}, 32),
    ("sum-of-none", sum_of(h, 2, 2, h + 7), {}, 0),
    ("sum-below", sum_of(h, 5, 2, h + 7), {}, 0),
    ("sum-of-sums", sum_of(h, 1, 4, sum_of(i, 0, 2, h + i)), {}, 15),
    ("each", forall(h, 1, 4, h <= a), {"a": 3}, True),
    ("not-each", forall(h, 1, 4, h <= a), {"a": 2}, False),
    ("some", exists(h, 1, 4, h.eq(a)), {"a": 3}, True),
    ("not-some", exists(h, 1, 4, h.eq(a)), {"a": 4}, False),
    ("each-of-none", forall(h, 4, 1, h > a), {"a": 9}, True),
    ("some-of-none", exists(h, 4, 1, h < a), {"a": 9}, False),
    ("within", sum_of(h, 0, 3, h) + a, {"a": 4}, 7),
)
"""A name, a term with nothing left to bind, values, and what it is there."""
MADE: tuple[tuple[str, Callable[[], object], object], ...] = (
    ("put-in-a-function", lambda: substitute(f(a + g(a)), {a: b + 1}), f((b + 1) + g(b + 1))),
    ("put-beside-what-is-bound", lambda: substitute(BESIDE, {h: b, a: c}), and_(b >= 1, forall(h, 0, c, h >= c))),
    ("defined", lambda: defined(f(a + f(b)), {f: lambda of: of + 1}), (a + (b + 1)) + 1),
    ("defined-within", lambda: defined(forall(h, 0, f(a), g(h) >= f(h)), {f: lambda of: of + 1}),
     forall(h, 0, a + 1, g(h) >= h + 1)),
    ("replaced", lambda: replace(f(a + b) >= a, {a + b: c, a: b}), f(c) >= b),
    ("parts", lambda: conjuncts(BOTH), (a >= 1, b >= 1, or_(a >= 2, b >= 2))),
    ("no-parts", lambda: conjuncts(or_(a >= 1, b >= 1)), (or_(a >= 1, b >= 1),)),
    ("bound-and-idle", lambda: variable_names(forall(h, 0, a, TRUE)), frozenset("ha")),
    ("summed-and-idle", lambda: variable_names(Sum(h, Literal(0), b, a)), frozenset("hab")),
)  # fmt: skip
"""A name, what is done, and what is made."""


def done_to_terms() -> Iterator[tuple[str, Callable[[], bool]]]:
    """A name, and whether it is so."""
    for name, term, shown in READ:
        yield f"terms.read.{name}", partial(_becomes, term, shown)
    for name, term in UNREAD:
        yield f"terms.unread.{name}", partial(_is_unread, term)
    for name, term, values, found in UNROLLED:
        yield f"terms.unrolled.{name}", partial(_is_written_out, term, values, found)
    for name, make, made in MADE:
        yield f"terms.{name}", partial(_is_made, make, made)
    for name, term in (("each", forall(h, 0, a, h >= b)), ("sum", sum_of(h, 0, a, h + b))):
        yield f"terms.captured.{name}", partial(_refuses, lambda of: substitute(of, {b: h + 1}), term, ValueError)


def _becomes(term: Term, shown: object) -> bool:
    return fold(term, SHOWN) == shown and Folding(SHOWN)(term) == shown


def _is_unread(term: Term) -> bool:
    """A reading says that it does not know a node: it reads nothing else in its place."""
    return _refuses(lambda of: fold(of, NO_SUMS), term, TypeError)


def _refuses(do: Callable[[Term], object], term: Term, error: type[Exception]) -> bool:
    try:
        do(term)
    except error:
        return True
    return False


def _is_written_out(term: Term, values: Mapping[str, Scalar], found: object) -> bool:
    """It is worth the same, and binds nothing more."""
    written = unrolled(term)
    binds = any(isinstance(part, Quantified | Sum) for part in subterms(written))
    return not binds and evaluate(term, values) == evaluate(written, values) == found


def _is_made(make: Callable[[], object], made: object) -> bool:
    return make() == made
