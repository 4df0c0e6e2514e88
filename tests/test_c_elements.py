"""What C computes from elements, on every bit pattern: the reference's own, other right ways, and wrong twins."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("clang")

from proofs.program.c.elements import kinds
from proofs.program.c.elements.claims import Holds
from proofs.program.c.elements.counted import ElementFindings
from proofs.program.c.function import lowered
from proofs.program.c.parameters.quantities import given
from proofs.program.c.proving import MAY_BE_NULL, NO_NAN, CSource, prove_c, understand
from proofs.program.c.reading.reader import CompilerOptions, read
from proofs.program.maxpool.proof import LIMITS
from proofs.program.prove_source import FunctionVerdict, SourceReport
from proofs.program.source.refused import Refused
from proofs.soundness import c_programs
from proofs.theories.floats.floats import FLOAT32
from reference.c.library import SOURCE
from reference.c.statuses import HEADER

pytestmark = pytest.mark.long

TYPES = ("float16", "float", "double", "int8", "uint8")
TEXT = SOURCE.read_text("utf-8")


def said(of: str) -> str:
    return '[elements]\nX = "float16"\n' if of == "float16" else ""


def source(of: str, text: str = TEXT, *definitions: str) -> CSource:
    options = CompilerOptions(definitions=definitions)
    return CSource(str(SOURCE), text.encode(), f"maxpool_{of}_windows", options, given(said(of)))


def findings(of: str, text: str = TEXT) -> ElementFindings:
    whole = source(of, text)
    unit = read(whole.file, whole.text, whole.name, whole.options)
    return lowered(unit, whole.quantities).claims.decided(LIMITS)


def proved(of: str, text: str = TEXT, *definitions: str) -> SourceReport:
    return prove_c(source(of, text, *definitions), LIMITS)


def changed(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new)


@pytest.mark.tenth
@pytest.mark.parametrize("of", TYPES)
def test_the_reference_holds_for_every_pattern(of: str) -> None:
    found = findings(of)
    assert not found.no_nan
    assert [v.holds for v in found.verdicts] == [Holds.EVERYWHERE] * len(found.verdicts)
    assert len(found.verdicts) == (1 if "int" in of else 2)


@pytest.mark.whole
def test_a_function_of_the_reference_is_proved() -> None:
    """As somebody else's would be; that all are, the obligations `c.…` say."""
    of, width = "int8", "32"
    found = proved(of, TEXT, f"MAXPOOL_WIDTH={width}")
    assert found.outcome is FunctionVerdict.PROVED
    assert NO_NAN not in found.assumptions
    assert MAY_BE_NULL in found.shown
    assert found.capacity is not None
    assert f"2^{int(width) - 1}" in found.capacity


VALUE, VALUE16 = (
    "isnan(element) ? -INFINITY : element",
    "((bits & 0x7FFFu) > 0x7C00u) ? (maxpool_float16)0xFC00u : bits",
)
KEY16 = "((bits & 0x8000u) != 0u) ? -magnitude : magnitude"
TAKES = "(MAXPOOL_KEY(element) > MAXPOOL_KEY(best))"

RIGHT = {
    "a NaN is not itself": ("float", VALUE, "element != element ? -INFINITY : element"),
    "in a branch": ("float", f"return {VALUE};", "if (isnan(element)) { return -INFINITY; } return element;"),
    "in a variable": ("float", f"return {VALUE};", "float v = element; if (v != v) v = -HUGE_VALF; return v;"),
    "the other way round": ("float", VALUE, "(element >= -INFINITY) ? element : -INFINITY"),
    "by magnitude": ("double", "isnan(element)", "!(fabs(element) <= (double)INFINITY)"),
    "by the exponent": (
        "float16",
        "(bits & 0x7FFFu) > 0x7C00u",
        "(bits & 0x7C00u) == 0x7C00u && (bits & 0x3FFu) != 0u",
    ),
    "a key by two cases": ("float16", KEY16, "bits < 0x8000u ? (int32_t)bits : 0x8000 - (int32_t)bits"),
    "a key from below": ("float16", KEY16, "((bits & 0x8000u) != 0u) ? 0x8000 - magnitude : magnitude + 0x8000"),
    "a key by shifts": ("float16", KEY16, "(1 - 2 * (int32_t)(bits >> 15)) * magnitude"),
    "smaller on the other side": ("float", TAKES, "(MAXPOOL_KEY(best) < MAXPOOL_KEY(element))"),
    "not at most": ("float16", TAKES, "!(MAXPOOL_KEY(element) <= MAXPOOL_KEY(best))"),
    "a raw NaN beats nothing either": ("float", TAKES, "(X[here] > best)"),
    "in wider floats": ("float", TAKES, "((double)element > (double)best)"),
}


