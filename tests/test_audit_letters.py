"""Letters that stand for quantities: a formula is proved only if each is resolved for certain, and then rightly.

Documents are made from a right formula, with each letter explained by one of several phrases. One letter is then
explained as another quantity, or replaced by another in the formula: such a formula is never proved.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs.audit.formulas.formulas import judge_formulas
from proofs.audit.run import audit
from tests.audit_documents import document

SPATIAL = ("first", "second")
NTH = ("first", "second", "third", "fourth")
SIDES = ({"begin": "top", "end": "bottom"}, {"begin": "left", "end": "right"})
ENDS = {"begin": "beginning", "end": "end"}
BESIDE = {"top": "above", "bottom": "below", "left": "on the left of", "right": "on the right of"}
LETTERS = {
    ("x", 0): "n", ("x", 1): "m", ("kernel", 0): "u", ("kernel", 1): "v", ("dilation", 0): "f", ("dilation", 1): "g",
    ("stride", 0): "s", ("stride", 1): "t", ("begin", 0): "a", ("begin", 1): "c", ("end", 0): "b", ("end", 1): "e",
}  # fmt: skip
Key = tuple[str, int]


def phrases(key: Key) -> list[str]:
    """Ways to say which quantity it is."""
    name, axis = key
    on = f"the {SPATIAL[axis]} spatial axis"
    high = ("height", "width")[axis]
    lists = {"kernel": "kernel_shape", "dilation": "dilations", "stride": "strides"}
    if name in lists:
        entries = [f"`{lists[name]}[{axis}]`", f"the {SPATIAL[axis]} entry of `{lists[name]}`"]
        entries += [f"the {SPATIAL[axis]} value of attribute `{lists[name]}`", f"entry {axis} of `{lists[name]}`"]
        words = {
            "kernel": [f"the size of the kernel along {on}", f"the {high} of the kernel", f"the kernel {high}"],
            "dilation": [
                f"the dilation along {on}",
                f"the {('vertical', 'horizontal')[axis]} dilation",
                f"the distance between adjacent taps along {on}",
            ],
            "stride": [
                f"the stride along {on}",
                f"the {('vertical', 'horizontal')[axis]} stride",
                f"the distance between neighbouring windows along {on}",
            ],
        }
        return entries + words[name]
    if name == "x":
        return [
            f"the size of the input along {on}",
            f"the {high} of $X$",
            f"the {NTH[axis + 2]} entry of the shape of X",
            f"the number of {('rows', 'columns')[axis]} of $X$",
        ]
    place = axis + 2 * (name == "end")
    return [
        f"`pads[{place}]`",
        f"the {NTH[place]} entry of `pads`",
        f"the {NTH[place]} element of attribute `pads`",
        f"the padding at the {ENDS[name]} of {on}",
        f"the {SIDES[axis][name]} padding",
        f"the padding on the {SIDES[axis][name]}" if axis else f"the padding at the {SIDES[axis][name]}",
        f"the number of {('rows', 'columns')[axis]} added {BESIDE[SIDES[axis][name]]} $X$",
    ]


def formula(axis: int, names: Mapping[Key, str]) -> str:
    """The right output size of an axis, in some letters."""
    x, k, d, s, a, b = (names[part, axis] for part in ("x", "kernel", "dilation", "stride", "begin", "end"))
    return rf"$$dY_{axis + 2} = \left\lfloor \frac{{{x} + {a} + {b} - {d} ({k} - 1) - 1}}{{{s}}} \right\rfloor + 1$$"


def page(said: Mapping[str, str], stated: str, style: int) -> str:
    """A page that explains letters in one of three styles, and states a formula."""
    if style == 0:
        told = "Here " + ", ".join(f"${letter}$ is {phrase}" for letter, phrase in said.items()) + "."
    elif style == 1:
        told = "Where\n" + "\n".join(f"- ${letter}$ is {phrase}." for letter, phrase in said.items())
    else:
        told = "| Symbol | Meaning |\n|---|---|\n" + "\n".join(f"| ${a}$ | {p} |" for a, p in said.items())
    return f"# MaxPool\n\n{told}\n\n{stated}\n"


def verdict(text: str) -> str:
    """What came of the one size formula of a page."""
    claims = judge_formulas(document(text), {}).claims
    (found,) = [c.verdict for c in claims if c.kind in ("output size", "formula")]
    return found


keys = st.sampled_from(list(LETTERS))
styles = st.integers(0, 2)


@st.composite
def explained(draw: st.DrawFn) -> dict[str, str]:
    """Each letter with a phrase."""
    return {letter: draw(st.sampled_from(phrases(key))) for key, letter in LETTERS.items()}


@pytest.mark.whole
@settings(max_examples=60, deadline=None)
@given(explained(), st.integers(0, 1), styles)
def test_a_right_formula_is_proved(said: dict[str, str], axis: int, style: int) -> None:
    assert verdict(page(said, formula(axis, LETTERS), style)) == "proved"


@pytest.mark.whole
@settings(max_examples=60, deadline=None)
@given(explained(), st.integers(0, 1), styles, st.data())
def test_a_letter_explained_as_something_else_is_never_proved(
    said: dict[str, str], axis: int, style: int, data: st.DataObject
) -> None:
    wrong = data.draw(st.sampled_from([key for key in LETTERS if key[1] == axis]))
    other = data.draw(keys.filter(lambda key: key != wrong))
    # The two pads of an axis may be exchanged in their sum.
    if {wrong[0], other[0]} == {"begin", "end"} and wrong[1] == other[1]:
        said |= {LETTERS[wrong]: data.draw(st.sampled_from(phrases(other)))}
    changed = said | {LETTERS[wrong]: data.draw(st.sampled_from(phrases(other)))}
    assert verdict(page(changed, formula(axis, LETTERS), style)) in ("refuted", "not understood")


@pytest.mark.whole
@settings(max_examples=60, deadline=None)
@given(explained(), st.integers(0, 1), styles, st.data())
def test_another_letter_in_the_formula_is_never_proved(
    said: dict[str, str], axis: int, style: int, data: st.DataObject
) -> None:
    wrong = data.draw(st.sampled_from([key for key in LETTERS if key[1] == axis]))
    other = data.draw(keys.filter(lambda key: key != wrong))
    changed = dict(LETTERS) | {wrong: LETTERS[other]}
    assert verdict(page(said, formula(axis, changed), style)) == "refuted"


RIGHT = "$dY_2 = \\lfloor (n + a + b - f (u - 1) - 1) / s \\rfloor + 1$"
TOLD = {
    "n": "the height of $X$", "a": "`pads[0]`", "b": "`pads[2]`", "f": "`dilations[0]`", "u": "`kernel_shape[0]`",
    "s": "`strides[0]`",
}  # fmt: skip


def test_these_letters_are_understood() -> None:
    assert verdict(page(TOLD, RIGHT, 0)) == "proved"


@pytest.mark.parametrize(
    ("letter", "phrase"),
    [
        ("s", "the stride"),
        ("s", "the step of the second kind"),
        ("s", "`strides`"),
        ("s", "`strides[1]`"),
        ("s", "not `strides[0]`"),
        ("s", "twice `strides[0]`"),
        ("s", "`strides[0]` minus one"),
        ("s", "`strides[0]`, plus one"),
        ("s", "`strides[0]`, doubled"),
        ("s", "`strides[0]` (the horizontal stride)"),
        ("a", "the padding"),
        ("a", "the padding along the first spatial axis"),
        ("a", "the first of the two paddings at the end"),
        ("a", "`pads[4]`"),
        ("a", "the fifth entry of `pads`"),
        ("a", "the last entry of `pads`"),
        ("n", "the first axis of $X$"),
        ("n", "the height of the image in millimetres"),
        ("n", "the height of $X$ after padding"),
        ("u", "the largest index of the kernel along the first spatial axis"),
        ("u", "the first value of `kernel_shape`, i.e. the width of the kernel"),
        ("f", "the dilated size of the kernel along the first spatial axis"),
    ],
)
def test_a_phrase_that_says_something_else_or_more_is_never_proved(letter: str, phrase: str) -> None:
    for style in range(3):
        assert verdict(page(TOLD | {letter: phrase}, RIGHT, style)) in ("refuted", "not understood")


@pytest.mark.parametrize(
    "more",
    [
        "Later, $s$ is `strides[1]`.",
        "The horizontal stride $s$ is large.",
        "Let $s = strides[1]$.",
        "Let $s = strides[0] + 1$.",
        "Let $s = foo(strides[0])$.",
        "| Symbol | Meaning |\n|---|---|\n| $s$ | the width of the kernel |",
        "Here, $s$ stands for the first entry of `dilations`.",
    ],
)
def test_a_letter_with_two_meanings_has_none(more: str) -> None:
    assert verdict(f"{page(TOLD, RIGHT, 0)}\n{more}\n") == "not understood"


@pytest.mark.parametrize(
    "stated",
    [
        RIGHT.replace("s ", "s' "),
        RIGHT.replace("/ s ", "/ s[0] "),
        RIGHT.replace("/ s ", "/ s_0 "),
        RIGHT.replace("/ s ", "/ S "),
        RIGHT.replace("/ s ", "/ strides "),
        RIGHT.replace("/ s ", "/ strides[i] "),
        RIGHT.replace("/ s ", "/ stride "),
        RIGHT.replace("/ s ", "/ stride_1 "),
        RIGHT.replace("/ s ", "/ strides_1 "),
        RIGHT.replace("+ b ", "+ pads "),
        RIGHT.replace("+ b ", "+ pads[i + 2] "),
        RIGHT.replace("+ b ", "+ pads[i] "),
        RIGHT.replace("+ a + b ", "+ 2 padding "),
        RIGHT.replace("+ a + b ", "+ 2 pad "),
        RIGHT.replace("n + a", "n_p"),
    ],
)
def test_a_name_that_is_not_resolved_is_not_guessed(stated: str) -> None:
    assert stated != RIGHT
    assert verdict(page(TOLD, stated, 0)) == "not understood"


RUNNING = (
    "$Y.shape[i + 2] = \\lfloor (X.shape[i + 2] + pads[i] + pads[i + 2]"
    " - dilations[i] (kernel\\_shape[i] - 1) - 1) / strides[i] \\rfloor + 1$"
)


def test_a_running_axis_is_proved() -> None:
    assert verdict(page({}, RUNNING, 1)) == "proved"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("strides[i]", "strides[j]"),
        ("strides[i]", "strides[i + 2]"),
        ("strides[i]", "strides[0]"),
        ("strides[i]", "strides"),
        ("pads[i + 2]", "pads[i + 1]"),
        ("pads[i + 2]", "pads[i]"),
        ("pads[i + 2]", "pads[i + n]"),
        ("X.shape[i + 2]", "X.shape[i]"),
        ("X.shape[i + 2]", "X.shape[i + 1]"),
        ("Y.shape[i + 2]", "Y.shape[i]"),
    ],
)
def test_an_index_that_counts_otherwise_is_never_proved(old: str, new: str) -> None:
    assert old in RUNNING
    assert verdict(page({}, RUNNING.replace(old, new, 1), 1)) in ("refuted", "not understood")


def test_a_letter_explained_under_the_nearest_heading_counts() -> None:
    text = (
        page(TOLD, "", 0) + "\n## Other\n\n$s$ is `dilations[1]`.\n\n## Sizes\n\nHere, $s$ is `strides[0]`.\n\n" + RIGHT
    )
    assert verdict(text) == "proved"
    assert verdict(text.replace("Here, $s$ is `strides[0]`.", "")) == "proved"
    assert verdict(text.replace("Here, $s$ is `strides[0]`.", "Here, $s$ is `strides[1]`.")) == "refuted"


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("$X \\in T^{N \\times C \\times H \\times W}$ and $Y \\in T^{N \\times C \\times Q \\times P}$.",
         ["formula-wrong"] * 2),
        ("$X \\in T^{N \\times C \\times H \\times W}$ and $Y \\in T^{N \\times C \\times P \\times Q}$.", []),
        ("$e = f = 3$", []),
        ("- $s_h, s_w \\ge 2$", ["domain-wrong"]),
        ("- $s_h, s_w \\ge 1$", []),
        ("- a and b the height and the width of the kernel, i.e. the second and the first entry of `kernel_shape`;",
         ["axes-swapped"]),
    ],
)  # fmt: skip
def test_tensors_by_type_bounds_on_several_names_and_what_is_said_twice(said: str, found: list[str]) -> None:
    told = "$s_h$ is `strides[0]`, $s_w$ is `strides[1]`. The height and the width of $Y$ are denoted by $P$ and $Q$."
    page = f"# MaxPool\n\n$X$ has shape $(N, C, H, W)$.\n\n{told}\n\n{said}\n"
    rules = [each.rule for each in audit(document(page), None).findings]
    assert [rule for rule in rules if rule in ("formula-wrong", "domain-wrong", "axes-swapped")] == found


TABLE = """| Tensor | Shape |
|---|---|
| X | (N, C, H, W) |
| Y | (N, C, {y}) |
| Indices | (N, C, {indices}) |

