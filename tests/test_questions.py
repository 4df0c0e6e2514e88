"""What solvers are asked of a program depends on the program alone: not on how a process orders what is in a set."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import pytest

from proofs.program.c.proving import understand
from proofs.program.c.reading.reader import absent
from proofs.program.logic.outputs import with_local_outputs
from proofs.program.logic.products import without_products
from proofs.program.logic.solving import relevant
from proofs.program.loops.separated import separated
from proofs.program.maxpool.plan import plans
from proofs.program.maxpool.proof import conditions
from proofs.soundness import c_programs
from reference.common.layout import ROOT
from spec.language.terms import not_


def main() -> None:
    """Print a digest of the questions on a program in C, under each plan, and how many there are."""
    understood = understand(c_programs.source("lowest.c", "", ""))[1]
    assert understood is not None
    function = with_local_outputs(separated(understood[1].function))
    digest, count = hashlib.sha256(), 0
    for plan in plans(function):
        for condition in conditions(function, plan):
            for term in without_products([not_(condition.goal), *relevant(condition.known, [condition.goal])]):
                digest.update(repr(term).encode())
                count += 1
    print(digest.hexdigest(), count)


@pytest.mark.skipif(bool(absent()), reason="C cannot be read")
def test_the_questions_are_the_same_in_each_process() -> None:
    said = [
        subprocess.run(
            [sys.executable, "-m", "tests.test_questions"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert len(set(said)) == 1
    assert int(said[0].split()[1]) > 100


if __name__ == "__main__":
    main()
