"""The worked examples as data, held against the text of the documents: every cell, attribute, type and shape.

The documents are no part of the repository: where they are absent, the tests that read them are skipped.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from spec.examples import nhwc, onnx, openvino, sonnx
from spec.examples.catalogue import ALL as WITH_ADDED
from spec.examples.catalogue import by_label
from spec.examples.model import Example, Grid, OperatorName, RandomInput, number
from spec.examples.sources import NHWC, ONNX, ONNX_DIFFERENCES, OPENVINO, SONNX, TEXTS
from spec.operator.clauses import ADDED, Source

ALL = tuple(e for e in WITH_ADDED if e.source.document != ADDED.document)
"""The documents' own examples."""

DOCUMENTS = Path(__file__).resolve().parent.parent.parent / "shared" / "documents"

# What the pages call a type, and what ONNX does.
TYPES = {"float32": "float", "uint8": "uint8"}


def document(name: str) -> str:
    if not DOCUMENTS.is_dir():
        pytest.skip("the documents are not here: no folder shared/documents next to the repository")
    return (DOCUMENTS / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", TEXTS)
def test_lines_are_cited_of_this_text(name: str) -> None:
    assert hashlib.sha256(document(name).encode("utf-8")).hexdigest() == TEXTS[name]


def from_line(source: Source, next_heading: str) -> tuple[str, str]:
    """The line of the source, and the text from there to the next line that begins like a heading."""
    assert source.line is not None
    first, *rest = document(source.document).splitlines()[source.line - 1 :]
    end = next((i for i, line in enumerate(rest) if re.match(next_heading, line)), len(rest))
    return first, "\n".join(rest[:end])


def matching_lines(name: str, pattern: str) -> list[int]:
    return [i for i, line in enumerate(document(name).splitlines(), 1) if re.match(pattern, line)]


def printed_list(text: str) -> Grid:
    """A bracketed list as a grid: the shape by its nesting, the cells as they are printed."""
    # Some rows lack the comma between them; the cells are taken from the text as it stands.
    nested = ast.literal_eval(re.sub(r"\]\s*\[", "], [", text))
    shape = []
    while isinstance(nested, list):
        shape.append(len(nested))
        nested = nested[0]
    return Grid(tuple(shape), tuple(re.findall(r"[^][,\s]+", text)))


def tuples(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def dimensions(text: str) -> tuple[int, ...]:
    return tuple(int(size) for size in re.findall(r"\d+", text))


def named(examples: tuple[Example, ...]) -> list[object]:
    return [pytest.param(example, id=example.label) for example in examples]


# --- the SONNX draft ---


def matrices(text: str) -> dict[str, Grid]:
    """The grids of the text's bmatrix blocks, one plane each, by the name to the left of the equals sign."""
    grids: dict[str, Grid] = {}
    for left, right in re.findall(r"^```math\n(.+?)=(.+?)^```$", text, re.DOTALL | re.MULTILINE):
        name = re.sub(r"\\text|[{}\s]", "", left)
        body = re.sub(r"\\(begin|end) ?\{bmatrix\}", "", right).strip().removesuffix(r"\\")
        rows = [[cell.strip() for cell in row.split("&")] for row in body.split(r"\\")]
        assert len({len(row) for row in rows}) == 1, f"{name}: rows of several lengths"
        assert name not in grids, f"{name} stands twice"
        grids[name] = Grid((1, 1, len(rows), len(rows[0])), tuple(cell for row in rows for cell in row))
    return grids


@pytest.mark.parametrize("example", named(sonnx.EXAMPLES))
def test_sonnx(example: Example) -> None:
    heading, text = from_line(example.source, "#")
    grids = matrices(text)
    assert grids.pop("Y", None) == example.Y
    assert grids.pop("Indices", None) == example.Indices
    if example.listing_of:
        listed = by_label(example.listing_of)
        assert f"example {listed.label.rsplit('.')[-1]} above" in heading.lower()
        assert (example.X, example.attributes, example.dtype) == (listed.X, listed.attributes, listed.dtype)
        assert example.shape_Y == listed.shape_Y
    else:
        assert heading.startswith("### Example")
        assert grids.pop("X") == example.X
        facts = dict(re.findall(r"^- (.+?)\s*[:=]\s*(.+?)\s*$", text.replace("\\_", "_"), re.MULTILINE))
        assert facts.pop("Data type", "real") == example.dtype
        listed_attributes = {
            {"dilation": "dilations"}.get(name, name): dimensions(facts.pop(name))
            for name in ("kernel_shape", "pads", "dilation", "strides")
        }
        unlisted = {"auto_pad": "NOTSET", "ceil_mode": 0, "storage_order": 0}
        assert example.attributes == {**listed_attributes, **unlisted}
        shapes = {name.split("$")[1]: dimensions(shape) for name, shape in facts.items()}
        assert isinstance(example.X, Grid)
        assert shapes.pop("X", None) == example.X.shape or shapes.pop("E") == example.X.shape
        assert set(shapes) in ({"Y", "Ind"}, {"Y", r"\text{indices}"})
        assert set(shapes.values()) == {example.shape_Y}
    assert not grids


def test_sonnx_is_complete() -> None:
    lines = [e.source.line for e in sonnx.EXAMPLES if not e.listing_of]
    assert lines == matching_lines(SONNX, "### Example")
    grids = sum(len([g for g in (e.Y, e.Indices) if g]) + (not e.listing_of) for e in sonnx.EXAMPLES)
    assert document(SONNX).count("```math") == grids


# --- the ONNX pages and the NHWC page ---


def printings(examples: tuple[Example, ...]) -> Iterator[object]:
    for example in examples:
        for source in (example.source, *example.restated):
            yield pytest.param(example, source, id=f"{example.label}-{source.document}")


@pytest.mark.parametrize(("example", "source"), [*printings(onnx.EXAMPLES), *printings(nhwc.EXAMPLES)])
def test_onnx_pages(example: Example, source: Source) -> None:
    heading, text = from_line(source, r"\*\*|\.\. ")
    assert heading == f"**{source.label}**"
    assert source.label.removeprefix("_") == example.label.split(".")[-1]

    node = re.search(r"node = (onnx\.helper\.make_node\(.*?\))\n    x = ", text, re.DOTALL)
    assert node is not None
    call = ast.parse(node[1], mode="eval").body
    assert isinstance(call, ast.Call)
    settings = {keyword.arg or "": ast.literal_eval(keyword.value) for keyword in call.keywords}
    assert settings.pop("inputs") == ["x"]
    assert settings.pop("outputs") == (["y", "z"] if example.Indices else ["y"])
    attributes = {name: tuples(value) for name, value in settings.items()}
    # By their text, since True equals 1 and the page prints one of the two.
    assert {name: repr(value) for name, value in attributes.items()} == {
        name: repr(value) for name, value in example.attributes.items()
    }

    arrays = re.findall(r"^    (\w) = np\.array\((.*?)\)\.astype\(np\.(\w+)\)$", text, re.DOTALL | re.MULTILINE)
    grids = {name: printed_list(literal.strip()) for name, literal, _ in arrays}
    types = {name: dtype for name, _, dtype in arrays}
    drawn = re.search(r"^    x = np\.random\.randn\((.*?)\)\.astype\(np\.(\w+)\)$", text, re.MULTILINE)
    if drawn is not None:
        assert not grids
        shape = RandomInput(dimensions(drawn[1]))
        assert shape == example.X
        types["x"] = drawn[2]
    else:
        assert grids.pop("x") == example.X
        assert types.pop("y") == types["x"]
        assert types.pop("z", "int64") == "int64"
    assert TYPES[types["x"]] == example.dtype
    assert grids.pop("y", None) == example.Y
    assert grids.pop("z", None) == example.Indices
    assert not grids
    stated = dict(re.findall(r"^    (input_shape|output_shape): (.+)$", text, re.MULTILINE))
    assert {name: dimensions(shape) for name, shape in stated.items()} == {
        "input_shape": example.X.shape,
        "output_shape": example.shape_Y,
    }


@pytest.mark.parametrize("name", [ONNX, ONNX_DIFFERENCES, NHWC])
def test_onnx_pages_are_complete(name: str) -> None:
    lines = [s.line for e in ALL for s in (e.source, *e.restated) if s.document == name]
    assert lines == matching_lines(name, r"\*\*_?maxpool_")


# --- the OpenVINO page ---


def fenced(source: Source, beginning: str) -> str:
    """The first code block from the source's column on, where the text begins as it should."""
    assert source.line == 1
    assert source.column is not None
    text = document(source.document)[source.column - 1 :]
    assert text.startswith(beginning)
    return text.split("```")[1].strip()


@pytest.mark.parametrize("example", named(tuple(e for e in openvino.EXAMPLES if not e.inferred)))
def test_openvino(example: Example) -> None:
    block = fenced(example.source, f"{example.source.label} shows")
    _, *parts = re.split(r"(\w+) = ", block)
    printed = dict(zip(parts[::2], parts[1::2], strict=True))
    missing = sum(len(re.findall(r"\]\s*\[", text)) for text in printed.values())
    assert ("comma" in example.note) == bool(missing)
    assert printed_list(printed.pop("input")) == example.X
    assert printed_list(printed.pop("output0")) == example.Y
    assert printed_list(printed.pop("output1")) == example.Indices
    assert {name: tuples(ast.literal_eval(text.strip())) for name, text in printed.items()} == example.attributes


@pytest.mark.parametrize("example", named(tuple(e for e in openvino.EXAMPLES if e.inferred)))
def test_openvino_layers(example: Example) -> None:
    sizes = dimensions(fenced(example.source, "```xml"))
    shapes = [sizes[i : i + 4] for i in range(0, len(sizes), 4)]
    layer = 3 * (int(example.label.split(".")[-1]) - 1)
    assert len(shapes) == 9
    assert shapes[layer : layer + 3] == [example.X.shape, example.shape_Y, example.shape_Y]


def test_openvino_is_complete() -> None:
    columns = [match.start() + 1 for match in re.finditer(r"Example \d+ shows|```xml", document(OPENVINO))]
    assert list(dict.fromkeys(e.source.column for e in openvino.EXAMPLES)) == columns


# --- the data alone ---


def grids_of(example: Example) -> Mapping[str, Grid]:
    named_grids = {"X": example.X, "Y": example.Y, "Indices": example.Indices}
    return {name: grid for name, grid in named_grids.items() if isinstance(grid, Grid)}


def test_labels_are_unique_and_found() -> None:
    assert len({e.label for e in ALL}) == len(ALL)
    assert all(by_label(e.label) is e for e in ALL)
    with pytest.raises(KeyError):
        by_label("sonnx.real.2")


def test_every_document_has_its_count() -> None:
    assert Counter(e.source.document for e in ALL) == {SONNX: 12, ONNX: 15, NHWC: 15, OPENVINO: 10}
    assert [s.document for e in ALL for s in e.restated] == [ONNX_DIFFERENCES] * 15


def test_operators_and_versions_are_the_documents() -> None:
    assert {(e.source.document, e.operator, e.version) for e in ALL} == {
        (SONNX, OperatorName.SONNX, None),
        (ONNX, OperatorName.ONNX, 12),
        (NHWC, OperatorName.NHWC, 11),
        (OPENVINO, OperatorName.OPENVINO, None),
    }


def test_grids_fill_their_shapes() -> None:
    for example in ALL:
        for name, grid in grids_of(example).items():
            assert len(grid.indices()) == len(grid.cells), (example.label, name)
            assert name == "X" or grid.shape == example.shape_Y, (example.label, name)


def test_misprints_are_what_is_printed() -> None:
    for example in ALL:
        for misprint in example.misprints:
            grid = grids_of(example)[misprint.tensor]
            if misprint.index:
                printed = dict(zip(grid.indices(), grid.cells, strict=True))[misprint.index]
                number(misprint.right)
            else:
                printed = str(list(grid.shape))
            assert misprint.printed == printed != misprint.right, (example.label, misprint)
            assert misprint.reason, (example.label, misprint)


def test_all_other_cells_are_numbers() -> None:
    for example in ALL:
        for name, grid in grids_of(example).items():
            wrong = {m.index for m in example.misprints if m.tensor == name}
            for index, cell in zip(grid.indices(), grid.cells, strict=True):
                if index not in wrong:
                    number(cell)


def test_listings_say_what_of_and_by_whom() -> None:
    for example in ALL:
        assert bool(example.listing_of) == bool(example.printed_by), example.label
        if example.listing_of:
            assert not by_label(example.listing_of).listing_of