@pytest.mark.tenth
@pytest.mark.parametrize("how", RIGHT)
def test_other_right_ways_hold_for_every_pattern(how: str) -> None:
    of, old, new = RIGHT[how]
    found = findings(of, changed(old, new))
    assert not found.no_nan, found.shown
    assert {v.holds for v in found.verdicts} == {Holds.EVERYWHERE}


FOR_NUMBERS = {
    "a NaN is +inf": ("float", VALUE, "isnan(element) ? INFINITY : element", "0x7f800000 (inf)"),
    "a NaN is 0": ("float", VALUE, "isnan(element) ? 0.0f : element", "0x00000000 (0.0)"),
    "a NaN is left in": ("float", VALUE, "element", "the comparison is false"),
    "a NaN is the lowest number": ("double", "(double)-INFINITY", "-1.7976931348623157e308", "-1.79769"),
    "some NaN are left in": ("float16", "0x7FFFu) > 0x7C00u", "0x7FFEu) > 0x7C00u", "0x7c01 (nan)"),
    "another NaN": ("float16", "(maxpool_float16)0xFC00u", "(maxpool_float16)0xFE00u", "0xfe00 (nan)"),
    "the sign is kept": ("float16", "(maxpool_float16)0xFC00u", "(maxpool_float16)(bits & 0xFC00u)", "0x7c00 (inf)"),
    "negative NaN are left in": ("float16", "(bits & 0x7FFFu) > 0x7C00u", "bits < 0x8000u && bits > 0x7C00u", "nan"),
    "compared with the raw other": ("float", TAKES, "(MAXPOOL_KEY(element) > X[index])", "the comparison is false"),
}
"""Wrong for a NaN only: it is then assumed that there is none, and said what goes wrong with one."""


@pytest.mark.tenth
@pytest.mark.parametrize("how", FOR_NUMBERS)
def test_what_is_wrong_for_a_nan_is_seen(how: str) -> None:
    of, old, new, words = FOR_NUMBERS[how]
    found = findings(of, changed(old, new))
    assert found.no_nan
    assert any(words in shown for shown in found.shown), found.shown
    assert Holds.NOT not in {v.holds for v in found.verdicts}


WRONG = {
    "infinity counts as NaN": ("float16", "0x7FFFu) > 0x7C00u", "0x7FFFu) > 0x7BFFu", "0x7c00 (inf)"),
    "infinity too": ("float16", "0x7FFFu) > 0x7C00u", "0x7FFFu) >= 0x7C00u", "0x7c00 (inf)"),
    "-0 becomes +0": ("float", VALUE, "isnan(element) ? -INFINITY : (element == 0 ? 0.0f : element)", "(-0.0)"),
    "a key without the sign": ("float16", KEY16, "magnitude", "the comparison"),
    "-0 is below +0": ("float16", KEY16, "((bits & 0x8000u) != 0u) ? -magnitude - 1 : magnitude", "(-0.0)"),
    "a key without the last bit": ("float16", "(bits & 0x7FFFu);\n", "(bits & 0x7FFEu);\n", "0x0001"),
    "a key with the sign": ("float16", "(bits & 0x7FFFu);\n", "(bits & 0xFFFFu);\n", "the comparison"),
    "another bit is the sign": ("float16", "(bits & 0x8000u) != 0u", "(bits & 0x4000u) != 0u", "the comparison"),
    "bits as integers": (
        "float16",
        "MAXPOOL_KEY(element) key_float16(element)",
        "MAXPOOL_KEY(element) (element)",
        "(-",
    ),
    "a conversion that loses": ("float16", KEY16, "(int16_t)bits", "undefined"),
    "an overflow": ("float16", KEY16, "magnitude * 65536 * 2", "undefined"),
    "int8 as uint8": (
        "int8",
        "(MAXPOOL_KEY(element) >",
        "((uint8_t)(element) > (uint8_t)(best)) || (0 &&",
        "0x80 (-128)",
    ),
    "the distance": ("int8", TAKES, "((int8_t)(element - best) > 0)", "undefined"),
}


