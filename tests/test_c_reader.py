"""The reader of C: what the compiler tells becomes our tree; what is outside the subset, or hostile, is refused."""

import pytest

pytest.importorskip("clang")

from proofs.program.c.lowering.scan import everything
from proofs.program.c.lowering.values import arithmetic
from proofs.program.c.reading.reader import CompilerOptions, read
from proofs.program.c.reading.tree import CConstant, CConvert, CDeclare, CLoop, CUnit, SourcePosition
from proofs.program.c.reading.types import CInteger
from proofs.program.source.refused import Refused
from spec.language.terms import Literal, Variable
from spec.readings.value import evaluate


def unit(text: str, **options: object) -> CUnit:
    return read("a.c", text.encode(), "f", CompilerOptions(**options))  # type: ignore[arg-type]


def refusal(text: str, **options: object) -> Refused:
    with pytest.raises(Refused) as caught:
        unit(text, **options)
    return caught.value


def declared(found: CUnit, name: str) -> CDeclare:
    return next(p for p in everything(found.function.body) if isinstance(p, CDeclare) and p.name == name)


@pytest.mark.parametrize(("model", "bits"), [("lp64", 64), ("ilp32", 32), ("llp64", 32)])
def test_the_model_decides_the_width_of_long(model: str, bits: int) -> None:
    found = declared(unit("void f(void) { long a = 1; }", model=model), "a").type
    assert isinstance(found, CInteger)
    assert (found.bits, found.signed) == (bits, True)


@pytest.mark.parametrize(("model", "bits"), [("lp64", 64), ("ilp32", 32), ("llp64", 64)])
def test_size_t_is_that_of_the_model(model: str, bits: int) -> None:
    found = declared(unit("#include <stddef.h>\nvoid f(void) { size_t a = 1; }", model=model), "a").type
    assert isinstance(found, CInteger)
    assert (found.bits, found.signed) == (bits, False)


def test_implicit_conversions_are_nodes() -> None:
    value = declared(unit("void f(unsigned n, signed char s) { long a = n * s; }"), "a").initial
    assert isinstance(value, CConvert)
    assert str(value.type) == "long"
    assert str(value.operand.type) == "unsigned int"
    names = [str(p.type) for p in everything(value.operand) if isinstance(p, CConvert)]
    assert names == ["unsigned int", "unsigned int", "signed char"]


def test_macros_are_expanded_and_constants_folded() -> None:
    text = "#define K 3\n#define TWICE(a) ((a) + (a))\nvoid f(void) { int a = TWICE(K) << 1; }"
    value = declared(unit(text), "a").initial
    assert isinstance(value, CConstant)
    assert (value.value, value.at.line) == (12, 3)


def test_definitions_and_folders_are_passed_on(tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "k.h").write_text("static const int K = SIZE;\n")
    text = '#include "k.h"\nvoid f(void) { int a = K + 1; }'
    value = declared(unit(text, definitions=("SIZE=4",), folders=(str(tmp_path),)), "a").initial
    assert isinstance(value, CConstant)
    assert value.value == 5


HEADERS = "assert float inttypes iso646 limits math stdalign stdarg stdbool stddef stdint stdio stdlib string".split()


@pytest.mark.parametrize("standard", ["c99", "c11", "c17", "c2x", "gnu11"])
def test_headers_need_no_compiler(standard: str) -> None:
    includes = "".join(f"#include <{name}.h>\n" for name in HEADERS)
    text = (
        includes + "void f(void) { int64_t a = INT64_MIN; size_t b = SIZE_MAX; uint8_t c = UINT8_MAX; bool d = true; }"
    )
    found = unit(text, standard=standard)
    values = [declared(found, name).initial for name in "abc"]
    assert [v.value for v in values if isinstance(v, CConstant)] == [-(2**63), 2**64 - 1, 255]


