"""What `maxpool audit` does between its options and its output.

Each document is audited in a process of its own, with a limit of time and of memory: whatever it does there, it ends.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from proofs.audit.report.baseline import Rest, read_baseline, subtract, write_baseline
from proofs.audit.report.errata import errata_page
from proofs.audit.report.errata import said as errata_said
from proofs.audit.report.fix import write_copy
from proofs.audit.report.report import Audit, AuditJson, level_of
from proofs.audit.report.text import show_audit, show_findings
from proofs.audit.rulebook.findings import Level, counted
from reference.common.errors import CannotRun, reason_of
from reference.common.files import write
from reference.common.isolation import Bounds, Stopped, isolated
from reference.common.printing import Terminal
from reference.common.text import visible
from spec.documents.pages.load import Unreadable

SECONDS = 90
"""Of processor time, for the child: far beyond what documents take, so that no verdict depends on it."""
SECONDS_TO_JUDGE = 60
"""Of these for the judging; what is left is told, and the report still made."""
PATIENCE = 8
"""On a machine that has other work as well, the child may take so many times as long by the clock."""
MEGABYTES = 800
"""Of data, for the child: the solvers with NumPy and SymPy need 200. With its programs and the command, below 1 GB."""


class CannotAudit(CannotRun):
    """A document cannot be audited, or what was asked for with it cannot be done; one line says why."""


def audit_here(path: Path, operator: str | None = None) -> Audit:
    """The audit of a file, in this process. Raises Unreadable, and UnknownOperator."""
    # The solvers are loaded in the child alone.
    from proofs.audit.run import audit_file

    # Nearly all that an audit makes is kept to its end: to look for garbage often is lost time.
    gc.set_threshold(100_000)
    return audit_file(path, operator=operator, seconds=SECONDS_TO_JUDGE)


def audit_guarded(
    path: Path,
    *,
    auditor: Callable[[Path], Audit] = audit_here,
    seconds: int = SECONDS,
    patience: int = PATIENCE,
    megabytes: int = MEGABYTES,
) -> Audit:
    """The audit of a file, in a child process. Raises CannotAudit if there is none."""
    try:
        result = isolated(auditor, path, bounds=Bounds(seconds * patience, seconds, megabytes))
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


@dataclass(frozen=True, slots=True)
class AuditRun:
    """The audits of all documents, and what else is to be said: of the baseline, of files that were written."""

    audits: tuple[Audit, ...]
    said: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """No finding of any document is an error."""
        return all(audit.ok for audit in self.audits)

    @property
    def ok_strictly(self) -> bool:
        """All documents were judged and read, and no finding is an error or a warning."""
        return all(audit.ok_strictly for audit in self.audits)

    def json(self) -> AuditJson | list[AuditJson]:
        """One document of the schema `maxpool/audit/1`; an array of them for several documents."""
        documents = [audit.json() for audit in self.audits]
        return documents[0] if len(documents) == 1 else documents


def audit_all(
    documents: Sequence[Path],
    *,
    operator: str | None = None,
    fix: Path | None = None,
    baseline: Path | None = None,
    new_baseline: Path | None = None,
    errata: Path | None = None,
) -> AuditRun:
    """Audit documents and write what is wanted. Raises CannotAudit; what can be refused before the work, is."""
    if fix is not None:
        _refuse_fix(documents, fix)
    if errata is not None and len(dict.fromkeys(documents)) != 1:
        raise CannotAudit("--errata writes the page of one document")
    with _refusing("--baseline: "):
        accepted = frozenset() if baseline is None else read_baseline(baseline)
    audited = audit_guarded if operator is None else _audited_as(operator)
    audits = tuple(audited(path) for path in dict.fromkeys(documents))
    rest = subtract(audits, accepted)
    said = tuple(_written(documents[0], audits, rest, fix, new_baseline))
    if errata is not None:
        said = (*said, _write_errata(errata, rest.audits[0]))
    return AuditRun(rest.audits, (*rest.lines(str(baseline)), *said) if baseline is not None else said)


def _audited_as(operator: str) -> Callable[[Path], Audit]:
    """Audits of documents that are said to describe an operator. Raises UnknownOperator."""
    from proofs.audit.gate import known

    return partial(audit_guarded, auditor=partial(audit_here, operator=known(operator)))


@contextmanager
def _refusing(what: str) -> Iterator[None]:
    """Any way in which a file can fail, as CannotAudit."""
    try:
        yield
    except FileExistsError as error:
        raise CannotAudit(visible(f"{what}{error.filename} exists; nothing was overwritten")) from None
    except (OSError, CannotRun) as error:
        raise CannotAudit(visible(f"{what}{reason_of(error)}")) from None


def _refuse_fix(documents: Sequence[Path], fix: Path) -> None:
    if len(dict.fromkeys(documents)) != 1:
        raise CannotAudit("--fix writes a copy of one document")
    if fix.exists():
        same = documents[0].exists() and fix.samefile(documents[0])
        what = "is the document itself" if same else "exists"
        raise CannotAudit(f"--fix: {visible(str(fix))} {what}; nothing was overwritten")


def _written(
    document: Path, audits: Sequence[Audit], rest: Rest, fix: Path | None, new_baseline: Path | None
) -> Iterator[str]:
    """Write the corrected copy and the baseline, and say so."""
    if new_baseline is not None:
        with _refusing("--write-baseline: "):
            count = write_baseline(new_baseline, audits)
        yield f"{visible(str(new_baseline))}: accepts {counted(count, 'finding')}"
    if fix is not None:
        with _refusing("--fix: "):
            copy = write_copy(fix, document, rest.audits[0])
        left = f", {copy.left} that overlap were left out" if copy.left else ""
        yield f"{visible(str(fix))}: {counted(copy.made, 'correction')} made{left}"


def _write_errata(path: Path, audit: Audit) -> str:
    """Write the errata's page, over an older one of the same document alone, and say so."""
    with _refusing("--errata: "):
        write({path: errata_page(audit)})
    return f"{visible(str(path))}: {errata_said(audit)}"


def show(done: AuditRun, *, findings: bool, coverage: bool = False, quiet: bool = False) -> None:
    """Findings and remarks on standard output; without the findings, the remarks go to standard error.

    `quiet`: each finding is a line, and there are no remarks.
    """
    console = Terminal(stderr=not findings)
    if quiet:
        for audit in done.audits if findings else ():
            show_findings(console, audit)
        return
    for audit in done.audits if findings else ():
        show_audit(console, audit, coverage=coverage)
    everything = [finding for audit in done.audits for finding in audit.findings]
    if findings and everything:
        gravest = min(everything, key=lambda finding: list(Level).index(level_of(finding)))
        console.print(f"More on a rule: maxpool explain {gravest.rule}")
    for line in done.said:
        console.print(line)
