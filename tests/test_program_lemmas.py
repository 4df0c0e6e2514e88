"""What is said of products and quotients is true of all integers, and there is something that it shows."""

from __future__ import annotations

from itertools import product

from proofs.program.logic.lemmas import lemmas
from proofs.program.logic.products import choices_of_products, rewritten
from spec.language.fold import subterms
from spec.language.terms import Op, Operation, Variable, and_, children, ite, maximum
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


def test_a_product_of_a_choice_becomes_a_choice_of_equal_products() -> None:
    choice = ite(a < b, a, ite(b < d, b + 1, d))
    term = and_((choice * d).eq(a), (d * choice) <= b, (choice * (choice * 2 - a)) < d, (a * b).eq(choice))
    found = choices_of_products(term)
    products = [t for t in subterms(found) if isinstance(t, Operation) and t.op is Op.MUL]
    assert products
    assert not any(isinstance(f, Operation) and f.op is Op.ITE for t in products for f in t.args)
    for x, y, z in product(range(-4, 5), repeat=3):
        values = {"a": x, "b": y, "d": z}
        assert all(
            evaluate(p, values) == evaluate(q, values) for p, q in zip(children(found), children(term), strict=True)
        )
    assert choices_of_products(a * b + d) == a * b + d
