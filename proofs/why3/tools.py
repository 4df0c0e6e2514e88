"""Why3, which makes goals of a theory, and its provers, each run on a goal with a limit of steps.

All is done in a folder of its own, with a configuration of its own: nothing of the user's is read or changed.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from time import perf_counter
from typing import Any

from reference.common.errors import CannotRun
from reference.common.isolation import Bounds, Ended, Stopped, run_command

PROVERS = ("cvc4", "z3")
"""Why3's provers that are asked."""
_Z3 = ("z3", "-smt2", "smt.random_seed=1", "sat.random_seed=1", "rlimit={steps}")
STRATEGIES: Mapping[str, tuple[str, Sequence[str]]] = {
    "linear": ("z3", (*_Z3, "smt.arith.nl=false", "smt.auto_config=false", "smt.mbqi=false")),
    "cvc4": ("cvc4", ("cvc4", "--lang=smt2", "--rlimit={steps}")),
    "z3": ("z3", _Z3),
}
"""Ways to ask: the prover, and how it is called. `linear` leaves products alone, and searches no models."""
Way = tuple[str, int]
"""How a goal is asked: one of the strategies, and within how many steps."""
ATTEMPTS: Sequence[Way] = (
    ("linear", 1_000_000),
    ("cvc4", 200_000),
    ("z3", 3_000_000),
    ("linear", 20_000_000),
    ("cvc4", 1_000_000),
)
"""The ways that are tried, in this order, with how many steps, until one proves the goal."""
BRIEF: Sequence[Way] = ATTEMPTS[:3]
GUARD = Bounds(seconds=120.0)
"""What hangs beyond its steps is ended, and has proved nothing."""
OF_WHY3 = Bounds(seconds=600.0)
AT_ONCE = 2
CONF, SILENT = "why3.conf", "silent.conf"
"""Configurations: with the provers that are there, and with one in z3's place that says nothing, to list goals with."""
_LIBRARY = ("-L", ".")  # files in the folder may use one another
MOST_BYTES, MOST_GOALS = 2**20, 5000


class NoWhy3(CannotRun):
    """Why3 or one of its provers is not installed."""


class BadTheory(CannotRun):
    """Why3 does not accept a file."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal of a theory: its name, the line and characters it comes from, and its text for each prover."""

    name: str
    module: str
    declaration: str
    line: int
    explanation: str
    tasks: Mapping[str, Path]


@dataclass(frozen=True, slots=True)
class GoalResult:
    """Who proved a goal, in how many seconds and in which way, or nobody: then what each answered."""

    goal: Goal
    prover: str
    seconds: float
    answers: tuple[str, ...]
    way: Way | None = None

    @property
    def proved(self) -> bool:
        """A prover showed the goal."""
        return bool(self.prover)


def versions() -> dict[str, str]:
    """The versions of Why3 and its provers; raises NoWhy3, naming what is missing."""
    if missing := [name for name in ("why3", *PROVERS) if shutil.which(name) is None]:
        raise NoWhy3(f"{', '.join(missing)}: not installed; install `why3 z3 cvc4` (packages of Debian and its like)")
    found = {}
    for name in ("why3", *PROVERS):
        ran = _run([name, "--version"], OF_WHY3)
        number = re.search(r"\d+\.\d+(\.\d+)?", ran.output.decode(errors="replace"))
        found[name] = number[0] if number else "?"
    return found


def is_installed() -> bool:
    """Why3 and its provers are there."""
    return all(shutil.which(name) for name in ("why3", *PROVERS))


def _run(command: Sequence[str], bounds: Bounds, cwd: str | None = None, stop: Event | None = None) -> Ended:
    """A command with a home of its own."""
    environment = {"PATH": os.environ.get("PATH", os.defpath), "HOME": cwd or "/nonexistent", "LC_ALL": "C.UTF-8"}
    return run_command(command, bounds, cwd=cwd, env=environment, stop=stop)


@contextmanager
def workshop() -> Iterator[Path]:
    """A folder with a configuration of Why3 for the provers that are there."""
    versions()
    with tempfile.TemporaryDirectory(prefix="maxpool-why3-") as name:
        folder = Path(name)
        ran = _run(["why3", "config", "detect", "-C", CONF], OF_WHY3, cwd=name)
        if ran.code != 0:
            raise BadTheory(f"`why3 config detect` fails: {ran.last_line}")
        conf = (folder / CONF).read_text(encoding="utf-8")
        silent = re.sub(r'^path = ".*/z3"$', f'path = "{shutil.which("true")}"', conf, flags=re.MULTILINE)
        (folder / SILENT).write_text(silent, encoding="utf-8")
        yield folder


