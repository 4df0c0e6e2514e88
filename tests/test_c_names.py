"""What parameters of a C function stand for: from their names, or by their use where names do not deny it."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("clang")

from proofs.program.c.parameters.quantities import given
from proofs.program.c.proving import CSource, understand
from reference.parameters.names import attribute_said, axis_said, is_denied, quantities
from tests.c_programs import text_of


def test_names_that_say_nothing_are_told_by_their_use() -> None:
    text = text_of("plain.c").replace("stride_h", "q1").replace("stride_w", "q2")
    found, understood = understand(CSource("a.c", text.encode(), "maxpool"))
    assert understood is not None
    assert (found.parameters["q1"], found.parameters["q2"]) == ("strides[0]", "strides[1]")
    assert "q1 is strides[0], as it is used: its name does not say so" in found.assumptions
    said = given('[parameters]\nq1 = "strides[0]"\nq2 = "strides[1]"\n')
    found, _ = understand(CSource("a.c", text.encode(), "maxpool", quantities=said))
    assert not any("as it is used" in words for words in found.assumptions)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ((("int kernel_h, ", ""), ("stride_h", "q1"), ("kernel_h", "q1")), "q1 stands for"),  # of two kinds
        ((("int dil_h", "int dil_h, int q1"), ("kh * dil_h", "kh * dil_h * q1")), "q1 stands for"),
        ((("int H,", "int H, int height,"), ("ih >= H", "ih >= height")), "H and height could each be dX_2"),
    ],
)
def test_what_neither_name_nor_use_tells_is_asked_for(changes: tuple[tuple[str, str], ...], words: str) -> None:
    text = text_of("plain.c")
    for old, new in changes:
        text = text.replace(old, new)
    found, _ = understand(CSource("a.c", text.encode(), "maxpool"))
    assert found.refused is not None
    assert words in found.refused.reason
    assert "--map" in found.refused.change


def test_what_is_told_by_use_is_not_the_other_way_round() -> None:
    """Where a row's stride is used for columns, it is said to be that of columns."""
    text = text_of("plain.c").replace("stride_h", "q1").replace("stride_w", "q2")
    text = text.replace("oh * q1", "oh * q0").replace("ow * q2", "ow * q1").replace("oh * q0", "oh * q2")
    found, understood = understand(CSource("a.c", text.encode(), "maxpool"))
    assert understood is not None
    assert (found.parameters["q1"], found.parameters["q2"]) == ("strides[1]", "strides[0]")


STRIDES = (
    ("dH", "dW"),
    ("dh", "dw"),
    ("jump_h", "jump_w"),
    ("row_jump", "col_jump"),
    ("aY", "aX"),
    ("jumph", "jumpw"),
    ("vby", "hby"),
    ("d_top", "d_left"),
)
"""What a stride of rows and one of columns may be called, by an axis alone."""


@pytest.mark.parametrize(("of_rows", "of_columns"), STRIDES)
def test_a_stride_that_is_told_by_use_has_the_axis_of_its_name(of_rows: str, of_columns: str) -> None:
    """The other way round, what is wrong would be right with the strides exchanged."""
    text = text_of("plain.c").replace("dil_h", "1").replace("dil_w", "1")
    text = text.replace("int 1, int 1,", "").replace(", int 1, int 1", "")
    right = text.replace("stride_h", of_rows).replace("stride_w", of_columns)
    found, understood = understand(CSource("a.c", right.encode(), "maxpool"))
    assert understood is not None, found.refused
    assert (found.parameters[of_rows], found.parameters[of_columns]) == ("strides[0]", "strides[1]")
    swapped = right.replace(f"oh * {of_rows}", "oh * q").replace(f"ow * {of_columns}", f"ow * {of_rows}")
    swapped = swapped.replace("oh * q", f"oh * {of_columns}")
    assert swapped != right
    found, _ = understand(CSource("a.c", swapped.encode(), "maxpool"))
    assert found.refused is not None
    assert "its name says another thing" in found.refused.reason
    said = given(f'[parameters]\n{of_columns} = "strides[0]"\n{of_rows} = "strides[1]"\n')
    assert understand(CSource("a.c", swapped.encode(), "maxpool", quantities=said))[1] is not None


def test_a_kernel_that_is_used_as_a_stride_is_none() -> None:
    text = text_of("plain.c").replace("stride_h", "kernel_down").replace("stride_w", "kernel_along")
    found, _ = understand(CSource("a.c", text.encode(), "maxpool"))
    assert found.refused is not None


