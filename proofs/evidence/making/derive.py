"""The files of a package that follow from its other files: matrix, report, argument. A checker makes them again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from proofs.engine.catalogue import Catalogue
from proofs.evidence.package.archive import digest
from proofs.evidence.package.jsontext import load
from proofs.evidence.package.names import (
    DERIVED,
    DISPOSITIONS,
    ENVELOPE,
    GAPS,
    MANIFEST,
    MEASURED,
    REGISTERS,
    SAID,
    SAID_OF_THEM,
    STATEMENT,
)
from proofs.evidence.pages.argument import drawing
from proofs.evidence.pages.report import report
from proofs.evidence.pages.traces import matrix_page
from proofs.evidence.registers import dispositions
from proofs.evidence.registers.entries import entries
from proofs.evidence.trace import marks, matrix, reqif
from proofs.evidence.trace.gaps import gaps
from proofs.evidence.trace.material import Gap, Material, material
from proofs.evidence.trace.texts import texts

README = """An evidence package for {}.

Start with report.html: what is not shown comes first. MANIFEST.json names every file of the argument with its
digest; measured.json has times and machine, and is outside of the argument's digest. With the tool that the manifest
names installed, `maxpool evidence verify FILE.zip` checks the package, and `--replay` decides every question to the
solvers again. Nothing in the package is written by hand, and nothing in it needs to be run to be read.
"""


def derived(catalogue: Catalogue, files: Mapping[str, bytes], tool: Mapping[str, Any]) -> dict[str, bytes]:
    """The derived files, by name."""
    m = material(files, tool)
    links = matrix.forwards(m)
    missing = gaps(m, links)
    backwards = sorted(link.reversed() for link in links)
    return {
        "README.txt": README.format(m.title).encode(),
        "matrix/matrix.csv": matrix.as_csv(matrix.COLUMNS, (link.row() for link in links)),
        "matrix/matrix-backwards.csv": matrix.as_csv(matrix.COLUMNS, (link.row() for link in backwards)),
        GAPS: matrix.as_csv(matrix.GAP_COLUMNS, ((g.kind, g.of, g.what) for g in missing)),
        SAID: matrix.as_csv(marks.COLUMNS, marks.rows(marks.marks(m, links))),
        "matrix/matrix.reqif": reqif.as_reqif(m.title, links, missing, texts(m)),
        "matrix/matrix.html": matrix_page(m.title, links, backwards, missing),
        **_registers(m, missing, files),
        "argument/gsn.svg": drawing(m, missing),
        "report.html": report(catalogue, m, links, missing, files),
    }


def _registers(m: Material, missing: Sequence[Gap], files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The registers, with what persons said of their entries; and apart, all that they said."""
    found = entries(m, missing)
    said = load(files[DISPOSITIONS]) if DISPOSITIONS in files else {}
    # What follows from the rest, or names it, has no digest yet when it is made.
    reviewed = files.keys() - {*DERIVED, MANIFEST, MEASURED, STATEMENT, ENVELOPE}
    digests = {name: digest(files[name]) for name in sorted(reviewed)}
    tables = {file: dispositions.rows(name, found, said) for name, file in REGISTERS.items()}
    return {
        **{file: matrix.as_csv(dispositions.COLUMNS, rows) for file, rows in tables.items()},
        SAID_OF_THEM: matrix.as_csv(dispositions.SAID_COLUMNS, dispositions.said_rows(found, said, digests)),
    }
