"""Random small programs of the subset, and random inputs for them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from proofs.program.source.language import LISTS
from tests.program_tools import SHAPE_OF_X, Tensor, source

INTEGERS, FLAGS, ELEMENTS = ("i", "j", "k"), ("p", "q"), ("d", "e")
PLAIN = (
    "i, j, k = 0, dX_2, pads[1]",
    "size = 0",
    "p = i < j",
    "q = not p",
    "d = X[0, 0, 0, 0]",
    "e: int = X[0, 1, 1, 1]",
)
"""Each local variable is given a value, by an assignment that shows its sort."""


class Writer:
    """Writes programs. With `loops`, loops of all kinds too. Indices and divisors are mostly right."""

    def __init__(self, seed: int, *, loops: bool = False) -> None:
        self.random, self.loops, self.running = Random(seed), loops, list[str]()

    def program(self) -> str:
        """The source of a function."""
        return source([*PLAIN, *(line for _ in range(self.random.randint(2, 7)) for line in self.statement(2))])

    def statement(self, depth: int) -> Iterator[str]:
        """The lines of a statement."""
        one = self.random.randint(0, 11 if depth else 7)
        match one:
            case 0:
                a, b = self.random.sample(INTEGERS, 2)
                yield f"{a}, {b} = {self.integer(1)}, {self.integer(2)}"
            case 1:
                operation = self.random.choice(["+", "-", "*"])
                yield f"{self.random.choice(INTEGERS)} {operation}= {self.integer(1)}"
            case 2:
                yield f"{self.random.choice(FLAGS)} = {self.truth(2)}"
            case 3:
                yield f"{self.random.choice(ELEMENTS)} = {self.element(2)}"
            case 4:
                yield f"Y[{self.indices()}] = {self.element(2)}"
            case 5:
                yield f"Indices[{self.indices()}] = {self.integer(2)}"
            case 6:
                d, e = self.random.sample([*ELEMENTS, *FLAGS], 2)
                yield f"{d}, {e} = {', '.join(self.element(1) if n in ELEMENTS else self.truth(1) for n in (d, e))}"
            case 7:
                yield self.random.choice(["i, j, k, size = X.shape", "k, size, i, j = pads", "j, k = strides"])
            case 8 | 9 if self.loops and len(self.running) < 2:
                yield from self.loop(depth)
            case 8 | 9 | 10 | 11:
                yield f"if {self.truth(2)}:"
                yield from self.block(depth - 1)
                if one > 8:
                    yield "else:" if one < 11 else f"elif {self.truth(1)}:"
                    yield from self.block(depth - 1)
            case _:
                yield f"{self.random.choice(INTEGERS)} = {self.integer(3)}"

    def loop(self, depth: int) -> Iterator[str]:
        """A loop with few turns."""
        variable = "xyz"[len(self.running)]
        first, last = self.integer(0) if self.random.random() < 0.4 else "0", f"min({self.integer(1)}, 3)"
        step = self.random.choice(["2", "-1", "-2", "max(k, 1)"])
        counted = f"range({first}, {last})" if first != "0" else f"range({last})"
        match self.random.randint(0, 7):
            case 0:
                yield f"for {variable} in range(min({first}, 4), {last}, {step}):"
            case 1:
                yield f"for {variable} in reversed({counted}):"
            case 2:
                yield f"for {variable}n, {variable} in enumerate({counted}):"
            case 3:
                yield f"{variable} = {first}"
                yield f"while {variable} < {self.random.choice(['3', 'dX_3', '2 + dX_0'])}:"
                yield f"    {variable} += {self.random.randint(1, 2)}"
            case _:
                yield f"for {variable} in {counted}:"
        self.running.append(variable)
        yield from self.block(depth - 1)
        if self.random.random() < 0.5:
            yield from self.turn_that_ends(depth - 1)
        self.running.pop()

    def turn_that_ends(self, depth: int) -> Iterator[str]:
        """A branch in a loop that ends its turn, on either side, and what comes then."""
        yield f"    if {self.truth(1)}:"
        ends = [f"    {self.random.choice(['continue', 'continue', 'break'])}"]
        first, second = (ends, []) if self.random.random() < 0.7 else ([], ends)
        yield from (f"    {line}" for line in (*self.block(depth), *first))
        if second or self.random.random() < 0.3:
            yield "    else:"
            yield from (f"    {line}" for line in (*self.block(depth), *second))
        if self.random.random() < 0.3:
            yield from self.turn_that_ends(depth)
        yield from self.block(depth)

    def block(self, depth: int) -> Iterator[str]:
        """One or two statements, indented."""
        for _ in range(self.random.randint(1, 2)):
            yield from (f"    {line}" for line in self.statement(depth))
        if self.random.random() < 0.2:
            yield "    pass"

    def integer(self, depth: int) -> str:
        """An expression that is an integer."""
        if depth == 0 or self.random.random() < 0.2:
            names = [*INTEGERS, *self.running, "dX_1", "X.shape[2]", "dX_3", "pads[2]", "strides[1]", "kernel_shape[0]"]
            return self.random.choice([*names, *map(str, range(-2, 4))])
        a, b = self.integer(depth - 1), self.integer(depth - 1)
        match self.random.randint(0, 6):
            case 0 | 1:
                return f"({a} {self.random.choice('+-*')} {b})"
            case 2:
                return f"({a}) {self.random.choice(['//', '%'])} {self.divisor(b)}"
            case 3:
                return f"{self.random.choice(['min', 'max'])}({a}, {b})"
            case 4:
                return f"({a} if {self.truth(depth - 1)} else {b})"
            case 5:
                return f"-({a})"
        return f"({a})"

    def divisor(self, node: str) -> str:
        """Mostly positive."""
        return f"max({node}, 1)" if self.random.random() < 0.7 else self.random.choice(["2", "3", f"({node})"])

    def indices(self) -> str:
        """Four indices, mostly in bounds."""
        one = "0" if self.random.random() < 0.9 else self.integer(1)
        within = (f"min(max({self.integer(1)}, 0), 1)" if self.random.random() < 0.8 else self.integer(0) for _ in "ab")
        return f"0, {one}, {', '.join(within)}"

    def truth(self, depth: int) -> str:
        """An expression that is a truth value."""
        if depth == 0 or self.random.random() < 0.15:
            return self.random.choice([*FLAGS, "True", "False"])
        compare = ["<", "<=", ">", ">=", "==", "!="]
        match self.random.randint(0, 6):
            case 0:
                return f"{self.integer(depth)} {self.random.choice(compare)} {self.integer(depth)}"
            case 1:
                return f"0 <= {self.integer(depth)} {self.random.choice(compare)} {self.integer(0)}"
            case 2:
                other = self.element(depth - 1) if self.random.random() < 0.8 else "2"
                return f"{self.element(depth - 1)} {self.random.choice(compare)} {other}"
            case 3:
                return f"not ({self.truth(depth - 1)})"
            case 4:
                i = self.random.choice(INTEGERS)
                return f"(0 <= {i} < dX_3 and X[0, 0, 0, {i}] > {self.random.choice(ELEMENTS)})"
            case 5:
                return f"({self.integer(0)} <= 0 or {self.integer(1)} // 2 > 0 or {self.truth(depth - 1)})"
        return f"({self.truth(depth - 1)} {self.random.choice(['and', 'or'])} {self.truth(depth - 1)})"

    def element(self, depth: int) -> str:
        """An expression that is an element."""
        if depth == 0 or self.random.random() < 0.4:
            return self.random.choice(ELEMENTS)
        if self.random.random() < 0.2:
            return f"{self.random.choice(['min', 'max'])}({self.element(0)}, {self.element(depth - 1)})"
        if self.random.random() < 0.4:
            return f"({self.element(0)} if {self.truth(depth - 1)} else {self.element(depth - 1)})"
        return f"X[{self.indices()}]"


def inputs(seed: int) -> tuple[Tensor, dict[str, int]]:
    """A tensor of small integers, and values of the sizes and of the entries of the lists."""
    random = Random(seed)
    values = {f"{name}[{i}]": random.randint(0, 3) for name, length in LISTS.items() for i in range(length)}
    values |= {f"dX_{i}": size for i, size in enumerate(SHAPE_OF_X)}
    return Tensor(SHAPE_OF_X, lambda _: random.randint(-2, 3)), values
