"""Where the tool stands, in a checkout and installed, and by which names its modules are imported there.

In a checkout the rooms are imported as `spec`, `proofs` and `reference`; installed, as parts of one package.
`hatch_build.py` makes the one from the other.
"""

from __future__ import annotations

import re
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


def naming(*labels: str) -> Iterator[str]:
    """The tool's own files that name a clause of these, as `file:line, line`, the lowest room first.

    What quotes a label names it, and so does a comment that says `clause` before it.
    """
    wanted = re.compile(r'(?:"|\b[Cc]lause )(?:{})(?:"|(?![\w-]|\.\w))'.format("|".join(map(re.escape, labels))))
    for room in ("spec", "reference", "proofs"):
        for path in sorted(p for p in (ROOT / room).rglob("*") if p.suffix in (".py", ".toml", ".c", ".h")):
            lines = path.read_text("utf-8").splitlines()
            if found := [str(number) for number, line in enumerate(lines, 1) if wanted.search(line)]:
                yield f"{path.relative_to(ROOT).as_posix()}:{', '.join(found)}"


def command(module: str, *arguments: str, python: str = sys.executable) -> list[str]:
    """The command that runs a module of the tool, by this Python or by another.

    Another Python finds the tool and nothing that is installed beside it: those packages are for this one.
    """
    return [python, "-c", _START, PACKAGE.rstrip("."), str(ROOT), module, *arguments]
