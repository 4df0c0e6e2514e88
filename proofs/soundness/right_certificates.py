"""Small theorems with their certificates (`right_certificates.json`): each way to read a formula as facts is at work.

`python -m proofs.soundness.right_certificates` searches for them again and writes them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from proofs.certificates.checker import BadCertificate
from proofs.certificates.store import verify
from proofs.engine.terms import Obligation
from proofs.soundness.falsehood import claim
from proofs.soundness.statements import a, b, c, h, i, n
from spec.language.terms import (
    FALSE,
    TRUE,
    Sort,
    Symbol,
    Term,
    Variable,
    and_,
    exists,
    forall,
    ite,
    not_,
    or_,
)

FILE = Path(__file__).with_name("right_certificates.json")
p, q = Variable("p", Sort.BOOL), Variable("q", Sort.BOOL)
f = Symbol("f", (Sort.INT,), Sort.INT)

THEOREMS: tuple[tuple[str, Term, tuple[Term, ...]], ...] = (
    ("some", a < n, (exists(h, 0, n, h.eq(a)),)),
    ("some-at-least", a >= 0, (exists(h, 0, n, h.eq(a)),)),
    ("of-each", b >= 1, (forall(h, 0, n, h >= a).implies(b >= 1), a <= 0)),
    ("each", forall(h, 0, n, h < n), ()),
    ("each-at-least", forall(h, 0, n, h >= 0), ()),
    ("if-some", exists(h, 0, n, h.eq(a)).implies(a < n), ()),
    ("none", not_(exists(h, 0, n, h >= n)), ()),
    ("either-of-each", or_(forall(h, 0, n, h >= a), a >= 1), ()),
    ("two", a + b < 2 * n - 1, (exists(h, 0, n, h.eq(a)), exists(h, 0, n, h.eq(b)))),
    ("nested", a <= 2 * n - 2, (exists(h, 0, n, exists(i, 0, n, (h + i).eq(a))),)),
    ("truths", b >= 1, (ite(a >= 1, b >= 1, b >= 2),)),
    ("maximum", ite(a <= b, b, a) >= a, ()),
    ("maximum-of-three", ite(a <= ite(b <= c, c, b), ite(b <= c, c, b), a) >= b, ()),
    ("iff", b >= 1, ((a >= 1).iff(b >= 1), a >= 1)),
    ("iff-not", b <= 0, ((a >= 1).iff(b >= 1), a <= 0)),
    ("iff-goal", (a >= 1).iff(a > 0), ()),
    ("not-iff", or_(a >= 1, b >= 1), (not_((a >= 1).iff(b >= 1)),)),
    ("implies", b >= 1, ((a >= 1).implies(b >= 1), a >= 3)),
    ("neither", b <= 0, (not_(or_(a >= 1, b >= 1)),)),
    ("not-both", or_(a <= 0, b <= 0), (not_(and_(a >= 1, b >= 1)),)),
    ("flat", c >= 1, (or_(or_(a >= 1, b >= 1), c >= 1), a <= 0, b <= 0)),
    ("equal", a <= b, (a.eq(b),)),
    ("equal-both", a.eq(b), (a <= b, a >= b)),
    ("distinct", a + 1 <= b, (a.ne(b), a <= b)),
    ("distinct-goal", a.ne(b), (a < b,)),
    ("greater", a >= b + 1, (a > b,)),
    ("below", a + 1 <= b, (a < b,)),
    ("least", a * b >= a, (a >= 0, b >= 1)),
    ("distributed", (a * (b - c)).eq(a * b - a * c), ()),
    ("negative", -a >= 0, (a <= 0,)),
    ("quotient", a // 3 * 3 <= a, ()),
    ("remainder", a % b < b, (b >= 1,)),
    ("remainder-at-least", a % b >= 0, (b >= 1,)),
    ("truth", q, (p.implies(q), p)),
    ("no-truth", not_(p), (p.implies(q), not_(q))),
    ("false", a >= 1, (or_(FALSE, a >= 1),)),
    ("true", a >= 1, (TRUE.implies(a >= 1),)),
    ("absurd", a >= 1, (FALSE,)),
    ("function", f(a).eq(f(b)), (a.eq(b),)),
    ("function-again", f(f(a)).eq(f(f(b))), (a.eq(b),)),
    ("function-of-sum", f(a + b) <= f(b + a), ()),
)
"""A name, the goal, what is given."""


def statements() -> Iterator[Obligation]:
    """The theorems."""
    for name, goal, given in THEOREMS:
        yield claim(f"certificate.of.{name}", goal, *given)


def right() -> Iterator[tuple[str, Callable[[], bool]]]:
    """Each theorem, with whether its certificate is found to be right."""
    kept: Mapping[str, Any] = json.loads(FILE.read_text("utf-8"))
    for said in statements():
        yield said.label, partial(_verified, said, kept[said.label])


def _verified(said: Obligation, trees: Any) -> bool:
    try:
        verify(said, trees)
    except BadCertificate:
        return False
    return True


def main() -> None:
    """Search and write."""
    from proofs.certificates.search import search

    found = {said.label: [search(part) for part in said.implications] for said in statements()}
    missing = [label for label, trees in found.items() if None in trees]
    if missing:
        raise SystemExit(f"no certificate is found of {', '.join(missing)}")
    lines = (f" {json.dumps(label)}: {json.dumps(trees)}" for label, trees in found.items())
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
