"""Functions of C proved from their source, with the sizes that fit; wrong ones are not."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

pytest.importorskip("clang")


from maxpool import app
from proofs.mutation.source.trials import tried
from proofs.program.c.function import Lowered
from proofs.program.c.parameters.quantities import Quantities, given
from proofs.program.c.proving import CSource, element_range, prove_c, results_of, understand
from proofs.program.c.reading.reader import CompilerOptions
from proofs.program.c.replay import run_by_compiler
from proofs.program.logic.solving import Session
from proofs.program.maxpool.proof import LIMITS, ConditionOutcome
from proofs.program.prove_source import FunctionVerdict, SourceReport
from proofs.program.running.witness import find
from proofs.program.source.language import For, While, everywhere
from proofs.program.source.refused import Refused
from proofs.solvers.solvers import SOLVERS, opened
from tests.c_programs import RIGHT, WRONG, text_of, wrong


def report(text: str, name: str, *, replay: bool = False, said: str = "", **options: object) -> SourceReport:
    source = CSource("a.c", text.encode(), name, CompilerOptions(**options), given(said) if said else Quantities())  # type: ignore[arg-type]
    return prove_c(source, LIMITS, replay=replay)


SLOW = "cast clipped_by_loops corners filled flag moving one_loop reset row_and_column status".split()


def slow(file: str, *changed: str) -> Any:
    """A case of a file; of some files each case takes long."""
    return pytest.param(file, *changed, marks=pytest.mark.whole if file.removesuffix(".c") in SLOW else ())


@pytest.mark.sampled
@pytest.mark.parametrize("file", [slow(file) for file in RIGHT])
def test_right_ones_are_proved(file: str) -> None:
    found = report(text_of(file), RIGHT[file])
    assert found.outcome is FunctionVerdict.PROVED, found.json()
    assert found.capacity or found.calls
    assert list(found.parameters.values())[:2] == ["X", "Y"]


FOR_NO_CALL = (
    ("generated.c", {"[3][3][3]": "[3][4][3]", "o0 < 3": "o0 < 4"}),  # the last row of windows is over padding alone
    ("flat.c", {"ax2 < 7": "ax2 < 8", "ax0_ax1 * 49": "ax0_ax1 * 56"}),  # so it is here
    ("generated.c", {"[3][3][3]": "[3][2][3]", "o0 < 3": "o0 < 2"}),  # more windows fit
)


@pytest.mark.whole
@pytest.mark.sampled
@pytest.mark.parametrize(("file", "changes"), FOR_NO_CALL)
def test_what_is_right_for_every_call_of_none_is_not_proved(file: str, changes: dict[str, str]) -> None:
    text = text_of(file)
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    found = report(text, RIGHT[file])
    assert (found.outcome, found.witness) == (FunctionVerdict.NOT_PROVED, None)
    assert found.empty is not None


@pytest.mark.long
@pytest.mark.sampled
@pytest.mark.parametrize(("file", "old", "new"), [slow(*changed) for changed in WRONG])
def test_wrong_ones_are_not(file: str, old: str, new: str) -> None:
    """Told as of a mutant: what first shows that it is not proved ends it."""
    found, understood = understand(CSource("a.c", wrong(file, old, new).encode(), RIGHT[file]))
    if understood is not None:
        lowered = understood[1]
        try:
            found = tried(
                found,
                lowered.function,
                partial(_results, lowered),
                element_range(lowered),
                Session(opened(SOLVERS, LIMITS)),
            )
        except Refused as refused:
            found = replace(found, refused=refused)
    assert found.outcome in (FunctionVerdict.NOT_PROVED, FunctionVerdict.REFUSED)


def test_each_wrong_one_differs_in_more_than_a_comment() -> None:
    def code(text: str) -> str:
        return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)

    assert [(f, old) for f, old, new in WRONG if code(wrong(f, old, new)) == code(text_of(f))] == []


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [("lowest.c", "e > best) best", "e < best) best"), ("int8.c", "> best)\n", "< best)\n")],
)
def test_a_choice_from_the_lowest_number_is_seen_to_go_wrong(file: str, old: str, new: str) -> None:
    _, understood = understand(CSource("a.c", wrong(file, old, new).encode(), RIGHT[file]))
    assert understood is not None
    witness = find(understood[1].function, elements=element_range(understood[1]))
    assert witness is not None
    assert witness.X.min() > element_range(understood[1]).least


def test_what_is_read_of_an_empty_tensor_is_seen() -> None:
    read = "int8_t first = x[0];\n    (void)first;\n    for (int64_t k = 0;"
    source = CSource("a.c", wrong("row_and_column.c", "for (int64_t k = 0;", read).encode(), RIGHT["row_and_column.c"])
    _, understood = understand(source)
    assert understood is not None
    unit, lowered = understood
    witness = find(lowered.as_run, elements=element_range(lowered))
    assert witness is not None
    assert witness.X.size == 0
    if shutil.which("cc"):
        assert run_by_compiler(source.file, source.text, source.options, unit, lowered, witness).error


@pytest.mark.whole
def test_a_branch_that_no_call_takes_makes_no_proof_empty() -> None:
    apart = "if (ii0 < 0) continue;\n                            if (ii0 >= 5) continue;"
    text = text_of("generated.c").replace("if (ii0 < 0 || ii0 >= 5) continue;", apart)
    assert apart in text
    assert report(text, RIGHT["generated.c"]).proved


@pytest.mark.whole
def test_one_batch_is_for_calls_with_one_batch_alone() -> None:
    found = report(text_of("plane.c"), RIGHT["plane.c"])
    assert found.proved
    assert {"dX_0 = 1", "dX_1 = 1"} <= set(found.calls)


@pytest.mark.whole
def test_where_taps_out_of_range_would_stand_has_to_fit() -> None:
    found = report(text_of("before_test.c"), RIGHT["before_test.c"])
    assert found.capacity == "N·C·OH·OW < 2^31, (N·C·H + pads)·W + pads < 2^31"


def _results(lowered: Lowered, session: Session) -> tuple[tuple[ConditionOutcome, ...], None]:
    return results_of(lowered, session)[0], None


@pytest.mark.whole
def test_no_unsigned_element_is_negative() -> None:
    """A choice that starts from 0 is right for `uint8_t`; and what is wrong is shown with elements of the type."""
    text = (
        text_of("int8.c")
        .replace("int8_t", "uint8_t")
        .replace("INT8_MIN", "0")
        .replace("int best = 0;", "int best = 1;")
    )
    found = report(text, RIGHT["int8.c"])
    assert found.outcome is not FunctionVerdict.PROVED
    assert found.witness is None or found.witness.X.min() >= 0
    right = report(text.replace("int best = 1;", "int best = 0;"), RIGHT["int8.c"])
    assert right.witness is None


@pytest.mark.whole
def test_sizes_that_fit_follow_the_types() -> None:
    narrow = report(text_of("plain.c").replace("int64_t i = ", "int16_t i = "), "maxpool")
    assert narrow.capacity == "N·C·H·W < 2^15, N·C·OH·OW < 2^31, H + pads < 2^31, W + pads < 2^31"


@pytest.mark.whole
def test_what_goes_wrong_is_shown_and_run_by_the_compiler() -> None:
    found = report(wrong("plain.c", "x[i] > best", "x[i] >= best"), "maxpool", replay=True)
    assert found.outcome is FunctionVerdict.NOT_PROVED
    assert found.witness is not None
    assert (found.witness.right.Indices, found.witness.given.Indices) == ([[[[0]]]], [[[[1]]]])
    assert found.witness.replayed is not None
    if shutil.which("cc"):
        assert found.witness.replayed.Indices == [[[[1]]]]
        assert not found.witness.replayed.error


@pytest.mark.whole
@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_a_read_out_of_bounds_is_seen_by_the_sanitizer_too() -> None:
    found = report(wrong("plain.c", "if (iw < 0 || iw >= W)", "if (iw < 0 || iw > W)"), "maxpool", replay=True)
    assert found.witness is not None
    assert "out of bounds" in found.witness.given.error
    assert found.witness.replayed is not None
    assert found.witness.replayed.error


HELPER = """
typedef struct { int dims[4]; } shape;
static int at(const shape *s, int n, int c, int i, int j)
{
    const int *dims = s->dims;
    return ((n * dims[1] + c) * dims[2] + i) * dims[3] + j;
}
void pool(const shape *in, const signed char *x, const shape *out, signed char *y, int kernel, int stride, int pad)
{
    for (int n = 0; n < in->dims[0]; n++)
        for (int c = 0; c < in->dims[1]; c++)
            for (int i = 0; i < out->dims[2]; i++)
                for (int j = 0; j < out->dims[3]; j++) {
                    int best = -129;
                    for (int u = 0; u < kernel; u++)
                        for (int v = 0; v < kernel; v++) {
                            int r = i * stride - pad + u, s = j * stride - pad + v;
                            if (r >= 0 && r < in->dims[2] && s >= 0 && s < in->dims[3])
                                best = x[at(in, n, c, r, s)] > best ? x[at(in, n, c, r, s)] : best;
                        }
                    y[at(out, n, c, i, j)] = (signed char)best;
                }
}
"""


def test_a_helper_that_names_parts_is_followed_in_a_choice() -> None:
    """What is below all elements may start it."""
    _, understood = understand(CSource("a.c", HELPER.encode(), "pool"))
    assert understood is not None
    assert find(understood[1].function, 60, element_range(understood[1])) is None
    for old, new in (("= -129", "= -1"), ("s->dims;", "s->dims + 1;")):
        report, wrong_one = understand(CSource("a.c", HELPER.replace(old, new).encode(), "pool"))
        assert report.refused is not None or wrong_one is not None
        assert wrong_one is None or find(wrong_one[1].function, 60, element_range(wrong_one[1])) is not None


@pytest.mark.whole
def test_an_unsigned_number_that_wraps_is_nothing_wrong() -> None:
    """It is followed as C does it: the function is right, and not proved, but not said to go wrong either."""
    text = (
        text_of("plain.c")
        .replace("int ih = oh", "unsigned ih = (unsigned)oh")
        .replace("if (ih < 0 || ih >= H)", "if (ih >= (unsigned)H)")
    )
    _, understood = understand(CSource("a.c", text.encode(), "maxpool"))
    assert understood is not None
    assert find(understood[1].function, 200, element_range(understood[1])) is None


def test_a_conversion_that_loses_a_value_is_nothing_wrong() -> None:
    """It keeps the low bits, as compilers do: wrong is what comes of it, where that is wrong."""
    start = "int r = i * stride - pad + u"
    for kind, most, is_right in (("unsigned", 100, True), ("unsigned char", 60, False)):
        text = HELPER.replace(start, f"{kind} top = i * stride - pad; int r = (int)top + u")
        assert text != HELPER
        _, understood = understand(CSource("a.c", text.encode(), "pool"))
        assert understood is not None
        assert (find(understood[1].function, most, element_range(understood[1])) is None) is is_right


@pytest.mark.whole
def test_what_is_written_out_is_held_against_what_it_should_be() -> None:
    text = wrong("generated.c", "o1++, i1 += 2", "o1++, i1 += 3")
    said = '[calls]\n"strides[1]" = 2\n'
    assert report(text_of("generated.c"), "node_pool", said=said).outcome is FunctionVerdict.PROVED
    assert "strides[1] = 3" in report(text, "node_pool").calls


@pytest.mark.whole
def test_lengths_the_wrong_way_round_are_right_where_they_are_equal_only() -> None:
    found = report(wrong("dimensions.c", "const float x[N][C][H][W]", "const float x[N][C][W][H]"), "maxpool")
    assert set(found.calls) & {"dX_2 = dX_3", "dX_3 = dX_2"}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("float best = 0.0f;", "volatile float best = 0.0f;", "volatile"),
        ("best = x[i];", "best = x[i] * 1.0f;", "`float`"),
        ("index = i;", "index = i ^ 0;", "`^`"),
        ("best = x[i];", "best = (float)(int)x[i];", "int"),
        ("best = x[i];", "best = *(const float *)((const char *)x + 4 * i);", "char"),
        ("index = i;", "index = i; x = 0;", ""),
        ("index = i;", "extern int log_it(int); log_it(1); index = i;", "outside the subset"),
        ("if (index < 0 || x[i] > best)", "if ((index = index) < 0 || x[i] > best)", "condition"),
        ("y[((n * C + c) * out_h + oh) * out_w + ow] = best;", "((float *)x)[0] = best;", ""),
    ],
)
def test_what_is_not_understood_is_refused(old: str, new: str, words: str) -> None:
    found = report(wrong("plain.c", old, new), "maxpool")
    assert found.outcome is FunctionVerdict.REFUSED
    assert found.refused is not None
    assert found.refused.line >= 4
    assert words in found.refused.reason


@pytest.mark.whole
def test_the_command(tmp_path: Path) -> None:
    file = tmp_path / "plain.c"
    file.write_text(text_of("plain.c"), "utf-8")
    ended = CliRunner().invoke(app, ["prove", "--source", f"{file}:maxpool", "--json"])
    assert ended.exit_code == 0
    found = json.loads(ended.stdout)
    assert (found["schema"], found["language"], found["model"]) == ("maxpool/prove-source/2", "C", "lp64")
    assert found["verdict"] == "proved"
    assert found["parameters"]["stride_h"] == "strides[0]"
    assert "no element of X is a NaN" in found["assumptions"]


def test_exit_codes(tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_text("void f(void) { goto end; end: ; }")
    assert CliRunner().invoke(app, ["prove", "--source", f"{file}:f"]).exit_code == 3
    assert CliRunner().invoke(app, ["prove", "--source", f"{file}:f", "--std", "c++17"]).exit_code == 2
    assert CliRunner().invoke(app, ["prove", "--source", f"{tmp_path / 'none.c'}:f"]).exit_code == 2


PLANE = """
void f(const float *x, float *y, int H, int W)
{{
    int i = 0, last = W;
    while (i < H) {{
        int j = 0;
        while ({test}) {{
            {skip}y[i * W + j] = x[i * W + j];
            {step}
        }}
        {after}
        i++;
    }}
}}
"""


@pytest.mark.parametrize(
    ("change", "counts"),
    [
        ({}, True),
        ({"step": "j += 2;"}, False),
        ({"skip": "if (j == 1) continue; "}, False),
        ({"skip": "if (j == 1) j = 2; "}, False),
        ({"skip": "last--; "}, False),
        ({"test": "j < last && i < H"}, False),
        ({"after": "i = j - 1;"}, False),
    ],
)
def test_a_loop_counts_where_each_turn_takes_one_step_at_its_end(change: dict[str, str], counts: bool) -> None:
    text = PLANE.format(**{"test": "j < last", "skip": "", "step": "j++;", "after": ""} | change)
    said = given('[parameters]\nH = "dX_2"\nW = "dX_3"\n[calls]\n' + "\n".join(CALLS))
    _, understood = understand(CSource("a.c", text.encode(), "f", quantities=said))
    assert understood is not None
    loops = [s for s in everywhere(understood[1].function.body) if isinstance(s, For | While)]
    assert any(isinstance(s, For) and s.variable == "j" for s in loops) is counts


CALLS = [
    f'"{name}" = {value}'
    for value, names in ((1, ("dX_1", "kernel_shape[0]", "kernel_shape[1]", "strides[0]", "strides[1]")),)
    for name in names
]
"""What a function that copies its input is MaxPool with."""
