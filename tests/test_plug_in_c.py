"""A library in C, and a command, as a runtime: what is right of them, and each way to be wrong."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from reference.c.library import SOURCE as OUR_OWN
from reference.fast import twin as fast
from reference.runtimes.own.naming import own
from reference.runtimes.protocol import RuntimeCall
from reference.runtimes.running.process import ReplyStatus
from tests.plug_in_tools import (
    CALL,
    DOCS,
    cc,
    compiled,
    conform,
    conforming,
    library,
    linux,
    replies,
    tensor,
)
from tests.process_tools import is_over

# --- libraries -------------------------------------------------------------------------------------

STRUCTURE = """
[library]
symbol.float32 = "maxpool_float_pool"
symbol.float64 = "maxpool_double_pool"
symbol.int8 = "maxpool_int8_pool"
symbol.uint8 = "maxpool_uint8_pool"
symbol.float16 = "maxpool_float16_pool"
parameters = ["const maxpool_call *call", "const element *X", "element *Y", "int64_t *Indices"]
returns = "int"
structures.maxpool_call = ["int64_t dX[4]", "int32_t auto_pad", "int32_t ceil_mode", "int64_t dilations[2]",
    "int64_t kernel_shape[2]", "int64_t pads[4]", "int32_t storage_order", "int64_t strides[2]"]
constants = {"call.auto_pad" = 0, "call.ceil_mode" = 0, "call.storage_order" = 0}
"""


@pytest.mark.whole
@compiled
@linux
def test_our_own_implementation_is_a_library_like_others(tmp_path: Path) -> None:
    """A structure of parameters, five symbols, statuses."""
    (tmp_path / "map.toml").write_text(STRUCTURE, "utf-8")
    cc(tmp_path, "-std=c11", "-shared", "-fPIC", "-o", "lib.so", str(OUR_OWN))
    done = conform(str(tmp_path / "lib.so"), "--map", str(tmp_path / "map.toml"))
    assert conforming(done) > 0
    types = ("float16", "float32", "float64", "int8", "uint8")
    calls = [replace(CALL, dtype=dtype) for dtype in types]
    assert all(r.status is ReplyStatus.DONE for r in replies(f"{tmp_path / 'lib.so'}:{tmp_path / 'map.toml'}", *calls))


CHANNELS_LAST = """#include <math.h>
void q(const double *a, double *b, int H, int W, int C, int OH, int OW, int k, long s) {
  for (int i = 0; i < OH; i++) for (int j = 0; j < OW; j++) for (int c = 0; c < C; c++) {
    double best = -INFINITY;
    for (int r = 0; r < k; r++) for (int t = 0; t < k; t++) best = fmax(best, a[((i*s+r)*W + j*s+t)*C + c]);
    b[(i*OW + j)*C + c] = best; } (void)H; }
"""
SQUARE = """layout = "NHWC"
[library]
symbol = "q"
parameters = ["const double *a", "double *b", "int H", "int W", "int C", "int OH", "int OW", "int k", "long s"]
"""


@compiled
@linux
def test_a_function_for_some_calls_is_given_those_alone(tmp_path: Path) -> None:
    """Channels last, one image, no pads, square kernels, and no status to refuse a call with."""
    name = library(tmp_path, CHANNELS_LAST, SQUARE)
    call = RuntimeCall((1, 3, 5, 6), "float64", (2, 2), (2, 2), (1, 1), (0, 0, 0, 0))
    others = [
        (RuntimeCall((2, *call.shape[1:]), "float64", (2, 2), (2, 2), (1, 1), (0, 0, 0, 0)), "with dX_0 = 1"),
        (RuntimeCall(call.shape, "float64", (2, 3), (2, 2), (1, 1), (0, 0, 0, 0)), "k stands for kernel_shape"),
        (RuntimeCall(call.shape, "float64", (2, 2), (2, 2), (1, 1), (1, 0, 0, 0)), "with pads[0] = 0"),
        (RuntimeCall(call.shape, "float64", (9, 9), (2, 2), (1, 1), (0, 0, 0, 0)), "it cannot refuse"),
        (RuntimeCall(call.shape, "float32", (2, 2), (2, 2), (1, 1), (0, 0, 0, 0)), "no symbol for float32"),
    ]
    right, *refused = replies(name, call, *(other for other, _ in others), indices=False)
    assert right.status is ReplyStatus.DONE, right.reason
    assert right.outputs[0].tobytes() == fast.maxpool(tensor(call), **call.attributes)[0].tobytes()
    for reply, (_, reason) in zip(refused, others, strict=True):
        assert (reply.status, reason in reply.reason) == (ReplyStatus.REFUSED, True), reply.reason
    (alone,) = replies(name, call)
    assert "no parameter for Indices" in alone.reason


BARE = """[library]
symbol = "f"
parameters = ["const float *x", "float *y", "int64_t *indices", "int h", "int n", "int c", "int w",
              "int kernel[2]", "int stride[2]", "int dilation[2]", "int pads[4]"]
