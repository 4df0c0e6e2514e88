"""Whether what is asked of products means the same: terms that are multiplied out in another way, or not at all.

Of a product the questions know nothing but that equal factors give equal products. So a question may be asked with any
term in the place of another that has the same value for all values of its unknowns, where the function symbols are the
product and the quotient; and with any more lemma on them that is true. Neither lets anything false be shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, reduce
from itertools import combinations_with_replacement, product
from math import isqrt
from operator import add, mul
from types import ModuleType
from typing import Any

import z3

from proofs.program.logic.products import MOST_TERMS, without_products
from spec.language.fold import rebuilt
from spec.language.terms import TRUE, Application, IllSorted, Literal, Sort, Symbol, Term, Variable, children, ite
from spec.readings.value import evaluate
from spec.readings.z3_terms import to_z3

A, B, C = (Variable(name) for name in "abc")
CHOSEN = Variable("chosen", Sort.BOOL)
_OF_SYMBOLS = [Symbol("f", (Sort.INT,), Sort.INT)(each) for each in (A, A + B)]
Values = Sequence[Mapping[str, Any]]
VALUES: Values = [
    {"a": a, "b": b, "c": c, "chosen": chosen, "f": lambda n: 7 - n}
    for a, b, c, chosen in product((-2, 3), (-1, 2), (5,), (False, True))
]
WITH_ZEROS: Values = [
    {"a": a, "b": b, "c": c, "chosen": chosen}
    for a, b, c, chosen in product((-2, -1, 0, 1, 3), (-1, 0, 2), (1, 5), (False, True))
]
"""Values among which factors are zero, one, equal, opposite. Divisors are positive: other quotients have no value."""


def means_the_same(old: ModuleType, new: ModuleType) -> bool:
    """The terms that a changed module gives mean what they did, and all its lemmas are true."""
    return all(_is_kept(new, term) for term in _numbers()) and all(_is_true(new, said) for said in _equations())


def means_the_same_or_asks_nothing(old: ModuleType, new: ModuleType) -> bool:
    """The same, but that it may give no term, or none that a solver takes: then nothing is asked, and nothing shown."""
    return all(_asks_nothing(new, [term]) or _is_kept(new, term) for term in _numbers()) and all(
        _asks_nothing(new, said) or _is_true(new, said) for said in _equations()
    )


def says_what_is_true(old: ModuleType, new: ModuleType) -> bool:
    """Every lemma is true that a changed module gives on the products and quotients in some terms, whatever their
    values, and it gives some: a lemma more or less, or another one, shows nothing that is false."""
    given = [lemma for said in _equations() for lemma in new.lemmas(without_products(said))]
    return bool(given) and all(_are_equal(lemma, TRUE, WITH_ZEROS) for lemma in dict.fromkeys(given))


def multiplies_out_the_same(old: ModuleType, new: ModuleType) -> bool:
    """What a changed module multiplies out has the value of what it was given, whatever its unknowns are: so two terms
    that become one have the same. A quotient, where there is one, times what was divided by is what was divided; where
    dividing ends with an error, nothing is shown."""
    a, b = new.factor(A), new.factor(B)
    whole = [(new.polynomial(each), each) for each in (*_numbers(), *_OF_SYMBOLS)]
    sums = [(new.plus(a, b), A + B), (new.minus(a, b), A - B), (new.times(a, b), A * B), (new.constant(3), Literal(3))]
    divided = [(_quotient(new, found, by), by, each) for found, each in whole for by in ((A,), (B,), (A, B))]
    quotients = [(new.written_out(found) * reduce(mul, by), each) for found, by, each in divided if found is not None]
    given = [*((new.written_out(found), each) for found, each in (*whole, *sums)), *quotients]
    return bool(quotients) and all(_are_equal(term, each) for term, each in given)


def _quotient(new: ModuleType, found: Any, by: tuple[Term, ...]) -> Any:
    try:
        return new.divided(found, by)
    except ValueError:
        return None


def _asks_nothing(new: ModuleType, terms: Sequence[Term]) -> bool:
    try:
        for given in (*new.without_products(terms), *map(new.choices_of_products, terms)):
            to_z3(given)
    except (RecursionError, IllSorted, z3.Z3Exception):
        return True
    return False


def _is_kept(new: ModuleType, term: Term) -> bool:
    return all(_are_equal(given, term) for given in (new.rewritten(term), new.choices_of_products(term)))


def _is_true(new: ModuleType, said: Sequence[Term]) -> bool:
    """What is given for some equations is each of them, and then lemmas that hold whether it does or not."""
    given = new.without_products(said)
    asked, lemmas = given[: len(said)], given[len(said) :]
    return all(map(_are_equal, asked, said)) and all(_are_equal(lemma, TRUE) for lemma in lemmas)


def _are_equal(given: Term, term: Term, of: Values = VALUES) -> bool:
    meant = _meant(given)
    return all(evaluate(meant, values) == evaluate(term, values) for values in of)


def _meant(term: Term) -> Term:
    """A term with products and quotients in the place of the symbols that stand for them."""
    parts = [_meant(part) for part in children(term)]
    if isinstance(term, Application) and term.symbol.name.startswith("product"):
        return reduce(mul, parts)
    if isinstance(term, Application) and term.symbol.name.startswith("quotient"):
        return parts[0] // parts[1]
    return rebuilt(term, parts)


@cache
def _numbers() -> Sequence[Term]:
    """Sums, differences, products, quotients and choices, and those of each other."""
    small = [A, B, Literal(-3), A + B, A - 2 * B, -A, ite(CHOSEN, A, B), -ite(CHOSEN, B, Literal(1)), A // C]
    pairs = [(one, other) for one in small for other in small]
    joined = [term for one, other in pairs for term in (one * other, one + other, one - other)]
    deeper = [one * other for one, other in combinations_with_replacement(joined[::23], 2)]
    choices = [ite(CHOSEN, one, other) * B + A for one, other in pairs[::5]]
    long = [_long_sum(count) * _long_sum(count) for count in (isqrt(MOST_TERMS), isqrt(MOST_TERMS) + 1)]
    return [
        *small,
        *long,
        *joined,
        *deeper,
        *choices,
        *(-term for term in joined[::11]),
        *(term // C for term in joined[::11]),
    ]


def _long_sum(count: int) -> Term:
    """A sum of so many different products. Of two long ones the product is not multiplied out."""
    powers = [reduce(mul, [A] * i + [B] * j, Literal(1)) for i, j in product(range(5), repeat=2)]
    return reduce(add, powers[:count])


@cache
def _equations() -> Sequence[Sequence[Term]]:
    """Equations that give a variable, beside products of it and of others."""
    return list(_of_variables())


def _of_variables() -> Iterator[Sequence[Term]]:
    for value in (B + C, B - C, B * C, -B, Literal(2), Literal(0), C, B // C, ite(CHOSEN, B, C)):
        for beside in ((A * B <= C), (A * A * B).eq(C), (C * A + B < A * (B - C)), (A * B * C).eq(B * C)):
            yield [A.eq(value), beside]
            yield [CHOSEN.implies(A.eq(value)), beside]
