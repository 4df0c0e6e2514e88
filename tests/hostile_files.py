"""Files that a hostile or a careless hand gives to `maxpool model`, by names: each writes itself into a folder.

What a library would not write is put together from bytes.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.test_model import FLOAT, FULL, pool

helper = pytest.importorskip("onnx.helper")

Write = Callable[[Path], Path]
CASES: dict[str, tuple[Write, int, str]] = {}
"""By name: what writes the file, the exit code, and words of the answer."""


def case(name: str, code: int, says: str) -> Callable[[Write], Write]:
    def kept(write: Write) -> Write:
        CASES[name] = write, code, says
        return write

    return kept


def model(*nodes: Any, shape: Any = (1, 1, 5, 5), opset: int = 12, functions: Any = ()) -> Any:
    ends = [helper.make_tensor_value_info("X", FLOAT, shape)]
    graph = helper.make_graph(
        list(nodes or [pool(**FULL)]), "g", ends, [helper.make_tensor_value_info("Y", FLOAT, None)]
    )
    imports = [helper.make_opsetid("", opset), helper.make_opsetid("my", 1)]
    return helper.make_model(graph, ir_version=8, opset_imports=imports, functions=functions)


def written(folder: Path, data: Any) -> Path:
    path = folder / "m.onnx"
    path.write_bytes(data if isinstance(data, bytes) else data.SerializeToString())
    return path


def made(name: str, code: int, says: str, make: Callable[[], Any]) -> None:
    CASES[name] = (lambda folder: written(folder, make())), code, says


def changed(name: str, code: int, says: str, change: Callable[[Any], Any]) -> None:
    def make() -> Any:
        found = model()
        change(found)
        return found

    made(name, code, says, make)


# --- bytes -----------------------------------------------------------------------------------------


def number(value: int) -> bytes:
    """A number as protobuf writes it."""
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value])


def entry(field: int, data: bytes) -> bytes:
    """A field that holds bytes."""
    return number(field << 3 | 2) + number(len(data)) + data


MODEL_GRAPH, GRAPH_NODE, NODE_ATTRIBUTE, ATTRIBUTE_GRAPH = 7, 1, 5, 6
HEAD = b"\x08\x08" + entry(8, b"\x10\x0c")
"""IR version 8 and opset 12."""


def nested(depth: int, name: bytes) -> bytes:
    """A graph in an attribute of a node of a graph, and so on."""
    graph = b""
    for _ in range(depth):
        attribute = entry(1, b"then_branch") + entry(ATTRIBUTE_GRAPH, graph) + b"\xa0\x01\x05"
        graph = entry(GRAPH_NODE, entry(4, name) + entry(NODE_ATTRIBUTE, attribute))
    return HEAD + entry(MODEL_GRAPH, graph)


def tenth(of_ten: int) -> Callable[[], bytes]:
    def make() -> bytes:
        data: bytes = model(*(pool(name=f"n{i}", Y=f"Y{i}", **FULL) for i in range(20))).SerializeToString()
        return data[: len(data) * of_ten // 10]

    return make


for at in range(10):
    made(f"truncated at {at} tenths", 2, "is not an ONNX model", tenth(at))
made("If, 2,000 deep", 2, "nested too deeply", lambda: nested(2000, b"If"))
made("Loop, 2,000 deep", 2, "nested too deeply", lambda: nested(2000, b"Loop"))
made("If, 32 deep", 1, "not a valid ONNX model", lambda: nested(32, b"If"))
made("a head that claims 2 GB", 2, "is not an ONNX model", lambda: HEAD + b"\x3a" + number(2**31 - 1) + b"\x0a\x00")
made("a head that claims 2**63 bytes", 2, "is not an ONNX model", lambda: HEAD + b"\x3a" + number(2**63 - 1))
made(
    "a hundred thousand empty nodes",
    1,
    "not a valid ONNX model",
    lambda: HEAD + entry(MODEL_GRAPH, b"\x0a\x00" * 100_000),
)
made("an empty file", 2, "is not an ONNX model", lambda: b"")
made("another format", 2, "is not an ONNX model", lambda: b"\x89PNG\r\n\x1a\n" + bytes(100))
made("text", 2, "is not an ONNX model", lambda: b"MaxPool\n" * 50)
made("no graph", 2, "no graph", lambda: HEAD)
made("no opset", 2, "no opset", lambda: b"\x08\x08" + entry(MODEL_GRAPH, entry(GRAPH_NODE, entry(4, b"MaxPool"))))


# --- what is no file -------------------------------------------------------------------------------


@case("a folder", 2, "directory")
def _folder(folder: Path) -> Path:
    return folder


@case("nothing", 2, "No such file")
def _nothing(folder: Path) -> Path:
    return folder / "m.onnx"


@case("a pipe", 2, "no regular file")
def _pipe(folder: Path) -> Path:
    os.mkfifo(folder / "m.onnx")
    return folder / "m.onnx"


@case("a device", 2, "no regular file")
def _device(folder: Path) -> Path:
    return Path("/dev/zero")


@case("a file that may not be read", 2, "Permission denied")
def _unreadable(folder: Path) -> Path:
    path = written(folder, model())
    path.chmod(0)
    return path


@case("a link to itself", 2, "symbolic links")
def _loop(folder: Path) -> Path:
    (folder / "m.onnx").symlink_to("m.onnx")
    return folder / "m.onnx"


# --- data that are elsewhere -----------------------------------------------------------------------


def external(location: str, **more: str) -> Callable[[Any], None]:
    def change(found: Any) -> None:
        tensor = found.graph.initializer.add(name="w", data_type=FLOAT, dims=[4], data_location=1)
        for key, value in {"location": location, **more}.items():
            tensor.external_data.add(key=key, value=value)

    return change


for where in ("../../etc/passwd", "/etc/passwd", "a/../../b", "C:\\x", "..\\x", "\\\\host\\x", "", "a\x1b[2J/../../b"):
    changed(f"data at {where!r}", 2, "not in its own folder", external(where))
changed("data at an offset of 2**63", 0, "inside", external("w.bin", offset=str(2**63), length="-1"))
changed("data with an offset that is no number", 0, "inside", external("w.bin", offset="a"))


@case("data behind a link", 0, "inside")
def _linked(folder: Path) -> Path:
    (folder / "w.bin").symlink_to("/etc/passwd")
    found = model()
    external("w.bin")(found)
    return written(folder, found)


@case("data with no location", 0, "inside")
def _nowhere(folder: Path) -> Path:
    found = model()
    found.graph.initializer.add(name="w", data_type=FLOAT, dims=[4], data_location=1)
    return written(folder, found)
