"""What a user calls a runtime of their own: one line of text, which every process of a campaign understands.

`FILE.py:FUNCTION`, `LIBRARY.so:MAP.toml`, `command:PROGRAM ARGUMENTS`, `MODULE:OBJECT`, an entry point's name.
"""

from __future__ import annotations

import hashlib
import inspect
import re
import shlex
import shutil
from collections.abc import Iterable, Sequence
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import cast

from reference.common.errors import CannotRun
from reference.runtimes.own.command import CommandRuntime
from reference.runtimes.own.function import module_of, of_function
from reference.runtimes.protocol import Adapter

GROUP = "sonnx_maxpool.runtimes"
"""The group of entry points by which a package offers runtimes."""
COMMAND = "command:"
LIBRARY = re.compile(r"(?P<file>.*\.(?:so|dylib|dll)(?:\.[0-9.]+)?)(?::(?P<map>.+))?", re.DOTALL)
SOURCE = re.compile(r"(?P<file>.*\.py)(?::(?P<function>[^@:/\\]+)(?:@(?P<python>.+))?)?", re.DOTALL)
DIGITS = 12
"""So much of a file's digest is its version."""


def is_library(name: str) -> bool:
    """A name is that of a library in C."""
    return LIBRARY.fullmatch(name) is not None and not name.startswith(COMMAND)


def names(runtimes: Sequence[str], commands: Sequence[str], map_file: Path | None) -> tuple[str, ...]:
    """What is asked for on the command line, each under one name, once. Raises CannotRun where nothing is."""
    open_ones = [name for name in runtimes if (found := LIBRARY.fullmatch(name)) and not found["map"]]
    if map_file is not None and not open_ones:
        raise CannotRun("--map says what the parameters of a library are: LIBRARY.so --map FILE.toml")
    mapped = (f"{name}:{map_file}" if map_file is not None and name in open_ones else name for name in runtimes)
    wanted = tuple(dict.fromkeys((*mapped, *(COMMAND + line for line in commands))))
    if not wanted:
        raise CannotRun("no runtime is named: give a name, FILE.py:FUNCTION, LIBRARY.so --map FILE.toml, or --command")
    return wanted


def python_of(name: str) -> tuple[str, str]:
    """A name in two: what it is without `@PYTHON`, and that Python, or nothing."""
    if name.startswith(COMMAND) or is_library(name):
        return name, ""
    if found := SOURCE.fullmatch(name):
        python = found["python"] or ""
        return (name.removesuffix(f"@{python}") if python else name), python
    stem, _, python = name.partition("@")
    return stem, python


def own(name: str, known: Iterable[str]) -> Adapter:
    """A user's own runtime by its name; `known` are the others. Raises CannotRun, and says what is wrong."""
    if name.startswith(COMMAND):
        return _command(name.removeprefix(COMMAND))
    if found := LIBRARY.fullmatch(name):
        return _library(Path(found["file"]), found["map"])
    if found := SOURCE.fullmatch(name):
        return _source(Path(found["file"]), found["function"])
    offered = {point.name: point for point in entry_points(group=GROUP)}
    if name in offered:
        return _offered(offered[name])
    module, _, attribute = name.partition(":")
    if not attribute or not module:
        listed = ", ".join((*known, *sorted(offered)))
        raise CannotRun(f"unknown runtime {name!r}; known: {listed}, and your own as FILE.py:FUNCTION")
    try:
        found_object = getattr(import_module(module), attribute)
    except AttributeError as error:
        raise CannotRun(f"{name}: {error}") from None
    except Exception as error:  # A module may raise anything.
        kind = "" if isinstance(error, ModuleNotFoundError) else f"{type(error).__name__}: "
        raise CannotRun(f"{name}: {kind}{' '.join(str(error).split())}") from None
    return _adapter(found_object, name, attribute, "0")


def _adapter(found: object, name: str, short: str, version: str) -> Adapter:
    """An object as an adapter: it is one, or a function. Raises CannotRun for what is neither."""
    if inspect.isclass(found):
        raise CannotRun(f"{name} is a class: name an object of it, or a function")
    if hasattr(found, "load"):
        _require_adapter(found, name)
        return cast(Adapter, found)
    if callable(found):
        return of_function(found, name, re.sub(r"[^\w.-]", "_", short), version)
    raise CannotRun(f"{name} is neither a function nor an adapter, but {type(found).__name__}")


def _require_adapter(found: object, name: str) -> None:
    """An adapter has a name, packages, and a `load` that takes a call and `indices`."""
    packages = getattr(found, "packages", None)
    if not isinstance(getattr(found, "name", None), str):
        raise CannotRun(f"{name} is no adapter: its `name` is no text")
    if not isinstance(packages, tuple) or not all(isinstance(package, str) for package in packages):
        raise CannotRun(f"{name} is no adapter: its `packages` are no tuple of names")
    try:
        inspect.signature(getattr(found, "load")).bind(None, indices=False)  # noqa: B009
    except (TypeError, ValueError) as error:
        raise CannotRun(f"{name} is no adapter: load(call, *, indices): {error}") from None


def _offered(point: EntryPoint) -> Adapter:
    try:
        found = point.load()
    except Exception as error:  # A package may raise anything.
        raise CannotRun(f"{point.name}: {type(error).__name__}: {' '.join(str(error).split())}") from None
    return _adapter(found, f"{point.name} ({point.value})", point.name, point.dist.version if point.dist else "0")


def _source(path: Path, function: str | None) -> Adapter:
    if not function:
        raise CannotRun(f"{path}: say which function: {path}:FUNCTION")
    version = _digest(path)
    found = getattr(module_of(path), function, None)
    if found is None:
        raise CannotRun(f"{path} has no {function!r}")
    return _adapter(found, f"{path}:{function}", f"{path.stem}.{function}", version)


def _library(path: Path, map_file: str | None) -> Adapter:
    # Only a library needs the specification beside it; a runtime of another Python does not.
    from reference.runtimes.own.library import of_library

    if map_file is None:
        raise CannotRun(f"{path}: say what its parameters are: --map FILE.toml")
    try:
        return of_library(path, Path(map_file), _digest(path, Path(map_file)))
    except CannotRun:
        raise
    except ValueError as error:
        raise CannotRun(f"{map_file}: {error}") from None


def _command(line: str) -> CommandRuntime:
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise CannotRun(f"--command {line!r}: {error}") from None
    program = shutil.which(words[0]) if words else None
    if program is None:
        raise CannotRun(f"--command {line!r}: no such program")
    return CommandRuntime(Path(program).stem, _digest(Path(program)), [program, *words[1:]])


def _digest(*paths: Path) -> str:
    """The version of what has none: the beginning of its digest."""
    found = hashlib.sha256()
    for path in paths:
        try:
            found.update(path.read_bytes())
        except OSError as error:
            raise CannotRun(f"{path}: {error.strerror}") from None
    return found.hexdigest()[:DIGITS]
