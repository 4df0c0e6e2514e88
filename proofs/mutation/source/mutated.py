"""Functions of somebody's files with their mutants, and how one of these is read and put to the proof."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Protocol, Self

from proofs.mutation.source.python_mutants import SourceMutant, names_next_to, source_mutants
from proofs.mutation.source.text_change import TextChange
from proofs.program.c.lowering.pointers import NOT_NULL_INDICES
from proofs.program.c.parameters.quantities import Quantities
from proofs.program.c.proving import (
    MAY_BE_NULL,
    CSource,
    element_range,
    null_results,
    prove_c,
    results_of,
    understand,
)
from proofs.program.logic.solving import Session
from proofs.program.maxpool.proof import LIMITS, ConditionOutcome, attempt
from proofs.program.prove_source import SourceReport, prove_source
from proofs.program.running.witness import ANY_TYPE, ElementRange
from proofs.program.source.language import Function
from proofs.program.source.module import FunctionText, function_of
from proofs.program.source.refused import Refused
from proofs.program.source.subset import parsed
from proofs.solvers.answers import Limits
from reference.common.isolation import Bounds, isolated

Attempt = Callable[[Session], tuple[tuple[ConditionOutcome, ...], str | None]]
"""What becomes of a function's conditions before any is asked in full, and the sizes that fit, in words."""
Understood = tuple[SourceReport, Function, Attempt, ElementRange]
"""What is known of a function before it is proved, the function, its attempt, and what no element of X is below."""
CHANGING = Bounds(seconds=600.0, processor_seconds=500, megabytes=2000)


class Change(Protocol):
    """A mutant: its line, and what is changed, in words."""

    @property
    def line(self) -> int:
        """The line, from 1."""

    @property
    def text(self) -> str:
        """The part that is changed, and what stands there instead."""


class Mutated(Protocol):
    """A function with its mutants."""

    @property
    def place(self) -> str:
        """The file, as it was named."""

    def changes(self) -> Sequence[Change]:
        """The mutants, in a fixed order, of a function that is proved."""

    def prove(self, limits: Limits) -> SourceReport:
        """The report on the function as it is."""

    def understand(self, number: int) -> Understood | SourceReport:
        """A mutant as what is proved, or its refusal."""


@dataclass(frozen=True, slots=True)
class MutatedPython:
    """A function of a file in Python; its helpers are mutated too."""

    place: str
    source: bytes
    name: str

    def changes(self) -> Sequence[SourceMutant]:
        """The mutants, in a fixed order, of a function that is proved."""
        return [mutant for _, mutant in _of_python(self)]

    def prove(self, limits: Limits) -> SourceReport:
        """The report on the function as it is."""
        return prove_source(self.source, self.name, limits)

    def understand(self, number: int) -> Understood | SourceReport:
        """A mutant as what is proved, or its refusal."""
        changed, mutant = _of_python(self)[number]
        text = _with(function_of(self.source, self.name), changed, mutant)
        report = SourceReport(self.name, (), 0.0, text=text)
        try:
            function = parsed(text)
        except Refused as refused:
            return replace(report, refused=refused)
        return report, function, lambda session: (attempt(function, session), None), ANY_TYPE


@cache
def _of_python(mutated: MutatedPython) -> list[tuple[str, SourceMutant]]:
    """The mutants of a function and of its helpers, each with the name of what is changed."""
    text = function_of(mutated.source, mutated.name)
    function = parsed(text)
    own = [(text.node.name, m) for m in source_mutants(text.node, names_next_to(function, text.node))]
    helpers = [(h.node.name, m) for h in text.helpers for m in source_mutants(h.node, {})]
    return own + helpers


def _with(text: FunctionText, changed: str, mutant: SourceMutant) -> FunctionText:
    """The function with a mutant in its own place, or in that of a helper."""
    if changed == text.node.name:
        return replace(text, node=mutant.tree)
    around = replace(text.around, helpers={**text.around.helpers, changed: mutant.tree})
    return replace(text, around=around)


@dataclass(frozen=True, slots=True)
class MutatedC:
    """A function of a file in C; the functions and macros of the file that it uses are mutated too.

    Mutants are held to `known`: what the function's parameters stand for, and for which calls it is; and where a null
    pointer may be passed for Indices (`null`), they are put to that too. `report` is on the function as it is.
    """

    source: CSource
    known: Quantities
    null: bool = False
    report: SourceReport | None = None

    @classmethod
    def of(cls, source: CSource) -> Self:
        """A function with what is known of it; where it is refused, its report will say so."""
        _, understood = understand(source)
        if understood is None:
            return cls(source, source.quantities)
        _, found = understood
        tensors = {own: role for role, own in found.tensors.items()}
        calls = {name.name: value for name, value in found.meaning.calls.items()}
        known = Quantities(tensors, found.meaning.leaves, calls, found.meaning.layout, source.quantities.element)
        report = prove_c(source, LIMITS)
        return cls(source, known, found.without_indices is not None and MAY_BE_NULL in report.shown, report)

    @property
    def place(self) -> str:
        """The file, as it was named."""
        return self.source.file

    def changes(self) -> Sequence[TextChange]:
        """The mutants, in a fixed order, of a function that is proved."""
        arguments = tuple(self.source.options.arguments())
        return changes_of_c(self.source.file, self.source.text, (self.source.name,), arguments)

    def prove(self, limits: Limits) -> SourceReport:
        """The report on the function as it is."""
        return self.report or prove_c(self.source, limits)

    def understand(self, number: int) -> Understood | SourceReport:
        """A mutant as what is proved, or its refusal."""
        return self.understand_text(self.changes()[number].of(self.source.text))

    def understand_text(self, text: bytes) -> Understood | SourceReport:
        """The function as it is in another text of the file."""
        report, understood = understand(replace(self.source, text=text, quantities=self.known))
        if understood is None:
            return report
        _, found = understood

        def tried(session: Session) -> tuple[tuple[ConditionOutcome, ...], str | None]:
            results, most = results_of(found, session)
            if self.null and found.without_indices is not None and most is not None:
                results += null_results(found.without_indices, most, session)
            return results, None if most is None else str(most)

        # Where no pointer is asked for, none is followed that may be null: that is refused, or not proved.
        left = tuple(a for a in report.assumptions if not (self.null and a == NOT_NULL_INDICES))
        return replace(report, assumptions=left), found.as_run, tried, element_range(found)


@cache
def changes_of_c(file: str, text: bytes, names: tuple[str, ...], arguments: tuple[str, ...]) -> list[TextChange]:
    """The mutants of some functions of a file in C, with what they call. Raises Refused where one is not read."""
    return isolated(_text_changes, file, text, names, arguments, bounds=CHANGING)


def _text_changes(file: str, text: bytes, names: tuple[str, ...], arguments: tuple[str, ...]) -> list[TextChange]:
    """In a process of its own, as all that a stranger's file is parsed in."""
    from proofs.mutation.source.c_mutants import text_changes  # it needs libclang

    return text_changes(file, text, names, arguments)
