"""A plugin of pytest for a specification's own repository: `pytest --maxpool-audit DRAFT.md`, a test for each claim.

A claim that was proved, or agrees, passes; one that was refuted, or disagrees, fails with what is found on its line.
What was not understood or could not be decided is skipped, with the reason: it is not approved. An error on a line
without such a claim fails as a test of its own. With `--maxpool-baseline FILE`, errors that it accepts do not fail.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from proofs.audit.report.report import Audit

LONGEST = 80
"""Characters of a test's name."""
PASSES, FAILS = frozenset({"agrees", "proved"}), frozenset({"disagrees", "refuted", "vacuous"})


def pytest_addoption(parser: pytest.Parser) -> None:
    """The documents to audit, and the findings that are accepted."""
    group = parser.getgroup("maxpool", "the audit of a specification document")
    group.addoption("--maxpool-audit", metavar="DOCUMENT", action="append", default=[], help="repeatable")
    group.addoption("--maxpool-baseline", metavar="FILE", help="findings that are accepted")


def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """The tests of the documents, behind all others. Raises pytest.UsageError where a document cannot be audited."""
    documents = [Path(name) for name in config.getoption("--maxpool-audit")]
    if documents:
        items += [item for audit in _audited(documents, config) for item in _items(session, audit)]


def _audited(documents: Sequence[Path], config: pytest.Config) -> Sequence[Audit]:
    # Nothing of the project is loaded in a run that audits nothing.
    from proofs.audit.command import CannotAudit, audit_all

    accepted = config.getoption("--maxpool-baseline")
    try:
        return audit_all(documents, baseline=Path(accepted) if accepted else None).audits
    except CannotAudit as error:
        raise pytest.UsageError(str(error)) from None


@dataclass(frozen=True, slots=True)
class TestedClaim:
    """What one test is about: its name, its line in the document, its verdict and what was found there."""

    name: str
    line: int
    verdict: str
    found: tuple[str, ...]


def tested(audit: Audit) -> Iterator[TestedClaim]:
    """A test for each claim, and for each line with an error that has no claim which fails."""
    errors: dict[int, list[str]] = {}
    document = audit.json()
    for finding in document["findings"]:
        if finding["level"] == "error":
            errors.setdefault(finding["line"], []).append(f"{finding['rule']}: {finding['message']}")
    names: Counter[str] = Counter()
    failed: set[int] = set()
    for claim in document["claims"]:
        line, name = claim["line"], _shown(f"{claim['line']}: {claim['kind']}: {claim['text']}")
        names[name] += 1
        found = tuple(errors.get(line, ()))
        verdict = claim["verdict"]
        if verdict in FAILS:
            # A warning does not fail, and neither does what a baseline accepts.
            failed.add(line)
            verdict = verdict if found else f"{verdict}; no error on this line"
        yield TestedClaim(name if names[name] == 1 else f"{name} ({names[name]})", line, verdict, found)
    for line in sorted(errors.keys() - failed):
        yield TestedClaim(f"{line}: {errors[line][0].partition(':')[0]}", line, "refuted", tuple(errors[line]))


def _shown(name: str) -> str:
    """A name on one line that a terminal can show."""
    from reference.common.text import visible

    return visible(textwrap.shorten(name, LONGEST, placeholder="…"))


def _items(session: pytest.Session, audit: Audit) -> Iterator[ClaimItem]:
    path = Path(audit.document.name).resolve()
    document = DocumentNode.from_parent(session, path=path, nodeid=audit.document.name)
    for claim in tested(audit):
        yield ClaimItem.from_parent(document, name=claim.name, claim=claim)


class DocumentNode(pytest.File):
    """A document whose claims are tests."""

    def collect(self) -> Iterator[pytest.Item]:
        """Nothing more: its tests are made when it has been audited."""
        return iter(())


class ClaimItem(pytest.Item):
    """The test of one claim."""

    def __init__(self, *, claim: TestedClaim, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.claim = claim

    def runtest(self) -> None:
        """Passes, fails or is skipped by the claim's verdict."""
        if self.claim.verdict in FAILS:
            raise ClaimFails("\n".join(self.claim.found))
        if self.claim.verdict not in PASSES:
            pytest.skip(self.claim.verdict)  # It was not decided, and is not approved.

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        """What was found, without a traceback of ours."""
        if isinstance(excinfo.value, ClaimFails):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int, str]:
        """The claim's place in the document; pytest counts lines from 0."""
        return self.path, self.claim.line - 1, self.name


class ClaimFails(Exception):
    """A claim of the document is wrong."""