def check(folder: Path, text: str, name: str = "theory") -> None:
    """Have Why3 read a theory and make no goals; raises BadTheory with what Why3 says, and where."""
    source = _written(folder, text, name)
    ran = _why3(["why3", "prove", "-C", CONF, *_LIBRARY, "--type-only", source.name], folder)
    if ran.code != 0:
        raise BadTheory(_said(ran, source.name))


def goals(folder: Path, text: str, name: str = "theory", module: str | None = None) -> list[Goal]:
    """The goals of a theory, or of one of its modules, each split into its parts; raises BadTheory as `check` does."""
    found = unplaced(folder, text, name, () if module is None else (module,))
    modules = dict.fromkeys(goal.module for goal in found)
    placed = [goal for module in modules for goal in _placed(folder, f"{name}.mlw", module, found)]
    return sorted(placed, key=lambda goal: (goal.line, goal.name))


def all_goals(folder: Path, files: Mapping[str, str]) -> list[Goal]:
    """The goals of some files, each of which may use those before it; raises BadTheory as `check` does."""
    return [goal for file, text in files.items() for goal in goals(folder, text, Path(file).stem)]


def unplaced(
    folder: Path, text: str, name: str = "theory", where: Sequence[str] = (), provers: Sequence[str] = PROVERS
) -> list[Goal]:
    """The same goals under the names of their files, without what Why3 says of each; for some provers.

    `where` is a module, or a module and a declaration in it, whose goals are wanted; those of all if it is empty.
    """
    source = _written(folder, text, name)
    only = [part for option in zip(("-T", "-G"), where, strict=False) for part in option]
    tasks: dict[str, dict[str, Path]] = {}
    for prover in provers:
        into = folder / f"{name}-{prover}"
        shutil.rmtree(into, ignore_errors=True)
        into.mkdir()
        how = ["-C", CONF, *_LIBRARY, "-a", "split_vc", "-P", prover, "-o", into.name]
        ran = _why3(["why3", "prove", *how, source.name, *only], folder)
        if ran.code != 0:
            raise BadTheory(_said(ran, source.name))
        for path in sorted(into.iterdir()):
            tasks.setdefault(path.name, {})[prover] = path
    if len(tasks) > MOST_GOALS:
        raise BadTheory(f"the theory has more than {MOST_GOALS} goals")
    return [_goal(files) for files in tasks.values()]


def _written(folder: Path, text: str, name: str) -> Path:
    if len(text.encode()) > MOST_BYTES:
        raise BadTheory(f"the theory has more than {MOST_BYTES} bytes")
    source = folder / f"{name}.mlw"
    source.write_text(text, encoding="utf-8")
    return source


def _placed(folder: Path, source: str, module: str, found: Sequence[Goal]) -> Iterator[Goal]:
    """The goals of a module with the lines and the explanations that Why3 gives them, in the order of both lists."""
    how = ["-C", SILENT, *_LIBRARY, "-a", "split_vc", "-P", "z3", "--json", source, "-T", module]
    said = list(_documents(_why3(["why3", "prove", *how], folder).output.decode(errors="replace")))
    places: dict[str, list[dict[str, Any]]] = {}
    for place in said:
        places.setdefault(place["goal_name"].replace("'", "qt"), []).append(place)
    for goal in (g for g in found if g.module == module):
        # A file is called as its goal, or that and a number; a name may end with a number itself.
        name = max((n for n in places if re.fullmatch(rf"{re.escape(n)}\d*", goal.declaration)), key=len, default="")
        number = int(goal.declaration.removeprefix(name) or 0)
        if not name or number >= len(places[name]):
            raise BadTheory(f"why3 writes a goal {module}.{goal.declaration} that it does not list")
        place = places[name][number]
        line = place.get("loc", {}).get("line", goal.line)
        own = name.removesuffix("qtvc").replace("qt", "'")
        parts = f" {number + 1}/{len(places[name])}" if len(places[name]) > 1 else ""
        yield replace(
            goal,
            name=f"{module}.{own}{parts}",
            declaration=own,
            line=int(line),
            explanation=", ".join(place.get("explanations", ())),
        )


