"""The clauses in ACSL: a predicate over integers for each that a call in C can break, named by its label.

Each is applied to what its variables are in a call: a field of `maxpool_call`, or what the definitions make of fields.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import fill

from proofs.acsl.reading import FUNCTIONS, identifier, to_acsl
from proofs.why3.theory.clauses import defined_by, definitions
from proofs.why3.theory.machine import PASSED
from reference.c.library import AUTO_PAD
from reference.c.statuses import clauses
from spec.language.fold import replace, substitute
from spec.language.terms import Sort, Symbol, Term, Variable, free_variables
from spec.maxpool.capacity import FITTING, largest, largest_index
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.vocabulary import AXES, dX, dY
from spec.operator.clauses import Clause, Scope
from spec.window.geometry import start_of, weakest_condition
from spec.window.names import dilation, kernel, m, pad_begin, pad_end, stride, x, y

MOST = "MAXPOOL_MAX"
CONSTANTS = {largest.name: MOST, largest_index.name: MOST, **{name: f"MAXPOOL_{name}" for name in AUTO_PAD}}
"""What the clauses name that the header has a constant for."""
SIZE = Symbol("size", (Sort.INT,) * len(PASSED), Sort.INT)
"""Y's size on an axis, of what is passed of the axis."""
WEAKEST = "weakest"
"""The predicate for the weakest condition on an axis under which each window meets the input."""
_AXIS = (Sort.INT,) * 5
IN_STEP = Symbol("in_step", _AXIS, Sort.BOOL)
"""The predicate for what it says of one window that starts before X."""
AT = Symbol("at", (Sort.INT, Sort.INT), Sort.INT)
"""Where a window starts in the padded input: a name that solvers find the lemmas on it by."""
CAPACITY = {c.label: c for c in FITTING.clauses if c.label in ("capacity.X", "capacity.padded", "capacity.Y")}
"""The conditions of capacity that C's types do not say of every call."""


def size() -> Term:
    """Y's size on an axis, as the definitions give it from what is passed."""
    values = {
        name: value for c in definitions(MAXPOOL) if c.scope is Scope.AXIS for name, value in defined_by(c.formula)
    }
    found = values[y]
    while not free_variables(found) <= set(PASSED):
        found = substitute(found, values)
    return found


SIZES: Mapping[Term, Term] = {
    **dict(zip(dY[:2], dX[:2], strict=True)),
    **{axis[y]: SIZE(*(axis[part] for part in PASSED)) for axis in AXES},
}
"""Y's sizes by what is passed."""


def variables(formula: Term) -> Sequence[Variable]:
    """What a formula is about, by name; the largest integers are constants of the header."""
    return sorted(free_variables(formula) - {largest, largest_index}, key=lambda v: v.name)


def in_a_call(quantity: Term) -> str:
    """How C reads a quantity of the call that `call` points at; sizes of Y come by their definitions."""
    return to_acsl(SIZES.get(quantity, quantity), _FIELDS)


def _field(name: str) -> str:
    return f"call->dX[{name.removeprefix('dX_')}]" if name.startswith("dX_") else f"call->{name}"


_FIELDS = {
    v.name: _field(v.name)
    for c in (*clauses(), *CAPACITY.values())
    for formula in FITTING.instances(c)
    for v in (*free_variables(formula), *(v for t in SIZES.values() for v in free_variables(t)))
    if v not in SIZES
}
ON_AXIS = {
    x.name: "call->dX[axis + 2]",
    pad_begin.name: "call->pads[axis]",
    pad_end.name: "call->pads[axis + 2]",
    kernel.name: "call->kernel_shape[axis]",
    dilation.name: "call->dilations[axis]",
    stride.name: "call->strides[axis]",
}
"""How C reads what is passed of the axis `axis`."""


def holds(clause: Clause) -> str:
    """The clause holds of the call that `call` points at: of both axes, if it is on an axis."""
    return " && ".join(holds_of_each(clause))


def holds_of_each(clause: Clause) -> tuple[str, ...]:
    """The clause holds of the call that `call` points at: of each axis apart, if it is on an axis."""
    of = variables(clause.formula)
    given = [[axis[v] for v in of] for axis in AXES] if clause.scope is Scope.AXIS else [of]
    return tuple(f"{identifier(clause.label)}({', '.join(map(in_a_call, quantities))})" for quantities in given)


