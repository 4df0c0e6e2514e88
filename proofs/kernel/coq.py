"""Coq, run on files: each compiled, each theorem held against its statement, everything checked again by `coqchk`.

Nothing that Coq left behind earlier is used: all is compiled in a new folder. A theorem counts if a definition of the
generated type can be made of it, if Coq prints that it stands on no axiom, and if `coqchk`, which reads the compiled
files alone, accepts them and finds neither an axiom nor a check switched off; on request, in Coq's library neither.
"""

from __future__ import annotations

import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from textwrap import fill

from reference.common.isolation import Bounds, Stopped, run_command

ROOM = "MaxPool"
STATEMENTS = "Statements"
CLOSED = "Closed under the global context"
BOUNDS = Bounds(seconds=600.0)
"""After this, one run of Coq is ended."""

_IMPORT = re.compile(rf"^From {ROOM} Require (?:Import |Export )?([\w ]+)\.", re.MULTILINE)
_THEOREM = re.compile(r"^(?:Theorem|Corollary) (\w+)", re.MULTILINE)


class Absent(RuntimeError):
    """Coq is not installed."""

    def __init__(self) -> None:
        super().__init__("coqc and coqchk are needed: install `coq` (a package of Debian and its like)")


class BadProof(RuntimeError):
    """Coq does not accept something, or accepts it on an axiom."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A theorem that Coq's kernel accepts without any axiom, and the seconds that its whole file took."""

    name: str
    file: str
    seconds: float


def version() -> str | None:
    """The version of Coq, or None where there is none."""
    if not (shutil.which("coqc") and shutil.which("coqchk")):
        return None
    try:
        printed = _run(None, ["coqc", "--print-version"])
    except BadProof:
        return None
    return printed.split()[0] if printed.split() else None


def check(
    files: Mapping[str, str],
    wanted: Mapping[str, bool],
    *,
    library: bool = False,
    done: Callable[[str], None] = lambda _: None,
) -> list[Checked]:
    """Compile files, given by name, and check the wanted theorems; raises Absent or BadProof.

    `wanted` says of each theorem whether `Statements.v` has its statement. `library`: have `coqchk` check the part of
    Coq's library too that they stand on, which takes a minute or two.
    """
    if version() is None:
        raise Absent
    homes = _homes(files)
    if missing := [name for name in wanted if name not in homes]:
        raise BadProof(f"no file proves {', '.join(missing)}")
    with tempfile.TemporaryDirectory(prefix="maxpool-kernel-") as folder:
        seconds = {}
        for name in _in_order(files):
            started = time.perf_counter()
            Path(folder, name).write_text(files[name], encoding="utf-8", newline="\n")
            _run(folder, ["coqc", "-q", "-R", ".", ROOM, name])
            seconds[name] = time.perf_counter() - started
            done(f"{name}: compiled in {seconds[name]:.1f} s")
        _assume_nothing(folder, {name: (homes[name], stated) for name, stated in wanted.items()}, done)
        started = time.perf_counter()
        _check_again(folder, [*map(_module, files), "Check"], library=library)
        what = "all files and the library below them" if library else "all files"
        done(f"coqchk: {what} checked again in {time.perf_counter() - started:.1f} s, no axiom")
    return [Checked(name, homes[name], seconds[homes[name]]) for name in wanted]


def _module(file: str) -> str:
    return file.removesuffix(".v")


def _homes(files: Mapping[str, str]) -> dict[str, str]:
    """The file that each theorem stands in; a name stands in one alone."""
    found: dict[str, str] = {}
    for file, text in files.items():
        for name in _THEOREM.findall(text):
            if name in found:
                raise BadProof(f"{name} stands in {found[name]} and in {file}")
            found[name] = file
    return found


def _in_order(files: Mapping[str, str]) -> Iterator[str]:
    """The files, each after those that it imports."""
    imports = {
        name: [f"{module}.v" for modules in _IMPORT.findall(text) for module in modules.split()]
        for name, text in files.items()
    }
    if unknown := [needed for names in imports.values() for needed in names if needed not in files]:
        raise BadProof(f"there is no {', '.join(unknown)}")
    try:
        yield from TopologicalSorter(imports).static_order()
    except CycleError as error:
        raise BadProof(f"files import each other: {' imports '.join(reversed(error.args[1]))}") from None


