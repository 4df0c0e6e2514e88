"""A term as LaTeX, in the notation of the SONNX documents."""

from __future__ import annotations

import re
from fractions import Fraction

from spec.language.fold import Reading, fold
from spec.language.terms import Application, Literal, Op, Quantified, Quantifier, Sum, Term, Variable
from spec.readings.printing import Binding, Printed, at_least, infix, non_associative

_DIMENSION = re.compile(r"d([A-Z]\w*)_(\d)")
_LIST_ENTRY = re.compile(r"(\w+)\[(\d)\]")
_OF = re.compile(r"(\w+)\((\w+)\)")


def to_latex(node: Term) -> str:
    """The term as LaTeX mathematics, without delimiters."""
    return fold(node, READING).text


def name(text: str) -> str:
    """A name as the documents set it: `dX_2`, `strides[0]` in typewriter, a single letter as it is."""
    if len(text) == 1 and text.isalpha():
        return text
    if dimension := _DIMENSION.fullmatch(text):
        return rf"d{name(dimension[1])}_{dimension[2]}"
    if entry := _LIST_ENTRY.fullmatch(text):
        return rf"\texttt{{{_escaped(entry[1])}}}[{entry[2]}]"
    if of := _OF.fullmatch(text):
        return rf"\mathrm{{{_escaped(of[1])}}}({name(of[2])})"
    return rf"\mathit{{{_escaped(text)}}}"


def _escaped(text: str) -> str:
    return re.sub(r"([_#$%&{}])", r"\\\1", text)


def _bracket(text: str) -> str:
    return rf"\left({text}\right)"


def _literal(node: Literal) -> Printed:
    if isinstance(node.value, bool):
        return Printed(r"\top" if node.value else r"\bot")
    if isinstance(node.value, Fraction):
        sign = "-" if node.value < 0 else ""
        text = rf"{sign}\frac{{{abs(node.value.numerator)}}}{{{node.value.denominator}}}"
        return Printed(text, Binding.SIGN if sign else Binding.ATOM)
    if isinstance(node.value, str):
        return Printed(rf"\text{{{_escaped(node.value)}}}")
    return Printed(str(node.value), Binding.ATOM if node.value >= 0 else Binding.SIGN)


def _variable(node: Variable) -> Printed:
    return Printed(name(node.name))


def _quantified(node: Quantified, low: Printed, high: Printed, body: Printed) -> Printed:
    sign = r"\forall" if node.quantifier is Quantifier.FORALL else r"\exists"
    text = rf"{sign} {name(node.variable.name)} \in [{low.text}, {high.text}) : {body.text}"
    return Printed(text, Binding.QUANTIFIER)


def _summed(node: Sum, low: Printed, high: Printed, body: Printed) -> Printed:
    of = body.text if isinstance(node.body, Sum) else at_least(body, Binding.PRODUCT, _bracket)
    last = rf"{at_least(high, Binding.SUM, _bracket)} - 1"
    return Printed(rf"\sum_{{{name(node.variable.name)}={low.text}}}^{{{last}}} {of}", Binding.SUM)


def _application(node: Application, args: tuple[Printed, ...]) -> Printed:
    return Printed(rf"{name(node.symbol.name)}\left[{', '.join(a.text for a in args)}\right]")


def _fraction(a: Printed, b: Printed) -> Printed:
    return Printed(rf"\frac{{{a.text}}}{{{b.text}}}")


def _floor(a: Printed) -> Printed:
    return Printed(rf"\left\lfloor {a.text} \right\rfloor")


def _ceil(a: Printed) -> Printed:
    return Printed(rf"\left\lceil {a.text} \right\rceil")


def _extreme(command: str, a: Printed, b: Printed) -> Printed:
    return Printed(rf"{command}\left({a.text}, {b.text}\right)")


def _choice(condition: Printed, then: Printed, otherwise: Printed) -> Printed:
    cases = rf"{then.text} & \text{{if }} {condition.text} \\ {otherwise.text} & \text{{otherwise}}"
    return Printed(rf"\begin{{cases}} {cases} \end{{cases}}")


READING: Reading[Printed] = Reading(
    name="LaTeX",
    literal=_literal,
    variable=_variable,
    operations={
        Op.NEG: lambda a: Printed("-" + at_least(a, Binding.ATOM, _bracket), Binding.SIGN),
        Op.ADD: infix(" + ", Binding.SUM, _bracket),
        Op.SUB: infix(" - ", Binding.SUM, _bracket),
        Op.MUL: infix(r" \cdot ", Binding.PRODUCT, _bracket),
        Op.DIV: _fraction,
        Op.FLOOR: _floor,
        Op.CEIL: _ceil,
        Op.FLOOR_DIV: lambda a, b: _floor(_fraction(a, b)),
        Op.CEIL_DIV: lambda a, b: _ceil(_fraction(a, b)),
        Op.MOD: infix(r" \bmod ", Binding.PRODUCT, _bracket),
        Op.MIN: lambda a, b: _extreme(r"\min", a, b),
        Op.MAX: lambda a, b: _extreme(r"\max", a, b),
        Op.EQ: non_associative(" = ", Binding.COMPARISON, _bracket),
        Op.NE: non_associative(r" \neq ", Binding.COMPARISON, _bracket),
        Op.LT: non_associative(" < ", Binding.COMPARISON, _bracket),
        Op.LE: non_associative(r" \le ", Binding.COMPARISON, _bracket),
        Op.GT: non_associative(" > ", Binding.COMPARISON, _bracket),
        Op.GE: non_associative(r" \ge ", Binding.COMPARISON, _bracket),
        Op.NOT: lambda a: Printed(r"\lnot " + at_least(a, Binding.ATOM, _bracket), Binding.NEGATION),
        Op.AND: infix(r" \land ", Binding.CONJUNCTION, _bracket, associative=True),
        Op.OR: infix(r" \lor ", Binding.DISJUNCTION, _bracket, associative=True),
        Op.IMPLIES: non_associative(r" \Rightarrow ", Binding.IMPLICATION, _bracket),
        Op.IFF: non_associative(r" \Leftrightarrow ", Binding.IMPLICATION, _bracket),
        Op.ITE: _choice,
    },
    quantified=_quantified,
    application=_application,
    summed=_summed,
)
