"""Weakest preconditions of a function: its verification conditions a second time, backwards.

The symbolic run (`proofs.program.logic.execution`) goes forward and carries a state along. Here each statement takes
what is demanded after it to what is demanded before it (Dijkstra 1976): an assignment by substitution, a branch by two
implications, a write by McCarthy's rule, a loop by its invariants over unknowns for all that it changes. The two share
the plan, which says the invariants, and the names of the unknowns; no rule of either is a rule of the other.

Of the subset, what the reference is written in: no jumps, no outputs that are read, no `while`, so that all loops end.
Raises Refused for the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial

from proofs.program.logic.plan import Invariant, Path, Plan
from proofs.program.logic.positions import Positions
from proofs.program.logic.state import Array, ProgramState
from proofs.program.source.language import (
    TENSOR_PARAMETER,
    Allocate,
    Assign,
    For,
    Function,
    If,
    Instruction,
    Return,
    Store,
    array_symbol,
    assigned,
    stored,
)
from proofs.program.source.refused import Refused
from spec.language.fold import defined, rebuilt, substitute, symbols
from spec.language.terms import (
    DIVISIONS,
    Application,
    Op,
    Operation,
    Sort,
    Symbol,
    Term,
    Variable,
    and_,
    children,
    free_variables,
    ite,
    maximum,
    not_,
)
from spec.maxpool.vocabulary import dX, dY, value


@dataclass(frozen=True, slots=True)
class Precondition:
    """What must hold at a point, so that a condition is met where it stands: if the premises hold, the goal does."""

    label: str
    line: int
    premises: tuple[Term, ...]
    goal: Term

    def when(self, *premises: Term) -> Precondition:
        """The demand where it is made only if something holds."""
        return replace(self, premises=(*premises, *self.premises))

    @property
    def term(self) -> Term:
        """The demand as one term."""
        return and_(*self.premises).implies(self.goal)


Preconditions = tuple[Precondition, ...]


class Weakest:
    """The rules, a method each. A variable `v` of the program is called `v!` where its value is not known yet."""

    def __init__(self, function: Function, plan: Plan) -> None:
        self.function, self.plan, self.positions = function, plan, Positions(function)
        self.sorts = {**function.sorts, **{name: v.sort for name, v in plan.ghosts().values.items()}}

    def of_function(self, known: Path) -> Preconditions:
        """What must hold of every call of which some facts are known: these, then what each condition demands."""
        ghosts = self.plan.ghosts()
        needed = (d for line, part in self.plan.needed(self.function) for d in _demands(line, "parameters", [part]))
        demands = self._block(self.function.body, ())
        demands = _put(demands, {self._name(n): v for n, v in ghosts.values.items()})
        demands = _arrays(demands, {self._symbol(n): a.content for n, a in ghosts.arrays.items()})
        return tuple(d.when(*(a.term for a in known)) for d in (*needed, *demands))

    # -- names

    def _name(self, name: str) -> Variable:
        return Variable(f"{name}!", self.sorts[name])

    def _symbol(self, array: str) -> Symbol:
        if array == TENSOR_PARAMETER:
            return array_symbol(array, self.function.arrays[array])
        return array_symbol(f"{array}!", self.function.arrays.get(array, Sort.INT))

    def _state(self, *without: str) -> ProgramState:
        """The state in which each variable and array is called by its name here."""
        values = {name: self._name(name) for name in self.sorts}
        arrays = {name: Array(_sizes(name), self._symbol(name)) for name in self.function.arrays}
        ghosts = {name: Array(dY, self._symbol(name)) for name in self.plan.ghosts().arrays}
        return ProgramState(values, {**arrays, **ghosts}).without(*without)

    # -- statements

    def _block(self, body: Sequence[Instruction], after: Preconditions) -> Preconditions:
        for statement in reversed(body):
            after = self._before(statement, after)
        return after

    def _before(self, statement: Instruction, after: Preconditions) -> Preconditions:
        match statement:
            case Assign():
                return self._assign(statement, after)
            case Allocate():
                return self._allocate(statement, after)
            case Store():
                return self._store(statement, after)
            case If(line, test, then, otherwise):
                holds = self._value(test)
                sides = ((then, holds), (otherwise, not_(holds)))
                return self._safe(test, line) + tuple(d.when(t) for body, t in sides for d in self._block(body, after))
            case For():
                return self._for(statement, after)
            case Return(line, _, None):
                return _demands(line, "return", self.plan.returned(statement, self._state()))
        raise Refused(statement.line, f"{type(statement).__name__} has no rule in the second derivation")

    def _assign(self, statement: Assign, after: Preconditions) -> Preconditions:
        ghosts = {self._name(n): v for n, v in self.plan.assigned(statement, self._state()).items()}
        values = zip(map(self._name, statement.names), map(self._value, statement.values), strict=True)
        safe = tuple(d for v in statement.values for d in self._safe(v, statement.line))
        return safe + _put(_put(after, ghosts), dict(values))

    def _allocate(self, statement: Allocate, after: Preconditions) -> Preconditions:
        sizes = tuple(map(self._value, statement.sizes))
        wanted = self.plan.allocated(statement, sizes)
        safe = tuple(d for size in statement.sizes for d in self._safe(size, statement.line))
        new = array_symbol(f"{statement.name} at first", statement.sort)
        after = _arrays(after, {self._symbol(statement.name): new})
        after = _put(after, dict(zip(_sizes(statement.name), sizes, strict=True)))
        demands = _demands(statement.line, f"{statement.name}.new", wanted)
        return safe + demands + tuple(d.when(*(w.term for w in wanted)) for d in after)

    def _store(self, statement: Store, after: Preconditions) -> Preconditions:
        line, name, state = statement.line, statement.array, self._state()
        indices = tuple(map(self._value, statement.indices))
        safe = tuple(d for e in (*statement.indices, statement.value) for d in self._safe(e, line))
        where = f"{name}.write"
        here = _within(where, line, indices, state.arrays[name].shape)
        here += _demands(line, where, self.plan.writable(statement, indices, state))
        written = {**self.plan.stored(statement, indices, state), name: self._value(statement.value)}
        over = {self._symbol(n): partial(_over, self._symbol(n), indices, v) for n, v in written.items()}
        return safe + here + _arrays(after, over)

    def _for(self, loop: For, after: Preconditions) -> Preconditions:
        """The invariants at first; at the end of a turn; and what they bring to what comes after."""
        line, name, mark, at = loop.line, loop.variable, self.positions.mark(loop), self.positions.at(loop)
        start, stop = self._value(loop.start), self._value(loop.stop)
        if {v.name for v in free_variables(loop.start) | free_variables(loop.stop)} & assigned((loop,)):
            raise Refused(line, "what bounds this loop is changed in it: the second derivation has no rule for that")
        safe = self._safe(loop.start, line) + self._safe(loop.stop, line)
        first = _demands(line, f"{name}.start", self.plan.invariants(loop, self._state(), start))

        next_one = _demands(line, f"{name}.kept", self.plan.invariants(loop, self._state(), at + 1))
        turn = self._block(loop.body, next_one)
        facts = [a.term for a in self.plan.facts(loop, self._state())]
        turn = tuple(d.when(start <= at, at < stop, *facts, *self._invariants(loop, self._state(), at)) for d in turn)
        turn = _put(turn, {self._name(name): at})

        last = maximum(start, stop)
        done = tuple(d.when(*self._invariants(loop, self._state(name), last)) for d in after)
        return safe + first + self._any(loop, turn, f"in {mark}") + self._any(loop, done, f"after {mark}")

    def _invariants(self, loop: For, state: ProgramState, position: Term) -> list[Term]:
        """The invariants of a loop where they may be used: as they are, and at the plan's instances."""
        instances = ({}, *self.plan.instances(loop, state))
        return [substitute(i.term, at) for i in self.plan.invariants(loop, state, position) for at in instances]

    def _any(self, loop: For, demands: Preconditions, when: str) -> Preconditions:
        """The demands for any values of what a loop may change."""
        variables, arrays = self.plan.changed(loop)
        changed = (assigned((loop,)) | variables) & self.sorts.keys()
        symbols = {n: self._symbol(n) for n in stored(loop.body) | arrays}
        demands = _put(demands, {self._name(n): Variable(f"{n} {when}", self.sorts[n]) for n in changed})
        return _arrays(demands, {s: array_symbol(f"{n} {when}", s.result) for n, s in symbols.items()})

    # -- expressions

    def _value(self, node: Term) -> Term:
        """What an expression stands for; the elements of X that the function is given have no NaN."""
        if isinstance(node, Variable):
            return self._name(node.name) if node.name in self.function.sorts else node
        found = rebuilt(node, tuple(map(self._value, children(node))))
        return value(found) if _reads_X(node) else found

    def _safe(self, node: Term, line: int) -> Preconditions:
        """What must hold for an expression to have a value; `and`, `or` and a choice leave some aside."""
        if isinstance(node, Operation) and node.op in (Op.AND, Op.OR):
            demands: Preconditions = ()
            for arg in reversed(node.args):
                goes_on = self._value(arg) if node.op is Op.AND else not_(self._value(arg))
                demands = self._safe(arg, line) + tuple(d.when(goes_on) for d in demands)
            return demands
        if isinstance(node, Operation) and node.op is Op.ITE:
            test, *sides = node.args
            chosen = zip(sides, (self._value(test), not_(self._value(test))), strict=True)
            return self._safe(test, line) + tuple(d.when(t) for side, t in chosen for d in self._safe(side, line))
        inner = tuple(d for part in children(node) for d in self._safe(part, line))
        if isinstance(node, Operation) and node.op in DIVISIONS:
            inner += (Precondition("divisor.positive", line, (), self._value(node.args[1]) > 0),)
        if _reads_X(node):
            inner += _within(f"{TENSOR_PARAMETER}.read", line, tuple(map(self._value, children(node))), dX)
        return inner