def holds_on_axis(clause: Clause, of_y: str = "") -> str:
    """The clause holds on the axis `axis`; `of_y` is what Y's size is there, if it is not by its definition."""
    names = {**ON_AXIS, y.name: of_y or size_on_axis()}
    return f"{identifier(clause.label)}({', '.join(names[v.name] for v in variables(clause.formula))})"


def size_on_axis() -> str:
    """Y's size on the axis `axis`."""
    return to_acsl(SIZE(*PASSED), ON_AXIS)


def on_axis() -> tuple[Clause, ...]:
    """The clauses on what is passed of an axis, before anything is defined by it."""
    return tuple(c for c in clauses() if c.scope is Scope.AXIS and free_variables(c.formula) <= set(PASSED))


def of_attributes() -> tuple[Clause, ...]:
    """The clauses on attributes alone."""
    sizes = {*dX, x, y}
    return tuple(c for c in clauses() if not sizes & free_variables(c.formula))


def of_X() -> tuple[Clause, ...]:
    """The clauses on X's sizes alone."""
    return tuple(c for c in clauses() if free_variables(c.formula) <= {*dX, x})


# --- text ------------------------------------------------------------------------------------------


def _definition(word: str, name: str, of: Sequence[Variable], body: Term) -> str:
    return f"{word} {name}({_typed(of)}) = {to_acsl(body, CONSTANTS)};"


def _typed(of: Sequence[Variable]) -> str:
    return ", ".join(f"integer {identifier(v.name)}" for v in of)


def _for_all(of: Sequence[Variable]) -> str:
    return f"\\forall integer {', '.join(identifier(v.name) for v in of)};"


_PLACES: Mapping[Term, Term] = {m * stride: AT(m, stride), (y - 1) * stride: AT(y - 1, stride)}


def in_step() -> Term:
    """What the weakest condition says of one window that starts before X, where the dilation is beyond X."""
    return (m * stride < pad_begin).implies(start_of(m) % dilation < x)


def weakest() -> Term:
    """The weakest condition, with names for what it says of one window."""
    return replace(replace(weakest_condition(), {in_step(): IN_STEP(*variables(in_step()))}), _PLACES)


def declarations() -> Iterator[str]:
    """The logic functions and predicates, each clause's under its label and statement."""
    yield from FUNCTIONS.splitlines()
    yield _definition("logic integer", SIZE.name, PASSED, size())
    for clause in (*clauses(), *CAPACITY.values()):
        yield f"// {clause.label}: {clause.statement}"
        yield _definition("predicate", identifier(clause.label), variables(clause.formula), clause.formula)
    yield "// Definitions, written as axioms: so they are not unfolded, and lemmas on them are found by their names."
    yield "axiomatic places {"
    yield f"logic integer {AT.name}({_typed((m, stride))}) reads \\nothing;"
    yield f"axiom {AT.name}_is: {_for_all((m, stride))} {to_acsl(AT(m, stride).eq(m * stride))};"
    one, of = replace(in_step(), _PLACES), variables(in_step())
    yield f"predicate {IN_STEP.name}({_typed(of)}) reads \\nothing;"
    yield f"axiom {IN_STEP.name}_is: {_for_all(of)} {to_acsl(IN_STEP(*of).iff(one))};"
    yield "}"
    yield "// The weakest condition under which each window of an axis meets the input."
    yield _definition("predicate", WEAKEST, variables(weakest()), weakest())


def weakest_on_axis(of_y: str) -> str:
    """The weakest condition on the axis `axis`."""
    names = {**ON_AXIS, y.name: of_y}
    return f"{WEAKEST}({', '.join(names[v.name] for v in variables(weakest()))})"


def in_step_on_axis(window: str) -> str:
    """What it says of one window of the axis `axis`."""
    names = {**ON_AXIS, m.name: window}
    return f"{IN_STEP.name}({', '.join(names[v.name] for v in variables(in_step()))})"


def annotation(lines: Sequence[str], indent: str = "") -> str:
    """An annotation of C."""
    wrapped = [
        fill(
            line,
            118,
            initial_indent=indent + "    ",
            subsequent_indent=indent + ("    // " if line.startswith("//") else "      "),
            break_long_words=False,
            break_on_hyphens=False,
        )
        for line in lines
    ]
    return "\n".join([f"{indent}/*@", *wrapped, f"{indent}*/", ""])