@pytest.mark.tenth
@pytest.mark.parametrize("how", WRONG)
def test_what_is_wrong_is_not_proved_and_shown_by_a_pattern(how: str) -> None:
    of, old, new, words = WRONG[how]
    found = findings(of, changed(old, new))
    wrong = [v for v in found.verdicts if v.holds is Holds.NOT]
    assert wrong
    assert any(words in v.contradiction for v in wrong), [v.contradiction for v in wrong]


@pytest.mark.whole
def test_what_is_wrong_for_an_element_is_wrong_for_the_function() -> None:
    found = proved("float16", changed(KEY16, "magnitude"))
    assert found.outcome is FunctionVerdict.NOT_PROVED
    assert any("the comparison" in r.condition.words for r in found.results if not r.proved)


@pytest.mark.whole
def test_the_last_maximum_is_not_the_first() -> None:
    found = proved("float", changed(TAKES, "(MAXPOOL_KEY(element) >= MAXPOOL_KEY(best))"))
    assert found.outcome is FunctionVerdict.NOT_PROVED
    assert found.witness is not None


def test_an_element_that_is_stored_as_it_is_may_be_a_nan() -> None:
    found = findings("float", changed("best = element;", "best = X[here];"))
    assert found.no_nan


@pytest.mark.whole
def test_where_a_null_pointer_changes_y_it_is_assumed_that_there_is_none() -> None:
    text = changed(
        "if (Indices != NULL) { Indices[cell] = index; }",
        "if (Indices) { Indices[cell] = index; } else { Y[cell] = 0; }",
    )
    found = proved("int8", text)
    assert found.outcome is not FunctionVerdict.PROVED or MAY_BE_NULL not in found.shown


@pytest.mark.parametrize(
    ("old", "new"), [(VALUE, "isnan(element) ? -INFINITY : element * 1.0f"), (VALUE, "sqrtf(element)")]
)
def test_what_is_not_followed_is_refused(old: str, new: str) -> None:
    with pytest.raises(Refused):
        findings("float", changed(old, new))


@pytest.mark.whole
@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_bits_are_given_to_the_compiler_as_such(tmp_path: Path) -> None:
    file = tmp_path / SOURCE.name
    file.write_text(changed(TAKES, "(MAXPOOL_KEY(element) >= MAXPOOL_KEY(best))"), "utf-8")
    (tmp_path / HEADER.name).write_text(HEADER.read_text("utf-8"), "utf-8")
    whole = source("float16", file.read_text("utf-8"))
    found = prove_c(replace(whole, file=str(file)), LIMITS, replay=True)
    assert found.witness is not None
    assert found.witness.replayed == found.witness.given


def test_bits_need_a_format() -> None:
    whole = source("float16")
    found = prove_c(CSource(whole.file, whole.text, whole.name), LIMITS)
    assert found.refused is not None
    assert '[elements] X = "float16"' in found.refused.change


def test_a_number_that_rounds_to_nearly_the_lowest_is_told_from_it() -> None:
    text, name = c_programs.text_of("lowest.c"), c_programs.RIGHT["lowest.c"]
    assert "-FLT_MAX" in text
    above, lowest = (text.replace("-FLT_MAX", number).encode() for number in ("-3.402823e+38f", "-3.4028235e+38f"))
    refusal = understand(CSource("a.c", above, name))[0].refused
    assert refusal is not None
    assert "elements may be below it" in refusal.reason
    assert understand(CSource("a.c", lowest, name))[1]


