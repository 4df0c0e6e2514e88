"""Drawings: bounded whatever the values, true to what they show, and the same in text and in SVG."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs.catalogue import CATALOGUE
from proofs.drawing.axis import axis_scene
from proofs.drawing.example import example_scene
from proofs.drawing.scene import MOST_COLUMNS, MOST_ROWS, MOST_WINDOWS, Board, CellSpan, Ground, Scene, counted, shown
from proofs.drawing.svg import MARKER, to_svg
from proofs.drawing.text import to_text
from proofs.maxpool.pictures import picture
from spec.examples.model import Grid

SVG = "{http://www.w3.org/2000/svg}"
AXIS_NAMES = ("x", "pad_begin", "pad_end", "kernel", "dilation", "stride", "extent", "slack", "y", "y_ceil")
MORE_NAMES = ("same_padding", "m", "h", "longer", "printed")
HUGE = 10**5000

# --- bounded and well-formed ---------------------------------------------------------------------


BY_EXAMPLE = {e.label: e for e in CATALOGUE.examples}


@pytest.mark.whole
def test_drawing_of_each_label() -> None:
    labels = {*CATALOGUE.operator.labels, *CATALOGUE.claims, *CATALOGUE, *BY_EXAMPLE}
    found = {label: scene for label in sorted(labels) if (scene := picture(CATALOGUE, label, {})) is not None}
    assert len(found) > len(labels) / 10
    for label, scene in found.items():
        try:
            check_scene(scene)
        except (AssertionError, ElementTree.ParseError) as error:
            error.add_note(f"the drawing of {label}")
            raise


def check_scene(scene: Scene) -> None:
    """The scene is bounded and consistent, and both renderings of it are sound."""
    for board in scene.boards:
        assert 1 <= len(board.cells) <= MOST_ROWS
        assert len({len(row) for row in board.cells}) == 1
        assert 1 <= len(board.cells[0]) <= (MOST_COLUMNS if board.is_axis else MOST_ROWS)
        assert len(board.windows) <= MOST_WINDOWS + 3
        assert sum(window.highlighted and not window.struck for window in board.windows) <= 1
        for tap in board.taps():
            assert tap.in_range == (board.cells[tap.row][tap.column].kind is Ground.ELEMENT)
        for row, column in (*board.ringed, *((wrong.row, wrong.column) for wrong in board.wrong)):
            assert board.cells[row][column].kind is Ground.ELEMENT
    for width in (40, 100):
        plain = to_text(scene, width).plain
        assert plain.isascii()
        assert plain == "\n".join(line.rstrip() for line in plain.split("\n"))
        assert len(plain) < 40_000
    check_svg(to_svg(scene))


def check_svg(text: str) -> ElementTree.Element:
    """The drawing is one well-formed, self-contained picture that says what it is."""
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert all((root[i].text or "").strip() for i in range(2))
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags <= {"svg", "title", "desc", "defs", "pattern", "g", "rect", "ellipse", "line", "text"}
    names = {name for element in root.iter() for name in element.attrib}
    assert not [name for name in names if "href" in name or name.startswith("on") or name in ("style", "src")]
    assert set(re.findall(r"url\(([^)]*)\)", text)) <= {"#hatch"}
    assert "://" not in text.replace('xmlns="http://www.w3.org/2000/svg"', "")
    background = next(element for element in root if element.tag == f"{SVG}rect")
    assert background.get("fill", "none") not in ("none", "transparent")
    assert len(text) < 400_000
    return root


# --- drawings are true ---------------------------------------------------------------------------


@pytest.mark.parametrize("label", [e.label for e in BY_EXAMPLE.values() if isinstance(e.X, Grid)])
def test_selected_tap_holds_what_is_printed_or_right(label: str) -> None:
    """The tap that a drawing rings is the one that the printed outputs, corrected by the misprints, point at."""
    scene = example_scene(BY_EXAMPLE[label])
    assert scene is not None
    plane, *outputs = scene.boards
    selected = [tap for tap in plane.taps() if tap.selected]
    if plane.is_axis or not plane.windows:
        assert any(not misprint.index or misprint.tensor == "X" for misprint in BY_EXAMPLE[label].misprints)
        return
    assert len(selected) == 1
    element = plane.cells[selected[0].row][selected[0].column]
    for board in outputs:
        shown_there = {"Y": element.text, "Indices": element.index}[board.name.split("[")[0]]
        assert said_in(board) == ("-inf" if shown_there == "nan" else shown_there)


def said_in(board: Board) -> str:
    """What stands in the ringed cell, or should."""
    ((row, column),) = board.ringed
    right = [wrong.right for wrong in board.wrong if (wrong.row, wrong.column) == (row, column)]
    return right[0] if right else board.cells[row][column].text


sizes = st.fixed_dictionaries(
    {
        **{name: st.integers(0, 3) for name in ("pad_begin", "pad_end")},
        **{name: st.integers(1, 4) for name in ("x", "kernel", "dilation", "stride")},
    }
)


@given(sizes)
@settings(max_examples=100, deadline=None)
def test_axis_is_drawn_as_it_is(values: dict[str, int]) -> None:
    """Each window that fits is drawn, with exactly its taps, each in its place; padding and elements are where due."""
    x, kernel, dilation, begin, end = (values[n] for n in ("x", "kernel", "dilation", "pad_begin", "pad_end"))
    scene = axis_scene("t", "", values)
    assert scene is not None
    (board,) = scene.boards
    kinds = [cell.kind for cell in board.cells[0]]
    assert kinds[: begin + x + end] == [Ground.PADDING] * begin + [Ground.ELEMENT] * x + [Ground.PADDING] * end
    extent = dilation * (kernel - 1) + 1
    fitting = [s for s in range(0, begin + x + end, values["stride"]) if s + extent <= begin + x + end]
    assert len(board.windows) == max(1, len(fitting))
    for window, start in zip(board.windows, fitting, strict=False):
        columns = [start + tap * dilation for tap in range(kernel)]
        assert [tap.column for tap in window.taps] == columns
        assert [tap.in_range for tap in window.taps] == [begin <= c < begin + x for c in columns]
        assert window.span == CellSpan(0, columns[0], 0, columns[-1])
        assert window.note == ("" if any(tap.in_range for tap in window.taps) else "no tap on an element")


wild = st.one_of(
    st.integers(-3, 6),
    st.integers(-(10**6), 10**6),
    st.integers(-(10**40), 10**40),
    st.sampled_from([HUGE, -HUGE]),
)


@given(st.dictionaries(st.sampled_from(AXIS_NAMES + MORE_NAMES), wild), st.none() | wild)
@settings(max_examples=100, deadline=None)
def test_any_values_are_drawn_within_bounds(values: dict[str, int], gives: int | None) -> None:
    scene = axis_scene("any", "", values, gives=gives)
    assert (scene is not None) == ("x" in values and ("kernel" in values or "extent" in values))
    if scene is not None:
        check_scene_of_any(scene)


def check_scene_of_any(scene: Scene) -> None:
    (board,) = scene.boards
    assert len(board.cells[0]) <= MOST_COLUMNS
    assert len(board.windows) <= MOST_WINDOWS + 3
    assert all(len(window.taps) <= MOST_COLUMNS for window in board.windows)
    assert all(0 <= tap.column < len(board.cells[0]) for tap in board.taps())
    assert len(to_text(scene).plain) < 20_000
    assert len(to_svg(scene)) < 300_000


@pytest.mark.parametrize("x", [MOST_WINDOWS, MOST_COLUMNS - 1, MOST_COLUMNS, MOST_COLUMNS + 1, 60, 81, 10**9])
def test_drawing_ends_at_its_bounds(x: int) -> None:
    scene = axis_scene("t", "", {"x": x, "kernel": 1, "stride": 1})
    assert scene is not None
    assert len(scene.boards[0].cells[0]) == min(x, MOST_COLUMNS)
    assert len(scene.boards[0].windows) == min(x, MOST_WINDOWS)
    assert ("Drawn are positions" in scene.boards[0].note) == (x > MOST_COLUMNS)
    assert ("Drawn are windows" in scene.boards[0].note) == (x > MOST_WINDOWS)


def test_what_is_cut_off_is_said() -> None:
    scene = axis_scene("t", "", {"x": 10**30, "kernel": 2, "stride": 1, "m": 10**20})
    assert scene is not None
    assert "of about 2^" in scene.boards[0].note
    assert any(window.highlighted and window.taps for window in scene.boards[0].windows)


def test_values_that_describe_no_axis_are_not_drawn() -> None:
    assert axis_scene("t", "", {}) is None
    assert axis_scene("t", "", {"x": True, "kernel": 2}) is None
    assert axis_scene("t", "", {"x": "3", "kernel": 2}) is None
    assert picture(CATALOGUE, "profile.R1.follows", {"profile.R1.follows": {"bits": 7}}) is None


def test_numbers_for_people() -> None:
    assert [counted(n, "tap") for n in (0, 1, 2)] == ["0 taps", "1 tap", "2 taps"]
    assert shown(-HUGE) == f"-about 2^{HUGE.bit_length() - 1}"


# --- the two renderings --------------------------------------------------------------------------

DRAFT = """\
draft.dY_2

