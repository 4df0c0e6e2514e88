"""Adapters, and the process that each runs in: whatever a runtime does, there is an answer."""

from __future__ import annotations

import io
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from time import sleep

import numpy as np
import pytest

from reference.c.library import COMPILERS
from reference.fast import twin as fast
from reference.runtimes.protocol import Array, RuntimeCall, installed
from reference.runtimes.running.catalogue import RUNTIMES, NoRuntime, find, version_of
from reference.runtimes.running.process import CallLimits, Process, ReplyStatus
from reference.runtimes.running.wire import receive, send
from spec.operator.operator import Violation

CALL = RuntimeCall((2, 3, 5, 6), "float32", (3, 2), (2, 1), (1, 2), (1, 1, 1, 1))
FAKES = "tests.fake_runtimes"
NO_INDICES = ("jax", "litert", "ncnn")


def tensor(call: RuntimeCall = CALL) -> Array:
    return np.random.default_rng(0).standard_normal(call.shape).astype(call.dtype)


@contextmanager
def process(name: str, limits: CallLimits | None = None) -> Iterator[Process]:
    started = Process(name, limits or CallLimits(seconds=30, megabytes=1024))
    try:
        yield started
    finally:
        started.close()


@pytest.mark.parametrize("name", RUNTIMES)
def test_a_runtime_that_is_installed_pools(name: str) -> None:
    for package in RUNTIMES[name].packages:
        if installed(package) is None:
            pytest.skip(f"{package} is not installed")
    if name == "c" and not any(map(shutil.which, COMPILERS)):
        pytest.skip("no C compiler is installed")
    X = np.arange(49, dtype=np.float32).reshape(1, 1, 7, 7)
    call = RuntimeCall(X.shape, "float32", (3, 3), (2, 2), (1, 1), (1, 1, 1, 1))
    Y, Indices = fast.maxpool(X, **call.attributes)
    with process(name, CallLimits(seconds=60)) as runtime:
        alone = runtime.ask(call, X, indices=False, twice=True)
        both = runtime.ask(call, X, indices=True)
        assert (runtime.name, runtime.version) == (name, version_of(RUNTIMES[name]))
    assert alone.status is ReplyStatus.DONE, alone.reason
    assert alone.seen == ()
    assert [part.tolist() for part in alone.outputs] == [Y.tolist()]
    if name in NO_INDICES:
        assert both.status is ReplyStatus.REFUSED
    else:
        assert [part.tolist() for part in both.outputs] == [Y.tolist(), Indices.tolist()]


def test_without_a_compiler_our_own_does_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    with process("c") as runtime, pytest.raises(NoRuntime, match="c: no C compiler is installed"):
        runtime.start()


def test_torch_is_not_asked_for_what_it_cannot_say() -> None:
    from reference.runtimes.protocol import Unsupported

    with pytest.raises(Unsupported, match="both ends of an axis alike"):
        RUNTIMES["torch"].load(
            RuntimeCall((1, 1, 3, 3), "float32", (2, 2), (1, 1), (1, 1), (1, 0, 0, 0)), indices=False
        )


def test_litert_is_given_the_pads_that_it_has_and_no_others() -> None:
    """What is called SAME or VALID gives what ONNX's auto_pad of that name does."""
    from reference import onnx
    from reference.runtimes.foreign.litert import padding_of
    from reference.runtimes.protocol import Unsupported

    names, seen = {"SAME": "SAME_UPPER", "VALID": "VALID"}, Counter[str]()
    for x, kernel, stride, begin, end in product(range(1, 5), range(1, 4), range(1, 4), range(3), range(3)):
        square = ((kernel, kernel), (stride, stride), (1, 1), (begin, begin, end, end))
        call = RuntimeCall((1, 1, x, x), "int8", *square)
        X = np.arange(x * x, dtype=np.int8).reshape(call.shape)
        try:
            Y, name = fast.maxpool_y(X, **call.attributes), padding_of(call)
        except Violation:
            continue
        except Unsupported:
            seen["refused"] += 1
            continue
        seen[name] += 1
        by_name = onnx.maxpool(X, auto_pad=names[name], kernel_shape=[kernel] * 2, strides=[stride] * 2)[0]
        assert by_name.tolist() == Y.tolist(), call
    assert min(seen[name] for name in (*names, "refused")) >= 10, seen


def test_a_right_answer_arrives_bit_for_bit() -> None:
    X = tensor()
    X[0, 0, 0, :3] = np.nan, -0.0, np.inf
    with process(f"{FAKES}:RIGHT") as runtime:
        reply = runtime.ask(CALL, X, indices=True, twice=True)
    wanted = fast.maxpool(X, **CALL.attributes)
    assert reply.seen == ()
    assert [part.tobytes() for part in reply.outputs] == [part.tobytes() for part in wanted]


