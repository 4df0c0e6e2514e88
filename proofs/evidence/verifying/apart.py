"""What a check does of a package in processes of their own, with limits of time and memory.

What they need is imported there, or where it is asked for: a check that has not begun them has no use of it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import reqif  # noqa: F401  # It is used in a process of its own alone: that it is not installed is to be said here.

from proofs.engine.catalogue import Catalogue
from proofs.evidence.package.jsontext import load
from proofs.evidence.package.names import AUDIT_FILE, DOCUMENT_FILES, FORMS
from proofs.evidence.verifying.forms import Found, Problems, problem_of
from reference.common.isolation import Bounds, started

BOUNDS = Bounds(seconds=1200, processor_seconds=120, megabytes=2000)


@contextmanager
def evaluation(catalogue: Catalogue, files: dict[str, bytes], tool: Mapping[str, Any]) -> Iterator[Callable[[], Found]]:
    """Witnesses replayed, certificates checked, what follows from the rest made again; never longer than its bounds.

    It is begun at once, in a process of its own; what is given waits for its end.
    """
    with started(_evaluated, catalogue, files, dict(tool), bounds=BOUNDS) as found:
        yield lambda: _result(found)


def _evaluated(catalogue: Catalogue, files: dict[str, bytes], tool: Mapping[str, Any]) -> Found:
    from proofs.evidence.verifying.child import evaluated

    return evaluated(catalogue, files, tool, with_copy=True)


def _result(found: Callable[[], Found]) -> Found:
    try:
        return found()
    except Exception as error:  # Whatever a stranger's values did to the process: nothing was evaluated.
        return {}, [("", f"what it says could not be evaluated: {type(error).__name__}: {error}"[:300])]


def compared(catalogue: Catalogue, files: Mapping[str, bytes]) -> tuple[Collection[str], Problems]:
    """The files that the tool determines, and what a package has instead; nothing else is evaluated then."""
    from proofs.evidence.making.tool import determined
    from proofs.evidence.verifying.child import differences

    right = determined(catalogue)
    return right.keys(), differences(right, files)


def audited_again(files: Mapping[str, bytes]) -> tuple[bool, Problems]:
    """Whether there is a document; its audit, made again of a copy in a folder of its own, within an audit's limits."""
    from proofs.evidence.making.given import CannotBuild, audited

    name = next((n for n in DOCUMENT_FILES if n in files), None)
    if name is None or AUDIT_FILE not in files or problem_of(files[AUDIT_FILE], FORMS[AUDIT_FILE]):
        return False, []
    shown = load(files[AUDIT_FILE])["document"]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name.rpartition("/")[2])
        path.write_bytes(files[name])
        try:
            again = audited(path, shown)
        except (CannotBuild, UnicodeError) as error:
            return True, [(name, f"cannot be audited: {error}")]
    return True, [
        (n, "auditing the document again gives a different result") for n in again if files.get(n) != again[n]
    ]
