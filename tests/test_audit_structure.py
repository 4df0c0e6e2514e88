"""The audit of structure: anchors, references, labels, rationales, links to files, markup."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from proofs.audit.judges import judge_prose, judge_structure, read_prose
from proofs.audit.run import audit
from spec.documents.pages.model import Block, Document, Kind, Piece, Shape
from tests.audit_documents import ONE_LINE, PAGE, PROFILE, audited, document, places, rules

NEW_LINE = "\n"
LINES = PROFILE.split("\n")


def changed(line: str, old: str, new: str, after: str = "") -> tuple[int, str]:
    """The profile with one change on the first line that holds some text, behind another one; its number."""
    start = next((i for i, said in enumerate(LINES) if after in said), 0)
    number = next(i for i in range(start, len(LINES)) if line in LINES[i])
    assert old in LINES[number]
    lines = [*LINES[:number], LINES[number].replace(old, new, 1), *LINES[number + 1 :]]
    return number + 1, "\n".join(lines)


@pytest.mark.parametrize(("text", "name"), [(PROFILE, "a.md"), (PAGE, "a.rst"), (ONE_LINE, "a.md")])
def test_a_right_document_has_no_finding(text: str, name: str) -> None:
    claims, findings = audited(text, name)
    assert findings == []
    assert len(claims) >= 15
    assert {claim.verdict for claim in claims} <= {"agrees", "not judged"}


CHANGES = [
    ("anchor of nothing", "(#of-reals)", "#of-reals", "#of-real", "", "reference-unresolved"),
    ("other label", "[See constraint (C1) of Y]", "(C1)", "(C2)", "", "reference-label-wrong"),
    ("other subject", "See constraint [C1]", "Input $X$", "Output $Y$", "", "reference-label-wrong"),
    ("other target", "[See constraint (C1) of Y]", "#sizes", "#axes-of-X", "", "reference-label-wrong"),
    ("other attribute", "Attributes->pads]", "#pads-of-reals", "#attributes-of-reals", "", "reference-label-wrong"),
    ("other section", "see section [Attributes]", "#attributes-of-reals", "#of-ints", "", "reference-label-wrong"),
    ("anchor twice", '<a id="sizes">', "<a", '<a id="axes-of-X"></a> <a', "", "anchor-duplicate"),
    ("label twice", "`[C2]`: Length", "C2", "C1", "`kernel_shape`: list", "label-duplicate"),
    ("label left out", "`[C2]`: Length", "C2", "C4", "`kernel_shape`: list", "label-missing"),
    ("label bare", "`[C2]`: Length", "[C2]", "C2", "`kernel_shape`: list", "label-missing"),
    ("label lost", "`[C2]`: Length", "`[C2]`: ", "", "`kernel_shape`: list", "label-missing"),
    ("row twice", '<a id="R2">', "[R2]", "[R1]", "", "label-duplicate"),
    ("anchor of a row", '<a id="R5">', 'id="R5"', 'id="R8"', "", "reference-label-wrong"),
    ("no such restriction", "Rationale: `[R3]`", "R3", "R7", "", "reference-unresolved"),
    ("another's restriction", "Rationale: `[R3]`", "R3", "R4", "", "restriction-unclaimed"),
    ("a general restriction", "Rationale: ONNX has these.", "ONNX has these.", "`[R2]`", "", "restriction-unclaimed"),
    ("no such example", "As in example 1", "example 1", "example 5", "", "reference-unresolved"),
    ("example twice", "### Example 2", "2", "1", "", "label-duplicate"),
    ("active", "The first spatial axis", "The", '<img src="" onerror="x()"> The', "", "markup-active"),
    ("script", "The first spatial axis", "The", "<script>x()</script> The", "", "markup-active"),
    ("a program as link", "ONNX has these", "ONNX", "[ONNX](jAvaScript&#58;x)", "", ""),
]


@pytest.mark.parametrize(("line", "old", "new", "after", "rule"), [c[1:] for c in CHANGES], ids=[c[0] for c in CHANGES])
def test_a_change_is_found_on_its_line_and_nothing_else(line: str, old: str, new: str, after: str, rule: str) -> None:
    number, text = changed(line, old, new, after)
    assert places(text) == ({(number, rule): 1} if rule else {})


def test_a_wrong_label_has_a_certain_fix() -> None:
    _, text = changed("[See constraint (C1) of Y]", "(C1)", "(C2)")
    (finding,) = audited(text)[1]
    assert finding.fix is not None
    assert text[finding.fix.start : finding.fix.end] == "C2"
    assert text[: finding.fix.start] + finding.fix.text + text[finding.fix.end :] == PROFILE


def test_a_near_anchor_is_suggested() -> None:
    _, text = changed("(#of-reals)", "#of-reals", "#of-real")
    assert audited(text)[1][0].suggestion == "#of-reals"


def test_headings_are_anchors() -> None:
    text = "# A *good* title, really\n\n[a](#a-good-title-really) [b](#a-good-title) [c](#top)\n"
    assert places(text) == {(3, "reference-unresolved"): 1}
    assert rules(
        "Title\n=====\n\n.. _here:\n\ntext\n\nOther\n=====\n\nsee here_ and `Title`_ and there_\n", "a.rst"
    ) == ["reference-unresolved"]


def test_two_targets_of_one_name_in_restructured_text() -> None:
    text = ".. _one:\n\nA\n=\n\ntext\n\n.. _one:\n\nB\n=\n\ntext\n"
    assert [rule for rule in rules(text, "a.rst") if rule == "anchor-duplicate"] == ["anchor-duplicate"]


def test_what_is_not_closed_is_said() -> None:
    assert places("text\n\n```math\nY = X\n") == {(3, "markup-unclosed"): 1}


def test_code_is_not_active() -> None:
    assert rules("`<script>` is no script\n\n```html\n<script>x()</script>\n```\n\n<https://host/on>\n") == []


class TestFiles:
    """Links to files: only where the tree is there, only in it, and never opened."""

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        folder = tmp_path / "root" / "pages" / "pool"
        (folder / "img").mkdir(parents=True)
        (tmp_path / "root" / ".git").mkdir()
        (tmp_path / "root" / "pages" / "other.md").write_text("x")
        (tmp_path / "secret.md").write_text("x")
        (folder / "img" / "a.png").write_bytes(b"x")
        return folder

    def test_present_and_absent(self, folder: Path) -> None:
        text = "![a](img/a.png)\n\n![b](img/b.png)\n\n[o](../other.md#there)\n\n[p](../another.md?x)\n"
        assert places(text, folder=folder) == {(3, "link-broken"): 1, (7, "link-broken"): 1}
        assert places(text) == {}

    def test_what_climbs_out_is_not_followed(self, folder: Path) -> None:
        text = "![a](img/a.png)\n\n[s](../../../secret.md)\n\n[t](%2e%2e/../../../none.md)\n"
        assert places(text, folder=folder) == {(3, "link-outside"): 1, (5, "link-outside"): 1}

    def test_foreign_targets_are_left_alone(self, folder: Path) -> None:
        text = "![a](img/a.png) [w](https://host/none) [v](//host/none) [m](mailto:a@b)\n"
        assert places(text, folder=folder) == {}

    def test_targets_of_this_machine_are_not_followed(self, folder: Path) -> None:
        text = f"![a](img/a.png)\n\n[x](/etc/none)\n\n[u]({'../' * 30}etc/none)\n"
        assert places(text, folder=folder) == {(line, "link-outside"): 1 for line in (3, 5)}

    def test_a_link_that_leaves_the_tree_is_not_there(self, folder: Path) -> None:
        os.symlink(folder.parent.parent.parent, folder / "out")
        assert places("![a](img/a.png)\n\n[s](out/secret.md)\n", folder=folder) == {(3, "link-broken"): 1}

    def test_without_the_tree_nothing_is_said(self, tmp_path: Path) -> None:
        assert places("![a](img/a.png)\n\n[b](../b.md)\n", folder=tmp_path) == {}

    def test_a_pipe_is_not_opened(self, folder: Path) -> None:
        os.mkfifo(folder / "img" / "pipe")
        assert places("![a](img/pipe)\n", folder=folder) == {}


def test_references_are_counted() -> None:
    assert audit(document("# A\n\n[a](#a) [b](#b)\n"), None).coverage.references == 2


@pytest.mark.whole
@pytest.mark.parametrize(
    "text",
    [
        "# A\n" + "".join(f"[x{i}](#y{i}){NEW_LINE if i % 99 == 0 else ' '}" for i in range(10_000)),
        "# A\n\n" + "\n\n".join(f"[x{i}](../../{i}/../a{i}.md)" for i in range(10_000)),
        "# A\n\n" + "[C1] `[C2]` " * 5_000 + "\n",
        "# A\n\n" + "".join("  " * i + f"- `[C{i}]`: x\n" for i in range(300)),
        "".join(f"- `[C{i % 7}]` [C1] example {i}\n" for i in range(2_500)),
        "# MaxPool\n\nindices [0, A" + " " * 100_000 + "\n",
    ],
    ids=["references", "files", "labels in one paragraph", "nested", "items", "blanks"],
)
def test_hostile_documents_are_judged_to_the_end(text: str, tmp_path: Path) -> None:
    read = document(text)
    judge_structure(read, tmp_path)
    judge_prose(read_prose(read))


@pytest.mark.whole
def test_a_hundred_thousand_links(tmp_path: Path) -> None:
    """Blocks made by hand: what is measured is the judging."""
    pieces = tuple(Piece(Kind.LINK, f"x{i}", i, f"#y{i}" if i % 2 else f"../y{i}.md") for i in range(100_000))
    page = Document("page.md", "x" * 100_000, "", (Block(Shape.PARAGRAPH, pieces, 0, 100_000),))
    claims, findings = judge_structure(page, tmp_path)
    judge_prose(read_prose(page))
    assert len(findings) == sum(claim.kind in ("reference", "link") for claim in claims) == 50_000


LABELS = """\
# Conv