a spatial axis
            +-------+
            |  X[0] |
            +-------+
> window 0   [-(o)-]          fits, but is not counted
  window 1           [-( )-]  does not fit

x = 1, pad_begin = 0, pad_end = 0, kernel = 1, dilation = 1, stride = 1, y = 1
Refuted: y = floor((x + (pad_begin + pad_end) - dilation * (kernel - 1) - 1) /
  (stride + 1)).
The formula gives 0 windows, 1 fits.

(o) tap on an element   ( ) tap beyond the padded input"""

INT_4 = """\
sonnx.int.4

X[0, 0], padded                               Indices[0, 0], as printed
       -1      0        1      2      3              0      1     2     3
    +-----+----------+------+------+-----+       +-------+-----+-----+-----+
 -1 |/////|//////////|//////|//////|/////|     0 |   0   |  1  |  2  |  2  |
    |/////|//////////|//////|//////|/////|       |       |     |     |     |
    +-----+----------+------+------+-----+       +-------+-----+-----+-----+
  0 | (/) | ((-128)) | -127 |  5   |/////|     1 | x 3 x |  1  |  5  |  5  |
    |/////|    #0    |  #1  |  #2  |/////|       |right 0|     |     |     |
    +-----+----------+------+------+-----+       +-------+-----+-----+-----+
  1 | (/) |  (-128)  | -127 |  6   |/////|     2 |   6   |  7  |  7  |  5  |
    |/////|    #3    |  #4  |  #5  |/////|       |       |     |     |     |
    +-----+----------+------+------+-----+       +-------+-----+-----+-----+
  2 |/////|    7     |  8   | -128 |/////|     3 |   6   |  7  |  7  |  8  |
    |/////|    #6    |  #7  |  #8  |/////|       |       |     |     |     |
    +-----+----------+------+------+-----+       +-------+-----+-----+-----+
  3 |/////|//////////|//////|//////|/////|
    |/////|//////////|//////|//////|/////|
    +-----+----------+------+------+-----+

