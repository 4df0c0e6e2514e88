"""A term as WhyML, the language of Why3: total over the term language, and kept as it was written.

Integers are `int`, rationals `real`, names `string`, truth values formulas, or `bool` where one is passed on. Floor
division is `div` and the remainder `mod` of `int.EuclideanDivision`: the term language's for a positive divisor.
What Why3's standard library has to supply for some terms, `imports` says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

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
from spec.readings.printing import Binding, Printed, at_least, bracketed, connective, infix

TYPES: Mapping[Sort, str] = {
    Sort.INT: "int",
    Sort.REAL: "real",
    Sort.BOOL: "bool",
    Sort.NAME: "string",
    Sort.ELEMENT: "element",
}
_SIMPLE = re.compile(r"_?[A-Za-z][A-Za-z0-9_]*")
# fmt: off
_TAKEN = frozenset({
    "abstract", "absurd", "alias", "any", "as", "assert", "assume", "at", "axiom", "begin", "break", "by",
    "check", "clone", "coinductive", "constant", "continue", "diverges", "do", "done", "downto", "else",
    "end", "ensures", "epsilon", "exception", "exists", "export", "false", "float", "for", "forall", "fun",
    "function", "ghost", "goal", "if", "import", "in", "inductive", "invariant", "label", "lemma", "let",
    "match", "meta", "module", "mutable", "not", "old", "partial", "predicate", "private", "pure", "raise",
    "raises", "range", "reads", "rec", "ref", "requires", "result", "return", "returns", "scope", "so",
    "then", "theory", "to", "true", "try", "type", "use", "val", "variant", "while", "with", "writes", "int",
    "real", "bool", "string", "element", "div", "mod", "floor", "ceil", "truncate", "from_int", "abs",
})
# fmt: on
"""Words of WhyML, and names that the generated text gives a meaning to: a variable that bears one gets a mark."""

_MODULES: Mapping[Op, tuple[str, str]] = {
    **dict.fromkeys((Op.FLOOR_DIV, Op.CEIL_DIV, Op.MOD), ("int.EuclideanDivision", "int.EuclideanDivision")),
    **dict.fromkeys((Op.MIN, Op.MAX), ("int.MinMax as IntMinMax", "real.MinMax as RealMinMax")),
    **dict.fromkeys((Op.FLOOR, Op.CEIL), ("real.Truncate", "real.Truncate")),
}
"""The modules of the standard library that an operation needs, on integers and on rationals."""


@dataclass(frozen=True, slots=True)
class WhyML(Printed):
    """A text; `rational` if it is of type real."""

    rational: bool = False


def to_whyml(node: Term, names: Mapping[str, str] = MappingProxyType({})) -> str:
    """The WhyML of a term: a formula if it is a truth value. `names` gives variables and symbols another text.

    What it gives a symbol, a context of the symbol included, stands before the arguments: `row q m` for `row(h)`.
    """
    return _read(node, names).text


def to_operand(node: Term, names: Mapping[str, str] = MappingProxyType({})) -> str:
    """The same as an operand of a connective: what is a connective itself is in parentheses."""
    return at_least(_read(node, names), Binding.COMPARISON, bracketed)


def _read(node: Term, names: Mapping[str, str]) -> WhyML:
    def variable(node: Variable) -> WhyML:
        return WhyML(names.get(node.name, identifier(node.name)), rational=node.sort is Sort.REAL)

    def application(node: Application, args: tuple[WhyML, ...]) -> WhyML:
        return _applied(names.get(node.symbol.name, identifier(node.symbol.name)), node, args)

    return fold(node, replace(READING, variable=variable, application=application))


def imports(terms: Iterable[Term]) -> tuple[str, ...]:
    """The modules of Why3's standard library that some terms need, as `use` names them."""
    found = {"int.Int"}
    for node in (t for whole in terms for t in subterms(whole)):
        if node.sort is Sort.REAL:
            found.add("real.RealInfix")
        if isinstance(node, Operation):
            found |= set(_needed(node))
    return tuple(sorted(found))


