"""The process that a runtime runs in: `python -m reference.runtimes.running.serve NAME MEGABYTES`, messages by pipes.

It needs numpy and the runtime's packages alone, so that it can be another Python than ours.
"""

from __future__ import annotations

import os
import sys
from typing import Any, BinaryIO

import numpy as np

from reference.common.isolation import limit_process
from reference.common.orphans import end_with_input
from reference.runtimes.own.command import CommandRuntime
from reference.runtimes.protocol import (
    ELEMENTS,
    MOST_BYTES,
    Adapter,
    Array,
    MalformedAnswer,
    Pool,
    RuntimeCall,
    RuntimeEnded,
    same_bits,
)
from reference.runtimes.running.catalogue import NoRuntime, find, version_of
from reference.runtimes.running.wire import receive, send

OUT_OF_MEMORY = ("bad_alloc", "bad allocation", "out of memory", "cannot allocate", "can't allocate", "not enough mem")
LONGEST = 10_000
"""Characters of what an error says."""
LIBRARIES = 4096
"""Megabytes more that the first call may take: it loads libraries, which map much that they never use."""


def main() -> None:
    """Answer calls until the other side closes its end."""
    end_with_input()
    # What a runtime prints must not get between the messages, and nobody reads it: it may be any amount at each call.
    answers = os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), 1)
    name, megabytes = sys.argv[1], int(sys.argv[2])
    try:
        runtime = find(name)
        send(answers, {"status": "ready", "name": runtime.name, "version": version_of(runtime)})
    except NoRuntime as error:
        send(answers, {"status": "missing", "reason": str(error)})
        return
    limited = isinstance(runtime, CommandRuntime)  # It loads nothing here; the command is started with the same limit.
    limit_process(megabytes=megabytes + (0 if limited else LIBRARIES), beyond_present=True)
    while (message := receive(sys.stdin.buffer)) is not None:
        document, (X,) = message
        is_loaded = _answer(answers, runtime, document, X)
        if is_loaded and not limited:
            limit_process(megabytes=megabytes, beyond_present=True)
            limited = True


def _answer(answers: BinaryIO, runtime: Adapter, document: dict[str, Any], X: Array) -> bool:
    """Send what comes of a call; whether it was done, or ran out of memory, and so had all libraries loaded."""
    lists = {name: tuple(value) for name, value in document["lists"].items()}
    try:
        pool = runtime.load(RuntimeCall(X.shape, X.dtype.name, **lists), indices=document["indices"])
        given = X.copy()
        outputs = _sendable(pool(given))
        seen = [] if same_bits(given, X) else ["X.written"]
        if document["twice"]:
            seen += _later(pool, X, outputs)
    except MalformedAnswer as error:
        send(answers, {"status": "malformed", "reason": str(error)[:500]})
        return False
    except RuntimeEnded as error:
        send(answers, {"status": "crash", "reason": str(error)[:500]})
        return False
    except MemoryError:
        send(answers, {"status": "memory", "reason": "MemoryError"})
        return True
    except Exception as error:  # A runtime may raise anything.
        reason = f"{type(error).__name__}: {' '.join(str(error).split())}"
        status = "refused" if _is_refusal(error) else "raised"
        status = "memory" if any(words in reason.lower() for words in OUT_OF_MEMORY) else status
        send(answers, {"status": status, "reason": reason[:LONGEST]})
        return status == "memory"
    send(answers, {"status": "done", "seen": seen}, outputs)
    return True


def _sendable(outputs: object) -> tuple[Array, ...]:
    """Outputs that can be sent; raises MalformedAnswer for what are no tensors, or too large ones."""
    if not isinstance(outputs, tuple):
        raise MalformedAnswer(f"{type(outputs).__name__} was returned, and no tuple of outputs")
    for output in outputs:
        if not isinstance(output, np.ndarray):
            raise MalformedAnswer(f"{type(output).__name__} was returned, and no array")
        if output.dtype.name not in ELEMENTS:
            raise MalformedAnswer(f"an output has the element type {output.dtype.name}")
        if output.nbytes > MOST_BYTES:
            raise MalformedAnswer(f"an output has {output.nbytes} bytes; at most {MOST_BYTES} are taken")
    return outputs


def _later(pool: Pool, X: Array, outputs: tuple[Array, ...]) -> list[str]:
    """What is seen of a runtime that is given X again, the same elements backwards, and then X once more."""
    first = tuple(part.copy() for part in outputs)
    second = tuple(part.copy() for part in _sendable(pool(X.copy())))
    pool(np.ascontiguousarray(X.reshape(-1)[::-1]).reshape(X.shape))
    is_kept = all(map(same_bits, outputs, first))
    is_same = all(_same(first, later) for later in (second, _sendable(pool(X.copy()))))
    if not is_kept:
        for part, before in zip(outputs, first, strict=True):
            part[...] = before
    return [*([] if is_kept else ["overwritten"]), *([] if is_same else ["non-determinism"])]


def _same(first: tuple[Array, ...], later: tuple[Array, ...]) -> bool:
    return len(first) == len(later) and all(map(same_bits, first, later))


def _is_refusal(error: Exception) -> bool:
    """A runtime says that it will not do a call; else Python says that what ran is no right program."""
    of_python = type(error).__module__ == "builtins"
    return not of_python or (
        isinstance(error, RuntimeError | ValueError | OSError) and not isinstance(error, RecursionError)
    )


if __name__ == "__main__":
    main()
