"""What is so as a rule, or at times, contradicts a clause that says another rule, and never agrees with one."""

from __future__ import annotations

import pytest

from proofs.audit.run import audit
from tests.audit_documents import document

WRONG = [
    ("NaN is generally propagated.", "nan-wrong"),
    ("NaN typically counts as plus infinity, so a window of nothing but NaN yields minus infinity.", "nan-wrong"),
    ("NaN generally beats every other value; a window in which every element is NaN gives $-\\infty$.", "nan-wrong"),
    ("NaN is not usually treated as -inf.", "nan-wrong"),
    ("Of equal elements, which one wins is typically not fixed.", "tie-wrong"),
    ("If several elements are equal to the maximum, the last one is usually selected.", "tie-wrong"),
    ("Of the two zeros, +0.0 usually ranks above -0.0.", "zeros-wrong"),
    ("Positive zero is normally preferred to negative zero; the sign of the chosen zero is kept.", "zeros-wrong"),
    ("The padding value is sometimes 0.", "pad-value-wrong"),
    ("Padding is often selected.", "padding-selectable"),
]
NO_MORE = [
    "NaN is usually treated as -inf.",
    "NaN is not usually propagated.",
    "The padding value is usually -inf.",
    "Padding is generally not selected.",
    "If several elements are equal to the maximum, the first one in row-major order is typically selected.",
    "+0.0 and -0.0 are normally equal.",
]
NOTHING = [
    "NaN is generally propagated. Here it is -inf.",
    "NaN is usually propagated by max, but this operator treats it as -inf.",
    "Other libraries usually propagate NaN.",
    "Padding is generally zero in Conv.",
    "Unlike here, the padding value is usually 0.",
    "While padding is often selected, it is not in this profile.",
    "The strides are usually 2.",
    "The kernel is typically not larger than 3.",
]
RULES = {rule for _, rule in WRONG} | {"rules-contradict", "domain-wrong"}


def judged(said: str) -> tuple[set[str], set[str]]:
    made = audit(document(f"# MaxPool\n\n{said}\n"), None)
    return {f.rule for f in made.findings} & RULES, {str(c.verdict) for c in made.claims if c.understood}


@pytest.mark.parametrize(("said", "rule"), WRONG)
def test_a_rule_that_contradicts_a_clause_is_found(said: str, rule: str) -> None:
    assert rule in judged(said)[0]


@pytest.mark.parametrize("said", NO_MORE)
def test_a_rule_that_need_not_always_hold_agrees_with_nothing(said: str) -> None:
    rules, verdicts = judged(said)
    assert rules == set()
    assert not {"agrees", "understood in part"} & verdicts


@pytest.mark.parametrize("said", NOTHING)
def test_what_is_told_of_others_is_no_rule(said: str) -> None:
    assert judged(said)[0] == set()