def _assume_nothing(folder: str, wanted: Mapping[str, tuple[str, bool]], done: Callable[[str], None]) -> None:
    """Each theorem is of its statement's type, by full names, and stands on no axiom; else raises BadProof.

    Coq goes through all that a theorem stands on, each time it is asked: it is asked once for all theorems of a file.
    """
    together: dict[str, list[str]] = {}
    for name, (file, _) in wanted.items():
        together.setdefault(_module(file), []).append(name)
    modules = sorted({*together, *(STATEMENTS for _, stated in wanted.values() if stated)})
    lines = [f"From {ROOM} Require {module}." for module in modules]
    for name, (file, stated) in wanted.items():
        type_ = f" : {ROOM}.{STATEMENTS}.{name}_statement" if stated else ""
        lines.append(f"Definition checked_{name}{type_} := @{ROOM}.{_module(file)}.{name}.")
    for module, names in together.items():
        lines.append(f"Definition all_of_{module} := ({', '.join(f'checked_{name}' for name in names)}, tt).")
    lines += [f"Print Assumptions all_of_{module}." for module in together]
    Path(folder, "Check.v").write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    printed = _run(folder, ["coqc", "-q", "-R", ".", ROOM, "Check.v"])
    answers = [
        part.strip() for part in re.split(rf"^(?=Axioms:|{CLOSED})", printed, flags=re.MULTILINE) if part.strip()
    ]
    if len(answers) != len(together):
        raise BadProof(f"{len(together)} answers were expected of Print Assumptions: {printed.strip()[:2000]}")
    for (module, names), answer in zip(together.items(), answers, strict=True):
        if answer != CLOSED:
            raise BadProof(f"a theorem of {module}.v is not closed: {answer}")
        done(f"{module}.v: {len(names)} theorems: {answer}")
        done(fill(", ".join(names), 120, initial_indent="    ", subsequent_indent="    "))


_SWITCHED_OFF = ("relying on type-in-type", "relying on unsafe", "positivity is assumed")


def _check_again(folder: str, modules: Sequence[str], *, library: bool) -> None:
    """`coqchk` accepts the modules, and its summary names nothing of theirs that is taken on trust.

    Without the library, it names what modules of that keep sealed (`Coq.…`); no theorem may stand on it, as
    Print Assumptions has said.
    """
    names = [f"{ROOM}.{module}" for module in modules]
    asked = names if library else [part for name in names for part in ("-norec", name)]
    printed = _run(folder, ["coqchk", "-silent", "-o", "-R", ".", ROOM, *asked])
    for heading in _SWITCHED_OFF:
        if not re.search(rf"^\* .*{heading}.*: <none>", printed, re.MULTILINE):
            raise BadProof(f"coqchk does not say that there is nothing {heading}: {printed.strip()}")
    axioms = re.search(r"^\* Axioms:((?: <none>)?(?:\n    \S+)*)$", printed, re.MULTILINE)
    if axioms is None:
        raise BadProof(f"coqchk does not say which axioms there are: {printed.strip()}")
    taken = axioms[1].split()
    if taken != ["<none>"] and (library or not all(name.startswith("Coq.") for name in taken)):
        raise BadProof(f"coqchk finds axioms: {', '.join(taken)}")


def _run(folder: str | None, command: Sequence[str]) -> str:
    """What a command prints, then what it says as errors; raises BadProof if it fails or does not end."""
    try:
        ran = run_command(command, BOUNDS, cwd=folder)
    except Stopped as stopped:
        raise BadProof(f"`{' '.join(command)}`: {stopped}") from None
    printed = (ran.output + ran.errors).decode(errors="replace")
    if ran.code != 0:
        raise BadProof(f"`{' '.join(command)}` fails: {printed.strip()[:2000]}")
    return printed
