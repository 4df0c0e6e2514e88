"""Decision diagrams say of all patterns what NumPy says of each."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.catalogue import CATALOGUE
from proofs.engine.bits import diagrams
from proofs.engine.bits.arrays import bit_vector, evaluate
from proofs.engine.bits.diagrams import FALSE, TRUE, Diagrams, TooManyNodes
from proofs.engine.bits.gates import by_diagrams, never
from proofs.engine.bits.obligation import DIAGRAMS, BitObligation
from proofs.engine.bits.text import UnknownOperation, parsed
from proofs.engine.statement import Verdict
from tests.test_bits import OBLIGATIONS

WIDTHS = {"a": 8, "b": 8, "c": 1}
HALF = "((_ to_fp 5 11) (concat {0} {1}))"
EVERY = {
    name: bit_vector(width, grid.ravel())
    for (name, width), grid in zip(
        WIDTHS.items(), np.meshgrid(*(np.arange(1 << w) for w in WIDTHS.values()), indexing="ij"), strict=True
    )
}
"""All combinations of the patterns."""

bits: st.SearchStrategy[str] = st.deferred(
    lambda: st.one_of(st.sampled_from(["a", "b", "#x00", "#x80", "#x7f", "(_ bv3 8)"]), of_bits)
)
of_bits: st.SearchStrategy[str] = st.one_of(
    st.tuples(st.sampled_from(["bvadd", "bvsub", "bvand", "bvor", "bvxor"]), bits, bits)
    .map(" ".join)
    .map("({})".format),
    st.builds("(ite {} {} {})".format, st.deferred(lambda: truths), bits, bits),
    st.builds("((_ extract 8 1) (concat {} c))".format, bits),
    st.builds("((_ extract 9 2) ((_ sign_extend 2) {}))".format, bits),
    st.builds("((_ extract 9 2) ((_ zero_extend 3) {}))".format, bits),
    st.builds("(let ((a {}) (d b)) (bvxor a d))".format, bits),
)
floats: st.SearchStrategy[str] = st.deferred(
    lambda: st.one_of(
        st.builds(HALF.format, bits, bits),
        st.just("(_ -oo 5 11)"),
        st.builds("(ite {} {} {})".format, truths, floats, floats),
    )
)
truths: st.SearchStrategy[str] = st.deferred(
    lambda: st.one_of(
        st.sampled_from(["true", "false", "(= c #b1)"]),
        st.builds("({} {} {})".format, st.sampled_from(["bvugt", "bvult", "bvsgt", "="]), bits, bits),
        st.builds("({} {} {})".format, st.sampled_from(["fp.gt", "fp.geq", "="]), floats, floats),
        st.builds("({} {})".format, st.sampled_from(["fp.isNaN", "fp.isZero"]), floats),
        st.builds("(not {})".format, truths),
        st.builds("({} {} {})".format, st.sampled_from(["and", "or", "=>", "="]), truths, truths),
    )
)


def said(formula: str) -> bool:
    """The diagrams say that no patterns make a formula true."""
    return never(parsed(formula), WIDTHS, {})


@pytest.mark.whole
@given(truths)
def test_of_random_formulas_diagrams_say_what_all_patterns_do(formula: str) -> None:
    (expression,) = parsed(formula)
    values: Any = evaluate(expression, EVERY, {})
    found = np.broadcast_to(values, EVERY["a"].bits.shape)
    assert said(formula) == (not found.any())
    assert said(f"(not {formula})") == found.all()
    if not found.all():
        at = {name: int(value.bits[np.flatnonzero(~found)[0]]) for name, value in EVERY.items()}
        here = " ".join(f"(= {name} (_ bv{value} {WIDTHS[name]}))" for name, value in at.items())
        assert said(f"(and {here} {formula})")
        assert not said(f"(and {here} (not {formula}))")


@pytest.mark.sampled
@pytest.mark.parametrize("obligation", OBLIGATIONS, ids=lambda o: o.label)
def test_every_statement_on_bits_has_diagrams(obligation: BitObligation) -> None:
    has_diagrams(obligation)


@pytest.mark.whole
def test_every_statement_on_c_has_diagrams() -> None:
    pytest.importorskip("clang")
    for obligation in CATALOGUE.theory("c"):
        if isinstance(obligation, BitObligation):
            has_diagrams(obligation)


def has_diagrams(obligation: BitObligation) -> None:
    route = obligation.own_routes[DIAGRAMS]()
    assert route is not None
    assert route.verdict is obligation.expected


def test_of_a_zero_of_each_sign_either_is_the_greatest() -> None:
    greatest = "(fp.max ((_ to_fp 5 11) #x0000) ((_ to_fp 5 11) #x8000))"
    for zero in ("#x0000", "#x8000"):
        assert not said(f"(= {greatest} ((_ to_fp 5 11) {zero}))")
    assert said(f"(not (fp.isZero {greatest}))")
    nan, one = "((_ to_fp 5 11) #x7e00)", "((_ to_fp 5 11) #x3c00)"
    assert said(f"(not (= {one} (fp.max {nan} {one})))")
    assert said(f"(not (= {one} (fp.max {one} {nan})))")


def test_a_function_of_bits_has_one_node() -> None:
    of = Diagrams()
    a, b = of.bit(0), of.bit(1)
    assert of.choose(a, b, FALSE) == of.choose(b, a, FALSE) not in (FALSE, TRUE)
    assert of.choose(a, FALSE, of.choose(b, a, FALSE)) == FALSE
    assert of.choose(a, TRUE, of.choose(a, FALSE, TRUE)) == TRUE


def test_what_grows_too_large_or_has_no_diagram_is_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    of = CATALOGUE["int8.order"]
    assert isinstance(of, BitObligation)
    product = replace(of, goal="(= (bvmul a b) (bvmul b a))", assumptions=())
    with pytest.raises(UnknownOperation):
        never(parsed(product.goal_text), {"a": 8, "b": 8}, {})
    assert product.own_routes[DIAGRAMS]() is None
    with pytest.raises(TooManyNodes):
        Diagrams(most=1).bit(0)
    by_diagrams.cache_clear()
    monkeypatch.setattr(diagrams.Diagrams.__init__, "__defaults__", (20,))
    assert of.own_routes[DIAGRAMS]() is None
    by_diagrams.cache_clear()


def test_a_goal_that_is_wrong_for_one_pattern_of_64_bits_is_refuted() -> None:
    of = CATALOGUE["float64.value"]
    assert isinstance(of, BitObligation)
    assert of.expected is Verdict.PROVED
    but_one = replace(of, goal=f"(and {of.goal_text} (not (= a #x123456789abcdef0)))")
    route = but_one.own_routes[DIAGRAMS]()
    assert route is not None
    assert route.verdict is Verdict.REFUTED
