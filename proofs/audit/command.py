"""What `maxpool audit` does between its options and its output."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from proofs.audit.guarded import CannotAudit, audit_guarded
from proofs.audit.report.baseline import Rest, read_baseline, subtract, write_baseline
from proofs.audit.report.fix import write_copy
from proofs.audit.report.report import Audit, level_of
from proofs.audit.report.text import show_audit
from proofs.audit.report.wording import counted
from proofs.audit.rulebook.findings import Level
from reference.common.errors import CannotRun
from reference.common.printing import Terminal
from reference.common.text import visible


@dataclass(frozen=True, slots=True)
class AuditRun:
    """The audits of all documents, and what else is to be said: of the baseline, of files that were written."""

    audits: tuple[Audit, ...]
    said: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """No finding of any document is an error."""
        return all(audit.ok for audit in self.audits)

    def json(self) -> Any:
        """One document of the schema `maxpool/audit/1`; an array of them for several documents."""
        documents = [audit.json() for audit in self.audits]
        return documents[0] if len(documents) == 1 else documents


def audit_all(
    documents: Sequence[Path], *, fix: Path | None, baseline: Path | None, new_baseline: Path | None
) -> AuditRun:
    """Audit documents and write what is wanted. Raises CannotAudit; what can be refused before the work, is."""
    if fix is not None:
        _refuse_fix(documents, fix)
    with _refusing("--baseline: "):
        accepted = frozenset() if baseline is None else read_baseline(baseline)
    audits = tuple(audit_guarded(path) for path in dict.fromkeys(documents))
    rest = subtract(audits, accepted)
    said = tuple(_written(documents[0], audits, rest, fix, new_baseline))
    return AuditRun(rest.audits, (*rest.lines(str(baseline)), *said) if baseline is not None else said)


@contextmanager
def _refusing(what: str) -> Iterator[None]:
    """Any way in which a file can fail, as CannotAudit."""
    try:
        yield
    except FileExistsError as error:
        raise CannotAudit(visible(f"{what}{error.filename} exists; nothing was overwritten")) from None
    except (OSError, CannotRun) as error:
        raise CannotAudit(visible(f"{what}{error}")) from None


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


def show(done: AuditRun, *, findings: bool) -> None:
    """Findings and remarks on standard output; without the findings, the remarks go to standard error."""
    console = Terminal(stderr=not findings)
    for audit in done.audits if findings else ():
        show_audit(console, audit)
    everything = [finding for audit in done.audits for finding in audit.findings]
    if findings and everything:
        gravest = min(everything, key=lambda finding: list(Level).index(level_of(finding)))
        console.print(f"More on a rule: maxpool explain {gravest.rule}")
    for line in done.said:
        console.print(line)
