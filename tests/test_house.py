"""The house: imports only point down and never in circles, every room is told, and no file outgrows one reading."""

from __future__ import annotations

import ast
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from reference.common import house
from reference.common.house import FLOORS, drawing, name_of

ROOT = Path(__file__).resolve().parent.parent

MOST_LINES, MOST_OF_TESTS = 300, 400
LONGER = {
    "spec.language.terms": "the language is one table of nodes, read as a whole",
    "reference.common.isolation": "how a process is started, limited, heard and ended: each part means little alone",
}
"""The modules that are longer than one reading should be, each with the reason."""
SKIPPED = {".git", ".hypothesis", "__pycache__", "build", "dist", "htmlcov"}
"""Folders that hold nothing of the project; environments, caches and what a build leaves are others."""


def files() -> Iterator[Path]:
    """Every file of the project, tracked or not, by a walk of the tree."""
    for folder, subfolders, names in os.walk(ROOT):
        subfolders[:] = sorted(s for s in subfolders if not _is_skipped(s))
        # What coverage measured here names the files of this machine, and so does the file that a work tree has in
        # place of Git's folder; neither is a part of the project.
        yield from (Path(folder, name) for name in sorted(names) if name != ".git" and not name.startswith(".coverage"))


def _is_skipped(folder: str) -> bool:
    return folder in SKIPPED or folder.startswith(".venv") or folder.endswith(("_cache", ".egg-info"))


def is_test(path: Path) -> bool:
    return path.relative_to(ROOT).parts[0] == "tests" or path.name == "conftest.py" or path.name.startswith("test_")


WRITTEN = ROOT / "docs"
"""What is Python there, the campaign wrote: it belongs to no room."""
PYTHON = {name_of(path): path for path in files() if path.suffix == ".py" and WRITTEN not in path.parents}
BUILD = ("hatch_build", "mkdocs_hooks")
"""They make the wheel and the site, and are no part of the house."""
MODULES: Mapping[str, Path] = {name: path for name, path in PYTHON.items() if not is_test(path) and name not in BUILD}
"""The modules of the rooms by their names, without the tests."""


# A test asks all modules: to begin one for each takes longer than what it asks.


def tree(module: str) -> ast.Module:
    return house.tree(MODULES[module])


@cache
def imported(module: str) -> set[str]:
    """What a module imports of the house and of its tests, by full names."""
    found = house.imported(MODULES[module], PYTHON)
    return {name for name in found if name.split(".")[0] in (*FLOORS, "tests")}


def test_imports_are_written_in_full() -> None:
    relative = [m for m in MODULES for n in ast.walk(tree(m)) if isinstance(n, ast.ImportFrom) and n.level]
    assert relative == []


def test_every_module_is_on_a_floor() -> None:
    assert {name.split(".")[0] for name in MODULES} == set(FLOORS)
    assert len(MODULES) > 30


def test_imports_point_down() -> None:
    """spec imports spec alone; reference also spec; proofs also reference; maxpool all; none imports a test."""
    floor = {name: FLOORS.index(name.split(".")[0]) for name in MODULES}
    edges = [(module, name) for module in MODULES for name in sorted(imported(module))]
    assert [edge for edge in edges if edge[1] not in MODULES] == []
    assert [(module, name) for module, name in edges if floor[name] > floor[module]] == []


def test_imports_go_in_no_circle() -> None:
    graph = {module: imported(module) for module in MODULES}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


def room_of(module: str) -> str:
    """The folder that a module stands in."""
    return MODULES[module].parent.relative_to(ROOT).as_posix()


def test_rooms_go_in_no_circle() -> None:
    """Between folders as between files: a room stands on others, and none of those on it."""
    rooms: dict[str, set[str]] = {}
    for module in MODULES:
        rooms.setdefault(room_of(module), set()).update(map(room_of, imported(module)))
    try:
        TopologicalSorter({room: below - {room} for room, below in rooms.items()}).prepare()
    except CycleError as error:
        pytest.fail(" stands on ".join(reversed(error.args[1])))


def told_rooms() -> dict[str, set[str]]:
    """The rooms of CONTRIBUTING's table, each with those of its own floor that it may import."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z]+(?:/[a-z0-9]+)?)` \| [^|]+ \|([^|]*)\|$", text, re.M)
    floors = {name: name.split("/")[0] for name, _ in rows}
    named = {name: re.findall(r"`([a-z0-9]+)`", may) for name, may in rows}
    return {n: {f if short == (f := floors[n]) else f"{f}/{short}" for short in named[n]} for n in named}


def test_the_table_of_the_rooms_says_what_is_so() -> None:
    """Each room is told, and imports of its floor what it is said to, no more and no less."""
    found = {name: room for name, room in house.rooms().items() if room.files > 1}
    assert told_rooms() == {n: {b for b in room.below if b.startswith(room.floor)} for n, room in found.items()}


def test_the_picture_of_the_house_is_up_to_date() -> None:
    """`make house` draws it."""
    assert (ROOT / "docs" / "house.svg").read_text(encoding="utf-8") == drawing()


MOST_FILES = 12
"""About ten: a room is looked over at a glance."""


def test_no_room_is_a_corridor() -> None:
    files_in = Counter(room_of(m) for m in MODULES if MODULES[m].name != "__init__.py")
    assert {room: n for room, n in files_in.items() if n > MOST_FILES} == {}


def test_one_word_is_one_thing() -> None:
    """No two public classes share a name."""
    places: dict[str, list[str]] = {}
    for module in MODULES:
        for node in tree(module).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(module)
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


OF_MAXPOOL = (
    "maxpool",
    "spec.maxpool",
    "reference",
    "proofs.maxpool",
    "proofs.catalogue",
    "proofs.siblings",
    "proofs.theories",
    "proofs.program",
    "proofs.kernel",
    "proofs.kit",
    "proofs.why3",
    "proofs.acsl",
    "proofs.soundness",
    "proofs.mutation.programs",
    "proofs.mutation.prover",
    "proofs.mutation.pytest_plugin",
    "proofs.network",
    "proofs.audit",
    "proofs.bench",
    "proofs.drawing",
    "spec.documents",
    "spec.examples",
    "spec.explorer.maxpool",
)
"""MaxPool's own rooms, and those that read its documents or run it. No other names it: they take an operator."""


