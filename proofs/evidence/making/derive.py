"""The files of a package that follow from its other files: matrix, report, argument. A checker makes them again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proofs.engine.catalogue import Catalogue
from proofs.evidence.package.names import GAPS, SAID
from proofs.evidence.pages.argument import drawing
from proofs.evidence.pages.report import report
from proofs.evidence.pages.traces import matrix_page
from proofs.evidence.trace import marks, matrix, reqif
from proofs.evidence.trace.gaps import gaps
from proofs.evidence.trace.material import material

README = """An evidence package for {}.

Start with report.html: what is not shown comes first. MANIFEST.json names every file of the argument with its
digest; measured.json has times and machine, and is outside of the argument's digest. With the tool that the manifest
names installed, `maxpool evidence verify FILE.zip` checks the package, and `--replay` decides every question to the
solvers again. Nothing in the package is written by hand, and nothing in it needs to be run to be read.
"""


DERIVED = (
    "README.txt",
    "argument/gsn.svg",
    GAPS,
    SAID,
    "matrix/matrix-backwards.csv",
    "matrix/matrix.csv",
    "matrix/matrix.html",
    "matrix/matrix.reqif",
    "report.html",
)


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
        "matrix/matrix.reqif": reqif.as_reqif(m.title, links, missing),
        "matrix/matrix.html": matrix_page(m.title, links, backwards, missing),
        "argument/gsn.svg": drawing(m, missing),
        "report.html": report(catalogue, m, links, missing, files),
    }
