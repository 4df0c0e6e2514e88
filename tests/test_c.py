"""The implementation in C: compiled strictly, run under sanitizers, and held against the reference on all calls."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import gcd
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from proofs.kit.calls.sizes import WIDTH, sizes_calls
from proofs.maxpool.capacity import described
from reference.c import library as c
from reference.c.statuses import CAPACITY, COVERED, HEADER, OK, clauses, header, status, statuses
from reference.conformance.vectors import vectors
from reference.maxpool import maxpool
from reference.runtimes.protocol import Array, RuntimeCall
from spec.maxpool.operator import MAXPOOL
from tests.strategies import Axis, Call, attributes_of, calls

DRIVER = Path(__file__).with_name("data") / "c" / "driver.c"
WARNINGS = ("-Wconversion", "-Wsign-conversion", "-Wshadow", "-Wdouble-promotion", "-Wundef", "-Wvla")
SANITIZED = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-g", f"-I{HEADER.parent}")
WIDTHS = (32, 64)
ONE = Axis(1, 1, 1, 1)

if not any(map(shutil.which, c.COMPILERS)):
    pytest.skip("no C compiler is installed", allow_module_level=True)


# --- the source -----------------------------------------------------------------------------------


def test_statuses_are_those_of_the_clauses() -> None:
    assert HEADER.read_text("utf-8") == header()


def test_a_label_that_is_not_a_status_is_said_by_the_types_or_comes_with_the_capacity() -> None:
    kept = {clause.label for clause in clauses()}
    left = [clause.label for clause in MAXPOOL.preconditions() if clause.label not in kept]
    said = ("attributes.known", "R1", "R2", "general.no-default-values", *COVERED)
    assert all(label in said or label.startswith("X.") or label.endswith((".type", ".length")) for label in left)


def test_the_source_is_what_its_contract_says() -> None:
    """No allocation, no state, no recursion, no library but two headers' constants and one classification."""
    source = c.SOURCE.read_text("utf-8")
    assert set(re.findall(r"#include *(\S+)", source)) == {'"maxpool.h"', "<math.h>", "<stddef.h>", '"maxpool.c"'}
    assert re.search(r"\b(malloc|calloc|free|goto|static [a-z_0-9]+ [a-z_]+ *(=|;))", source) is None


