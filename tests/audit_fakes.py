"""Auditors that find what a document says of itself, for tests of what becomes of findings; and some that misbehave."""

from __future__ import annotations

import ctypes
import re
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

from proofs.audit.report.report import Audit, Coverage
from proofs.audit.rulebook.findings import Finding, Fix, JudgedClaim
from proofs.audit.rulebook.reads import Part, Read
from spec.documents.pages.load import decode
from spec.documents.pages.model import Document
from spec.documents.pages.read import read

WORDS = {"WRONG": "formula-wrong", "OPEN": "tie-open", "NOTED": "example-not-judged"}
COVERAGE = Coverage(formulas=3, decided=2, not_understood=1, examples=1, references=4)


READS = (Read(Part.FORMULA, 0, 5, "output size"), Read(Part.FORMULA, 0, 3), Read(Part.SENTENCE, 0, 9, "tie"))


def document_of(text: str, name: str = "draft.md") -> Document:
    loaded = decode(text.encode("utf-8"), name)
    return Document(name, loaded.text, loaded.sha256, ())


def audit_of(document: Document) -> Audit:
    """A finding for each word of WORDS in the text: an error is corrected to RIGHT, and has a witness."""
    findings = []
    for match in re.finditer("|".join(WORDS), document.text):
        is_error, start = match.group() == "WRONG", match.start()
        findings.append(
            Finding(
                WORDS[match.group()],
                start,
                f"{match.group()} stands here",
                witness={"x": 1, "stride": 2} if is_error else {},
                suggestion="RIGHT" if is_error else "",
                fix=Fix(start, match.end(), "RIGHT") if is_error else None,
            )
        )
    return Audit(document, COVERAGE, (JudgedClaim("formula", 0, "x = 1", "refuted"),), tuple(findings), reads=READS)


def audit_file(path: Path) -> Audit:
    return audit_of(read(path))


def noisy(path: Path) -> Audit:
    """Prints on both outputs before it answers, as a library may."""
    subprocess.run([sys.executable, "-c", "print('noise')"], check=True)
    print("noise", flush=True)
    return audit_file(path)


def works(path: Path) -> Audit:
    """Never ends, and is busy all the time."""
    while True:
        path.with_suffix(".pid")


def hangs(path: Path) -> Audit:
    """Never ends, and leaves a child that never ends either, whose process id it writes beside the document."""
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(10**6)"])
    path.with_suffix(".pid").write_text(str(child.pid))
    while True:
        time.sleep(1)


def explodes(path: Path) -> Audit:
    """Takes 3 GB."""
    return audit_of(document_of("x" * len(bytearray(3 * 2**30))))


def dies(path: Path) -> Audit:
    ctypes.string_at(0)
    return audit_file(path)


def recurses(path: Path) -> Audit:
    return recurses(path)


def fails(path: Path) -> Audit:
    raise RuntimeError(f"a mistake of {path.name}\nin two lines \x1b[31m")


def answers_otherwise(path: Path) -> object:
    return "\x1b[31mno audit"


def gives_what_cannot_be_sent(path: Path) -> Audit:
    finding = Finding("tie-open", 0, "", witness={"x": lambda: path})
    return replace(audit_file(path), findings=(finding,), marks=())


class Unsendable(Exception):
    """Cannot be made again from its text alone."""

    def __init__(self, path: Path, count: int) -> None:
        super().__init__(f"no more of {path.name}")


def raises_what_cannot_be_sent(path: Path) -> Audit:
    raise Unsendable(path, 1)


def decides(path: Path) -> Audit:
    """Asks all solvers something, as a judge does."""
    from proofs.catalogue import CATALOGUE
    from proofs.engine.decide import decide
    from proofs.engine.statement import Verdict

    for label in ("draft.dY_2", "shape.last-fits"):
        assert decide(CATALOGUE[label]).verdict in (Verdict.PROVED, Verdict.REFUTED)
    return audit_file(path)
