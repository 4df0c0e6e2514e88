"""Bit patterns: the solvers, NumPy, the reference and plain loops agree; and the rules of proof hold on bits too."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import ml_dtypes
import numpy as np
import pytest
import z3
from numpy.typing import NDArray
from rich.console import Console

from proofs.catalogue import CATALOGUE
from proofs.engine.bits.arrays import bit_vector, evaluate
from proofs.engine.bits.formulas import Pattern
from proofs.engine.bits.obligation import BitObligation
from proofs.engine.bits.text import definitions, parsed, printed
from proofs.engine.decide import decide
from proofs.engine.record import no_kernel
from proofs.engine.statement import Statement, Verdict
from proofs.reports.check import decision_json
from proofs.reports.explain import explain
from proofs.reports.show import show_decision
from proofs.solvers.answers import Integers, Status
from proofs.solvers.solvers import SOLVERS
from proofs.theories.floats.bit_traps import by_reference
from proofs.theories.floats.bits import Format
from proofs.theories.floats.floats import BFLOAT16, FLOAT16, FLOAT32, FLOAT64
from proofs.theories.floats.integers import INT8, UINT8
from spec.operator.clauses import ADDED

PROFILE = (FLOAT16, FLOAT32, FLOAT64, INT8, UINT8)
FORMATS = (*PROFILE, BFLOAT16)
OBLIGATIONS = tuple(
    # Of two theories that are stated at once: those of C take seconds, in each process of the tests.
    o
    for theory in ("floats", "integers")
    for o in CATALOGUE.theory(theory)
    if isinstance(o, BitObligation)
)
TRAPS = tuple(o for o in OBLIGATIONS if o.replay is not None)


def drawn(patterns: tuple[Pattern, ...], count: int, seed: int = 0) -> list[dict[str, int]]:
    """Bit patterns for some names, each by chance a landmark or any pattern."""
    chance = np.random.default_rng(seed)

    def one(pattern: Pattern) -> int:
        any_bits = int(
            chance.integers(1 << pattern.width, dtype=np.uint64, endpoint=False)
            if pattern.width < 64
            else chance.integers(1 << 63, dtype=np.uint64) * 2 + chance.integers(2, dtype=np.uint64)
        )
        return int(chance.choice(np.array(pattern.landmarks, np.uint64))) if chance.random() < 0.6 else any_bits

    return [{p.name: one(p) for p in patterns} for _ in range(count)]


def by_solver(of: BitObligation, expressions: Mapping[str, tuple[str, int]], values: Integers) -> Mapping[str, int]:
    """What z3 says that some expressions, each with its width, are worth."""
    answers = tuple(Pattern(name, width) for name, (_, width) in expressions.items())
    asked = replace(of, patterns=(*of.patterns, *answers))
    equations = [f"(= {name} {text})" for name, (text, _) in expressions.items()]
    given = [f"(= {p.name} (_ bv{values[p.name]} {p.width}))" for p in of.inputs]
    model = SOLVERS["z3"].ask_script(asked.script([*equations, *given])).model
    assert model is not None
    return {name: value for name in expressions if isinstance(value := model.get(name, 0), int)}


# --- NumPy, the solvers, the reference and plain loops agree ---------------------------------------


def bit(formula: str) -> tuple[str, int]:
    """A formula as one bit."""
    return f"(ite {formula} #b1 #b0)", 1


@pytest.mark.parametrize("of", FORMATS, ids=lambda f: f.name)
def test_functions_in_numpy_are_those_of_the_solver(of: Format) -> None:
    key_width = of.width + (of.logic == "QF_BV")
    expressions = {
        "value_of_a": ("(value a)", of.width),
        "key_of_a": ("(key a)", key_width),
        "first_of_both": ("(first a b)", of.width),
        "is_greater": bit("(greater a b)"),
        "keys_are_greater": bit("(bvsgt (key a) (key b))"),
        "same_numbers": bit("(= (number a) (number b))"),
        "same_counted": bit("(= (counted a) (counted b))"),
        "best_is_b": bit("(= (best-of true (counted a) true (counted b)) (counted b))"),
    }
    if of.logic == "QF_BVFP":
        expressions |= {
            "nan": bit("(is_nan a)"),
            "zero": bit("(is_zero a)"),
            "at_least": bit("(fp.geq (number a) (number b))"),
        }
    named = replace(order(of), label="named")
    for values in drawn(named.inputs, 15):
        ours = {name: int(named.evaluate(text, values)[0]) for name, (text, _) in expressions.items()}
        assert ours == by_solver(named, expressions, values), values


def order(of: Format) -> BitObligation:
    """The obligation that a format's order is the order of its keys."""
    found = CATALOGUE[f"{of.name}.order"]
    assert isinstance(found, BitObligation)
    return found