returns = "int"
"""
PARAMETERS = "const float *x, float *y, long *z, int h, int n, int c, int w, int *k, int *s, int *d, int *p"


@pytest.mark.parametrize(
    ("body", "status", "reason"),
    [
        ("return 7;", ReplyStatus.REFUSED, "status 7"),
        ("y[-3] = 1; return 0;", ReplyStatus.MALFORMED, "it wrote outside of Y"),
        ("z[n * c * h * w] = 1; return 0;", ReplyStatus.MALFORMED, "it wrote outside of Indices"),
        ("*(volatile int *)0 = 1; return 0;", ReplyStatus.CRASH, "ended by SIGSEGV"),
        ("for (volatile int i = 0; i < 9 || 1; i = 0); return 0;", ReplyStatus.HANG, "no answer"),
    ],
)
@compiled
@linux
def test_what_a_library_does_is_an_outcome(body: str, status: ReplyStatus, reason: str, tmp_path: Path) -> None:
    unused = "(void)x, (void)y, (void)z, (void)h, (void)n, (void)c, (void)w, (void)k, (void)s, (void)d, (void)p;"
    once = "static int calls; if (status_is_hang && !calls++) return 0;"
    text = f"int f({PARAMETERS}) {{ {unused} {once} {body} }}"
    name = library(tmp_path, text.replace("status_is_hang", str(int(status is ReplyStatus.HANG))), BARE)
    first, second = replies(name, CALL, CALL, seconds=3)
    told = second if status is ReplyStatus.HANG else first
    assert (told.status, reason in told.reason) == (status, True), told


@pytest.mark.tenth
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('symbol = "f"', 'symbol = "g"', "no symbol 'g'"),
        ('symbol = "f"', "", "symbol ="),
        ('"int h", ', '"int h", "int q7", ', "what q7 stands for cannot be told from the name"),
        ('"int h", ', "", "no parameter stands for dX_2"),
        ('"int pads[4]"', '"int *pads"', "pads"),
        ('"int h"', '"int128 h"', "'int128', which is none of"),
        ('"int h"', '"int"', "'int' is not understood"),
        ('"int h"', '"int h; system(1)"', "is not understood"),
        ('"int h"', '"const float *z", "int h"', "X could be x or z: say which in [tensors]"),
        ("[library]", '[parameters]\nq = "dX_0"\n[library]', "q is no parameter"),
        ("[library]", '[parameters]\nh = "dX_9"\n[library]', "'dX_9' is none of"),
        ("[library]", "[own]", "'own' is none of"),
        ('returns = "int"', 'returns = "float"', "neither void nor a type of integers"),
        ("[library]", "[library", "own.toml: "),
    ],
)
@compiled
@linux
def test_a_map_that_does_not_fit_is_one_line(old: str, new: str, message: str, tmp_path: Path) -> None:
    assert old in BARE
    library(tmp_path, "int f(void) { return 0; }", BARE.replace(old, new))
    done = conform(str(tmp_path / "own.so"), "--map", str(tmp_path / "own.toml"))
    assert (done.exit_code, len(done.stderr.strip().splitlines())) == (2, 1), done.output
    assert message in done.stderr


@compiled
def test_one_map_is_for_source_and_library(tmp_path: Path) -> None:
    """What is said of a library is no hindrance where its source is proved; the rest is read by one reader."""
    from proofs.program.c.parameters.quantities import given

    said = '[parameters]\nq = ["strides[0]", "strides[1]"]\n[calls]\n"dX_0" = 1\n'
    assert given(said + BARE) == given(said)


# --- commands --------------------------------------------------------------------------------------

ANSWER = "struct.pack('<6q', q[0], 0, *q[3:7]) + X + b'\\0' * (8 * n * q[2])"
RUNNER = """import os, struct, sys, time
while head := sys.stdin.buffer.read(136):
    q = struct.unpack("<17q", head)
    n = q[3] * q[4] * q[5] * q[6]
    X = sys.stdin.buffer.read(4 * n)
    {body}
    sys.stdout.buffer.flush()
