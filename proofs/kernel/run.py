"""`make kernel`: check all theorems with Coq, and leave a record. `--write` generates the statements anew."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence

from proofs.kernel import coq
from proofs.kernel.statements import FOLDER, generated, stale
from proofs.kernel.status import RECORD, files, record, wanted
from reference.common.files import NotOurs, write

COMMAND = f"python -m {__package__}.run"
IN_REPOSITORY = (FOLDER.parents[1] / "pyproject.toml").exists()
"""Where the project is installed, no folder is its own to leave a record in."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it; the exit code is 0 if Coq accepts all, 1 if it does not, 2 if it could not be asked."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the generated files without checking anything")
    parser.add_argument("--library", action="store_true", help="also have coqchk check Coq's own library")
    options = parser.parse_args(arguments)
    if options.write:
        return _write()
    RECORD.unlink(missing_ok=True)
    if outdated := list(stale()):
        return _fail(1, f"{', '.join(outdated)} is out of date with the terms; run {COMMAND} --write")
    started, texts, version = time.perf_counter(), files(), coq.version()
    try:
        checked = coq.check(texts, wanted(), library=options.library, done=lambda line: print(line, flush=True))
    except coq.Absent as absent:
        return _fail(2, str(absent))
    except coq.BadProof as refused:
        return _fail(1, str(refused))
    assert version is not None
    if IN_REPOSITORY:
        record(texts, version, checked)
    print(f"{len(checked)} theorems checked by Coq {version} in {time.perf_counter() - started:.1f} s, without axioms")
    return 0


def _write() -> int:
    try:
        write({FOLDER / name: text for name, text in generated().items()})
    except NotOurs as error:
        return _fail(2, str(error))
    return 0


def _fail(code: int, message: str) -> int:
    print(f"kernel: {message}", file=sys.stderr)
    return code


if __name__ == "__main__":
    raise SystemExit(main())