@pytest.mark.parametrize("compiler", c.COMPILERS)
@pytest.mark.parametrize("width", WIDTHS)
def test_it_compiles_without_a_warning(
    compiler: str, width: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    monkeypatch.setenv("CC", compiler)
    c.compile_to(tmp_path / "maxpool.o", f"-DMAXPOOL_WIDTH={width}", "-c", *WARNINGS)


def test_the_example_of_the_page_compiles(tmp_path: Path) -> None:
    page = (HEADER.parents[2] / "docs" / "c.md").read_text("utf-8")
    source = tmp_path / "yours.c"
    source.write_text(page.split("```c\n")[1].split("```")[0], "utf-8")
    c.compile_to(tmp_path / "yours.o", "-c", f"-I{HEADER.parent}", sources=(source,))


def test_without_nan_it_does_not_compile(tmp_path: Path) -> None:
    with pytest.raises(c.NoCompiler, match="-ffast-math"):
        c.compile_to(tmp_path / "maxpool.o", "-c", "-ffast-math")


def test_another_width_does_not_compile(tmp_path: Path) -> None:
    with pytest.raises(c.NoCompiler, match="MAXPOOL_WIDTH is 32 or 64"):
        c.compile_to(tmp_path / "maxpool.o", "-c", "-DMAXPOOL_WIDTH=16")


def test_a_compiler_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(c.NoCompiler, match="no-such-compiler"):
        c.compiler()


# --- what it gives --------------------------------------------------------------------------------


def same(given: tuple[Array, ...], wanted: tuple[Array, ...]) -> None:
    assert [(a.shape, a.dtype, a.tobytes()) for a in given] == [(a.shape, a.dtype, a.tobytes()) for a in wanted]


@pytest.mark.verifies("Y.max-over-input", "Indices.first-maximum", "Indices.flat", "Y.bits", "NaN.as-minus-infinity")
@given(call=calls())
@settings(deadline=None)
def test_any_call(call: Call) -> None:
    wanted = maxpool(call.X, **call.attributes)
    for width in WIDTHS:
        assert c.library(width).sizes(call.X.shape, call.attributes) == (OK, wanted[0].shape)
        for indices in (False, True):
            done, outputs = c.library(width).pool(call.X, call.attributes, indices=indices)
            assert done == OK
            same(outputs, wanted if indices else wanted[:1])


@pytest.mark.whole
@pytest.mark.verifies("Y.shape", "Y.positive", "windows.meet-input")
def test_every_small_axis() -> None:
    """Bounded: sizes to 4, kernels to 3, dilations to 6, strides to 4, pads to 7; legal or not."""
    for numbers in product(range(1, 5), range(1, 4), (1, 2, 3, 6), range(1, 5), range(8), (0, 1, 2, 7)):
        axis = Axis(*numbers)
        assert outcome(64, (1, 1, 1, axis.x), attributes_of((ONE, axis))) == first(
            64, (1, 1, 1, axis.x), attributes_of((ONE, axis))
        )


ODD = (-(2**63), -(2**31), -1, 0, 1, 2, 3, 7, 2**15, 2**16, 2**31 - 2, 2**31 - 1)
ODDER = (*ODD, 2**31, 2**32, 2**62, 2**63 - 2, 2**63 - 1)


def fitting(width: int) -> st.SearchStrategy[int]:
    return st.one_of(
        st.integers(1, 3), st.sampled_from([n for n in ODDER if -(2 ** (width - 1)) <= n < 2 ** (width - 1)])
    )


@st.composite
def odd_calls(draw: st.DrawFn) -> tuple[int, tuple[int, ...], dict[str, Any]]:
    width = draw(st.sampled_from(WIDTHS))
    of = fitting(width)
    attributes = {
        "auto_pad": draw(st.sampled_from(("NOTSET", "NOTSET", "NOTSET", "VALID", "SAME_LOWER", "OTHER"))),
        "ceil_mode": draw(st.sampled_from((0, 0, 0, 1, 2, -1))),
        "dilations": [draw(of), draw(of)],
        "kernel_shape": [draw(of), draw(of)],
        "pads": [draw(st.one_of(st.just(0), of)) for _ in range(4)],
        "storage_order": draw(st.sampled_from((0, 0, 0, 1, 2, -1))),
        "strides": [draw(of), draw(of)],
    }
    return width, tuple(draw(of) for _ in range(4)), attributes


@pytest.mark.whole
@given(call=odd_calls())
@example(call=(64, (1, 1, 1, 1), attributes_of((Axis(1, 2**62, 4, 1, 2**62, 0), Axis(1, 1, 1, 1)))))
@settings(max_examples=600, deadline=None)
def test_a_call_of_any_numbers_has_the_status_of_its_first_broken_clause(
    call: tuple[int, tuple[int, ...], dict[str, Any]],
) -> None:
    assume(few(call[2]))
    assert outcome(*call) == first(*call)


def padded(begin: int, end: int, kernel: int) -> tuple[tuple[int, ...], tuple[Axis, Axis]]:
    return (1, 1, 1, 1), (ONE, Axis(1, kernel, 1, 1, begin, end))


def at_the_bound(most: int) -> Iterator[tuple[tuple[int, ...], tuple[Axis, Axis]]]:
    """Calls of which one quantity is as large as it may be: elements of X, of Y, or the padded size."""
    yield (1, 1, 1, most), (ONE, Axis(most, 1, 1, 1))
    yield (most, 1, 1, 1), (ONE, ONE)
    yield (most // 2, 1, 1, 1), (Axis(1, 2, 1, 1, 1, 1), ONE)
    yield from (padded(begin, most - 1 - begin, most) for begin in (0, 1, most // 2, most - 1))


def beyond_the_bound(most: int) -> Iterator[tuple[tuple[int, ...], tuple[Axis, Axis]]]:
    """The same, larger by the least that there is."""
    half = most // 2 + 1
    yield (1, 1, 2, half), (Axis(2, 1, 1, 1), Axis(half, 1, 1, 1))
    yield (2, half, 1, 1), (ONE, ONE)
    yield (half, 1, 1, 1), (Axis(1, 2, 1, 1, 1, 1), ONE)
    yield from (padded(begin, most - begin, most) for begin in (0, 1, most // 2, most))


@pytest.mark.parametrize("width", WIDTHS)
def test_at_its_bound_a_call_fits_and_beyond_it_does_not(width: int) -> None:
    for wanted, some in ((OK, at_the_bound), (CAPACITY, beyond_the_bound)):
        for shape, axes in some(2 ** (width - 1) - 1):
            assert outcome(width, shape, attributes_of(axes)) == wanted


@pytest.mark.whole
def test_sizes_at_the_bounds_of_the_type_and_on_small_axes_are_those_of_the_clauses() -> None:
    """What the kit asks of C alone, among it each status that a call of the right form can have."""
    said = [(c.library(WIDTH).sizes(call.shape, call.attributes), (call.status, call.dY)) for call in sizes_calls()]
    assert [given for given, wanted in said if given != wanted] == []
    assert {wanted[0] for _, wanted in said} >= {OK, CAPACITY, status("Y.positive"), status("windows.meet-input")}


def outcome(width: int, shape: Sequence[int], attributes: Mapping[str, Any]) -> str:
    """The status that C gives."""
    return c.library(width).sizes(shape, attributes)[0]


def first(width: int, shape: Sequence[int], attributes: Mapping[str, Any]) -> str:
    """The status that the contract asks for, from the clauses: in their order, and the capacity between them."""
    most = 2 ** (width - 1) - 1
    broken = violation({"X": shape, **attributes}, "Y.positive")
    if broken in ("X.batch-and-channels", "X.spatial"):
        return status(broken)
    if np.prod(np.array(shape, object)) > most:
        return CAPACITY
    if broken:
        return status(broken)
    for axis in range(2):
        x, begin, end = shape[axis + 2], attributes["pads"][axis], attributes["pads"][axis + 2]
        extent = attributes["dilations"][axis] * (attributes["kernel_shape"][axis] - 1) + 1
        if x + begin + end > most:
            return CAPACITY
        if x + begin + end < extent:
            return status("Y.positive")
    y = [size(axis, shape, attributes) for axis in range(2)]
    if not all(windows_meet_input(axis, y[axis], shape, attributes) for axis in range(2)):
        return status("windows.meet-input")
    return CAPACITY if np.prod(np.array([*shape[:2], *y], object)) > most else OK


def violation(call: Mapping[str, Any], label: str) -> str:
    """The first clause before one that a call of the right form breaks, or nothing."""
    operator = MAXPOOL.before(label)
    # What does not fit is not a matter of the clauses alone.
    operator = replace(operator, clauses=tuple(c for c in operator.clauses if c.label not in COVERED))
    broken = operator.violated(described(call))
    return broken.label if broken else ""


def numbers(axis: int, shape: Sequence[int], attributes: Mapping[str, Any]) -> tuple[int, ...]:
    lists = [attributes[name][axis] for name in ("kernel_shape", "dilations", "strides")]
    return (shape[axis + 2], *lists, attributes["pads"][axis], attributes["pads"][axis + 2])


def size(axis: int, shape: Sequence[int], attributes: Mapping[str, Any]) -> int:
    return Axis(*numbers(axis, shape, attributes)).defined["y"]


MANY = 10**5
"""Windows that are looked at one by one."""


def windows_meet_input(axis: int, y: int, shape: Sequence[int], attributes: Mapping[str, Any]) -> bool:
    """Each window has a tap on X: of those that start before it, one for each place at which they can enter."""
    x, kernel, dilation, stride, begin, _ = numbers(axis, shape, attributes)
    before = min(y, -(-begin // stride))  # the windows that start before X: of all others the last is the furthest
    looked = {*range(min(before, period(dilation, stride))), max(before - 1, 0), y - 1}
    return all(has_tap(m * stride - begin, x, kernel, dilation) for m in looked)


def period(dilation: int, stride: int) -> int:
    """After so many windows the taps fall on the same places again, as far as X is concerned."""
    return dilation // gcd(dilation, stride)


def few(attributes: Mapping[str, Any]) -> bool:
    """The windows that start before X can be looked at one by one."""
    axes = zip(attributes["pads"][:2], attributes["strides"], attributes["dilations"], strict=True)
    return all(min(pad // max(s, 1), period(d, max(s, 1))) <= MANY for pad, s, d in axes)


def has_tap(start: int, x: int, kernel: int, dilation: int) -> bool:
    tap = max(0, -(start // dilation))  # the first that is not before X
    return tap < kernel and start + tap * dilation < x


# --- under sanitizers -----------------------------------------------------------------------------


@pytest.fixture(scope="module", params=WIDTHS)
def driver(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program that runs the calls it is given, and stops at undefined behaviour."""
    program = tmp_path_factory.mktemp("driver") / f"driver-{request.param}"
    try:
        c.compile_to(program, f"-DMAXPOOL_WIDTH={request.param}", *SANITIZED, sources=(DRIVER, c.SOURCE))
    except c.NoCompiler as error:
        pytest.skip(f"no sanitizers are installed: {error}")
    return program


def line(X: Array, call: RuntimeCall, *, indices: bool) -> str:
    """A call as the driver reads it."""
    attributes = (call.dilations, call.kernel_shape, call.pads, (0,), call.strides)
    given = [
        list(c.TYPES).index(call.dtype),
        int(indices),
        *call.shape,
        0,
        0,
        *(n for part in attributes for n in part),
    ]
    return f"{' '.join(map(str, given))} {X.nbytes} {X.tobytes().hex()}\n"


def run(driver: Path, text: str) -> list[list[str]]:
    """What the driver prints for each line; a sanitizer's finding fails."""
    done = subprocess.run([driver], input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [line.split(" ")[:-1] for line in done.stdout.splitlines()]


@pytest.mark.parametrize("indices", [False, True])
def test_the_vectors_run_without_undefined_behaviour(driver: Path, indices: bool) -> None:
    every = list(vectors())
    printed = run(driver, "".join(line(v.X, v.call, indices=indices) for v in every))
    assert len(printed) == len(every) > 0
    for vector, (done, Y, Indices) in zip(every, printed, strict=True):
        wanted = [a.tobytes().hex() for a in maxpool(vector.X, **vector.call.attributes)]
        assert [done, Y, Indices] == [str(statuses()[OK]), wanted[0], wanted[1] if indices else ""], vector.name


def odd_lines() -> Iterator[str]:
    random = np.random.default_rng(0)
    for _ in range(3000):
        among = [1, 2, 3] * 8 + [n for n in ODD if abs(n) < 2**31]
        shape, dilations, kernel, pads, strides = (
            tuple(int(n) for n in random.choice(among, count)) for count in (4, 2, 2, 4, 2)
        )
        call = RuntimeCall(shape, "int8", kernel, strides, dilations, pads)
        if np.prod([max(abs(n), 1) for n in shape], dtype=object) < 2**12 and sum(map(abs, pads)) < 2**6:
            X = np.zeros(tuple(max(n, 0) for n in shape), "int8")
            yield line(X, call, indices=True)


def test_odd_calls_run_without_undefined_behaviour(driver: Path) -> None:
    lines = list(odd_lines())
    printed = run(driver, "".join(lines))
    assert len(printed) == len(lines)
    assert len({done for done, *_ in printed}) >= 7
