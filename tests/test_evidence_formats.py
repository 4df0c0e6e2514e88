"""What stands in a package for others to read: test results, matrix, ReqIF, bill of materials, statement, report."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from proofs.evidence.contents import bom
from proofs.evidence.contents.bom import bill_of_materials
from proofs.evidence.contents.judged import Judged
from proofs.evidence.contents.sentences import cited_as, said_in
from proofs.evidence.contents.standards import STANDARDS
from proofs.evidence.making.given import CannotBuild, take
from proofs.evidence.making.statement import sign, statement
from proofs.evidence.package.jsontext import dump, load
from proofs.evidence.package.names import BOM
from proofs.evidence.trace import matrix, reqif
from proofs.evidence.trace.gaps import gaps
from proofs.evidence.trace.material import Gap, Link, Material
from proofs.mutation import junit
from proofs.mutation.junit import JUnitCase
from tests.evidence_tools import DRAFT, LINKS, RESULTS, given_in

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
        "source": "elsewhere",
    }


@pytest.fixture
def small() -> Material:
    """Two clauses, three obligations, three tests, one runtime: enough for every kind of gap."""
    return Material(
        clauses=[CLAUSE, LONELY],
        decisions=[decision("shape.last-fits"), decision("shape.next-does-not"), decision("open", "unknown")],
        results=junit.read(RESULTS.encode()),
        links=LINKS,
        audit={"document": "draft.md", "findings": [], "coverage": {"not_understood": 0}},
        scores={"spec": {"survived": [{"clause": "R4", "formula": "x"}]}},
        said=said_in(DRAFT.encode(), "document.md", "draft.md"),
        cited_as="draft.md",
    )


def test_links_are_what_the_mutation_run_found(small: Material) -> None:
    found = {(link.start, link.end): link.link for link in matrix.forwards(small) if link.end_kind != "runtime"}
    assert found["strides.positive", "shape.last-fits"] == "holds"
    assert found["strides.positive", "shape.next-does-not"] == "does not hold"
    assert found["strides.positive", "open"] == "not tried by mutation"
    assert found["strides.positive", "tests.test_a::test_one[strides.positive]"] == "not tried by mutation"
    assert found["shape.last-fits", "spec.test_spec::test_obligation[shape.last-fits]"] == "decides it"
    assert [end for start, end in found if start.startswith("draft.md:7")] == ["strides.positive"]


def test_only_the_text_that_is_cited_is_traced_by_its_lines() -> None:
    texts = {"draft.md": hashlib.sha256(DRAFT.encode()).hexdigest()}
    assert cited_as(DRAFT.replace("\n", "\r\n").encode(), "document.md", texts) == "draft.md"
    assert cited_as(b"\n" + DRAFT.encode(), "document.md", texts) == ""


def test_another_text_of_the_same_name_is_cited_by_nothing(small: Material) -> None:
    other = replace(small, cited_as="")
    assert not [link for link in matrix.forwards(other) if link.link == "cited"]
    assert "document that no clause cites" in {gap.kind for gap in gaps(other, ())}
    assert "document that no clause cites" not in {gap.kind for gap in gaps(small, ())}


def test_line_with_headings_is_no_place(small: Material) -> None:
    """A page may be one long line: what the audit judged there is told of no sentence, and a column still cites one."""
    bullets = "".join(
        f" * *name{n}* **Description**: *name{n}* is so much of it as this sentence says." for n in range(6)
    )
    page = "## MaxPool {#MaxPool} **Versioned name**: *MaxPool-8* **Attributes**: The first. The second." + bullets
    said = said_in(page.encode(), "document.md", "draft.md")
    assert {s.line for s in said} == {1}
    assert {s.kind for s in said} == {"heading", "sentence"}
    judged = Judged("draft.md", 1, "example", "of a sentence", "agrees")
    claim = {"label": "c", "document": "draft.md", "line": 1, "column": page.index("name3") + 1}
    found = replace(small, said=said, judged=[judged], clauses=[], claims=[claim], cited_as="draft.md")
    links = [link for link in matrix.forwards(found) if link.start.startswith("draft.md")]
    assert [(link.start.partition(": ")[2], link.end) for link in links] == [("name3", "c")]
    assert ("line that locates no sentence", "draft.md:1") in {(gap.kind, gap.of) for gap in gaps(found, links)}


def test_gaps_are_rows(small: Material) -> None:
    found = {(gap.kind, gap.of) for gap in gaps(small, matrix.forwards(small))}
    sentence = "draft.md:9: Nobody has written a clause of this sentence."
    assert {
        ("clause without proof", "alone"),
        ("clause without test", "alone"),
        ("clause without a link that holds", "alone"),
        ("clause whose sentence is missing", "alone"),
        ("sentence no clause comes from", sentence),
        ("tests that verify nothing", "tests.test_b"),
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


def test_skipped_tests_are_one_gap_for_each_file_and_reason(small: Material) -> None:
    why = [("a", "no onnx"), ("a", "no onnx"), ("a", "no runtime"), ("b", "no onnx")]
    cases = [JUnitCase(f"tests.test_{file}", f"test_{n}", "skipped", of, ()) for n, (file, of) in enumerate(why)]
    cases.append(JUnitCase("", "tests.test_c", "skipped", "no onnx", ()))
    of_tests = replace(small, results=junit.Results(tuple(cases), {}, ""))
    assert [(gap.of, gap.what) for gap in gaps(of_tests, ()) if gap.kind == "test"] == [
        ("tests.test_a", "2 skipped: no onnx"),
        ("tests.test_a", "1 skipped: no runtime"),
        ("tests.test_b", "1 skipped: no onnx"),
        ("tests.test_c", "1 skipped: no onnx"),
    ]


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
        b'<testsuites><testcase name="a"/></testsuites>',
        b'<testsuite><testcase name="a" time="x"/></testsuite>',
        b'<testsuite><testcase name="a"/><testcase name="a"/></testsuite>',
        b"<testsuite>" * 300 + b"</testsuite>" * 300,
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


@pytest.mark.whole
def test_given_names_no_folder(tmp_path: Path) -> None:
    assert not [name for name, data in given_in(tmp_path).files.items() if str(tmp_path).encode() in data]


# --- formats of others ---

ODD = "<b> & \"q\" 'a' \x00\x1b é → \ufffe"


@pytest.fixture
def traced(small: Material, tmp_path: Path) -> tuple[Path, list[Link], list[Gap]]:
    """A ReqIF file of a small matrix with odd texts in it, and what it is of."""
    links = [
        *matrix.forwards(small),
        Link(ODD, "sentence", "x", "constraint", "", "cited"),
        Link("x", "constraint", "vector-1", "vector", "conforms", "not tried by mutation"),
    ]
    missing = [*gaps(small, links), Gap("odd", ODD, ODD), Gap("line not covered", "reference/maxpool.py:1", "by none")]
    path = tmp_path / "x.reqif"
    path.write_bytes(reqif.as_reqif("an operator", links, missing))
    return path, links, missing


def test_reqif_round_trips(traced: tuple[Path, list[Link], list[Gap]], tmp_path: Path) -> None:
    parser = pytest.importorskip("reqif.parser", reason="the library reqif is not installed")
    unparser = pytest.importorskip("reqif.unparser")
    path, links, missing = traced
    bundle = parser.ReqIFParser.parse(str(path))
    content = bundle.core_content.req_if_content
    again = tmp_path / "again.reqif"
    again.write_text(unparser.ReqIFUnparser.unparse(bundle), encoding="utf-8")
    assert values(again) == values(path)
    assert len(values(path)) > 3 * len(missing)
    once_more = parser.ReqIFParser.parse(str(again)).core_content.req_if_content
    assert objects(once_more) == objects(content)
    assert relations(once_more) == relations(content)
    assert len(content.specifications[0].children) == len(content.spec_objects)
    names = {identifier: found[0] for identifier, found in objects(content).items()}
    told = {(names[source], names[target]) for source, target, _ in relations(content)}
    assert {(written(link.start), written(link.end)) for link in links} <= told
    assert ("open", "open") in told  # an obligation, and what is missing of it
    assert (written(ODD), written(ODD)) in told


def objects(content: Any) -> dict[str, tuple[str, ...]]:
    return {o.identifier: tuple(a.value for a in o.attributes) for o in content.spec_objects}


def relations(content: Any) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(r.source, r.target, tuple(a.value for a in r.values)) for r in content.spec_relations]


def written(text: str) -> str:
    """What XML can hold of a text."""
    return re.sub("[\0\x1b\ufffe]", "\ufffd", text)


def test_reqif_by_its_schema(traced: tuple[Path, list[Link], list[Gap]]) -> None:
    """The schema of the OMG, which the library brings with it."""
    library = pytest.importorskip("reqif", reason="the library reqif is not installed")
    xmlschema = pytest.importorskip("xmlschema", reason="the library xmlschema is not installed")
    schema = xmlschema.XMLSchema(str(Path(library.__file__).parent / "reqif_schema" / "reqif.xsd"))
    schema.validate(str(traced[0]))


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


def test_licences_are_as_distributions_say_them() -> None:
    components = load(bill_of_materials())["components"]
    said = {c["name"]: c["licenses"] for c in components if "licenses" in c}
    assert len(said) > len(components) / 2
    assert all(len(one) <= bom.LONGEST_LICENCE for found in said.values() for x in found for one in names(x))


def names(licence: dict[str, Any]) -> list[str]:
    return [licence["license"]["name"]] if "license" in licence else []


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


# --- statement ---


MADE_OF = {
    "files": {"a": {}},
    "command": "maxpool evidence build -o x.zip",
    "argument": "0" * 64,
    "tool": {"digest": "1" * 64, "commit": "2" * 40, "version": "1", "changed": False},
}
PACKED = {"a": b"1", "MANIFEST.json": b"2", BOM: dump({"components": [{"name": "z3-solver", "version": "5"}]})}
DESCRIPTORS = {
    "type": "array",
    "minItems": 1,
    "items": {
        "type": "object",
        "required": ["name", "digest"],
        "additionalProperties": False,
        "properties": {
            "name": {"type": "string", "minLength": 1},
            "digest": {
                "type": "object",
                "minProperties": 1,
                "additionalProperties": False,
                "properties": {
                    "sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
                    "gitCommit": {"type": "string", "pattern": "^([0-9a-f]{40}|[0-9a-f]{64})$"},
                },
            },
        },
    },
}
IN_TOTO = {
    "type": "object",
    "required": ["_type", "subject", "predicateType", "predicate"],
    "additionalProperties": False,
    "properties": {
        "_type": {"const": "https://in-toto.io/Statement/v1"},
        "subject": DESCRIPTORS,
        "predicateType": {"const": "https://in-toto.io/attestation/link/v0.3"},
        "predicate": {
            "type": "object",
            "required": ["name", "command", "materials", "byproducts", "environment"],
            "additionalProperties": False,
            "properties": {
                "name": {"type": "string"},
                "command": {"type": "array", "items": {"type": "string"}},
                "materials": DESCRIPTORS,
                "byproducts": {"type": "object"},
                "environment": {"type": "object"},
            },
        },
    },
}
"""What in-toto's pages ask of a Statement of version 1, and of the predicate of a link of version 0.3."""


