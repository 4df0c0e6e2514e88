"""What is claimed of a computation on elements: that it gives the clauses' value of one, or compares as their ranks do.

`value` and `key` are the clauses' own symbols, as each element type has them on its bit patterns; that these are what
the clauses say is shown in `proofs.theories.floats.clauses`. A claim is guessed by trying patterns, and proved for all.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

from proofs.engine.bits.formulas import BitAssumption, Pattern
from proofs.engine.bits.obligation import BitObligation
from proofs.engine.decide import decide
from proofs.engine.statement import Outcome, Verdict
from proofs.program.c.elements.values import floats_compared, resized
from proofs.program.c.reading.tree import SourcePosition
from proofs.program.c.reading.types import CInteger
from proofs.solvers.answers import Limits
from proofs.theories.floats.bits import Format
from spec.language.terms import Op, Sort, Term, Variable
from spec.operator.clauses import Source

NAN = "NaN.as-minus-infinity"
ABOUT = (NAN, "zeros.equal")
MOST_LANDMARKS = 60


class Holds(StrEnum):
    """For which elements a claim is proved. `NUMBERS`: for all but NaN."""

    EVERYWHERE = "for every bit pattern"
    NUMBERS = "for every bit pattern but those of NaN"
    NOT = "not for every number"


@dataclass(frozen=True, slots=True)
class ElementClaim:
    """What C computes from elements a and b, as text; `defined` says when that has no undefined behaviour.

    Without an operator, it is claimed to be the value of a, bit for bit; `own` is then the integer type of what is
    computed, and that in which elements are kept. With one, to be how the ranks of a and b compare.
    `counted` says of which elements it is known that they are a value already.
    """

    at: SourcePosition
    of: Format
    text: str
    defined: str
    elements: tuple[Term, ...]
    op: Op | None = None
    own: tuple[CInteger, CInteger] | None = None
    counted: tuple[bool, ...] = ()

    @property
    def names(self) -> str:
        """What the elements are called in the text."""
        return "ab"[: len(self.elements)]

    @property
    def words(self) -> str:
        """What is claimed, for people."""
        if self.op is None:
            return f"what is computed here of an element is what stands for it in Y, bit for bit ({NAN})"
        return f"elements are compared here in the order of the clauses ({', '.join(ABOUT)})"


_COMPARED: Mapping[Op, str] = {
    Op.GT: "(bvsgt {a} {b})",
    Op.LT: "(bvsgt {b} {a})",
    Op.GE: "(not (bvsgt {b} {a}))",
    Op.LE: "(not (bvsgt {a} {b}))",
    Op.EQ: "(= {a} {b})",
    Op.NE: "(not (= {a} {b}))",
}


def obligation(claim: ElementClaim, *, numbers: bool = False, label: str = "element", source: Source) -> BitObligation:
    """The claim as a statement on bit patterns, for every pattern or for those of numbers alone."""
    if claim.op is None:
        wanted = "(value a)" if claim.own is None else resized("(value a)", claim.own[1], claim.own[0].bits)
        said = f"(= computed {wanted})"
    else:
        keys = {name: f"(key {name})" for name in claim.names}
        said = f"(= computed {_COMPARED[claim.op].format(**keys)})"
    functions = f"{claim.of.text}(define-fun computed () {_sort(claim)} {_with_values(claim, claim.text)})\n"
    return BitObligation(
        label=label,
        statement=f"{claim.words[0].upper()}{claim.words[1:]}.",
        source=source,
        functions=functions,
        patterns=tuple(replace(p, landmarks=_landmarks(claim)) for p in claim.of.elements(*claim.names)),
        assumptions=tuple(BitAssumption(f"{n} is no NaN", f"(not (is_nan {n}))") for n in claim.names if numbers),
        goal=f"(and {_with_values(claim, claim.defined)} {said})",
        about=ABOUT[:1] if claim.op is None else ABOUT,
        logic=claim.of.logic,
    )


def _sort(claim: ElementClaim) -> str:
    if claim.op is not None:
        return "Bool"
    return f"(_ BitVec {claim.of.width if claim.own is None else claim.own[0].bits})"


def _with_values(claim: ElementClaim, text: str) -> str:
    """The text, with the value of each element that is counted in its place."""
    taken = [name for name, is_counted in zip(claim.names, claim.counted, strict=False) if is_counted]
    return f"(let ({' '.join(f'({name} (value {name}))' for name in taken)}) {text})" if taken else text


def _landmarks(claim: ElementClaim) -> tuple[int, ...]:
    """The patterns to begin with: the format's, and those next to numbers in the text, with either sign."""
    width = claim.of.width
    named = {int(found) for found in re.findall(r"\(_ bv(\d+) \d+\)", claim.text)}
    near = {(n + d) % (1 << width) for n in sorted(named) for d in (-1, 0, 1)}
    signs = {n ^ (1 << (width - 1)) for n in near} if claim.of.is_float else set()
    return tuple(dict.fromkeys((*claim.of.landmarks, *sorted(near | signs)[:MOST_LANDMARKS])))


