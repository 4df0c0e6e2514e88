"""The plain loops in WhyML, with the invariants that prove the reference, made of the same data.

Tensors are total functions here: how often each cell is written, which the reference's proof counts, is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter

from proofs.program.logic.plan import Invariant
from proofs.program.maxpool.invariants import (
    CELLS,
    TAPS,
    done,
    in_kernel,
    in_Y,
    seen,
    written_Indices,
    written_Y,
)
from proofs.theories.values.values import element_at, index, number_at, selected, tapped
from proofs.why3.theory.clauses import (
    AXIS_PARTS,
    CELL,
    PARTS,
    NotStated,
    applied,
    clause_name,
    defined_by,
    definitions,
    fields,
    formula_text,
    parameters,
    sizes,
    wrapped,
)
from spec.language.fold import replace
from spec.language.terms import TRUE, Op, Operation, Term, Variable, and_, free_variables
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.semantics import h2, w2
from spec.maxpool.vocabulary import AXES, dY
from spec.operator.clauses import Clause, Scope
from spec.operator.operator import Operator
from spec.readings.whyml import comment, identifier, to_whyml
from spec.window.names import dilation, kernel, pad_begin, stride, x

_NAMED = {symbol.name: text for symbol, text in PARTS.items()}
WORDS = {
    tapped.name: _NAMED["in_range"],
    number_at.name: _NAMED["flat"],
    element_at.name: _NAMED["element"],
    in_kernel.name: "in_kernel q",
    seen.name: "seen at_h at_w",
    index.name: "get _Indices b c m n",
    selected.name: "get _Y b c m n",
}
"""What the invariants' names are in WhyML."""


def _without_trivial(node: Term) -> Term:
    """A formula without what is true anyway: conjuncts, and premises of implications."""
    match node:
        case Operation(Op.AND, args):
            return and_(*(part for part in map(_without_trivial, args) if part != TRUE))
        case Operation(Op.IMPLIES, (premise, conclusion)):
            left, right = _without_trivial(premise), _without_trivial(conclusion)
            return right if left == TRUE else left.implies(right)
    return node


def of_cells() -> tuple[Invariant, ...]:
    """The invariants on cells, each of a cell that was passed; without those that count how often it was written."""
    counted = {written_Y, written_Indices}
    return tuple(
        Invariant(i.label, i.words, _without_trivial(replace(i.term, {done: TRUE, in_Y: TRUE})))
        for i in CELLS
        if not counted & free_variables(i.term)
    )


def _predicate(name: str, given: str, invariants: Sequence[Invariant]) -> Iterator[str]:
    yield f"  predicate {name} {given} ="
    for number, invariant in enumerate(invariants):
        yield wrapped(f"    {comment(f'{invariant.label}: {invariant.words}')}", "       ")
        text = to_whyml(invariant.term, WORDS)
        if {h2, w2} & free_variables(invariant.term):
            text = f"forall h2 w2 : int. {text}"
        joint = "/\\ " if number else ""
        yield formula_text(f"    {joint}({text})")


def invariants() -> Iterator[str]:
    """The invariants as predicates: of a window, its taps before (at_h, at_w) being seen, and of a done cell."""
    yield "  predicate in_kernel (q : call) (h w : int) = 0 <= h < q.kernel_shape_0 /\\ 0 <= w < q.kernel_shape_1"
    yield "  predicate seen (at_h at_w h w : int) = h < at_h \\/ (h = at_h /\\ w < at_w)"
    yield "  predicate in_Y (s : sizes) (b c m n : int) ="
    yield "    0 <= b < s.dY_0 /\\ 0 <= c < s.dY_1 /\\ 0 <= m < s.dY_2 /\\ 0 <= n < s.dY_3"
    yield from _predicate(
        "taps",
        "(q : call) (_X : tensor element) (b c m n at_h at_w : int) (found : bool) (best_h best_w : int)",
        TAPS,
    )
    yield from _predicate(
        "cell",
        "(q : call) (_X _Y : tensor element) (_Indices : tensor int) (b c m n best_h best_w : int)",
        of_cells(),
    )
    yield PASSED