def _documents(text: str) -> Iterator[dict[str, Any]]:
    """What is said of each goal, in documents that stand one behind another."""
    decoder, position = json.JSONDecoder(), 0
    while (start := text.find("{", position)) >= 0:
        document, position = decoder.raw_decode(text, start)
        yield document["term"]


def _why3(command: Sequence[str], folder: Path) -> Ended:
    try:
        return _run(command, OF_WHY3, cwd=str(folder))
    except Stopped as stopped:
        raise BadTheory(f"why3: {stopped}") from None


def _said(ran: Ended, name: str) -> str:
    """What Why3 says of a file that it does not accept, on one line."""
    lines = (ran.errors or ran.output).decode(errors="replace").strip().splitlines()
    text = " ".join(line.strip() for line in lines if not line.startswith("Warning"))[:500]
    place = rf'File "(?:\./)?{re.escape(name)}", line (\d+), characters [\d-]+:'
    return re.sub(place, r"line \1:", text) or "why3 fails"


_FILE = re.compile(r'^;; File "[^"]*", line (\d+), characters', re.MULTILINE)


def _goal(tasks: Mapping[str, Path]) -> Goal:
    """A goal from its files, whose names are `theory-Module-declaration12.smt2`, and the line of its declaration."""
    path = next(iter(tasks.values()))
    _, module, declaration = path.stem.split("-", 2)
    text = path.read_text(encoding="utf-8")
    line = _FILE.search(text[text.rfind(";; Goal ") :])
    return Goal(f"{module}.{declaration}", module, declaration, int(line[1]) if line else 0, "", tasks)


def prove(
    wanted: Sequence[Goal],
    attempts: Sequence[Way] = ATTEMPTS,
    done: Callable[[GoalResult], None] = lambda _: None,
    first: Mapping[str, Way] | None = None,
) -> list[GoalResult]:
    """Each goal with who proved it; `first` is the way that is tried first for a goal, by its name.

    Goals are asked beside one another, and what is begun ends with an interruption.
    """
    known = {name: way for name, way in (first or {}).items() if way[0] in STRATEGIES}
    stop = Event()
    try:
        with ThreadPoolExecutor(AT_ONCE) as pool:
            ways = [(*([known[g.name]] if g.name in known else []), *attempts) for g in wanted]
            return list(pool.map(lambda goal, tried: _asked(goal, tried, stop, done), wanted, ways))
    finally:
        stop.set()


def _asked(goal: Goal, attempts: Sequence[Way], stop: Event, done: Callable[[GoalResult], None]) -> GoalResult:
    started, answers = perf_counter(), []
    prover, proved_by = "", None
    for way, steps in attempts:
        name, command = STRATEGIES[way]
        found = _answer([part.format(steps=steps) for part in command], goal.tasks[name], stop)
        answers.append(f"{way}: {found}")
        if found == "unsat":
            prover, proved_by = name, (way, steps)
            break
    answer = GoalResult(goal, prover, perf_counter() - started, tuple(answers), proved_by)
    done(answer)
    return answer


def _answer(command: Sequence[str], task: Path, stop: Event) -> str:
    try:
        ran = _run([*command, task.name], GUARD, cwd=str(task.parent), stop=stop)
    except Stopped as stopped:
        return str(stopped)
    lines = ran.output.decode(errors="replace").split()
    return lines[0] if lines and lines[0] in ("sat", "unsat", "unknown") else "no answer"


def extract(folder: Path, text: str, modules: Sequence[str], driver: str) -> str:
    """The C that Why3 makes of some modules of a theory; raises BadTheory with what Why3 says where it makes none.

    `driver` says what stands in C for what is abstract; `{file}` in it is the theory's name.
    """
    source, own = folder / "extracted.mlw", folder / "extracted.drv"
    source.write_text(text, encoding="utf-8")
    own.write_text(driver.format(file=source.stem), encoding="utf-8")
    wanted = [f"{source.stem}.{module}" for module in modules]
    ran = _why3(["why3", "extract", "-C", CONF, "-D", "c", "-D", own.name, *_LIBRARY, *wanted], folder)
    if ran.code != 0 or not ran.output.strip():
        raise BadTheory(_said(ran, source.name))
    return ran.output.decode().strip() + "\n"
