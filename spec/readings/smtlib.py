"""A term as SMT-LIB 2.6 text, and the script that asks a solver whether some terms hold together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache

from spec.language.fold import Folding, Reading, distinct, fold, symbols
from spec.language.terms import (
    Application,
    Literal,
    Op,
    Quantified,
    Quantifier,
    Sort,
    Symbol,
    Term,
    Variable,
    free_variables,
)
from spec.readings.whole import whole

_SORTS = {
    Sort.INT: "Int",
    Sort.REAL: "Real",
    Sort.BOOL: "Bool",
    Sort.NAME: "String",
    Sort.ELEMENT: "Element",
}
_SIMPLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# fmt: off
_TAKEN = frozenset({
    "let", "forall", "exists", "as", "par", "match", "BINARY", "DECIMAL", "HEXADECIMAL", "NUMERAL", "STRING", "_",
    "and", "or", "not", "xor", "true", "false", "div", "mod", "abs", "ite", "distinct", "select", "store",
    "to_real", "to_int", "is_int", "mod_total", "exp", "ln", "log", "sqrt", "pi", "fp", "concat", "extract",
    "RNE", "RNA", "RTP", "RTN", "RTZ", "tuple", "bag", "set", "sep", "wand",
    "if", "iff", "implies", "equiv", "equals", "rem", "lambda", "choice",
})
# fmt: on
"""Words that SMT-LIB, or a solver, gives a meaning to."""
_FAMILY = re.compile(r"bv\w*|(a|arc)?(sin|cos|tan|sec|csc|cot)h?2?")
"""Of which there are many: z3 takes a function that is called `atan2` for its own; cvc5 refuses `bvor`."""
_OPERATOR = re.compile(r"[-+*/=<>^%&$@.A-Za-z0-9_]+|[@.].*", re.DOTALL)
"""What may have a meaning too: `=>`, `str.len`, and what begins like a name of the solver's own."""
_MARK = "~"


def to_smtlib(node: Term) -> str:
    """The SMT-LIB expression of a term, rationals having been carried as fractions (`spec.readings.whole`)."""
    return fold(whole(node), READING)


def script(assertions: Iterable[Term], comment: str = "") -> str:
    """A complete script: declarations, one `assert` for each term, `check-sat`. Deterministic, and in logic ALL."""
    wholes = [whole(a) for a in assertions]
    return "\n".join([*_head(wholes, comment), *map(_asserted, wholes), "(check-sat)", ""])


@lru_cache(maxsize=4096)
def _asserted(node: Term) -> str:
    """What is known at one place of a program is known at many: it is read once."""
    return f"(assert {Folding(READING)(node)})"


def script_of_each(assertions: Iterable[Term], alternatives: Iterable[Term], comment: str = "") -> str:
    """A script with one `check-sat` for each alternative: do the assertions hold together with this one?"""
    common, each = [whole(a) for a in assertions], [whole(a) for a in alternatives]
    asked = [f"(push 1)\n{_asserted(a)}\n(check-sat)\n(pop 1)" for a in each]
    return "\n".join([*_head([*common, *each], comment), *map(_asserted, common), *asked, ""])


def _head(wholes: list[Term], comment: str) -> list[str]:
    """The comment, the logic, and the declarations of all that the terms mention."""
    mentioned = list(map(_mentioned, wholes))
    # A union of sets asks for no hash again.
    variables = sorted(frozenset[Variable]().union(*(m[0] for m in mentioned)), key=lambda v: v.name)
    functions = sorted(frozenset[Symbol]().union(*(m[1] for m in mentioned)), key=lambda s: s.name)
    sorts = frozenset[Sort]().union(*(m[2] for m in mentioned))
    lines = [f"; {line}" for line in comment.splitlines()]
    lines.append("(set-logic ALL)")
    if Sort.ELEMENT in sorts:
        lines.append("(declare-sort Element 0)")
    for f in functions:
        parameters = " ".join(_SORTS[p] for p in f.parameters)
        lines.append(f"(declare-fun {_name(f.name)} ({parameters}) {_SORTS[f.result]})")
    return lines + [f"(declare-const {_name(v.name)} {_SORTS[v.sort]})" for v in variables]


@lru_cache(maxsize=65536)
def _mentioned(node: Term) -> tuple[frozenset[Variable], frozenset[Symbol], frozenset[Sort]]:
    """The free variables, the functions and the sorts of a term."""
    return free_variables(node), symbols(node), frozenset(t.sort for t in distinct([node]))


def _name(name: str) -> str:
    """A name that means nothing else: as it is or quoted; with a mark before it where it may have a meaning.

    Quoting does not make another name of it. As its own marks are doubled, no two names are written as one.
    """
    if _SIMPLE.fullmatch(name) and name not in _TAKEN and not _FAMILY.fullmatch(name):
        return name
    return f"|{_MARK if _OPERATOR.fullmatch(name) else ''}{name.replace(_MARK, 2 * _MARK)}|"


def _integer(value: int) -> str:
    return str(value) if value >= 0 else f"(- {-value})"


def _literal(node: Literal) -> str:
    match node.value:
        case bool(value):
            return "true" if value else "false"
        case int(value):
            return _integer(value)
        case Fraction() as value:
            sign = "(- {})" if value < 0 else "{}"
            return sign.format(f"(/ {abs(value.numerator)}.0 {value.denominator}.0)")
        case str(value):
            return '"' + escaped(value).replace('"', '""') + '"'


def escaped(text: str) -> str:
    """A string as SMT-LIB's theory of strings writes it: a backslash, and what is not ASCII, by its number."""
    return "".join(c if c.isascii() and c.isprintable() and c != "\\" else f"\\u{{{ord(c):x}}}" for c in text)


def _variable(node: Variable) -> str:
    return _name(node.name)


def _call(head: str) -> Callable[..., str]:
    return lambda *args: f"({head} {' '.join(args)})"


def _quantified(node: Quantified, low: str, high: str, body: str) -> str:
    name = _name(node.variable.name)
    in_range = f"(and (<= {low} {name}) (< {name} {high}))"
    if node.quantifier is Quantifier.FORALL:
        return f"(forall (({name} Int)) (=> {in_range} {body}))"
    return f"(exists (({name} Int)) (and {in_range} {body}))"


def _application(node: Application, args: tuple[str, ...]) -> str:
    return f"({_name(node.symbol.name)} {' '.join(args)})" if args else _name(node.symbol.name)


READING: Reading[str] = Reading(
    name="SMT-LIB",
    literal=_literal,
    variable=_variable,
    operations={
        Op.NEG: _call("-"),
        Op.ADD: _call("+"),
        Op.SUB: _call("-"),
        Op.MUL: _call("*"),
        Op.FLOOR_DIV: _call("div"),
        Op.EQ: _call("="),
        Op.NE: _call("distinct"),
        Op.LT: _call("<"),
        Op.LE: _call("<="),
        Op.GT: _call(">"),
        Op.GE: _call(">="),
        Op.NOT: _call("not"),
        Op.AND: _call("and"),
        Op.OR: _call("or"),
        Op.IMPLIES: _call("=>"),
        Op.IFF: _call("="),
        Op.ITE: _call("ite"),
    },
    quantified=_quantified,
    application=_application,
)
