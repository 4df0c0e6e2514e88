"""The one `fold` over terms, and the few questions that are asked of a term's structure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import add
from typing import Generic, TypeVar

from spec.language.terms import (
    DIVISIONS,
    Application,
    Literal,
    Op,
    Operation,
    Quantified,
    Quantifier,
    Sum,
    Symbol,
    Term,
    Variable,
    and_,
    children,
    free_variables,
    or_,
)

T = TypeVar("T")
BINDERS = (Quantified, Sum)


@dataclass(frozen=True, slots=True)
class Reading(Generic[T]):
    """What each kind of node becomes. A node that a reading does not know raises in `fold`."""

    name: str
    literal: Callable[[Literal], T]
    variable: Callable[[Variable], T]
    operations: Mapping[Op, Callable[..., T]]
    quantified: Callable[[Quantified, T, T, T], T]
    application: Callable[[Application, tuple[T, ...]], T]
    summed: Callable[[Sum, T, T, T], T] | None = None


def fold(node: Term, reading: Reading[T]) -> T:
    """Read a term from the leaves up; raises TypeError on a node or an operator that the reading does not know."""
    return _become(node, reading, [fold(part, reading) for part in children(node)])


class Folding(Generic[T]):
    """`fold`, for many terms that share parts: what equal subterms become is kept, and read once.

    An object, and no function in a function, which would refer to itself: what is kept goes when this goes.
    """

    def __init__(self, reading: Reading[T]) -> None:
        self._reading = reading
        self._known: dict[Term, T] = {}

    def __call__(self, node: Term) -> T:
        """What a term becomes. Raises what `fold` does."""
        known = self._known
        if node not in known:
            known[node] = _become(node, self._reading, [self(part) for part in children(node)])
        return known[node]


def _become(node: Term, reading: Reading[T], parts: Sequence[T]) -> T:
    """What a node becomes whose children became these parts."""
    match node:
        case Literal():
            return reading.literal(node)
        case Variable():
            return reading.variable(node)
        case Operation(op, _):
            if op not in reading.operations:
                raise TypeError(f"the {reading.name} reading has no {op!r}")
            return reading.operations[op](*parts)
        case Quantified():
            low, high, body = parts
            return reading.quantified(node, low, high, body)
        case Application():
            return reading.application(node, tuple(parts))
        case Sum() if reading.summed is not None:
            low, high, body = parts
            return reading.summed(node, low, high, body)
    raise TypeError(f"the {reading.name} reading has no {type(node).__name__}")


def subterms(node: Term) -> Iterator[Term]:
    """The term and all its subterms, each occurrence once, outermost first."""
    waiting = [node]
    while waiting:
        found = waiting.pop()
        yield found
        waiting.extend(reversed(children(found)))


def distinct(nodes: Iterable[Term]) -> Iterator[Term]:
    """Some terms and all their subterms, each once however often it stands there, in no particular order."""
    waiting, seen = list(nodes), set[Term]()
    while waiting:
        if (found := waiting.pop()) not in seen:
            seen.add(found)
            yield found
            waiting.extend(children(found))


@lru_cache(maxsize=65536)
def one_of_equals(node: Term) -> Term:
    """The first of all equal terms: where that is looked up again, nothing has to be compared part by part."""
    return node


@lru_cache(maxsize=65536)
def symbols(node: Term) -> frozenset[Symbol]:
    """The function symbols of a term."""
    return frozenset(t.symbol for t in distinct([node]) if isinstance(t, Application))


@lru_cache(maxsize=65536)
def variable_names(node: Term) -> frozenset[str]:
    """The names of all variables of a term, bound ones too."""
    own = {node.name} if isinstance(node, Variable) else {node.variable.name} if isinstance(node, BINDERS) else ()
    return frozenset(own).union(*map(variable_names, children(node)))


def divisors(node: Term) -> frozenset[Term]:
    """The divisors that the term's divisions need to be positive."""
    return frozenset(t.args[1] for t in distinct([node]) if isinstance(t, Operation) and t.op in DIVISIONS)


@lru_cache(maxsize=65536)
def conjuncts(node: Term) -> tuple[Term, ...]:
    """The parts of a conjunction, nested ones included; a term that is none is its own single part."""
    if isinstance(node, Operation) and node.op is Op.AND:
        return tuple(part for arg in node.args for part in conjuncts(arg))
    return (node,)


