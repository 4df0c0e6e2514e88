"""The catalogues by operator, and MaxPool's: its operator with everything that is claimed, run and shown of it.

What only some commands need is imported when they ask for it: a label is looked up without a solver.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from proofs.drawing.scene import Scene
from proofs.engine.catalogue import Catalogue, Witnesses
from proofs.engine.record import KernelRecord
from proofs.engine.statement import Route, Statement
from proofs.maxpool.theories import IMPLIED, THEORIES, weakening
from reference.common.errors import CannotRun
from reference.conformance.experiments import EXPERIMENTS
from spec.examples.catalogue import ALL as EXAMPLES
from spec.examples.sources import TEXTS
from spec.maxpool.claims import CLAIMS
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.page import WORDS


def documents(catalogue: Catalogue) -> Mapping[str, str]:
    """The ledger, a page for each rule of the audit, what the audit reads, and a folder for each other operator."""
    from proofs.audit.report import reads_page
    from proofs.audit.report.pages import pages
    from proofs.ledger import ledger
    from proofs.reports.generated import generated

    of_rules = {f"rules/{name}": text for name, text in pages().items()}
    others = {name: generated(OPERATORS[name]()) for name in list(OPERATORS)[1:]}
    in_folders = {f"{name}/{file}": text for name, files in others.items() for file, text in files.items()}
    return {**in_folders, **of_rules, reads_page.NAME: reads_page.reads_page(), **ledger.documents(catalogue)}


def certificate(statement: Statement) -> Route | None:
    """The stored certificate of a statement, checked."""
    from proofs.certificates import store

    return store.route(statement)


def recorded() -> Mapping[str, tuple[str, ...]]:
    """The labels of all obligations, as they are kept."""
    from proofs.maxpool import labels

    return labels.recorded()


def kernel() -> KernelRecord:
    """What Coq has checked of MaxPool's theorems."""
    from proofs.kernel.status import kernel_record

    return kernel_record()


def kernel_again() -> KernelRecord:
    """What Coq says now of MaxPool's theorems."""
    from proofs.kernel.status import checked_again

    return checked_again()


def why3() -> KernelRecord:
    """What Why3's provers have proved of MaxPool's theory."""
    from proofs.why3.status import why3_record

    return why3_record()


def material() -> Mapping[str, bytes]:
    """What a package carries of MaxPool beside the rest: certificates, Coq's files, conformance vectors."""
    from proofs.certificates import store
    from proofs.evidence.package.jsontext import dump
    from proofs.evidence.package.names import VECTORS
    from proofs.kernel import status
    from reference.conformance.vector_results import vectors_document

    files = {f"certificates/{path.name}": path.read_bytes() for path in sorted(store.DATA.glob("*.json"))}
    files |= {f"kernel/{name}": text.encode() for name, text in status.files().items()}
    return files | {VECTORS: dump(vectors_document())}


def picture(catalogue: Catalogue, label: str, witnesses: Witnesses) -> Scene | None:
    """A drawing of what a label stands for, if there is one."""
    from proofs.maxpool import pictures

    return pictures.picture(catalogue, label, witnesses)


CATALOGUE = Catalogue(
    operator=MAXPOOL,
    theories=THEORIES,
    claims=CLAIMS,
    examples=EXAMPLES,
    texts=TEXTS,
    experiments=EXPERIMENTS,
    further=(certificate,),
    implied=IMPLIED,
    weakening=weakening,
    recorded=recorded,
    kernel=kernel,
    kernel_again=kernel_again,
    why3=why3,
    words=WORDS,
    material=material,
    documents=documents,
    picture=picture,
)


def averagepool() -> Catalogue:
    """AveragePool's catalogue."""
    from proofs.siblings import AVERAGEPOOL_CATALOGUE

    return AVERAGEPOOL_CATALOGUE


def conv() -> Catalogue:
    """Conv's catalogue."""
    from proofs.siblings import CONV_CATALOGUE

    return CONV_CATALOGUE


OPERATORS: Mapping[str, Callable[[], Catalogue]] = {
    "maxpool": lambda: CATALOGUE,
    "conv": conv,
    "averagepool": averagepool,
}
"""The operators that commands can be asked about; the first is the one they are about if nothing is said."""


def catalogue_of(name: str) -> Catalogue:
    """The catalogue of an operator, its name in any case of letters. Raises CannotRun where there is none."""
    if name.lower() not in OPERATORS:
        raise CannotRun(f"--operator: there are no clauses of {name!r}; there are of {', '.join(OPERATORS)}")
    return OPERATORS[name.lower()]()
