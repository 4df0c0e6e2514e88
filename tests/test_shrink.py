"""What a divergence is made small to: held against brute force, for planted bugs whose smallest example is known so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from math import prod
from typing import Any, cast

import numpy as np
import pytest

from reference.conformance.campaign.compare import differences
from reference.conformance.campaign.judge import judge
from reference.conformance.campaign.moves import LEAST, Lists, lists_of, with_lists
from reference.conformance.campaign.shrink import DivergenceExample, first_part, shrink
from reference.conformance.cases.cases import case
from reference.conformance.cases.right import Right
from reference.runtimes.protocol import Array, RuntimeCall
from reference.runtimes.running.process import Process, Reply, ReplyStatus
from spec.operator.operator import Violation
from tests.planted import BY_NAME, Planted, Seen

FOUND = (
    *("k2_s2", "s2_by_1", "pads_left_zero", "zero_positive", "batch_2_in_plane", "uint8_signed"),
    *("raises_k3_wrong_k2", "Y_alone"),
)
SIZES = {"channels_left_over": 7, "whole_plane": 10, "Y_with_indices": 37, "width_8_tail": 9}
"""How many elements the condition asks for at least: nobody could try all calls below."""


@dataclass
class Here:
    """What stands for a process: the runtime is asked in this one."""

    planted: Planted

    def close(self) -> None:
        """Forget what came before."""
        self.planted.before.clear()

    def ask(self, call: RuntimeCall, X: Array, *, indices: bool, twice: bool = False) -> Reply:
        """The answer, or that there is none."""
        try:
            return Reply(ReplyStatus.DONE, outputs=self.planted.load(call, indices=indices)(X.copy()))
        except (IndexError, RuntimeError, Violation) as error:
            return Reply(ReplyStatus.RAISED, str(error))


def made_small(name: str) -> tuple[str, bool, DivergenceExample]:
    """The kind and the form of the first divergence that a campaign meets, and its example made small."""
    planted = BY_NAME[name]
    process = cast(Process, Here(planted))
    cases = (made for n in range(6500) if not (made := case(planted.dtype, 0, n)).outside)
    for made in cases:
        for indices, judged in enumerate(judge(process, made.call, made.X)):
            if judged.kinds:
                found = shrink(process, (made.call, made.X), judged.kinds[0], indices=bool(indices))
                assert found is not None
                return judged.kinds[0], bool(indices), found
    raise AssertionError(f"{name} is not found")


def smaller(call: RuntimeCall, X: Array) -> Iterator[tuple[Lists, tuple[int, ...]]]:
    """All calls with fewer elements, or with as many and attributes of a smaller sum."""
    above = sum(lists_of(call)) - sum(LEAST)
    every = product(range(1, X.size + 1), repeat=4)
    for shape in (s for s in every if prod(s) <= X.size):
        for more in range(above + (prod(shape) < X.size)):
            for raised in combinations_with_replacement(range(len(LEAST)), more):
                yield tuple(least + raised.count(i) for i, least in enumerate(LEAST)), shape


def fillings(dtype: str, size: int) -> Iterator[Any]:
    """All tensors of so many elements of a few kinds."""
    kinds = {"u": (0, 1, 255), "i": (0, 1, -1, -128), "f": (0.0, -0.0, 1.0, -1.0, 1 + 2**-40, np.nan, -np.inf)}
    return product(np.array(kinds[np.dtype(dtype).kind]).astype(dtype), repeat=size)


@pytest.mark.parametrize("name", FOUND)
def test_no_smaller_example_is_found_by_brute_force(name: str) -> None:
    kind, indices, found = made_small(name)
    planted, dtype = BY_NAME[name], BY_NAME[name].dtype
    assert found.X.size <= 2
    tried = 0
    for lists, shape in smaller(found.call, found.X):
        for elements in fillings(dtype, prod(shape)):
            X = np.array(elements, dtype).reshape(shape)
            call = with_lists(RuntimeCall(shape, dtype, (), (), (), ()), lists)
            tried += 1
            if planted.when(Seen(call, X, indices, 0, ())):
                answer = Here(planted).ask(call, X, indices=indices)
                shown = answer.outputs and differences(Right(call, X), answer.outputs, indices=indices)
                assert kind not in (shown or ()), (call, X)
    assert tried or (found.X.size, lists_of(found.call)) == (1, LEAST)


@pytest.mark.parametrize("name", SIZES)
def test_no_element_is_left_that_is_not_needed(name: str) -> None:
    _, _, found = made_small(name)
    assert found.X.size == SIZES[name]


@pytest.mark.whole
def test_a_far_example_comes_near() -> None:
    """Kernels, dilations and pads of tens are bound to one another here; the least that shows it has ten in sum."""
    _, _, found = made_small("pads_uneven")
    assert (found.X.size, sum(lists_of(found.call))) == (2, 10)


def test_what_costs_much_is_asked_about_once_where_it_shows() -> None:
    """A call of 12 channels of 40 x 40 that hangs, whatever is in it, at 5 rows and more: its first part that does."""
    X = np.zeros((1, 12, 40, 40), np.float32)
    call = RuntimeCall(X.shape, "float32", (2, 2), (1, 1), (1, 1), (0, 0, 0, 0))
    asked: list[tuple[int, ...]] = []

    class Hanging:
        def ask(self, call: RuntimeCall, X: Array, *, indices: bool, twice: bool = False) -> Reply:
            asked.append(X.shape)
            return Reply(ReplyStatus.HANG if X.shape[2] >= 5 else ReplyStatus.REFUSED, "no answer")

    found = first_part(cast(Process, Hanging()), (call, X), "hang", indices=False)
    assert found is not None
    assert (found.X.shape, found.call.shape, asked[-1]) == ((1, 8, 8, 8),) * 3
    assert len(asked) == 3
    assert first_part(cast(Process, Hanging()), (call, X[:, :, :4]), "hang", indices=False) is None
