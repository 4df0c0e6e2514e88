"""The sizes in Why3's machine integers: a program that never overflows for what fits, and of which C is extracted.

Integers are `int64` of `mach.int`, whose operations demand that their result fits. What a call must meet is required in
the clauses' own words, and what the definitions say is ensured; one condition is added, that the padded input fits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from proofs.why3.clauses import clause_name, defined_by, definitions
from spec.language.fold import subterms
from spec.language.terms import Op, Operation, Term, Variable, free_variables
from spec.operator.clauses import Clause
from spec.operator.operator import Operator
from spec.readings.whyml import identifier, to_whyml
from spec.window.names import dilation, kernel, pad_begin, pad_end, stride, x

PASSED = (x, pad_begin, pad_end, dilation, kernel, stride)
"""What is passed of an axis."""
FITS = x + pad_begin + pad_end
"""The largest quantity on the way: an extent that is no larger than the padded input fits too."""
MODULE, FUNCTION = "Machine", "size"


def size(operator: Operator) -> str:
    """The module: Y's size on an axis, from its attributes. What the clauses define is passed as ghosts."""
    defining, defined = _defining(operator), dict(_values(operator))
    ghosts = {v: f"_{v.name}" for v in defined}
    *_, last = defined
    passed, given = " ".join(v.name for v in PASSED), " ".join(ghosts.values())
    lines = [f"  (* {_WORDS} *)", f"  let {FUNCTION} ({passed} : int64) (ghost {given} : int) : int64"]
    for clause in operator.on_axis().clauses:
        if clause in defining or free_variables(clause.formula) <= {*PASSED, last}:
            lines.append(f"    requires {{ [@expl:{clause.label}] {_applied(clause, ghosts)} }}")
    lines.append(f"    requires {{ [@expl:capacity] {to_whyml(FITS)} <= max_int64 }}")
    lines.append(f"    ensures {{ [@expl:{defining[-1].label}] to_int result = {ghosts[last]} }}")
    return "\n".join([*lines, "  =", *_body(defined, ghosts)])


_WORDS = "Y's size on a spatial axis, in 64 bits."


def _defining(operator: Operator) -> tuple[Clause, ...]:
    """The definitions on an axis, each after those that it needs."""
    return tuple(c for c in operator.on_axis().clauses if c in set(definitions(operator)))


def _values(operator: Operator) -> Iterator[tuple[Variable, Term]]:
    for clause in _defining(operator):
        yield from defined_by(clause.formula)


def _applied(clause: Clause, names: Mapping[Variable, str]) -> str:
    free = sorted(free_variables(clause.formula), key=lambda v: v.name)
    return " ".join([clause_name(clause.label), *(names.get(v, identifier(v.name)) for v in free)])


def _body(defined: Mapping[Variable, Term], ghosts: Mapping[Variable, str]) -> Iterator[str]:
    """The definitions computed one after another; of the division, ghosts say that it is the one of the clauses."""
    *names, last = defined
    ((p, q),) = [t.args for t in subterms(defined[last]) if isinstance(t, Operation) and t.op is Op.FLOOR_DIV]
    whole, part = to_whyml(p, {v.name: text for v, text in ghosts.items()}), to_whyml(q)
    yield f"    assert {{ 0 <= {whole} by {whole} = {part} * div {whole} {part} + mod {whole} {part} }};"
    for name in names:
        yield f"    let {name.name} = {to_whyml(defined[name])} in"
    yield f"    let ghost quotient = pure {{ Computer.div {to_whyml(p)} {part} }} in"
    yield f"    let ghost rest = pure {{ Computer.mod {to_whyml(p)} {part} }} in"
    yield f"    quotient_and_remainder {whole} quotient rest (to_int {part});"
    yield f"    {to_whyml(defined[last]).replace(to_whyml(p // q), f'{to_whyml(p)} / {part}')}"
