"""The scene of a worked example: the window of one output cell on its plane of X, and the outputs as printed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from proofs.drawing.axis import axis_scene
from proofs.drawing.plane import OneWindow, axes_of, input_board, output_boards, short, window_of
from proofs.drawing.scene import Scene, counted
from reference.examples.translation import tensors
from spec.examples.model import Example, Grid, Index, Misprint

_AXIS = ("x", "kernel", "dilation", "stride", "pad_begin", "pad_end")


def example_scene(example: Example, cell: Index | None = None, title: str = "") -> Scene | None:
    """The scene of a worked example: of an output cell, else of its first wrong cell, else of the first cell of all.

    None if a window is larger than any drawing. The index () asks for what is wrong about a shape.
    """
    if not isinstance(example.X, Grid):
        return _axis(example, 0, title, ("The input is random; one of its axes is drawn.",))
    wrong = next((m for m in example.misprints if cell in (None, m.index)), None)
    if wrong is not None and not wrong.index:
        return _wrong_shape(example, title, wrong)
    if wrong is not None and wrong.tensor == "X":
        board = input_board(example, wrong.index, None, wrong)
        captions = (*_printed_wrong(example, wrong), *_rounded(example))
        return Scene(title or example.label, call_text(example), (board,), captions)
    index = wrong.index if wrong is not None else cell or (0,) * len(example.X.shape)
    window = window_of(example, index)
    boards = (input_board(example, index, window, None), *output_boards(example, index))
    captions = (*_taps(example, index, window), *_printed_wrong(example, wrong), *_rounded(example))
    return Scene(title or example.label, call_text(example), boards, captions)


def call_text(example: Example) -> str:
    """The operator with the attributes that the example sets, as it names them."""
    values = ((n, list(v) if isinstance(v, tuple) else v) for n, v in example.attributes.items())
    return f"{example.operator} with " + ", ".join(f"{name} = {value}" for name, value in values)


def _taps(example: Example, index: Index, window: OneWindow) -> Iterator[str]:
    """What the window taps and what is selected."""
    taps = window.taps()
    padding = sum(not window.is_element(*tap) for tap in taps)
    place = ", ".join(map(str, index[2:]))
    on = f", {padding} of them on no element" if padding else ""
    row, column = window.selected
    selected = f"row {row}, column {column}" if len(index) == 4 else f"position {column}"
    yield f"The window of the output cell ({place}) has {counted(len(taps), 'tap')}{on}; it selects {selected}."


def _together(example: Example, misprint: Misprint) -> list[Misprint]:
    """The misprints in one place: an output cell may be wrong in Y and in Indices."""
    return [m for m in example.misprints if m.index == misprint.index]


def _printed(example: Example, misprint: Misprint) -> Iterator[str]:
    """What is printed wrong in one place."""
    for m in _together(example, misprint):
        what = f"{m.tensor}[{', '.join(map(str, m.index))}]" if m.index else f"The shape of {m.tensor}"
        yield f"{what} is printed as {m.printed}, should be {m.right}."


def _reasons(example: Example, misprint: Misprint) -> Iterator[str]:
    """Why it is wrong, and how much more of the example is."""
    here = _together(example, misprint)
    yield from dict.fromkeys(m.reason for m in here)
    if more := len(example.misprints) - len(here):
        yield f"{counted(more, 'more cell')} of this example {'is' if more == 1 else 'are'} printed wrong."


def _printed_wrong(example: Example, misprint: Misprint | None) -> tuple[str, ...]:
    return () if misprint is None else (*_printed(example, misprint), *_reasons(example, misprint))


def _rounded(example: Example) -> Iterator[str]:
    grids = [example.X, *(grid for _, grid in tensors(example))]
    if any(short(cell) != cell for grid in grids if isinstance(grid, Grid) for cell in grid.cells):
        yield "Long numbers are drawn with four digits."


def _axis(
    example: Example, i: int, title: str, says: tuple[str, ...], *, y: int | None = None, printed: int | None = None
) -> Scene | None:
    """Spatial axis i of an example, with the output size that it states or another."""
    axis = axes_of(example)[i]
    values = {name: getattr(axis, name) for name in _AXIS} | {"y": axis.y if y is None else y}
    return axis_scene(
        title or example.label,
        call_text(example),
        values,
        says,
        gives=printed,
        by="The printed shape",
        name=f"spatial axis {i} of X",
    )


def _wrong_shape(example: Example, title: str, misprint: Misprint) -> Scene | None:
    """A printed output of a wrong size: the windows on the first axis on which it is wrong."""
    printed, right = (ast.literal_eval(text)[2:] for text in (misprint.printed, misprint.right))
    i = next(i for i, (p, r) in enumerate(zip(printed, right, strict=True)) if p != r)
    scene = _axis(example, i, title, tuple(_printed(example, misprint)), y=right[i], printed=printed[i])
    reasons = _reasons(example, misprint)
    return None if scene is None else replace(scene, captions=(*scene.captions, *reasons))
