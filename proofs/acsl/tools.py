"""Frama-C's WP on the annotated source: each of its goals with who proved it, each prover within a number of steps.

All is done in a folder of its own, with a configuration of Why3 of its own: nothing of the user's is read or changed.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from proofs.why3 import tools as why3
from reference.c.library import SOURCE
from reference.c.statuses import HEADER
from reference.common.errors import CannotRun
from reference.common.isolation import Bounds, Stopped, run_command

_Z3 = ("z3", "-smt2", "smt.random_seed=1", "sat.random_seed=1", "smt.auto_config=false", "smt.mbqi=false")
PROVERS: Mapping[str, tuple[str, Sequence[str], str]] = {
    "linear": ("z3", (*_Z3, "smt.arith.nl=false", "rlimit=3000000"), "z3_471"),
    "brief": ("z3", (*_Z3, "smt.arith.nl=false", "rlimit=300000"), "z3_471"),
    "products": ("z3", (*_Z3, "rlimit=10000000"), "z3_471"),
    "cvc4": ("cvc4", ("cvc4", "--lang=smt2", "--rlimit=200000"), "cvc4_17"),
}
"""Ways to ask: the prover, how it is called, and Why3's driver for it. `linear` and `brief` leave products alone."""
WAYS = ("linear", "products", "cvc4")
"""The ways in which goals are asked; what is to be unprovable is asked in the way `brief`."""
SECONDS = 300
"""A prover that hangs beyond its steps is ended, and has proved nothing."""
BOUNDS = Bounds(seconds=3600.0)
NAME = SOURCE.name


class NoFramaC(CannotRun):
    """Frama-C, Why3 or one of its provers is not installed."""


class BadAnnotation(CannotRun):
    """Frama-C does not accept a source, or says of its goals what is not understood."""


@dataclass(frozen=True, slots=True)
class WpGoal:
    """A goal of WP, and the way of asking by which it was proved: `Qed` is WP's own simplifier; empty if it was not."""

    name: str
    by: str

    @property
    def proved(self) -> bool:
        """The goal was proved."""
        return bool(self.by)


def versions() -> Mapping[str, str]:
    """The versions of Frama-C, Why3 and the provers; raises NoFramaC, naming what is missing."""
    if missing := [name for name in _NEEDED if shutil.which(name) is None]:
        raise NoFramaC(
            f"{', '.join(missing)}: not installed; install `frama-c-base why3 z3 cvc4` (packages of Debian and "
            "its like)"
        )
    said = run_command(["frama-c", "-version"], BOUNDS).output.decode(errors="replace")
    number = re.search(r"\d+\.\d+", said)
    return {"frama-c": number[0] if number else "?", **why3.versions()}


_NEEDED = ("frama-c", "why3", *why3.PROVERS)


def is_installed() -> bool:
    """Frama-C, Why3 and its provers are there."""
    return all(shutil.which(name) for name in _NEEDED)


@contextmanager
def workshop(text: str) -> Iterator[Path]:
    """A folder with a source, the header beside it, and a configuration of Why3 for the ways of asking."""
    versions()
    with why3.workshop() as folder:
        (folder / NAME).write_text(text, encoding="utf-8")
        (folder / HEADER.name).write_text(HEADER.read_text("utf-8"), encoding="utf-8")
        main, _, _ = (folder / why3.CONF).read_text(encoding="utf-8").partition("[partial_prover]")
        (folder / ".why3.conf").write_text(main + "".join(map(_prover, PROVERS)), encoding="utf-8")
        yield folder


def _prover(way: str) -> str:
    name, command, driver = PROVERS[way]
    path = shutil.which(name)
    lines = [
        "[prover]",
        f'name = "{way}"',
        f'version = "{why3.versions()[name]}"',
        f'command = "{" ".join([path or name, *command[1:]])} %f"',
        f'driver = "{driver}"',
        'alternative = ""',
        'editor = ""',
        "in_place = false",
        "interactive = false",
    ]
    return "\n".join(lines) + "\n\n"


def prove(folder: Path, functions: Sequence[str], *, width: int = 64, lemmas: bool = True) -> list[WpGoal]:
    """The goals of some functions, absence of runtime errors among them, and the lemmas; raises BadAnnotation."""
    wanted = [["-wp-prop=@lemma"]] if lemmas else []
    wanted.append(["-wp-rte", "-wp-fct", ",".join(functions)])
    return [goal for options in wanted for goal in goals_of(_wp(folder, options, WAYS, width))]


def smoke(folder: Path, functions: Sequence[str], *, width: int = 64) -> dict[str, bool]:
    """WP's smoke tests, by name, and whether nothing was found: code that no run comes by, contracts that none meets.

    Each asks for a proof of `false`. That none is found within the steps of `brief` is no proof that there is none.
    """
    options = ["-wp-smoke-tests", "-wp-smoke-timeout", str(SECONDS), "-wp-fct", ",".join(functions)]
    said = _wp(folder, options, ("brief",), width)
    found = {name: verdict == "Passed" for verdict, name in _SMOKE.findall(said)}
    if not found:
        raise BadAnnotation(f"frama-c made no smoke test: {_last(said)}")
    return found


def _wp(folder: Path, options: Sequence[str], ways: Sequence[str], width: int) -> str:
    command = [
        *("frama-c", f"-cpp-extra-args=-I{folder} -DMAXPOOL_WIDTH={width}", "-wp", *options),
        *("-wp-prover", ",".join(ways), "-wp-timeout", str(SECONDS), "-wp-par", str(why3.AT_ONCE), "-wp-cache", "none"),
        NAME,
    ]
    environment = {"PATH": os.environ.get("PATH", os.defpath), "HOME": str(folder), "LC_ALL": "C.UTF-8"}
    try:
        ran = run_command(command, BOUNDS, cwd=str(folder), env=environment)
    except Stopped as stopped:
        raise BadAnnotation(f"frama-c: {stopped}") from None
    said = ran.output.decode(errors="replace")
    if ran.code != 0:
        raise BadAnnotation(f"frama-c: {_last(said)}")
    return said


def _last(said: str) -> str:
    lines = [line for line in said.splitlines() if "rror" in line] or said.strip().splitlines() or [""]
    return lines[0]


_GOAL = re.compile(r"^\[wp\] \[([^\]]+)\] Goal (\S+)(?: : (\w+))?", re.MULTILINE)
_SMOKE = re.compile(r"^\[wp\] \[(Passed|Failed)\] Smoke-test (\S+)", re.MULTILINE)
_TOTAL = re.compile(r"^\[wp\] Proved goals:\s+(\d+) / (\d+)", re.MULTILINE)


def goals_of(said: str) -> list[WpGoal]:
    """Each goal that WP names; raises BadAnnotation where they are not as many as it counts."""
    found = [WpGoal(name, who.split()[0] if verdict == "Valid" else "") for who, name, verdict in _GOAL.findall(said)]
    total = _TOTAL.search(said)
    counted = (int(total[1]), int(total[2])) if total else (0, 0)
    if not found or counted != (sum(g.proved for g in found), len(found)):
        raise BadAnnotation(f"frama-c counts {counted}, and names {len(found)} goals: {_last(said)}")
    return found
