"""Examples printed in rows of listings, of tables, or plane by plane, with the kernel in a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product

import numpy as np
import pytest

from reference import onnx
from tests.audit_examples import Array, found

Tensors = dict[str, Array]


def example() -> Tensors:
    """Two channels; windows reach into the padding, and some of them hold their maximum twice."""
    X = np.random.default_rng(3).integers(-9, 10, (1, 2, 4, 5))
    Y, Indices = onnx.maxpool(
        X.astype(np.int8), kernel_shape=(2, 3), strides=(2, 1), pads=(1, 0, 0, 1), dilations=(1, 1)
    )
    return {"X": X, "Y": Y, "Indices": Indices}


SETTING = (
    "# MaxPool\n\n## Example\n\nWith `kernel_shape` = [2, 3], `strides` = [2, 1], `dilations` = [1, 1] and `pads` = "
    "[1, 0, 0, 1], X is an `int8` tensor with two channels:\n\n"
)


def row(numbers: Array, between: str = "  ") -> str:
    return between.join(str(int(n)) for n in numbers)


def fence(*lines: str) -> str:
    return "\n".join(("```", *lines, "```", ""))


def side_by_side(left: str, a: Array, right: str, b: Array, *, on_line: bool) -> list[str]:
    """Two planes, the first rows behind their names or below them."""
    first = [] if on_line else [f"{left:<40}{right}"]
    before = [f"{left} ", f"{right} "] if on_line else ["", ""]
    for i, (p, q) in enumerate(zip(a, b, strict=True)):
        p_said, q_said = (said if not i else " " * len(said) for said in before)
        first.append(f"{p_said + row(p):<40}{q_said}{row(q)}")
    return first


def channels(t: Tensors) -> str:
    X, Y, I = t["X"][0], t["Y"][0], t["Indices"][0]  # noqa: E741
    below = side_by_side("channel 0", X[0], "channel 1", X[1], on_line=False)
    results = [
        line
        for c in (0, 1)
        for line in side_by_side(f"Y, channel {c}:", Y[c], f"Indices, channel {c}:", I[c], on_line=True)
    ]
    return SETTING + fence(*below) + "\nThe results are\n\n" + fence(*results)


def subscripts(t: Tensors) -> str:
    lines = [
        line
        for name in ("X", "Y", "Indices")
        for line in side_by_side(f"{name}[0,0] =", t[name][0, 0], f"{name}[0,1] =", t[name][0, 1], on_line=True)
    ]
    return SETTING + fence(*lines)


def rows_of_tables(t: Tensors) -> str:
    X, Y, I = t["X"][0], t["Y"][0], t["Indices"][0]  # noqa: E741
    of_x = [f"| {i} | {row(X[0, i], ', ')} | {row(X[1, i], ', ')} |" for i in range(4)]
    heads = "| Output row | `Y`, channel 0 | `Indices`, channel 0 | `Y`, channel 1 | `Indices`, channel 1 |"
    of_y = [
        f"| {i} | " + " | ".join(row(part[c, i], ", ") for c in (0, 1) for part in (Y, I)) + " |"
        for i in range(Y.shape[1])
    ]
    first = ["| `X`, row | channel 0 | channel 1 |", "|---|---|---|", *of_x, ""]
    return SETTING + "\n".join([*first, heads, "|---|---|---|---|---|", *of_y, ""])


def places_of_tables(t: Tensors) -> str:
    Y, I = t["Y"][0], t["Indices"][0]  # noqa: E741
    rows = [f"| $({c}, {h}, {w})$ | {Y[c, h, w]} | {I[c, h, w]} |" for c, h, w in product(*map(range, Y.shape))]
    below = side_by_side("channel 0", t["X"][0, 0], "channel 1", t["X"][0, 1], on_line=False)
    return SETTING + fence(*below) + "\n".join(["", "| Output | Y | Indices |", "|---|---|---|", *rows, ""])


def planes_in_formulas(t: Tensors) -> str:
    def matrix(name: str, c: int, numbers: Array) -> str:
        return rf"{name}[0,{c}] = \begin{{bmatrix}} " + r" \\ ".join(row(r, " & ") for r in numbers) + r" \end{bmatrix}"

    names = {"X": "X", "Y": "Y", "Indices": r"\textit{Indices}"}
    blocks = [
        "```math\n" + " \\quad\n".join(matrix(said, c, t[name][0, c]) for c in (0, 1)) + "\n```\n"
        for name, said in names.items()
    ]
    return SETTING + "\n".join(blocks)


def lists_side_by_side(t: Tensors) -> str:
    def bracketed(numbers: Array) -> list[str]:
        rows = [f"[{row(r, ', ')}]" for r in numbers]
        return [f"[{rows[0]},", *(f" {each}," for each in rows[1:-1]), f" {rows[-1]}]"]

    def pair(name: str) -> list[str]:
        planes = [[f"{name}[0,{c}] = {line}" if not i else " " * (len(name) + 9) + line for i, line in enumerate(said)]
                  for c, said in enumerate(bracketed(t[name][0, c]) for c in (0, 1))]  # fmt: skip
        return [f"{left:<48}{right}" for left, right in zip(*planes, strict=True)]

    return SETTING + fence(*pair("X"), "", *pair("Y"), "", *pair("Indices"))


def planes_in_turn(t: Tensors) -> str:
    """Each line has a plane of Y, and beside it that of Indices."""

    def printed(name: str, c: int) -> str:
        return f"{name}[0, {c}] = [{', '.join(f'[{row(r, chr(44))}]' for r in t[name][0, c])}]"

    below = [f"{printed('Y', c):<60}{printed('Indices', c)}" for c in (0, 1)]
    return SETTING + fence(printed("X", 0), printed("X", 1)) + "\n" + fence(*below)


def nested(numbers: Array) -> str:
    return f"[{', '.join(f'[{row(r, chr(44))}]' for r in numbers)}]"


def channels_in_rows(t: Tensors) -> str:
    """A table with a plane of each tensor in each row, the planes in brackets."""
    rows = [f"| {c} | " + " | ".join(f"`{nested(t[name][0, c])}`" for name in t) + " |" for c in (0, 1)]
    return SETTING + "\n".join(["| Channel | $X$ | `Y` | `Indices` |", "|---|---|---|---|", *rows, ""])


def channels_in_rows_without_brackets(t: Tensors) -> str:
    def plane(numbers: Array) -> str:
        return "; ".join(row(r, " ").replace("-", "−") for r in numbers)

    rows = [f"| {c} | " + " | ".join(plane(t[name][0, c]) for name in t) + " |" for c in (0, 1)]
    head = '| Plane | $X$ (rows separated by ";") | $Y$ | $\\mathit{Indices}$ |'
    return SETTING + "\n".join([head, "|---|---|---|---|", *rows, ""])


def shapes_beside_names(t: Tensors) -> str:
    """A list of tensors, each behind its shape: `Y`, shape (1, 2, 2, 4): `[[...`."""
    said = {name: f"[[{nested(each[0, 0])}, {nested(each[0, 1])}]]" for name, each in t.items()}
    shape = {name: "(" + ", ".join(map(str, each.shape)) + ")" for name, each in t.items()}
    return SETTING + "\n".join(f"- `{name}`, shape {shape[name]}: `{said[name]}`" for name in t) + "\n"


def channels_beside_names(t: Tensors) -> str:
    lines = [f"- `{name}`, channel {c}: `{nested(t[name][0, c])}`" for name in t for c in (0, 1)]
    return SETTING + "\n".join(lines) + "\n"


def prompts_with_comments(t: Tensors) -> str:
    """What an interpreter shows of a name, behind a remark on it."""
    said = {name: f"[[{nested(each[0, 0])}, {nested(each[0, 1])}]]" for name, each in t.items()}
    shown = [f">>> {name}{' ' * 40}# as it is printed, and more\n{said[name]}" for name in ("Y", "Indices")]
    return SETTING + fence(f">>> X = {said['X']}  # int8", *shown)


def planes_and_a_shape(t: Tensors) -> str:
    """Behind a plane, the shape of the whole tensor."""
    lines = [f"X[0,0] = {nested(t['X'][0, 0])}    X has shape (1, 2, 4, 5)", f"X[0,1] = {nested(t['X'][0, 1])}"]
    outputs = [f"{name} = [[{nested(t[name][0, 0])}, {nested(t[name][0, 1])}]]" for name in ("Y", "Indices")]
    return SETTING + fence(*lines, *outputs)


LAYOUTS = (
    planes_and_a_shape,
    prompts_with_comments,
    channels_in_rows,
    channels_in_rows_without_brackets,
    shapes_beside_names,
    channels_beside_names,
    planes_in_turn,
    lists_side_by_side,
    channels,
    subscripts,
    rows_of_tables,
    places_of_tables,
    planes_in_formulas,
)
Layout = Callable[[Tensors], str]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_right_example_has_no_finding(layout: Layout) -> None:
    assert found(layout(example())) == []


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", ["Y", "Indices"])
def test_each_number_that_is_changed_is_found(layout: Layout, name: str) -> None:
    right = layout(example())
    for place in np.ndindex(example()[name].shape):
        wrong = example()
        wrong[name] = wrong[name].copy()
        wrong[name][place] = 7 if wrong[name][place] != 7 else 6
        text = layout(wrong)
        at = next(i for i, (a, b) in enumerate(zip(right, text, strict=False)) if a != b)
        assert text[:at].count("\n") + 1 in [line for _, line in found(text)], place


@pytest.mark.parametrize("layout", LAYOUTS)
def test_planes_that_trade_places_are_found(layout: Layout) -> None:
    swapped = example()
    swapped["Indices"] = swapped["Indices"][:, ::-1]
    assert found(layout(swapped))


@pytest.mark.parametrize("layout", [channels, subscripts, lists_side_by_side])
def test_planes_that_are_numbered_in_another_order_are_not_read(layout: Layout) -> None:
    """Which plane is which is told by the numbers; that they stand in another order is not taken for an error."""
    text = layout(example())
    other = {"0": "1", "1": "0"}
    swapped = re.sub(
        r"(channel |\[0,)([01])(?=\]|:|\s)", lambda m: m[1] + other[m[2]], text.replace("two channels", "planes")
    )
    assert swapped != text
    assert {rule for rule, _ in found(swapped)} <= {"example-not-judged"}


def test_a_shape_beside_a_name_is_that_of_the_tensor() -> None:
    text = shapes_beside_names(example())
    assert text.count("shape (1, 2, 4, 5)") == 1
    assert "example-shape-wrong" in {
        rule for rule, _ in found(text.replace("shape (1, 2, 4, 5)", "shape (1, 2, 5, 4)"))
    }


def test_a_table_of_channels_that_are_not_all_is_not_read() -> None:
    text = channels_in_rows(example())
    assert "| 1 | `" in text
    assert {rule for rule, _ in found(text.replace("| 1 | `", "| 2 | `"))} <= {"example-not-judged"}


def test_a_listing_with_other_lines_prints_no_tensor() -> None:
    """A program that sets X and Y to numbers is no example."""
    text = SETTING + fence("X = 1 2", "for i in range(2):", "    Y = 3 4", "Indices = 0 1")
    assert found(text) == []


@pytest.mark.parametrize(
    ("said", "is_read"),
    [
        ("`dilations` = `strides` = [1, 1]", True),
        ("`dilations` = `strides` = [2, 1]", False),
    ],
)
def test_attributes_that_are_set_at_once_have_one_value(said: str, is_read: bool) -> None:
    X = "[[1, 5, 2], [4, 3, 0]]"
    head = f"# MaxPool\n\n## Example\n\n`kernel_shape` = [1, 2], {said}, `pads` = [0, 0, 0, 0]"
    text = f"{head}\n\nX = {X}\n\nY = [[5, 5], [4, 3]]\n"
    assert (found(text) == []) == is_read


def test_a_word_on_padding_sets_no_attribute() -> None:
    text = channels(example()) + "\nThe last windows reach into the padding: no zero is picked up from there.\n"
    assert found(text) == []


@pytest.mark.parametrize("before", ["The outputs are", "The inputs are", "Both outputs, and the inputs, are"])
def test_what_the_text_before_a_listing_speaks_of_may_be_several(before: str) -> None:
    text = channels(example())
    assert "The results are" in text
    assert found(text.replace("The results are", before)) == []


def test_outputs_that_are_printed_once_more_are_judged_too() -> None:
    t = example()
    again = f"\nHence `Y` = [[{nested(t['Y'][0, 0])}, {nested(t['Y'][0, 1])}]].\n"
    text = places_of_tables(t) + again
    assert found(text) == []
    last = text.rstrip("].\n").rpartition(",")
    wrong = f"{last[0]},99]]]]\n"
    assert [rule for rule, _ in found(wrong)] == ["example-cell-wrong"]


@pytest.mark.parametrize(("printed", "is_wrong"), [("-0.0", False), ("0.0", False), ("+0.0", True), ("+0", True)])
def test_a_zero_has_the_sign_of_the_element_that_is_taken(printed: str, is_wrong: bool) -> None:
    head = "# MaxPool\n\n## Example\n\n`kernel_shape` = [1, 2], `strides` = [1, 1], `pads` = [0, 0, 0, 0]"
    text = f"{head}\n\nX = [[-0.0, +0.0, -3.0]]\n\nY = [[{printed}, +0.0]]\n"
    assert (found(text) != []) == is_wrong
