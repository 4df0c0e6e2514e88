"""A certificate for a person: its facts as inequalities, its cases, and the sums that are -1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from proofs.certificates.facts import Choice, Equation, Fact, Facts, Inequality, Value, order, signs, with_case
from proofs.certificates.polynomials import Polynomial, minus, plus, unknown
from proofs.certificates.store import Trees, read_parts, texts
from proofs.engine.statement import Statement


def shown(obligation: Statement, trees: Trees) -> Iterator[str]:
    """A checked certificate, line by line: for each part what is used of its facts, then its cases and sums."""
    parts, read = read_parts(obligation, trees)
    yield f"{obligation.label}: {obligation.statement}"
    for number, (facts, tree) in enumerate(zip(parts, read, strict=True), 1):
        used = set(texts(tree))
        yield f"part {number} of {len(parts)}:"
        yield from _facts({name: fact for name, fact in facts.items() if name in used}, "  ")
        yield from _tree(facts, tree, 1, "  ")


def _facts(facts: Facts, indent: str) -> Iterator[str]:
    for name, fact in facts.items():
        yield f"{indent}[{name}] {_fact(fact)}"


def _fact(fact: Fact) -> str:
    match fact:
        case Inequality(polynomial):
            return f"{written(polynomial)} >= 0"
        case Equation(polynomial):
            return f"{written(polynomial)} = 0"
        case Value(name, function, arguments):
            return f"{name} = {function}({', '.join(map(written, arguments))})"
        case Choice(alternatives):
            return " or ".join(f"({' and '.join(map(_fact, facts))})" for facts in alternatives)


def _tree(facts: Facts, tree: Any, depth: int, indent: str) -> Iterator[str]:
    if "sum" in tree:
        products = [_product([number, *(f"[{name}]" for name in names)]) for number, *names in tree["sum"]]
        multiples = [f"({written(_polynomial(m))}) * [{name}]" for name, *m in tree["equations"]]
        yield f"{indent}{' + '.join([*products, *multiples])} = -1"
    elif "split" in tree:
        term = _polynomial(tree["split"])
        for sign, key in zip(signs(term), ("nonnegative", "negative"), strict=True):
            yield from _case(facts, (sign,), tree[key], depth, indent)
    elif "compare" in tree:
        term = _polynomial(tree["compare"])
        for fact, key in zip(order(term), ("zero", "positive", "negative"), strict=True):
            yield from _case(facts, (fact,), tree[key], depth, indent)
    elif "function" in tree:
        one, other = (facts[name] for name in tree["function"])
        assert isinstance(one, Value)
        assert isinstance(other, Value)
        equation = Equation(minus(unknown(one.unknown), unknown(other.unknown)))
        yield f"{indent}[{tree['function'][0]}] and [{tree['function'][1]}] have equal arguments:"
        yield from _case(facts, (equation,), tree["then"], depth, indent)
    else:
        choice = facts[tree["choice"]]
        assert isinstance(choice, Choice)
        for alternative, case in zip(choice.alternatives, tree["cases"], strict=True):
            yield from _case(facts, alternative, case, depth, indent)


def _case(facts: Facts, new: Sequence[Fact], tree: Any, depth: int, indent: str) -> Iterator[str]:
    yield from _facts(with_case({}, depth, new), indent)
    yield from _tree(with_case(facts, depth, new), tree, depth + 1, indent + "  ")


def _polynomial(monomials: Sequence[Sequence[str]]) -> Polynomial:
    return plus(*({tuple(sorted(names)): Fraction(number)} for number, *names in monomials))


def written(polynomial: Polynomial) -> str:
    """A polynomial as one writes it, the constant last."""
    ordered = sorted(polynomial.items(), key=lambda term: (not term[0], -len(term[0]), term[0]))
    text = " + ".join(_product([str(coefficient), *monomial]) for monomial, coefficient in ordered)
    return text.replace("+ -", "- ") or "0"


def _product(factors: Sequence[str]) -> str:
    """A number times factors; 1 and -1 are not written where there are others."""
    number, *names = factors
    if not names or number not in ("1", "-1"):
        return " * ".join(factors)
    return number.removesuffix("1") + " * ".join(names)
