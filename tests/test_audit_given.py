"""The audit of structure and prose on the given documents: what is known to be wrong there, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit_documents import places, rules

DOCUMENTS = Path(__file__).resolve().parent.parent.parent / "shared" / "documents"
DRAFT = {
    "tie-open": [43, 320, 682],
    "working-note": [55, 156, 284, 299, 330, 459, 461, 571, 575, 649, 978],
    "name-undefined": [67, 236],
    "errors-unstated": [139, 608, 1003],
    "restriction-unclaimed": [151, 165],
    "reference-label-wrong": [194, 221, 247, 264],
    "domain-missing": [197],
    "length-missing": [197, 232],
    "pad-value-missing": [208],
    "axes-swapped": [236],
    "label-missing": [263],
    "all-nan-window-open": [328],
    "anchor-duplicate": [655, 1050],
    "reference-unresolved": [345, 346, 703, 704],
    "type-foreign": [1020, 1033],
}
VERSION = {"nan-open", "operator-foreign", "tie-open", "domain-missing", "length-missing"}


def text_of(name: str) -> str:
    if not (path := DOCUMENTS / name).is_file():
        pytest.skip("the documents are not here: no folder shared/documents next to the repository")
    return path.read_text(encoding="utf-8")


def test_the_draft() -> None:
    found = places(text_of("sonnx-maxpool-draft.md"))
    assert found == {(line, rule): 1 for rule, lines in DRAFT.items() for line in lines}


@pytest.mark.parametrize("name", ["onnx-maxpool.rst", "onnx-maxpool-with-differences.rst", "nhwc-maxpool-11.rst"])
def test_the_pages_of_onnx(name: str) -> None:
    found = places(text_of(name), name)
    # That page prints `?` as the default of attributes whose text gives one.
    assert {rule for _, rule in found} == VERSION | ({"rules-contradict"} if name.startswith("nhwc") else set())
    versions = 1 if name.startswith("nhwc") else 5
    for rule in ("nan-open", "operator-foreign"):
        assert sum(r == rule for _, r in found) == versions


def test_the_page_of_openvino() -> None:
    found = rules(text_of("openvino-maxpool-8.md"))
    assert found == [
        "nan-open",
        "domain-wrong",
        "domain-wrong",
        "length-missing",
        "pad-value-missing",
        "length-missing",
        "length-missing",
        "tie-open",
        "name-undefined",
    ]
