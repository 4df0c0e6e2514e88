"""Random small functions of the subset of C, each written twice: as a person would, and with every step checked.

The second form is for the compiler alone: by `__typeof__` it has the compiler's own types, and computes each step again
in 128 bits. It tells what UBSan does not: a value that a conversion or an unsigned type loses.
`maybe` is what a comparison may demand: that no conversion in it loses a value, that unsigned sides fit signed types.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

CELLS = 6
"""Elements of each array."""
NARROW = ("int8_t", "uint8_t", "int16_t", "uint16_t")
TYPES = (*NARROW, *("int", "unsigned", "int64_t", "uint64_t", "int", "int", "int64_t", "int64_t"))
MEMBERS = (("a", "int8_t"), ("b", "uint16_t"), ("c", "int"), ("d", "unsigned"), ("e", "int64_t"))
PARAMETERS = (("n", "int"), ("u", "unsigned"), ("w", "int64_t"))
INPUTS = [name for name, _ in PARAMETERS] + [f"s->{name}" for name, _ in MEMBERS]
PRELUDE = """\
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <sys/wait.h>
struct S { int8_t a; uint16_t b; int c; unsigned d; int64_t e; };
static int lost, maybe, back;
typedef __int128 W;
#define CV(T, e) ({ __typeof__(e) v_ = (e); T r_ = (T)v_; if ((W)r_ != (W)v_) *(back ? &back : &lost) = 1; r_; })
#define CM(T, e) ({ __typeof__(e) v_ = (e); T r_ = (T)v_; if ((W)r_ != (W)v_) maybe = 1; r_; })
#define FIT(T, v, flag) if ((W)(T)(v) != (W)(v)) flag = 1;
#define BIN(op, a, b) ({ __typeof__(a) x_ = (a); __typeof__(b) y_ = (b); \\
  int *f_ = *#op != '*' && (__typeof__(x_ op y_))-1 > 0 ? &back : &lost; \\
  FIT(__typeof__(x_ op y_), x_, *f_) FIT(__typeof__(x_ op y_), y_, *f_) \\
  __typeof__(x_ op y_) r_ = x_ op y_; if (((W)x_ op (W)y_) != (W)r_) *f_ = 1; r_; })
#define DIV(op, a, b) ({ __typeof__(a) x_ = (a); __typeof__(b) y_ = (b); __typeof__(x_ op y_) r_ = 0; \\
  FIT(__typeof__(r_), x_, lost) FIT(__typeof__(r_), y_, lost) if ((W)y_ <= 0) lost = 1; else r_ = x_ op y_; r_; })
#define SHL(a, k) ({ __typeof__(a) x_ = (a); __typeof__(x_ << k) r_ = x_ << k; \\
  if ((W)x_ < 0 || ((W)x_ << k) != (W)r_) lost = 1; r_; })
#define SHR(a, k) ({ __typeof__(a) x_ = (a); if ((W)x_ < 0) lost = 1; x_ >> k; })
#define CMP(op, a, b) ({ __typeof__(a) x_ = (a); __typeof__(b) y_ = (b); __typeof__(x_ + y_) l_ = x_, r_ = y_; \\
  if ((W)l_ != (W)x_ || (W)r_ != (W)y_) maybe = 1; \\
  if ((__typeof__(l_))-1 > 0 && (((l_ | r_) << 1) >> 1) != (l_ | r_)) maybe = 1; l_ op r_; })
#define ITE(c, a, b) ({ __typeof__(1 ? (a) : (b)) r_; if (c) r_ = CV(__typeof__(r_), a); \\
  else r_ = CV(__typeof__(r_), b); r_; })
#define AT(p, i) (*({ int64_t i_ = (i); if (i_ < 0 || i_ >= %CELLS%) lost = 1, i_ = 0; (p) + i_; }))
#define IN(p, first) (*({ if ((p) < (first) || (p) >= (first) + %CELLS%) lost = 1; \\
  (p) < (first) || (p) >= (first) + %CELLS% ? (first) : (p); }))
