"""Names for parts of formulas, and what they stand for: a name is put back before two formulas are compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from spec.language.fold import BINDERS, conjuncts, rebuilt, substitute, subterms
from spec.language.terms import (
    FALSE,
    TRUE,
    Application,
    Literal,
    Op,
    Operation,
    Quantified,
    Quantifier,
    Symbol,
    Term,
    Variable,
    and_,
    children,
    free_variables,
)

Named = Mapping[Term, Term]
"""Names by the parts that they stand for: a variable, or a function symbol applied to variables."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What names stand for: variables for terms, function symbols for terms over their parameters."""

    variables: Mapping[Variable, Term] = field(default_factory=dict)
    functions: Mapping[Symbol, tuple[tuple[Variable, ...], Term]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for symbol, (parameters, _) in self.functions.items():
            if len(set(parameters)) != len(parameters):
                raise ValueError(f"{symbol.name}: a parameter stands twice")

    def put_back(self, node: Term) -> Term:
        """A term in which each name is replaced by what it stands for; raises ValueError where that changes its sense.

        What a name stands for may not speak of a variable that a quantifier or a sum around the name binds.
        """
        if not self.variables and not self.functions:
            return node
        return self._put_back(node, frozenset())

    def _put_back(self, node: Term, bound: frozenset[Variable]) -> Term:
        inner = bound | {node.variable} if isinstance(node, BINDERS) else bound
        parts = [
            self._put_back(part, inner if isinstance(node, BINDERS) and i == 2 else bound)
            for i, part in enumerate(children(node))
        ]
        if isinstance(node, Variable) and node in self.variables and node not in bound:
            return _free_of(self.variables[node], frozenset(), bound, node.name)
        if isinstance(node, Application) and node.symbol in self.functions:
            parameters, meaning = self.functions[node.symbol]
            _free_of(meaning, frozenset(parameters), bound, node.symbol.name)
            return substitute(meaning, dict(zip(parameters, parts, strict=True)))
        return rebuilt(node, parts)

    def __or__(self, other: Lexicon) -> Lexicon:
        """Both; raises ValueError where one name stands for two things."""
        for mine, others in ((self.variables, other.variables), (self.functions, other.functions)):
            for name in mine.keys() & others.keys():
                if mine[name] != others[name]:  # type: ignore[index]  # both are of one kind: mypy joins the two
                    raise ValueError(f"{name.name} stands for two things")
        return Lexicon({**self.variables, **other.variables}, {**self.functions, **other.functions})


def _free_of(meaning: Term, parameters: frozenset[Variable], bound: frozenset[Variable], name: str) -> Term:
    if (free_variables(meaning) - parameters) & bound:
        raise ValueError(f"{name} stands for what speaks of a variable that is bound where it stands")
    return meaning


def words(*named: Named) -> Lexicon:
    """What names stand for, of which some were given after others and stand for parts that bear names already.

    Raises ValueError where a name stands for two things, or what stands in its place is no name.
    """
    known = Lexicon()
    for mapping in named:
        known = known | _read(mapping, known)
    return known


def _read(mapping: Named, known: Lexicon) -> Lexicon:
    """One mapping: the entries that define a name, against which all others are held."""
    variables: dict[Variable, Term] = {}
    functions: dict[Symbol, tuple[tuple[Variable, ...], Term]] = {}
    for part, name in mapping.items():
        meaning = known.put_back(part)
        match name:
            case Variable():
                if variables.setdefault(name, meaning) != meaning:
                    raise ValueError(f"{name.name} stands for two things")
            case Application(symbol, args):
                parameters = tuple(a for a in args if isinstance(a, Variable))
                if len(set(parameters)) == len(args):
                    functions.setdefault(symbol, (parameters, meaning))
            case _:
                raise ValueError(f"{name!r} is no name")
    found = Lexicon(variables, functions)
    for part, name in mapping.items():
        if isinstance(name, Application) and found.put_back(name) != known.put_back(part):
            raise ValueError(f"{name.symbol.name} stands for two things")
    return found


# --- what says the same ---------------------------------------------------------------------------


@lru_cache(maxsize=65536)
def plain(node: Term) -> Term:
    """A term with nested conjunctions and premises as one, comparisons in one direction, what is for one number alone
    said of it, and no t = t.
    """
    parts = [plain(part) for part in children(node)]
    match node:
        case Operation(Op.AND, _):
            return and_(*(p for part in parts for p in conjuncts(part) if p != TRUE))
        case Operation(Op.IMPLIES, _):
            return _premises(*parts)
        case Operation(Op.GE | Op.GT as op, _):
            return Operation(Op.LE if op is Op.GE else Op.LT, (parts[1], parts[0]))
        case Operation(Op.EQ, _) if parts[0] == parts[1]:
            return TRUE
        case Quantified(Quantifier.FORALL, variable, _, _, _) if _is_next(parts[0], parts[1]):
            return plain(substitute(parts[2], {variable: parts[0]}))
    return rebuilt(node, parts)


def _premises(premise: Term, conclusion: Term) -> Term:
    if premise == TRUE or conclusion == TRUE:
        return conclusion
    match conclusion:
        case Operation(Op.IMPLIES, (second, then)):
            return and_(*conjuncts(premise), *conjuncts(second)).implies(then)
    return premise.implies(conclusion)


def _is_next(low: Term, high: Term) -> bool:
    """`high` is `low + 1`, as it is written here."""
    match low, high:
        case Literal(int(one)), Literal(int(other)):
            return other == one + 1
        case Operation(Op.SUB, (whole, Literal(1))), _ if whole == high:
            return True
    return high == low + 1


def implies(given: Term, wanted: Term) -> bool:
    """One term implies another as the forms of both tell: parts left out, premises added; nothing is solved."""
    return _implies(plain(given), plain(wanted))


def _implies(given: Term, wanted: Term) -> bool:
    if given in (wanted, FALSE) or wanted == TRUE:
        return True
    match wanted:
        case Operation(Op.AND, args):
            return all(_implies(given, arg) for arg in args)
    match given, wanted:
        case Quantified(), Quantified() if _range(given) == _range(wanted):
            return _implies(given.body, wanted.body)
        case Operation(Op.IMPLIES, (premise, then)), Operation(Op.IMPLIES, (more, other)):
            return set(conjuncts(premise)) <= set(conjuncts(more)) and _implies(then, other)
        case _, Operation(Op.IMPLIES, (_, other)):
            return _implies(given, other)
        case Operation(Op.AND, args), _:
            return wanted in args
    return False


def _range(node: Quantified) -> tuple[object, ...]:
    return node.quantifier, node.variable, node.low, node.high


def binds(nodes: Iterable[Term]) -> Iterator[Variable]:
    """The variables that quantifiers and sums in some terms bind."""
    return (t.variable for node in nodes for t in subterms(node) if isinstance(t, BINDERS))
