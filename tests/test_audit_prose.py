"""The audit of prose: notes, types, domains, lengths, restrictions, names, axes, padding, ranges, open questions."""

from __future__ import annotations

from collections import Counter

import pytest

from proofs.audit.attributes.lists import stated_bounds
from proofs.audit.judges import read_prose
from proofs.audit.sentences.said import Prose
from proofs.audit.truth import operator
from spec.documents.formulas.words import Role
from tests.audit_documents import ONE_LINE, PAGE, PROFILE, Places, audited, document, places, rules
from tests.test_audit_structure import changed

pytestmark = pytest.mark.long

PROFILE_CHANGES = [
    # The line that holds this, what is changed on it, behind which line, and the rule that says so.
    ("The input has 2", "2 spatial", "3 spatial", "", "domain-wrong"),
    ("All attributes are", "are explicitly", "may be explicitly", "", "domain-wrong"),
    ("restricted to NOTSET", "NOTSET", "VALID", "", "domain-wrong"),
    ("`ceil_mode` is set to zero", "zero", "one", "", "domain-wrong"),
    ("`storage_order` is set to zero", "zero", "1", "", "domain-wrong"),
    ("number of spatial axes of tensor", "is 2", "is 3", "", "domain-wrong"),
    ("in set {NOTSET", "SAME_LOWER", "SAME_LOWEER", "", "domain-wrong"),
    ("in set {NOTSET", ", VALID", "", "", "domain-wrong"),
    ("shall be set to NOTSET", "NOTSET", "SAME_UPPER", "", "domain-wrong"),
    ("in set {0, 1}", "{0, 1}", "{0, 2}", "", "domain-wrong"),
    ("in set {0, 1}", "{0, 1}", "{1}", "", "domain-wrong"),
    ("`ceil_mode` shall be set to 0", "to 0", "to 1", "", "domain-wrong"),
    ("rounded by floor", "floor (0)", "floor (1)", "", "domain-wrong"),
    ("0 is row major", "1 is column", "0 is column", "", "domain-wrong"),
    ("Each dilation is", "strictly positive", "non-negative", "", "domain-wrong"),
    ("Each dilation is", "strictly positive", "negative", "", "domain-wrong"),
    ("Each dilation is a", "a strictly positive integer", "an integer", "", "domain-missing"),
    ("Each value is at least 1", "at least 1", "at least 0", "", "domain-wrong"),
    ("Each value is at least 1", "at least 1", "at least two", "", "domain-wrong"),
    ("list of non-negative", "non-negative", "strictly positive", "", "domain-wrong"),
    ("integers greater than 0", "than 0", "than or equal to 0", "", "domain-wrong"),
    ("`dilations` and `strides`", "strides", "pads", "", "length-wrong"),
    ("`dilations` and `strides`", "the same", "a different", "", "length-wrong"),
    ("length of `kernel_shape` is", "the number", "twice the number", "", "length-wrong"),
    ("length of `pads` is", "twice", "three times", "", "length-wrong"),
    ("length of `pads` is", "twice the", "the", "", "length-wrong"),
    ("one value for each", "one value", "two values", "", "length-wrong"),
    ("elements down and by 3", "down", "up to the left", "", "axes-swapped"),
    ("elements down and by 3", "down and by 3 elements to the right", "to the right and by 3 down", "", "axes-swapped"),
    ("elements down and by 3", "by 4", "by 3", "", "axes-swapped"),
    ("The first spatial axis goes", "first", "second", "", "axes-swapped"),
    ("The first spatial axis goes", "down", "to the right", "", "axes-swapped"),
    ("$m$ is the number", "first", "second", "", "axes-swapped"),
    ("$n$ is the number", "dY_3", "dY_2", "", "axes-swapped"),
    ("$dW_1$ is the size", "second", "first", "", "axes-swapped"),
    ("$n$ is the number", "$n$", "$m$", "", "name-twice"),
    ("### `strides`", "strides", "stride", "", "name-undefined"),
    ("- strides = [2,1]", "strides", "stride", "", "name-undefined"),
    ("where float is in", "float16", "int8", "", "type-foreign"),
    ("[int8, uint8]", "int8", "int16", "", "type-foreign"),
    ("- Data type: double", "double", "int8", "", "type-foreign"),
    ("- Data type: uint8", "uint8", "float", "", "type-foreign"),
    ("### $X$: integer tensor", "integer", "floating-point", "", "type-foreign"),
    ("### $X$: real", "real", "int8", "", "type-foreign"),
    ("### `dilations`: list", "list of ints", "int", "", "type-foreign"),
    ("The integer value to pad", "integer", "float", "", "type-foreign"),
    ("$-128$ for int8", "-128", "-127", "", "pad-value-wrong"),
    ("$0$ for uint8", "$0$", "$1$", "", "pad-value-wrong"),
    ("value of padding is $-inf$", "-inf", "0", "", "pad-value-wrong"),
    ("value of padding is $-inf$", "-inf", "+inf", "", "pad-value-wrong"),
    ("Of several equal", "Of several equal maxima, the first is taken.", "", "where int is", "tie-open*"),
    ("is considered as -inf", "NaN", "A number", "", "nan-open*"),
    ("is considered as -inf", "considered as -inf", "ignored", "", "nan-wrong"),
    ("`Y` holds the maximum value", "maximum value", "minimum value", "where int is", "operator-foreign"),
    ("Each output element is the maximum", "is the maximum", "contains the average", "", "operator-foreign"),
    ("A call that breaks", "A call", "TODO: a call", "", "working-note"),
    ("A call that breaks", "A call", "> Check which call it is that\n\nA call", "", "working-note"),
    ("A call that breaks", "A call", "> Il faut dire lequel des appels est rejeté\n\nA call", "", "working-note"),
    ("A call that breaks", "A call", "(Noch zu prüfen mit den Autoren der Seite.)\n\nA call", "", "working-note"),
    ("A call that breaks", "A call", "<!-- FIXME --> A call", "", "working-note"),
    ("A call that breaks", "A call", "> Note: a call\n\nA call", "", ""),
    ("A call that breaks", "A call", "(A call is what the caller asks for.)\n\nA call", "", ""),
]  # fmt: skip


