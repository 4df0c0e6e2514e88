"""What a command is told of a file of C: the options of a compiler, and what the parameters stand for."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

MapFile = Annotated[
    Path | None, typer.Option("--map", metavar="FILE.toml", help="Of C: what its parameters stand for.")
]
Definitions = Annotated[
    list[str] | None, typer.Option("-D", metavar="NAME=VALUE", help="Of C: a macro, as for a compiler.")
]
Folders = Annotated[list[str] | None, typer.Option("-I", metavar="FOLDER", help="Of C: a folder to include from.")]
Standard = Annotated[str, typer.Option("--std", help="Of C: the standard, as for a compiler.")]
Model = Annotated[str, typer.Option(help="Of C: the widths of its integers: lp64, ilp32 or llp64.")]
