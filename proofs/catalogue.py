"""MaxPool's catalogue: its operator with everything that is claimed, run and shown of it.

What only some commands need is imported when they ask for it: a label is looked up without a solver.
"""

from __future__ import annotations

from collections.abc import Mapping

from proofs.drawing.scene import Scene
from proofs.engine.catalogue import Catalogue, Witnesses
from proofs.engine.record import KernelRecord
from proofs.engine.statement import Route, Statement
from proofs.maxpool.theories import IMPLIED, THEORIES, weakening
from reference.conformance.experiments import EXPERIMENTS
from spec.examples.catalogue import ALL as EXAMPLES
from spec.examples.sources import TEXTS
from spec.maxpool.claims import CLAIMS
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.page import WORDS


def documents(catalogue: Catalogue) -> Mapping[str, str]:
    """The ledger, a page for each rule of the audit, and the page of what it reads."""
    from proofs.audit.report import reads_page
    from proofs.audit.report.pages import pages
    from proofs.ledger import ledger

    of_rules = {f"rules/{name}": text for name, text in pages().items()}
    return {**of_rules, reads_page.NAME: reads_page.reads_page(), **ledger.documents(catalogue)}


def certificate(statement: Statement) -> Route | None:
    """The stored certificate of a statement, checked."""
    from proofs.certificates import store

    return store.route(statement)


def kernel() -> KernelRecord:
    """What Coq has checked of MaxPool's theorems."""
    from proofs.kernel.status import kernel_record

    return kernel_record()


def kernel_again() -> KernelRecord:
    """What Coq says now of MaxPool's theorems."""
    from proofs.kernel.status import checked_again

    return checked_again()


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
    kernel=kernel,
    kernel_again=kernel_again,
    words=WORDS,
    material=material,
    documents=documents,
    picture=picture,
)