def seems(claim: ElementClaim) -> Holds:
    """How a claim holds of the patterns that are tried: a guess."""
    for numbers, how in ((False, Holds.EVERYWHERE), (True, Holds.NUMBERS)):
        if obligation(claim, numbers=numbers, source=NOWHERE).smallest() is None:
            return how
    return Holds.NOT


NOWHERE = Source("the file", "")
ANYWHERE = SourcePosition(0, 0)


@dataclass(frozen=True, slots=True)
class ElementVerdict:
    """What became of a claim: for which elements it holds, the decision, and what goes wrong for a NaN, if it does."""

    claim: ElementClaim
    holds: Holds
    outcome: Outcome
    of_nan: str = ""

    @property
    def contradiction(self) -> str:
        """A pattern for which it fails, and what is computed of it; empty where it holds or was not decided."""
        return _contradiction(self.claim, self.outcome)


@cache
def _decided(claim: ElementClaim, limits: Limits) -> ElementVerdict:
    whole = decide(obligation(claim, source=NOWHERE), limits, tightness=False)
    if whole.verdict is Verdict.PROVED:
        return ElementVerdict(claim, Holds.EVERYWHERE, whole)
    numbers = decide(obligation(claim, numbers=True, source=NOWHERE), limits, tightness=False)
    if numbers.verdict is Verdict.PROVED:
        return ElementVerdict(claim, Holds.NUMBERS, numbers, _contradiction(claim, whole))
    return ElementVerdict(claim, Holds.NOT, numbers)


def decided(claim: ElementClaim, limits: Limits) -> ElementVerdict:
    """The claim, decided for every pattern; where it is not proved, for numbers alone."""
    return _decided(claim, limits)


def _contradiction(claim: ElementClaim, outcome: Outcome) -> str:
    if outcome.witness is None:
        return ""
    values = outcome.witness.values
    stated = obligation(claim, source=NOWHERE)
    patterns: dict[str, Pattern] = {p.name: p for p in stated.inputs}
    given = ", ".join(f"{name} = {patterns[name].text(v)}" for name, v in values.items() if isinstance(v, int))
    if not bool(stated.evaluate(_with_values(claim, claim.defined), values)[0]):
        return f"with {given}, C leaves undefined what is computed"
    found = stated.evaluate("computed", values)[0]
    if claim.op is not None:
        return f"with {given} the comparison is {'true' if found else 'false'}"
    return f"of {given} it makes {_shown(claim, int(found))}"


def _shown(claim: ElementClaim, found: int) -> str:
    width = claim.of.width if claim.own is None else claim.own[0].bits
    return Pattern("", width, claim.of.dtype if width == claim.of.width else "").text(found)


def of_value(
    at: SourcePosition, of: Format, text: str, defined: str, element: Term, own: tuple[CInteger, CInteger] | None
) -> ElementClaim:
    """The claim that what is computed of an element is its value."""
    return ElementClaim(at, of, text, defined, (element,), own=own)


def as_it_is_read(of: Format) -> ElementClaim:
    """The claim that an element as it is read is its value."""
    return of_value(ANYWHERE, of, "a", "true", Variable("a", Sort.ELEMENT), None)


def as_numbers(of: Format) -> ElementClaim:
    """The claim that of two elements that are values, numbers compare as ranks do."""
    elements = (Variable("a", Sort.ELEMENT), Variable("b", Sort.ELEMENT))
    text = floats_compared(">", *"ab")
    return ElementClaim(ANYWHERE, of, text, "true", elements, op=Op.GT, counted=(True, True))


def of_order(at: SourcePosition, of: Format, text: str, defined: str, elements: tuple[Term, ...]) -> ElementClaim:
    """The claim that two elements are compared as their ranks; by which operator, trying patterns tells."""
    made = [ElementClaim(at, of, text, defined, elements, op=op) for op in _COMPARED]
    for wanted in (Holds.EVERYWHERE, Holds.NUMBERS):
        for claim in made:
            if seems(claim) is wanted:
                return claim
    return made[0]
