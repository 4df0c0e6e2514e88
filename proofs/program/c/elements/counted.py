"""Which elements of a program are a value already, with -inf for a NaN, and whether the NaN of X are left out of it.

Where C computes the value of an element (`proofs.program.c.elements.claims`), the lowered program says `counted`. What
stands nowhere under it, and comes from X, may be a NaN; if such an element is compared or stored, it is to be assumed
that X has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from proofs.program.c.elements.claims import NAN, ElementClaim, ElementVerdict, Holds, decided
from proofs.program.source.language import TENSOR_PARAMETER, Assign, Function, Store, everywhere
from proofs.program.source.rewriting import rewritten
from proofs.solvers.answers import Limits
from proofs.theories.floats.bits import Format
from spec.language.fold import rebuilt
from spec.language.terms import Application, Op, Operation, Sort, Symbol, Term, Variable, children


def counted(number: int) -> Symbol:
    """The symbol of the claim with a number: its value is its argument, with -inf for a NaN."""
    return Symbol(f"counted {number}", (Sort.ELEMENT,), Sort.ELEMENT)


_NAMES = "counted "
NAN_SHOWN = f"a NaN counts as -inf, on every bit pattern (clause {NAN})"


@dataclass(frozen=True, slots=True)
class ElementClaims:
    """The claims of a program; `compared` are elements that are compared without a claim, and may be no NaN."""

    of: Format
    claims: tuple[ElementClaim, ...]
    compared: tuple[Term, ...]
    function: Function

    def decided(self, limits: Limits) -> ElementFindings:
        """All claims, decided: those on values first, since what is a value is no NaN for those on order."""
        values = {i: decided(claim, limits) for i, claim in enumerate(self.claims) if claim.op is None}
        may_be_nan = self._may_be_nan({i for i, v in values.items() if v.holds is Holds.EVERYWHERE})
        verdicts = []
        for i, claim in enumerate(self.claims):
            known = tuple(not may_be_nan(element) for element in claim.elements)
            verdicts.append(values[i] if i in values else decided(replace(claim, counted=known), limits))
        raw = any(may_be_nan(t) for t in self._taken())
        by_number = any(v.claim.op is not None and v.holds is Holds.NUMBERS for v in verdicts)
        return ElementFindings(tuple(verdicts), self.of, no_nan=self.of.is_float and (raw or by_number))

    def as_if_shown(self) -> tuple[ElementClaim, ...] | None:
        """The claims, as they are where all those on values hold for every pattern; None if a NaN comes through."""
        may_be_nan = self._may_be_nan({i for i, claim in enumerate(self.claims) if claim.op is None})
        if self.of.is_float and any(may_be_nan(t) for t in self._taken()):
            return None
        return tuple(
            c if c.op is None else replace(c, counted=tuple(not may_be_nan(e) for e in c.elements)) for c in self.claims
        )

    def _taken(self) -> list[Term]:
        """The elements that are stored, or compared without a claim."""
        stored = (s.value for s in everywhere(self.function.body) if isinstance(s, Store))
        return [t for t in (*self.compared, *stored) if t.sort is Sort.ELEMENT]

    def _may_be_nan(self, shown: Iterable[int]) -> Callable[[Term], bool]:
        """Whether a term may be a NaN of X, where some claims are shown to keep all of them out."""
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
        """Whether a term may be a NaN of X."""
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
