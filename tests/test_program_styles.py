"""Styles of different authors: what is right is proved, and none of what is wrong."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from proofs.program.logic.solving import Session
from proofs.program.maxpool.proof import LIMITS, all_proved, attempt, finished, rejected
from proofs.program.running.bounded import CallBounds, search
from proofs.program.source.refused import Refused
from proofs.program.source.subset import parse
from proofs.solvers.answers import BRIEF_LIMITS
from proofs.solvers.solvers import SOLVERS, opened
from tests.program_loop_styles import LOOP_STYLES
from tests.program_styles import STYLES as USUAL

pytestmark = pytest.mark.long

STYLES = {**USUAL, **LOOP_STYLES}

SLIPS = [(name, old) for name, style in STYLES.items() for old in style.slips]


@pytest.mark.sampled
@pytest.mark.parametrize("name", STYLES)
def test_a_right_function_is_proved(name: str) -> None:
    session = Session(opened(SOLVERS, LIMITS))
    results = finished(attempt(parse(STYLES[name].text.encode(), "pool"), session), session)
    assert [r.condition.label for r in results if not r.proved] == []
    assert all_proved(results)


@pytest.mark.tenth
@pytest.mark.parametrize("name", STYLES)
def test_a_right_function_is_accused_of_nothing(name: str) -> None:
    wrong, tried = search(parse(STYLES[name].text.encode(), "pool"), CallBounds(), most=150)
    assert (wrong, tried) == (None, 150)


def slip(name: str, old: str) -> bytes:
    text = STYLES[name].text.replace(old, STYLES[name].slips[old], 1)
    assert text != STYLES[name].text
    return text.encode()


@pytest.mark.sampled
@pytest.mark.parametrize(("name", "old"), SLIPS)
def test_a_wrong_function_is_not_proved(name: str, old: str) -> None:
    try:
        function = parse(slip(name, old), "pool")
        found = rejected(function, Session(opened(SOLVERS, BRIEF_LIMITS)))
    except Refused:
        return
    assert found is not None


@pytest.mark.whole
def test_most_slips_are_shown_by_a_call() -> None:
    """They are wrong: a call shows it for nearly all, and so does Python."""
    shown = 0
    for name, old in SLIPS:
        try:
            wrong, _ = search(parse(slip(name, old), "pool"), CallBounds(), most=400)
        except Refused:
            continue
        shown += wrong is not None
    assert shown >= len(SLIPS) * 3 // 4, shown


def new(*shape: int) -> NDArray[np.float64]:
    return np.full(shape, np.nan)


def test_the_styles_give_what_numpy_gives() -> None:
    """Without padding, dilation and overlap, Y is the maximum of blocks."""
    X = np.random.default_rng(1).integers(-3, 3, (1, 2, 4, 6)).astype(np.float32)
    expected = X.reshape(1, 2, 2, 2, 3, 2).max((3, 5))
    for style in STYLES.values():
        names: dict[str, object] = {}
        exec(compile(style.text, "style", "exec"), names)
        pool = names["pool"]
        assert callable(pool)
        Y, Indices = pool(X, new, new, *X.shape, [1, 1], [2, 2], [0, 0, 0, 0], [2, 2])
        assert (Y == expected).all()
        places = product(range(1), range(2), range(2), range(3))
        assert all(X.ravel()[int(Indices[place])] == Y[place] for place in places)