@pytest.mark.parametrize("trap", TRAPS, ids=lambda o: o.label)
def test_replay_runs_what_the_trap_states(trap: BitObligation) -> None:
    """The reference and the plain loop, on bits drawn by chance, give what the results' meanings say; so does z3."""
    assert trap.replay is not None
    results = {p.name: (p.meaning, p.width) for p in trap.results}
    for i, values in enumerate(drawn(trap.inputs, 12)):
        stated = {name: int(trap.evaluate(name, values)[0]) for name in results}
        assert trap.replay(values) == stated, values
        if i == 0:
            asked = {f"{name}_again": meaning for name, meaning in results.items()}
            assert by_solver(trap, asked, values) == {f"{name}_again": value for name, value in stated.items()}


@pytest.mark.tenth
@pytest.mark.parametrize("obligation", OBLIGATIONS, ids=lambda o: o.label)
def test_statement_in_numpy_is_that_of_the_solver(obligation: BitObligation) -> None:
    statement_in_numpy_is_that_of_the_solver(obligation)


@pytest.mark.whole
def test_statements_on_c_in_numpy_are_those_of_the_solver() -> None:
    pytest.importorskip("clang")
    of_c = [o for o in CATALOGUE.theory("c") if isinstance(o, BitObligation)]
    assert {o.label.split(".")[1] for o in of_c} == {"float16", "float", "double", "int8", "uint8"}
    for obligation in of_c:
        statement_in_numpy_is_that_of_the_solver(obligation)


def statement_in_numpy_is_that_of_the_solver(obligation: BitObligation) -> None:
    """Assumptions and goal, each by itself, for bits drawn by chance; a theorem fails for none of these."""
    formulas = {f"f{i}": bit(formula) for i, formula in enumerate((*obligation.hypotheses, obligation.goal_text))}
    # Which zero fp.max returns is open: evaluation may differ from the solver there, and only there.
    is_open = "fp.max" in obligation.goal_text
    for i, values in enumerate(drawn(obligation.inputs, 10, seed=1)):
        ours = {name: int(obligation.evaluate(text, values)[0]) for name, (text, _) in formulas.items()}
        if i == 0 and not is_open:
            assert by_solver(obligation, formulas, values) == ours, values
        assert obligation.expected is Verdict.REFUTED or ours.popitem()[1] or not all(ours.values()), values


NANS = {FLOAT16: 2 * (2**10 - 1), BFLOAT16: 2 * (2**7 - 1)}
"""How many patterns are NaN."""


def numbers(of: Format) -> NDArray[Any]:
    """The numbers of all patterns of a format of at most 16 bits, NaN being -inf, by NumPy and ml_dtypes."""
    patterns = np.arange(1 << of.width).astype(f"uint{of.width}")
    with np.errstate(invalid="ignore"):
        found = patterns.view(ml_dtypes.bfloat16 if of is BFLOAT16 else of.dtype).astype(np.float64)
    return np.where(np.isnan(found), -np.inf, found)


@pytest.mark.parametrize("of", [FLOAT16, BFLOAT16, INT8, UINT8], ids=lambda f: f.name)
def test_keys_order_all_patterns(of: Format) -> None:
    """Over all patterns there are: ranks by key are ranks by number, zeros equal, NaN as -inf."""
    width = of.width + (of.logic == "QF_BV")
    patterns = np.arange(1 << of.width)
    keys = order(of).evaluate("(key a)", {"a": patterns}).astype(np.int64)
    signed = np.where(keys >= 1 << (width - 1), keys - (1 << width), keys)
    assert np.array_equal(np.unique(signed, return_inverse=True)[1], np.unique(numbers(of), return_inverse=True)[1])
    if of in NANS:
        assert np.count_nonzero(order(of).evaluate("(is_nan a)", {"a": patterns})) == NANS[of]


@pytest.mark.parametrize("of", [INT8, UINT8], ids=lambda f: f.name)
def test_all_pairs_of_bytes_are_compared_as_numpy_does(of: Format) -> None:
    a, b = (grid.ravel() for grid in np.meshgrid(np.arange(256), np.arange(256)))
    found = order(of).evaluate("(greater a b)", {"a": a, "b": b})
    assert np.array_equal(found, a.astype(np.uint8).view(of.dtype) > b.astype(np.uint8).view(of.dtype))


@pytest.mark.parametrize("of", PROFILE, ids=lambda f: f.name)
def test_the_fold_of_three_taps_is_the_references(of: Format) -> None:
    fold = CATALOGUE[f"{of.name}.fold.selects"]
    assert isinstance(fold, BitObligation)
    for values in drawn(fold.inputs, 30, seed=2):
        stated = tuple(int(fold.evaluate(name, values)[0]) for name in ("y", "index"))
        assert by_reference(of, *(values[name] for name in "abc")) == stated


# --- the evaluation of SMT-LIB ---------------------------------------------------------------------

OTHER_OPERATIONS = {
    "(bvadd a #xff)": 0x7F,
    "(bvult a #x81)": 1,
    "(bvugt a #x81)": 0,
    "((_ extract 7 4) a)": 8,
    "((_ sign_extend 4) a)": 0xF80,
    "((_ zero_extend 4) a)": 0x080,
    "(concat a #b01)": 0x201,
    "(let ((b a) (c #x01)) (bvand b c))": 0,
    "(bvxor a (_ bv255 8))": 0x7F,
    "(=> true (and true true (not false)))": 1,
    "(or false (= a #x80))": 1,
}


