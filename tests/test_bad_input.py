"""Bad input: each mistake meets one labelled error, and no input whatever meets another exception."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from reference.maxpool import TooMuchWork, maxpool
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.vocabulary import ATTRIBUTES
from spec.operator.operator import Violation
from tests.strategies import Array

LISTS = {"dilations": 2, "kernel_shape": 2, "pads": 4, "strides": 2}
FLAGS = {"ceil_mode": "R4", "storage_order": "R5"}
LEGAL: dict[str, Any] = {
    "X": np.arange(16, dtype=np.float32).reshape(1, 1, 4, 4),
    "auto_pad": "NOTSET",
    "ceil_mode": 0,
    "dilations": [1, 1],
    "kernel_shape": [2, 2],
    "pads": [0, 0, 0, 0],
    "storage_order": 0,
    "strides": [1, 1],
}
NOT_SET = object()
WORK = "reference.work"
Table = Iterable[tuple[str, dict[str, Any], str]]
"""What is wrong, the changes to LEGAL, the label of the error."""


def outcome(changes: dict[str, Any]) -> tuple[Array, Array] | Violation | TooMuchWork:
    """The outputs, or the error, whose text begins with its label and says what is expected and what was got."""
    arguments = {name: value for name, value in {**LEGAL, **changes}.items() if value is not NOT_SET}
    try:
        return maxpool(arguments.pop("X"), **arguments)
    except (Violation, TooMuchWork) as caught:
        error = caught
    assert str(error).startswith(f"{error.label}: ")
    if isinstance(error, Violation):
        assert str(error) == f"{error.label}: {error.said}. {error.clause.statement}"
        assert error.said == f"expects {error.expects}, but got {error.got}" or error.label in IN_WORDS
        assert error.got
        assert error.clause == MAXPOOL[error.label]
    else:
        assert ", but got " in str(error)
    return error


IN_WORDS = ("R2", "attributes.known")
"""What is said in words, where the clause's formula speaks of no number and no kind."""


def test_what_is_not_set_or_not_known_is_said_in_words() -> None:
    for name in ("pads", "auto_pad"):
        error = outcome({name: NOT_SET})
        assert isinstance(error, Violation)
        assert (error.label, error.said) == ("R2", f"'{name}' is not set")
    error = outcome({"foo": 1})
    assert isinstance(error, Violation)
    assert (error.label, error.said) == ("attributes.known", "unknown attribute 'foo'")


def tensors() -> Table:
    for rank in (0, 1, 2, 3, 5, 6):
        yield f"{rank} axes", {"X": np.zeros((2,) * rank, np.float32)}, "R1"
    for dtype in ("O", "?", "i2", "u2", "i4", "u4", "i8", "u8", "c8", "c16", "U3", "S3", "V3", "M8[s]", "m8[s]"):
        yield f"type {dtype}", {"X": np.zeros((1, 1, 4, 4), dtype)}, "X.types"
        yield f"type {dtype}, one axis", {"X": np.zeros(4, dtype)}, "X.types"
    yield "records", {"X": np.zeros((1, 1, 4, 4), [("re", "f4"), ("im", "f4")])}, "X.types"
    yield "text of any length", {"X": np.full((1, 1, 4, 4), "a", np.dtypes.StringDType())}, "X.types"
    yield "masked", {"X": np.ma.masked_array(LEGAL["X"], mask=False)}, "X.tensor"
    for X in ([[[[1.0]]]], (1,), [], None, 1, 1.0, "X", b"X", np.float32(1), memoryview(LEGAL["X"]), np.ndarray):
        yield f"X of type {type(X).__name__}", {"X": X}, "X.tensor"
    for shape in ((1, 1, 0, 4), (1, 1, 4, 0), (0, 0, 0, 0)):
        yield f"shape {shape}", {"X": np.zeros(shape, np.float32)}, "X.spatial"


def lists() -> Table:
    value: Any
    others: tuple[Any, ...] = (None, 1, 1.0, "11", b"11", True, {1}, {1: 1}, range(2), Decimal(1))
    odd: tuple[Any, ...] = (1.0, np.nan, True, np.True_, np.float64(1), "1", b"1", 1j, [1], (), {}, Fraction(1))
    for name, length in LISTS.items():
        right = LEGAL[name]
        for value in (*others, iter(right), np.array(right)):
            yield f"{name} of type {type(value).__name__}", {name: value}, f"{name}.type"
        for entry in odd:
            kind = type(entry).__name__
            yield f"{name} with {kind} first", {name: [entry, *right[1:]]}, f"{name}.type"
            yield f"{name} with {kind} last", {name: (*right[:-1], entry)}, f"{name}.type"
            yield f"{name} too long, with {kind}", {name: [*right, entry]}, f"{name}.type"
        for wrong in sorted({0, 1, 2, 3, 4, 5} - {length}):
            yield f"{name} with {wrong} entries", {name: [1] * wrong}, f"{name}.length"
        label, bad = (f"{name}.non-negative", (-1,)) if name == "pads" else (f"{name}.positive", (0, -1))
        for place in range(length):
            for entry in (*bad, -(2**62), -(2**200), np.int8(-1)):
                value = [*right[:place], entry, *right[place + 1 :]]
                yield f"{name} = {value}", {name: value}, label


