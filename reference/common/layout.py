"""Where the tool stands, in a checkout and installed, and by which names its modules are imported there.

In a checkout the rooms are imported as `spec`, `proofs` and `reference`; installed, as parts of one package.
`hatch_build.py` makes the one from the other.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

PACKAGE = __name__.partition("reference.")[0]
"""What stands before the name of a room in an import: nothing in a checkout; else a package's name and a dot."""
ROOT = Path(__file__).resolve().parents[2]
"""The folder of the rooms and the front door."""

_START = """
import runpy, sys, types
package, folder, module = sys.argv[1:4]
del sys.argv[1:4]
if package:
    sys.modules[package] = types.ModuleType(package)
    sys.modules[package].__path__ = [folder]
else:
    sys.path.insert(0, folder)
runpy.run_module(module, run_name="__main__", alter_sys=True)
"""


def own_name(module: str) -> str:
    """A module's name as in a checkout: what it is called in documents, wherever they are made."""
    return module.removeprefix(PACKAGE)


def naming(label: str) -> Iterator[str]:
    """The lines of the tool's own files in which a label is quoted, as `file:line`, the lowest room first."""
    for room in ("spec", "reference", "proofs"):
        for path in sorted((*(ROOT / room).rglob("*.py"), *(ROOT / room).rglob("*.toml"))):
            for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
                if f'"{label}"' in line:
                    yield f"{path.relative_to(ROOT).as_posix()}:{number}"


def command(module: str, *arguments: str, python: str = sys.executable) -> list[str]:
    """The command that runs a module of the tool, by this Python or by another.

    Another Python finds the tool and nothing that is installed beside it: those packages are for this one.
    """
    return [python, "-c", _START, PACKAGE.rstrip("."), str(ROOT), module, *arguments]
