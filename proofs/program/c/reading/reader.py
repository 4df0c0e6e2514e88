"""FILE.c:FUNCTION to a tree: the file is parsed by the compiler's parser in a process of its own, and never run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec

from proofs.program.c.reading.tree import (
    CUnit,
)
from proofs.program.c.reading.types import TARGETS
from proofs.program.source.refused import Refused
from reference.common.isolation import Bounds, Stopped, isolated

STANDARDS = tuple(f"{family}{year}" for family in ("c", "gnu") for year in ("89", "99", "11", "17", "18", "2x"))
BOUNDS = Bounds(seconds=120.0, processor_seconds=60, megabytes=2000)
MISSING = "C is read by libclang: install the extra `c` (pip install 'sonnx-maxpool[c]')"


@dataclass(frozen=True, slots=True)
class CompilerOptions:
    """What a compiler would be told: definitions `NAME=VALUE`, folders to include from, the standard, the model."""

    definitions: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    standard: str = "c11"
    model: str = "lp64"

    def arguments(self) -> list[str]:
        """The compiler's arguments."""
        return [
            f"--target={TARGETS[self.model]}",
            f"-std={self.standard}",
            *(f"-D{definition}" for definition in self.definitions),
            *(f"-I{folder}" for folder in self.folders),
        ]

    def require_known(self) -> None:
        """Raise ValueError where libclang is missing, or the standard or the model is none."""
        if reason := absent():
            raise ValueError(reason)
        if self.standard not in STANDARDS:
            raise ValueError(f"the standard is one of {', '.join(STANDARDS)}, not {self.standard!r}")
        if self.model not in TARGETS:
            raise ValueError(f"the model is one of {', '.join(TARGETS)}, not {self.model!r}")


def absent() -> str:
    """Why C cannot be read here; empty where it can."""
    return MISSING if find_spec("clang") is None else ""


def is_c(target: str) -> bool:
    """Whether FILE:FUNCTION names a file of C, by the file's ending."""
    return target.rpartition(":")[0].lower().endswith((".c", ".h"))


def read(file: str, text: bytes, name: str, options: CompilerOptions) -> CUnit:
    """A function and those that it calls. Raises Refused; ValueError where libclang is missing or an option wrong."""
    return read_all(file, text, [name], [options])[0][0]


def read_all(file: str, text: bytes, names: Sequence[str], options: Sequence[CompilerOptions]) -> list[list[CUnit]]:
    """Functions of one file, each with those that it calls, as each of some compilers reads them, in one process.

    Raises what `read` does.
    """
    for each in options:
        each.require_known()
    try:
        found = isolated(_read, file, text, names, [each.arguments() for each in options], bounds=BOUNDS)
    except Stopped as stopped:
        raise Refused(1, f"the compiler's parser came to no result: {stopped}") from None
    if isinstance(found, list):
        return found
    line, column, reason, change = found
    raise Refused(line, reason, column=column, change=change)


def _read(
    file: str, text: bytes, names: Sequence[str], arguments: Sequence[Sequence[str]]
) -> list[list[CUnit]] | tuple[int, int | None, str, str]:
    """In the process: the trees, or the refusal as its parts."""
    from proofs.program.c.reading.unit import UnitReader  # it needs libclang

    try:
        readers = [UnitReader(file, text, each) for each in arguments]
        return [[reader.unit(name) for name in names] for reader in readers]
    except Refused as refusal:
        return refusal.line, refusal.column, refusal.reason, refusal.change
    except UnicodeDecodeError:
        return 1, None, "the file is not UTF-8", ""
    except ValueError as error:
        return 1, None, f"the parser's binding does not know a part of the file: {error}", ""