@pytest.mark.parametrize("commit", ["2" * 40, ""])
def test_statement_is_of_its_form(commit: str) -> None:
    manifest = {**MADE_OF, "tool": {**MADE_OF["tool"], "commit": commit}}  # type: ignore[dict-item]
    said = statement(manifest, PACKED)
    jsonschema.validate(said, IN_TOTO)
    digests = {s["name"]: s["digest"]["sha256"] for s in said["subject"]}
    assert digests == {"MANIFEST.json": hashlib.sha256(b"2").hexdigest(), "a": hashlib.sha256(b"1").hexdigest()}
    assert said["predicate"]["environment"]["versions"] == {"z3-solver": "5"}
    assert [m["name"] for m in said["predicate"]["materials"]] == ["tool", "commit"][: 1 + bool(commit)]
    assert json.loads(dump(said)) == said


def test_envelope_is_of_its_form(tmp_path: Path) -> None:
    """The signature is over what DSSE says, written here as its page does, and not as the tool does."""
    pytest.importorskip("cryptography", reason="the library cryptography is not installed")
    from cryptography.hazmat.primitives import serialization as written_as
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    private = Ed25519PrivateKey.generate()
    form = (written_as.Encoding.PEM, written_as.PrivateFormat.PKCS8, written_as.NoEncryption())
    (tmp_path / "key.pem").write_bytes(private.private_bytes(*form))
    payload = dump(statement(MADE_OF, PACKED))
    envelope = json.loads(sign(payload, tmp_path / "key.pem"))
    assert envelope.keys() == {"payload", "payloadType", "signatures"}
    assert envelope["payloadType"] == "application/vnd.in-toto+json"
    assert base64.b64decode(envelope["payload"], validate=True) == payload
    (signature,) = envelope["signatures"]
    assert signature.keys() == {"keyid", "sig"}
    signed = b" ".join([b"DSSEv1", b"28", b"application/vnd.in-toto+json", str(len(payload)).encode(), payload])
    private.public_key().verify(base64.b64decode(signature["sig"], validate=True), signed)