def test_a_for_with_empty_parts_is_told_apart() -> None:
    found = unit("void f(int n) { int i = 0; for (; i < n;) i++; for (i = 0;; ) break; for (;;) break; }")
    loops = [p for p in everything(found.function.body) if isinstance(p, CLoop)]
    parts = [(p.first is not None, p.test is not None, p.step is not None) for p in loops]
    assert parts == [(False, True, False), (True, False, False), (False, False, False)]


def test_two_variables_of_one_macro_are_two() -> None:
    text = "#define M { int i = 0; { int i = 1; (void)i; } }\nvoid f(void) M"
    keys = [p.key for p in everything(unit(text).function.body) if isinstance(p, CDeclare)]
    assert len(set(keys)) == 2


@pytest.mark.tenth
@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("void f(void) { int a = ; }", 1, "the compiler says"),
        ("void f(void) {\n  goto end; end: ; }", 2, "goto"),
        ('void f(void) {\n  __asm__("nop"); }', 2, "outside the subset"),
        ("int g; void f(void) {\n  g = 1; }", 2, "variable of the file"),
        ("void f(void) {\n  static int a; a = 1; }", 2, "outlives the call"),
        ("#pragma omp parallel for\nvoid f(void) { }", 1, "pragma"),
        ("#pragma STDC FENV_ACCESS ON\nvoid f(void) { }", 1, "pragma"),
        ('void f(void) {\n  _Pragma("omp simd") for (;;) break; }', 2, "_Pragma"),
        ("%:pragma pack(1)\nvoid f(void) { }", 1, "pragma"),
        ('#define P _Pragma("omp simd")\nvoid f(void) { P for (;;) break; }', 1, "_Pragma"),
        ("void f(int n) {\n  switch (n) { case 1: break; } }", 2, "switch"),
        ("void f(int n) {\n  int a = ({ 1; }); (void)a; }", 2, "outside the subset"),
        ("void f(int n, ...) { }", 1, "..."),
        ("void f(int n) {\n  int a __attribute__((aligned(64))) = 1; }", 2, "attribute"),
        ("void f(int (*g)(int)) {\n  g(1); }", 2, "call by a pointer"),
        ("void g(void) { }", 1, "there is no function f"),
        ("void f(void) { int a = 2147483647 + 1; }", 1, "overflow"),
        ("void f(void) { int a = 2147483647 << 1; }", 1, "the compiler says"),
        ("int f(int n) { if (n) return 1; }", 1, "the compiler says"),
        ("void f(void) { h(); }", 1, "the compiler says"),
        ('#include "/dev/zero"\nvoid f(void) { }', 1, ""),
    ],
)
def test_outside_the_subset(text: str, line: int, words: str) -> None:
    found = refusal(text)
    assert (found.line, words in found.reason) == (line, True), found.reason


def test_deep_nesting_ends() -> None:
    assert refusal("void f(void) { int a = " + "(" * 200_000 + "1" + ")" * 200_000 + "; }").line == 1


def test_endless_inclusion_ends(tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "a.h").write_text('#include "a.h"\n')
    assert "the compiler says" in refusal('#include "a.h"\nvoid f(void) { }', folders=(str(tmp_path),)).reason


def test_a_wrong_option_is_no_refusal() -> None:
    with pytest.raises(ValueError, match="standard"):
        unit("void f(void) { }", standard="c11 -fplugin=x.so")


def test_the_lowest_bits_of_any_number_are_those_of_twos_complement() -> None:
    t, kind = Variable("t"), CInteger("int", 32, True)
    for mask in (1, 3, 7, 255):
        for found in (
            arithmetic("&", t, Literal(mask), kind, SourcePosition(1, 1)),
            arithmetic("&", Literal(mask), t, kind, SourcePosition(1, 1)),
        ):
            assert all(evaluate(found, {"t": number}) == number & mask for number in range(-600, 600))
    for mask in (0, 2, 5, -1):
        with pytest.raises(Refused):
            arithmetic("&", t, Literal(mask), kind, SourcePosition(1, 1))
