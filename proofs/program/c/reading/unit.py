"""A function of a parsed file with those that it calls. Whoever imports this has libclang."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from proofs.program.c.reading import compiler
from proofs.program.c.reading.parts import PartsReader
from proofs.program.c.reading.tree import CBlock, CDefinition, CParameter, CUnit, SourcePosition, refused

MOST_HELPERS = 100
MOST_NAMED = 20


class UnitReader:
    """One file; the functions of it that were asked for or are called."""

    def __init__(self, file: str, text: bytes, arguments: Sequence[str]) -> None:
        self.file, self.parts = file, PartsReader(file)
        self.parsed = compiler.parsed(file, text, arguments)
        self.included = compiler.require_plain(self.parsed, file)

    def unit(self, name: str) -> CUnit:
        """A function with a body, and all that it calls."""
        self.parts = PartsReader(self.file)  # What another function calls is not of this unit.
        functions = (c for c in self.parsed.cursor.get_children() if c.kind.name == "FUNCTION_DECL")
        defined = {c.spelling: c for c in functions if c.is_definition()}
        if name not in defined:
            names = ", ".join(list(defined)[:MOST_NAMED]) or "none"
            raise refused(SourcePosition(1, 1), f"there is no function {name} in the file", f"it defines {names}")
        function = self._definition(defined[name])
        helpers: dict[str, CDefinition] = {}
        while waiting := [c for n, c in self.parts.called.items() if n not in helpers and n != name]:
            if len(helpers) > MOST_HELPERS:
                raise refused(function.at, f"more than {MOST_HELPERS} functions are called")
            for cursor in waiting:
                helpers[cursor.spelling] = self._definition(cursor)
        return CUnit(function, helpers, self.included)

    def _definition(self, cursor: Any) -> CDefinition:
        parameters, body = [], None
        for child in cursor.get_children():
            match child.kind.name:
                case "PARM_DECL":
                    parameters.append(self._parameter(child))
                case "COMPOUND_STMT":
                    body = self.parts.statement(child)
                case "TYPE_REF" | "NAMESPACE_REF":
                    pass
                case "INTEGER_LITERAL" | "DECL_REF_EXPR" | "UNEXPOSED_EXPR" | "BINARY_OPERATOR":
                    pass  # lengths within the result's type
                case kind:
                    raise refused(self.parts.at(child), f"an attribute ({kind.lower()})", "leave it out")
        if cursor.type.kind.name == "FUNCTIONNOPROTO":
            change = "write `(void)`"
            raise refused(self.parts.at(cursor), f"nothing says what {cursor.spelling} takes", change)
        if compiler.is_inlined(cursor) and cursor.linkage.name == "EXTERNAL":
            reason = f"{cursor.spelling} is `inline` and not `static`: a call may be of a definition in another file"
            raise refused(self.parts.at(cursor), reason, "make it `static inline`")
        if cursor.type.is_function_variadic():
            raise refused(self.parts.at(cursor), "a function with `...` is outside the subset")
        assert isinstance(body, CBlock)
        result = compiler.type_of(cursor.result_type)
        last = cursor.extent.end.line
        return CDefinition(self.parts.at(cursor), cursor.spelling, tuple(parameters), result, body, last)

    def _parameter(self, cursor: Any) -> CParameter:
        self.parts.require_no_attribute(cursor)
        lengths = self.parts.lengths(cursor, None)
        return CParameter(
            self.parts.at(cursor), cursor.spelling, self.parts.key(cursor), compiler.type_of(cursor.type), lengths
        )
