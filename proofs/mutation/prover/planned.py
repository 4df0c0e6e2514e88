"""Whether two plans of the proof have the same shown, apart from what theorems say, or from invariants at more places.

A fact that a plan gives follows from a theorem, which is compared where it is assumed, or holds of any product. An
invariant holds of each tap and of each cell, so at any of them. Neither can make anything false follow.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import Any

from proofs.assumptions.assumption import Assumption
from proofs.program.c.proving import understand
from proofs.program.c.reading.reader import absent
from proofs.program.logic.outputs import with_local_outputs
from proofs.program.loops.separated import separated
from proofs.program.maxpool.cells import CELL
from proofs.program.maxpool.proof import conditions
from proofs.program.source.language import Function
from proofs.soundness import c_programs
from proofs.soundness.programs import JUMPS, LOOP, function, in_place
from proofs.soundness.right import FROM_THE_FIRST_TAP
from spec.language.terms import Term
from spec.maxpool.semantics import h2, w2

OF_ANY_PRODUCT = "product"
"""How what holds of any product is labelled (`proofs.program.maxpool.bounds`)."""
Shown = list[tuple[tuple[Term, ...], Term]]
"""What is known, and what is to be shown."""


def _is_of_a_theorem(fact: Assumption) -> bool:
    return fact.basis is not None or fact.label == OF_ANY_PRODUCT


def _is_of_any(instance: Mapping[Any, Term]) -> bool:
    return instance.keys() <= {h2, w2, *CELL}


LEFT_OUT: Mapping[str, Callable[[Any], bool]] = {"facts": _is_of_a_theorem, "instances": _is_of_any}
"""What a plan may give more of or less: its method, and what is so of each that it gives."""


@cache
def _functions() -> Sequence[Function]:
    """The reference's loops, those with a `while`, and, where C can be read, those of two functions in C.

    One moves windows into X; the other's choice starts with the first tap.
    """
    found = [function("", ""), function(in_place(LOOP), in_place(JUMPS["while"]))]
    for change in () if absent() else (("clipped_by_loops.c", "", ""), FROM_THE_FIRST_TAP):
        understood = understand(c_programs.source(*change))[1]
        assert understood is not None
        found.append(understood[1].function)
    return [with_local_outputs(separated(f)) for f in found]


def _shown(module: ModuleType, without: str) -> Shown | None:
    """What is shown under a module's plans without what a method gives; None where that gives what it may not."""
    found: Shown = []
    for of in _functions():
        for plan in module.plans(of):
            given: list[Any] = []
            if without:
                real = getattr(plan, without)

                def recorded(*arguments: Any, real: Any = real, given: list[Any] = given) -> list[Any]:
                    given.extend(real(*arguments))
                    return []

                setattr(plan, without, recorded)
            found += [(tuple(a.term for a in c.known), c.goal) for c in conditions(of, plan)]
            if not all(map(LEFT_OUT[without], given) if without else ()):
                return None
    return found


@cache
def _expected(old: ModuleType, without: str) -> Shown | None:
    return _shown(old, without)


def shows_the_same(old: ModuleType, new: ModuleType, without: str = "") -> bool:
    """Both plans have the same shown from the same, apart from what one of their methods gives, which does no harm."""
    expected = _expected(old, without)
    return bool(expected) and _shown(new, without) == expected
