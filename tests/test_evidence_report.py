"""The pages of a package: nothing in them is a stranger's markup, and none grows beyond measure."""

from __future__ import annotations

import base64
import hashlib
import re
from typing import Any
from xml.etree import ElementTree

import pytest
from jinja2 import UndefinedError
from markupsafe import Markup

from proofs.evidence.package.jsontext import problem_of_form
from proofs.evidence.pages import traces
from proofs.evidence.pages.argument import drawing
from proofs.evidence.pages.conformance import conformance
from proofs.evidence.pages.markup import MOST_ROWS, SCRIPT, STYLE, macro, page, text
from proofs.evidence.pages.traces import matrix_page
from proofs.evidence.trace import gsn
from proofs.evidence.trace.material import Gap, Link, Material
from proofs.mutation import junit
from tests.evidence_tools import CONFORMANCE

ODD = "<script>alert(1)</script>\x1b\u202e&\"'"
NOTHING = Material()


def gap_list(gaps: list[Gap]) -> str:
    return macro("gap_list", traces.gap_list(gaps))


def shown(document: Any, labels: list[str]) -> str:
    """The section of the report."""
    return page("conformance.html", conformance=conformance(document, labels)).decode()


def test_text_is_never_markup() -> None:
    assert text("<script>\x1b[0m\u202e&\"'") == "&lt;script&gt;\\x1b[0m\\u202e&amp;&#34;&#39;"


def test_page_allows_its_own_script_alone() -> None:
    found = matrix_page("an operator", [], [], []).decode()
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', found)
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    for kind in ("style", "script"):
        (inside,) = re.findall(rf"<{kind}>(.*?)</{kind}>", found, re.S)
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy
    assert not re.search(r"(src|href)\s*=\s*[\"'](?!#)", found)
    assert "http" not in found.replace("http-equiv", "")


def test_script_writes_text_alone() -> None:
    assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|eval|Function|fetch|XMLHttp", SCRIPT)


def test_headings_are_listed_and_text_makes_none() -> None:
    found = matrix_page("an operator", [], [], [Gap('<h2 id="x">', '<h2 id="x">', '<h2 id="x">')]).decode()
    listed = re.findall(r'<li><a href="#(.*?)">(.*?)</a></li>', found)
    assert listed == re.findall(r'<h2 id="(.*?)">(.*?)</h2>', found)
    assert [name for name, _ in listed] == ["gaps", "trace", "forwards", "backwards"]


def test_values_of_a_template_are_text_and_none_is_forgotten() -> None:
    assert "<b>" not in macro("pairs", [("<b>", "<b>\n<b>")])
    assert macro("pairs", [("a", "x\ny"), ("b", "")]).count("<dt>") == 1
    with pytest.raises(UndefinedError):
        page("matrix.html")


def test_tables_say_what_they_leave_out() -> None:
    found = macro("table", "t", ("a", "b"), [(ODD, n) for n in range(MOST_ROWS + 7)], rest="x.csv")
    assert found.count("<tr>") == MOST_ROWS + 1
    assert "7 more are not shown here: x.csv." in found
    assert "<script" not in found
    assert "more" not in macro("table", "t", ("a",), [(Markup("<b>x</b>"),)])


# --- contrast ---


