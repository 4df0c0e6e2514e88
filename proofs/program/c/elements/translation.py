"""Expressions of C over elements, as SMT-LIB text on their bit patterns; helpers are followed into their bodies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from proofs.program.c.elements.values import (
    ARITHMETIC,
    MOST_TEXT,
    BitFloat,
    BitInteger,
    BitTruth,
    BitValue,
    NotReadable,
    compared,
    computed,
    converted,
    floats_compared,
    literal,
    negated,
    resized,
    shifted,
)
from proofs.program.c.reading.tree import (
    CBinary,
    CBlock,
    CBranch,
    CCall,
    CChoice,
    CConstant,
    CConvert,
    CDeclare,
    CDefinition,
    CDo,
    CExpression,
    CGive,
    CName,
    CStatement,
    CSubscript,
    CUnary,
    CUpdate,
)
from proofs.program.c.reading.types import CBoolean, CFloating, CInteger, CType
from proofs.theories.floats.bits import Format
from spec.language.terms import Term

NAMES = "ab"
"""What elements are called in the text, in the order in which they are met."""
COMPARED = ("<", "<=", ">", ">=", "==", "!=")
DEEPEST = 12
Known = Mapping[str, BitValue]


@dataclass
class BitReading:
    """One expression, read. `element` tells which element of X a part is, if it is one."""

    of: Format
    helpers: Mapping[str, CDefinition]
    element: Callable[[CExpression], Term | None]
    own: CInteger | None
    elements: dict[Term, str] = field(default_factory=dict)
    defined: list[str] = field(default_factory=list)
    calls: int = 0

    def read(self, node: CExpression) -> BitValue:
        """The expression; raises NotReadable where it speaks of more than two elements, or of anything else."""
        return self._value(node, {}, "true")

    # -- parts

    def _value(self, node: CExpression, known: Known, when: str) -> BitValue:
        found = self._part(node, known, when)
        if len(found.text) > MOST_TEXT:
            raise NotReadable("a long computation")
        return found

    def _part(self, node: CExpression, known: Known, when: str) -> BitValue:
        match node:
            case CConstant(type=kind, value=value):
                return self._constant(kind, value)
            case CName(key=key) if key in known:
                return known[key]
            case CName() | CSubscript() | CUnary(op="*"):
                return self._element(node)
            case CConvert(type=kind, operand=operand):
                return self._as(self._value(operand, known, when), kind, when)
            case CUnary():
                return self._unary(node, known, when)
            case CBinary():
                return self._binary(node, known, when)
            case CChoice(test=test, then=then, otherwise=otherwise):
                asked = self._truth(test, known, when)
                sides = (then, _and(when, asked)), (otherwise, _and(when, negated(asked)))
                return _chosen(asked, *(self._value(side, known, path) for side, path in sides))
            case CCall():
                return self._call(node, known, when)
        raise NotReadable("outside of what is followed on bits")

    def _truth(self, node: CExpression, known: Known, when: str) -> str:
        match self._value(node, known, when):
            case BitTruth(text):
                return text
            case BitInteger(text, kind):
                return negated(f"(= {text} {literal(0, kind.bits)})")
            case BitFloat(text):
                return negated(f"(is_zero {text})")

    def _constant(self, kind: CType, value: int | float) -> BitValue:
        match kind, value:
            case CInteger(bits=bits), int(number):
                return BitInteger(literal(number, bits), kind)
            case CBoolean(), int(number):
                return BitTruth("true" if number else "false")
            case CFloating(), _ if self.of.is_float and self.own is None:
                with np.errstate(over="ignore"):
                    own = np.asarray(value, self.of.dtype)
                if float(own) != float(value) and value == value:
                    raise NotReadable("a number that elements do not have")
                return BitFloat(literal(self.of.pattern(own), self.of.width))
        raise NotReadable("a constant of another type")

    def _element(self, node: CExpression) -> BitValue:
        term = self.element(node)
        if term is None:
            raise NotReadable("no element")
        if term not in self.elements:
            if len(self.elements) == len(NAMES):
                raise NotReadable("more than two elements")
            self.elements[term] = NAMES[len(self.elements)]
        name = self.elements[term]
        match node.type:
            case CFloating() if self.own is None:
                return BitFloat(name)
            case CInteger(bits=bits) as kind if self.own is not None and kind.holds(self.own):
                return BitInteger(resized(name, self.own, bits), kind)
        raise NotReadable("an element in a type that has not all of them")

    def _as(self, value: BitValue, kind: CType, when: str) -> BitValue:
        match kind, value:
            case CInteger(), BitInteger() | BitTruth():
                found, defined = converted(value, kind)
                self._demand(defined, when)
                return found
            case CBoolean(), BitInteger(text, own):
                return BitTruth(negated(f"(= {text} {literal(0, own.bits)})"))
            case CBoolean(), BitTruth():
                return value
            case CFloating(bits=bits), BitFloat() if bits >= self.of.width:
                return value
        raise NotReadable("a conversion that is not followed")

    def _unary(self, node: CUnary, known: Known, when: str) -> BitValue:
        if node.op == "!":
            return BitTruth(negated(self._truth(node.operand, known, when)))
        value = self._value(node.operand, known, when)
        match node.op, value:
            case "+" | "__extension__", _:
                return value
            case "-", BitFloat(text):
                return BitFloat(f"(bvxor {text} {literal(1 << (self.of.width - 1), self.of.width)})")
            case "-", BitInteger(text, kind):
                found, defined = computed("-", literal(0, kind.bits), text, kind)
                self._demand(defined, when)
                return found
            case "~", BitInteger(text, kind):
                return BitInteger(f"(bvxor {text} {literal(-1, kind.bits)})", kind)
        raise NotReadable("an operator that is not followed")

    def _binary(self, node: CBinary, known: Known, when: str) -> BitValue:
        if node.op in ("&&", "||"):
            left = self._truth(node.left, known, when)
            right = self._truth(node.right, known, _and(when, left if node.op == "&&" else negated(left)))
            return BitTruth(f"({'and' if node.op == '&&' else 'or'} {left} {right})")
        left_value, right_value = (self._value(side, known, when) for side in (node.left, node.right))
        if isinstance(left_value, BitFloat) and isinstance(right_value, BitFloat) and node.op in COMPARED:
            return BitTruth(floats_compared(node.op, left_value.text, right_value.text))
        left_kind, right_kind = (s.type for s in (node.left, node.right))
        if not isinstance(left_kind, CInteger) or not isinstance(right_kind, CInteger):
            raise NotReadable("an operator on floats")
        (one, _), (other, _) = converted(left_value, left_kind), converted(right_value, right_kind)
        if node.op in COMPARED and left_kind == right_kind:
            greater = "bvsgt" if left_kind.signed else "bvugt"
            return BitTruth(compared(node.op, one.text, other.text, greater))
        if not isinstance(node.type, CInteger) or node.type.bits != left_kind.bits:
            raise NotReadable("an operator that is not followed")
        if node.op in ("<<", ">>") and isinstance(node.right, CConstant) and isinstance(node.right.value, int):
            found, defined = shifted(node.op, one.text, node.right.value, node.type)
        elif node.op in ARITHMETIC and left_kind.bits == right_kind.bits:
            found, defined = computed(node.op, one.text, other.text, node.type)
        else:
            raise NotReadable("an operator that is not followed")
        self._demand(defined, when)
        return found

    # -- calls

    def _call(self, node: CCall, known: Known, when: str) -> BitValue:
        arguments = [self._value(argument, known, when) for argument in node.arguments]
        helper = self.helpers.get(node.name)
        # A function of the file is what it does, whatever the library has by its name.
        match node.name.removeprefix("__builtin_") if helper is None else "", arguments:
            case "isnan", [BitFloat(text)]:
                return BitTruth(f"(is_nan {text})")
            case "isgreater" | "isless" as name, [BitFloat(one), BitFloat(other)]:
                return BitTruth(floats_compared(">" if name == "isgreater" else "<", one, other))
            case "fabsf" | "fabs", [BitFloat(text)]:
                return BitFloat(f"(bvand {text} {literal((1 << (self.of.width - 1)) - 1, self.of.width)})")
        if helper is None or self.calls >= DEEPEST:
            raise NotReadable("a call that is not followed")
        self.calls += 1
        given = {p.key: value for p, value in zip(helper.parameters, arguments, strict=True)}
        found = self._body([helper.body], given, when)
        self.calls -= 1
        if found is None:
            raise NotReadable("a helper that gives nothing")
        return found

    def _body(self, body: Sequence[CStatement], known: Known, when: str) -> BitValue | None:
        """What some statements return; None where their end is reached."""
        for i, statement in enumerate(body):
            rest = body[i + 1 :]
            match statement:
                case CBlock(body=inner):
                    return self._body([*inner, *rest], known, when)
                case CDeclare(key=key, initial=CExpression() as value, type=CInteger() | CFloating() | CBoolean()):
                    known = {**known, key: self._value(value, known, when)}
                case CDo(expression=CBinary(op="=", left=CName(key=key), right=value)) if key in known:
                    known = {**known, key: self._value(value, known, when)}
                case CDo(expression=CUpdate(at=at, type=kind, op=op, left=CName(key=key) as left, right=right)) if (
                    key in known
                ):
                    wide = CConvert(at, right.type, left, False)
                    value = CConvert(at, kind, CBinary(at, right.type, op, wide, right), False)
                    known = {**known, key: self._value(value, known, when)}
                case CBranch(test=test, then=then, otherwise=otherwise):
                    asked = self._truth(test, known, when)
                    one = self._body([then, *rest], known, _and(when, asked))
                    other = self._body([*([otherwise] if otherwise else []), *rest], known, _and(when, negated(asked)))
                    return None if one is None or other is None else _chosen(asked, one, other)
                case CGive(value=CExpression() as value):
                    return self._value(value, known, when)
                case _:
                    raise NotReadable("a statement that is not followed on bits")
        return None

    def _demand(self, defined: str, when: str) -> None:
        if defined != "true":
            self.defined.append(f"(=> {when} {defined})")


def _and(left: str, right: str) -> str:
    return right if left == "true" else f"(and {left} {right})"


def _chosen(asked: str, then: BitValue, otherwise: BitValue) -> BitValue:
    match then, otherwise:
        case BitTruth(one), BitTruth(other):
            return BitTruth(f"(ite {asked} {one} {other})")
        case BitFloat(one), BitFloat(other):
            return BitFloat(f"(ite {asked} {one} {other})")
        case BitInteger(one, kind), BitInteger(other, same) if kind == same:
            return BitInteger(f"(ite {asked} {one} {other})", kind)
    raise NotReadable("a choice between two types")