@pytest.mark.tenth
@pytest.mark.parametrize(("line", "old", "new", "after", "rule"), PROFILE_CHANGES)
def test_a_change_of_the_profile(line: str, old: str, new: str, after: str, rule: str) -> None:
    """Found on its line and nowhere else; with a star, in the section."""
    number, text = changed(line, old, new, after)
    found = own(places(text))
    if rule.endswith("*"):
        assert [r for _, r in found] == [rule[:-1]]
    elif rule == "domain-missing":
        assert [r for _, r in found] == [rule]
        assert all(number - 4 <= at <= number for at, _ in found)
    else:
        assert found == ({(number, rule): 1} if rule else {})


def own(found: Places) -> Places:
    """Without what stands at other places that are now contradicted."""
    return Counter({place: n for place, n in found.items() if place[1] != "rules-contradict"})


PAGE_CHANGES = [
    ("SAME_UPPER, SAME_LOWER", "SAME_UPER, SAME_LOWER", "domain-wrong"),
    ("or equal to 0", "or equal to 1", "domain-wrong"),
    (
        "value for each spatial axis, which are greater than or equal to 1",
        "value for each spatial axis",
        "domain-missing",
    ),
    ("two values for each", "one value for each", "length-wrong"),
    ("two values for each spatial axis, ", "", "length-missing"),
    ("0 is row major", "1 is row major", "domain-wrong"),
    ("the height and the width", "the width and the height", "axes-swapped"),
    ("The result of max", "The result of average or max", "operator-foreign"),
    ("[0, N x C", "[1, N x C", "index-range-wrong"),
    ("H x W).", "H x W].", "index-range-wrong"),
    ("[0, N x C x H", "[0, N x H", "index-range-wrong"),
    ("tensor(int8)", "tensor(int64)", "type-foreign"),
    ("tensor(int64)", "tensor(int8)", "type-foreign"),
    (", the first of several equal ones", "", "tie-open"),
    ("A NaN is passed on to the output.", "", "nan-open"),
    (", padding excluded: it excludes padding", "", "pad-value-missing"),
]


@pytest.mark.parametrize(("old", "new", "rule"), PAGE_CHANGES)
def test_a_change_of_the_page(old: str, new: str, rule: str) -> None:
    assert PAGE.count(old) >= 1
    found = rules(PAGE.replace(old, new, 1), "page.rst")
    assert [name for name in found if name != "rules-contradict"] == [rule]


ONE_LINE_CHANGES = [
    ("starting from 1", "starting from 0", "domain-wrong"),
    ('"5,3,2"', '"5,2,3"', "axes-swapped"),
    ("by 3 over height", "by 3 over width", "axes-swapped"),
    ("to the top", "to the bottom", "axes-swapped"),
    ("2 elements to the top", "1 elements to the top", "axes-swapped"),
    ("[-R, R - 1]", "[-R, R]", "index-range-wrong"),
    ("[0, N * C * H * W)", "[0, N * C * H)", "index-range-wrong"),
    ("have the value `-inf`", "have the value `0`", "pad-value-wrong"),
    ("; a NaN is passed on", "", "nan-open"),
    (", and the first of several", "", "tie-open"),
    ("**Type**: int[] * *axis*", "**Type**: int * *axis*", "type-foreign"),
]


@pytest.mark.parametrize(("old", "new", "rule"), ONE_LINE_CHANGES)
def test_a_change_of_the_collapsed_page(old: str, new: str, rule: str) -> None:
    assert ONE_LINE.count(old) >= 1
    assert set(rules(ONE_LINE.replace(old, new, 1))) == {rule}


