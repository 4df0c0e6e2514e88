"""In which order C does what stands in one expression, and whose function a name is."""

from __future__ import annotations

import pytest

pytest.importorskip("clang")

from proofs.program.c.proving import CSource, understand
from proofs.program.c.reading.reader import CompilerOptions
from proofs.program.logic.solving import Session
from proofs.program.maxpool.proof import LIMITS, attempt
from proofs.program.running.witness import find
from proofs.solvers.solvers import SOLVERS, opened
from tests.c_programs import text_of

STORED = "    y[((n * C + c) * out_h + oh) * out_w + ow]"
TEXT = text_of("plain.c")
ZERO = "static int zero(int i) { int t = i; t = t - i; return t; }\n"


def with_helpers(helpers: str, *changes: tuple[str, str]) -> CSource:
    """The function with helpers before it, and something else in places of it."""
    text = TEXT
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return CSource("a.c", text.replace("void maxpool", f"{helpers}void maxpool").encode(), "maxpool")


def is_wrong(source: CSource) -> bool:
    found, understood = understand(source)
    assert understood is not None, found.refused
    return find(understood[1].as_run, 300) is not None


@pytest.mark.parametrize("step", ["s = s++;", "s = ++s;", "s += s++;", "s -= --s;"])
def test_a_step_of_what_is_assigned_is_refused(step: str) -> None:
    """C leaves open what it gives; it was taken for the assignment, and the step after it."""
    found, _ = understand(with_helpers("", ("int64_t index = -1;", f"int64_t index = -1; int s = 0; {step}")))
    assert found.refused is not None
    assert "names its variable twice" in found.refused.reason


@pytest.mark.parametrize(("value", "wrong"), [("step++ + zero(3)", False), ("step++ + zero(3) + 1", True)])
def test_a_step_comes_after_a_call_in_the_same_expression(value: str, wrong: bool) -> None:
    """It was put after the first statement of the helper, before the value that the expression reads."""
    start = f"int64_t step = -1; int64_t index = {value};"
    assert is_wrong(with_helpers(ZERO, ("int64_t index = -1;", start))) == wrong


def test_a_helper_that_gives_a_value_writes_nowhere_by_another_either() -> None:
    """C leaves open which argument is evaluated first, one that reads an output or one that writes to it."""
    put = "static void put(float *p) { *p = 0; }\nstatic int cleared(float *p) { put(p); return 0; }\n"
    found, _ = understand(with_helpers(put, ("float best", "const int none = cleared(y); float best")))
    assert found.refused is not None
    assert "writes to memory" in found.refused.reason


@pytest.mark.parametrize(
    ("helper", "test"),
    [
        ("static int isless(float a, float b) { return a > b; }\n", "isless(best, x[i])"),
        ("static float fabsf(float a) { return -a; }\n", "x[i] > best && fabsf(x[i]) >= 0"),
    ],
)
def test_a_function_of_the_file_is_not_that_of_the_library(helper: str, test: str) -> None:
    source = with_helpers(helper, ("x[i] > best", test))
    _, understood = understand(source)
    assert understood is None or find(understood[1].as_run, 300) is not None


def test_a_constant_that_another_file_may_replace_is_refused() -> None:
    zero = "__attribute__((weak)) const int none = 0;\n"
    found, _ = understand(with_helpers(zero, ("index < 0 ||", "index < none ||")))
    assert found.refused is not None
    assert "attribute" in found.refused.reason


@pytest.mark.parametrize(
    ("before", "after", "standard"),
    [
        ("static int f(a) short a; { return a; }\n", "", "c11"),
        ("static int f() { return 0; }\n", "", "c11"),
        ("int f();\n", "int f(int a) { return a; }\n", "c11"),
        ("", "int f(int a) { return a; }\n", "gnu89"),
    ],
)
def test_a_helper_without_a_prototype_is_refused(before: str, after: str, standard: str) -> None:
    """Of `f(oh)`, nothing said that `oh` becomes a `short`: it was taken for any row of Y."""
    text = TEXT.replace("oh * stride_h", "f(oh) * stride_h").replace("void maxpool", f"{before}void maxpool")
    source = CSource("a.c", (text + after).encode(), "maxpool", CompilerOptions(standard=standard))
    found, _ = understand(source)
    assert found.refused is not None
    assert "prototype" in found.refused.reason or "declar" in found.refused.reason or "takes" in found.refused.reason


@pytest.mark.parametrize(("kind", "reason"), [("inline", "`inline` and not `static`"), ("static inline", "")])
def test_a_helper_that_another_file_may_define_is_refused(kind: str, reason: str) -> None:
    """Of `inline` alone C leaves open which is called: this definition, or another one of the program."""
    helper = f"{kind} int f(int a) {{ return a; }}\n"
    found, _ = understand(with_helpers(helper, ("oh * stride_h", "f(oh) * stride_h")))
    assert (found.refused is not None) == bool(reason)
    assert found.refused is None or reason in found.refused.reason


@pytest.mark.parametrize("number", ["(INT_MIN / -1) * 0", "INT_MIN % -1", "(4 / (1 - 2)) * 0"])
def test_a_number_divided_by_what_is_not_positive_is_no_number(number: str) -> None:
    """The compiler's parser gives 0 for each of them, and C gives nothing for the first two."""
    found, understood = understand(
        with_helpers("#include <limits.h>\n", ("oh * stride_h", f"{number} + oh * stride_h"))
    )
    assert understood is not None
    divisors = [c for c in attempt(understood[1].function, Session(opened(SOLVERS, LIMITS))) if not c.proved]
    assert "divisor.positive" in {c.condition.label for c in divisors}
    assert found.refused is None


@pytest.mark.parametrize("number", ["(int)1e20", "(int)(0.0 / 0.0)", "(int)-3e9", "(int)(unsigned)-1.5"])
def test_a_number_that_an_integer_does_not_hold_is_no_number(number: str) -> None:
    """C leaves open what such a conversion gives; the compiler's parser gives something."""
    found, _ = understand(with_helpers("", ("oh * stride_h", f"{number} * 0 + oh * stride_h")))
    assert found.refused is not None
    assert "conversion" in found.refused.reason


def test_a_number_that_an_integer_holds_is_one() -> None:
    found, _ = understand(with_helpers("", ("oh * stride_h", "((int)-0.5 + (int)2.9 - 2) + oh * stride_h")))
    assert found.refused is None
