"""All documents that are generated, by their names in `docs/`: one list for whoever writes or checks them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from proofs.audit.report.pages import pages
from proofs.reports.coverage import decided_by
from proofs.reports.ledger import markdown
from spec.tables.page import page
from spec.tables.tables import FILES

TRUST = Path(__file__).with_name("trust.md")
"""What is trusted: written by hand, here, so that it goes wherever the tool goes; `docs/` has a copy."""


def generated() -> Mapping[str, str]:
    """The contents of every generated document."""
    tables = {name: make(decided_by()) for name, make in FILES.items()}
    rules = {f"rules/{name}": text for name, text in pages().items()}
    return tables | rules | {"maxpool.md": page(), "ledger.md": markdown(), "trust.md": TRUST.read_text("utf-8")}
