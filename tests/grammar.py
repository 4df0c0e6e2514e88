"""Two small grammars that read the printed terms back, and what the trees they give mean.

They are written from the precedence that `spec/readings/printing.py` states, loosest first: quantifiers, implication,
disjunction, conjunction, negation, comparison, sums, products, sign. Implications and comparisons never chain.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from lark import Lark, Token, Tree

LEVELS = r"""
    ?term: quantifier | implication
    ?implication: disjunction | disjunction _IMPLIES disjunction -> implies | disjunction _IFF disjunction -> iff
    ?disjunction: conjunction | conjunction (_OR conjunction)+ -> any
    ?conjunction: negation | negation (_AND negation)+ -> all
    ?negation: comparison | _NOT negation -> not
    ?comparison: sum | sum EQ sum -> eq | sum NE sum -> ne | sum LT sum -> lt | sum LE sum -> le
        | sum GT sum -> gt | sum GE sum -> ge
    ?sum: product | sum "+" product -> add | sum "-" product -> sub
    ?sign: atom | "-" atom -> neg
    NUMBER: /[0-9]+/
    EQ: "="
    LT: "<"
    GT: ">"
    %ignore /[ \n]+/
"""

PLAIN = (
    LEVELS
    + r"""
    ?product: sign | product "*" sign -> mul | product "/" sign -> div | product "mod" sign -> mod
    quantifier: (FORALL | EXISTS) NAME "in" "[" term "," term ")" ":" term
    ?atom: NUMBER -> number | NAME -> name | "(" term ")" | "true" -> true | "false" -> false
        | "floor" "(" term ")" -> floor | "ceil" "(" term ")" -> ceil
        | "min" "(" term "," term ")" -> min | "max" "(" term "," term ")" -> max
        | "(" "if" term "then" term "else" term ")" -> choice
        | NAME "(" term ("," term)* ")" -> apply
    FORALL.2: "for all"
    EXISTS: "exists"
    _IMPLIES: "implies"
    _IFF: "iff"
    _OR: "or"
    _AND: "and"
    _NOT: "not"
    NE: "!="
    LE: "<="
    GE: ">="
    NAME: /(rank|type|given|length|dtype)\([A-Za-z_]+\)|[A-Za-z]\w*(\[[0-9]\])?/
"""
)

LATEX = (
    LEVELS
    + r"""
    ?product: sign | product "\\cdot" sign -> mul | product "\\bmod" sign -> mod
    quantifier: (FORALL | EXISTS) NAME "\\in" "[" term "," term ")" ":" term
    ?atom: NUMBER -> number | NAME -> name | TEXT -> text | "\\left(" term "\\right)"
        | "\\top" -> true | "\\bot" -> false
        | "\\frac{" term "}{" term "}" -> div
        | "\\left\\lfloor" term "\\right\\rfloor" -> floor | "\\left\\lceil" term "\\right\\rceil" -> ceil
        | "\\min\\left(" term "," term "\\right)" -> min | "\\max\\left(" term "," term "\\right)" -> max
        | "\\begin{cases}" term "&" "\\text{if }" term "\\\\" term "&" "\\text{otherwise}" "\\end{cases}" -> cases
        | NAME "\\left[" term ("," term)* "\\right]" -> apply
    FORALL: "\\forall"
    EXISTS: "\\exists"
    _IMPLIES: "\\Rightarrow"
    _IFF: "\\Leftrightarrow"
    _OR: "\\lor"
    _AND: "\\land"
    _NOT: "\\lnot"
    NE: "\\neq"
    LE: "\\le"
    GE: "\\ge"
    TEXT: /\\text\{(?!if |otherwise)[^{}]+\}/
    NAME: /\\mathrm\{[^{}]+\}\((\\mathit\{[^{}]+\}|d[A-Z]_[0-9]|[A-Za-z])\)|\\texttt\{[^{}]+\}\[[0-9]\]/
        | /d?\\mathit\{[^{}]+\}(_[0-9])?|d[A-Z]_[0-9]|[A-Za-z]/
"""
)

parse_plain = cache(Lark(PLAIN, start="term", parser="lalr").parse)
parse_latex = cache(Lark(LATEX, start="term", parser="lalr").parse)

_FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "implies": lambda a, b: not a or b,
    "iff": operator.is_,
    "any": lambda *parts: any(parts),
    "all": lambda *parts: all(parts),
    "not": operator.not_,
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": Fraction,
    "mod": operator.mod,
    "neg": operator.neg,
    "floor": math.floor,
    "ceil": math.ceil,
    "min": min,
    "max": max,
    "true": lambda: True,
    "false": lambda: False,
    "choice": lambda condition, then, otherwise: then if condition else otherwise,
    "cases": lambda then, condition, otherwise: then if condition else otherwise,
}
_COMPARISONS = {name: getattr(operator, name) for name in ("eq", "ne", "lt", "le", "gt", "ge")}


def value_of_plain(text: str, environment: Mapping[str, Any]) -> Any:
    """The value of a term in plain text."""
    return _value(parse_plain(text), environment)


def value_of_latex(text: str, environment: Mapping[str, Any]) -> Any:
    """The value of a term in LaTeX; the environment has the names as the terms have them."""
    return _value(parse_latex(text), environment)


def name_of(token: str) -> str:
    """The name that a token of either grammar sets."""
    return re.sub(r"\\(?:mathit|mathrm|texttt|text)\{([^{}]+)\}", r"\1", token).replace("\\", "")


def _value(node: Tree[Token] | Token, environment: Mapping[str, Any]) -> Any:
    assert isinstance(node, Tree)
    kind, parts = str(node.data), node.children
    match kind, parts:
        case "number", [Token() as digits]:
            return int(digits)
        case "name", [Token() as token]:
            return environment[name_of(token)]
        case "text", [Token() as token]:
            return name_of(token)
        case "apply", [Token() as token, *args]:
            return environment[name_of(token)](*(_value(a, environment) for a in args))
        case "quantifier", [Token() as quantifier, Token() as token, low, high, body]:
            span = range(_value(low, environment), _value(high, environment))
            decide = all if quantifier.type == "FORALL" else any
            return decide(_value(body, {**environment, name_of(token): i}) for i in span)
    if kind in _COMPARISONS:
        left, _, right = parts
        return _COMPARISONS[kind](_value(left, environment), _value(right, environment))
    return _FUNCTIONS[kind](*(_value(p, environment) for p in parts))