The window of the output cell (1, 0) has 4 taps, 2 of them on no element; it
  selects row 0, column 0.
Indices[0, 0, 1, 0] is printed as 3, should be 0.
The in-range taps are -128 at index 0 and -128 at index 3, and the first maximum
  is selected, as in the cell to the right, where -127 at 1 and at 4 gives 1.

(5) tap on an element   ((5)) selected   (/) tap on padding   /// padding
#5 flat index   x 5 x printed wrong"""


@pytest.mark.parametrize(("label", "expected"), [("draft.dY_2", DRAFT), ("sonnx.int.4", INT_4)])
def test_golden_text(label: str, expected: str) -> None:
    scene = picture(CATALOGUE, label, {})
    assert scene is not None
    assert to_text(scene, 80).plain == expected


def test_svg_says_in_shapes_what_the_text_says() -> None:
    scene = picture(CATALOGUE, "sonnx.int.4", {})
    assert scene is not None
    root = check_svg(to_svg(scene))
    assert to_svg(scene).startswith(MARKER)
    ellipses = list(root.iter(f"{SVG}ellipse"))
    # Four taps, the selected one a double ring; and the legend shows one of each kind.
    assert len(ellipses) == 5 + 4
    assert sum(e.get("stroke-dasharray") is not None for e in ellipses) == 2 + 1
    hatched = [e for e in root.iter(f"{SVG}rect") if e.get("fill") == "url(#hatch)"]
    assert len(hatched) == 16 + 1
    assert len(list(root.iter(f"{SVG}line"))) == 2 + 2
    assert {"-128", "3", "right 0", "#8"} <= {e.text for e in root.iter(f"{SVG}text")}


def test_texts_are_escaped() -> None:
    nasty = "<script>&\"'</title>\x00\x1b[31m\u00e4\ud800"
    scene = axis_scene(nasty, nasty, {"x": 1, "kernel": 1, "stride": 1}, (nasty,))
    assert scene is not None
    root = check_svg(to_svg(scene))
    assert root[0].text == "<script>&\"'</title>\\x00\\x1b[31m\u00e4\\ud800"
    assert "\x1b" not in to_text(scene).plain
