"""What stands in a package for others to read: test results, matrix, ReqIF, bill of materials, statement, report."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
import re
import shutil
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from proofs.evidence import bom, junit, matrix, reqif
from proofs.evidence.bom import BOM, bill_of_materials
from proofs.evidence.gaps import gaps
from proofs.evidence.given import CannotBuild, take
from proofs.evidence.html import page, text
from proofs.evidence.jsontext import dump, load
from proofs.evidence.matrix import Gap, Link, Material
from proofs.evidence.sentences import said_in
from proofs.evidence.standards import STANDARDS
from proofs.evidence.statement import statement
from tests.evidence_tools import DRAFT, LINKS, RESULTS, given_in, made

CLAUSE = {
    "label": "strides.positive",
    "kind": "constraint",
    "document": "draft.md",
    "line": 7,
    "source": "draft.md:7",
    "restated": [],
}
LONELY = {**CLAUSE, "label": "alone", "line": 1000, "source": "draft.md:1000"}


def decision(label: str, verdict: str = "proved") -> dict[str, object]:
    return {
        "label": label,
        "verdict": verdict,
        "expected": "proved",
        "as_expected": verdict == "proved",
        "clauses": ["strides.positive"],
        "principle": "",
        "problem": "",
        "tightness": [],
    }


@pytest.fixture
def small() -> Material:
    """Two clauses, three obligations, three tests, one runtime: enough for every kind of gap."""
    return Material(
        clauses=[CLAUSE, LONELY],
        decisions=[decision("shape.last-fits"), decision("shape.next-does-not"), decision("open", "unknown")],
        examples=[],
        vectors=[],
        claims=[],
        coverage=None,
        results=junit.read(RESULTS.encode()),
        links=LINKS,
        conformance=None,
        audit={"document": "draft.md", "findings": [], "coverage": {"not_understood": 0}},
        scores={"spec": {"survived": [{"clause": "R4", "formula": "x"}]}},
        said=said_in(DRAFT.encode(), "document.md", "draft.md"),
    )


def test_links_are_what_the_mutation_run_found(small: Material) -> None:
    found = {(link.start, link.end): link.link for link in matrix.forwards(small) if link.end_kind != "runtime"}
    assert found["strides.positive", "shape.last-fits"] == "holds"
    assert found["strides.positive", "shape.next-does-not"] == "does not hold"
    assert found["strides.positive", "open"] == "not tried by mutation"
    assert found["strides.positive", "tests.test_a::test_one[strides.positive]"] == "not tried by mutation"
    assert found["shape.last-fits", "spec.test_spec::test_obligation[shape.last-fits]"] == "decides it"
    assert [end for start, end in found if start.startswith("draft.md:7")] == ["strides.positive"]


def test_gaps_are_rows(small: Material) -> None:
    found = {(gap.kind, gap.of) for gap in gaps(small, matrix.forwards(small))}
    sentence = "draft.md:9: Nobody has written a clause of this sentence."
    assert {
        ("clause without proof", "alone"),
        ("clause without test", "alone"),
        ("clause without a link that holds", "alone"),
        ("clause whose sentence is not there", "alone"),
        ("sentence no clause comes from", sentence),
        ("test that verifies nothing", "tests.test_b::test_two"),
        ("test", "tests.test_b::test_two"),
        ("link that does not hold", "strides.positive → shape.next-does-not"),
        ("link not tried", "strides.positive → open"),
        ("verdict", "open"),
        ("mutant that survived", "spec"),
        ("not given", "conformance of runtimes"),
        ("build", "tool"),
        ("build", "links tried by mutation"),
    } <= found
    assert ("clause without proof", "strides.positive") not in found


def test_matrix_reads_as_a_spreadsheet_would(small: Material) -> None:
    data = matrix.as_csv(matrix.COLUMNS, [("=cmd", "+1", "-1", "@x", "a,b", 'q"')])
    assert list(csv.reader(io.StringIO(data.decode())))[1] == ["'=cmd", "'+1", "'-1", "'@x", "a,b", 'q"']


# --- JUnit ---


def test_results_are_written_as_they_are_read() -> None:
    results = junit.read(RESULTS.encode())
    cases, seconds = results.cases, results.seconds
    assert junit.read(junit.write(results)).cases == cases
    assert [c.outcome for c in cases] == ["passed", "passed", "failure"]
    assert sum(seconds.values()) == 1.85


@pytest.mark.parametrize(
    "data",
    [
        b'<!DOCTYPE x [<!ENTITY a "b">]><testsuites/>',
        b"<testsuites>",
        b"<html/>",
        b"\xff\xfe<\0t\0/\0>\0",
        b'<testsuites><testcase name="a" time="x"/></testsuites>',
        b'<testsuites><testcase name="a"/><testcase name="a"/></testsuites>',
    ],
)
def test_hostile_results_are_refused(data: bytes) -> None:
    with pytest.raises(junit.NotJUnit):
        junit.read(data)


@pytest.mark.parametrize("text", ["", "[]", '{"schema": "other"}', "NaN"])
def test_what_is_not_of_its_schema_is_not_taken(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(CannotBuild):
        take(None, path, [])
    with pytest.raises(CannotBuild):
        take(None, None, [path])
    with pytest.raises(CannotBuild):
        take(None, tmp_path / "missing.json", [])


def test_given_names_no_folder(tmp_path: Path) -> None:
    assert not [name for name, data in given_in(tmp_path).files.items() if str(tmp_path).encode() in data]


# --- formats of others ---

ODD = "<b> & \"q\" 'a' \x00\x1b é → \ufffe"


def test_reqif_round_trips(small: Material, tmp_path: Path) -> None:
    parser = pytest.importorskip("reqif.parser", reason="the library reqif is not installed")
    unparser = pytest.importorskip("reqif.unparser")
    links = [*matrix.forwards(small), Link(ODD, "sentence", "x", "constraint", "", "cited")]
    missing = [*gaps(small, links), Gap("odd", ODD, ODD)]
    path = tmp_path / "x.reqif"
    path.write_bytes(reqif.as_reqif(links, missing))
    bundle = parser.ReqIFParser.parse(str(path))
    content = bundle.core_content.req_if_content
    assert len(content.spec_relations) == len(links)
    assert len(content.specifications[0].children) == len(content.spec_objects)
    again = tmp_path / "again.reqif"
    again.write_text(unparser.ReqIFUnparser.unparse(bundle), encoding="utf-8")
    assert values(again) == values(path)
    assert len(values(path)) > 3 * len(missing)


def values(path: Path) -> list[tuple[str, str]]:
    """Every value of a ReqIF file with what bears it."""
    tag = "{http://www.omg.org/spec/ReqIF/20110401/reqif.xsd}ATTRIBUTE-VALUE-STRING"
    root = ElementTree.fromstring(path.read_bytes())
    return [
        (owner.get("IDENTIFIER", ""), value.get("THE-VALUE", ""))
        for owner in root.iter()
        if owner.get("IDENTIFIER")
        for value in owner.findall(f"./*/{tag}")
    ]


def test_bill_of_materials() -> None:
    data = bill_of_materials()
    assert bom.problem(data) == ""
    assert data == bill_of_materials()
    names = {c["name"] for c in load(data)["components"]}
    assert {"z3-solver", "cvc5", "numpy"} <= names
    for wrong in (b"{}", data.replace(b"CycloneDX", b"Cyclone"), data[:-1], dump({**load(data), "components": [1]})):
        assert bom.problem(wrong) != ""


def test_bill_of_materials_by_its_schema() -> None:
    schema = pytest.importorskip("cyclonedx.schema", reason="the library cyclonedx-python-lib is not installed")
    validation = pytest.importorskip("cyclonedx.validation.json")
    try:
        validator = validation.JsonStrictValidator(schema.SchemaVersion.V1_6)
        problem = validator.validate_str(bill_of_materials().decode())
    except ImportError as error:
        pytest.skip(str(error))
    assert problem is None


def test_standards_claim_nothing_and_leave_nothing_open() -> None:
    for rows in STANDARDS.values():
        assert rows
        assert all(row.asked and row.where and row.not_covered for row in rows)
    said = " ".join(r.asked + r.not_covered for rows in STANDARDS.values() for r in rows)
    assert not re.search(r"compl(y|ies|iant)", said)


# --- pages ---


def test_text_is_never_markup() -> None:
    assert text("<script>\x1b[0m\u202e&\"'") == "&lt;script&gt;\\x1b[0m\\u202e&amp;&quot;&#x27;"


def test_page_allows_its_own_script_alone() -> None:
    found = page("t", "").decode()
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', found)
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    for kind in ("style", "script"):
        (inside,) = re.findall(rf"<{kind}>(.*?)</{kind}>", found, re.S)
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy
    assert not re.search(r"(src|href)\s*=\s*[\"'](?!#)", found)
    assert "http" not in found.replace("http-equiv", "")


def test_report_filters_opens_and_prints_in_a_browser(tmp_path: Path) -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("no Chromium is installed")
    pytest.importorskip("playwright.sync_api", reason="the library playwright is not installed")
    from playwright.sync_api import sync_playwright

    path = tmp_path / "report.html"
    path.write_bytes(made(given_in(tmp_path)).files["report.html"])
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        view = browser.new_page(viewport={"width": 375, "height": 700})
        said: list[str] = []
        asked: list[str] = []
        view.on("console", lambda message: said.append(message.text))
        view.on("pageerror", lambda error: said.append(str(error)))
        view.on("request", lambda request: asked.append(request.url))
        view.goto(path.as_uri())
        assert asked == [path.as_uri()]
        assert view.evaluate("document.documentElement.scrollWidth") <= 375
        shown = "[...document.querySelectorAll('[data-label]')].filter(i => !i.hidden).length"
        everything = view.evaluate(shown)
        assert everything == 49 + 417 + 57
        view.select_option("select[name=verdict]", "refuted")
        assert view.evaluate(shown) == 70
        assert view.inner_text("#count") == f"70 of {everything} claims"
        view.fill("input[name=label]", "draft.dY_2")
        assert view.evaluate(shown) == 1
        opened = view.locator("details[data-label='draft.dY_2']")
        opened.locator("summary").focus()
        view.keyboard.press("Enter")
        assert opened.evaluate("d => d.open")
        assert opened.locator("svg").is_visible()
        assert "y is" in opened.inner_text() or "stride" in opened.inner_text()
        assert view.pdf()[:5] == b"%PDF-"
        levels = view.evaluate("[...document.querySelectorAll('h1,h2,h3')].map(h => +h.tagName[1])")
        assert levels[0] == 1
        assert all(after - before <= 1 for before, after in pairwise(levels))
        ids = view.evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)")
        assert len(ids) == len(set(ids))
        assert view.evaluate("[...document.querySelectorAll('input,select')].every(e => e.closest('label'))")
        assert said == []
        assert asked == [path.as_uri()]
        browser.close()


def test_statement_names_every_file() -> None:
    manifest = {
        "files": {"a": {}},
        "command": "maxpool evidence build",
        "argument": "x",
        "tool": {"digest": "d", "commit": "", "version": "1", "changed": False},
    }
    bom = dump({"components": [{"name": "z3-solver", "version": "5"}]})
    said = statement(manifest, {"a": b"1", "MANIFEST.json": b"2", BOM: bom})
    assert [s["name"] for s in said["subject"]] == ["MANIFEST.json", "a"]
    assert said["predicate"]["environment"]["versions"] == {"z3-solver": "5"}
    assert json.loads(dump(said)) == said
