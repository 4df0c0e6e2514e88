"""`maxpool model` with files of a hostile or a careless hand: a clear answer, soon, in little memory."""

from __future__ import annotations

import json
import os
import resource
import sys
import unicodedata
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("onnx", reason="onnx is not installed: pip install sonnx-maxpool[runtimes]")
helper = pytest.importorskip("onnx.helper")

from proofs.network.load import BadModel, load  # noqa: E402
from reference.common.isolation import Bounds, isolated  # noqa: E402
from tests.hostile_files import HEAD, MODEL_GRAPH, entry, external, model, written  # noqa: E402
from tests.hostile_models import CASES, called, function  # noqa: E402
from tests.test_model import FULL, check, pool  # noqa: E402

if sys.platform == "win32":
    pytest.skip("pipes and links are made as on POSIX", allow_module_level=True)


# What is refused as it is read takes no time; what is valid protobuf goes to processes of its own.
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if code == 2 else pytest.mark.tenth) for name, (_, code, _) in CASES.items()]
)
def test_each_has_a_clear_answer(name: str, tmp_path: Path) -> None:
    write, code, says = CASES[name]
    if name == "a file that may not be read" and os.geteuid() == 0:
        pytest.skip("this user may read all files")
    done = check(write(tmp_path))
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    assert (done.exit_code, says in done.output) == (code, True), done.output
    assert all(unicodedata.category(c) not in ("Cc", "Cf", "Zl", "Zp") for c in done.output if c != "\n")
    assert max(map(len, done.output.splitlines())) < 2500
    assert code != 2 or len(done.stderr.strip().splitlines()) == 1


def test_the_json_document_has_all_and_steers_no_terminal(tmp_path: Path) -> None:
    done = check(written(tmp_path, model(pool(**{**FULL, "auto_pad": "\x1b[2J\u202e" + "x" * 5000}))), "--json")
    assert done.stdout.isascii()
    assert "\x1b" not in done.stdout
    assert len(json.loads(done.stdout)["nodes"][0]["attributes"]["auto_pad"]) == 5005


def test_data_behind_a_link_are_not_opened(tmp_path: Path) -> None:
    """Whoever opened the pipe that the link points to would wait for ever; the sizes of R are in those data."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "w.bin").symlink_to(tmp_path / "pipe")
    found = model(helper.make_node("Reshape", ["X", "w"], ["R"]), pool("R", **FULL))
    external("w.bin", length="32")(found)
    found.graph.initializer[0].data_type = helper.TensorProto.INT64
    done = check(written(tmp_path, found))
    assert (done.exit_code, "pool: unknown" in done.stdout) == (1, True), done.output


def said_of(path: Path) -> tuple[str, bool]:
    """What is said of a file that is refused, and whether the bound on memory is what it was before."""
    before = resource.getrlimit(resource.RLIMIT_DATA)
    with pytest.raises(BadModel) as refusal:
        load(path)
    return str(refusal.value), resource.getrlimit(resource.RLIMIT_DATA) == before


def test_the_bound_on_memory_ends_with_the_reading(tmp_path: Path) -> None:
    """In a process of its own: what one has and does not use, it may use beside the bound."""
    path = written(tmp_path, HEAD + entry(MODEL_GRAPH, b"\x0a\x00" * 10_000_000))
    said, is_as_before = isolated(said_of, path, bounds=Bounds(60))
    assert ("times its size of memory" in said, is_as_before) == (True, True)


@pytest.mark.whole
def test_many_subgraphs_in_a_large_graph_take_no_time_of_all_pairs(tmp_path: Path) -> None:
    """Ten thousand graphs that all see forty thousand values: each looks up those that it asks for."""
    from collections import ChainMap

    from proofs.network.nodes import nodes

    inner = helper.make_graph([pool("v7", "b", **FULL)], "inner", [], [])
    chain = [helper.make_node("Relu", [f"v{i}"], [f"v{i + 1}"]) for i in range(20_000)]
    ifs = [helper.make_node("If", ["c"], [f"o{i}"], then_branch=inner, else_branch=inner) for i in range(5000)]
    found = model(*chain, *ifs)
    copied = 0

    class Counted(ChainMap[str, Any]):
        def __init__(self, *maps: Any) -> None:
            nonlocal copied
            copied += sum(len(m) for m in maps[:1])
            super().__init__(*maps)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("proofs.network.nodes.ChainMap", Counted)
        assert sum(1 for _ in nodes(found)) == 10_000
    assert copied < 1000


def test_a_body_has_the_functions_that_it_needs() -> None:
    """A thousand functions that each call one other: a model of each call has two of them, and not all."""
    from proofs.network.functions import bodies

    leaves = [function(f"leaf{i}", pool("a", "b", **FULL)) for i in range(1000)]
    callers = [function(f"f{i}", called(f"leaf{i}")) for i in range(1000)]
    many = model(*(called(f"f{i}", "X", f"Y{i}") for i in range(1000)), functions=[*leaves, *callers])
    sizes = [len(body) for body in bodies(many, lambda body: body).values()]
    assert len(sizes) == 2000
    assert max(sizes) < 1000


@pytest.mark.parametrize("depth", [50, 200])
def test_functions_are_followed_to_a_depth(depth: int) -> None:
    from math import inf

    from proofs.network.functions import followed

    chain = [function(f"f{i}", called(f"f{i + 1}")) for i in range(depth)]
    # The callers come last first, so that each function is known when the next is looked at.
    callers = [called(f"f{i}", "X", f"Y{i}") for i in reversed(range(depth))]
    found = followed(model(*callers, functions=[*chain, function(f"f{depth}", pool("a", "b", **FULL))]))
    assert (found == inf) == (depth == 200)