def test_other_rooms_name_no_operator() -> None:
    own = ("spec.maxpool", "proofs.maxpool", "proofs.theories")
    others = [module for module in MODULES if not module.startswith(OF_MAXPOOL)]
    assert [(module, name) for module in others for name in imported(module) if name.startswith(own)] == []


def undocumented(module: str) -> Iterator[str]:
    """What is public in a module and says nothing of itself: the module, its classes and functions, their methods."""
    if not ast.get_docstring(tree(module)):
        yield module
    yield from _undocumented(module, tree(module))


def _undocumented(owner: str, node: ast.Module | ast.ClassDef) -> Iterator[str]:
    for child in node.body:
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and not child.name.startswith("_"):
            name = f"{owner}.{child.name}"
            if not ast.get_docstring(child):
                yield name
            if isinstance(child, ast.ClassDef):
                yield from _undocumented(name, child)


def test_everything_public_has_a_docstring() -> None:
    assert [name for module in MODULES for name in undocumented(module)] == []


NAME = re.compile(rf"\b({'|'.join(FLOORS[:3])})(\.\w+)+")


def unknown_names(text: str) -> Iterator[str]:
    """The full names in a text, of modules or of what stands in them, for which there is nothing."""
    for name in (match.group() for match in NAME.finditer(text)):
        parts = name.split(".")
        owner = next((m for i in range(len(parts), 1, -1) if (m := ".".join(parts[:i])) in MODULES), None)
        if owner is None or (owner != name and parts[owner.count(".") + 1] not in bound(owner)):
            yield name


@cache
def bound(module: str) -> set[str]:
    """The names that a module defines."""
    nodes = [node for statement in tree(module).body for node in ast.walk(statement)]
    defined = {n.name for n in nodes if isinstance(n, ast.ClassDef | ast.FunctionDef)}
    return defined | {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def prose(module: str) -> Iterator[str]:
    """The strings of a module that are statements: its docstrings, those below constants included."""
    for node in ast.walk(tree(module)):
        match node:
            case ast.Expr(ast.Constant(str() as text)):
                yield text


def test_docstrings_name_what_there_is() -> None:
    assert [(module, name) for module in MODULES for text in prose(module) for name in unknown_names(text)] == []


def test_a_name_of_nothing_is_found() -> None:
    named = "`spec.language.terms.Term` of `spec.language`, `spec.language.terms.Nothing`, and spec.nowhere"
    assert list(unknown_names(named)) == ["spec.language.terms.Nothing", "spec.nowhere"]


def test_files_fit_in_one_reading() -> None:
    lines = {module: len(path.read_text(encoding="utf-8").splitlines()) for module, path in PYTHON.items()}
    short = {module for module in MODULES if module not in LONGER}
    assert {m: n for m, n in lines.items() if n > (MOST_LINES if m in short else MOST_OF_TESTS)} == {}


def test_no_test_reads_the_clock() -> None:
    """Beside other work everything takes longer: what hangs is ended, far away, and figures are for `bench`."""
    clock = re.compile(r"\b(monotonic|perf_counter|process_time|time\.time)\(")
    assert clock.search("time.monotonic" + "()")
    tests = (path for path in files() if path.suffix == ".py" and "test" in path.name)
    assert [path.name for path in tests if clock.search(text_of(path))] == []


FORBIDDEN = {
    "a path of one machine": re.compile(r"(?<![\w.*>\]~-])/(work|root|home|Users|tmp|opt)/\w"),
    "a package registry's host": re.compile(
        r"pypi\."
        + r"org|files\.python"
        + r"hosted|registry\.npm"
        + r"js|deb\.deb"
        + r"ian|index-"
        + r"url\s*=|https?://[^\s)>]*simple/"
    ),
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_nothing_names(what: str) -> None:
    """No file tells where it was written, or which registry its packages came from."""
    found = [
        f"{path.relative_to(ROOT)}:{number}: {match.group()}"
        for path in files()
        for number, line in enumerate(text_of(path).splitlines(), 1)
        if (match := FORBIDDEN[what].search(line))
    ]
    assert found == []


def text_of(path: Path) -> str:
    """A file's text; bytes that are none stay out of the way."""
    return path.read_text(encoding="utf-8", errors="replace")


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("open('/" + "work/main/x')", "a path of one machine"),
        ("see /" + "home/someone", "a path of one machine"),
        ("--index-" + "url=x", "a package registry's host"),
        ("https://" + "pypi." + "org/simple", "a package registry's host"),
    ],
    ids=["a folder of work", "a folder of someone", "an option", "a host"],
)
def test_what_is_forbidden_is_found(line: str, what: str) -> None:
    assert FORBIDDEN[what].search(line)


@pytest.mark.parametrize(
    "line",
    ["a relative/" + "work/path", "X/home/y", "https://example.com/" + "work/x", "and/or"],
    ids=["a relative path", "a folder within one", "an address", "no path"],
)
def test_what_is_allowed_is_not_found(line: str) -> None:
    assert not any(pattern.search(line) for pattern in FORBIDDEN.values())
