"""What came of a link on trial: how many mutations of its clause its end noticed, and whether any but the negation.

A clause's bare negation is noticed by all that stands on the clause. An end that notices nothing else says little about
what the clause says: its link is weak.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict

from spec.language.terms import Op, Operation, Term
from spec.readings.plain import to_plain

NEGATED: Mapping[Op, Op] = {
    **{Op.EQ: Op.NE, Op.LT: Op.GE, Op.LE: Op.GT},
    **{Op.NE: Op.EQ, Op.GE: Op.LT, Op.GT: Op.LE},
}


def negates(mutant: Term, formula: Term) -> bool:
    """Whether a mutant is the bare negation of a formula, by one comparison in another's place or by `not`."""
    match formula, mutant:
        case Operation(op, args), Operation(other, same) if NEGATED.get(op) is other:
            return args == same
        case (Operation(Op.NOT, (arg,)), other) | (other, Operation(Op.NOT, (arg,))):
            return bool(arg == other)
    return False


class LinkJson(TypedDict):
    """What came of a link: a mutation that was noticed, "" if none; how many were noticed, tried, and there are."""

    noticed: str
    weak: bool
    detected: int
    tried: int
    mutations: int


@dataclass(slots=True)
class LinkTrial:
    """A link on trial, of a clause with so many mutations: those that were tried and those that its end noticed.

    `noticed` is the first that it noticed, of those that are not the bare negation if there is one.
    """

    formula: Term
    mutations: int
    tried: int = 0
    detected: int = 0
    noticed: str = ""
    weak: bool = False

    def take(self, mutant: Term, noticed: str | None) -> None:
        """One more was tried; `noticed` says as what the end noticed it, None if it did not."""
        self.tried += 1
        if noticed is None:
            return
        self.detected += 1
        if not self.noticed or (self.weak and not negates(mutant, self.formula)):
            self.noticed = f"{to_plain(mutant)}{noticed and f': {noticed}'}"
            self.weak = negates(mutant, self.formula)

    @property
    def is_settled(self) -> bool:
        """It is known to hold, and not weakly."""
        return bool(self.noticed) and not self.weak

    def json(self) -> LinkJson:
        """It as one document."""
        return {
            "noticed": self.noticed,
            "weak": self.weak,
            "detected": self.detected,
            "tried": self.tried,
            "mutations": self.mutations,
        }
