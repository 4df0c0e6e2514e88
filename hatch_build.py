"""The build hook: what is installed is one package, `sonnx_maxpool`, whose modules are this repository's rooms.

In the repository the rooms stand at the top and import one another by their own names, `from spec.language.terms import
Term`: pytest, type checkers and editors read them as they stand, on every platform. Installed under such names, they
would take the place of a project's own `spec` or `reference`, or it theirs. So a wheel has them below one name: its
files are moved by `sources` in pyproject.toml, and this hook writes that name into their import statements. Nothing
else of a file changes; `reference.common.identity` undoes it, and so the tool's digest is the same in both.

An editable install has no files to write into. It puts the repository on the import path, and gives its modules their
installed names as well.
"""

from __future__ import annotations

import ast
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "sonnx_maxpool"
ROOMS = ("spec", "proofs", "reference", "maxpool")
"""What has a name at the top of the repository: three rooms and the front door."""

_MARK = f"from {PACKAGE}.".encode()

PUBLIC = {
    "plain_maxpool": "reference.maxpool:maxpool",
    "fast_maxpool": "reference.fast.twin:maxpool",
    "checked": "reference.maxpool:checked",
    "MAXPOOL": "spec.maxpool.operator:MAXPOOL",
    "Violation": "spec.operator.operator:Violation",
    "TooMuchWork": "reference.maxpool:TooMuchWork",
    "strategies": "proofs.kit.strategies",
}
"""What users import by a short name, `from sonnx_maxpool import plain_maxpool`, and where it stands: `module:name`."""


def _typed(name: str, place: str) -> str:
    """The import by which a type checker knows a public name."""
    module, _, attribute = place.partition(":")
    if not attribute:
        module, _, attribute = module.rpartition(".")
    return f"    from {PACKAGE}.{module} import {attribute} as {name}"


INIT = f'''"""A machine-checked specification of the ONNX MaxPool operator in the SONNX profile.

What stands in `__all__` is for users, and stays; each is loaded when it is asked for. `{PACKAGE}.maxpool` is the
command, and all other modules are the rooms of the repository.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
{chr(10).join(_typed(*item) for item in PUBLIC.items())}

_PUBLIC = {PUBLIC}

__all__ = {list(PUBLIC)}


def __getattr__(name: str) -> object:
    if name not in _PUBLIC:
        raise AttributeError(f"module {{__name__!r}} has no attribute {{name!r}}")
    module, _, attribute = _PUBLIC[name].partition(":")
    found = import_module(f"{{__name__}}.{{module}}")
    return getattr(found, attribute) if attribute else found


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
'''

MAIN = f'''"""`python -m {PACKAGE}`: the command `maxpool`."""

from {PACKAGE}.maxpool import main

if __name__ == "__main__":
    main()
'''

EDITABLE = (
    INIT
    + f'''
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec


class _Repository(MetaPathFinder, Loader):
    """Finds `{PACKAGE}.NAME` as the repository's own NAME: one module by two names, and so each class is there once."""

    def find_spec(self, fullname, path=None, target=None):
        package, _, name = fullname.partition(".")
        is_ours = package == __name__ and name.partition(".")[0] in {ROOMS}
        return ModuleSpec(fullname, self) if is_ours else None

    def exec_module(self, module):
        # The import system takes what stands here once a module is loaded.
        sys.modules[module.__name__] = import_module(module.__name__.removeprefix(__name__ + "."))


sys.meta_path.insert(0, _Repository())
'''
)


def packaged(source: bytes, name: str) -> bytes:
    """A module's source with the package's name in its imports of rooms; all else is the same, byte for byte.

    Raises ValueError where an import is not `from ROOM... import ...`: `import spec.language` binds the name `spec`,
    which nothing below the package's name can give.
    """
    if _MARK in source:
        raise ValueError(f"{name}: the name of what is installed is not imported from here")
    lines = source.splitlines(keepends=True)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import) and any(_is_of_a_room(alias.name) for alias in node.names):
            raise ValueError(f"{name}:{node.lineno}: a room is imported by `from ROOM import ...` alone")
        if isinstance(node, ast.ImportFrom) and not node.level and _is_of_a_room(node.module or ""):
            line, start = lines[node.lineno - 1], node.col_offset
            if not line[start:].startswith(f"from {node.module} ".encode()):
                raise ValueError(f"{name}:{node.lineno}: `from` and the module stand on one line, one space apart")
            lines[node.lineno - 1] = line[:start] + _MARK + line[start:].removeprefix(b"from ")
    return b"".join(lines)


def _is_of_a_room(module: str) -> bool:
    return module.partition(".")[0] in ROOMS


class OneName(BuildHookInterface[BuilderConfig]):
    """Puts into a wheel the modules that import one another below the package's name, and what makes it a package."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the modules to a folder, from which the build takes them instead of the repository's."""
        self._written = TemporaryDirectory()
        folder = Path(self._written.name)
        if version == "editable":
            files = {"__init__.py": EDITABLE.encode(), "__main__.py": MAIN.encode()}
            build_data["force_include_editable"] = _write(folder, files)
            return
        files = {"__init__.py": INIT.encode(), "__main__.py": MAIN.encode(), "py.typed": b""}
        for file in self.build_config.builder.recurse_included_files():
            if file.path.endswith(".py"):
                files[file.relative_path] = packaged(Path(file.path).read_bytes(), file.relative_path)
        build_data["force_include"] |= _write(folder, files)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove that folder."""
        self._written.cleanup()


def _write(folder: Path, files: dict[str, bytes]) -> dict[str, str]:
    """Write files below a folder; where each stands, and its name in the package."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return {str(folder / name): name for name in files}
