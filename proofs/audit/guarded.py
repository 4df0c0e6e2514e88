"""The audit in a process of its own, with a limit of time and of memory: whatever a document does to it, it ends."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from proofs.audit.report.report import Audit
from reference.common.errors import CannotRun
from reference.common.isolation import Bounds, Stopped, isolated
from reference.common.text import visible
from spec.documents.pages.load import Unreadable

SECONDS = 8
"""Of processor time, for the child. With what the command does before and after, an audit ends within 10 s."""
PATIENCE = 4
"""On a machine that has other work as well, the child may take so many times as long by the clock."""
MEGABYTES = 800
"""Of data, for the child: the solvers with NumPy and SymPy need 200. With its programs and the command, below 1 GB."""


class CannotAudit(CannotRun):
    """A document cannot be audited, or what was asked for with it cannot be done; one line says why."""


def audit_here(path: Path) -> Audit:
    """The audit of a file, in this process. Raises Unreadable."""
    # The solvers are loaded in the child alone.
    from proofs.audit.run import audit_file

    return audit_file(path)


def audit_guarded(
    path: Path, *, auditor: Callable[[Path], Audit] = audit_here, seconds: int = SECONDS, megabytes: int = MEGABYTES
) -> Audit:
    """The audit of a file, in a child process. Raises CannotAudit if there is none."""
    try:
        result = isolated(auditor, path, bounds=Bounds(seconds * PATIENCE, seconds, megabytes))
    except Unreadable as error:
        # The readers' own words name the file; anything else is a mistake of the audit, and is said to be one.
        raise CannotAudit(visible(str(error))) from None
    except Stopped as error:
        raise CannotAudit(visible(f"{path}: {error}")) from None
    except Exception as error:
        raise CannotAudit(visible(f"{path}: the audit failed: {type(error).__name__}: {error}")) from None
    if not isinstance(result, Audit):
        raise CannotAudit(f"{visible(str(path))}: the audit failed: it gave a {type(result).__name__}")
    return result
