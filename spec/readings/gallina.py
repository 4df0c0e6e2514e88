"""A term as Gallina, the language of Coq: integers are Z, ranks are Q, a statement is a Prop.

Floor division is `Z.div` and the remainder `Z.modulo`, which are the term language's for a positive divisor. A term
with an exact division, `floor` or `ceil` is restated over the integers first (`spec.readings.whole`). A rational stands
alone, as the value of a function symbol or a variable, and is compared; arithmetic on it is refused, and so are names
(strings). Unknowns that are truth values are of type `bool`, so that nothing needs a law of excluded middle.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from spec.language.fold import Reading, fold, subterms
from spec.language.terms import (
    Application,
    Literal,
    Op,
    Operation,
    Quantified,
    Quantifier,
    Sort,
    Symbol,
    Term,
    Variable,
)
from spec.readings.printing import Binding, Printed, at_least, bracketed, infix
from spec.readings.whole import whole

TYPES = {Sort.INT: "Z", Sort.REAL: "Q", Sort.BOOL: "bool", Sort.ELEMENT: "Element"}
_SIMPLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# fmt: off
_TAKEN = frozenset({
    "as", "at", "cofix", "else", "end", "exists", "exists2", "fix", "for", "forall", "fun", "if", "IF", "in", "let",
    "match", "mod", "Prop", "return", "Set", "SProp", "then", "Type", "using", "where", "with", "_",
    "Z", "Q", "bool", "true", "false", "True", "False", "not", "negb", "andb", "orb", "implb", "eqb", "Bool",
    "Qle", "Qlt", "Qeq", "Qle_bool", "Qeq_bool", "Element", "loop", "store", "tensor",
})
# fmt: on
"""Words of Gallina, and names that the generated text gives a meaning to: a variable that bears one gets a mark."""


@dataclass(frozen=True, slots=True)
class Gallina(Printed):
    """A text: of a Prop if the term is a truth value. `test` is then the same as a `bool`, where it is decidable."""

    test: str | None = None
    rational: bool = False


def to_gallina(node: Term) -> str:
    """The Gallina of a term: of type Z, Element or Prop. Raises TypeError on what the reading does not have."""
    return fold(_integral(node), READING).text


def to_test(node: Term) -> str:
    """The Gallina of a truth value as a `bool`, for `if`; raises TypeError if it has a quantifier."""
    return _test(fold(_integral(node), READING))


def to_value(node: Term) -> str:
    """The Gallina of a term as a value that can be passed on, so of type `bool` if it is a truth value."""
    return to_test(node) if node.sort is Sort.BOOL else to_gallina(node)


def identifier(name: str) -> str:
    """A name as an identifier of Coq: signs become underscores. Whoever uses several asks for `identifiers`."""
    plain = re.sub(r"[^A-Za-z0-9]+", "_", name.replace("<=", "_le_")).strip("_")
    plain = plain if _SIMPLE.fullmatch(plain) else f"_{plain}"
    return f"{plain}_" if plain in _TAKEN else plain


def binders(variables: Iterable[Variable], symbols: Iterable[Symbol]) -> str:
    """What a statement is about, as binders: `(x y : Z) (rank : Z -> Q)`. Raises ValueError where names clash."""
    variables, symbols = tuple(variables), tuple(symbols)
    names = [identifier(v.name) for v in variables] + [identifier(s.name) for s in symbols]
    if len(set(names)) != len(names):
        raise ValueError(f"two of these names are one in Gallina: {', '.join(names)}")
    sorts = {v.sort for v in variables} | {sort for s in symbols for sort in (*s.parameters, s.result)}
    parts = ["(Element : Type)"] if Sort.ELEMENT in sorts else []
    for sort in dict.fromkeys(v.sort for v in variables):
        parts.append(f"({' '.join(identifier(v.name) for v in variables if v.sort is sort)} : {type_of(sort)})")
    for symbol in symbols:
        arrows = " -> ".join(type_of(sort) for sort in (*symbol.parameters, symbol.result))
        parts.append(f"({identifier(symbol.name)} : {arrows})")
    return " ".join(parts)


def type_of(sort: Sort) -> str:
    """The type of a sort; raises TypeError for names."""
    if sort not in TYPES:
        raise TypeError(f"the Gallina reading has no {sort}s")
    return TYPES[sort]


def _integral(node: Term) -> Term:
    """The term, restated over the integers if there is an exact division or a rounding in it."""
    exact = any(
        (isinstance(t, Operation) and t.op in (Op.DIV, Op.FLOOR, Op.CEIL))
        or (isinstance(t, Literal) and isinstance(t.value, Fraction))
        for t in subterms(node)
    )
    return whole(node) if exact else node


def _test(a: Gallina) -> str:
    if a.test is None:
        raise TypeError(f"the Gallina reading has no test for a quantifier: {a.text}")
    return a.test


def _integers(*args: Gallina) -> None:
    if any(a.rational for a in args):
        raise TypeError(f"the Gallina reading has no arithmetic on rationals: {', '.join(a.text for a in args)}")


def _literal(node: Literal) -> Gallina:
    match node.value:
        case bool(value):
            return Gallina("True" if value else "False", test="true" if value else "false")
        case int(value):
            return Gallina(str(value) if value >= 0 else f"({value})")
    raise TypeError(f"the Gallina reading has no literal {node.value!r}")


def _unknown(text: str, binding: Binding, sort: Sort) -> Gallina:
    type_of(sort)
    if sort is Sort.BOOL:
        test = at_least(Printed(text, binding), Binding.ATOM, bracketed)
        return Gallina(f"{text} = true", Binding.COMPARISON, test=test)
    return Gallina(text, binding, rational=sort is Sort.REAL)


def _variable(node: Variable) -> Gallina:
    return _unknown(identifier(node.name), Binding.ATOM, node.sort)


def _application(node: Application, args: tuple[Gallina, ...]) -> Gallina:
    given = [_test(a) if p is Sort.BOOL else at_least(a, Binding.ATOM, bracketed) for a, p in _with_sorts(node, args)]
    return _unknown(" ".join([identifier(node.symbol.name), *given]), Binding.SIGN, node.sort)


def _with_sorts(node: Application, args: tuple[Gallina, ...]) -> Iterable[tuple[Gallina, Sort]]:
    return zip(args, node.symbol.parameters, strict=True)


def _arithmetic(sign: str, binding: Binding) -> Callable[..., Gallina]:
    printed = infix(f" {sign} ", binding, bracketed)

    def operation(*args: Gallina) -> Gallina:
        _integers(*args)
        result = printed(*args)
        return Gallina(result.text, result.binding)

    return operation


def _call(function: str) -> Callable[..., Gallina]:
    def operation(*args: Gallina) -> Gallina:
        _integers(*args)
        return Gallina(f"{function} {' '.join(at_least(a, Binding.ATOM, bracketed) for a in args)}", Binding.SIGN)

    return operation


def _negative(a: Gallina) -> Gallina:
    _integers(a)
    # Brackets, because `- a mod b` would be read as `- (a mod b)`.
    return Gallina(f"(- {at_least(a, Binding.ATOM, bracketed)})")


def _round_up(a: Gallina, b: Gallina) -> Gallina:
    quotient = _DIVIDE(_negative(a), b)
    return _negative(quotient)


def _comparison(sign: str, test: str, of_rationals: tuple[str, str]) -> Callable[[Gallina, Gallina], Gallina]:
    """A comparison: its sign, its test on Z, and its sign and test on Q."""

    def compared(a: Gallina, b: Gallina) -> Gallina:
        if a.rational != b.rational:
            raise TypeError(f"the Gallina reading compares no rational with an integer: {a.text}, {b.text}")
        left, right = (at_least(side, Binding.SUM, bracketed) for side in (a, b))
        if a.rational:
            rational_sign, rational_test = of_rationals
            names = {"a": at_least(a, Binding.ATOM, bracketed), "b": at_least(b, Binding.ATOM, bracketed)}
            return Gallina(rational_sign.format(**names), Binding.SIGN, test=rational_test.format(**names))
        return Gallina(f"{left} {sign} {right}", Binding.COMPARISON, test=f"({test.format(a=left, b=right)})")

    return compared


def _logic(sign: str, binding: Binding, test: str) -> Callable[..., Gallina]:
    """A connective that groups to the right, as Coq's do."""

    def connected(*args: Gallina) -> Gallina:
        tighter = Binding(binding + 1)
        text = f" {sign} ".join(at_least(a, tighter, bracketed) for a in args)
        tests = [a.test for a in args]
        whole_test = None if None in tests else "(" + f" {test} ".join(t for t in tests if t) + ")"
        return Gallina(text, binding if len(args) > 1 else args[0].binding, test=whole_test)

    return connected


