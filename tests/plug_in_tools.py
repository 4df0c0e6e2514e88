"""What the tests of a runtime of one's own share: the examples of docs/plug-in.md, and calls to put to a runtime."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from maxpool import app
from reference.c.library import COMPILERS
from reference.fast import twin as fast
from reference.runtimes.protocol import RuntimeCall
from reference.runtimes.running.process import CallLimits, Process, Reply

DOCS = Path(__file__).parent.parent / "docs" / "plug-in.md"
CALL = RuntimeCall((2, 3, 5, 6), "float32", (3, 2), (2, 1), (1, 2), (1, 1, 1, 1))
NO_ROOM = RuntimeCall((1, 1, 2, 2), "float32", (3, 3), (1, 1), (1, 1), (0, 0, 0, 0))
compiled = pytest.mark.skipif(not any(map(shutil.which, COMPILERS)), reason="no C compiler is installed")
linux = pytest.mark.skipif(sys.platform != "linux", reason="the signals and libraries are Linux's")


def examples() -> dict[str, str]:
    """The files of the page by their names, which stand in their first lines."""
    blocks = re.findall(r"^```\w+\n(.*?)^```$", DOCS.read_text("utf-8"), re.M | re.S)
    named = ((re.match(r"(?:#|/\*) (\w+\.\w+)", block), block) for block in blocks)
    return {name[1]: block for name, block in named if name}


def cc(folder: Path, *arguments: str) -> None:
    subprocess.run(["cc", "-O1", "-Wall", "-Wextra", "-Werror", *arguments, "-lm"], cwd=folder, check=True)


def library(folder: Path, text: str, said: str) -> str:
    """A library of a text in C, with a map."""
    (folder / "own.c").write_text(text, "utf-8")
    (folder / "own.toml").write_text(said, "utf-8")
    cc(folder, "-shared", "-fPIC", "-o", "own.so", "own.c")
    return f"{folder / 'own.so'}:{folder / 'own.toml'}"


def source(folder: Path, body: str, signature: str = "X, kernel_shape, strides, dilations, pads") -> str:
    """A function of a file."""
    (folder / "own.py").write_text(f"import os, numpy as np\n\n\ndef pool({signature}):\n    {body}\n", "utf-8")
    return f"{folder / 'own.py'}:pool"


def tensor(call: RuntimeCall = CALL) -> np.ndarray[tuple[int, ...], np.dtype[np.generic]]:
    return np.random.default_rng(0).integers(-9, 9, call.shape).astype(call.dtype)


def replies(name: str, *calls: RuntimeCall, indices: bool = True, seconds: float = 20) -> list[Reply]:
    process = Process(name, CallLimits(seconds=seconds, megabytes=512))
    try:
        process.start()
        return [process.ask(call, tensor(call), indices=indices) for call in calls or (CALL,)]
    finally:
        process.close()


def is_right(reply: Reply, call: RuntimeCall = CALL) -> bool:
    wanted = fast.maxpool(tensor(call), **call.attributes)
    return [part.tobytes() for part in reply.outputs] == [part.tobytes() for part in wanted]


def conform(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["conform", "--cases", "24", "--json", *arguments])


def conforming(done: Result) -> int:
    assert done.exit_code == 0, done.output + done.stderr
    (runtime,) = json.loads(done.stdout)["runtimes"]
    assert runtime["divergences"] == []
    return int(runtime["conforming"])