def single_values() -> Table:
    value: Any
    for name, restriction in FLAGS.items():
        for value in (None, 0.0, np.nan, False, True, np.False_, "0", b"0", [0], (0,), {}, 0j, Fraction(0), Decimal(0)):
            yield f"{name} of type {type(value).__name__}", {name: value}, f"{name}.type"
        for value in (2, -1, 2**62, -(2**62), 2**200, np.uint64(2**63)):
            yield f"{name} is {value}", {name: value}, f"{name}.domain"
        yield f"{name} is 1", {name: 1}, restriction
    for value in (None, 0, 2**200, 0.0, True, b"NOTSET", ["NOTSET"], ("NOTSET",), np.array("NOTSET"), {}):
        yield f"auto_pad of type {type(value).__name__}", {"auto_pad": value}, "auto_pad.type"
    for value in ("", "notset", "NOTSET ", "EXPLICIT", "None", np.str_("same_upper"), "\u0000", "NOTSET" * 1000):
        yield f"auto_pad is {value!r:.20}", {"auto_pad": value}, "auto_pad.domain"
    for value in ("VALID", "SAME_UPPER", "SAME_LOWER", np.str_("VALID")):
        yield f"auto_pad is {value!r}", {"auto_pad": value}, "R3"


def attributes() -> Table:
    for name in ATTRIBUTES:
        yield f"{name} not set", {name: NOT_SET}, "R2"
        yield f"{name} not set, X no tensor", {name: NOT_SET, "X": None}, "R2"
    for name in ("padding", "count_include_pad", "Strides", "kernel", "none ", "None"):
        yield f"{name} set", {name: 0}, "attributes.known"
        yield f"{name} set for pads", {name: 0, "pads": NOT_SET}, "attributes.known"


def column(x: int, kernel: int, dilation: int, stride: int, begin: int, end: int, **more: Any) -> dict[str, Any]:
    """A call on one column."""
    return {
        "X": np.zeros((1, 1, x, 1), np.int8),
        "kernel_shape": [kernel, 1],
        "dilations": [dilation, 1],
        "strides": [stride, 1],
        "pads": [begin, 0, end, 0],
        **more,
    }


def windows() -> Table:
    yield "kernel above x", column(2, 3, 1, 1, 0, 0), "Y.positive"
    yield "kernel above x, padded too little", column(2, 5, 1, 1, 1, 1), "Y.positive"
    yield "extent above x", column(4, 3, 2, 1, 0, 0), "Y.positive"
    yield "far too large a kernel at a large stride", column(2, 9, 1, 100, 0, 0), "Y.positive"
    yield "pads below the kernel", column(1, 2, 2, 1, 1, 1), "windows.meet-input"
    yield "first window before X", column(3, 2, 1, 1, 2, 0), "windows.meet-input"
    yield "last window behind X", column(3, 2, 1, 1, 0, 2), "windows.meet-input"
    yield "a window in the middle", column(2, 3, 3, 1, 4, 4), "windows.meet-input"
    yield "without batches", column(3, 2, 1, 1, 2, 0, X=np.zeros((0, 1, 3, 1), np.int8)), "windows.meet-input"


def beyond_slips() -> Table:
    """What no slip of the pen in its clause lets through, and what would not end if one did: no link could be tried."""
    yield "none set", dict.fromkeys(ATTRIBUTES, NOT_SET), "R2"
    for n in (2**62, 2**64, 2**200):
        yield f"pad_begin {n}", {"pads": [n, 0, 0, 0]}, "windows.meet-input"
        yield f"pad_end {n}", {"pads": [0, 0, 0, n]}, "windows.meet-input"
        yield f"all pads {n}", {"pads": [n, n, n, n]}, "windows.meet-input"


def huge() -> Table:
    for n in (2**62, 2**64, 2**200):
        yield f"kernel {n}", {"kernel_shape": [2, n]}, "Y.positive"
        yield f"dilation {n}", {"dilations": [n, 1]}, "Y.positive"
        yield f"kernel and dilation {n}", column(1, n, n, n, 0, 0), "Y.positive"


