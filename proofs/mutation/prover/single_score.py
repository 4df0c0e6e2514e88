"""`maxpool mutate --prover --single`: single slips of the prover's modules, what notices them, why others are harmless.

`rules.toml` says which kinds of things a module's slips are tried on. `survivors.toml` explains those that nothing
notices: each explanation has a check, which compares the module with the changed one.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib import import_module
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

from proofs.mutation.common.scores import Mutant, ScoresJson, SlipsJson, scores
from proofs.mutation.prover import reached, singly
from proofs.mutation.prover.single import SingleSlip, as_it_is, single_slips
from reference.common.errors import CannotRun
from reference.common.house import imported, modules
from reference.common.layout import PACKAGE, command
from reference.common.pool import processors

HERE = Path(__file__).parent
AT_A_TIME = 200
"""Slips for which one process loads what they do not change."""


@dataclass(frozen=True, slots=True)
class Survivor:
    """Why a slip that nothing notices is harmless, and an expression that shows it, of both modules."""

    module: str
    name: str
    why: str
    check: str


def _listed(name: str, key: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((HERE / name).read_text("utf-8"))[key]
    return found


RULES: Mapping[str, tuple[str, ...]] = {r["module"]: tuple(r["kinds"]) for r in _listed("rules.toml", "rule")}
"""The modules that carry a rule of proof, and on what their slips are tried."""
SURVIVORS = tuple(Survivor(**entry) for entry in _listed("survivors.toml", "survivor"))


@dataclass(frozen=True, slots=True)
class Tried:
    """A slip; what noticed it, if anything; else what ended its process, or why it is harmless.

    `reached`: something right or false that is kept reaches the statement that it is in.
    """

    slip: SingleSlip
    noticed_by: str = ""
    ended: str = ""
    why: str = ""
    reached: bool = True

    @property
    def mutant(self) -> Mutant:
        """As a mutant."""
        of_note = self.ended or ("" if self.reached else "nothing reaches it")
        text = f"{self.slip.name} ({of_note})" if of_note else self.slip.name
        return Mutant(f"{self.slip.module}:{self.slip.line}", text, self.noticed_by, bool(self.why))


def try_slips(modules: Sequence[str], every: int = 1, *, done: Callable[[int], None] = lambda _: None) -> list[Tried]:
    """Each `every`-th slip of some modules, put to what is kept for their kinds; `done` is called with how many were.

    Raises CannotRun where processes cannot be forked, or a module has no slips listed.
    """
    if not hasattr(os, "fork"):
        raise CannotRun("single slips need processes that can be forked, which this platform has not")
    wanted = {module: selected(module, every) for module in modules}
    with tempfile.TemporaryDirectory() as folder:
        # The fewest kinds first: what a kind's things reach is seen for all modules that are tried on it.
        surveys = {kinds: _survey(kinds, wanted, Path(folder)) for kinds in {RULES[module] for module in wanted}}

        def tried(part: Sequence[SingleSlip]) -> list[Tried]:
            found = list(_answers(part, surveys[RULES[part[0].module]]))
            done(len(found))
            return found

        with ThreadPoolExecutor(processors()) as pool:
            parts = [part for slips in wanted.values() for part in _parts(slips)]
            return [one for part in pool.map(tried, parts) for one in part]


def _survey(kinds: Sequence[str], modules: Iterable[str], folder: Path) -> Path:
    """What is reached by things of some kinds, in those of some modules that are tried on them: a file that says so."""
    file = folder / "-".join(kinds)
    of = [module for module in modules if RULES[module] == kinds]
    importing = set[str]().union(*map(importing_of, of))
    _run(reached.__name__, file, {"kinds": kinds, "wanted": of, "importing": sorted(importing)})
    return file


@cache
def _imports() -> Mapping[str, frozenset[str]]:
    known = modules()
    return {name: frozenset(imported(path, known)) for name, path in known.items()}


def importing_of(module: str) -> frozenset[str]:
    """The modules of the tool that import one, directly or by way of others, and itself."""
    found = {module}
    while more := {name for name, of in _imports().items() if of & found} - found:
        found |= more
    return frozenset(found)


def _run(module: str, survey: Path, asked: Mapping[str, Any]) -> str:
    """What a process prints; raises RuntimeError with the last line of its errors where it fails."""
    # One thread each for libraries of numbers: what has threads is not to be forked.
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    run = subprocess.run(
        command(module, str(survey)),
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    if run.returncode:
        raise RuntimeError(
            f"{module} with {asked.get('module', asked['kinds'])}: {run.stderr.strip().splitlines()[-1:]}"
        )
    return run.stdout


def selected(module: str, every: int = 1) -> list[SingleSlip]:
    """Each `every`-th slip of a module."""
    return list(single_slips(module))[::every]


def _parts(slips: Sequence[SingleSlip]) -> Iterator[Sequence[SingleSlip]]:
    return (slips[i : i + AT_A_TIME] for i in range(0, len(slips), AT_A_TIME))


def _answers(slips: Sequence[SingleSlip], survey: Path) -> Iterator[Tried]:
    """What becomes of some slips of one module, tried after the module as it is, of which nothing must be noticed.

    Raises RuntimeError where it is, or the process that tries them fails.
    """
    module = slips[0].module
    sent = [{"source": s.source, "within": s.within, "statement": s.statement} for s in (as_it_is(module), *slips)]
    of = {"module": module, "kinds": RULES[module], "importing": sorted(importing_of(module))}
    said = _run(singly.__name__, survey, {**of, "slips": sent})
    control, *answers = map(json.loads, said.splitlines())
    # Where programs alone reach the module, nothing is tried of it; each of them was when it was seen what they reach.
    if control.get("noticed_by") != "":
        raise RuntimeError(f"{module} as it is: {control}")
    for slip, answer in zip(slips, answers, strict=True):
        found = Tried(slip, answer.get("noticed_by", ""), answer.get("ended", ""), "", answer.get("reached", True))
        yield found if found.noticed_by or found.ended else replace(found, why=explained(slip))


def explained(slip: SingleSlip) -> str:
    """Why a slip is harmless, if its check shows so; else ""."""
    found = _explanations().get((slip.module, slip.name))
    return found.why if found is not None and is_shown(found, slip) else ""


@cache
def _explanations() -> Mapping[tuple[str, str], Survivor]:
    return {(s.module, s.name): s for s in SURVIVORS}


def is_shown(survivor: Survivor, slip: SingleSlip) -> bool:
    """The check of an explanation holds, of the module (`old`) and the changed one (`new`)."""
    old = import_module(PACKAGE + survivor.module)
    new = ModuleType(old.__name__)
    vars(new).update(__turn__=lambda: True, __file__=old.__file__, __slip__=slip)
    exec(compile(slip.source, slip.module, "exec", dont_inherit=True), vars(new))

    def same(name: str, *over: Iterable[Any]) -> bool:
        """Both give the same, or raise the same, for all combinations of arguments, of which there are some."""
        cases = list(product(*map(list, over)))
        return bool(cases) and all(_outcome(old, name, case) == _outcome(new, name, case) for case in cases)

    compared = {name: partial(_compared, name, old, new) for name in (*OF_PLANS, *OF_PRODUCTS, *OF_STATES)}
    known = {"old": old, "new": new, "same": same, **compared}
    return eval(survivor.check, {**known, **vars(old)}) is True


OF_PRODUCTS = (
    "means_the_same",
    "means_the_same_or_asks_nothing",
    "says_what_is_true",
    "multiplies_out_the_same",
)
"""The checks of terms that are multiplied out, and of lemmas on them (`multiplied`)."""
OF_STATES = ("reads_the_same", "gives_no_value", "only_guesses", "runs_the_same")
"""The checks of what a program's arrays and variables hold (`stated`)."""
OF_PLANS = (
    "shows_the_same",
    "shows_the_same_by_other_names",
    "shows_the_same_in_another_order",
    "allows_the_same_sizes",
    "tries_more_plans",
    "names_loops_apart",
)
"""The checks of plans of the proof, and of the unknowns that they speak of (`planned`)."""


