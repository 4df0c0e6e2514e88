"""Which elements of a program are a value already, as the clause on NaN says, and whether the NaN of X are left out.

Where C computes the value of an element (`proofs.program.c.elements.claims`), the lowered program says `counted`. What
stands nowhere under it, and comes from X, is an element as it is read. Whether that is its value is a claim like the
others, and so is that numbers compare as ranks do: what holds of numbers alone holds if X is assumed to have no NaN.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from proofs.program.c.elements.claims import (
    NAN,
    ElementClaim,
    ElementVerdict,
    Holds,
    as_it_is_read,
    as_numbers,
    decided,
    seems,
)
from proofs.program.source.language import TENSOR_PARAMETER, Assign, Function, Store, everywhere
from proofs.program.source.rewriting import rewritten
from proofs.solvers.answers import Limits
from proofs.theories.floats.bits import Format
from spec.language.fold import rebuilt
from spec.language.terms import Application, Op, Operation, Sort, Symbol, Term, Variable, children
from spec.maxpool.operator import MAXPOOL


def counted(number: int) -> Symbol:
    """The symbol of the claim with a number: its value is that of its argument."""
    return Symbol(f"counted {number}", (Sort.ELEMENT,), Sort.ELEMENT)


_NAMES = "counted "
NAN_SHOWN = f"a {MAXPOOL[NAN].title}, on every bit pattern (clause {NAN})"


@dataclass(frozen=True, slots=True)
class ElementClaims:
    """The claims of a program; `compared` are elements that are compared without a claim, as numbers are."""

    of: Format
    claims: tuple[ElementClaim, ...]
    compared: tuple[Term, ...]
    function: Function

    def decided(self, limits: Limits) -> ElementFindings:
        """All claims, decided: those on values first, since those on order are of what is known to be a value."""

        def holds(claim: ElementClaim) -> Holds:
            return decided(claim, limits).holds

        values = {i: decided(claim, limits) for i, claim in enumerate(self.claims) if claim.op is None}
        is_raw = self._is_raw({i for i, v in values.items() if v.holds is Holds.EVERYWHERE}, holds)
        verdicts = []
        for i, claim in enumerate(self.claims):
            known = tuple(not is_raw(element) for element in claim.elements)
            verdicts.append(values[i] if i in values else decided(replace(claim, counted=known), limits))
        by_number = any(v.claim.op is not None and v.holds is Holds.NUMBERS for v in verdicts)
        no_nan = self.of.is_float and (by_number or self._takes_numbers(is_raw, holds))
        return ElementFindings(tuple(verdicts), self.of, no_nan)

    def as_if_shown(self) -> tuple[ElementClaim, ...] | None:
        """The claims, as they are where all those on values hold for every pattern; None if some hold of numbers only.

        What is stored or compared without a claim is judged by trying patterns.
        """
        is_raw = self._is_raw({i for i, claim in enumerate(self.claims) if claim.op is None}, seems)
        if self.of.is_float and self._takes_numbers(is_raw, seems):
            return None
        return tuple(
            c if c.op is None else replace(c, counted=tuple(not is_raw(e) for e in c.elements)) for c in self.claims
        )

    def _takes_numbers(self, is_raw: Callable[[Term], bool], holds: Callable[[ElementClaim], Holds]) -> bool:
        """Something is right for numbers only: an element that is stored, or compared without a claim."""
        stored = (s.value for s in everywhere(self.function.body) if isinstance(s, Store))
        if any(is_raw(t) for t in (*self.compared, *stored) if t.sort is Sort.ELEMENT):
            return True
        return bool(self.compared) and holds(as_numbers(self.of)) is not Holds.EVERYWHERE

    def _is_raw(self, shown: Iterable[int], holds: Callable[[ElementClaim], Holds]) -> Callable[[Term], bool]:
        """Whether a term may be an element of X that is not its value, where some claims are shown."""
        if holds(as_it_is_read(self.of)) is Holds.EVERYWHERE:
            return lambda _: False
        trusted = {counted(i).name for i in shown}
        assigned: dict[str, list[Term]] = {}
        written: dict[str, list[Term]] = {}
        for s in everywhere(self.function.body):
            if isinstance(s, Assign):
                for name, value in zip(s.names, s.values, strict=True):
                    assigned.setdefault(name, []).append(value)
            elif isinstance(s, Store):
                written.setdefault(s.array, []).append(s.value)
        return _Raw(trusted, assigned, written).term


@dataclass(frozen=True, slots=True)
class ElementFindings:
    """What became of the claims, and whether it is to be assumed that no element of X is a NaN."""

    verdicts: tuple[ElementVerdict, ...]
    of: Format
    no_nan: bool

    @property
    def shown(self) -> tuple[str, ...]:
        """What is shown of NaN, or seen to go wrong with one."""
        if not self.of.is_float:
            return ()
        if not self.no_nan:
            return (NAN_SHOWN,)
        return tuple(f"line {v.claim.at.line} does not meet {NAN}: {v.of_nan}" for v in self.verdicts if v.of_nan)


class _Raw:
    """Where elements come from, through variables and through outputs that are read back."""

    def __init__(
        self, trusted: set[str], assigned: Mapping[str, Sequence[Term]], written: Mapping[str, Sequence[Term]]
    ) -> None:
        self.trusted, self.assigned, self.written = trusted, assigned, written

    def term(self, node: Term) -> bool:
        """Whether a term may be an element of X as it is read."""
        return self._raw(node, set())

    def _raw(self, node: Term, seen: set[str]) -> bool:
        match node:
            case Application(symbol) if symbol.name in self.trusted:
                return False
            case Application(symbol, (inner,)) if symbol.name.startswith(_NAMES):
                return self._raw(inner, seen)
            case Application(symbol) if symbol.name == TENSOR_PARAMETER:
                return True
            case Application(symbol) if symbol.name in self.written:
                return self._from(symbol.name, self.written[symbol.name], seen)
            case Operation(Op.ITE, (_, then, otherwise)):
                return self._raw(then, seen) or self._raw(otherwise, seen)
            case Variable(name=name):
                return self._from(name, self.assigned.get(name, ()), seen)
        return False

    def _from(self, name: str, values: Sequence[Term], seen: set[str]) -> bool:
        if name in seen:
            return False
        seen.add(name)
        return any(self._raw(value, seen) for value in values if value.sort is Sort.ELEMENT)


def without_marks(function: Function) -> Function:
    """The function without `counted`: in the clauses' terms, an element as it is read is its value already."""
    return replace(function, body=rewritten(function.body, _stripped))


def _stripped(node: Term) -> Term:
    if isinstance(node, Application) and node.symbol.name.startswith(_NAMES):
        return _stripped(node.args[0])
    return rebuilt(node, [_stripped(child) for child in children(node)])
