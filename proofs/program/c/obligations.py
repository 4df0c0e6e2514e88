"""The obligations `c.…`: the loops of the implementation in C, proved from their source.

`c.WIDTH.PLACE` are the verification conditions at one place, with sizes of that many bits, for calls whose quantities
fit; `c.WIDTH.null.PLACE` those where a null pointer is passed for Indices. They are of all element types: what differs
is what is computed from elements, and that is in `c.TYPE.value` and `c.TYPE.order`, on every bit pattern.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from proofs.engine.statement import Statement
from proofs.program.c.elements.claims import NAN, ElementClaim, obligation
from proofs.program.c.function import Lowered, lowered
from proofs.program.c.parameters.quantities import Quantities
from proofs.program.c.reading.reader import CompilerOptions, absent, read_all
from proofs.program.c.reading.tree import CUnit
from proofs.program.logic.obligation import ProgramObligation
from proofs.program.logic.outputs import with_local_outputs
from proofs.program.logic.plan import Path
from proofs.program.maxpool.capacity import QUANTITIES, Capacity, with_capacity
from proofs.program.maxpool.plan import plans
from proofs.program.maxpool.proof import FITS, Group, conditions, groups
from proofs.program.obligations import OF_A_CALL
from proofs.program.source.language import Function, number
from proofs.program.source.refused import Refused
from proofs.program.source.rewriting import rewritten
from reference.c.library import SOURCE
from reference.common.errors import CannotRun
from spec.language.fold import substitute
from spec.language.terms import Literal
from spec.maxpool.operator import TYPES
from spec.maxpool.vocabulary import lowest
from spec.operator.clauses import Source

FILE = "reference/c/maxpool.c"
WIDTHS = (32, 64)
ELEMENTS: Mapping[str, str | None] = {name: "float16" if name == "float16" else None for name in TYPES}
"""The types, with what integers hold the bits of, where they do."""
BOUNDED = ("N·C·H·W", "N·C·OH·OW", "H + pads", "W + pads")
"""The quantities that the checks before the loops hold to the largest integer."""
ABOUT: Mapping[str, tuple[str, ...]] = {
    "return": ("Y.max-over-input", "Y.max", "Y.bits", "Indices.first-maximum", "Indices.flat"),
}
"""The clauses that the conditions at a place speak of."""


@dataclass(frozen=True, slots=True)
class TypedProgram:
    """The loops for one type of elements, and their claims on elements, each element known to be a value or not."""

    name: str
    found: Lowered
    claims: tuple[ElementClaim, ...]


@cache
def typed(name: str, width: int) -> TypedProgram:
    """The loops for a type; raises CannotRun where what holds does so for numbers only, and what `lowered` raises."""
    found = lowered(units()[width][name], Quantities(element=ELEMENTS[name]))
    claims = found.claims.as_if_shown()
    if claims is None:
        why = f"where it is a NaN, that is not what clause {NAN} says of it"
        raise CannotRun(f"{FILE}: {name}: an element is compared or stored as it is read; {why}")
    if found.without_indices is None:
        raise CannotRun(f"{FILE}: {name}: Indices must not be null")
    return TypedProgram(name, found, claims)


@cache
def units() -> Mapping[int, Mapping[str, CUnit]]:
    """The loops by width and type, as the parser reads them; raises CannotRun where there are none it understands."""
    options = [CompilerOptions(definitions=(f"MAXPOOL_WIDTH={width}",)) for width in WIDTHS]
    loops = [f"maxpool_{name}_windows" for name in ELEMENTS]
    try:
        found = read_all(str(SOURCE), SOURCE.read_bytes(), loops, options)
    except Refused as refused:
        raise CannotRun(f"{FILE}: {refused}. It has to have loops for each type that X.types names.") from refused
    return {width: dict(zip(ELEMENTS, of, strict=True)) for width, of in zip(WIDTHS, found, strict=True)}


def common(functions: Sequence[Function]) -> Function:
    """The one program that all are, but for their names and for the element that the choice starts from.

    Of the number that stands for that element nothing is known: what is proved of it holds of any. Raises CannotRun
    where they differ.
    """
    first, *others = (_nameless(function) for function in functions)
    if any(other != first for other in others):
        raise CannotRun(f"{FILE}: the loops of the types are different programs")
    return first


def _nameless(function: Function) -> Function:
    body = rewritten(function.body, lambda term: substitute(term, {lowest: number(Literal(0))}))
    return replace(function, name="windows", body=body)


def of_elements(program: TypedProgram) -> Iterator[Statement]:
    """The claims of a type on its elements, which stand in both widths."""
    for claim in program.claims:
        label = f"c.{program.name}.{'value' if claim.op is None else 'order'}"
        source = Source(FILE, f"maxpool_{program.name}_windows", claim.at.line)
        yield obligation(claim, label=label, source=source)


def at_places(function: Function, width: int, prefix: str) -> Iterator[ProgramObligation]:
    """What is to be shown at each place of the loops, for calls that fit."""
    largest = 2 ** (width - 1) - 1
    fitting = Capacity({name: largest for name in QUANTITIES if name in BOUNDED})
    function = with_local_outputs(function)
    # The last guard is that the index is above its first value, -1, as one that counts elements is.
    for group in groups(conditions(function, plans(function)[-1])):
        words = "; ".join(dict.fromkeys(condition.words for condition in group.conditions))
        yield ProgramObligation(
            label=f"{prefix}.{group.label}",
            statement=f"Line {int(group.line)} of the loops in C: {words}.",
            source=Source(FILE, "windows", int(group.line)),
            about=tuple(a for a in ABOUT.get(group.label, ()) if function.outputs[1:] or not a.startswith("Indices")),
            known=_known(group, function, fitting),
            conditions=tuple(replace(condition, line=int(condition.line)) for condition in group.conditions),
            of_a_call=OF_A_CALL,
        )


def _known(group: Group, function: Function, fitting: Capacity) -> Path:
    if any(condition.label.endswith(FITS) for condition in group.conditions):
        return with_capacity(fitting, function, group.conditions)
    return group.known


@cache
def obligations() -> tuple[Statement, ...]:
    """The proof of the loops in C; none where C cannot be read."""
    if absent():
        return ()
    found: list[Statement] = []
    by_width = {width: [typed(name, width) for name in ELEMENTS] for width in WIDTHS}
    for one, other in zip(*by_width.values(), strict=True):
        if [c.text for c in one.claims] != [c.text for c in other.claims]:
            raise CannotRun(f"{FILE}: {one.name}: elements are computed with in another way in the other width")
        found += of_elements(one)
    for width, programs in by_width.items():
        found += at_places(common([p.found.function for p in programs]), width, f"c.{width}")
        null = [p.found.without_indices.function for p in programs if p.found.without_indices]
        found += at_places(common(null), width, f"c.{width}.null")
    return tuple(found)
