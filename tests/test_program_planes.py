"""One loop over all planes as two: the same turns in the same order, and only where no turn ends or changes it."""

from __future__ import annotations

import pytest

from proofs.program.maxpool.planes import BATCH, CHANNEL, with_loops_over_planes
from proofs.program.source.language import For, everywhere
from proofs.program.source.subset import parse
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
