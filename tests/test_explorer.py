"""The explorer's script: terms as JavaScript, and what clauses give there, as the evaluator and the reference say."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from reference.maxpool import maxpool
from spec.explorer.maxpool import explorer
from spec.language import terms
from spec.language.terms import Literal, Term, Variable
from spec.maxpool.operator import MAXPOOL
from spec.operator.clauses import Decision
from spec.operator.operator import Operator, Violation
from spec.readings.javascript.expressions import RUNTIME, to_javascript
from spec.readings.value import evaluate
from spec.window.names import slack, stride, y
from tests import terms_strategies as strategies
from tests.javascript_tools import run
from tests.terms_strategies import Values, environment, few, states

CALLS = 10_000
TYPES = {"float16": "float16", "float": "float32", "double": "float64", "int8": "int8", "uint8": "uint8"}
"""NumPy's names of the types, by the documents'."""
NUMBERS = (
    "0",
    "-0",
    "1",
    "-1",
    "2.5",
    "-7",
    "0.1",
    "NaN",
    "-NaN",
    "inf",
    "-inf",
    "65519",
    "-65520",
    "1e-8",
    "3e38",
    "1e39",
)
INTEGERS = ("0", "1", "2", "7", "100", "127")

# --- terms ---


def coded(value: Any) -> str:
    """A value as an expression of JavaScript."""
    return to_javascript(value if isinstance(value, Term) else Literal(value))


@pytest.mark.whole
def test_terms_as_javascript_have_their_values() -> None:
    """Random terms, quantifiers that hide free names among them: each equals its value, and no other."""
    asked: list[str] = []

    @few(400)
    @given(term=strategies.any_terms(4), given_values=strategies.values())
    def collect(term: Term, given_values: Values) -> None:
        value = evaluate(term, environment(given_values))
        names = ", ".join(f"{coded(Literal(name))}: {coded(v)}" for name, v in given_values.items())
        for said in (value, strategies.another(value)):
            asked.append(f"((e) => {to_javascript(states(term, said))})({{f: (v) => 3n - 2n * v, {names}}})")

    collect()
    assert len(asked) >= 600
    answers = run(RUNTIME.read_text("utf-8"), f"[{','.join(asked)}]", None)
    assert answers == [True, False] * (len(asked) // 2)


@pytest.mark.parametrize(
    ("text", "raised"), [("$.floorDivide(1n, 0n)", "DivisorNotPositive"), ("$.at({}, 'x')", "Undefined")]
)
def test_what_has_no_value_is_an_error(text: str, raised: str) -> None:
    tried = f"(() => {{ try {{ return String({text}); }} catch (error) {{ return error.constructor.name; }} }})()"
    assert run(RUNTIME.read_text("utf-8"), tried, None) == raised


def test_sums_are_sums() -> None:
    i = Variable("i")
    for body, total in ((i * i, 14), (i / 2, Fraction(3)), (terms.term(1), 4)):
        asked = states(terms.sum_of(i, 0, 4, body), total)
        assert run(RUNTIME.read_text("utf-8"), f"((e) => {to_javascript(asked)})({{}})", None) is True


# --- calls ---

TYPED = {
    "type": "float",
    "shape": "1 1 2 2",
    "X": "1 2 3 4",
    "auto_pad": "NOTSET",
    "ceil_mode": "0",
    "dilations": "1 1",
    "kernel_shape": "2 2",
    "pads": "0 0 0 0",
    "storage_order": "0",
    "strides": "1 1",
}


def drawn(random: np.random.Generator) -> dict[str, str]:
    """A call as it is typed: most are legal, and each attribute may be wrong."""

    def entries(count: int, low: int, high: int, wrong: tuple[str, ...]) -> str:
        found = [str(random.integers(low, high + 1)) for _ in range(count)]
        if random.random() < 0.03:
            found[random.integers(count)] = str(random.choice(wrong))
        return " ".join(found[: -1 if random.random() < 0.005 else count])

    def single(right: str, *wrong: str) -> str:
        return str(random.choice(wrong)) if random.random() < 0.01 else right

    dtype = str(random.choice(list(TYPES)))
    shape = [*random.choice([1, 2, 0], 2, p=[0.89, 0.1, 0.01]), *random.integers(2, 6, 2)]
    if random.random() < 0.01:
        shape = shape[:3]
    cells = random.choice(NUMBERS if dtype.startswith(("float", "double")) else INTEGERS, int(np.prod(shape)))
    return {
        "type": dtype,
        "shape": " ".join(map(str, shape)),
        "X": " ".join(cells),
        "auto_pad": single("NOTSET", "VALID", "", "7", "notset"),
        "ceil_mode": single("0", "1", "2", "", "x"),
        "dilations": entries(2, 1, 2, ("0", "-1", "5", "a", "9223372036854775808")),
        "kernel_shape": entries(2, 1, 2, ("0", "-2", "3", "6")),
        "pads": entries(4, 0, int(random.integers(2)), ("-1", "2", "3", "b")),
        "storage_order": single("0", "1", "3", ""),
        "strides": entries(2, 1, 3, ("0", "-1", "99999999999999999999")),
    }


def passed(typed: Mapping[str, str]) -> dict[str, Any]:
    """The call that is typed, as Python passes it."""

    def entry(word: str) -> int | str:
        return int(word) if word.lstrip("+-").isdigit() else word

    lists = ("dilations", "kernel_shape", "pads", "strides")
    found: dict[str, Any] = {n: [entry(w) for w in typed[n].split()] for n in lists if typed[n]}
    found |= {n: entry(typed[n]) for n in ("auto_pad", "ceil_mode", "storage_order") if typed[n]}
    with np.errstate(over="ignore"):
        X = np.array([float(w) for w in typed["X"].split()], np.float64).astype(TYPES[typed["type"]])
    return found | {"X": X.reshape([int(w) for w in typed["shape"].split()])}


def as_text(element: Any) -> str:
    """An element of Y, exactly: the number of 64 bits that it is, and its sign where it is zero."""
    return float(element).hex()


def expected(typed: Mapping[str, str]) -> Any:
    """What the reference says: the error's text, or the elements of Y and Indices in their order."""
    try:
        Y, Indices = maxpool(**passed(typed))
    except Violation as violation:
        return str(violation)
    return [[as_text(v) for v in Y.flat], [str(i) for i in Indices.flat]]


