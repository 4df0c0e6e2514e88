"""Reports ready to send: made from a campaign's folder, in each project's form, what ONNX leaves open apart."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from reference.common.errors import CannotRun
from reference.conformance.campaign.kinds import KINDS, PROFILE
from reference.conformance.script import LEGAL
from reference.conformance.sending.forms import FORMS, GENERAL, Form, ReportPart
from reference.conformance.sending.pages import ERRATA, FOLDER, pages, renew
from reference.runtimes.protocol import ForeignAdapter
from reference.runtimes.running.catalogue import RUNTIMES
from tests.test_bisect import script_of

DOCS = Path(__file__).parent.parent / "docs"
EXAMPLE = {
    "attributes": {"kernel_shape": [1, 1], "strides": [1, 1], "dilations": [1, 1], "pads": [0, 0, 0, 0]},
    "dtype": "float32",
    "X": [[[["NaN"]]]],
    "expected": {"Y": [[[["-Infinity"]]]]},
    "got": {"Y": [[[["NaN"]]]]},
}


def campaign(root: Path, kind: str, name: str = "onnxruntime") -> Path:
    """A campaign's folder with one class of divergence, of two types; the folder of the first."""
    found = []
    for dtype in ("float64", "float32"):
        folder = f"conformance/{name}-1.0/{kind}_{dtype}_Y"
        (root / folder).mkdir(parents=True)
        (root / folder / "reproduce.py").write_text(f"print('{dtype}')\n", "utf-8")
        example = {**EXAMPLE, "dtype": dtype}
        labels = list(KINDS[kind].labels)
        about = {"class": kind, "labels": labels, "in_profile": True, "outputs": "Y", "count": 3}
        found.append({**about, "example": example, "folder": folder})
    runtime = {"name": name, "version": "1.0", "divergences": found}
    document = {"machine": "a machine", "runtimes": [runtime]}
    (root / "conformance.json").write_text(json.dumps(document), "utf-8")
    return root / str(found[0]["folder"])


@pytest.mark.parametrize("form", [GENERAL, *FORMS.values()], ids=["any other", *FORMS])
def test_a_form_has_each_part_once(form: Form) -> None:
    assert Counter(part for _, parts in form for part in parts if isinstance(part, ReportPart)) == dict.fromkeys(
        ReportPart, 1
    )


def test_a_page_says_all_that_is_asked_for(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "Y.foreign")
    made = pages(tmp_path)
    page = made[tmp_path / FOLDER / "wrong" / "onnxruntime-1.0" / "Y.foreign.md"]
    for heading, _ in FORMS["onnxruntime"]:
        assert f"\n## {heading}\n" in page
    for said in ("print('float64')", "Y.max-over-input", "-Infinity", "a machine", "No other release was tried"):
        assert said in page
    assert page.count(f"`conformance/{folder.parent.name}/Y.foreign_float32_Y`") == 1
    assert "(wrong/onnxruntime-1.0/Y.foreign.md)" in made[tmp_path / FOLDER / "README.md"]


@pytest.mark.parametrize(
    ("kind", "name", "place"),
    [
        ("Y.NaN", "onnxruntime", "open"),
        ("Indices.plane", "onnxruntime", "wrong"),
        ("Indices.plane", "torch", "as-documented"),
        ("Y", "anybody's", "wrong"),
    ],
)
def test_what_is_no_bug_stands_apart(tmp_path: Path, kind: str, name: str, place: str) -> None:
    campaign(tmp_path, kind, name)
    (page,) = (path for path in pages(tmp_path) if path.name != "README.md")
    assert page.relative_to(tmp_path / FOLDER).parts[0] == place


def test_a_bisection_renews_the_page(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "Y.foreign")
    tried = [{"version": "1.0", "outcome": "diverges", "said": ""}]
    found = {"package": "onnxruntime", "python": "3", "tried": tried, "changes": [], "not_tried": ["0.9"]}
    (folder / "versions.json").write_text(json.dumps(found), "utf-8")
    renew(folder)
    page = (tmp_path / FOLDER / "wrong" / "onnxruntime-1.0" / "Y.foreign.md").read_text("utf-8")
    assert "diverges: 1.0" in page
    assert "not tried, so not known: 0.9" in page
    renew(tmp_path)  # No campaign's: nothing is written, and nothing is raised.


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"runtimes": [{}], "machine": ""}'])
def test_what_is_no_campaign_is_said_in_a_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "conformance.json").write_text(text, "utf-8")
    with pytest.raises(CannotRun, match=r"conformance.json is not what"):
        pages(tmp_path)


def test_the_pages_in_the_documentation_are_those_of_its_campaign() -> None:
    """By hand nothing is written there; a page of an earlier campaign is not left."""
    made = pages(DOCS)
    assert {path: path.read_text("utf-8") for path in made if path.is_file()} == made
    assert {path for path in (DOCS / FOLDER).rglob("*.md") if path.parent.name != ERRATA} == set(made)
    places = {path.relative_to(DOCS / FOLDER).parts[0] for path in made}
    assert {"wrong", "open"} <= places
    assert all(KINDS[p.stem].fault == PROFILE for p in made if p.relative_to(DOCS / FOLDER).parts[0] == "open")


@pytest.mark.parametrize("name", [name for name, r in RUNTIMES.items() if isinstance(r, ForeignAdapter)])
def test_a_runtime_without_onnx_has_the_parameters_in_its_script(name: str) -> None:
    if name == "litert":
        pytest.importorskip("ai_edge_litert")
    adapter = RUNTIMES[name]
    assert isinstance(adapter, ForeignAdapter)
    compile(script := script_of("accepts", "Y.positive", name), "reproduce.py", "exec")
    assert repr(adapter.parameters(LEGAL, indices=False)) in script