WAYS = (
    ("integers greater than or equal to {}", 0),
    ("integers greater than {}", 1),
    ("integers starting from {}", 0),
    ("integers of at least {}", 0),
    ("integers, no less than {}", 0),
    ("integers $\\geq {}$", 0),
)
"""Ways to say a bound, each with how much more than its number the least integer is."""


@pytest.mark.parametrize(("say", "more"), WAYS)
@pytest.mark.parametrize("bound", range(4))
def test_each_way_to_say_a_bound_is_judged_by_it(say: str, more: int, bound: int) -> None:
    number, text = changed("integers greater than 0", "integers greater than 0", say.format(bound))
    right = bound + more == operator.least("strides")
    assert places(text) == ({} if right else {(number, "domain-wrong"): 1})


def test_the_operator_is_read_from_the_clauses() -> None:
    assert [operator.least(n) for n in ("strides", "dilations", "kernel", "pads_begin")] == [1, 1, 1, 0]
    assert [operator.per_axis(n) for n in ("strides", "pads", "pads_end")] == [1, 2, 1]
    assert operator.spatial_axes() == 2
    assert [operator.fixed(n) for n in ("auto_pad", "ceil_mode", "storage_order")] == ["NOTSET", 0, 0]


def said_in(text: str) -> Prose:
    return read_prose(document(text))


def test_the_bounds_that_differ_from_the_operators() -> None:
    assert stated_bounds(said_in(PROFILE)) == {}
    text = PROFILE.replace("integers greater than 0", "integers greater than 2").replace("non-negative", "positive")
    assert stated_bounds(said_in(text)) == {Role.STRIDE: 3, Role.PAD_BEGIN: 1, Role.PAD_END: 1}
    openvino = ONE_LINE.replace("starting from 1", "starting from 0").replace("from 0 * **Type**: int[] * *axis*", "")
    assert stated_bounds(said_in(openvino)) == {Role.STRIDE: 0}


def test_a_name_is_reported_once_with_its_other_lines() -> None:
    text = PROFILE.replace("- strides = ", "- stride = ")
    (finding,) = audited(text)[1]
    assert finding.rule == "name-undefined"
    assert finding.suggestion == "strides"
    assert "also in lines" in finding.message


def test_what_is_contrasted_is_no_other_operator() -> None:
    for said in ("Unlike average pooling, it keeps an element.", "The smallest index is taken.", "It is not a sum."):
        assert rules(f"# MaxPool\n\n{said}\n") == []


@pytest.mark.parametrize(
    "said",
    [
        "The first window on the right has a height and a width.",
        "With `pads`=(1,2,1,2) all sides are padded.",
        "The height is the second thing on the left.",
        "The kernel moves right, then down.",
        "The window moves 2 steps to the right; the first spatial axis is its height.",
        "See the top of the page for 2 of the 3 pictures on the left.",
    ],
)
def test_directions_that_are_tied_to_nothing(said: str) -> None:
    assert rules(f"# MaxPool\n\n{said}\n") == []


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("With $\\texttt{strides}[0]=5$ and $\\texttt{strides}[1]=7$, it goes 7 to the right and 5 down.", True),
        ("With $\\texttt{strides}[0]=5$ and $\\texttt{strides}[1]=7$, it goes 5 to the right and 7 down.", False),
        ("With pads=(1,2,3,4) there is 1 row at the top, 2 at the left, 3 at the bottom and 4 at the right.", True),
        ("With pads=(1,2,3,4) there is 1 row at the top, 3 at the left, 2 at the bottom and 4 at the right.", False),
        ("The second spatial axis is horizontal.", True),
        ("The second spatial axis is vertical.", False),
    ],
)
def test_directions(said: str, right: bool) -> None:
    assert rules(f"# MaxPool\n\n{said}\n") == ([] if right else ["axes-swapped"])


def test_no_errors_where_a_broken_constraint_is_one() -> None:
    assert places("# MaxPool\n\n## Error conditions\nNo error conditions.\n") == {(4, "errors-unstated"): 1}


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("an integer > 0 for each spatial axis", []),
        ("integers > 0", ["length-missing"]),
        ("one for each spatial axis, at least 1", []),
        ("two for each spatial axis, at least 1", ["length-wrong"]),
        ("a number of steps along each axis, greater than zero", ["length-missing"]),
    ],
)
def test_lengths_in_a_table(said: str, found: list[str]) -> None:
    assert rules(f"# Page\n\n## Attributes\n\n| Name | Meaning |\n|---|---|\n| `strides` | Steps, {said} |\n") == found


def test_minus_infinity_pads_no_integers() -> None:
    assert "pad-value-missing" in rules(ONE_LINE.replace("floating point type", "floating point or integer type"))


def test_a_french_document_has_its_notes_in_english() -> None:
    text = "# Page\n\nLe noyau est une fenêtre qui passe sur les éléments de la matrice dans les deux axes.\n\n"
    assert places(text + "> This is not what the others do, see the list.\n") == {(5, "working-note"): 1}
    assert places(text + "> Les deux axes sont dans le même ordre.\n") == {}
