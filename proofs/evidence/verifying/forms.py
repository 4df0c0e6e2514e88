"""Whether what a package holds is of the form that the tool writes, as far as types and the files beside it tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from proofs.evidence.package.archive import digest
from proofs.evidence.package.jsontext import NotJson, dump, load_object
from proofs.evidence.package.names import AUDIT_FILE, AUDIT_FILES, DOCUMENT_FILES, FORMS, RESULTS_FILE, document_file
from proofs.mutation import junit

Checked = dict[str, Any]
Problems = list[tuple[str, str]]
Found = tuple[Checked, Problems]
"""What was checked, and every problem with its place."""

UNLIKE = "is not in the form in which packages are written"


def problems_of_forms(files: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """What is not as it is written, among what can be given to a build or is decided by it."""
    for name, form in FORMS.items():
        if name in files and (problem := problem_of(files[name], form)):
            yield name, problem
    if RESULTS_FILE in files:
        try:
            same = junit.write(junit.read(files[RESULTS_FILE])) == files[RESULTS_FILE]
        except junit.NotJUnit as error:
            yield RESULTS_FILE, str(error)[:300]
        else:
            if not same:
                yield RESULTS_FILE, UNLIKE
    yield from _audits(files)


@lru_cache(maxsize=32)
def problem_of(data: bytes, form: str) -> str:
    """What is wrong with a document; empty if nothing is: it is of its form, and written in the one way."""
    try:
        return "" if dump(load_object(data, form)) == data else UNLIKE
    except NotJson as error:
        return str(error)


def _audits(files: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """A document and its audit belong together; an audit has three forms, and is of a document with its ending."""
    documents = [name for name in DOCUMENT_FILES if name in files]
    there = [name for name in AUDIT_FILES if name in files]
    if len(documents) != bool(there):
        yield "document", "a document and its audit belong together"
    for name in AUDIT_FILES if there else ():
        if name not in files:
            yield name, "is missing: an audit has three forms"
    if AUDIT_FILE in files and documents and not problem_of(files[AUDIT_FILE], FORMS[AUDIT_FILE]):
        audit = load_object(files[AUDIT_FILE], FORMS[AUDIT_FILE])
        if Path(audit["document"]).name != audit["document"] or document_file(audit["document"]) not in files:
            yield AUDIT_FILE, "is not of the document in the package"
        if audit["sha256"] != digest(files[documents[0]]):
            yield documents[0], "is not the document that was audited"
