"""The compiler's statements and expressions as parts of our tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from proofs.program.c.reading import compiler
from proofs.program.c.reading.tree import (
    CBinary,
    CBlock,
    CBranch,
    CCall,
    CChoice,
    CConstant,
    CConvert,
    CDeclare,
    CDo,
    CEntries,
    CExpression,
    CGive,
    CJump,
    CLoop,
    CMember,
    CName,
    CStatement,
    CSubscript,
    CUnary,
    CUpdate,
    SourcePosition,
    refused,
)
from proofs.program.c.reading.types import CArray, CBoolean, CFloating, CInteger, COther, CType


class PartsReader:
    """The parts of one file; `called` holds the functions with a body that were met."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.called: dict[str, Any] = {}
        self.declared: dict[str, list[Any]] = {}

    def at(self, cursor: Any) -> SourcePosition:
        """Where a part stands."""
        return compiler.position_of(cursor.extent.start if cursor.extent.start.line else cursor.location, self.file)

    def key(self, declaration: Any) -> str:
        """A name for one declaration: of those that a macro makes, several may stand at one place."""
        same = self.declared.setdefault(declaration.spelling, [])
        if declaration not in same:
            same.append(declaration)
        return f"{declaration.spelling}@{same.index(declaration)}"

    def require_no_attribute(self, cursor: Any) -> None:
        """Refuse a declaration with an attribute."""
        for child in cursor.get_children():
            if child.kind.is_attribute():
                raise refused(self.at(cursor), f"{cursor.spelling} has an attribute", "leave it out")

    def lengths(self, cursor: Any, initial: Any) -> tuple[CExpression, ...]:
        """The lengths of an array's declaration, the outermost first, if one of them is not constant."""
        kind, found = compiler.type_of(cursor.type), []
        while isinstance(kind, CArray):
            found.append(kind.length)
            kind = kind.of
        # The compiler lists the lengths that are written from the innermost to the outermost.
        written = [c for c in cursor.get_children() if c.kind.is_expression() and (initial is None or c != initial)][
            ::-1
        ]
        declared = cursor.type.spelling
        if None not in found and "[" not in declared:
            return ()
        return tuple(self._expression(c) for c in written)

    # -- statements

    def statement(self, cursor: Any) -> CStatement:
        """A statement of the compiler's as one of ours."""
        at, children = self.at(cursor), list(cursor.get_children())
        match cursor.kind.name:
            case "COMPOUND_STMT":
                return CBlock(at, tuple(s for child in children for s in self._declared(child)))
            case "DECL_STMT":
                return CBlock(at, tuple(self._declared(cursor)))
            case "IF_STMT":
                parts = [self.statement(child) for child in children[1:]]
                return CBranch(at, self._expression(children[0]), parts[0], parts[1] if len(parts) > 1 else None)
            case "FOR_STMT":
                return self._for(cursor, children)
            case "WHILE_STMT":
                test, body = children
                return CLoop(at, None, self._expression(test), None, self.statement(body), "while")
            case "DO_STMT":
                body, test = children
                return CLoop(at, None, self._expression(test), None, self.statement(body), "do")
            case "BREAK_STMT" | "CONTINUE_STMT":
                return CJump(at, cursor.kind.name.partition("_")[0].lower())
            case "RETURN_STMT":
                return CGive(at, self._expression(children[0]) if children else None)
            case "NULL_STMT":
                return CBlock(at, ())
        if cursor.kind.is_expression():
            return CDo(at, self._expression(cursor))
        word = {"SWITCH_STMT": "switch", "GOTO_STMT": "goto"}.get(cursor.kind.name, cursor.kind.name.lower())
        change = "write it with `if`" if word == "switch" else ""
        raise refused(at, f"`{word}` is outside the subset", change)

    def _declared(self, cursor: Any) -> Iterator[CStatement]:
        """The variables of a declaration, or the statement that stands there."""
        if cursor.kind.name != "DECL_STMT":
            yield self.statement(cursor)
            return
        for child in cursor.get_children():
            if child.kind.name == "VAR_DECL":
                yield self._variable(child)
            elif child.kind.name not in ("STATIC_ASSERT", "TYPEDEF_DECL", "STRUCT_DECL", "ENUM_DECL"):
                raise refused(self.at(child), f"`{child.spelling}` is declared as what is outside the subset")

    def _variable(self, cursor: Any) -> CDeclare:
        at = self.at(cursor)
        self.require_no_attribute(cursor)
        if cursor.storage_class.name not in ("NONE", "AUTO", "REGISTER", "STATIC") or (
            cursor.storage_class.name == "STATIC" and not compiler.is_const(cursor.type)
        ):
            raise refused(at, f"{cursor.spelling} outlives the call: what it holds comes from outside", "make it local")
        initial = compiler.initial(cursor)
        lengths = self.lengths(cursor, initial)
        value = None if initial is None else self._expression(initial)
        return CDeclare(at, cursor.spelling, self.key(cursor), compiler.type_of(cursor.type), value, lengths)

    def _for(self, cursor: Any, children: Sequence[Any]) -> CLoop:
        """The parts of a `for`; the compiler leaves out those that are empty, so they are told by the semicolons."""
        first, test, step, body = children if len(children) == 4 else self._parts(cursor, children)
        return CLoop(
            self.at(cursor),
            None if first is None else self.statement(first),
            None if test is None else self._expression(test),
            None if step is None else self._expression(step),
            self.statement(body),
        )

    def _parts(self, cursor: Any, children: Sequence[Any]) -> list[Any]:
        semicolons, depth = list[int](), 0
        tokens = list(cursor.get_tokens())
        if not tokens or tokens[0].spelling != "for":
            raise refused(self.at(cursor), "this `for` comes from a macro and leaves parts out", "write it in full")
        for token in tokens[1:]:
            depth += (token.spelling == "(") - (token.spelling == ")")
            if token.spelling == ";" and depth == 1:
                semicolons.append(token.location.offset)
            if depth == 0:
                break
        slots: list[Any] = [None, None, None, children[-1]]
        for child in children[:-1]:
            slots[sum(child.extent.start.offset > place for place in semicolons)] = child
        return slots

    # -- expressions

    def _expression(self, cursor: Any) -> CExpression:
        at, kind = self.at(cursor), compiler.type_of(cursor.type)
        if isinstance(kind, CBoolean | CInteger | CFloating) and cursor.kind.name not in ("DECL_REF_EXPR", "CALL_EXPR"):
            number = compiler.folded(cursor)
            if number is not None and not self._hides(cursor):
                return CConstant(at, kind, number if isinstance(kind, CFloating) else int(number))
        return self._composed(cursor, at, kind, [c for c in cursor.get_children() if c.kind.is_expression()])

    def _hides(self, cursor: Any) -> bool:
        """The expression does something, or reads something, besides what its folded number says."""
        effects = ("CALL_EXPR", "COMPOUND_ASSIGNMENT_OPERATOR", "StmtExpr", "ARRAY_SUBSCRIPT_EXPR", "MEMBER_REF_EXPR")
        parts = list(cursor.walk_preorder())
        return any(c.kind.name in effects or self._changes(c) or self._divides(c) or self._truncates(c) for c in parts)

    def _divides(self, cursor: Any) -> bool:
        """An integer is divided by what is not positive: the compiler gives a number for INT_MIN / -1, and C none."""
        if cursor.kind.name != "BINARY_OPERATOR" or compiler.binary(cursor) not in ("/", "%"):
            return False
        divisor = list(cursor.get_children())[-1]
        number = compiler.folded(divisor)
        return isinstance(compiler.type_of(divisor.type), CInteger) and (number is None or number <= 0)

    def _truncates(self, cursor: Any) -> bool:
        """A floating-point number becomes an integer; raises Refused for one that does not hold it.

        C leaves open what that gives, and the compiler gives something.
        """
        kind = compiler.type_of(cursor.type)
        inner = [c for c in cursor.get_children() if c.kind.is_expression()]
        if not (isinstance(kind, CInteger) and len(inner) == 1):
            return False
        if not isinstance(compiler.type_of(inner[0].type), CFloating):
            return False
        number = compiler.folded(inner[0])
        if number is not None and not kind.low - 1 < number < kind.high + 1:
            raise refused(self.at(cursor), f"a conversion of {number} to `{kind}`, which does not hold it")
        return number is None

    def _changes(self, cursor: Any) -> bool:
        match cursor.kind.name:
            case "BINARY_OPERATOR":
                return compiler.binary(cursor) == "="
            case "UNARY_OPERATOR":
                return compiler.unary(cursor)[-2:] in ("++", "--")
        return False

    def _composed(self, cursor: Any, at: SourcePosition, kind: CType, parts: list[Any]) -> CExpression:
        match cursor.kind.name, parts:
            case "PAREN_EXPR", [inner]:
                return self._expression(inner)
            case "UNEXPOSED_EXPR", [inner]:
                return CConvert(at, kind, self._expression(inner), False)
            case "CSTYLE_CAST_EXPR", [inner]:
                return CConvert(at, kind, self._expression(inner), True)
            case "DECL_REF_EXPR", _:
                return self._name(cursor, at, kind)
            case "UNARY_OPERATOR", [inner]:
                return CUnary(at, kind, compiler.unary(cursor), self._expression(inner))
            case "BINARY_OPERATOR", [left, right]:
                return CBinary(at, kind, compiler.binary(cursor), self._expression(left), self._expression(right))
            case "COMPOUND_ASSIGNMENT_OPERATOR", [left, right]:
                op = compiler.binary(cursor).removesuffix("=")
                return CUpdate(at, kind, op, self._expression(left), self._expression(right))
            case "CONDITIONAL_OPERATOR", [test, then, otherwise]:
                return CChoice(at, kind, *map(self._expression, (test, then, otherwise)))
            case "ARRAY_SUBSCRIPT_EXPR", [base, index]:
                return CSubscript(at, kind, self._expression(base), self._expression(index))
            case "MEMBER_REF_EXPR", [base]:
                return CMember(at, kind, self._expression(base), cursor.spelling)
            case "CALL_EXPR", [_, *arguments]:
                return self._call(cursor, at, kind, arguments)
            case "INIT_LIST_EXPR", values:
                return CEntries(at, kind, tuple(map(self._expression, values)))
        raise refused(at, f"`{cursor.spelling or cursor.kind.name.lower()}` is outside the subset")

    def _name(self, cursor: Any, at: SourcePosition, kind: CType) -> CExpression:
        declaration = cursor.referenced
        if declaration.kind.name == "ENUM_CONSTANT_DECL":
            return CConstant(at, kind, declaration.enum_value)
        if declaration.kind.name == "VAR_DECL" and declaration.semantic_parent.kind.name == "TRANSLATION_UNIT":
            return self._global(declaration, at, kind)
        return CName(at, kind, cursor.spelling, self.key(declaration))

    def _global(self, declaration: Any, at: SourcePosition, kind: CType) -> CExpression:
        """A constant of the file, as its first value; what may change comes from outside the call."""
        definition = declaration.get_definition()
        self.require_no_attribute(declaration if definition is None else definition)
        initial = None if definition is None else compiler.initial(definition)
        if initial is None or not compiler.is_const(declaration.type) or isinstance(kind, COther):
            raise refused(
                at,
                f"{declaration.spelling} is a variable of the file: what it holds comes from outside the call",
                "pass it as a parameter, or make it `const` with a value",
            )
        value = self._expression(initial)
        return CConstant(at, kind, value.value) if isinstance(value, CConstant) else value

    def _call(self, cursor: Any, at: SourcePosition, kind: CType, arguments: Sequence[Any]) -> CExpression:
        callee = cursor.referenced
        if callee is None or callee.kind.name != "FUNCTION_DECL":
            raise refused(at, "a call by a pointer is outside the subset", "call the function by its name")
        if (definition := callee.get_definition()) is not None:
            self.called[callee.spelling] = definition
        else:
            number = compiler.folded(cursor)
            if number is not None and callee.spelling.startswith("__builtin_") and isinstance(kind, CFloating):
                return CConstant(at, kind, float(number))
        return CCall(at, kind, callee.spelling, tuple(map(self._expression, arguments)))