PASSED = """\
  (* The cell (b0, c0, m0, n0) comes before (b, c, m, n) in row-major order. *)
  predicate passed (b c m n b0 c0 m0 n0 : int) =
    b0 < b \\/ (b0 = b /\\ (c0 < c \\/ (c0 = c /\\ (m0 < m \\/ (m0 = m /\\ n0 < n)))))
  (* The cells before (b, c, m, n) are done: `best_h` and `best_w` hold the selected tap of each. *)
  predicate cells (q : call) (s : sizes) (_X _Y : tensor element) (_Indices best_h best_w : tensor int)
    (b c m n : int)
  = forall b0 c0 m0 n0 : int. in_Y s b0 c0 m0 n0 /\\ passed b c m n b0 c0 m0 n0 ->
      cell q _X _Y _Indices b0 c0 m0 n0 (get best_h b0 c0 m0 n0) (get best_w b0 c0 m0 n0)"""


# --- the sizes -------------------------------------------------------------------------------------


def instances(clause: Clause, operator: Operator, names: dict[str, str]) -> Iterator[str]:
    """The predicate of a clause on the call `q` and its sizes `s`: once, or once for each axis."""
    if clause.scope is Scope.AXIS:
        yield from (applied(clause, axis, names) for axis in operator.axes)
    else:
        letters = {"q : call": "q", "s : sizes": names.get("", "s")}
        yield " ".join([clause_name(clause.label), *(letters[p] for p in parameters(clause))])


def _part(word: str, clause: Clause, operator: Operator, result: str) -> str:
    names = {k: v.replace("s.", f"{result}.") if v.startswith("s.") else v for k, v in fields().items()}
    text = " /\\ ".join(instances(clause, operator, {**names, "": result}))
    return formula_text(f"    {word} {{ [@expl:{clause.label}] {text} }}")


def sizes_of(operator: Operator = MAXPOOL) -> str:
    """The sizes of a call, as the definitions give them, which is what it ensures.

    Raises NotStated where the definitions go in a circle.
    """
    values = dict(
        pair for clause in definitions(operator) for i in operator.instances(clause) for pair in defined_by(i)
    )
    local = {v.name: identifier(v.name) for v in sizes()}
    names = {**fields(), **local}
    lines = [
        "  let function sizes_of (q : call) : sizes",
        _part("requires", operator["strides.positive"], operator, ""),
    ]
    lines += [_part("ensures", clause, operator, "result") for clause in definitions(operator)]
    needed = {v: [size for size in sizes() if size in free_variables(value)] for v, value in values.items()}
    try:
        order = [v for v in TopologicalSorter(needed).static_order() if v in values and v.name in local]
    except CycleError as circle:
        raise NotStated(f"the definition of {circle.args[1][0].name} goes in a circle") from None
    lines.append("  =")
    lines += [f"    let {local[v.name]} = {to_whyml(values[v], names)} in" for v in order]
    made = "; ".join(f"{local[v.name]} = {local[v.name]}" for v in sizes())
    return "\n".join([*lines, wrapped(f"    {{ {made} }}", "      ")])


# --- the loops -------------------------------------------------------------------------------------


def required(operator: Operator = MAXPOOL) -> Iterator[str]:
    """What a call must meet: each clause that is a precondition, with the sizes that it has."""
    for clause in operator.preconditions():
        yield _part("requires", clause, operator, "(sizes_of q)")
    for clause in operator.clauses:
        if clause.scope is Scope.CELL and clause.subject == "X":
            names = " ".join(sorted(v.name for v in free_variables(clause.formula) if v.name.startswith("v")))
            formula = f"forall {names} : element. {clause_name(clause.label)} {names}"
            yield f"    requires {{ [@expl:{clause.label}] {formula} }}"


GIVEN: Mapping[str, str] = {
    "q : call": "q",
    "_X _Y : tensor element": "_X !_Y",
    "_X : tensor element": "_X",
    "_Y : tensor element": "!_Y",
    "_Indices : tensor int": "!_Indices",
    "b c m n : int": "b c m n",
}
"""What a program gives the predicate of a clause on a cell, for each of its binders."""


