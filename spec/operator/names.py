"""The names that clauses on any operator's call are written with: what is passed, of what kind, type and length."""

from __future__ import annotations

from spec.language.terms import Sort, Term, Variable, or_

unknown_attributes = Variable("unknown_attributes", Sort.NAME)
defaults_used = Variable("defaults_used")


def given(attribute: str) -> Variable:
    """Whether the call sets an attribute."""
    return Variable(f"given({attribute})", Sort.BOOL)


def kind_of(name: str) -> Variable:
    """What kind of thing the call passes: `integer`, `list of integers`, `string`, `tensor` ..."""
    return Variable(f"type({name})", Sort.NAME)


def dtype(tensor: str) -> Variable:
    """The element type of a tensor, by its ONNX name: `float16`, `float`, `double`, `int8`, `uint8`, `int64`."""
    return Variable(f"dtype({tensor})", Sort.NAME)


def length(attribute: str) -> Variable:
    """The number of entries of a list attribute."""
    return Variable(f"length({attribute})")


def entry(attribute: str, i: int) -> Variable:
    """The i-th entry of a list attribute, counted from 0 as the documents do."""
    return Variable(f"{attribute}[{i}]")


def one_of(variable: Variable, names: tuple[str, ...]) -> Term:
    """The variable is one of some names."""
    return or_(*(variable.eq(name) for name in names))
