"""Random functions with what loops of libraries are made of besides: `c_random`'s, and these statements among them.

A number that a loop moves up to 0, a cell read back and raised, a flag, a pointer that may be null, one into an array.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.c_random import CELLS, Code, CWriter, converted, op


class FormsWriter(CWriter):
    """Writes half of its statements on elements in these forms."""

    def of_elements(self) -> Iterator[Code]:
        forms = (self.moved, self.raised, self.flagged, self.perhaps_null, self.in_part)
        yield from self.random.choice(forms)() if self.random.random() < 0.5 else super().of_elements()

    def moved(self) -> Iterator[Code]:
        """`while (m < 0) m += 2;`, with few turns."""
        inner, name, by, target = self.integer(2), self.fresh("m"), self.random.randint(1, 4), self.changeable()
        first = op("DIV", "%", inner, self.read("9"))
        yield Code(f"int {name} = {first.plain};", f"int {name} = {converted('int', first)};")
        yield self.both(f"while ({name} < 0) {name} += {by};")
        yield Code(f"{target} = {name};", f"{target} = CV({self.names[target]}, {name});")

    def raised(self) -> Iterator[Code]:
        """A cell of Y that becomes the greater of itself and an element; by `if`, its index too."""
        at, cell, value = self.index(), self.index(), self.integer(1)
        element, old = (
            Code(f"x[{at.plain}]", f"AT(x, {at.checked})"),
            Code(f"y[{cell.plain}]", f"AT(y, {cell.checked})"),
        )
        if self.random.random() < 0.5:
            yield Code(*(f"{y} = {x} > {y} ? {x} : {y};" for x, y in self.forms(element, old)))
            return
        index = Code(f"indices[{cell.plain}]", f"AT(indices, {cell.checked})")
        stored = Code(value.plain, converted("int64_t", value))
        parts = self.forms(element, old, index, stored)
        yield Code(*(f"if ({x} > {y}) {{ {y} = {x}; {i} = {k}; }}" for x, y, i, k in parts))

    def flagged(self) -> Iterator[Code]:
        """A flag that is raised on the way, and asked."""
        kind, name, first, second = self.random.choice(("_Bool", "int")), self.fresh("b"), self.truth(1), self.truth(2)
        target, value, mark = self.changeable(), self.integer(1), self.random.choice(("", "!"))
        yield Code(f"{kind} {name} = {first.plain};", f"{kind} {name} = {first.checked};")
        yield Code(f"if ({second.plain}) {name} = 1;", f"if ({second.checked}) {name} = 1;")
        given = converted(self.names[target], value)
        yield Code(f"if ({mark}{name}) {target} = {value.plain};", f"if ({mark}{name}) {target} = {given};")

    def perhaps_null(self) -> Iterator[Code]:
        """`o = indices ? indices + i : NULL;`, and a write where it is none."""
        at, value, name = self.index(), self.integer(1), self.fresh("o")
        yield Code(*(f"int64_t *{name} = indices ? indices + {i} : NULL;" for (i,) in self.forms(at)))
        yield Code(
            f"if ({name}) *{name} = {value.plain};", f"if ({name}) IN({name}, indices) = {converted('int64_t', value)};"
        )

    def in_part(self) -> Iterator[Code]:
        """`part = x + i; e = part[j];`, as for the plane in hand."""
        name, at, further = self.fresh("p"), self.index(), self.read(str(self.random.randint(0, CELLS // 2)))
        yield Code(*(f"const float *{name} = x + {i};" for (i,) in self.forms(at)))
        yield Code(f"e = {name}[{further.plain}];", f"e = IN({name} + {further.plain}, x);")

    def both(self, line: str) -> Code:
        return Code(line, line)

    def forms(self, *parts: Code) -> Iterator[tuple[str, ...]]:
        """The plain forms of some pieces, then the checked ones."""
        yield tuple(part.plain for part in parts)
        yield tuple(part.checked for part in parts)
