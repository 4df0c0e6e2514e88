"""All forms of the twin against the plain loops on 100,000 random calls: every type, special values, each layout."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from reference.conformance.cases.cases import Case, case
from reference.conformance.cases.values import DTYPES
from reference.fast import small
from reference.fast import twin as fast
from reference.maxpool import maxpool
from spec.operator.operator import Violation
from tests.strategies import Array
from tests.test_reference import LAYOUTS, assert_same, assert_same_bits

CHUNK = 400
CHUNKS = 50
"""CHUNK * CHUNKS calls of each of five types."""
MOST = 20_000
"""A call with more taps, or more elements, is left out for another: the plain loops take a second for a million."""
SEED = 20
ORDERS = ("as they come", *LAYOUTS)


def is_small(made: Case) -> bool:
    """Whether the plain loops answer soon."""
    return max(made.call.taps, made.X.size) <= MOST


def drawn(dtype: str, chunk: int) -> list[Case]:
    """The calls of a chunk: the first small ones from its number on."""
    found: list[Case] = []
    number = chunk * 10 * CHUNK
    while len(found) < CHUNK:
        made = case(dtype, SEED, number)
        number += 1
        found += [made] if is_small(made) else []
    assert number <= (chunk + 1) * 10 * CHUNK, "chunks would overlap"
    return found


def laid_out(X: Array, number: int) -> Array:
    """X as it comes, or in one of the layouts: byte orders, strides, alignments."""
    order = ORDERS[number % len(ORDERS)]
    return X if order not in LAYOUTS else LAYOUTS[order](X)


@pytest.mark.tenth
@pytest.mark.parametrize(("dtype", "chunk"), list(product(DTYPES, range(CHUNKS))))
def test_random_calls(dtype: str, chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Y and Indices, Y alone; as the twin chooses, which is as a small call, and folded. The same clause is broken."""
    assert MOST <= small.MOST
    for made in drawn(dtype, chunk):
        X, attributes = laid_out(made.X, made.number), made.call.attributes
        if made.outside:
            for form in (maxpool, fast.maxpool, fast.maxpool_y):
                with pytest.raises(Violation) as broken:
                    form(X, **attributes)
                assert broken.value.label == made.outside
            continue
        wanted = maxpool(X, **attributes)
        assert wanted[0].shape[2:] == made.call.windows
        for most in (small.MOST, -1):
            with monkeypatch.context() as patch:
                patch.setattr(small, "MOST", most)
                assert_same(fast.maxpool(X, **attributes), wanted)
                assert_same_bits(fast.maxpool_y(X, **attributes), wanted[0])


def test_what_is_drawn_is_of_all_kinds() -> None:
    """Calls inside and outside, special values and empty batches are among those of one chunk."""
    cases = drawn("float32", 0)
    assert {bool(made.outside) for made in cases} == {False, True}
    assert any(made.X.size == 0 for made in cases)
    assert any(np.isnan(made.X).any() for made in cases)
    assert len({made.call for made in cases}) > CHUNK // 2
