"""What holds of products and quotients, at those that occur: enough for most that linear arithmetic cannot see.

With products and quotients as unknown functions, much that is true cannot be shown. Each lemma is true of the integers
whatever its parts are; solvers need not find it out by themselves, and what remains is linear arithmetic again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from proofs.program.logic.products import products_in, quotient, rewritten
from spec.language.fold import subterms
from spec.language.terms import Application, Term, and_, children

MOST = 60
"""Products with one factor that are compared with each other."""


def lemmas(terms: Sequence[Term]) -> list[Term]:
    """Lemmas on the products and quotients in some terms, which have been rewritten already.

    No factor of such a product is a choice: the product is one.
    """
    division = [lemma for t in _quotients(terms) for lemma in _euclid(t)]
    pairs = [lemma for shared in _sharing(products_in([*terms, *division])) for lemma in shared]
    return list(dict.fromkeys([*division, *pairs]))


def _quotients(terms: Sequence[Term]) -> list[Application]:
    found = (t for node in terms for t in subterms(node) if isinstance(t, Application) and t.symbol == quotient)
    return list(dict.fromkeys(found))


def _euclid(found: Application) -> Iterator[Term]:
    """The quotient is that of division rounded down."""
    dividend, divisor = found.args
    whole = rewritten(found * divisor)
    yield (divisor > 0).implies(and_(whole <= dividend, dividend < whole + divisor))


def _sharing(products: Sequence[Application]) -> Iterator[list[Term]]:
    """Products of two with one factor in common are ordered as the others are, if that factor is positive."""
    pairs = [p for p in products if len(p.args) == 2]
    for shared in dict.fromkeys(arg for p in pairs for arg in p.args if not children(arg)):
        of_one = [(p, p.args[1 - p.args.index(shared)]) for p in pairs if shared in p.args][:MOST]
        yield [(shared > 0).implies(_sign(p, other, shared)) for p, other in of_one]
        yield [(shared > 0).implies(_order(p, a, q, b, shared)) for (p, a), (q, b) in combinations(of_one, 2)]


def _sign(product: Term, other: Term, shared: Term) -> Term:
    above, not_below = (other >= 1).implies(product >= shared), (other >= 0).implies(product >= 0)
    return and_(above, not_below, (other <= 0).implies(product <= 0))


def _order(p: Term, a: Term, q: Term, b: Term, shared: Term) -> Term:
    ordered = (a < b).implies(p + shared <= q), (b < a).implies(q + shared <= p), a.eq(b).implies(p.eq(q))
    # A quotient of what is negative comes in with its sign: then the sum tells the order.
    return and_(*ordered, (a + b <= -1).implies(p + q + shared <= 0), (a + b >= 0).implies(p + q >= 0))
