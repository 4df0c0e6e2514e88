"""A divergence made small: fewer elements, then smaller attributes, then plainer elements, and still of its kind.

One quantity after another is not enough: a window that must hang over the end keeps a kernel, a pad and a size bound
to one another, and a square kernel its two sides. So any quantities move together (`moves`), and at last all calls
with fewer elements and no larger attributes are tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from math import inf
from time import monotonic

import numpy as np

from reference.conformance.campaign.judge import Judgement, judge, judge_form
from reference.conformance.campaign.kinds import CRASHES
from reference.conformance.campaign.moves import LEAST, Lists, below, fewer, lists_of, moved, plainness, with_lists
from reference.conformance.cases.right import Right
from reference.runtimes.protocol import Array, RuntimeCall
from reference.runtimes.running.process import Process

MOST_ASKED = 3000
"""A divergence is left as small as it is after so many calls; one that ends the process counts as so many:"""
COSTS = {"crash": 30, "memory": 60, "hang": MOST_ASKED}
LATER = ("non-determinism", "overwritten", *CRASHES)
"""What may show only when a loaded call is put again."""


@dataclass(frozen=True, slots=True, eq=False)
class DivergenceExample:
    """A call that shows a divergence, and what came of it.

    `before`: what has to be put to a process that has just started for the call to show it, in that order.
    """

    call: RuntimeCall
    X: Array
    judgement: Judgement
    before: tuple[Asked, ...] = ()


Asked = tuple[RuntimeCall, Array]


@dataclass(slots=True)
class Shrinking:
    """Of which kind the examples are to be, and by which process they are judged; how much may still be asked.

    `last`: when it is over, by the clock, for a runtime that is slow.
    """

    process: Process
    kind: str
    indices: bool
    before: tuple[Asked, ...] = ()
    last: float = inf
    left: int = field(default_factory=lambda: MOST_ASKED)
    asked: set[tuple[object, ...]] = field(default_factory=set)

    def shows(self, call: RuntimeCall, X: Array) -> DivergenceExample | None:
        """The example, if the call still shows the kind."""
        if self.before:
            self.process.close()
            for earlier, its_X in self.before:
                judge(self.process, earlier, its_X)
                self.left -= 1
        call = replace(call, shape=X.shape)
        judged = self._judged(call, X)
        self.left -= max([1, *(COSTS[kind] for kind in judged.kinds if kind in CRASHES)])
        return DivergenceExample(call, X, judged, self.before) if self.kind in judged.kinds else None

    def is_new(self, lists: Lists, X: Array) -> bool:
        """Whether a candidate was not asked about before; it is from now on."""
        key = (lists, X.shape, X.tobytes())
        was = key in self.asked
        self.asked.add(key)
        return not was

    def _judged(self, call: RuntimeCall, X: Array) -> Judgement:
        """The judgement of the form that the kind is of; only what it needs is asked."""
        if self.kind.startswith("Y.forms"):
            return judge(self.process, call, X)[self.indices]
        return judge_form(self.process, Right(call, X), indices=self.indices, twice=self.kind in LATER)


def shrink(
    process: Process, asked: Asked, kind: str, *, indices: bool, before: tuple[Asked, ...] = (), seconds: float = inf
) -> DivergenceExample | None:
    """The smallest example of a kind that is found from a call; None if it does not show it again.

    Where the call shows nothing to a process that has just started, `before` is put first: as little of it as will do.
    After so many seconds it stays as small as it is.
    """
    process.close()
    shrinking = Shrinking(process, kind, indices, last=monotonic() + seconds)
    found = shrinking.shows(*asked)
    if found is None:
        return _after(shrinking, asked, before)
    small = _smallest(shrinking, found)
    # What the process was asked on the way may have made it wrong.
    process.close()
    return small if shrinking.shows(small.call, small.X) else found


def first_part(process: Process, asked: Asked, kind: str, *, indices: bool) -> DivergenceExample | None:
    """The call on the first part of X that shows a kind, of parts that grow: each size is 1, 2, 4 ... or as it was.

    For what costs much whenever it shows: it shows once. None if no part shows it, the whole of X among them.
    """
    shrinking = Shrinking(process, kind, indices)
    call, X = asked
    law = Right(call, X).violation
    for power in range(max(X.shape).bit_length() + 1):
        part = X[tuple(slice(2**power) for _ in X.shape)].copy()
        if Right(replace(call, shape=part.shape), part).violation == law and shrinking.is_new(lists_of(call), part):
            found = shrinking.shows(call, part)
            if found is not None:
                return found
    return None


def unasked(asked: Asked, kind: str, reason: str, *, indices: bool) -> DivergenceExample:
    """A call as it was found, not made small, with what is right for it."""
    right = Right(asked[0], asked[1])
    wanted = right.outputs if indices else right.outputs[:1]
    return DivergenceExample(*asked, Judgement((kind,), wanted, violation=right.violation, reason=reason))


def _after(shrinking: Shrinking, asked: Asked, before: tuple[Asked, ...]) -> DivergenceExample | None:
    """The call after some of those before it: the last so many, and of these each that is needed."""
    found, many = None, 1
    while found is None and many // 2 < len(before) and monotonic() <= shrinking.last:
        shrinking.before = before[-many:]
        found, many = shrinking.shows(*asked), 2 * many
    if found is None:
        return None
    for one in found.before:
        shrinking.before = tuple(kept for kept in found.before if kept is not one)
        found = shrinking.shows(*asked) or found
    shrinking.before = found.before
    return _smallest(shrinking, found)


def _smallest(shrinking: Shrinking, found: DivergenceExample) -> DivergenceExample:
    while (smaller := _smaller(shrinking, found)) is not None:
        found = smaller
    return found


def _smaller(shrinking: Shrinking, example: DivergenceExample) -> DivergenceExample | None:
    """The first smaller example; one outside the profile breaks the same clause."""
    law = example.judgement.violation
    for lists, X in _candidates(lists_of(example.call), example.X, is_legal=not law):
        if shrinking.left <= 0 or monotonic() > shrinking.last:
            return None
        if not shrinking.is_new(lists, X):
            continue
        found = shrinking.shows(with_lists(example.call, lists), X)
        if found is not None and found.judgement.violation == law:
            return found
    return None


def _candidates(lists: Lists, X: Array, *, is_legal: bool) -> Iterator[tuple[Lists, Array]]:
    """Smaller calls, the boldest first: halves, then quantities that move together, plain elements, all below."""
    yield from _halves(lists, X)
    yield from fewer(lists, X)
    yield from moved(lists, X)
    yield from ((lists, plainer) for plainer in _plainer(X))
    if is_legal:
        yield from below(lists, X)


def _halves(lists: Lists, X: Array) -> Iterator[tuple[Lists, Array]]:
    """One entry or channel; half of X on an axis or on both; all in a row; attributes at their least, all or one."""
    for axis in (0, 1):
        for at in sorted({0, X.shape[axis] - 1}) if X.shape[axis] > 1 else ():
            yield lists, X.take([at], axis)
    for rows, columns in product(_parts(X.shape[2]), _parts(X.shape[3])):
        if (rows, columns) != (slice(None), slice(None)):
            yield lists, X[:, :, rows, columns].copy()
    if X.size not in (0, *X.shape):
        yield lists, X.reshape(1, 1, 1, X.size)
        yield lists, X.reshape(1, 1, X.size, 1)
    if lists != LEAST:
        yield LEAST, X
    for i, entry in enumerate(lists):
        if entry > LEAST[i]:
            yield (*lists[:i], LEAST[i], *lists[i + 1 :]), X


def _parts(size: int) -> tuple[slice, ...]:
    """Halves of an axis, and all of it."""
    half = size // 2
    return (slice(0, half), slice(size - half, size), slice(None)) if half else (slice(None),)


def _plainer(X: Array) -> Iterator[Array]:
    """X with elements made plain: zeros before ones, all of them, or one by one where X is small."""
    was = plainness(X)
    for number, other, at in ((0, 0, 0), (1, 1, 0), (0, 1, -1), (0, 1, 0)):
        whole = np.full_like(X, number)
        whole.reshape(-1)[at : at + 1 or None] = other
        if plainness(whole) < was:
            yield whole
    for i in range(X.size if X.size <= 64 else 0):
        for number in (0, 1):
            changed = X.copy()
            changed.reshape(-1)[i] = number
            if plainness(changed) < was:
                yield changed