""".replace("%CELLS%", str(CELLS))
SIGNATURE = "(const float *x, float *y, int64_t *indices, const struct S *s, int n, unsigned u, int64_t w)"


@dataclass(frozen=True, slots=True)
class Code:
    """A piece of a program in both forms."""

    plain: str
    checked: str


def op(macro: str, sign: str, left: Code, right: Code) -> Code:
    """`left sign right`."""
    named = f"{sign}, " if macro in ("BIN", "DIV", "CMP") else ""
    return Code(f"({left.plain} {sign} {right.plain})", f"{macro}({named}{left.checked}, {right.checked})")


def is_constant(code: Code) -> bool:
    """An expression without variables: the compiler computes it, and so it is no more than a number."""
    return re.search(r"\b(?!u?int\d*(_t)?\b|unsigned\b)[a-z]", code.plain) is None


def converted(kind: str, value: Code) -> str:
    """The checked form of a value as one of a type; what the compiler computes is what it is."""
    return f"({kind}){value.plain}" if is_constant(value) else f"CV({kind}, {value.checked})"


class CWriter:
    """Writes one function and its helpers. Divisors, indices and bounds are mostly right."""

    def __init__(self, seed: int) -> None:
        self.random, self.seed = Random(seed), seed
        self.names = dict[str, str]()
        self.loops = self.serial = 0
        self.helpers = list[tuple[str, list[str], str]]()
        self.inside_helper = False

    # -- functions

    def program(self) -> tuple[str, str]:
        """The function `f<seed>` and its checked form `g<seed>`, each after its helpers."""
        helpers = [self.helper(i) for i in range(self.random.randint(0, 2))]
        self.names = dict(PARAMETERS) | {f"s->{name}": kind for name, kind in MEMBERS}
        lines = [self.declared() for _ in range(4)]
        lines += [Code("const float *p = x;", "const float *p = x;"), Code("float *q = y;", "float *q = y;")]
        lines += [Code("float e = x[0];", "float e = x[0];")]
        lines += [line for _ in range(self.random.randint(3, 7)) for line in self.statement(2)]
        own = [name for name in self.names if name.startswith("v")]
        lines += [self.store(str(i), self.read(own[i % len(own)])) for i in range(3)]
        lines += [Code("y[0] = e;", "y[0] = e;")]
        bodies = ["\n".join(f"    {getattr(line, form)}" for line in lines) for form in ("plain", "checked")]
        plain = f"void f{self.seed}{SIGNATURE}\n{{\n{bodies[0]}\n}}\n"
        checked = f"void g{self.seed}{SIGNATURE}\n{{\n{bodies[1]}\n}}\n"
        return "".join(h.plain for h in helpers) + plain, "".join(h.checked for h in helpers) + checked

    def helper(self, number: int) -> Code:
        """A function of a few integers."""
        kinds = [self.random.choice(TYPES) for _ in range(self.random.randint(1, 2))]
        result, name = self.random.choice(TYPES), f"h{self.seed}_{number}"
        self.names = {f"{'ab'[i]}": kind for i, kind in enumerate(kinds)}
        parameters = ", ".join(f"{kind} {own}" for own, kind in self.names.items())
        if self.random.random() < 0.5:
            given = self.integer(2)
            lines = [Code(f"return {given.plain};", f"return {converted(result, given)};")]
            if self.random.random() < 0.5:
                test, other = self.truth(1), self.integer(1)
                first = Code(
                    f"if ({test.plain}) return {other.plain};",
                    f"if ({test.checked}) return {converted(result, other)};",
                )
                lines.insert(0, first)
        else:
            self.inside_helper = True
            lines = [self.declared(), *self.statement(1), *self.statement(1)]
            self.inside_helper = False
            given = self.integer(1)
            lines.append(Code(f"return {given.plain};", f"return {converted(result, given)};"))
        self.helpers.append((name, kinds, result))
        plain, checked = ("\n".join(f"    {getattr(line, form)}" for line in lines) for form in ("plain", "checked"))
        head = f"static {result} "
        return Code(
            f"{head}{name}({parameters})\n{{\n{plain}\n}}\n", f"{head}c{name}({parameters})\n{{\n{checked}\n}}\n"
        )

    def fresh(self, letter: str = "v") -> str:
        self.serial += 1
        return f"{letter}{self.serial}"

    def declared(self) -> Code:
        kind, value, name = self.random.choice(TYPES), self.integer(1), self.fresh()
        self.names[name] = kind
        return Code(f"{kind} {name} = {value.plain};", f"{kind} {name} = {converted(kind, value)};")

    def read(self, name: str) -> Code:
        return Code(name, name)

    # -- statements

    def changeable(self) -> str:
        return self.random.choice([name for name in self.names if name.startswith("v")])

    def store(self, index: str, value: Code) -> Code:
        return Code(f"indices[{index}] = {value.plain};", f"indices[{index}] = {converted('int64_t', value)};")

    def statement(self, depth: int) -> Iterator[Code]:
        """The lines of a statement."""
        most = 6 if self.inside_helper and not depth else 8 if self.inside_helper else 14
        match self.random.randint(0, most):
            case 0 | 1 | 2:
                name, value = self.changeable(), self.integer(3)
                yield Code(f"{name} = {value.plain};", f"{name} = {converted(self.names[name], value)};")
            case 3 | 4:
                name, sign, value = self.changeable(), self.random.choice("+-*"), self.integer(1)
                both = f"CV({self.names[name]}, BIN({sign}, {name}, {value.checked}))"
                yield Code(f"{name} {sign}= {value.plain};", f"{name} = {both};")
            case 5 | 6:
                name, sign = self.changeable(), self.random.choice("+-")
                plain = f"{name}{sign * 2};" if self.random.random() < 0.5 else f"{sign * 2}{name};"
                yield Code(plain, f"{name} = CV({self.names[name]}, BIN({sign}, {name}, 1));")
            case 7 | 8 if depth:
                test = self.truth(2)
                yield Code(f"if ({test.plain}) {{", f"if ({test.checked}) {{")
                yield from self.block(depth - 1)
                if self.random.random() < 0.5:
                    yield Code("} else {", "} else {")
                    yield from self.block(depth - 1)
                yield Code("}", "}")
            case 9 | 10 if depth and self.loops < 2:
                yield from self.loop(depth)
            case 11:
                index, value = self.index(), self.integer(2)
                checked = f"AT(indices, {index.checked}) = {converted('int64_t', value)};"
                yield Code(f"indices[{index.plain}] = {value.plain};", checked)
            case 12:
                yield from self.of_elements()
            case 13 | 14 if self.helpers:
                yield self.call()
            case _:
                yield self.declared_here()

    def declared_here(self) -> Code:
        """A variable that is used no more: it may stand in an inner block."""
        names = dict(self.names)
        made = self.declared()
        self.names = names
        return made

    def of_elements(self) -> Iterator[Code]:
        index = self.index()
        match self.random.randint(0, 4):
            case 0:
                yield Code(f"e = x[{index.plain}];", f"e = AT(x, {index.checked});")
            case 1:
                yield Code(
                    f"if (x[{index.plain}] > e) e = x[{index.plain}];",
                    f"if (AT(x, {index.checked}) > e) e = AT(x, {index.checked});",
                )
            case 2:
                yield Code("e = *p++;", "e = IN(p, x); p++;")
            case 3:
                yield Code("*q++ = e;", "IN(q, y) = e; q++;")
            case 4:
                yield Code(f"p = x + {index.plain};", f"p = x + {index.checked};")

    def call(self) -> Code:
        helper, kinds, _ = self.random.choice(self.helpers)
        arguments = [self.integer(1) for _ in kinds]
        name = self.changeable()
        plain = ", ".join(a.plain for a in arguments)
        checked = ", ".join(converted(kind, a) for kind, a in zip(kinds, arguments, strict=True))
        return Code(f"{name} = {helper}({plain});", f"{name} = CV({self.names[name]}, c{helper}({checked}));")

    def loop(self, depth: int) -> Iterator[Code]:
        """A loop with few turns, which may end them, and itself, sooner; over two variables in one, or a `do`, too."""
        self.loops += 1
        kind, stop, name = self.random.choice(TYPES), self.random.randint(1, 4), self.fresh("i")
        start = self.random.randint(0, 2)
        sign = self.random.choice(["<", "<=", "!="])
        stop = max(stop, start) if sign == "!=" else stop
        form, end, names = self.random.random(), "}", dict(self.names)
        if form < 0.5:
            both = f"for ({kind} {name} = {start}; {name} {sign} {stop}; {name}++) {{"
            yield Code(both, both)
        elif form < 0.7:
            row, column = self.fresh("r"), self.fresh("r")
            both = f"for (int {name} = 0; {name} < 2 * {stop}; {name}++) {{"
            both += f" int {row} = {name} / 2; int {column} = {name} % 2;"
            yield Code(both, both)
            kind, self.names = "int", {**self.names, row: "int", column: "int"}
        else:
            yield Code(f"{kind} {name} = {start};", f"{kind} {name} = {start};")
            tested = f"{name} < {stop}"
            if form < 0.85:
                yield Code(f"while ({tested}) {{ {name}++;", f"while ({tested}) {{ {name}++;")
            else:
                yield Code("do {", "do {")
                end = f"}} while (++{tested});"
        self.names[name] = kind
        yield from self.block(depth - 1)
        if self.random.random() < 0.6:
            test, jump = self.truth(1), self.random.choice(["break", "continue"])
            yield Code(f"if ({test.plain}) {jump};", f"if ({test.checked}) {jump};")
            yield from self.block(depth - 1)
        self.names = names
        yield Code(end, end)
        self.loops -= 1

    def block(self, depth: int) -> Iterator[Code]:
        for _ in range(self.random.randint(1, 2)):
            yield from self.statement(depth)

    # -- expressions

    def index(self) -> Code:
        """Mostly within the arrays."""
        if self.random.random() < 0.5:
            return self.read(str(self.random.randint(0, CELLS - 1)))
        inner = self.integer(1)
        if self.random.random() < 0.6:
            return op(
                "DIV",
                "%",
                Code(
                    f"({inner.plain} < 0 ? 0 : {inner.plain})", f"ITE(CMP(<, {inner.checked}, 0), 0, {inner.checked})"
                ),
                self.read(str(CELLS)),
            )
        return self.read(self.random.choice(list(self.names)))

    def integer(self, depth: int) -> Code:
        """An expression that is an integer."""
        if depth == 0 or self.random.random() < 0.2:
            rare = self.random.random() < 0.1
            numbers = ["200", "40000", "2147483647", "255u"] if rare else ["0", "1", "2", "7", "1u", "3L"]
            return self.read(self.random.choice([*self.names, *self.names, *numbers]))
        found = self.composed(depth)
        return Code(found.plain, found.plain) if is_constant(found) else found

    def composed(self, depth: int) -> Code:
        """An expression that is an integer, made of others."""
        match self.random.randint(0, 9):
            case 0 | 1 | 2:
                return op("BIN", self.random.choice("+-*"), self.integer(depth - 1), self.integer(depth - 1))
            case 3:
                divisor = self.read(self.random.choice(["1", "2", "3", "7u", "5L"]))
                divisor = divisor if self.random.random() < 0.7 else self.integer(0)
                return op("DIV", self.random.choice("/%"), self.integer(depth - 1), divisor)
            case 4:
                kind, inner = self.random.choice(TYPES), self.integer(depth - 1)
                return Code(f"(({kind}){inner.plain})", f"CV({kind}, {inner.checked})")
            case 5:
                by = self.read(str(self.random.randint(0, 7)))
                macro, sign = self.random.choice([("SHL", "<<"), ("SHR", ">>")])
                return op(macro, sign, self.integer(depth - 1), by)
            case 6:
                test, left, right = self.truth(depth - 1), self.integer(depth - 1), self.integer(depth - 1)
                plain = f"({test.plain} ? {left.plain} : {right.plain})"
                return Code(plain, f"ITE({test.checked}, {left.checked}, {right.checked})")
            case 7:
                inner = self.integer(depth - 1)
                return Code(f"(-{inner.plain})", f"BIN(-, 0, {inner.checked})")
            case 8:
                return self.truth(depth - 1)
        inner = self.integer(depth - 1)
        return Code(f"({inner.plain})", f"({inner.checked})")

    def truth(self, depth: int) -> Code:
        """An expression that is 0 or 1."""
        found = self.asked(depth)
        return Code(found.plain, found.plain) if is_constant(found) else found

    def asked(self, depth: int) -> Code:
        """A comparison, or what connects them."""
        if depth == 0 or self.random.random() < 0.6:
            sign = self.random.choice(["<", "<=", ">", ">=", "==", "!="])
            return op("CMP", sign, self.side(depth), self.side(depth))
        match self.random.randint(0, 3):
            case 0:
                inner = self.truth(depth - 1)
                return Code(f"(!{inner.plain})", f"(!{inner.checked})")
            case 1:
                inner = self.integer(depth - 1)
                return Code(f"({inner.plain} && {inner.plain})", f"({inner.checked} && {inner.checked})")
        sign, left, right = self.random.choice(["&&", "||"]), self.truth(depth - 1), self.truth(depth - 1)
        return Code(f"({left.plain} {sign} {right.plain})", f"({left.checked} {sign} {right.checked})")

    def side(self, depth: int) -> Code:
        """A side of a comparison: what a conversion makes of a negative number is followed here, or refused."""
        inner = self.integer(max(depth - 1, 0))
        if self.random.random() < 0.25:
            kind = self.random.choice(TYPES)
            if not is_constant(inner):
                return Code(f"({kind}){inner.plain}", f"CM({kind}, {inner.checked})")
        return inner


def inputs(seed: int) -> list[dict[str, int]]:
    """Values of the parameters and of the structure's members: small ones, and ones at the ends of the types."""
    random = Random(seed)
    kinds = dict(PARAMETERS) | {f"s->{name}": kind for name, kind in MEMBERS}

    def ends(kind: str) -> list[int]:
        bits = {"int8_t": 8, "uint16_t": 16, "int": 32, "unsigned": 32, "int64_t": 64}[kind]
        signed = kind[0] == "i"
        high = 2 ** (bits - signed) - 1
        return [-high - 1 if signed else 0, high, high - 1, 2**7 - 1]

    small = {name: random.randint(0, 5) for name in kinds}
    mixed = {name: random.randint(-5 if kind[0] == "i" else 0, 9) for name, kind in kinds.items()}
    wild = {name: random.choice([*ends(kind), 1, 2, 3]) for name, kind in kinds.items()}
    return [small, mixed, wild]
