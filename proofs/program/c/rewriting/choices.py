"""A choice that is written in pieces, as one: `at = e > best ? i : at; best = e > best ? e : best;`.

What stands under one test, statement after statement, stands under it together, if nothing in between changes what the
test reads. A variable that keeps a test is that test, as long as nothing has changed what that was made of.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from proofs.program.c.rewriting.sentinels import STARTS, not_greater, uses
from proofs.program.source.language import (
    TENSOR_PARAMETER,
    Assign,
    For,
    Function,
    If,
    Instruction,
    While,
    assigned,
    everywhere,
    expressions,
)
from proofs.program.source.rewriting import rewritten
from spec.language.fold import replace as put
from spec.language.fold import subterms
from spec.language.terms import Application, Literal, Op, Operation, Sort, Term, Variable, free_variables, not_
from spec.maxpool.vocabulary import key

Piece = tuple[Term, tuple[Assign, ...]]
"""A test, and what is assigned where it holds; elsewhere nothing changes."""


def with_whole_choices(function: Function) -> Function:
    """The function, with the pieces of each choice put together."""
    chosen = replace(function, body=_Choices(function).block(function.body))
    return replace(chosen, body=_without_unread(chosen.body, _read(function) - _read(chosen)))


def _read(function: Function) -> set[str]:
    """The variables that are read anywhere."""
    return {v.name for s in everywhere(function.body) for e in expressions(s) for v in free_variables(e)}


def _without_unread(body: tuple[Instruction, ...], unread: set[str]) -> tuple[Instruction, ...]:
    """The statements without what keeps a test of elements that now stands where it is asked for.

    Such a test has a value wherever its variables have one: with it, nothing is left out that is to be shown.
    """
    found: list[Instruction] = []
    for statement in body:
        match statement:
            case Assign(names=(name,), values=(Operation(Op.ITE, (Operation(args=sides), *_)),)) if name in unread:
                if all(isinstance(s, Application) and s.symbol == key and _is_name(s.args[0]) for s in sides):
                    continue
            case If(then=then, otherwise=otherwise):
                statement = replace(
                    statement, then=_without_unread(then, unread), otherwise=_without_unread(otherwise, unread)
                )
            case For(body=inner) | While(body=inner):
                statement = replace(statement, body=_without_unread(inner, unread))
        found.append(statement)
    return tuple(found)


def _is_name(term: Term) -> bool:
    return isinstance(term, Variable)


class _Choices:
    def __init__(self, function: Function) -> None:
        self.function = function
        names = [name for s in everywhere(function.body) if isinstance(s, Assign) for name in s.names]
        counters = {s.variable for s in everywhere(function.body) if isinstance(s, For)}
        self.once = {name for name in names if names.count(name) == 1} - counters

    def block(self, body: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
        """The statements of a block."""
        inner = self._with_originals(self._without_copies([self._inner(statement) for statement in body]))
        return tuple(_together(self._with_tests(_together(inner))))

    def _inner(self, statement: Instruction) -> Instruction:
        match statement:
            case If(then=then, otherwise=otherwise):
                return replace(statement, then=self.block(then), otherwise=self.block(otherwise))
            case For(body=body) | While(body=body):
                return replace(statement, body=self.block(body))
        return statement

    def _without_copies(self, body: Sequence[Instruction]) -> list[Instruction]:
        """`t = e; best = t;` as `best = e;`, where nothing else names t."""
        found: list[Instruction] = []
        for statement in body:
            match found[-1:], statement:
                case [Assign(names=(kept,)) as before], Assign(names=(_,), values=(Variable(name=name),)):
                    if kept == name and name in self.once and len(uses(self.function.body, name)) == 2:
                        found[-1] = replace(before, names=statement.names)
                        continue
            found.append(statement)
        return found

    def _with_originals(self, body: Sequence[Instruction]) -> list[Instruction]:
        """`v = best;` and what reads v after that, as if it read `best`, as long as nothing changes that."""
        left, found = list(body), []
        while left:
            found.append(left.pop(0))
            match found[-1]:
                case Assign(names=(name,), values=(Variable() as original,)) if original.sort is Sort.ELEMENT:
                    if name in self.once and original not in STARTS:
                        left = _where_unchanged({Variable(name, Sort.ELEMENT): original}, original, left)
        return found

    def _with_tests(self, body: Sequence[Instruction]) -> list[Instruction]:
        """The block, with tests in place of the variables that keep them."""
        left, found = list(body), []
        while left:
            found.append(left.pop(0))
            match found[-1]:
                case Assign(names=(name,), values=(Operation(Op.ITE, (test, Literal(1), Literal(0))),)):
                    if name in self.once and not self._reads_outputs(test):
                        kept = Variable(name)
                        meaning: dict[Term, Term] = {kept.ne(0): test, kept.eq(1): test}
                        meaning |= {kept.eq(0): not_(test), kept.ne(1): not_(test)}
                        left = _where_unchanged(meaning, test, left)
        return found

    def _reads_outputs(self, term: Term) -> bool:
        """An output is read, which may be written between a test and its use."""
        outputs = self.function.arrays.keys() - {TENSOR_PARAMETER}
        return any(isinstance(t, Application) and t.symbol.name in outputs for t in subterms(term))


def _where_unchanged(meaning: Mapping[Term, Term], kept: Term, body: Sequence[Instruction]) -> list[Instruction]:
    """Statements with what terms mean in their place, up to where something changes what is kept by them."""
    read = {v.name for v in free_variables(kept)}
    found: list[Instruction] = []
    for i, statement in enumerate(body):
        if not assigned((statement,)) & read:
            found += rewritten((statement,), lambda term: put(term, meaning))
            continue
        match statement:
            case Assign(values=values):
                found.append(replace(statement, values=tuple(put(value, meaning) for value in values)))
            case If(test=asked):
                found.append(replace(statement, test=put(asked, meaning)))
            case _:
                found.append(statement)
        return [*found, *body[i + 1 :]]
    return found


def _together(body: Sequence[Instruction]) -> list[Instruction]:
    """Statements in which neighbours under one test stand under it together."""
    found: list[Instruction] = []
    for statement in body:
        before, piece = _piece(found[-1]) if found else None, _piece(statement)
        if before is not None and piece is not None and _same(before[0], piece[0]):
            changed = assigned(before[1])
            if not changed & {v.name for v in free_variables(piece[0])}:
                found[-1] = If(found[-1].line, before[0], (*before[1], *piece[1]), ())
                continue
        found.append(statement)
    return found


def _piece(statement: Instruction) -> Piece | None:
    match statement:
        case Assign(line, (name,), (Operation(Op.ITE, (test, then, Variable(name=kept))),)) if kept == name:
            return test, (Assign(line, (name,), (then,)),)
        case Assign(line, (name,), (Operation(Op.ITE, (test, Variable(name=kept), otherwise)),)) if kept == name:
            opposite = not_greater(test)
            return (opposite if opposite != test else not_(test)), (Assign(line, (name,), (otherwise,)),)
        case If(test=test, then=then, otherwise=()):
            plain = tuple(s for s in then if isinstance(s, Assign))
            return (test, plain) if plain and len(plain) == len(then) else None
    return None


def _same(left: Term, right: Term) -> bool:
    return _upward(left) == _upward(right)


def _upward(test: Term) -> Term:
    """`a < b` for `b > a`, which are one test."""
    turned = {Op.GT: Op.LT, Op.GE: Op.LE}
    if isinstance(test, Operation) and test.op in turned:
        return Operation(turned[test.op], test.args[::-1])
    return test