"""


@pytest.mark.tenth
@pytest.mark.parametrize(
    ("body", "status", "reason"),
    [
        (f"sys.stdout.buffer.write({ANSWER})", ReplyStatus.DONE, ""),
        ("sys.stdout.buffer.write(struct.pack('<3q', q[0], 1, 2) + b'no')", ReplyStatus.REFUSED, "ValueError: no"),
        ("sys.stdout.buffer.write(struct.pack('<3q', q[0], 1, 2**40))", ReplyStatus.MALFORMED, "the text of a refusal"),
        ("print('hello, this is a banner')", ReplyStatus.MALFORMED, "its answer begins with"),
        ("sys.stdout.buffer.write(struct.pack('<2q', q[0], 9))", ReplyStatus.MALFORMED, "status 9"),
        (
            "sys.stdout.buffer.write(struct.pack('<6q', q[0], 0, 2**40, 2**40, 1, 1))",
            ReplyStatus.MALFORMED,
            "its Y has the sizes",
        ),
        (
            "sys.stdout.buffer.write(struct.pack('<6q', q[0], 0, -1, 1, 1, 1))",
            ReplyStatus.MALFORMED,
            "its Y has the sizes",
        ),
        (f"sys.stdout.buffer.write(({ANSWER})[:40]); break", ReplyStatus.CRASH, "the command ended (exit code 0)"),
        ("os.abort()", ReplyStatus.CRASH, "the command ended (SIGABRT)"),
        ("sys.exit('out of luck')", ReplyStatus.CRASH, "the command ended (exit code 1): out of luck"),
        ("os.close(1); time.sleep(60)", ReplyStatus.CRASH, "closed its output"),
    ],
)
@linux
def test_what_a_command_does_is_an_outcome(body: str, status: ReplyStatus, reason: str, tmp_path: Path) -> None:
    script = tmp_path / "runner.py"
    script.write_text(RUNNER.format(body=body), "utf-8")
    first, second = replies(f"command:{sys.executable} {script}", CALL, CALL)
    assert (first.status, second.status) == (status, status), (first, second)
    assert reason in first.reason
    if status is ReplyStatus.DONE:
        assert first.outputs[0].tobytes() == tensor().tobytes()


@linux
def test_a_command_that_hangs_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    script, pids = tmp_path / "runner.py", tmp_path / "pids"
    body = f"open({str(pids)!r}, 'a').write(f'{{os.getpid()}}\\n'); time.sleep(0 if q[0] == 1 else 600); "
    script.write_text(RUNNER.format(body=body + f"sys.stdout.buffer.write({ANSWER})"), "utf-8")
    first, second = replies(f"command:{sys.executable} {script}", CALL, CALL, seconds=3)
    assert (first.status, second.status) == (ReplyStatus.DONE, ReplyStatus.HANG)
    for pid in set(pids.read_text("utf-8").split()):
        assert is_over(int(pid))


@linux
def test_a_hungry_command_is_limited(tmp_path: Path) -> None:
    script = tmp_path / "runner.py"
    script.write_text(RUNNER.format(body="hoard = bytearray(2**33)"), "utf-8")
    (reply,) = replies(f"command:{sys.executable} {script}")
    assert (reply.status, "MemoryError" in reply.reason) == (ReplyStatus.CRASH, True)


def test_own_is_not_asked_for_what_is_known() -> None:
    assert os.path.exists(DOCS)
    with pytest.raises(ValueError, match="known: a, b"):
        own("c", ("a", "b"))
