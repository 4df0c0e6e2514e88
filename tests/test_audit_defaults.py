"""Defaults against the description's own text, and what is said to be described later in a section."""

from __future__ import annotations

import pytest

from tests.audit_documents import audited

LINES = """\
# MaxPool

## Attributes

* **strides** (required):
  Steps, one value for each spatial axis, at least 1. TEXT
"""


@pytest.mark.parametrize(
    ("head", "text", "contradicts"),
    [
        ("", "If not present, the stride defaults to 1 along each spatial axis. Default value is ``1``.", False),
        ("", "If not present, the stride defaults to 1 along each spatial axis. Default value is ``?``.", True),
        ("", "If not present, the stride defaults to 1 along each spatial axis. Default value is ``2``.", True),
        ("", "Nobody knows whether the stride defaults to 1. Default value is ``2``.", False),
        (" (required)", "It is given.", False),
        (" (required)", "Default value is ``?``.", True),
        (" (required)", "If not present, the stride defaults to 1.", True),
    ],
)
def test_one_default(head: str, text: str, contradicts: bool) -> None:
    _, findings = audited(LINES.replace(" (required)", head).replace("TEXT", text))
    found = [finding for finding in findings if finding.rule == "rules-contradict" and "default of" in finding.message]
    assert bool(found) is contradicts


@pytest.mark.parametrize(("printed", "contradicts"), [("required", False), ("1", False), ("2", True), ("?", True)])
def test_a_column_of_defaults(printed: str, contradicts: bool) -> None:
    said = "" if printed == "required" else "If not present, the stride defaults to 1."
    table = f"| Name | Default | Meaning |\n|---|---|---|\n| `strides` | {printed} | Steps. {said} |\n"
    _, findings = audited(f"# MaxPool\n\n## Parameters\n\n{table}")
    found = [finding for finding in findings if "default of" in finding.message]
    assert [finding.rule for finding in found] == (["rules-contradict"] if contradicts else [])


@pytest.mark.parametrize(
    ("name", "printed", "wrong"),
    [
        ("strides", "[1, 1]", False),
        ("strides", "[2, 2]", True),
        ("strides", "[1, 2]", False),  # No one value, and not read.
        ("dilations", "0", True),
        ("pads", "[0, 0, 0, 0]", False),
        ("pads", "1", True),
        ("ceil_mode", "0", False),
        ("ceil_mode", "1", True),
        ("auto_pad", "NOTSET", False),
        ("auto_pad", "VALID", True),
        ("auto_pad", "explicit", False),
        ("kernel_shape", "required", False),
        ("kernel_shape", "[2, 2]", True),
    ],
)
def test_a_default_is_that_of_the_standard(name: str, printed: str, wrong: bool) -> None:
    pages = (
        f"| Attribute | Default | Meaning |\n|---|---|---|\n| `{name}` | {printed} | It is an attribute. |\n",
        f"<dl>\n<dt><tt>{name}</tt> : int (default is {printed} on each axis)</dt>\n<dd>It is one.</dd>\n</dl>\n",
    )
    for page in pages if "[" not in printed and printed != "required" else pages[:1]:
        _, findings = audited(f"# MaxPool\n\n## Attributes\n\n{page}")
        found = [finding for finding in findings if "in ONNX" in finding.message]
        assert [finding.rule for finding in found] == ["domain-wrong"] * wrong, page


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("`strides` is an attribute. It will be described later in this section.", False),
        ("`strides` is an attribute. It was described earlier in this section.", True),
        ("`padding_mode` is an attribute. It will be described later in this section.", True),
        ("`padding_mode` is an attribute. It will never be described later in this section.", False),
        ("`padding_mode` is an attribute. It is none of the operator.", False),
        ("`padding_mode` is 0.", False),
    ],
)
def test_what_is_described_later_is_there(said: str, wrong: bool) -> None:
    text = f"# MaxPool\n\n{said}\n\n## Attributes\n\n### `strides`: list of ints\n\nSteps.\n"
    _, findings = audited(text)
    assert bool([finding for finding in findings if finding.rule == "reference-unresolved"]) is wrong
