"""Where the tool stands, in a checkout and installed, and by which names its modules are imported there.

In a checkout the rooms are imported as `spec`, `proofs` and `reference`; installed, as parts of one package.
`hatch_build.py` makes the one from the other.
"""

from __future__ import annotations

import os
from pathlib import Path

PACKAGE = __name__.partition("reference.")[0]
"""What stands before the name of a room in an import: nothing in a checkout; else a package's name and a dot."""
ROOT = Path(__file__).resolve().parents[2]
"""The folder of the rooms and the front door."""
IMPORTED_FROM = ROOT.parent if PACKAGE else ROOT
"""The folder on the import path by which Python finds them."""


def own_name(module: str) -> str:
    """A module's name as in a checkout: what it is called in documents, wherever they are made."""
    return module.removeprefix(PACKAGE)


def child_environment() -> dict[str, str]:
    """The environment for a process of Python, this one or another, that imports modules of the tool."""
    path = [str(IMPORTED_FROM), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, path))}
