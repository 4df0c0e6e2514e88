"""The divisors of a document's sizes: each is positive for every call that the document allows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from proofs.assumptions.assumption import Assumption
from proofs.audit.formulas.constraints import OWN
from proofs.audit.formulas.sizes import Size
from proofs.audit.rulebook.findings import Finding, witness_text
from proofs.audit.truth.truth import decided
from proofs.audit.truth.witnesses import in_names
from spec.documents.formulas.tokens import NotUnderstood
from spec.language.fold import divisors
from spec.language.terms import Term, free_variables
from spec.readings.plain import to_plain


def judge_divisors(sizes: Sequence[Size], assumptions: tuple[Assumption, ...]) -> Iterator[Finding]:
    """Each divisor of a size formula is positive; said once for each divisor."""
    seen: set[Term] = set()
    for size in sizes:
        try:
            found = divisors(size.term())
        except NotUnderstood:
            continue
        new = sorted(found - seen, key=to_plain)
        seen |= found
        for divisor in new:
            if free_variables(divisor) <= OWN:
                yield from _divisor(divisor, size, assumptions)


def _divisor(divisor: Term, size: Size, assumptions: tuple[Assumption, ...]) -> Iterator[Finding]:
    decision = decided(assumptions, divisor > 0, "divisor")
    if decision.witness is not None:
        names, text = {v.name for v in free_variables(divisor)}, to_plain(divisor)
        values = {name: value for name, value in decision.witness.values.items() if name in names}
        shown = in_names(values, size.quantity.axis, [size.spelled])
        by = values.get(text, "what is not positive")
        message = f"the document allows {witness_text(shown)}, for which this formula divides by {by}"
        yield size.part.finding("divisor-not-positive", message, shown, f"{text} is at least 1")