def _compared(name: str, old: ModuleType, new: ModuleType, *without: str) -> bool:
    from proofs.mutation.prover import multiplied, planned, stated

    of = planned if name in OF_PLANS else multiplied if name in OF_PRODUCTS else stated
    check: Callable[..., bool] = getattr(of, name)
    return check(old, new, *without)


def _outcome(module: ModuleType, name: str, arguments: tuple[Any, ...]) -> tuple[str, Any]:
    try:
        return "gave", getattr(module, name)(*arguments)
    except Exception as error:
        return "raised", type(error).__name__


def report(tried: Sequence[Tried]) -> ScoresJson:
    """The scores, of each module too, with the explanations of what nothing notices."""
    by_module: dict[str, list[Tried]] = {}
    for one in tried:
        by_module.setdefault(one.slip.module, []).append(one)
    explanations = [{"where": t.mutant.where, "text": t.slip.name, "why": t.why} for t in tried if t.why]
    return {
        **scores("prover, single slips", [t.mutant for t in tried]),
        "modules": [_counts(module, found) for module, found in by_module.items()],
        "explained": explanations,
    }


def _counts(module: str, found: Sequence[Tried]) -> SlipsJson:
    by = [t.noticed_by.partition(":")[0] for t in found]
    explained = sum(bool(t.why) for t in found)
    accepted, refused = by.count("accepted"), by.count("refused")
    survived = len(found) - accepted - refused - explained
    return {
        "module": module,
        "slips": len(found),
        "accepted": accepted,
        "refused": refused,
        "explained": explained,
        "survived": survived,
    }