@pytest.mark.parametrize(
    ("fake", "status", "reason"),
    [
        ("ABORTING", ReplyStatus.CRASH, "ended by SIGABRT"),
        ("HANGING", ReplyStatus.HANG, "no answer in 3 s"),
        ("HUNGRY", ReplyStatus.MEMORY, "Unable to allocate"),
        ("REFUSING", ReplyStatus.REFUSED, "NotImplementedError: no such kernel"),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory and signals are Linux's")
def test_what_goes_wrong_is_an_answer_and_the_next_call_is_done(fake: str, status: ReplyStatus, reason: str) -> None:
    X = tensor()
    bad = X.copy()
    bad[0, 0, 0, 0] = np.inf
    with process(f"{FAKES}:{fake}", CallLimits(seconds=3, megabytes=512)) as runtime:
        first = runtime.ask(CALL, X, indices=False)
        reply = runtime.ask(CALL, bad, indices=False)
        after = runtime.ask(CALL, X, indices=False)
    assert reply.status is status
    assert reason in reply.reason or status is ReplyStatus.MEMORY
    expected = ReplyStatus.REFUSED if fake == "REFUSING" else ReplyStatus.DONE
    assert (first.status, after.status) == (expected, expected)


@pytest.mark.parametrize(
    ("fake", "status"), [("ENDING_LATER", ReplyStatus.CRASH), ("STOPPING_LATER", ReplyStatus.HANG)]
)
@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")
def test_what_ends_or_stops_between_two_calls_keeps_nobody_waiting(fake: str, status: ReplyStatus) -> None:
    """More is written for the next call than a pipe holds, and nobody reads it."""
    large = np.zeros((1, 1, 700, 700), np.float32)
    call = RuntimeCall(large.shape, "float32", (2, 2), (2, 2), (1, 1), (0, 0, 0, 0))
    with process(f"{FAKES}:{fake}", CallLimits(seconds=2, megabytes=512)) as runtime:
        assert runtime.ask(CALL, tensor(), indices=False).status is ReplyStatus.DONE
        sleep(1)
        assert runtime.ask(call, large, indices=False).status is status
        assert runtime.ask(call, large, indices=False).status is ReplyStatus.DONE


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are Linux's")
def test_memory_is_bounded_from_the_first_call_on() -> None:
    with process(f"{FAKES}:EATING", CallLimits(seconds=20, megabytes=512)) as runtime:
        asked = [runtime.ask(CALL, tensor(), indices=False).status for _ in range(2)]
    assert asked == [ReplyStatus.MEMORY, ReplyStatus.MEMORY]


def test_two_answers_that_differ_are_seen() -> None:
    with process(f"{FAKES}:ALTERNATING") as runtime:
        assert "non-determinism" in runtime.ask(CALL, tensor(), indices=False, twice=True).seen


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nobody", "unknown runtime 'nobody'; known: c, onnxruntime"),
        ("no_such_module:X", "No module named 'no_such_module'"),
        (f"{FAKES}:NOBODY", "NOBODY"),
        (f"{FAKES}:MISSING", "no-such-package-anywhere is not installed: pip install"),
        ("onnxruntime@no-such-python", "no-such-python"),
    ],
)
def test_a_runtime_that_is_not_there_is_one_line(name: str, message: str) -> None:
    with process(name) as runtime, pytest.raises(NoRuntime, match=message) as error:
        runtime.start()
    assert "\n" not in str(error.value)


def test_the_version_is_that_of_the_last_package() -> None:
    numpy = find(f"{FAKES}:RIGHT")
    assert version_of(numpy) == "1.0"


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int8", "uint8", "int64"])
def test_a_message_arrives_as_it_was_sent(dtype: str) -> None:
    for X in (np.arange(12).astype(dtype).reshape(3, 4).T, np.empty((0, 3), dtype), np.array(3, dtype)):
        stream = io.BytesIO()
        send(stream, {"a": [1, None]}, [X, X])
        stream.seek(0)
        received = receive(stream)
        assert received is not None
        document, tensors = received
        assert document == {"a": [1, None]}
        assert [(t.shape, t.tobytes()) for t in tensors] == [(X.shape, X.tobytes())] * 2
        assert receive(stream) is None


@pytest.mark.parametrize("kept", [3, 9, 40, -1])
def test_a_message_that_breaks_off_is_none(kept: int) -> None:
    stream = io.BytesIO()
    send(stream, {}, [np.zeros(9)])
    broken = io.BytesIO(stream.getvalue()[:kept])
    with pytest.raises(ValueError, match=r"cut short|JSON|Expecting|Unterminated"):
        receive(broken)


def test_a_message_makes_no_objects() -> None:
    """An element type that would have to be unpickled is refused."""
    stream = io.BytesIO()
    head = b'{"tensors": [{"dtype": "object", "shape": [1]}]}'
    stream.write(len(head).to_bytes(8, "little") + head + b"\0" * 8)
    stream.seek(0)
    with pytest.raises(ValueError, match="element type"):
        receive(stream)
