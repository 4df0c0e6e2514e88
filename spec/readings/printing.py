"""What printed readings share: how tightly each operator binds, and when an operand needs parentheses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeVar


class Binding(IntEnum):
    """How tightly a printed expression holds together, loosest first."""

    QUANTIFIER = 0
    IMPLICATION = 1
    DISJUNCTION = 2
    CONJUNCTION = 3
    NEGATION = 4
    COMPARISON = 5
    SUM = 6
    PRODUCT = 7
    SIGN = 8
    ATOM = 9


@dataclass(frozen=True, slots=True)
class Printed:
    """A text and how tightly it binds."""

    text: str
    binding: Binding = Binding.ATOM


Bracket = Callable[[str], str]
Text = TypeVar("Text", bound=Printed)


def bracketed(text: str) -> str:
    """What most languages bracket with."""
    return f"({text})"


def at_least(operand: Printed, binding: Binding, bracket: Bracket) -> str:
    """The operand's text, bracketed if it binds more loosely than wanted."""
    return operand.text if operand.binding >= binding else bracket(operand.text)


def infix(text: str, binding: Binding, bracket: Bracket, *, associative: bool = False) -> Callable[..., Printed]:
    """An infix operator that groups to the left; `associative`: its operands of the same kind need no parentheses."""

    def printed(*args: Printed) -> Printed:
        tighter = binding if associative else Binding(binding + 1)
        first, *rest = args
        parts = [at_least(first, binding, bracket), *(at_least(a, tighter, bracket) for a in rest)]
        return Printed(text.join(parts), binding)

    return printed


def non_associative(text: str, binding: Binding, bracket: Bracket) -> Callable[..., Printed]:
    """An infix operator that never chains: an operand of its own kind is bracketed on both sides."""
    tighter = Binding(binding + 1)
    return lambda a, b: Printed(at_least(a, tighter, bracket) + text + at_least(b, tighter, bracket), binding)


def connective(sign: str, binding: Binding, made: Callable[[str, Binding], Text]) -> Callable[..., Text]:
    """A connective whose operands of other kinds, however tight, are told apart by parentheses."""

    def connected(*args: Text) -> Text:
        if len(args) == 1:
            return args[0]
        return made(f" {sign} ".join(at_least(a, Binding.COMPARISON, bracketed) for a in args), binding)

    return connected