def _prefix_logic(sign: str, binding: Binding, test: str) -> Callable[[Gallina, Gallina], Gallina]:
    """A connective whose test is a function."""

    def connected(a: Gallina, b: Gallina) -> Gallina:
        tighter = Binding(binding + 1)
        text = f"{at_least(a, tighter, bracketed)} {sign} {at_least(b, tighter, bracketed)}"
        tests = None if a.test is None or b.test is None else f"({test} {a.test} {b.test})"
        return Gallina(text, binding, test=tests)

    return connected


def _negation(a: Gallina) -> Gallina:
    test = None if a.test is None else f"(negb {a.test})"
    return Gallina(f"~ {at_least(a, Binding.ATOM, bracketed)}", Binding.NEGATION, test=test)


def _choice(condition: Gallina, then: Gallina, otherwise: Gallina) -> Gallina:
    text = f"(if {_test(condition)} then {then.text} else {otherwise.text})"
    return Gallina(text, rational=then.rational)


def _quantified(node: Quantified, low: Gallina, high: Gallina, body: Gallina) -> Gallina:
    name = identifier(node.variable.name)
    above, below = (at_least(bound, Binding.SUM, bracketed) for bound in (low, high))
    if node.quantifier is Quantifier.FORALL:
        text = f"forall {name} : Z, {above} <= {name} < {below} -> {at_least(body, Binding.IMPLICATION, bracketed)}"
    else:
        text = f"exists {name} : Z, {above} <= {name} < {below} /\\ {at_least(body, Binding.NEGATION, bracketed)}"
    return Gallina(f"({text})")