def test_what_names_say_of_axes_and_attributes() -> None:
    names = ("dW", "padLeft", "top", "p->jump.h", "q1", "jumph", "jumpw")
    assert [axis_said(name, names) for name in names] == [1, 1, 0, 0, None, 0, 1]
    assert [attribute_said(name) for name in ("d", "s", "kh", "dil", "poolSize", "q")] == [
        *(None, None, "kernel_shape"),
        *("dilations", "kernel_shape", None),
    ]


ENDS = (("bottom", "right"), ("bottom_margin", "right_margin"), ("after_h", "after_w"))


@pytest.mark.parametrize(("of_rows", "of_columns"), ENDS)
def test_what_is_called_after_the_end_is_no_pad_at_the_beginning(of_rows: str, of_columns: str) -> None:
    """A caller who passes what the names say, 2 rows below and none above, would get windows that begin above."""
    text = re.sub(r"\bpw\b", of_columns, re.sub(r"\bph\b", of_rows, text_of("one_loop.c")))
    found, _ = understand(CSource("a.c", text.encode(), "pool_one_loop"))
    assert found.refused is not None
    assert "its name says another thing" in found.refused.reason
    other = text.replace(of_rows, "margin_h").replace(of_columns, "margin_w")
    found, understood = understand(CSource("a.c", other.encode(), "pool_one_loop"))
    assert understood is not None, found.refused


DENIED = (
    {"stride_h": "log2_stride_h", "stride_w": "log2_stride_w"},
    {"stride_h": "stride_bytes_h", "stride_w": "stride_bytes_w"},
    {"kernel_h": "kernel_radius_h", "kernel_w": "kernel_radius_w"},
    {"kernel_h": "last_kh", "kernel_w": "last_kw"},
    {"stride_h": "num_steps_h", "stride_w": "num_steps_w"},
    {"pad_top": "pad_total_h", "pad_left": "pad_total_w"},
    {"pad_top": "pad_h1", "pad_left": "pad_w1"},
    {"pad_top": "pad_h2", "pad_left": "pad_w2"},
    {"pad_top": "p2", "pad_left": "p3"},
    {"H": "h_minus_1", "W": "w_minus_1"},
    {"H": "padded_h", "W": "padded_w"},
)
"""Names that hold the word for a quantity, and say that they are another number."""


@pytest.mark.parametrize("names", DENIED)
def test_a_name_that_says_of_itself_that_it_is_another_number_is_asked_for(names: dict[str, str]) -> None:
    """A caller who passes what the names say would get other windows."""
    text = text_of("plain.c")
    for old, new in names.items():
        text = re.sub(rf"\b{old}\b", new, text)
    found, _ = understand(CSource("a.c", text.encode(), "maxpool"))
    assert found.refused is not None
    assert any(new in found.refused.reason + found.refused.change for new in names.values())
    plain, _ = understand(CSource("a.c", text_of("plain.c").encode(), "maxpool"))
    roles = "\n".join(f'{new} = "{plain.parameters[old]}"' for old, new in names.items())
    source = CSource("a.c", text.encode(), "maxpool", quantities=given(f"[parameters]\n{roles}\n"))
    assert understand(source)[1] is not None


def test_lists_of_lists_and_of_structures() -> None:
    """`pads[0][1]` is the end of an axis for some and the other axis for others."""
    assert [is_denied(name) for name in ("pads[0][1]", "pads[1].h", "pads[0].w", "pads[1].top")] == [True] * 4
    assert [quantities(name, 2) for name in ("pads[0].h", "pad[1].hi", "pad_w.first", "pad_h.second", "dX[2]")] == [
        *(("pads[0]", "pads[2]"), ("pads[3]",), ("pads[1]",), ("pads[2]",), ("dX_2",)),
    ]
    assert not any(map(is_denied, ("num_channels", "batch_count", "numRows", "k0", "stride_w1", "dY[3]")))


def test_a_list_of_structures_is_read() -> None:
    text = re.sub(r"\bint pad_top, int pad_left\b", "const struct pair *pads", text_of("plain.c"))
    text = "struct pair { int h, w; };\n" + text.replace("pad_top", "pads[0].h").replace("pad_left", "pads[0].w")
    found, _ = understand(CSource("a.c", text.encode(), "maxpool"))
    assert found.refused is not None
    assert "pads[0].w" in found.refused.reason
