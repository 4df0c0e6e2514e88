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