ANSWER = """given.map((typed) => {
  const { problem, broken, outputs, failing } = explorer.run(typed);
  if (problem) return { problem };
  if (broken) return broken.message;
  if (failing.length) return { failing };
  return outputs.map(({ Y, Indices }) => [explorer.text(Y, typed.type), String(Indices)]);
})"""


def answers(calls: list[dict[str, str]], operator: Operator = MAXPOOL) -> list[Any]:
    """What the script says of calls, in the form of `expected`."""
    found = run(explorer(operator), ANSWER, calls)
    return [_told(typed, answer) for typed, answer in zip(calls, found, strict=True)]


def _told(typed: Mapping[str, str], answer: Any) -> Any:
    if not isinstance(answer, list):
        return answer
    with np.errstate(over="ignore"):
        Y = [as_text(np.dtype(TYPES[typed["type"]]).type(float(y))) for y, _ in answer]
    return [Y, [index for _, index in answer]]


@pytest.fixture(scope="module")
def calls() -> list[dict[str, str]]:
    random = np.random.default_rng(24)
    return [drawn(random) for _ in range(CALLS)]


@pytest.mark.whole
def test_ten_thousand_calls_are_answered_as_the_reference_answers_them(calls: list[dict[str, str]]) -> None:
    wanted = [expected(typed) for typed in calls]
    found = answers(calls)
    wrong = [(c, w, f) for c, w, f in zip(calls, wanted, found, strict=True) if w != f]
    assert not wrong, f"{len(wrong)} of {CALLS}; the first: {wrong[0]}"
    broken = {w.partition(":")[0] for w in wanted if isinstance(w, str)}
    assert len(broken) >= 20, "the calls break many clauses"
    assert sum(isinstance(w, list) for w in wanted) > CALLS // 2, "and most are legal"


CHANGED = {
    "strides.positive": "strides may be 0",
    "Y.shape": "one window more",
    "Indices.first-maximum": "the last tap",
    "Indices.flat": "an index into one plane",
    "zeros.equal": "+0.0 is greater than -0.0",
}
"""The clauses that are changed one by one, and into what."""


def other(label: str, choice: str) -> Term:
    """A clause's alternative by its words, or the formula that is meant here."""
    clause = MAXPOOL[label]
    if isinstance(clause, Decision):
        (formula,) = (a.formula for a in clause.alternatives if a.choice == choice and a.formula is not None)
        return formula
    return {"strides.positive": stride >= 0, "Y.shape": y.eq(slack // stride + 2)}[label]


@pytest.mark.whole
@pytest.mark.parametrize("label", CHANGED)
def test_another_clause_makes_another_script(label: str, calls: list[dict[str, str]]) -> None:
    some = [typed for typed in calls if typed["shape"].count(" ") == 3][:600]
    changed = MAXPOOL.changed(label, other(label, CHANGED[label]))
    assert answers(some, changed) != [expected(typed) for typed in some]


def test_a_clause_that_determines_nothing_is_refused() -> None:
    """That Y is equal up to rounding does not say what it is."""
    decision = MAXPOOL["Y.bits"]
    assert isinstance(decision, Decision)
    (rounded,) = (a.formula for a in decision.alternatives if a.formula is not None)
    with pytest.raises(LookupError, match="says nothing that Y"):
        explorer(MAXPOOL.changed("Y.bits", rounded))


@pytest.mark.whole
def test_what_several_values_meet_is_no_answer(calls: list[dict[str, str]]) -> None:
    """Any tap that attains the maximum may be meant: where there are two, the page says that there are."""
    changed = MAXPOOL.changed(
        "Indices.first-maximum", other("Indices.first-maximum", "any tap that attains the maximum")
    )
    typed = TYPED | {"X": "1 1 1 1"}
    assert answers([typed], changed) == [{"problem": "the clauses give 4 values for Indices"}]
    assert answers([typed]) == [expected(typed)]


def test_no_more_is_computed_than_a_page_can_wait_for() -> None:
    """The windows of a dilation beyond the input are looked at one by one."""
    far = 3 * 9_999_999
    typed = TYPED | {"kernel_shape": "10000000 2", "dilations": "3 1", "strides": "3 1", "pads": f"{far} 0 {far} 0"}
    assert answers([typed]) == [{"problem": "this call needs more steps than are allowed here"}]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"X": "1 2 3"}, "X has 4 elements by its shape, but 3 are typed"),
        ({"X": "1 2 3 x"}, "x is not a number of type float"),
        ({"X": "1 2 3 300", "type": "int8"}, "300 is not a number of type int8"),
        ({"shape": "1 1 2 two"}, "the shape of X is a list of sizes"),
        ({"type": "int64"}, "int64 is no element type of this page"),
    ],
)
def test_what_is_typed_wrong_is_said(change: dict[str, str], problem: str) -> None:
    assert answers([TYPED | change]) == [{"problem": problem}]