def too_much() -> Table:
    for n in (2**62, 2**64, 2**200):
        yield f"kernel and pads {n}", column(1, n + 1, 1, 1, n, n), WORK
        yield f"kernel, pads and stride {n}", column(1, n, 1, n, n - 1, n - 1), WORK
    for element in (0, np.nan):
        yield f"a large view of {element}", {"X": np.broadcast_to(np.float32(element), (1, 1, 2**25, 2**20))}, WORK
    yield "a view of many batches", {"X": np.broadcast_to(np.int8(0), (2**30, 1, 4, 4))}, WORK
    yield "a kernel and pads of 5000 digits", column(1, 10**5000 + 1, 1, 1, 10**5000, 10**5000), WORK
    yield "many windows in all", column(1, 2**61 + 1, 2, 2, 2**62, 2**62), WORK
    yield "many taps on padding", column(1, 2**33, 1, 1, 0, 2**33 - 1), WORK
    for shape in ((0, 1, 1, 1), (1, 0, 1, 1)):
        X = np.zeros(shape, np.int8)
        yield f"shape {shape}, too large a Y", column(1, 2**62 + 1, 1, 1, 2**62, 2**62, X=X), WORK
    yield "many batches without channels", {"X": np.zeros((2**40, 0, 4, 4), np.int8)}, WORK


ENDLESS: list[Any] = []
ENDLESS.append(ENDLESS)


def nested(depth: int) -> list[Any]:
    found: list[Any] = []
    for _ in range(depth):
        found = [found]
    return found


def hostile() -> Table:
    yield "an attribute named none", {"none": 1}, "attributes.known"
    yield "an attribute without name", {"": 1}, "attributes.known"
    yield "a span of time for an integer", {"ceil_mode": np.timedelta64(0)}, "ceil_mode.type"
    for name, right in LISTS.items():
        yield f"{name} of None", {name: [None] * right}, f"{name}.type"
        yield f"{name} with a span of time", {name: [np.timedelta64(1)] * right}, f"{name}.type"
        yield f"{name} in itself", {name: ENDLESS}, f"{name}.type"
        yield f"{name} deep", {name: nested(5000)}, f"{name}.type"
    yield "X in itself", {"X": ENDLESS}, "X.tensor"
    yield "X a deep list", {"X": nested(5000)}, "X.tensor"
    yield "5000 digits", {"ceil_mode": 10**5000}, "ceil_mode.domain"
    yield "minus 5000 digits", {"pads": [0, 0, 0, -(10**5000)]}, "pads.non-negative"
    yield "a kernel of 5000 digits", {"kernel_shape": [10**5000, 1]}, "Y.positive"


def rows(*tables: Callable[[], Table]) -> list[Any]:
    """The rows of some tables as parameters of a test."""
    return [pytest.param(changes, label, id=what) for table in tables for what, changes, label in table()]


BAD = rows(tensors, lists, single_values, attributes, windows, huge, hostile)
BEYOND_SLIPS = rows(beyond_slips)
TOO_MUCH = rows(too_much)
ENDS_IN_HOURS = {
    "windows from the start of X": {
        "X": np.zeros((0, 1, 2**40, 1), np.int8),
        "kernel_shape": [1, 1],
        "dilations": [2**41, 1],
    },
    "windows by the hundred million": column(1, 2**28 + 1, 2, 2, 2**29, 2**29),
}


@pytest.mark.verifies(parameter="label")
@pytest.mark.parametrize(("changes", "label"), BAD)
def test_bad_input_meets_its_label(changes: dict[str, Any], label: str) -> None:
    error = outcome(changes)
    assert isinstance(error, Violation | TooMuchWork)
    assert error.label == label


@pytest.mark.parametrize(("changes", "label"), [*BEYOND_SLIPS, *TOO_MUCH])
def test_other_bad_input_meets_its_label(changes: dict[str, Any], label: str) -> None:
    test_bad_input_meets_its_label(changes, label)


@pytest.mark.parametrize("what", ENDS_IN_HOURS)
def test_many_windows_are_too_much_work(what: str) -> None:
    test_bad_input_meets_its_label(ENDS_IN_HOURS[what], WORK)


def test_every_label_that_a_call_can_meet_is_met() -> None:
    """All but those that say what a clause before them has said, and the sizes that NumPy cannot have."""
    never = {"general.no-default-values", "X.rank", "X.batch-and-channels", "Indices.int64"}
    assert {row.values[1] for row in BAD} == {
        clause.label for clause in MAXPOOL.preconditions() if clause.label not in never
    }


