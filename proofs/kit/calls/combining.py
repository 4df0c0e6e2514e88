"""Every combination of classes up to a strength, each with the smallest call that is in all of them.

A combination takes one class each of some factors: of the first axis, of the second, of the call, of its elements. It
falls apart into what it asks of each axis and of the call, which are solved alone. What it leaves open is the smallest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product

from proofs.kit.calls.solving import Domain, Infeasible, Solution, Undecided, axis_domain, call_domain
from reference.common.pool import run_tasks
from spec.maxpool.classes.bounds import BoundaryClass
from spec.maxpool.classes.classes import AXIS_CLASSES, CALL_CLASSES, ELEMENT_CLASSES, ElementClass
from spec.maxpool.operator import TYPES
from spec.readings.value import Environment

PLACES = ("axis 0", "axis 1", "call", "elements")
"""Where a class is chosen: of rows, of columns, of the call, of the elements in a window."""
ELEMENTS = {e.of.name: e for e in ELEMENT_CLASSES}
AT_A_TIME = 20
"""So many sets of classes a process asks the solvers about; as few are not worth a process."""


@dataclass(frozen=True, slots=True)
class ClassChoice:
    """A class in its place."""

    place: str
    of: BoundaryClass

    def __str__(self) -> str:
        return f"{self.place}: {self.of.name}"


Combination = tuple[ClassChoice, ...]
Axis = Environment
Key = tuple[tuple[tuple[str, object], ...], ...]


@dataclass(slots=True)
class Sought:
    """A call that is sought: its axes, its batches, channels and type, its class of elements, and why it is wanted."""

    axes: tuple[Axis, Axis]
    whole: Environment
    elements: ElementClass | None
    wanted: list[Combination] = field(default_factory=list)


@dataclass(slots=True)
class Combined:
    """All that comes of a strength: the calls, what is infeasible or undecided, how many combinations there are."""

    strength: int
    combinations: int = 0
    sought: dict[Key, Sought] = field(default_factory=dict)
    infeasible: dict[tuple[str, tuple[str, ...]], Infeasible] = field(default_factory=dict)
    undecided: dict[tuple[str, tuple[str, ...]], Undecided] = field(default_factory=dict)
    ruled_out: int = 0


def choices(types: Sequence[str] = TYPES) -> dict[tuple[str, str], list[ClassChoice]]:
    """The choices by place and factor; of the element types, some."""
    found: dict[tuple[str, str], list[ClassChoice]] = {}
    element_classes = [e.of for e in ELEMENT_CLASSES]
    for place, classes in zip(PLACES, (AXIS_CLASSES, AXIS_CLASSES, CALL_CLASSES, element_classes), strict=True):
        for c in classes:
            if not c.name.startswith("dtype(X)") or any(c.name.endswith(f" {t}") for t in types):
                found.setdefault((place, c.factor), []).append(ClassChoice(place, c))
    return found


def combine(strength: int, types: Sequence[str] = TYPES) -> Combined:
    """Solve every combination of at most so many choices."""
    combined, solver = Combined(strength), _Solver(axis_domain(), call_domain(tuple(types)))
    solver.prepare(part for c in _combinations(strength, types) for part in solver.parts(c)[:2])
    for combination in _combinations(strength, types):
        combined.combinations += 1
        solver.add(combination, combined)
    return combined


def _combinations(strength: int, types: Sequence[str]) -> Iterator[Combination]:
    factors = list(choices(types).values())
    for size in range(strength + 1):
        for some in combinations(factors, size):
            yield from product(*some)


Part = tuple[Domain, frozenset[str]]
"""What a combination asks of an axis or of the call."""


@dataclass(frozen=True, slots=True)
class _Solver:
    axis: Domain
    call: Domain

    def parts(self, combination: Combination) -> tuple[Part, Part, Part]:
        """What a combination asks of the first axis, of the second, and of the call."""
        elements = _elements(combination)
        return (
            (self.axis, _asked(combination, "axis 0", elements.rows if elements else "")),
            (self.axis, _asked(combination, "axis 1", elements.columns if elements else "")),
            (self.call, _asked(combination, "call", elements.of.name if elements else "")),
        )

    def prepare(self, parts: Iterable[Part]) -> None:
        """Ask what is to be asked of an axis, many at a time; what is little is asked when it is its turn."""
        unfound = self.axis.not_found(asked for _, asked in parts)
        if len(unfound) > AT_A_TIME:
            tasks = [(unfound[i : i + AT_A_TIME],) for i in range(0, len(unfound), AT_A_TIME)]
            for solved in run_tasks(_proved, tasks):
                self.axis.learn(solved)

    def add(self, combination: Combination, combined: Combined) -> None:
        """Solve a combination, and add the call that comes of it, or why there is none."""
        found = [domain.solve(asked) for domain, asked in self.parts(combination)]
        for solution in found:
            if isinstance(solution, Infeasible):
                combined.infeasible[solution.domain, solution.classes] = solution
            elif isinstance(solution, Undecided):
                combined.undecided[solution.domain, solution.classes] = solution
        if any(isinstance(solution, Infeasible | Undecided) for solution in found):
            combined.ruled_out += 1
            return
        first, second, whole = (s for s in found if not isinstance(s, Infeasible | Undecided))
        elements = _elements(combination)
        of = {"elements": elements.of.name if elements else ""}
        key = tuple(tuple(v.items()) for v in (first, second, whole, of))
        combined.sought.setdefault(key, Sought((first, second), whole, elements)).wanted.append(combination)


def _proved(parts: Sequence[frozenset[str]]) -> dict[frozenset[str], Solution]:
    return {asked: axis_domain().prove(asked) for asked in parts}


def _elements(combination: Combination) -> ElementClass | None:
    return next((ELEMENTS[c.of.name] for c in combination if c.place == "elements"), None)


def _asked(combination: Combination, place: str, need: str) -> frozenset[str]:
    return frozenset([c.of.name for c in combination if c.place == place] + ([need] if need else []))


def classes_in(sought: Sought, solver: tuple[Domain, Domain]) -> Iterator[ClassChoice]:
    """All classes that a call is in, sought for them or not; of its elements, the one that it was sought for."""
    axis, call = solver
    has = (*(axis.features_of(a) for a in sought.axes), call.features_of(sought.whole))
    for place, classes, found in zip(PLACES, (AXIS_CLASSES, AXIS_CLASSES, CALL_CLASSES), has, strict=False):
        yield from (ClassChoice(place, c) for c in classes if c.name in found)
    if sought.elements is not None:
        yield ClassChoice("elements", sought.elements.of)


def names(combination: Iterable[ClassChoice]) -> tuple[str, ...]:
    """A combination in words."""
    return tuple(map(str, combination))
