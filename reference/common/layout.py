"""Where the tool stands, in a checkout and installed, and by which names its modules are imported there.

In a checkout the rooms are imported as `spec`, `proofs` and `reference`; installed, as parts of one package.
`hatch_build.py` makes the one from the other.
"""

from __future__ import annotations

import sys
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


def command(module: str, *arguments: str, python: str = sys.executable) -> list[str]:
    """The command that runs a module of the tool, by this Python or by another.

    Another Python finds the tool and nothing that is installed beside it: those packages are for this one.
    """
    return [python, "-c", _START, PACKAGE.rstrip("."), str(ROOT), module, *arguments]