PASSED_ON = {
    "(fp.gt x y)": "(or (fp.gt x y) (and (fp.isNaN x) (not (fp.isNaN y))))",
    "(ite (is_nan a) (_ -oo 8 24) (number a))": "(number a)",
    "(ite (is_nan a) lowest a)": "a",
    f"(_ bv{0x7F800000} 32)) lowest": f"(_ bv{0x7F800000} 32)) (_ bv{0x7FFFFFFF} 32)",
}
"""Another decision on NaN: above every number, equal to each other, and in Y as they are."""


@pytest.fixture
def nan_passed_on(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    functions = FLOAT32.functions
    for old, new in PASSED_ON.items():
        assert functions.count(old) == 1
        functions = functions.replace(old, new)
    monkeypatch.setattr(kinds, "OF_FLOATS", {**kinds.OF_FLOATS, 32: replace(FLOAT32, functions=functions)})
    kinds.format_of.cache_clear()
    yield
    kinds.format_of.cache_clear()


TAKEN, IS_ABOVE = "(index < 0) || " + TAKES, "(element > best || (isnan(element) && !isnan(best)))"
PASSING = {
    "as one condition": IS_ABOVE,
    "in one chain": IS_ABOVE[1:-1],
    "in one chain, NaN first": "(isnan(element) && !isnan(best)) || element > best",
    "not at most": "(!(element <= best) && !isnan(best))",
    "by cases": "(isnan(element) ? !isnan(best) : element > best)",
    "a NaN is not itself": "(element > best || (element != element && best == best))",
}


def passing(how: str) -> str:
    """The loops with an element of float taken so, where it stands beside others; the other types' are as they were."""
    of_float = "#define MAXPOOL_TYPE float\n"
    others = f"#ifndef TAKES\n#define TAKES {TAKES}\n#endif\n"
    body = "#else /* The body"
    text = changed(TAKEN, "(index < 0) || TAKES").replace(VALUE, "element")
    text = text.replace(of_float, f"{of_float}#define TAKES {how}\n").replace(
        "#undef MAXPOOL_TYPE", "#undef MAXPOOL_TYPE\n#undef TAKES"
    )
    head, _, rest = text.partition(body)
    first, _, loops = rest.partition("\n")
    return f"{head}{body}{first}\n{others}{loops}"


@pytest.mark.tenth
@pytest.mark.usefixtures("nan_passed_on")
@pytest.mark.parametrize("how", PASSING)
def test_a_nan_is_passed_on_if_that_is_what_the_clause_says(how: str) -> None:
    found = findings("float", passing(PASSING[how]))
    assert not found.no_nan, found.shown
    assert {v.holds for v in found.verdicts} == {Holds.EVERYWHERE}


NOT_PASSING = {
    "a NaN is never above": "element > best",
    "a NaN after a NaN": "element > best || isnan(element)",
    "a NaN is beaten": "!(element <= best)",
    "counted as -inf": "(isnan(element) ? -INFINITY : element) > (isnan(best) ? -INFINITY : best)",
}


@pytest.mark.tenth
@pytest.mark.usefixtures("nan_passed_on")
@pytest.mark.parametrize("how", NOT_PASSING)
def test_a_nan_that_is_not_passed_on_is_then_seen(how: str) -> None:
    assert findings("float", passing(NOT_PASSING[how])).no_nan


@pytest.mark.usefixtures("nan_passed_on")
def test_a_nan_that_is_stored_as_inf_is_then_seen() -> None:
    found = findings("float", changed("isnan(element) ? -INFINITY : element", "isnan(element) ? INFINITY : element"))
    assert found.no_nan


@pytest.mark.parametrize(("kind", "accepted"), [("char", False), ("signed char", True), ("unsigned char", True)])
def test_elements_have_a_sign_or_none_with_every_compiler(kind: str, accepted: bool) -> None:
    """An int8 of -1 is the greatest of what a compiler for ARM takes a `char` for."""
    text = re.sub(r"\bfloat (?=[*]|best)", f"{kind} ", c_programs.text_of("plain.c"))
    found, _ = understand(CSource("a.c", text.encode(), "maxpool"))
    assert (found.refused is None) == accepted
    assert found.refused is None or "whether a `char` has a sign" in found.refused.reason
