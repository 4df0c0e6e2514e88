"""What is said of products and quotients is true of all integers, and there is something that it shows."""

from __future__ import annotations

from itertools import product

from proofs.program.logic.lemmas import lemmas
from proofs.program.logic.products import rewritten
from spec.language.terms import Variable, ite, maximum
from spec.readings.value import evaluate

a, b, d = (Variable(name) for name in "abd")
NAMES = {
    "product2!": lambda x, y: x * y,
    "product3!": lambda x, y, z: x * y * z,
    "quotient!": lambda x, y: x // y if y else 0,
}


def test_the_lemmas_are_true() -> None:
    terms = [
        (a // d).eq(b),
        (a * d) < b * d,
        (ite(a < b, a, b) * d) <= 0,
        (maximum(0, (d - 1 - a) // d) * d) >= a,
        (a * b) * d <= 3,
    ]
    found = lemmas([rewritten(t) for t in terms])
    assert len(found) > 10
    for x, y, z in product(range(-4, 5), range(-4, 5), range(-3, 4)):
        values = {"a": x, "b": y, "d": z, **NAMES}
        for lemma in found:
            assert evaluate(rewritten(lemma), values), (lemma, x, y, z)