@pytest.mark.parametrize("text", OTHER_OPERATIONS)
def test_operations(text: str) -> None:
    (expression,) = parsed(text)
    value: Any = evaluate(expression, {"a": bit_vector(8, 0x80)}, {})
    assert int(getattr(value, "bits", value)[0]) == OTHER_OPERATIONS[text]
    assert printed(expression) == text
    width = getattr(value, "width", 0)
    stated = f"(= {text} (_ bv{OTHER_OPERATIONS[text]} {width}))" if width else text
    holds = f"(assert {stated})" if width or OTHER_OPERATIONS[text] else f"(assert (not {stated}))"
    assert SOLVERS["z3"].ask_script(f"(define-fun a () (_ BitVec 8) #x80){holds}").status is Status.SAT


@pytest.mark.parametrize("text", ["(bvxnor a a)", "b", "((_ rotate_left 1) a)", "(_ +oo 5 11)", "(_ -oo 3 3)", "()"])
def test_what_is_not_known_raises(text: str) -> None:
    (expression,) = parsed(text)
    with pytest.raises((KeyError, ValueError)):
        evaluate(expression, {"a": bit_vector(8, 0)}, {})


def test_definitions() -> None:
    found = definitions("; a comment\n(define-fun f ((x Bool)) Bool (not x)) (define-fun c () Bool (f true))")
    assert [(name, d.parameters) for name, d in found.items()] == [("f", ("x",)), ("c", ())]
    assert not evaluate("c", {}, found)[0]  # type: ignore[index]  # the value of a formula is an array
    with pytest.raises(ValueError, match="no definition"):
        definitions("(declare-const a Bool)")


# --- at the front door -----------------------------------------------------------------------------


def test_each_kind_is_decided_and_no_other() -> None:
    assert decide(CATALOGUE["int8.order"]).verdict is Verdict.PROVED
    assert decide(CATALOGUE["shape.last-fits"]).verdict is Verdict.PROVED
    with pytest.raises(TypeError, match="abstract class Statement"):
        Statement(label="other", statement="Nothing.", source=ADDED)  # type: ignore[abstract]  # that is the point


def test_a_trap_is_told_to_a_person() -> None:
    obligation = CATALOGUE["float16.trap.raw"]
    decision = decide(obligation)
    console = Console(file=io.StringIO(), width=200)
    show_decision(console, obligation, decision, no_kernel())
    told = console.file.getvalue()  # type: ignore[attr-defined]  # the console writes to a StringIO
    words = (
        "define:   (define-fun value",
        "goal:     (= y y_raw)",
        "the smallest counterexample: a=0x7c01 (nan), b=0x0000 (0.0)",
        "y is 0x0000 (0.0), y_raw is 0xfc00 (-inf)",
    )
    assert [w for w in words if w not in told] == []
    document = decision_json(decision, no_kernel())
    assert document["witness"] == {
        "values": {"a": 0x7C01, "b": 0},
        "minimal": True,
        "observed": {"y": 0, "y_raw": 0xFC00},
    }
    assert document["clauses"] == []


def test_an_assumption_is_told_to_a_person() -> None:
    obligation = CATALOGUE["float16.zeros"]
    decision = decide(obligation)
    console = Console(file=io.StringIO(), width=200)
    show_decision(console, obligation, decision, no_kernel())
    told = console.file.getvalue()  # type: ignore[attr-defined]  # the console writes to a StringIO
    assert "assume:   supposed: a is a zero: (is_zero a)" in told
    assert "without a is a zero: fails, for example a=0x0001" in told
    assert decision_json(decision, no_kernel())["clauses"] == ["a is a zero", "b is a zero"]


def test_a_clause_that_is_read_is_told_to_a_person() -> None:
    obligation = CATALOGUE["float16.determines.value"]
    decision = decide(obligation)
    console = Console(file=io.StringIO(), width=200)
    show_decision(console, obligation, decision, no_kernel())
    told = console.file.getvalue()  # type: ignore[attr-defined]  # the console writes to a StringIO
    assert "assume:   NaN.as-minus-infinity: (and (= (key (any_value a)) (key a)) (or (not (is_nan a))" in told
    assert decision_json(decision, no_kernel())["clauses"] == ["NaN.as-minus-infinity"]
    (assumed,) = explain(CATALOGUE, "float16.determines.value").assumptions
    assert assumed.startswith("NaN.as-minus-infinity: key(value(v)) = key(v) and")


@pytest.mark.parametrize("label", ["float32.zeros", "int8.trap.other-sign"])
def test_scripts_hold_only_what_they_use(label: str) -> None:
    texts = CATALOGUE[label].scripts()
    assert sorted(texts) == [f"{label}.assumptions.smt2", f"{label}.goal-1.smt2"]
    for text in texts.values():
        assert text.startswith(f"; {label}\n")
        assert "best-of" not in text
        assert z3.parse_smt2_string(text) is not None
