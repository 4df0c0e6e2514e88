"""`maxpool mutate --prover`: each change of the prover, in a process of its own, and what notices it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from proofs.mutation.common.scores import Mutant, ScoresJson, scores
from proofs.mutation.prover import patched
from proofs.mutation.prover.slips import SLIPS
from reference.common.layout import command
from reference.common.pool import processors

SECONDS = 1800
"""A change may make the prover run on: then it is ended, and nothing is said of it."""


def judge(number: int) -> Mutant:
    """What notices a change, nothing if its process runs on; raises RuntimeError where that says nothing at all."""
    slip = SLIPS[number]
    asked = command(patched.__name__, str(number))
    try:
        run = subprocess.run(asked, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return Mutant(slip.module, f"{slip.what} (ended after {SECONDS} s)", "")
    if run.returncode != 0:
        raise RuntimeError(f"{slip.module}: {slip.what}: {run.stderr.strip().splitlines()[-1:]}")
    noticed = run.stdout.strip().partition("\n")[0]
    return Mutant(slip.module, slip.what, noticed)


def mutate_prover(
    numbers: Sequence[int] | None = None, *, done: Callable[[int], None] = lambda _: None
) -> list[Mutant]:
    """The changes, all or some by their numbers, with what notices each; `done` is called at each."""

    def judged(number: int) -> Mutant:
        found = judge(number)
        done(1)
        return found

    with ThreadPoolExecutor(processors()) as pool:
        return list(pool.map(judged, range(len(SLIPS)) if numbers is None else numbers))


def report(results: Sequence[Mutant]) -> ScoresJson:
    """The scores, with what notices each change."""
    noticed = [{"where": r.where, "text": r.text, "by": r.noticed_by} for r in results if r.noticed_by]
    return {**scores("prover", results), "noticed": noticed}