def ensured(operator: Operator = MAXPOOL, result: str = "result", given: Mapping[str, str] = GIVEN) -> Iterator[str]:
    """What the outputs are, of each call: the definitions and decisions on shapes, and on each cell.

    `result` are the sizes, `given` is what stands for tensors.
    """
    demanded = {c.label for c in operator.preconditions()}
    for clause in operator.clauses:
        if clause.label in demanded or (clause.scope is Scope.CELL and clause.subject == "X"):
            continue
        if clause.scope is not Scope.CELL:
            yield _part("ensures", clause, operator, result)
            continue
        text = " ".join([clause_name(clause.label), *(given[p] for p in parameters(clause))])
        yield formula_text(
            f"    ensures {{ [@expl:{clause.label}] forall b c m n : int. in_Y {result} b c m n -> {text} }}"
        )


def pool(operator: Operator = MAXPOOL) -> str:
    """The loops, with what they require, ensure and keep."""
    head = (
        "  let pool (q : call) (_X : tensor element) (_Y : ref (tensor element)) (_Indices : ref (tensor int)) : sizes"
    )
    lines = [head, *required(operator), *ensured(operator)]
    lines += ["    ensures { [@expl:sizes] result = sizes_of q }", "  =", *_START]
    indent = "    "
    for position, (cell, size) in enumerate(zip(CELL, dY, strict=True)):
        at = [v.name for v in CELL[: position + 1]] + ["0"] * (3 - position)
        lines.append(f"{indent}for {cell.name} = 0 to s.{identifier(size.name)} - 1 do")
        lines.append(f"{indent}  invariant {{ cells q s _X !_Y !_Indices !best_h !best_w {' '.join(at)} }}")
        indent += "  "
    lines += [f"{indent}{line}" for line in _WINDOW.splitlines()]
    for _ in CELL:
        indent = indent[2:]
        lines.append(f"{indent}done{';' if indent == '    ' else ''}")
    return "\n".join([*lines, "    s"])


_START = (
    "    let s = sizes_of q in",
    "    let ghost best_h = ref (any tensor int) in",
    "    let ghost best_w = ref (any tensor int) in",
)
KEPT_VALUES = (("best", "under_tap q _X b c m n"), ("index", "flat q b c m n"))


def _loop(at: str, indent: str) -> str:
    kept = "".join(
        f"\n{indent}  invariant {{ !found -> !{name} = {part} !tap_h !tap_w }}" for name, part in KEPT_VALUES
    )
    return f"{indent}  invariant {{ taps q _X b c m n {at} !found !tap_h !tap_w }}{kept}"


def _taken(tap: str, window: str, axis: Mapping[Variable, Term]) -> str:
    """A tap in range on one axis, which `windows.meet-input` says there is."""
    names = {v.name: to_whyml(axis[v], fields()) for v in (dilation, kernel, pad_begin, stride, x)}
    has, on = (" ".join(names.get(part, part) for part in text.split()) for text in AXIS_PARTS.values())
    return (
        f"assert {{ [@expl:windows.meet-input] {has} {window} }};\n"
        f"let ghost some_{tap} = any int\n"
        f"  ensures {{ 0 <= result < {names['kernel']} /\\ {on} {window} result }} in"
    )


_WINDOW = f"""\
let found = ref false in
let best = ref (any element) in
let index = ref (-1) in
let ghost tap_h = ref 0 in
let ghost tap_w = ref 0 in
for h = 0 to q.kernel_shape_0 - 1 do
{_loop("h 0", "")}
  for w = 0 to q.kernel_shape_1 - 1 do
{_loop("h w", "  ")}
    if in_range q m n h w then begin
      let element = load _X b c (row q m h) (column q n w) in
      if not !found || greater element !best then begin
        found := true;
        best := element;
        index := flat q b c m n h w;
        tap_h := h;
        tap_w := w
      end
    end
  done
done;
{_taken("h", "m", AXES[0])}
{_taken("w", "n", AXES[1])}
assert {{ [@expl:windows.meet-input] in_kernel q some_h some_w /\\ in_range q m n some_h some_w }};
store _Y b c m n (select !best);
store _Indices b c m n !index;
store best_h b c m n !tap_h;
store best_w b c m n !tap_w"""
