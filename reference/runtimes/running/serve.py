"""The process that a runtime runs in: `python -m reference.runtimes.running.serve NAME MEGABYTES`, messages by pipes.

It needs numpy and the runtime's packages alone, so that it can be another Python than ours.
"""

from __future__ import annotations

import os
import sys
from typing import Any, BinaryIO

import numpy as np

from reference.common.isolation import limit_process
from reference.runtimes.own.command import CommandRuntime
from reference.runtimes.protocol import (
    ELEMENTS,
    MOST_BYTES,
    Adapter,
    Array,
    MalformedAnswer,
    RuntimeCall,
    RuntimeEnded,
    same_bits,
)
from reference.runtimes.running.catalogue import NoRuntime, find, version_of
from reference.runtimes.running.wire import receive, send

OUT_OF_MEMORY = ("bad_alloc", "bad allocation", "out of memory", "cannot allocate", "can't allocate", "not enough mem")


def main() -> None:
    """Answer calls until the other side closes its end."""
    # What a runtime prints must not get between the messages.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    name, megabytes = sys.argv[1], int(sys.argv[2])
    try:
        runtime = find(name)
        send(answers, {"status": "ready", "name": runtime.name, "version": version_of(runtime)})
    except NoRuntime as error:
        send(answers, {"status": "missing", "reason": str(error)})
        return
    limited = isinstance(runtime, CommandRuntime)
    if limited:  # It loads nothing here; the command is started with the same limit.
        limit_process(megabytes=megabytes, beyond_present=True)
    while (message := receive(sys.stdin.buffer)) is not None:
        document, (X,) = message
        done = _answer(answers, runtime, document, X)
        if done and not limited:  # After a call all libraries are loaded: they map much that they never use.
            limit_process(megabytes=megabytes, beyond_present=True)
            limited = True


def _answer(answers: BinaryIO, runtime: Adapter, document: dict[str, Any], X: Array) -> bool:
    """Send what comes of a call; whether it was done."""
    lists = {name: tuple(value) for name, value in document["lists"].items()}
    try:
        pool = runtime.load(RuntimeCall(X.shape, X.dtype.name, **lists), indices=document["indices"])
        outputs = _sendable(pool(X.copy()))
        again = _sendable(pool(X.copy())) if document["twice"] else outputs
    except MalformedAnswer as error:
        send(answers, {"status": "malformed", "reason": str(error)[:500]})
        return False
    except RuntimeEnded as error:
        send(answers, {"status": "crash", "reason": str(error)[:500]})
        return False
    except MemoryError:
        send(answers, {"status": "memory", "reason": "MemoryError"})
        return False
    except Exception as refusal:  # A runtime may raise anything.
        reason = f"{type(refusal).__name__}: {' '.join(str(refusal).split())}"
        status = "memory" if any(words in reason.lower() for words in OUT_OF_MEMORY) else "refused"
        send(answers, {"status": status, "reason": reason[:500]})
        return False
    same = len(outputs) == len(again) and all(map(same_bits, outputs, again))
    send(answers, {"status": "done", "stable": same}, outputs)
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


if __name__ == "__main__":
    main()