SAME: dict[str, dict[str, Any]] = {
    "tuples": {name: tuple(LEGAL[name]) for name in LISTS},
    **{
        f"NumPy's {kind.__name__}": {name: [kind(entry) for entry in LEGAL[name]] for name in LISTS}
        | {name: kind(0) for name in FLAGS}
        for kind in (np.int8, np.uint8, np.int32, np.int64, np.uint64)
    },
    "strides of any size, for one window": column(4, 4, 1, 2**200, 0, 0),
    "a dilation of any size, for one tap": column(4, 1, 2**200, 1, 0, 0),
    "unused padding of any size": column(4, 4, 1, 2**200, 0, 2**199),
    "NumPy's string": {"auto_pad": np.str_("NOTSET")},
}


def types_in(changes: dict[str, Any]) -> Any:
    """The mark of a test that is given something else for some attributes: it verifies what they may be."""
    return pytest.mark.verifies(*(f"{name}.type" for name in changes if name in ATTRIBUTES))


@pytest.mark.parametrize("what", [pytest.param(what, marks=types_in(changes)) for what, changes in SAME.items()])
def test_good_input_is_taken(what: str) -> None:
    found, wanted = outcome(SAME[what]), outcome({})
    assert isinstance(found, tuple)
    assert isinstance(wanted, tuple)
    if "X" not in SAME[what]:
        np.testing.assert_array_equal(found, wanted)


# --- any input -----------------------------------------------------------------------------------

HUGE = (2**62, 2**64, 2**200, -(2**62), -(2**200))
"""Nothing in between: a legal call may take as long as MOST_VISITS allows."""
INTEGERS = st.integers(-1, 5) | st.sampled_from(HUGE)
NUMPY = (np.True_, np.int8(1), np.uint64(2), np.float32("nan"), np.str_("NOTSET"), np.timedelta64(1, "s"), np.ma.masked)
ARRAYS = (np.zeros(2), np.array(1), np.array([1, 2, 3, 4]), np.array([], object), np.ma.masked_array([1, 1]))
SCALARS = st.one_of(
    *(st.none(), st.booleans(), INTEGERS, st.floats(), st.complex_numbers(), st.fractions(), st.decimals()),
    *(st.text(max_size=5), st.binary(max_size=5), st.sampled_from(NUMPY), st.sampled_from(ARRAYS)),
    st.sampled_from((Ellipsis, NotImplemented, int, len, range(4))),
)
JUNK = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=5),
        st.lists(inner, max_size=4).map(tuple),
        st.dictionaries(st.text(max_size=2), inner, max_size=2),
        st.sets(st.integers(), max_size=2),
    ),
    max_leaves=6,
)
SHAPES = ((1, 1, 4, 4), (2, 1, 1, 3), (0, 1, 1, 1), (3, 0, 2, 1), (1, 1, 0, 1), (3, 3), ())
NEAR: dict[str, st.SearchStrategy[Any]] = {
    "X": st.builds(np.zeros, st.sampled_from(SHAPES), st.sampled_from(("e", "f", ">d", "b", "B", "i", "O"))),
    **{name: st.lists(INTEGERS, min_size=length, max_size=length) for name, length in LISTS.items()},
    **dict.fromkeys(FLAGS, INTEGERS),
}
UNKNOWN = st.sampled_from(("", "none", "None")) | st.text(max_size=8).filter(lambda name: name not in LEGAL)


@st.composite
def any_changes(draw: st.DrawFn) -> dict[str, Any]:
    """Changes to LEGAL: some arguments near to what they may be, one or two of any kind, at times unknown ones."""
    changes = {name: draw(NEAR[name]) for name in draw(st.lists(st.sampled_from(list(NEAR)), max_size=3))}
    anything = draw(st.lists(st.sampled_from(list(LEGAL)), max_size=2))
    changes |= {name: draw(JUNK if name == "X" else JUNK | st.just(NOT_SET)) for name in anything}
    return changes | (draw(st.dictionaries(UNKNOWN, JUNK, max_size=1)) if draw(st.integers(0, 9)) == 9 else {})


@pytest.mark.whole
@given(changes=any_changes())
@settings(max_examples=300, deadline=None, derandomize=True)
def test_anything_gives_a_result_or_a_labelled_error(changes: dict[str, Any]) -> None:
    found = outcome(changes)
    event(found.label if isinstance(found, Violation | TooMuchWork) else "outputs")
    if isinstance(found, tuple):
        Y, Indices = found
        assert (Y.shape, Y.dtype) == (Indices.shape, changes.get("X", LEGAL["X"]).dtype)