def substitute(node: Term, replacements: Mapping[Variable, Term]) -> Term:
    """Replace free variables by terms; raises ValueError if a quantifier would capture a replacement's variable."""
    return _substituted(node, tuple(replacements.items()))


# The same is asked at many places of a program: what is known there, and each step of how that follows.
@lru_cache(maxsize=65536)
def _substituted(node: Term, replacements: tuple[tuple[Variable, Term], ...]) -> Term:
    return _put(node, dict(replacements))


def _put(node: Term, replacements: Mapping[Variable, Term]) -> Term:
    if free_variables(node).isdisjoint(replacements):
        return node
    match node:
        case Variable():
            return replacements.get(node, node)
        case Operation(op, args):
            return Operation(op, tuple(_put(a, replacements) for a in args))
        case Application(symbol, args):
            return Application(symbol, tuple(_put(a, replacements) for a in args))
        case Quantified(_, variable, low, high, body) | Sum(variable, low, high, body):
            inner = {v: r for v, r in replacements.items() if v != variable and v in free_variables(body)}
            if any(variable in free_variables(r) for r in inner.values()):
                kind = node.quantifier if isinstance(node, Quantified) else "the sum over"
                raise ValueError(f"{kind} {variable.name} would capture a variable of a replacement")
            return rebuilt(node, [_put(low, replacements), _put(high, replacements), _put(body, inner)])
    return node


def rebuilt(node: Term, parts: Sequence[Term]) -> Term:
    """A node with other children of the same sorts; a leaf is as it is."""
    match node:
        case Operation(op, _):
            return Operation(op, tuple(parts))
        case Application(symbol, _):
            return Application(symbol, tuple(parts))
        case Quantified(quantifier, variable, _, _, _):
            return Quantified(quantifier, variable, *parts)
        case Sum(variable, _, _, _):
            return Sum(variable, *parts)
    return node


def unrolled(node: Term) -> Term:
    """The term with every quantifier and sum over literal bounds written out."""
    match node:
        case Sum(variable, Literal(int(low)), Literal(int(high)), body):
            summands = [unrolled(substitute(body, {variable: Literal(i)})) for i in range(low, high)]
            return reduce(add, summands) if summands else Literal(0)
        case Quantified(quantifier, variable, Literal(int(low)), Literal(int(high)), body):
            instances = [unrolled(substitute(body, {variable: Literal(i)})) for i in range(low, high)]
            return and_(*instances) if quantifier is Quantifier.FORALL else or_(*instances)
    return rebuilt(node, [unrolled(part) for part in children(node)])


def one_more(node: Sum, last: Term) -> Term:
    """The sum up to `last` and with it, of which it is said by what they differ; for `last` not below the sum's start.

    True of every sum: with `node` over nothing being 0, all that is known of sums.
    """
    grown = Sum(node.variable, node.low, last + 1, node.body)
    return grown.eq(Sum(node.variable, node.low, last, node.body) + substitute(node.body, {node.variable: last}))


def settled(node: Term) -> Term:
    """The term with what two numbers say of each other decided, and what a decided test chooses in place of the choice.

    What the test does not choose is gone: its divisors need not be positive any more.
    """
    parts = [settled(part) for part in children(node)]
    match node, parts:
        case Operation(Op.EQ, _), [Literal(one), Literal(other)]:
            return Literal(one == other)
        case Operation(Op.ITE, _), [Literal(bool(chosen)), then, otherwise]:
            return then if chosen else otherwise
    return rebuilt(node, parts)


def defined(node: Term, definitions: Mapping[Symbol, Callable[..., Term]]) -> Term:
    """Replace the applications of some function symbols by what defines them, inner ones first."""
    parts = [defined(part, definitions) for part in children(node)]
    if isinstance(node, Application) and node.symbol in definitions:
        return definitions[node.symbol](*parts)
    return rebuilt(node, parts)


def replace(node: Term, replacements: Mapping[Term, Term]) -> Term:
    """Replace whole subterms, wherever they stand, by others of the same sort; bound variables are not looked at."""
    if node in replacements:
        return replacements[node]
    return rebuilt(node, [replace(part, replacements) for part in children(node)])
