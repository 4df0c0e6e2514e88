"""What follows from the clauses, as lemmas: the theorems of shape and windows, and what a finished cell says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard

from proofs.engine.statement import Verdict
from proofs.engine.terms import Obligation
from proofs.maxpool.theories import THEORIES
from proofs.why3.theory.clauses import formula_text, wrapped
from spec.language.fold import subterms
from spec.language.terms import Sort, Term
from spec.operator.clauses import Clause
from spec.readings.whyml import binders, comment, identifier, imports, to_operand

STATED = ("profile", "shape", "windows", "exactness")
"""The theories whose theorems are stated as goals."""
UNDECIDED = ("profile.accepted.windows",)
"""Theorems that are not stated: Why3's provers do not decide them."""

NUMBERS = """\
module Numbers
  use int.Int, int.EuclideanDivision
  (* The quotient and the remainder of a number are read from its parts. *)
  let lemma quotient_and_remainder (e q r d : int)
    requires { 0 <= r < d }
    requires { e = q * d + r }
    ensures { div e d = q }
    ensures { mod e d = r }
  = assert { e = d * div e d + mod e d };
    assert { 0 <= mod e d < d };
    assert { d * (q - div e d) = mod e d - r };
    assert { q - div e d < 1 && q - div e d > -1 }
  (* Batch, channel, row and column are read from a flat index. *)
  let lemma decoded (index n0 n1 n2 n3 plane b c r col : int)
    requires { 0 <= b < n0 /\\ 0 <= c < n1 /\\ 0 <= r < n2 /\\ 0 <= col < n3 }
    requires { plane = n2 * n3 }
    requires { index = ((b * n1 + c) * n2 + r) * n3 + col }
    ensures { div (div index plane) n1 = b }
    ensures { mod (div index plane) n1 = c }
    ensures { mod (div index n3) n2 = r }
    ensures { mod index n3 = col }
  = let p = b * n1 + c in
    let l = p * n2 + r in
    quotient_and_remainder p b c n1;
    quotient_and_remainder l p r n2;
    quotient_and_remainder index l col n3;
    assert { 0 <= r * n3 + col < plane by (r + 1) * n3 <= n2 * n3 };
    quotient_and_remainder index p (r * n3 + col) plane;
    assert { div index plane = p };
    assert { div index n3 = l }
end"""

OF_CELLS = """\
  (* What is shown of a cell that is done is what the clauses say of it. *)
  lemma cell_is_maximum : forall q : call, _X _Y : tensor element, _Indices : tensor int, b c m n best_h best_w : int.
    (forall v : element. nan_as_minus_infinity v) -> cell q _X _Y _Indices b c m n best_h best_w ->
    y_max q _X _Y b c m n /\\ y_max_over_input q _X _Y b c m n
  lemma cell_is_first : forall q : call, _X _Y : tensor element, _Indices : tensor int, b c m n best_h best_w : int.
    cell q _X _Y _Indices b c m n best_h best_w ->
    indices_first_maximum q _X _Indices b c m n /\\ indices_flat q _Indices b c m n
  let lemma element_at_index (q : call) (_X : tensor element) (index b c r col : int)
    requires { div (div index (q.dX_2 * q.dX_3)) q.dX_1 = b }
    requires { mod (div index (q.dX_2 * q.dX_3)) q.dX_1 = c }
    requires { mod (div index q.dX_3) q.dX_2 = r }
    requires { mod index q.dX_3 = col }
    ensures { at_index q _X index = get _X b c r col }
  = ()
  let lemma cell_is_selected (q : call) (_X _Y : tensor element) (_Indices : tensor int) (b c m n best_h best_w : int)
    requires { 0 <= b < q.dX_0 /\\ 0 <= c < q.dX_1 }
    requires { cell q _X _Y _Indices b c m n best_h best_w }
    ensures { y_bits q _X _Y _Indices b c m n }
  = let ghost index = pure { get _Indices b c m n } in
    let ghost plane = q.dX_2 * q.dX_3 in
    let ghost r = row q m best_h in
    let ghost col = column q n best_w in
    decoded index q.dX_0 q.dX_1 q.dX_2 q.dX_3 plane b c r col;
    element_at_index q _X index b c r col"""


def stated() -> dict[str, tuple[Obligation, ...]]:
    """The theorems that are stated, by theory, as they stand there."""
    return {theory: tuple(o for o in THEORIES[theory].load() if _is_stated(o)) for theory in STATED}


def _is_stated(o: object) -> TypeGuard[Obligation]:
    return isinstance(o, Obligation) and o.expected is Verdict.PROVED and o.label not in UNDECIDED


def goal_name(label: str) -> str:
    """The name of the goal of a label."""
    return identifier(label.lower())


def theorem(obligation: Obligation) -> str:
    """A theorem as a goal: for all its unknowns, its assumptions imply what it says."""
    head = wrapped(f"  {comment(f'{obligation.label}: {obligation.statement}')}", "     ")
    about = binders(obligation.variables, obligation.symbols)
    lines = [head, wrapped(f"  goal {goal_name(obligation.label)} :{f' forall {about}.' if about else ''}", "      ")]
    for assumption in obligation.assumptions:
        lines.append(wrapped(f"    {comment(assumption.label)}"))
        lines.append(formula_text(f"    {to_operand(assumption.term)} ->"))
    return "\n".join([*lines, formula_text(f"    {to_operand(obligation.conclusion)}")])


def modules(changed: tuple[Clause, Term] | None = None) -> Iterator[str]:
    """The modules of lemmas: on numbers, and the theorems of each theory; with another formula in a clause's place."""
    yield NUMBERS
    for theory, unchanged in stated().items():
        found = unchanged if changed is None else tuple(o.with_formula(*changed) for o in unchanged)
        terms = [t for o in found for t in (*(a.term for a in o.assumptions), o.conclusion)]
        needed = [
            *imports(terms),
            *(["Element"] if any(part.sort is Sort.ELEMENT for t in terms for part in subterms(t)) else []),
        ]
        lines = [f"module {theory.capitalize()}", f"  use {', '.join(needed)}", *map(theorem, found), "end"]
        yield "\n".join(lines)
