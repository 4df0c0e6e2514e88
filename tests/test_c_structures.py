"""Structures of parameters: what they hold is read through them as they are declared, and in no other way."""

from __future__ import annotations

import shutil

import pytest

pytest.importorskip("clang")

from proofs.program.c.proving import CSource, element_range, understand
from proofs.program.c.reading.reader import CompilerOptions
from proofs.program.c.replay import run_by_compiler
from proofs.program.running.witness import find
from tests.c_programs import RIGHT, text_of, wrong

FILE = "structures_of_tensors.c"
OTHER = "typedef struct {\n    int n, c, w, h;\n    float *data;\n} other;\n\n/* Tensors"


def understood_of(text: str, name: str) -> str:
    """The reason of a refusal, or nothing."""
    found, _ = understand(CSource("a.c", text.encode(), name))
    return "" if found.refused is None else found.refused.reason


def test_a_structure_is_none_of_another_type() -> None:
    """The `h` of another structure was taken for that of this one: a wrong function was proved."""
    text = text_of(FILE).replace("/* Tensors", OTHER)
    assert not understood_of(text, RIGHT[FILE])
    text = text.replace("row >= input->h", "row >= ((const other *)input)->h")
    assert understood_of(text, RIGHT[FILE]) == "a pointer to `tensor` becomes one to `other`"


def test_a_list_of_sizes_has_one_type() -> None:
    text = text_of("window_of_arrays.c")
    text = text.replace("* size[1]", "* ((const unsigned char *)size)[1]")
    assert understood_of(text, RIGHT["window_of_arrays.c"]) == "a pointer to `int` becomes one to `unsigned char`"


LISTS = """
typedef struct {
    int dX[4], dY[4], kernel_shape[2], strides[2], dilations[2], pads[4];
} call;

void pool(const float *X, float *Y, const call *c, const int dilations[2])
{
    const int *strides = c->strides;
    for (int p = 0; p < c->dX[0] * c->dX[1]; p++) {
        for (int m = 0; m < c->dY[2]; m++) {
            for (int n = 0; n < c->dY[3]; n++) {
                int at = -1;
                for (int h = 0; h < c->kernel_shape[0]; h++) {
                    for (int w = 0; w < c->kernel_shape[1]; w++) {
                        const int row = m * strides[0] + h * dilations[0] - c->pads[0];
                        const int column = n * strides[1] + w * dilations[1] - c->pads[1];
                        if (row < 0 || row >= c->dX[2] || column < 0 || column >= c->dX[3]) continue;
                        const int here = (p * c->dX[2] + row) * c->dX[3] + column;
                        if (at < 0 || X[here] > X[at]) at = here;
                    }
                }
                Y[(p * c->dY[2] + m) * c->dY[3] + n] = X[at];
            }
        }
    }
}
"""


@pytest.mark.parametrize(
    ("old", "new", "entry"),
    [
        ("n * strides[1]", "n * strides[2]", "entry 2 is read of c.strides, which has 2 entries"),
        ("w * dilations[1]", "w * dilations[2]", "entry 2 is read of dilations, which has 2 entries"),
        ("w * dilations[1]", "w * dilations[-1]", "entry -1 is read of dilations, which has 2 entries"),
    ],
)
def test_a_list_has_as_many_entries_as_its_type_says(old: str, new: str, entry: str) -> None:
    """An entry behind the end was told by its use, through a pointer that hides the length from the compiler."""
    assert not understood_of(LISTS, "pool")
    reason = understood_of(LISTS.replace(old, new), "pool")
    assert reason == entry or "of the array" in reason


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    for (int plane", "    input++;\n    for (int plane"),
        ("    for (int plane", "    float **q = &output->data;\n    *q = 0;\n    for (int plane"),
        ("    for (int plane", "    tensor *output2 = output;\n    output2->data++;\n    for (int plane"),
        ("    for (int plane", "    output->data = output->data + 1;\n    for (int plane"),
        ("in = input->data", "in = input[1].data"),
    ],
)
def test_a_structure_is_read_alone(old: str, new: str) -> None:
    assert understood_of(wrong(FILE, old, new), RIGHT[FILE])


@pytest.mark.whole
@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_a_call_is_run_with_structures() -> None:
    text = wrong(FILE, "in[at] > value", "in[at] < value").encode()
    _, understood = understand(CSource("a.c", text, RIGHT[FILE]))
    assert understood is not None
    witness = find(understood[1].as_run, elements=element_range(understood[1]))
    assert witness is not None
    ran = run_by_compiler("a.c", text, CompilerOptions(), *understood, witness)
    assert (ran.error, ran.Y, ran.Indices) == ("", witness.given.Y, witness.given.Indices)
