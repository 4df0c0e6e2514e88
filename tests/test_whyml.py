"""The WhyML reading: what each node becomes, and, where Why3 is, that it means what the evaluator says."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from proofs.why3 import tools
from spec.language.terms import (
    FALSE,
    TRUE,
    Op,
    Sort,
    Symbol,
    Term,
    Variable,
    and_,
    ceil,
    ceil_div,
    exists,
    floor,
    forall,
    ite,
    maximum,
    minimum,
    not_,
    or_,
    term,
)
from spec.readings.value import evaluate
from spec.readings.whyml import READING, TYPES, binders, comment, identifier, imports, to_operand, to_whyml
from tests.terms_strategies import EACH, VARIABLES, F, another, environment, fixing, states

needs_why3 = pytest.mark.skipif(not tools.is_installed(), reason="Why3, z3 and cvc4 are not installed")

a, b, c = Variable("a"), Variable("b"), Variable("c")
p, q = Variable("p", Sort.BOOL), Variable("q", Sort.BOOL)
r = Variable("r", Sort.REAL)
v = Variable("v", Sort.ELEMENT)
name = Variable("auto_pad", Sort.NAME)
key = Symbol("key", (Sort.ELEMENT,), Sort.REAL)
inside = Symbol("in_range", (Sort.INT, Sort.INT), Sort.BOOL)
half = Symbol("half", (Sort.REAL,), Sort.INT)

READ: tuple[tuple[Term, str], ...] = (
    (a + b * c - 1, "a + b * c - 1"),
    (a - (b - c), "a - (b - c)"),
    (-a * b, "(- a) * b"),
    (-r, "(-. r)"),
    (term(-3) + a, "(-3) + a"),
    (a // b + 1, "div a b + 1"),
    (a // (b * c), "div a (b * c)"),
    ((a + 1) % b, "mod (a + 1) b"),
    (ceil_div(a, b), "(- (div (- a) b))"),
    (minimum(a + 1, b) + maximum(a, -b), "IntMinMax.min (a + 1) b + IntMinMax.max a (- b)"),
    (maximum(a, r), "RealMinMax.max (from_int a) r"),
    (floor(a / b + 1), "floor (from_int a /. from_int b +. from_int 1)"),
    (ceil(r), "ceil r"),
    (r < a, "r <. from_int a"),
    (r.ne(term(Fraction(-1, 2))), "r <> (-. (1.0 /. 2.0))"),
    (ite(a < b, a, b), "(if a < b then a else b)"),
    (and_(a < b, a <= b, a > b, a >= b), "a < b /\\ a <= b /\\ a > b /\\ a >= b"),
    (or_(and_(p, q), not_(p)), "(p /\\ q) \\/ (not p)"),
    (p.implies(q).implies(p), "(p -> q) -> p"),
    (p.iff(q.iff(p)), "p <-> (q <-> p)"),
    (forall(a, 0, b, a < c), "(forall a : int. 0 <= a < b -> a < c)"),
    (exists(a, b + 1, b * 2, or_(p, q)), "(exists a : int. b + 1 <= a < b * 2 /\\ (p \\/ q))"),
    (inside(a + 1, b), "in_range (a + 1) b"),
    (half(term(Fraction(3))), "half (3.0 /. 1.0)"),
    (key(v) <= key(v), "key v <=. key v"),
    (name.eq('a "b"\\é'), 'auto_pad = "a \\x22b\\x22\\x5C\\xC3\\xA9"'),
    (TRUE, "true"),
    (FALSE, "false"),
)


@pytest.mark.parametrize(("node", "text"), READ, ids=[text for _, text in READ])
def test_reading(node: Term, text: str) -> None:
    assert to_whyml(node) == text


def test_reading_is_total() -> None:
    assert set(READING.operations) == set(Op)
    assert set(TYPES) == set(Sort)


def test_names() -> None:
    assert [identifier(n) for n in ("dX_2", "X", "pads[0]", "type(X)", "end", "2x", "in", "<=")] == [
        *("dX_2", "_X", "pads_0", "type_X", "end_", "v_2x", "in_", "le"),
    ]
    assert binders((a, b, p), (inside,)) == "a b : int, p : bool, in_range : int -> int -> bool"
    with pytest.raises(ValueError, match="one in WhyML"):
        binders((Variable("pads[0]"), Variable("pads_0")))


def test_context_stands_before_arguments() -> None:
    assert to_whyml(inside(a, b), {"in_range": "in_range q m", "a": "q.a"}) == "in_range q m q.a b"
    assert to_operand(and_(p, q)) == "(p /\\ q)"


def test_comment_cannot_be_left() -> None:
    assert comment('a *) b (* "c') == "(* a * ) b ( * 'c *)"


def _goal(called: str, node: Term, value: object, values: Mapping[str, object]) -> str:
    """The variables having their values, the term has this one."""
    given_text = " -> ".join(to_operand(t) for t in fixing(values))
    about = f"{binders(VARIABLES, (F,))}"
    defined = f"(forall v : int. {identifier(F.name)} v = 3 - 2 * v)"
    return f"  goal {called} : forall {about}. {defined} -> {given_text} -> {to_operand(states(node, value))}"


def _proved(lines: list[str], nodes: tuple[Term, ...]) -> set[str]:
    """The goals of which every part is proved."""
    text = "\n".join(["module Read", f"  use {', '.join(imports(nodes))}", *lines, "end"])
    with tools.workshop() as folder:
        answers = tools.prove(tools.goals(folder, text), (("cvc4", 20_000),))
    return {a.goal.declaration for a in answers} - {a.goal.declaration for a in answers if not a.proved}


VALUES: Mapping[str, object] = {
    variable.name: known for variable, known in zip(VARIABLES, (-7, 5, 3, 2, True), strict=True)
}


@pytest.mark.whole
@needs_why3
def test_each_operator_means_what_the_evaluator_says() -> None:
    values = [evaluate(node, environment(VALUES)) for node in EACH]
    right = [_goal(f"r{i}_", *pair, VALUES) for i, pair in enumerate(zip(EACH, values, strict=True))]
    wrong = [_goal(f"w{i}_", node, another(v), VALUES) for i, (node, v) in enumerate(zip(EACH, values, strict=True))]
    assert _proved([*right, *wrong], EACH) == {f"r{i}_" for i in range(len(EACH))}
