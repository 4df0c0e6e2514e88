"""The gate of the audit: a document is judged by clauses only where it says that it describes their operator."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from maxpool import app
from proofs.audit.gate import UnknownOperator, gate
from proofs.audit.report.report import Audit
from proofs.audit.report.sarif import sarif
from proofs.audit.report.understood import STRUCTURE, operator_lines
from proofs.audit.run import audit
from spec.documents.prose.described import descriptions
from spec.documents.prose.operators import OperatorNames
from tests.audit_documents import ONE_LINE, PAGE, PROFILE, document

NAMES = OperatorNames(["MaxPool"])
PARTS = {"MaxPool": {"strides", "pads", "storage_order", "W"}, "AveragePool": {"strides", "pads", "count_include_pad"}}
WRONG = r"The size is $dY_2 = \left\lfloor (dX_2 + pads[0] + pads[2]) / strides[0] \right\rfloor$."


def told(text: str, name: str = "page.md") -> list[str]:
    """The operators that a document describes, in its order."""
    return [description.operator for description in descriptions(document(text, name), PARTS)]


@pytest.mark.parametrize(
    "title",
    [
        *("MaxPool", "**MaxPool**", "`MaxPool`", "MaxPool (real)", "MaxPool-8", "MaxPool - 12", "MaxPool_v8"),
        *("MaxPool - 11 (com.ms.internal.nhwc)", "com.ms.internal.nhwc - MaxPool", "ai.onnx.MaxPool", "ONNX MaxPool"),
        *("The MaxPool operator", "Operator MaxPool for types float16, double", "Max pooling", "MAXPOOL", "max_pool"),
        *("2.3 MaxPool", "MaxPool: windows, sizes and ties", "MaxPool — definition", r"$\textbf{MaxPool}$ (int8)"),
        *(
            "MaxPool version 12 vs 11",
            "Specification of MaxPool",
            "2D max pooling",
            "Max-Pool",
            "MAX_POOL_2D",
            "MaxPool2d",
        ),
    ],
)
def test_title_names_the_operator(title: str) -> None:
    found = NAMES.titled(title)
    assert found is not None
    assert found.name == "MaxPool"
    assert told(f"# {title}\n\nText.\n") == ["MaxPool"]


@pytest.mark.parametrize(
    "title",
    [
        *("MaxUnpool", "GlobalMaxPool", "AveragePool", "MaxRoiPool", "AdaptiveMaxPool", "LpPool", "Global max pooling"),
        *("Max unpooling", "Adaptive max pooling", "MaxPool and AveragePool", "NhwcMaxPool - 1", "QLinearMaxPool"),
        *("Pool", "Attributes", "Max", "Conv", "GlobalMaxPool (com.microsoft)", "Fractional max pooling", "MaxPool3D"),
        *("From MaxPool to MaxUnpool", "Guidelines", "Restrictions", "RoiPooling", "Average pooling - 11"),
        *("MaxPool1d", "MAX_POOL_3D", "AvgPool2d", "MaxUnpool2d", "AdaptiveMaxPool2d"),
    ],
)
def test_title_names_another_or_none(title: str) -> None:
    found = NAMES.titled(title)
    assert found is None or found.name != "MaxPool"
    assert "MaxPool" not in told(f"# {title}\n\n{WRONG}\n")


@pytest.mark.parametrize("text", [PROFILE, PAGE, ONE_LINE], ids=["profile", "page", "one line"])
def test_right_documents_are_judged(text: str) -> None:
    name = "page.rst" if text is PAGE else "page.md"
    assert told(text, name) == ["MaxPool"]


@pytest.mark.parametrize(
    ("text", "operators"),
    [
        ("# MaxPool\n\na\n\n# Conv\n\nb\n\n# MaxPool (int)\n\nc\n", ["MaxPool", "Conv", "MaxPool"]),
        ("# Operators\n\na\n\n## Conv\n\nb\n\n## MaxPool\n\nc\n\n# Annex\n\nd\n", ["", "Conv", "MaxPool", ""]),
        ("# MaxPool\n\na\n\n## Shape\n\nb\n\n## Where\n\nc\n\n## Conv\n\nA mention.\n", ["MaxPool"]),
        ("# MaxPool\n\na\n\n## Add\n\n### Inputs\n\nb\n", ["MaxPool", "Add"]),
        ("# MaxPool\n\na\n\n# Range\n\nb\n\n# Attributes\n\nc\n", ["MaxPool"]),
        ("# MaxPool\n\na\n\n## TransposedPool\n\n$Y = TransposedPool(X)$\n", ["MaxPool", "TransposedPool"]),
        (
            "# OpenVINO\n\n## MaxPool-8\n\na\n\n## GroupConvolution-1\n\nb\n",
            ["OpenVINO", "MaxPool", "GroupConvolution"],
        ),
        ("# A guideline\n\n## Names\n\nAs in `Y = MaxPool(X)`, a name is short.\n", [""]),
        ("# Definition\n\n## Signature\n\n$Y, Indices = \\text{MaxPool}(X)$\n", ["MaxPool"]),
        ("$$Y = \\text{Conv}(X, W)$$\n\nIt is like $\\max(X)$.\n", ["Conv"]),
        ("Y = MaxPool(X) and Z = Conv(X, W)\n", [""]),
        ("MaxPool consumes a tensor. Conv is another.\n", [""]),
        ("The MaxPool operator takes the maximum in each window.\n", ["MaxPool"]),
        ("A stride is 2. There is MaxPool somewhere.\n", [""]),
        ("", [""]),
    ],
)
def test_parts_of_a_document(text: str, operators: list[str]) -> None:
    assert told(text) == operators


def test_reST_titles() -> None:
    text = "Conv\n====\n\n**Attributes**\n\na\n\nMaxPool - 8\n===========\n\n**Attributes**\n\nb\n"
    assert told(text, "page.rst") == ["Conv", "MaxPool"]


def rules(made: Audit) -> dict[str, list[int]]:
    lines: dict[str, list[int]] = {}
    for finding in made.findings:
        lines.setdefault(finding.rule, []).append(made.document.place(finding.start)[0])
    return lines


def test_each_section_is_judged_by_its_own_clauses() -> None:
    page = document(f"# Relu\n\n{WRONG} [a](#b)\n\nTODO: more\n\n# MaxPool\n\n{WRONG} <!-- TODO -->\n")
    found = rules(audit(page, None))
    assert found["formula-wrong"] == [9]
    assert found["reference-unresolved"] == [3]
    assert found["working-note"] == [9]


def test_without_clauses_structure_alone_is_judged_and_one_line_says_so() -> None:
    page = document(f"# Relu\n\n{WRONG} It pads with 0 [a](#b).\n\n- strides is -1\n")
    made = audit(page, None)
    assert rules(made) == {"reference-unresolved": [3]}
    assert list(operator_lines(made)) == [f"there are no clauses of Relu: {STRUCTURE}"]
    assert made.json()["operators"] == [{"operator": "Relu", "line": 1, "last_line": 5, "clauses": False}]
    assert not made.ok_strictly
    (run,) = sarif([made])["runs"]
    assert "no clauses of Relu" in run["properties"]["audits"][0]["judged"]


def test_operator_is_stated() -> None:
    page = document(f"{WRONG}\n")
    assert rules(audit(page, None)) == {}
    (line,) = operator_lines(audit(page, None))
    assert line.startswith("operator not recognised")
    assert "formula-wrong" in rules(audit(page, None, operator="maxpool"))
    assert list(operator_lines(audit(page, None, operator="MaxPool"))) == []
    with pytest.raises(UnknownOperator, match="no clauses of an operator 'Relu'; there are of MaxPool, Conv"):
        gate(page, "Relu")


@pytest.mark.whole
def test_operator_of_the_command(tmp_path: Path) -> None:
    draft = tmp_path / "draft.md"
    draft.write_text(f"{WRONG}\n", "utf-8")
    stated = CliRunner().invoke(app, ["audit", str(draft), "--operator", "MaxPool", "--json"])
    assert stated.exit_code == 1
    assert "formula-wrong" in {finding["rule"] for finding in json.loads(stated.stdout)["findings"]}
    refused = CliRunner().invoke(app, ["audit", str(draft), "--operator", "Pool"])
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "there are no clauses of an operator 'Pool'" in refused.stderr
    untold = CliRunner().invoke(app, ["audit", str(draft)])
    assert untold.exit_code == 0
    assert "operator not recognised" in untold.stdout


def test_printed_numbers_of_any_operator() -> None:
    matrix = "X = [[1, 2], [3, 4 5]]"
    page = document(f"# Relu\n\n### Example 1\n\n```python\n{matrix}\nY = [[1, 2], [3]]\n```\n")
    assert set(rules(audit(page, None))) <= {"number-malformed", "matrix-malformed"}
    assert rules(audit(page, None))


@pytest.mark.parametrize(
    "text",
    [
        "# tinypool\n\nA max pooling kernel for small runtimes.\n\n## What it does\n\nText.\n",
        "# How we pool\n\nThis note describes the MaxPool operator of our library.\n",
        "# Notes\n\nWith `strides`, `pads` and the storage order, all is said.\n",
    ],
)
def test_the_operator_is_told_by_its_introduction_or_its_attributes(text: str) -> None:
    assert told(text) == ["MaxPool"]


@pytest.mark.parametrize(
    "text",
    [
        "# Notes\n\nWith `strides` and `pads`, all is said.\n",
        "# Notes\n\nOf `strides`, `pads`, `storage_order` and `count_include_pad`.\n",
        "# Notes on AveragePool and others\n\nOf `strides`, `pads` and `storage_order`.\n",
        "# Guidelines\n\nA max pooling and average pooling kernel for runtimes.\n",
        "# Guidelines\n\nAuthors name their attributes. A max pooling kernel is an example.\n\nMore.\n",
        "# Guidelines\n\nThis page describes how the Conv operator differs from MaxPool.\n",
        "# How to write\n\nThis document describes the operators of the profile.\n",
        "# Unpooling\n\nA max unpooling kernel for small runtimes.\n",
    ],
)
def test_no_operator_is_told_by_less(text: str) -> None:
    assert "MaxPool" not in told(text)


def test_a_name_of_an_input_is_no_operator() -> None:
    page = "# **Reshape** operator\n\n## Inputs\n\n### `shape`: `int64`\n\nIts sizes.\n\n#### Constraints\n\n- one\n"
    assert told(page) == ["Reshape"]
    assert told(page.replace("### `shape`: `int64`", "# Shape\n\n## Inputs")) == ["Reshape", "Shape"]
