"""How long `maxpool model` takes for a chain of many nodes, and how much memory."""

from __future__ import annotations

import sys
import tempfile
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import Literal, TypedDict

from rich.console import Console

from reference.common.errors import CannotRun, NotInstalled
from reference.common.isolation import Bounds, Stopped, run_command
from reference.common.layout import PACKAGE, command

SECONDS = 3600.0
KILOBYTE, MEGABYTE = 1024, 2**20


class NetworkTimeJson(TypedDict):
    """A chain of nodes, whether its sizes are known or open, and what it took; null where the platform does not say."""

    sizes: str
    seconds: float
    megabytes: float | None


class BenchNetworkJson(TypedDict):
    """How long `maxpool model` takes for chains of many nodes, and how much memory."""

    schema: Literal["maxpool/bench-network/1"]
    nodes: int
    networks: list[NetworkTimeJson]


def measure(nodes: int) -> BenchNetworkJson:
    """Seconds and megabytes for chains of so many nodes: one size of X throughout, and sizes that are left open.

    The megabytes are the most that any one process had; None where the platform does not say.
    """
    if find_spec("onnx") is None:
        raise NotInstalled("onnx", "runtimes")
    kinds: dict[str, tuple[int | str, ...]] = {"known sizes": (1, 3, 64, 64), "open sizes": (1, 3, "H", "W")}
    networks = [_time(name, nodes, shape) for name, shape in kinds.items()]
    return {"schema": "maxpool/bench-network/1", "nodes": nodes, "networks": networks}


def _time(sizes: str, nodes: int, shape: tuple[int | str, ...]) -> NetworkTimeJson:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "chain.onnx")
        path.write_bytes(_chain(nodes, shape))
        before = monotonic()
        try:
            done = run_command(command(f"{PACKAGE}maxpool", "model", str(path)), Bounds(SECONDS))
        except Stopped as stopped:
            raise CannotRun(f"maxpool model: {stopped}") from None
        seconds = monotonic() - before
    if done.code != 0:
        raise CannotRun(f"maxpool model: {done.last_line}")
    return {"sizes": sizes, "seconds": seconds, "megabytes": _most_memory()}


def _chain(nodes: int, shape: tuple[int | str, ...]) -> bytes:
    helper = import_module("onnx.helper")
    attributes = {"kernel_shape": [3, 3], "pads": [1] * 4, "strides": [1, 1], "dilations": [1, 1]}
    more = {"auto_pad": "NOTSET", "ceil_mode": 0, "storage_order": 0}
    made = [
        helper.make_node("MaxPool", [f"T{i}"], [f"T{i + 1}"], name=f"pool{i}", **attributes, **more)
        for i in range(nodes)
    ]
    ends = [helper.make_tensor_value_info(name, 1, sizes) for name, sizes in (("T0", shape), (f"T{nodes}", [None] * 4))]
    graph = helper.make_graph(made, "chain", ends[:1], ends[1:])
    data: bytes = helper.make_model(
        graph, ir_version=8, opset_imports=[helper.make_opsetid("", 12)]
    ).SerializeToString()
    return data


def _most_memory() -> float | None:
    """The most memory that a process had which this one has started, or which those have."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    unit = MEGABYTE / KILOBYTE if sys.platform != "darwin" else MEGABYTE
    return float(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / unit)


def show(console: Console, figures: BenchNetworkJson) -> None:
    """A line for each network."""
    for network in figures["networks"]:
        memory = "" if network["megabytes"] is None else f", {network['megabytes']:.0f} MB"
        console.print(f"{figures['nodes']:,} nodes, {network['sizes']}: {network['seconds']:.1f} s{memory}")
