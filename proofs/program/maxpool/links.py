"""What is known of a function's variables by the tap that is selected: the values that are assigned with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from proofs.program.logic.state import ProgramState
from proofs.program.maxpool.observed import Observed
from proofs.program.maxpool.roles import Roles
from proofs.program.source.language import Assign, Break, Continue, If, Instruction, assigned, blocks, everywhere
from spec.language.terms import Op, Operation, Sort, Term, free_variables
from spec.maxpool.vocabulary import minus_infinity


def links(roles: Roles, seen: Observed) -> dict[str, Term]:
    """What is assigned together with the best element, over the positions of the loops over taps, as it was seen."""
    outer = roles.taps[0].loop
    carried = roles.seen.entered[id(outer)].values.keys()
    selections = {id(body): tail for body in _selections(outer.body, roles.chosen) if (tail := _tail(body))}
    own = {id(s) for tail in selections.values() for s in everywhere(tail)}
    elsewhere = assigned(tuple(s for s in everywhere(outer.body) if isinstance(s, Assign) and id(s) not in own))
    found: dict[str, Term] = {}
    for body, state in seen.left:
        if id(body) in selections:
            names = (assigned(selections[id(body)]) & carried & state.values.keys()) - elsewhere
            found |= {n: state.values[n] for n in sorted(names) if n not in found and _by_tap(roles, state, n)}
    return found


def _selections(body: tuple[Instruction, ...], chosen: frozenset[str]) -> Iterator[tuple[Instruction, ...]]:
    """The blocks, at any depth, in which the best element is assigned."""
    for block in (body, *(block for statement in everywhere(body) for block in blocks(statement))):
        if any(isinstance(s, Assign) and chosen & set(s.names) for s in block):
            yield block


def _tail(body: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    """What is run of a block only when nothing in it jumps away before."""
    last = max((i for i, s in enumerate(body) if isinstance(s, If) and _jumps(s)), default=-1)
    return body[last + 1 :]


def _jumps(statement: Instruction) -> bool:
    return any(isinstance(s, Continue | Break) for s in everywhere((statement,)))


def _by_tap(roles: Roles, state: ProgramState, name: str) -> bool:
    """A value is made of nothing that the loops over taps change, but of their positions."""
    marks = [roles.positions.mark(tap.loop) for tap in roles.taps]
    changing = tuple(f" {when} {mark}" for mark in marks for when in ("in", "after", "at the end of"))
    unknown = {v for v in free_variables(state.values[name]) if v.name.endswith(changing)}
    return unknown <= {tap.at for tap in roles.taps}


def unchanged(roles: Roles, guard: Term, linked: Iterable[str]) -> Mapping[str, Term]:
    """What some variables hold while nothing was found: those that the guard asks for, and what is `linked`.

    Of the latter, those count that do not begin with a number: they may begin with what the first tap would give them.
    """
    first = roles.seen.entered[id(roles.taps[0].loop)].values
    names = {v.name for v in free_variables(guard)} if isinstance(guard, Operation) and guard.op is Op.GT else set()
    names |= {name for name in roles.chosen if first.get(name) == minus_infinity}
    asked = {name: first[name] for name in sorted(names) if name in first and _fixed(first[name])}
    begun = {n: first[n] for n in linked if n in first and first[n].sort is Sort.INT and free_variables(first[n])}
    return asked | begun


def _fixed(value: Term) -> bool:
    return value.sort is not Sort.BOOL and free_variables(value) <= {minus_infinity}