## Inputs

### `X`

#### Constraints

- `[C1]` Axes
    - Statement: a
- `[C2]` Sizes
    - Statement: b
"""


@pytest.mark.parametrize(
    "more",
    [
        "\n### `W`\n\n#### Constraints\n\n- `[C1]` Axes\n- `[C2]` Sizes\n",
        "\nFor the kernel:\n\n- `[C1]` Axes\n- `[C2]` Sizes\n",
        "- `[C1]` Axes of the kernel\n- `[C2]` Sizes of the kernel\n",
        "\n| Label | Verified by |\n|---|---|\n| `[C1]` | review |\n| `[C2]` | test |\n",
        "\n- `[C1]`, `[C2]` hold for every type.\n- `[C2]` is needed in `[C1]`.\n",
        "\n### `W`\n\n#### Constraints\n\n- `[C3]` Axes\n- `[C4]` Sizes\n",
        "\nThe constraints (C1)(C2), `[C1]` and [C2], and constraint C2.\n",
        "\n**Type Constraints**\n\n- **T1** in (tensor(float))\n- **T1** in (int8)\n- **T3** in (int8)\n",
    ],
)
def test_labels_of_other_lists_and_mentions_are_right(more: str) -> None:
    assert rules(LABELS + more) == []


@pytest.mark.parametrize(
    ("more", "label"),
    [
        ("\nSee [C1, C7].\n", "C7"),
        ("\nThe constraints (C1)(C7) hold.\n", "C7"),
        ("\nThe constraints C1 and C7 hold.\n", "C7"),
        ("\nThe restrictions [C1], [C7] hold.\n", "C7"),
        ("\nBy `C1, C7` this holds.\n", "C7"),
    ],
)
def test_each_of_several_labels_is_looked_at(more: str, label: str) -> None:
    claims, findings = judge_structure(document(LABELS + more), None)
    assert [(finding.rule, finding.message.split()[0]) for finding in findings] == [("reference-unresolved", label)]
    assert {claim.text for claim in claims if claim.kind == "reference"} == {"C1", label}


def test_a_link_may_name_several_labels() -> None:
    text = LABELS.replace("`[C1]`", '`[C1]` <a id="one"></a>') + "\n[constraints C2, {} of X](#one)\n"
    assert rules(text.format("C1")) == []
    assert rules(text.format("C3")) == ["reference-label-wrong"]


def test_a_reference_to_where_it_stands_is_found() -> None:
    text = '# Conv\n\n## Pads\n\nThey are defined in [section Pads](#pads).\n\n- `[C1]` <a id="a"></a> Sizes\n'
    assert places(text) == {(5, "reference-to-itself"): 1}
    assert places(text + "    - Statement: see [C1](#a).\n") == {
        (5, "reference-to-itself"): 1,
        (8, "reference-to-itself"): 1,
    }
    assert places(text.replace("They are defined in ", "Back to ")) == {}
    assert places("# Conv\n\n- [Pads](#pads)\n\n## Pads\n\nText.\n\n## Sizes\n\nSee [Pads](#pads).\n") == {}


def test_examples_may_begin_within_a_paragraph() -> None:
    text = "# Conv\n\nSizes are given.\nExample 1:\n  a\n\nAs in example 1 and example 2.\n"
    assert places(text) == {(7, "reference-unresolved"): 1}


def test_a_name_with_an_underscore_is_no_reference() -> None:
    assert rules("Conv\n====\n\nAll fields prefixed with nodes_ are tuples.\n", "page.rst") == []
    assert rules("Conv\n====\n\nSee nodes_ and `the nodes`_.\n", "page.rst") == ["reference-unresolved"] * 2