def luminance(colour: str) -> float:
    """The relative luminance of WCAG."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def schemes() -> list[dict[str, str]]:
    """The colours of the light page, the dark page and paper."""
    return [
        {k: v if len(v) == 7 else "#" + "".join(c + c for c in v[1:]) for k, v in re.findall(r"--(\w+):(#\w+)", block)}
        for block in re.findall(r":root\{(.*?)\}", STYLE, re.S)
    ]


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("ink", ["ink", "dim", "bad", "good", "link"])
@pytest.mark.parametrize("paper", ["paper", "box"])
def test_contrast(number: int, ink: str, paper: str) -> None:
    colours = schemes()[number]
    light, dark = sorted((luminance(colours[ink]), luminance(colours[paper])), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 4.5


# --- gaps and traces ---


def test_gaps_of_one_test_are_one() -> None:
    found = gap_list([Gap("test", f"tests.a::one[{n}]", "no label") for n in range(3)])
    assert "tests.a::one (3)" in found
    assert "test: 3" in found
    assert "tests.a::one[0]" in gap_list([Gap("test", "tests.a::one[0]", "no label")])


@pytest.mark.parametrize("kinds", [1, 5, 10_000])
@pytest.mark.parametrize("owners", [1, 5, 10_000])
def test_gaps_are_bounded(kinds: int, owners: int) -> None:
    found = gap_list([Gap("odd", f"{n % owners} {ODD}" * 100, f"{n % kinds} {ODD}" * 100) for n in range(10_000)])
    assert len(found) < 5_000_000


@pytest.mark.parametrize(
    ("links", "told"),
    [
        ([("a", "x"), ("a", "y"), ("a", "z"), ("b", "x")], ["a → x, y, z", "b → x"]),
        ([("a", "x"), ("b", "x"), ("c", "x[1]"), ("c", "x")], ["x ← a, b, c"]),
    ],
)
def test_gaps_of_links_are_told_from_the_shorter_side(links: list[tuple[str, str]], told: list[str]) -> None:
    found = gap_list([Gap("link not tried", f"{start} → t::{end}", "not tried") for start, end in links])
    assert re.findall("<li>(.*?)</li>", found.replace("t::", "")) == told


def test_gaps_of_any_kind_are_told() -> None:
    """Every gap is told, whatever misses what: by what is missing, by its owner, or in a table."""
    for several in ([("a", "x"), ("b", "x")], [("a", "x"), ("a", "y")], [("a", "x"), ("b", "y")]):
        found = gap_list([Gap(ODD, of + ODD, what + ODD) for of, what in several])
        assert all(text(part + ODD) in found for pair in several for part in pair)
        assert "<script" not in found


def test_matrix_leads_from_end_to_end() -> None:
    links = [
        Link("d:1: said", "sentence", "c", "constraint", "", "cited"),
        Link("c", "constraint", "o", "obligation", "proved", "holds"),
        Link("o", "obligation", "t::f[1]", "test", "passed", "decides it"),
        Link("o", "obligation", "t::f[2]", "test", "passed", "decides it"),
        Link("c", "constraint", ODD, "vector", ODD, "holds"),
    ]
    found = matrix_page("an operator", links, sorted(link.reversed() for link in links), []).decode()
    assert "<script>alert" not in found
    assert 'data-kind="vector"' in found
    assert "t::f (2)</a>" in found
    ids = re.findall(r' id="([^"]*)"', found)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]*)"', found)) <= set(ids)


# --- conformance ---


def test_conformance_is_a_matrix() -> None:
    divergence = CONFORMANCE["runtimes"][0]["divergences"][0]
    example = {"attributes": {}, "dtype": "float32", "X": [[[[1]]]], "expected": {}, "got": {"ended": ODD}}
    runtimes = [
        {
            "name": "one",
            "version": "1",
            "cases": 100,
            "conforming": 80,
            "unsupported": 10,
            "crashes": 1,
            "divergences": [
                {**divergence, "count": 5, "example": {**example, "X": [[[[1, 2]]]], "dtype": "float16"}},
                {**divergence, "count": 3, "example": example},
                {**divergence, "in_profile": False, "labels": ["nobody's"], "class": "accepts", "count": 1},
            ],
        },
        {**CONFORMANCE["runtimes"][0], "divergences": []},
    ]
    assert problem_of_form({"schema": "maxpool/conform/1", "runtimes": runtimes}, "conformance") == ""
    found = shown({"runtimes": runtimes}, ["NaN.as-minus-infinity", "Y.max"])
    assert "<td>NaN: 8 in the profile</td><td>no divergence in 10 cases</td>" in found
    assert '<th scope="row">Y.max</th><td>no divergence in 89 cases</td>' in found
    assert '<th scope="row">of no clause</th><td>accepts: 1 outside the profile</td>' in found
    assert "NaN, asked for Y: 8 cases in the profile" in found
    assert "5 float16, 3 float32" in found
    assert "[[[[1]]]]" in found
    assert "[[[[1, 2]]]]" not in found
    assert "<script" not in found


def test_no_conformance_is_said() -> None:
    assert "No conformance results" in shown(None, ["Y.max"])


LONG, DEEP = "<&\u202e" * 100_000, {"dtype": "<&", "x": [[["y" * 10_000] * 100] * 100]}
DIVERGENCE = {"class": LONG, "labels": [LONG] * 100, "in_profile": True, "outputs": LONG, "count": 1}
RUNTIME = {**dict.fromkeys(("cases", "conforming", "unsupported", "crashes"), 1), "name": LONG, "version": LONG}


@pytest.mark.parametrize(
    "runtimes",
    [
        None,
        {},
        [],
        [1],
        ["x"],
        [{}],
        [{**RUNTIME, "divergences": {"a": 1}}],
        [{**RUNTIME, "divergences": [1]}],
        [{**RUNTIME, "divergences": [None]}],
        [{**RUNTIME, "divergences": [], "cases": "x"}],
        [{**RUNTIME, "divergences": [], "cases": 10**100}],
        [{**RUNTIME, "divergences": [], "crashes": True}],
        [{**RUNTIME, "divergences": [], "version": [LONG]}],
        [{**RUNTIME, "divergences": [{**DIVERGENCE, "count": -1}]}],
        [{**RUNTIME, "divergences": [{**DIVERGENCE, "in_profile": 1}]}],
        [{**RUNTIME, "divergences": [{**DIVERGENCE, "labels": "x"}]}],
        [{**RUNTIME, "divergences": [{**DIVERGENCE, "example": {"dtype": 1}}]}],
    ],
)
def test_odd_conformance_is_not_of_its_form(runtimes: Any) -> None:
    problem = problem_of_form({"schema": "maxpool/conform/1", "runtimes": runtimes}, "conformance")
    assert problem.startswith("is not of the form of conformance: $.runtimes")
    assert len(problem) <= 300


@pytest.mark.parametrize(
    "runtimes",
    [
        [{**RUNTIME, "divergences": [DIVERGENCE, {**DIVERGENCE, "example": DEEP}]}],
        [{**RUNTIME, "divergences": [{**DIVERGENCE, "class": str(n), "count": n} for n in range(5000)]}],
        [
            {
                **RUNTIME,
                "divergences": [
                    {**DIVERGENCE, "class": str(n), "outputs": "<" * 500, "labels": ["Y.max"]} for n in range(1000)
                ],
            }
        ]
        * 50,
    ],
)
def test_conformance_is_bounded(runtimes: Any) -> None:
    first = {**runtimes[0], "divergences": runtimes[0]["divergences"][:50]}
    assert problem_of_form({"schema": "maxpool/conform/1", "runtimes": [first]}, "conformance") == ""
    found = shown({"runtimes": runtimes}, ["Y.max", "Y.shape"])
    assert len(found) < 3_000_000
    assert "<&" not in found
    assert "\u202e" not in found


# --- the argument ---


def texts(svg: bytes) -> list[str]:
    root = ElementTree.fromstring(svg)
    return ["".join(t.itertext()) for t in root.iter("{http://www.w3.org/2000/svg}text")]


def test_argument_says_what_was_not_given() -> None:
    found = " ".join(texts(drawing(NOTHING, [])))
    for missing in ("no document", "no mutation run", "no results of tests", "no results of runtimes", "not known"):
        assert missing.replace(" ", "") in found.replace(" ", "")


def test_what_is_open_on_the_reference_stands_at_its_goal() -> None:
    verdicts = {"program.kept": "proved", "program.left": "unknown"}
    said = [{"label": k, "verdict": v, "as_expected": v == "proved"} for k, v in verdicts.items()]
    goal = next(b for b in gsn.branches(Material(decisions=said), []) if "reference" in b.claim)
    assert goal.shown == "obligations proved on its source: 1"
    assert goal.left_open.startswith("not as expected: 1; ")


def test_unexplained_example_stands_at_its_goal_without_tests() -> None:
    goal = next(b for b in gsn.branches(NOTHING, [Gap("example", "x", "")]) if "examples" in b.claim)
    assert goal.left_open == "example: 1; no results of tests were given"


def test_argument_is_drawn_within_its_borders() -> None:
    """Whatever the numbers: no text is above or below the drawing, and no line is longer than its shape."""
    many = [Gap(kind, str(n), "") for kind in ("verdict", "clause without proof", "principle") for n in range(1000)]
    tool = {"commit": "f" * 64}
    everything = Material(results=junit.Results((), {}, ""), links={}, conformance=CONFORMANCE, tool=tool)
    for m in (NOTHING, everything):
        root = ElementTree.fromstring(drawing(m, many))
        height = float(root.attrib["viewBox"].split()[3])
        for node in root.iter("{http://www.w3.org/2000/svg}text"):
            spans = [span for span in node if span.get("dy")]
            assert 0 < float(node.attrib["y"]) + 17 * len(spans) < height
            assert all(len(span.text or "") <= 26 for span in spans)
