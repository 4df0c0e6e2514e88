"""A function of C as one of the instructions that are proved: `lowered` is the second front end's way in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from proofs.program.c.elements.claimed import Claims
from proofs.program.c.elements.counted import ElementClaims, without_marks
from proofs.program.c.lowering.scan import changed, element_variables
from proofs.program.c.lowering.scope import INDICES, CProgram, CScope, Local, Walker, X, Y
from proofs.program.c.lowering.statements import Statements
from proofs.program.c.lowering.values import ZERO, NullValue, PartValue, PlaceValue
from proofs.program.c.lowering.wrapping import wrapping_variables
from proofs.program.c.parameters.quantities import ParameterMeaning, Quantities, meaning
from proofs.program.c.parameters.sizes import named_sizes
from proofs.program.c.parameters.tensors import element_of, pointee, scalar, tensors
from proofs.program.c.reading.tree import CParameter, CUnit, SourcePosition, refused
from proofs.program.c.reading.types import CArray, CBoolean, CFloating, CInteger, CPointer, CType, CVoid
from proofs.program.c.rewriting.arrays import with_variables_for_entries
from proofs.program.c.rewriting.choices import with_whole_choices
from proofs.program.c.rewriting.members import with_pointers_of_structures
from proofs.program.c.rewriting.sentinels import with_flags
from proofs.program.c.rewriting.whiles import with_counting_loops
from proofs.program.logic.outputs import with_local_outputs
from proofs.program.loops.fills import with_fills_at_cells
from proofs.program.loops.separated import separated
from proofs.program.maxpool.roles import roles
from proofs.program.source.language import Assign, Function, Instruction, MemoryOrder, Return, While, everywhere
from proofs.program.source.refused import Refused
from proofs.theories.floats.bits import Format
from spec.language.terms import Literal, Sort


@dataclass(frozen=True, slots=True)
class Lowered:
    """The function in instructions; what its parameters stand for; what is assumed of the caller; the elements.

    `claims` are those on what is computed from elements; `without_indices` is the same function where a null pointer
    is passed for Indices, if it asks for that. `as_run` does the same as `function` if that is proved; on a call
    it does what is written in any case.
    """

    function: Function
    as_run: Function
    tensors: Mapping[str, str]
    meaning: ParameterMeaning
    assumed: tuple[str, ...]
    element: CInteger | CFloating
    of: Format
    index: CInteger | None
    claims: ElementClaims
    asks_for_indices: bool = False
    without_indices: Lowered | None = None

    @property
    def keeps_bits(self) -> bool:
        """Elements are floats, kept in integers as their bits."""
        return self.of.is_float and isinstance(self.element, CInteger)


def lowered(unit: CUnit, given: Quantities) -> Lowered:
    """The function of a unit; raises Refused with line, column and reason."""
    try:
        lowering = _Lowering(unit, given)
        found = lowering.lowered()
        if not lowering.program.asks_for_indices:
            return found
        return replace(found, asks_for_indices=True, without_indices=_without_indices(unit, given))
    except RecursionError:
        raise refused(unit.function.at, "the function is nested too deeply") from None


def _without_indices(unit: CUnit, given: Quantities) -> Lowered | None:
    """The function where a null pointer is passed for Indices; None where it is not understood then."""
    try:
        return _Lowering(unit, given, null=INDICES).lowered()
    except Refused:
        return None


class _Lowering:
    def __init__(self, unit: CUnit, given: Quantities, *, null: str = "") -> None:
        unit = with_variables_for_entries(unit)
        self.unit, self.given, self.definition = unit, given, with_pointers_of_structures(unit.function)
        self.tensors = tensors(self.definition, unit.helpers, given.tensors, given.element)
        self.element, self.of = element_of(self.tensors[X], given.element)
        if element_of(self.tensors[Y], given.element)[0] != self.element:
            raise refused(self.tensors[Y].at, "X and Y have elements of different types")
        self.null = self.tensors.pop(null, None)
        self.program = CProgram(self.element, self.of, Claims(self.element, self.of, unit.helpers))
        self.outputs = tuple(name for name in (Y, INDICES) if name in self.tensors)

    def lowered(self) -> Lowered:
        source = self.definition.body
        scope = CScope(changing=frozenset(changed(source)), wrapping=wrapping_variables(source))
        statements = Statements(self.program, self.unit.helpers, self.outputs)
        for name, parameter in self.tensors.items():
            self._tensor(name, parameter, scope, statements)
        for parameter in self.definition.parameters:
            if parameter == self.null:
                scope.names[parameter.key] = NullValue()
            elif parameter not in self.tensors.values():
                self._parameter(parameter, scope, statements)
        if isinstance(self.element, CInteger):
            pointers = frozenset(p.key for name, p in self.tensors.items() if name != INDICES)
            scope.elements = element_variables(source, frozenset(), pointers)
        lengths = self._lengths(scope, statements)
        body = (*statements.out, *statements.block(source.body, scope))
        marked = self._function(self._ended(body))
        claims = ElementClaims(self.of, tuple(self.program.claims.made), tuple(self.program.claims.compared), marked)
        written = without_marks(marked)
        counting = with_counting_loops(written)
        function = _with_local_outputs(with_fills_at_cells(counting))
        function, assumed = with_flags(with_whole_choices(function), is_integer=not self.of.is_float)
        found, whole = self._meant(function, lengths, channels_last=False)
        if whole.flat and not _reads_taps(whole):
            # Lists of sizes may be in the order of a memory with the channels last.
            other = self._meant(function, lengths, channels_last=True)
            found, whole = other if _reads_taps(other[1]) else (found, whole)
        enters = any(isinstance(s, While) and s.entered for s in everywhere(written.body))
        does_same = not enters and counting == with_fills_at_cells(counting)
        as_run = whole if does_same else named_sizes(found.put(written, self.program))
        index = None if INDICES not in self.tensors else scalar(pointee(self.tensors[INDICES].type) or CVoid())
        return Lowered(
            whole,
            as_run,
            {name: parameter.name for name, parameter in self.tensors.items()},
            found,
            (*self.program.assumed, *assumed),
            self.element,
            self.of,
            index if isinstance(index, CInteger) else None,
            claims,
        )

    def _meant(
        self, function: Function, lengths: Sequence[tuple[str, int, object]], *, channels_last: bool
    ) -> tuple[ParameterMeaning, Function]:
        """What the parameters stand for, and the function in these names, with the order of the axes in memory."""
        at = self.definition.at
        found = meaning(separated(function), self.program, self.given, lengths, at, channels_last=channels_last)
        whole = named_sizes(found.put(function, self.program))
        if self.given.layout is not None or not whole.flat:
            return found, whole
        layout = _layout(whole)
        return replace(found, layout=layout), replace(whole, layout=layout)

    def _tensor(self, name: str, parameter: CParameter, scope: CScope, statements: Statements) -> None:
        to = pointee(parameter.type)
        assert to is not None
        self.program.arrays[name] = Sort.INT if name == INDICES else Sort.ELEMENT
        if not isinstance(to, CArray):
            self.program.flat.add(name)
        place = PlaceValue(name, (), ZERO, to)
        scope.names[parameter.key] = place
        if parameter.key in scope.changing:
            walker = Walker(self.program.fresh(parameter.name, Sort.INT), to, name)
            scope.names[parameter.key] = walker
            statements.out.append(Assign(self.program.line(parameter.at), (walker.name,), (ZERO,)))

    def _parameter(self, parameter: CParameter, scope: CScope, statements: Statements) -> None:
        if not isinstance(parameter.type, CInteger | CBoolean):
            kind = parameter.type
            # An array keeps its length, though C drops it: it says how many entries a caller has to pass.
            scope.names[parameter.key] = PartValue(parameter.name, kind.to if isinstance(kind, CPointer) else kind)
        elif parameter.key in scope.changing:
            local = Local(self.program.fresh(parameter.name, Sort.INT), parameter.type, Sort.INT)
            scope.names[parameter.key] = local
            leaf = self.program.leaves.get(parameter.name, parameter.type)
            statements.out.append(Assign(self.program.line(parameter.at), (local.name,), (leaf,)))
        else:
            scope.names[parameter.key] = statements.expressions.part(parameter.name, parameter.type, parameter.at)

    def _lengths(self, scope: CScope, statements: Statements) -> list[tuple[str, int, object]]:
        """The lengths that the declared types give to the dimensions of the tensors: tensor, axis, term."""
        found: list[tuple[str, int, object]] = []
        for name, parameter in self.tensors.items():
            to = pointee(parameter.type)
            if not isinstance(to, CArray):
                continue
            lengths = [statements.expressions.whole(length, scope) for length in parameter.lengths] or _constant(to)
            rank = _rank(to)
            lengths = lengths[-rank:]
            self.program.lengths[name] = tuple(lengths)
            found += [(name, 4 - rank + i, length) for i, length in enumerate(lengths)]
            if rank < 3:
                found += [(name, axis, Literal(1)) for axis in range(4 - rank - 1)]
        return found

    def _ended(self, body: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
        """The body, with the return that stands at the end of a function that gives nothing."""
        if body and isinstance(body[-1], Return):
            return body
        if not isinstance(self.definition.result, CVoid):
            raise refused(self.definition.at, "the last statement must be `return`", "let every path end in one return")
        return (*body, Return(self.program.line(SourcePosition(self.definition.last_line, 1)), self.outputs))

    def _function(self, body: tuple[Instruction, ...]) -> Function:
        last = body[-1]
        assert isinstance(last, Return)
        if last.status is not None and not isinstance(last.status, Literal):
            raise refused(SourcePosition(last.line, 1), "the status of success must be a constant")
        success = last.status.value if isinstance(last.status, Literal) else 0
        assert isinstance(success, int)
        wanted = 1 if isinstance(self.definition.result, CBoolean) else 0
        if last.status is not None and success != wanted:
            reason = f"the last return gives {success}, and {wanted} is what says that all went well"
            raise refused(SourcePosition(last.line, 1), reason)
        return Function(
            self.definition.name,
            body,
            self.program.sorts,
            self.program.arrays,
            given=frozenset(self.outputs),
            flat=frozenset(self.program.flat),
            success=success,
        )


def _with_local_outputs(function: Function) -> Function:
    """The function with variables in place of outputs that are read back; as it is, where that is refused later."""
    try:
        return with_local_outputs(function)
    except Refused:
        return function


def _rank(kind: CType) -> int:
    return 1 + _rank(kind.of) if isinstance(kind, CArray) else 0


def _constant(kind: CType) -> list[Literal]:
    found = []
    while isinstance(kind, CArray):
        assert kind.length is not None
        found.append(Literal(kind.length))
        kind = kind.of
    return found


def _reads_taps(function: Function) -> bool:
    """X is seen to be read where a tap of the current cell stands."""
    try:
        return roles(separated(function)).reads_taps
    except Refused:
        return False


def _layout(function: Function) -> MemoryOrder:
    """The first order of the axes in memory in which the loops over cells count the indices of Y."""
    separate = separated(function)
    for layout in MemoryOrder:
        try:
            roles(replace(separate, layout=layout))
        except Refused:
            continue
        return layout
    return MemoryOrder.NCHW
