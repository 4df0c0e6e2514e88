"""A choice that starts from the lowest element, as one that records whether it has begun.

`best = -INFINITY; ... if (e > best) best = e;` says nowhere whether a tap was seen. Where `best` is the lowest element
there is, `e > best` fails only if e is that element too, and then `best = e` changes nothing. So the program does the
same with a flag beside `best`, and `if (!seen || e > best)`. That is what is proved. Where something else is assigned
with `best`, such as an index, it would change: then it has to be assumed that no element is the lowest; or, of what was
given a first value that is no number, it is to be shown that this is what would be assigned.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from proofs.program.source.language import Assign, For, Function, If, Instruction, While, everywhere, expressions
from proofs.program.source.machine import same
from spec.language.terms import Application, Literal, Op, Operation, Sort, Term, Variable, free_variables, ite, or_
from spec.maxpool.vocabulary import X, key, lowest, minus_infinity

NO_INFINITY = "no element of X is -INFINITY: the choice starts from the lowest finite number"
NONE_LOWEST = (
    "no element of X is -INFINITY or the lowest finite number: the choice starts from that, and its index is recorded "
    "for what is greater"
)
ZEROS = "zeros of both signs are one: of equal elements, the later one is taken"
STARTS = (minus_infinity, lowest)


def with_flags(function: Function, *, is_integer: bool) -> tuple[Function, tuple[str, ...]]:
    """The function with a flag for each such choice, and what is assumed for it."""
    assumed: dict[str, None] = {}
    for name, sort in list(function.sorts.items()):
        if sort is not Sort.ELEMENT:
            continue
        assigned = [s for s in everywhere(function.body) if isinstance(s, Assign) and name in s.names]
        starts = [s for s in assigned if s.names == (name,) and s.values[0] in STARTS]
        rest = [s for s in assigned if s not in starts]
        if len(starts) != 1 or not rest:
            continue
        flag = f"{name} was chosen"
        is_lowest = starts[0].values[0] == lowest and not is_integer
        flagged = _Flagged(function, name, flag, start=starts[0].values[0], with_others=is_lowest)
        body = flagged.block(function.body)
        left = [s for s in everywhere(body) if isinstance(s, Assign) and name in s.names and flag not in s.names]
        if left:
            continue
        function = replace(function, body=body, sorts={**function.sorts, flag: Sort.INT})
        if flagged.ties and not is_integer:
            assumed[ZEROS] = None
        if is_lowest:
            assumed[NONE_LOWEST if flagged.others else NO_INFINITY] = None
    return function, tuple(assumed)


def uses(body: tuple[Instruction, ...], name: str) -> list[Instruction]:
    """The statements, taken alone, that read or write a variable."""
    return [
        s
        for s in everywhere(body)
        if (isinstance(s, Assign) and name in s.names)
        or any(v.name == name for e in expressions(s) for v in free_variables(e))
    ]


def not_greater(test: Term) -> Term:
    """`b <= a` for `b > a`, and so on; any other term as it is."""
    opposite = {Op.GT: Op.LE, Op.LT: Op.GE, Op.GE: Op.LT, Op.LE: Op.GT}
    if isinstance(test, Operation) and test.op in opposite:
        return Operation(opposite[test.op], test.args)
    return test


class _Flagged:
    """The statements of a function, with a flag beside one variable."""

    def __init__(self, function: Function, name: str, flag: str, *, start: Term, with_others: bool) -> None:
        self.function, self.flag, self.start, self.with_others = function, flag, start, with_others
        self.best = Variable(name, Sort.ELEMENT)
        self.asked: str | None = None
        self.ties = self.others = False

    def block(self, body: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
        """The statements of a block."""
        found: list[Instruction] = []
        for statement in body:
            if found and (asked := self._asked_first(found[-1], statement)) is not None:
                found[-1] = asked
            else:
                found += self._statement(statement)
        return tuple(found)

    def _asked_first(self, before: Instruction, statement: Instruction) -> Instruction | None:
        """`e = test ? X[..] : start;` and the choice of e right after it, as `if (test)` with both.

        Where the test fails, e is what the best one started from, and never greater. So the two may stand under the
        test if nothing else uses e. Anything but a choice of e, such as `best = e;`, is left as it is written.
        """
        match before:
            case Assign(line, (name,), (Operation(Op.ITE, (test, Application(symbol) as element, other)),)):
                if symbol.name != X.name or other != self.start:
                    return None
            case _:
                return None
        if len(uses(self.function.body, name)) != len(uses((before, statement), name)):
            return None
        if sum(name in s.names for s in everywhere(self.function.body) if isinstance(s, Assign)) != 1:
            return None
        self.asked = name
        choice = self._chosen(statement)
        self.asked = None
        return choice and If(line, test, (Assign(line, (name,), (element,)), choice), ())

    def _statement(self, statement: Instruction) -> Iterator[Instruction]:
        if choice := self._chosen(statement):
            yield choice
            return
        match statement:
            case Assign(line, (name,), (value,)) if name == self.best.name and value in STARTS:
                yield Assign(line, (name, self.flag), (value, Literal(0)))
            case If(line, Operation(Op.AND, (*tests, last)), then, ()) if (
                len(then) > 1 and (choice := self._chosen(If(line, last, then, ()))) is not None
            ):
                yield If(line, Operation(Op.AND, tuple(tests)) if len(tests) > 1 else tests[0], (choice,), ())
            case If(line, Operation(Op.AND, (*tests, last)), (Assign(_, (name,), (value,)),), ()) if self._beats(
                last, value
            ):
                # Further tests stand before: whether the tap is in range.
                inner = self._choice(line, value) if name == self.best.name else replace(statement, test=last)
                yield If(line, Operation(Op.AND, tuple(tests)) if len(tests) > 1 else tests[0], (inner,), ())
            case If():
                yield replace(statement, then=self.block(statement.then), otherwise=self.block(statement.otherwise))
            case For() | While():
                yield replace(statement, body=self.block(statement.body))
            case _:
                yield statement

    def _chosen(self, statement: Instruction) -> If | None:
        """A choice of an element if it is greater than the best one, with the flag; none if it is anything else."""
        match statement:
            case Assign(line, (self.best.name,), (Operation(Op.ITE, (test, value, self.best)),)):
                return self._choice(line, value) if self._beats(test, value) else None
            case Assign(line, (self.best.name,), (Operation(Op.ITE, (test, self.best, value)),)):
                return self._choice(line, value) if self._beats(not_greater(test), value) else None
            case If(line, test, (Assign(_, (self.best.name,), (value,)),), ()):
                return self._choice(line, value) if self._beats(test, value) else None
            case If(line, test, then, ()) if (element := self._taken(test, then)) is not None:
                if self.with_others:
                    self.others = True
                    return self._choice(line, element, then)
                return (
                    self._choice(line, element, self._as_at_first(test, then)) if self._begin_somewhere(then) else None
                )
        return None

    def _taken(self, test: Term, then: tuple[Instruction, ...]) -> Term | None:
        """The element that is assigned to the best one, with other variables, if the test is whether it is greater."""
        if not all(isinstance(s, Assign) for s in then):
            return None
        taken = [s.values[0] for s in then if isinstance(s, Assign) and s.names == (self.best.name,)]
        return taken[0] if len(taken) == 1 and self._beats(test, taken[0]) and not self.ties else None

    def _begin_somewhere(self, then: tuple[Instruction, ...]) -> bool:
        """What is assigned with the best element has a first value that is no number, and neither names the other."""
        others = [s for s in then if isinstance(s, Assign) and s.names != (self.best.name,)]
        names = {name for s in others for name in s.names}
        written = [s for s in everywhere(self.function.body) if isinstance(s, Assign) and names & {*s.names}]
        values = [value for s in written for value in s.values]
        read = {v.name for s in then for e in expressions(s) for v in free_variables(e)}
        numbers = any(isinstance(value, Literal) for value in values)
        return bool(others) and not numbers and not read & {*names, self.best.name}

    def _as_at_first(self, test: Term, then: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
        """What is assigned, which has to be what is there where the test fails; the best element last."""
        plain = [s for s in then if isinstance(s, Assign)]
        best = [s for s in plain if s.names == (self.best.name,)]
        others = [
            replace(s, values=tuple(same(ite(test, v, Variable(n)), v) for n, v in zip(s.names, s.values, strict=True)))
            for s in plain
            if s not in best
        ]
        return (*others, *best)

    def _choice(self, line: int, value: Term, then: tuple[Instruction, ...] = ()) -> If:
        """The element is chosen if it is the first one, or greater: of equal ones that differ, both are zeros.

        Then what is assigned is assigned in its order, or nothing but the best element.
        """
        begun, test = Variable(self.flag), key(value) > key(self.best)
        chosen = Assign(line, (self.best.name, self.flag), (value, Literal(1)))
        is_best = [isinstance(s, Assign) and s.names == (self.best.name,) for s in then]
        body = tuple(chosen if is_ else s for s, is_ in zip(then, is_best, strict=True))
        return If(line, or_(begun.eq(0), test), body or (chosen,), ())

    def _beats(self, test: Term, value: Term) -> bool:
        """The test is whether an element of X, which is the value, is greater than the best one."""
        match test:
            case Operation(Op.GT | Op.GE as op, (left, right)):
                pass
            case Operation(Op.LT | Op.LE as op, (right, left)):
                pass
            case _:
                return False
        beats = left == key(value) and right == key(self.best) and self._is_of_X(value)
        self.ties |= beats and op in (Op.GE, Op.LE)
        return beats

    def _is_of_X(self, value: Term) -> bool:
        if isinstance(value, Application):
            return value.symbol.name == X.name
        if not isinstance(value, Variable) or value == self.best:
            return False
        if value.name == self.asked:
            return True
        assigns = [s for s in everywhere(self.function.body) if isinstance(s, Assign) and value.name in s.names]
        sources = [v for s in assigns for n, v in zip(s.names, s.values, strict=True) if n == value.name]
        return bool(sources) and all(isinstance(v, Application) and v.symbol.name == X.name for v in sources)
