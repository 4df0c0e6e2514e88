"""The audit's rules by name, each with its page.

To add one, write a `Rule` in the file of its topic in `proofs/audit/rulebook/` and run `maxpool tables`.
"""

from __future__ import annotations

from collections.abc import Mapping

from proofs.audit.rulebook.attributes import ATTRIBUTES
from proofs.audit.rulebook.examples import EXAMPLES
from proofs.audit.rulebook.formulas import FORMULAS
from proofs.audit.rulebook.indices import INDICES
from proofs.audit.rulebook.references import REFERENCES
from proofs.audit.rulebook.rule import Rule
from proofs.audit.rulebook.text import TEXT
from proofs.audit.rulebook.values import VALUES
from proofs.audit.rulebook.versions import VERSIONS
from proofs.audit.rulebook.windows import WINDOWS

__all__ = ["RULES", "TOPICS", "Rule"]

TOPICS: Mapping[str, tuple[Rule, ...]] = {
    "Formulas": FORMULAS,
    "Windows, sizes and constraints": WINDOWS,
    "Indices": INDICES,
    "Values and padding": VALUES,
    "Examples": EXAMPLES,
    "Attributes, names and types": ATTRIBUTES,
    "Labels, references and links": REFERENCES,
    "Text and markup": TEXT,
    "Versions": VERSIONS,
}
RULES: Mapping[str, Rule] = {rule.name: rule for topic in TOPICS.values() for rule in topic}
