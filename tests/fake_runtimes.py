"""Runtimes that are not there: one that is right, and each of the others wrong in one way."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Timer

import numpy as np

from reference.fast import twin as fast
from reference.runtimes.protocol import Array, Pool, RuntimeCall

Outputs = tuple[Array, ...]


@dataclass(frozen=True)
class Fake:
    """The fast twin, and what is done to its outputs."""

    name: str
    change: Callable[[RuntimeCall, Array, Outputs], Outputs]
    packages: tuple[str, ...] = ()
    version: str = "1.0"

    def load(self, call: RuntimeCall, *, indices: bool) -> Pool:
        """What the twin returns, changed."""

        def pool(X: Array) -> Outputs:
            Y, Indices = fast.maxpool(X, **call.attributes)
            return self.change(call, X, (Y, Indices) if indices else (Y,))

        return pool


@dataclass(frozen=True)
class EndingOutside(Fake):
    """It ends where the profile refuses a call."""

    def load(self, call: RuntimeCall, *, indices: bool) -> Pool:
        """What the twin returns; it does not return where that raises."""
        pool = super().load(call, indices=indices)

        def ending(X: Array) -> Outputs:
            try:
                return pool(X)
            except ValueError:
                os._exit(7)

        return ending


def _same(call: RuntimeCall, X: Array, outputs: Outputs) -> Outputs:
    return outputs


def _last(call: RuntimeCall, X: Array, outputs: Outputs) -> Outputs:
    """The last maximum: both tensors turned round, pooled, and turned back."""
    turned = dict(call.attributes)
    steps = [
        (x + a + b - d * (k - 1) - 1) % s
        for x, a, b, d, k, s in zip(
            X.shape[2:], call.pads[:2], call.pads[2:], call.dilations, call.kernel_shape, call.strides, strict=True
        )
    ]
    turned["pads"] = [call.pads[2] - steps[0], call.pads[3] - steps[1], *call.pads[:2]]
    if len(outputs) == 1 or min(turned["pads"]) < 0:
        return outputs
    _, Indices = fast.maxpool(np.ascontiguousarray(X[:, :, ::-1, ::-1]), **turned)
    plane = X.shape[2] * X.shape[3]
    return outputs[0], (Indices // plane * plane + plane - 1 - Indices % plane)[:, :, ::-1, ::-1].copy()


def _zero(call: RuntimeCall, X: Array, outputs: Outputs) -> Outputs:
    """Padding is zero."""
    return (np.maximum(outputs[0], 0).astype(X.dtype) if any(call.pads) else outputs[0], *outputs[1:])


def _in_plane(call: RuntimeCall, X: Array, outputs: Outputs) -> Outputs:
    return (outputs[0], *(part % (X.shape[2] * X.shape[3]) for part in outputs[1:]))


def _other_shape(call: RuntimeCall, X: Array, outputs: Outputs) -> Outputs:
    return tuple(part[..., :-1].copy() for part in outputs)


def _nan(call: RuntimeCall, X: Array, outputs: Outputs) -> Outputs:
    nan = X.dtype.kind == "f" and np.isnan(X).any()
    return (np.where(outputs[0] == -np.inf, np.nan, outputs[0]).astype(X.dtype) if nan else outputs[0], *outputs[1:])


def _plus_zero(call: RuntimeCall, X: Array, outputs: Outputs) -> Outputs:
    return ((outputs[0] + X.dtype.type(0)).astype(X.dtype), *outputs[1:])


def _abort(call: RuntimeCall, X: Array, outputs: Outputs) -> Outputs:
    if (X == np.inf).any():
        os.abort()
    return outputs


def _eat(call: RuntimeCall, X: Array, outputs: Outputs) -> Outputs:
    """More than the libraries of any runtime take, if nothing is written there: the first call is bounded too."""
    return (np.empty(2**30), *outputs)[1:]


def _sleep(call: RuntimeCall, X: Array, outputs: Outputs) -> Outputs:
    if (X == np.inf).any():
        time.sleep(3600)
    return outputs


def _much(call: RuntimeCall, X: Array, outputs: Outputs) -> Outputs:
    if (X == np.inf).any():
        np.ones(2**35)
    return outputs


_COUNT = [0]


def _alternating(call: RuntimeCall, X: Array, outputs: Outputs) -> Outputs:
    """Every second answer is another."""
    _COUNT[0] += 1
    return outputs if _COUNT[0] % 2 else (np.ones_like(outputs[0]), *outputs[1:])


def _refuse(call: RuntimeCall, X: Array, outputs: Outputs) -> Outputs:
    raise NotImplementedError("no such kernel")


def _write(call: RuntimeCall, X: Array, outputs: Outputs) -> Outputs:
    X[...] = 0
    return outputs


_BUFFER = np.zeros(2**16)


def _one_buffer(call: RuntimeCall, X: Array, outputs: Outputs) -> Outputs:
    """Y is always given in the same memory."""
    Y = _BUFFER.view(X.dtype)[: outputs[0].size].reshape(outputs[0].shape)
    if Y.size < outputs[0].size:
        return outputs
    Y[...] = outputs[0]
    return Y, *outputs[1:]


def _other_alone(call: RuntimeCall, X: Array, outputs: Outputs) -> Outputs:
    return (outputs[0] * 0 - 3,) if len(outputs) == 1 else outputs


def _raise(call: RuntimeCall, X: Array, outputs: Outputs) -> Outputs:
    if len(X) > 1:
        raise IndexError("a long reason, " * 40 + "whole")
    return np.full_like(outputs[0], X.min() if X.size else 0), *outputs[1:]


def _end(call: RuntimeCall, X: Array, outputs: Outputs) -> Outputs:
    os._exit(7)


def _slow(call: RuntimeCall, X: Array, outputs: Outputs) -> Outputs:
    """As long as loops in Python that take a fifth of a millisecond for a tap."""
    time.sleep(0.0002 * (1 + call.taps))
    return outputs


def _print(call: RuntimeCall, X: Array, outputs: Outputs) -> Outputs:
    os.write(1, b"." * 10_000_000)
    os.write(2, b"," * 10_000_000)
    return outputs


def _later(what: Callable[[], None]) -> Callable[[RuntimeCall, Array, Outputs], Outputs]:
    """An answer, and soon after it something that no call is waiting for."""

    def change(call: RuntimeCall, X: Array, outputs: Outputs) -> Outputs:
        Timer(0.1, what).start()
        return outputs

    return change


ENDING_LATER = Fake("ending-later", _later(lambda: os._exit(7)))
STOPPING_LATER = Fake("stopping-later", _later(lambda: os.kill(os.getpid(), signal.SIGSTOP)))
SLOW = Fake("slow", _slow)
PRINTING = Fake("printing", _print)
RIGHT = Fake("right", _same)
WRITES = Fake("writes", _write)
ONE_BUFFER = Fake("one-buffer", _one_buffer)
OTHER_ALONE = Fake("other-alone", _other_alone)
RAISING = Fake("raising", _raise)
BROKEN = Fake("broken", _end)
BROKEN_OUTSIDE = EndingOutside("broken-outside", _same)
LAST = Fake("last", _last)
ZERO = Fake("zero", _zero)
IN_PLANE = Fake("in-plane", _in_plane)
OTHER_SHAPE = Fake("other-shape", _other_shape)
NAN = Fake("nan", _nan)
PLUS_ZERO = Fake("plus-zero", _plus_zero)
ABORTING = Fake("aborting", _abort)
HANGING = Fake("hanging", _sleep)
HUNGRY = Fake("hungry", _much)
EATING = Fake("eating", _eat)
ALTERNATING = Fake("alternating", _alternating)
REFUSING = Fake("refusing", _refuse)
MISSING = Fake("missing", _same, packages=("no-such-package-anywhere",))
