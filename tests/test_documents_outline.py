"""The outline: what serves as a heading extends the path, a collapsed page is unfolded; the structure read from it."""

from __future__ import annotations

import pytest

from spec.documents.pages.model import Shape
from spec.documents.prose.structure import structure_of
from spec.documents.prose.typewords import TypeFamily
from tests.audit_documents import ONE_LINE, PAGE, PROFILE, document


def test_a_bold_phrase_heads_what_follows() -> None:
    blocks = document("# A\n\n**Short words**: said\n\nmore\n\n**Alone**\n\nlast\n\n# B\n\nend\n").blocks
    assert [b.path[1:] for b in blocks] == [
        (), ("Short words",), ("Short words",), ("Alone",), ("Alone",), (), (),
    ]  # fmt: skip
    assert [b.shape for b in blocks].count(Shape.HEADING) == 3


def test_no_heading_is_made_of_notes_and_long_phrases() -> None:
    text = "**Note**: said\n\n**This is a very long phrase**\n\n**Bold** words without a colon\n"
    assert {b.path for b in document(text).blocks} == {()}


def test_a_name_in_a_list_heads_the_items_in_it() -> None:
    blocks = document("* *one*\n    * **Type**: int\n        * deeper\n* `two`\n    * x\n* three\n    * y\n").blocks
    assert [b.path for b in blocks] == [("one",), ("one",), ("one",), ("two",), ("two",), (), ()]


def test_an_id_of_a_heading_is_an_anchor() -> None:
    blocks = document("# Title {#the-id}\n\ntext\n").blocks
    assert [b.path for b in blocks] == [("Title",), ("Title",)]
    assert [p.target for p in blocks[0].pieces if p.target] == ["the-id"]


def test_a_collapsed_page_is_unfolded_where_it_stands() -> None:
    page = document(ONE_LINE)
    headings = [b.path[-1] for b in page.blocks if b.shape is Shape.HEADING]
    assert headings == ["MaxPool", "Category", "Short description", "Attributes", "Inputs", "Outputs", "Types"]
    assert [a.name for a in structure_of(page).attributes] == ["strides", "pads_begin", "axis"]
    for block in page.blocks:
        for piece in block.pieces:
            assert page.text.startswith(piece.text, piece.start)
    assert [b.path[-1] for b in page.blocks if b.shape is Shape.CODE] == ["Example 1"]
    assert all(a.start < b.start for a, b in zip(page.blocks, page.blocks[1:], strict=False))


def test_prose_with_stars_is_not_collapsed() -> None:
    text = "# A\n\n" + "The product a * b of *two* numbers, and " * 20 + "**all**.\n"
    assert len(document(text).blocks) == 2


def test_sections_and_their_types() -> None:
    sections = structure_of(document(PROFILE)).sections
    assert [(s.title, s.types, s.families) for s in sections] == [
        ("MaxPool (real)", (), frozenset({TypeFamily.REAL})),
        ("MaxPool (float)", ("float16", "float", "double"), frozenset({TypeFamily.FLOAT})),
        ("MaxPool (int)", ("int8", "uint8"), frozenset({TypeFamily.INT})),
    ]
    (version,) = structure_of(document(PAGE, "page.rst")).sections
    assert (version.version, version.types) == (30, ("double", "int8"))
    assert version.families == {TypeFamily.FLOAT, TypeFamily.INT}


def test_attributes_by_headings_items_and_rows() -> None:
    structure = structure_of(document(PROFILE))
    assert [(a.name, a.type_word) for a in structure.attributes][:3] == [
        ("auto_pad", "string"), ("ceil_mode", "int"), ("dilations", "list of ints"),
    ]  # fmt: skip
    strides = next(a for a in structure.attributes if a.name == "strides")
    assert structure.document.line(structure.document.place(strides.blocks[-1].start)[0]).endswith("moves along each.")
    table = "## Attributes\n\n| Name | Meaning |\n|---|---|\n| `strides` | steps |\n| `pads` | more |\n"
    assert [(a.name, len(a.blocks)) for a in structure_of(document(table)).attributes] == [("strides", 2), ("pads", 2)]
    names = [a.name for a in structure_of(document(PAGE, "page.rst")).attributes]
    assert names == ["auto_pad", "kernel_shape", "pads", "storage_order", "strides"]


def test_constraints_with_their_parts() -> None:
    labels = structure_of(document(PROFILE)).labels
    assert [lab.label for lab in labels if lab.is_restriction] == ["R1", "R2", "R3", "R4", "R5"]
    sizes = next(lab for lab in labels if "sizes" in lab.anchors)
    assert (sizes.label, sizes.name, sizes.bracketed) == ("C1", "Y", True)
    first = next(lab for lab in labels if lab.name == "auto_pad")
    assert first.rationale is not None
    assert first.rationale.text == "Rationale: ONNX has these."
    assert first.statement[0].text.startswith("Statement:")


@pytest.mark.parametrize(
    "heading",
    [
        r"$\text{ceil\_mode}$: int",
        r"$\texttt{ceil\_mode}$: `int`",
        r"$\mathit{ceil\_mode}$",
        r"ceil\_mode: int",
        "`ceil_mode`: int",
        "**ceil_mode** (int)",
        "Attribute `ceil_mode`",
    ],
)
def test_an_attribute_has_its_whole_name_in_each_style_of_heading(heading: str) -> None:
    text = f"# MaxPool (real)\n\n## Attributes\n\n### {heading}\n\nIt is 0.\n"
    assert [a.name for a in structure_of(document(text)).attributes] == ["ceil_mode"]