def _needed(node: Operation) -> Iterator[str]:
    rational = Sort.REAL in {node.sort, *(arg.sort for arg in node.args)}
    if node.op in _MODULES:
        yield _MODULES[node.op][rational]
    if node.op in (Op.DIV, Op.FLOOR, Op.CEIL) or (rational and Sort.INT in {arg.sort for arg in node.args}):
        yield from ("real.FromInt", "real.RealInfix")


def identifier(name: str) -> str:
    """A name as an identifier that starts no module: signs become underscores, and `_` stands before a capital."""
    plain = re.sub(r"[^A-Za-z0-9]+", "_", name.replace("<=", "_le_")).strip("_")
    plain = f"v_{plain}" if not plain or not plain[0].isalpha() else f"_{plain}" if plain[0].isupper() else plain
    assert _SIMPLE.fullmatch(plain)
    return f"{plain}_" if plain in _TAKEN else plain


def binders(variables: Iterable[Variable], symbols: Iterable[Symbol] = ()) -> str:
    """What a statement is about: `x y : int, rank : int -> real`. Raises ValueError where two names become one."""
    variables, symbols = tuple(variables), tuple(symbols)
    distinct([*(v.name for v in variables), *(s.name for s in symbols)])
    parts = []
    for sort in dict.fromkeys(v.sort for v in variables):
        parts.append(f"{' '.join(identifier(v.name) for v in variables if v.sort is sort)} : {TYPES[sort]}")
    return ", ".join([*parts, *(f"{identifier(s.name)} : {_arrow(s)}" for s in symbols)])


def _arrow(symbol: Symbol) -> str:
    return " -> ".join(TYPES[sort] for sort in (*symbol.parameters, symbol.result))


def distinct(names: Iterable[str]) -> None:
    """Raise ValueError where two names become one identifier."""
    names = tuple(dict.fromkeys(names))
    if len({identifier(name) for name in names}) != len(names):
        raise ValueError(f"two of these names are one in WhyML: {', '.join(names)}")


def comment(text: str) -> str:
    """A comment: what would open or end one, or a string, in the text does not."""
    return f"(* {text.replace('(*', '( *').replace('*)', '* )').replace(chr(34), chr(39))} *)"


def _atom(a: WhyML) -> str:
    return at_least(a, Binding.ATOM, bracketed)


def _real(a: WhyML) -> WhyML:
    return a if a.rational else WhyML(f"from_int {_atom(a)}", Binding.SIGN, True)


def _literal(node: Literal) -> WhyML:
    match node.value:
        case bool(value):
            return WhyML("true" if value else "false")
        case int(value):
            return WhyML(str(value) if value >= 0 else f"({value})")
        case Fraction() as value:
            ratio = f"({abs(value.numerator)}.0 /. {value.denominator}.0)"
            return WhyML(ratio if value >= 0 else f"(-. {ratio})", rational=True)
        case str(value):
            return WhyML(f'"{_escaped(value)}"')


def _escaped(text: str) -> str:
    """A string as WhyML writes it: each byte of it that is not a plain character by its number."""
    plain = (c if 32 <= c < 127 and c not in b'"\\' else None for c in text.encode())
    return "".join(f"\\x{c:02X}" if p is None else chr(p) for c, p in zip(text.encode(), plain, strict=True))


def _variable(node: Variable) -> WhyML:
    return WhyML(identifier(node.name), rational=node.sort is Sort.REAL)


def _application(node: Application, args: tuple[WhyML, ...]) -> WhyML:
    return _applied(identifier(node.symbol.name), node, args)


def _applied(head: str, node: Application, args: tuple[WhyML, ...]) -> WhyML:
    given = [_atom(_real(a) if p is Sort.REAL else a) for a, p in zip(args, node.symbol.parameters, strict=True)]
    text = " ".join([head, *given])
    return WhyML(text, Binding.SIGN if " " in text else Binding.ATOM, node.sort is Sort.REAL)


def _arithmetic(sign: str, binding: Binding) -> Callable[..., WhyML]:
    """An operator that groups to the left; on rationals it has a dot behind it."""

    def operation(a: WhyML, b: WhyML) -> WhyML:
        rational = a.rational or b.rational
        sides = (_real(a), _real(b)) if rational else (a, b)
        printed = infix(f" {sign}{'.' if rational else ''} ", binding, bracketed)(*sides)
        return WhyML(printed.text, printed.binding, rational)

    return operation