OH and OW are the height and the width of Y.
"""
ROWS = "(H + pads[0] + pads[2] - dilations[0] * (kernel_shape[0] - 1) - 1)"
SIZE = f"The height of $Y$ is calculated according to OH = {{}}({ROWS} / strides[0]) + 1, as is usual."
GIVES = "## Examples\n\nAn input of 7 by 7, a kernel of 3 by 3, strides of 2 and no padding give an output of {}."


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (TABLE.format(y="OH, OW", indices="OH, OW"), []),
        (TABLE.format(y="OW, OH", indices="OH, OW"), ["formula-wrong"] * 2),
        (TABLE.format(y="OH, OW", indices="H, W"), ["formula-wrong"] * 2),
        (SIZE.format("floor"), []),
        (SIZE.format("ceil"), ["formula-wrong"]),
        (GIVES.format("3 by 3"), []),
        (GIVES.format("4 by 4"), ["example-shape-wrong"]),
    ],
)
def test_tables_of_tensors_formulas_in_running_text_and_examples_in_words(said: str, found: list[str]) -> None:
    told = "OH and OW are the height and the width of $Y$."
    page = f"# MaxPool\n\n$X$ has shape $(N, C, H, W)$. {told}\n\n{said}\n"
    rules = [each.rule for each in audit(document(page), None).findings]
    assert [rule for rule in rules if rule in ("formula-wrong", "example-shape-wrong")] == found


PAIR = (
    "# MaxPool\n\n$X$ has shape $(N, C, H, W)$ and $Y$ and $Indices$ have shape $(N, C, P, Q)$.\n\n"
    "$$Indices[n, c, m, l] = ((n \\cdot C + c) \\cdot H + i) \\cdot W + j$$\n\n"
    "where $(i, j)$ is the position of the selected element in its plane.\n"
)


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("i, j", "i, j", ""),
        ("$(i, j)$", "$(j, i)$", "formula-wrong"),
        ("C + c) \\cdot H", "C + c) \\cdot W", "formula-wrong"),
        ("in its plane", "in its window", "formula-not-understood"),
        ("in its plane", "in its padded plane", "formula-not-understood"),
        ("is the position", "is not the position", "formula-not-understood"),
        ("plane.", "plane. The element is in row $j$ and column $i$.", "formula-not-understood"),
    ],
)
def test_a_pair_that_is_a_position_in_a_plane_is_its_row_and_its_column(old: str, new: str, rule: str) -> None:
    assert old in PAIR
    found = audit(document(PAIR.replace(old, new, 1)), None).findings
    assert {each.rule for each in found if each.rule.startswith("formula")} == ({rule} if rule else set())
