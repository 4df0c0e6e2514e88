"""Loops in other forms: the same turns in the same order, and only where no turn ends or changes them."""

from __future__ import annotations

from itertools import islice, product
from random import Random

import pytest

from proofs.program.loops.digits import with_loops_over_digits
from proofs.program.loops.endings import with_tests_at_ends
from proofs.program.loops.flags import with_breaks
from proofs.program.loops.planes import BATCH, CHANNEL, with_loops_over_planes
from proofs.program.loops.separated import separated
from proofs.program.running.bounded import BoundedCall, CallBounds, calls
from proofs.program.running.meanings import Failed
from proofs.program.running.running import Cells, run
from proofs.program.source.language import Break, For, Function, While, everywhere
from proofs.program.source.refused import Refused
from proofs.program.source.subset import parse
from spec.language.terms import free_variables
from tests.program_loop_styles import LOOP_STYLES
from tests.program_styles import STYLES

CELLS = "    for n in range(N):\n        for c in range(C):\n"
INDEX = "((n * C + c) * H + y) * W + x"


def merged(stop: str = "N * C", index: str = INDEX, more: str = "") -> str:
    """A right function, with one loop over all planes, or one that is nearly so."""
    text = STYLES["the position of the best"].text
    assert CELLS in text
    assert INDEX in text
    inner = f"    for p0 in range({stop}):\n        if True:\n            n = p0 // C\n            c = p0 % C\n{more}"
    return text.replace(CELLS, inner, 1).replace(INDEX, index)


def test_a_loop_over_planes_becomes_two() -> None:
    function = parse(merged().encode(), "pool")
    separate = with_loops_over_planes(function)
    names = [s.variable for s in everywhere(separate.body) if isinstance(s, For)]
    assert names[:2] == [BATCH, CHANNEL]
    assert "p0" not in names


@pytest.mark.parametrize(
    "text", [merged("N * H"), merged("N * C - 1"), merged("C"), merged(more="            if n > 2: break\n")]
)
def test_any_other_loop_stays(text: str) -> None:
    function = parse(text.encode(), "pool")
    assert with_loops_over_planes(function) is function


def changed(style: str, *changes: tuple[str, str]) -> Function:
    text = LOOP_STYLES[style].text
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return parse(text.encode(), "pool")


CELLS_IN_ONE, TAPS_IN_ONE, AT_END = "one loop over all cells", "one loop over all taps", "loops that ask at their end"
FLAG = "a flag that ends the rows"


@pytest.mark.parametrize(("style", "loops"), [(CELLS_IN_ONE, 6), (TAPS_IN_ONE, 6)])
def test_what_a_loop_counts_is_taken_apart(style: str, loops: int) -> None:
    separate = separated(changed(style))
    assert len([s for s in everywhere(separate.body) if isinstance(s, For)]) == loops


@pytest.mark.parametrize(
    ("style", "old", "new"),
    [
        (TAPS_IN_ONE, "        continue", "        break"),
        (TAPS_IN_ONE, "range(kernel_shape[0] * kernel_shape[1])", "range(1, kernel_shape[0] * kernel_shape[1])"),
        (TAPS_IN_ONE, "divmod(t, kernel_shape[1])", "divmod(t, dilations[1])"),
        (TAPS_IN_ONE, "divmod(t, kernel_shape[1])", "divmod(t + 1, kernel_shape[1])"),
        (TAPS_IN_ONE, "divmod(t, kernel_shape[1])", "divmod(t, kernel_shape[1] + 1)"),
    ],
)
def test_what_is_not_so_many_times_its_divisor_stays(style: str, old: str, new: str) -> None:
    function = changed(style, (old, new))
    assert with_loops_over_digits(function) is function


def test_a_turn_that_may_go_on_elsewhere_is_not_read_as_one_that_asks_at_its_end() -> None:
    function = changed(AT_END, ("v += 1", f"v += 1\n{' ' * 28}if row < 0: continue"))
    asking = [s.entered for s in everywhere(with_tests_at_ends(function).body) if isinstance(s, While)]
    assert asking == [True, False]


def given(function: Function, call: BoundedCall, random: Random) -> object:
    """What a function gives for some elements: each cell, or that it fails."""
    X = Cells(call.shape, {index: float(random.randint(-2, 2)) for index in product(*map(range, call.shape))})
    try:
        return [cells.content for cells in run(function, X, call.attributes, call.dY).outputs()]
    except (Failed, Refused):  # What never ends is refused.
        return "fails"


def test_a_flag_that_is_set_last_is_a_jump() -> None:
    function = with_breaks(changed(FLAG))
    (loop,) = (s for s in everywhere(function.body) if isinstance(s, While))
    assert "done" not in {v.name for v in free_variables(loop.test)}
    assert [s for s in everywhere(loop.body) if isinstance(s, Break)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("done = True", "done = False"),
        ("done = True", "done = True\n{indent}u += 1"),
        ("-1, 0, False", "-1, 0, pads[0] > 9"),
        ("u += 1", "done, u = u > 3, u + 1"),
    ],
)
def test_any_other_flag_stays(old: str, new: str) -> None:
    function = changed(FLAG, (old, new.format(indent=" " * 28)))
    assert with_breaks(function) == function


@pytest.mark.sampled
@pytest.mark.parametrize("style", [CELLS_IN_ONE, TAPS_IN_ONE, AT_END, FLAG])
def test_right_or_wrong_it_does_the_same(style: str) -> None:
    """Also what a slip made of it, unless what is to be shown of the other form is not so."""
    functions = [changed(style), *(changed(style, slip) for slip in LOOP_STYLES[style].slips.items())]
    seen = 0
    for function in functions:
        separate = separated(function)
        for number, call in enumerate(islice(calls(CallBounds(x=3, kernel=2)), 0, 4000, 160)):
            same = given(separate, call, Random(number))
            if same != "fails":
                assert same == given(function, call, Random(number))
                seen += 1
    assert seen > 60