def _quotient(a: WhyML, b: WhyML) -> WhyML:
    printed = infix(" /. ", Binding.PRODUCT, bracketed)(_real(a), _real(b))
    return WhyML(printed.text, printed.binding, rational=True)


def _call(function: str) -> Callable[..., WhyML]:
    return lambda *args: WhyML(" ".join([function, *map(_atom, args)]), Binding.SIGN)


def _extreme(function: str) -> Callable[[WhyML, WhyML], WhyML]:
    def operation(a: WhyML, b: WhyML) -> WhyML:
        if a.rational or b.rational:
            return WhyML(f"RealMinMax.{function} {_atom(_real(a))} {_atom(_real(b))}", Binding.SIGN, rational=True)
        return _call(f"IntMinMax.{function}")(a, b)

    return operation


def _rounded(function: str) -> Callable[[WhyML], WhyML]:
    return lambda a: _call(function)(_real(a))


def _negative(a: WhyML) -> WhyML:
    return WhyML(f"({'-.' if a.rational else '-'} {_atom(a)})", rational=a.rational)


def _comparison(sign: str, of_rationals: str) -> Callable[[WhyML, WhyML], WhyML]:
    def compared(a: WhyML, b: WhyML) -> WhyML:
        rational = a.rational or b.rational
        sides = (_real(a), _real(b)) if rational else (a, b)
        left, right = (at_least(side, Binding.SUM, bracketed) for side in sides)
        return WhyML(f"{left} {of_rationals if rational else sign} {right}", Binding.COMPARISON)

    return compared


def _negation(a: WhyML) -> WhyML:
    return WhyML(f"not {_atom(a)}", Binding.NEGATION)


def _choice(condition: WhyML, then: WhyML, otherwise: WhyML) -> WhyML:
    rational = then.rational or otherwise.rational
    sides = (_real(then), _real(otherwise)) if rational else (then, otherwise)
    return WhyML(f"(if {condition.text} then {sides[0].text} else {sides[1].text})", rational=rational)


def _quantified(node: Quantified, low: WhyML, high: WhyML, body: WhyML) -> WhyML:
    name = identifier(node.variable.name)
    above, below = (at_least(bound, Binding.SUM, bracketed) for bound in (low, high))
    word, joint = ("forall", "->") if node.quantifier is Quantifier.FORALL else ("exists", "/\\")
    return WhyML(
        f"({word} {name} : int. {above} <= {name} < {below} {joint} {at_least(body, Binding.COMPARISON, bracketed)})"
    )


READING: Reading[WhyML] = Reading(
    name="WhyML",
    literal=_literal,
    variable=_variable,
    operations={
        Op.NEG: _negative,
        Op.ADD: _arithmetic("+", Binding.SUM),
        Op.SUB: _arithmetic("-", Binding.SUM),
        Op.MUL: _arithmetic("*", Binding.PRODUCT),
        Op.DIV: _quotient,
        Op.FLOOR: _rounded("floor"),
        Op.CEIL: _rounded("ceil"),
        Op.FLOOR_DIV: _call("div"),
        Op.CEIL_DIV: lambda a, b: _negative(_call("div")(_negative(a), b)),
        Op.MOD: _call("mod"),
        Op.MIN: _extreme("min"),
        Op.MAX: _extreme("max"),
        Op.EQ: _comparison("=", "="),
        Op.NE: _comparison("<>", "<>"),
        Op.LT: _comparison("<", "<."),
        Op.LE: _comparison("<=", "<=."),
        Op.GT: _comparison(">", ">."),
        Op.GE: _comparison(">=", ">=."),
        Op.NOT: _negation,
        Op.AND: connective("/\\", Binding.CONJUNCTION, WhyML),
        Op.OR: connective("\\/", Binding.DISJUNCTION, WhyML),
        Op.IMPLIES: connective("->", Binding.IMPLICATION, WhyML),
        Op.IFF: connective("<->", Binding.IMPLICATION, WhyML),
        Op.ITE: _choice,
    },
    quantified=_quantified,
    application=_application,
)
