"""The functions of a loaded module, given other code: what imports the module sees that, and is not loaded again."""

from __future__ import annotations

import gc
import inspect
from collections.abc import Iterator, Sequence
from types import CodeType, FunctionType, ModuleType


def units(code: CodeType) -> Iterator[CodeType]:
    """The code of the functions that stand in a module, or in its classes, in a fixed order; not of those within."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_flags & inspect.CO_OPTIMIZED:
                yield constant
            else:
                yield from units(constant)


def _within(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _within(constant)


class Functions:
    """A module's functions as they are loaded, by what stands around them, decorators apart."""

    def __init__(self, module: ModuleType, source: str) -> None:
        codes = list(units(compile(source, str(module.__file__), "exec", dont_inherit=True)))
        self.names = [code.co_qualname for code in codes]
        known = [f for f in gc.get_objects() if isinstance(f, FunctionType) and f.__module__ == module.__name__]
        self.functions: Sequence[Sequence[FunctionType]] = [
            [f for f in known if f.__code__.co_firstlineno == code.co_firstlineno and f.__code__ == code]
            for code in codes
        ]
        alive = {f.__code__ for f in known}
        self.makers = [code.co_qualname for code in codes if not alive.isdisjoint(_within(code))]

    def have_made(self, within: str) -> bool:
        """What a place is in has made functions that live on, with the code that they were made with."""
        return any(f"{within}.".startswith(f"{maker}.") for maker in self.makers)

    def change(self, source: str, file: str) -> bool:
        """Give each the code of a changed source; False, and nothing done, where that has other functions."""
        codes = list(units(compile(source, file, "exec", dont_inherit=True)))
        if [code.co_qualname for code in codes] != self.names:
            return False
        for code, functions in zip(codes, self.functions, strict=True):
            for function in functions:
                function.__code__ = code
        return True