_DIVIDE = _arithmetic("/", Binding.PRODUCT)

READING: Reading[Gallina] = Reading(
    name="Gallina",
    literal=_literal,
    variable=_variable,
    operations={
        Op.NEG: _negative,
        Op.ADD: _arithmetic("+", Binding.SUM),
        Op.SUB: _arithmetic("-", Binding.SUM),
        Op.MUL: _arithmetic("*", Binding.PRODUCT),
        Op.FLOOR_DIV: _DIVIDE,
        Op.CEIL_DIV: _round_up,
        Op.MOD: _arithmetic("mod", Binding.PRODUCT),
        Op.MIN: _call("Z.min"),
        Op.MAX: _call("Z.max"),
        Op.EQ: _comparison("=", "{a} =? {b}", ("Qeq {a} {b}", "(Qeq_bool {a} {b})")),
        Op.NE: _comparison("<>", "negb ({a} =? {b})", ("~ Qeq {a} {b}", "(negb (Qeq_bool {a} {b}))")),
        Op.LT: _comparison("<", "{a} <? {b}", ("Qlt {a} {b}", "(negb (Qle_bool {b} {a}))")),
        Op.LE: _comparison("<=", "{a} <=? {b}", ("Qle {a} {b}", "(Qle_bool {a} {b})")),
        Op.GT: _comparison(">", "{b} <? {a}", ("Qlt {b} {a}", "(negb (Qle_bool {a} {b}))")),
        Op.GE: _comparison(">=", "{b} <=? {a}", ("Qle {b} {a}", "(Qle_bool {b} {a})")),
        Op.NOT: _negation,
        Op.AND: _logic("/\\", Binding.CONJUNCTION, "&&"),
        Op.OR: _logic("\\/", Binding.DISJUNCTION, "||"),
        Op.IMPLIES: _prefix_logic("->", Binding.IMPLICATION, "implb"),
        Op.IFF: _prefix_logic("<->", Binding.IMPLICATION, "Bool.eqb"),
        Op.ITE: _choice,
    },
    quantified=_quantified,
    application=_application,
)
