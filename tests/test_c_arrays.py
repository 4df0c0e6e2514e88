"""Arrays of a function's own: a variable for each entry, or a table of constants; nothing else is read."""

from __future__ import annotations

import pytest

pytest.importorskip("clang")

from proofs.program.c.proving import CSource, understand
from proofs.program.c.reading.reader import CompilerOptions, read
from proofs.program.c.rewriting.arrays import with_variables_for_entries
from proofs.program.running.witness import find
from proofs.program.source.refused import Refused
from tests.c_programs import RIGHT, text_of

FILE = "window_of_arrays.c"
START = "int at = (p"
STORED = "ow + j] = at;"


def with_copy(declared: str, read_back: str) -> str:
    """The function with an array made before the taps, of which an entry is stored as the index."""
    text = text_of(FILE)
    before, after = text.split(START)
    first, _, rest = after.partition(";\n")
    return f"{before}{START}{first};\n{declared}\n{rest}".replace(STORED, f"ow + j] = {read_back};")


def test_a_copy_in_an_array_stays_what_it_was() -> None:
    """It was read as what it had been made of, where that stood by then: a wrong function was proved."""
    _, understood = understand(
        CSource("a.c", with_copy("const int kept[2] = {at, 1};", "kept[0]").encode(), RIGHT[FILE])
    )
    assert understood is not None
    assert find(understood[1].function, 300) is not None


@pytest.mark.parametrize(
    ("declared", "read_back"),
    [
        ("const int kept[20] = {at, 1};", "kept[0]"),  # of more entries than variables are taken for
        ("const int kept[2] = {at, 1}; const int *q = kept;", "q[0]"),
        ("int kept[2] = {at, 1};", "kept[i % 2]"),
        ("int kept[2] = {at++, 1};", "kept[0]"),
        ("int kept[2][1] = {{at}, {1}};", "kept[0][0]"),
        ("int kept[2] = {at, 1}; int *q = &kept[0];", "*q"),
    ],
)
def test_other_arrays_are_refused(declared: str, read_back: str) -> None:
    found, _ = understand(CSource("a.c", with_copy(declared, read_back).encode(), RIGHT[FILE]))
    assert found.refused is not None


def test_what_is_left_out_of_first_values_is_0() -> None:
    unit = read("a.c", b"void f(void) { int a[3] = {4}; a[2] = a[1]; }", "f", CompilerOptions())
    assert "value=4" in str(declared := with_variables_for_entries(unit).function.body)
    assert str(declared).count("value=0") == 2
    assert "'a[2]'" in str(declared)


@pytest.mark.parametrize("entries", ["{[1] = 4, [0] = 5}", "{[1] = 4}"])
def test_first_values_in_another_order_are_refused(entries: str) -> None:
    with pytest.raises(Refused):
        read("a.c", f"void f(void) {{ int a[2] = {entries}; a[0] = a[1]; }}".encode(), "f", CompilerOptions())


ROWS = """
void pool(int n, int c, int h, int w, int oh, int ow, const float x[n][c][h][w], float y[n][c][oh][ow], int kh, int kw)
{
    for (int b = 0; b < n; b++) for (int k = 0; k < c; k++) {
        PLANE
        for (int i = 0; i < oh; i++) for (int j = 0; j < ow; j++) {
            float best = plane[i][j];
            for (int u = 0; u < kh; u++) for (int v = 0; v < kw; v++)
                if (plane[i + u][j + v] > best) best = plane[i + u][j + v];
            y[b][k][i][j] = best;
        }
    }
}
"""
HELPER = """
static float at(int c, int h, int w, const float (*p)[c][LENGTHS], int b, int k, int i, int j) { return p[b][k][i][j]; }
"""


def of_rows(plane: str) -> Refused | None:
    found, _ = understand(CSource("a.c", ROWS.replace("PLANE", plane).encode(), "pool"))
    return found.refused


@pytest.mark.parametrize(
    ("plane", "is_right"),
    [
        ("const float (*plane)[w] = x[b][k];", True),
        ("const float (*plane)[h] = x[b][k];", False),
        ("const float (*plane)[w + 1] = x[b][k];", False),
        ("const float (*plane)[5] = x[b][k];", False),
        ("int s = w; s = h; const float (*plane)[s] = x[b][k];", False),
        ("typedef float row[h]; const row *plane = x[b][k];", False),
    ],
)
def test_a_pointer_to_rows_has_rows_of_the_lengths_of_the_tensor(plane: str, is_right: bool) -> None:
    """It was taken for one to the tensor's rows, whatever it is declared to lead to."""
    assert (of_rows(plane) is None) == is_right


@pytest.mark.parametrize(("lengths", "is_right"), [("h][w", True), ("w][h", False), ("h][5", False)])
def test_an_array_of_a_helper_has_the_lengths_of_the_tensor(lengths: str, is_right: bool) -> None:
    text = HELPER.replace("LENGTHS", lengths) + ROWS.replace("PLANE", "")
    text = text.replace("plane[i + u][j + v]", "at(c, h, w, x, b, k, i + u, j + v)")
    text = text.replace("plane[i][j]", "at(c, h, w, x, b, k, i, j)")
    found, _ = understand(CSource("a.c", text.encode(), "pool"))
    assert (found.refused is None) == is_right