def _reads_X(node: Term) -> bool:
    return isinstance(node, Application) and node.symbol.name == TENSOR_PARAMETER


def _sizes(array: str) -> tuple[Variable, ...]:
    """What the sizes of an allocated array are called before they are known."""
    return tuple(Variable(f"size {i} of {array}!") for i in range(len(dY)))


def _demands(line: int, where: str, wanted: Iterable[Invariant]) -> Preconditions:
    return tuple(Precondition(f"{where}.{part.label}", line, (), part.term) for part in wanted)


def _within(where: str, line: int, indices: Sequence[Term], shape: Sequence[Term]) -> Preconditions:
    sides = enumerate(zip(indices, shape, strict=True))
    return tuple(Precondition(f"{where}.bounds-{axis}", line, (), and_(0 <= i, i < size)) for axis, (i, size) in sides)


def _over(symbol: Symbol, indices: Sequence[Term], written: Term, *read: Term) -> Term:
    """What is read at some indices after a write: what was written, if it was there."""
    return ite(and_(*(i.eq(j) for i, j in zip(read, indices, strict=True))), written, symbol(*read))


def _put(demands: Preconditions, values: Mapping[Variable, Term]) -> Preconditions:
    return _each(demands, lambda term: substitute(term, values))


def _arrays(demands: Preconditions, contents: Mapping[Symbol, Callable[..., Term]]) -> Preconditions:
    return _each(demands, lambda term: term if symbols(term).isdisjoint(contents) else defined(term, contents))


def _each(demands: Preconditions, changed: Callable[[Term], Term]) -> Preconditions:
    """The demands in other terms; most of their premises are the same, and are changed once."""
    once = cache(changed)
    return tuple(replace(d, premises=tuple(map(once, d.premises)), goal=once(d.goal)) for d in demands)
