"""A row of a table of symbols that names all entries of a list, and lines of a listing that demand bounds."""

from __future__ import annotations

import pytest

from proofs.audit.report.report import level_of
from proofs.audit.rulebook.findings import Level
from proofs.audit.run import audit
from tests.audit_documents import document

PAGE = """# MaxPool

| Symbol | Meaning |
|---|---|
| N, C, H, W | the shape of X |
| KH, KW | kernel_shape |
| SH, SW | the attribute `strides` |
| DH, DW | `dilations` |
| PT, PL, PB, PR | pads |

```
require KH >= 1 and KW >= 1
require SH >= 1 and SW >= 1
require PT >= 0 and PL >= 0 and PB >= 0 and PR >= 0
require H + PT + PB >= DH * (KH - 1) + 1
OH = floor((H + PT + PB - DH * (KH - 1) - 1) / SH) + 1
```

It is an error if a window has no element of X.
"""


def claimed(text: str, *kinds: str) -> list[str]:
    return [c.verdict for c in audit(document(text), None).claims if c.kind in kinds]


def errors(text: str) -> set[str]:
    return {f.rule for f in audit(document(text), None).findings if level_of(f) is Level.ERROR}


def test_names_of_a_row_are_the_entries_of_the_list_beside_them() -> None:
    assert claimed(PAGE, "output size", "constraint") == ["proved"] * 5 + ["assumed"]
    assert errors(PAGE) == set()


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("| KH, KW |", "| KW, KH |", "formula-wrong"),
        ("| SH, SW |", "| SW, SH |", "formula-wrong"),
        ("| PT, PL, PB, PR |", "| PT, PB, PL, PR |", "formula-wrong"),
        ("require KH >= 1 and", "require KH >= 0 and", "domain-wrong"),
        ("SH >= 1 and SW >= 1", "SH >= 1 and SW >= 2", "domain-wrong"),
        ("PB >= 0 and PR >= 0", "PB >= 1 and PR >= 0", "domain-wrong"),
        ("PT >= 0 and PL >= 0 and", "PT >= 0 and PL + SH >= 0 and", "formula-wrong"),
    ],
)
def test_a_slip_is_found(old: str, new: str, rule: str) -> None:
    assert rule in errors(PAGE.replace(old, new))


@pytest.mark.parametrize(("old", "new"), [("| PT, PL, PB, PR |", "| PT, PB |"), ("| pads |", "| about pads |")])
def test_names_are_no_entries_of_a_list_of_another_length_or_of_more_than_its_name(old: str, new: str) -> None:
    assert claimed(PAGE.replace(old, new), "output size") == []
