"""libclang, and nothing else of ours touches it: a file parsed, and the compiler's own answers about its parts.

What the Python binding leaves out is declared here: operators, folded constants, first values.
"""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import CDLL, c_double, c_int, c_longlong, c_uint, c_ulonglong, c_void_p
from pathlib import Path
from typing import Any

from clang import cindex

from proofs.program.c.reading.tree import SourcePosition, refused
from proofs.program.c.reading.types import (
    CArray,
    CBoolean,
    CFloating,
    CInteger,
    COther,
    CPointer,
    CStructure,
    CType,
    CVoid,
)

Cursor = Any
HEADERS = Path(__file__).with_name("include")
BINARY: Sequence[str] = (
    "? .* ->* * / % + - << >> <=> < > <= >= == != & ^ | && || = *= /= %= += -= <<= >>= &= ^= |= ,".split()
)
"""The compiler's binary operators, by its numbers for them."""
UNARY: Sequence[str] = "? post++ post-- pre++ pre-- & * + - ~ ! __real __imag __extension__ co_await".split()
STRICT = tuple(
    f"-Werror={warning}"
    for warning in (
        # Without a prototype an argument is passed as it is, and not converted to what the function takes.
        *("deprecated-non-prototype", "strict-prototypes", "implicit-function-declaration"),
        *("integer-overflow", "constant-conversion", "literal-range", "division-by-zero", "array-bounds"),
        *(
            "shift-count-overflow",
            "shift-count-negative",
            "shift-overflow",
            "shift-sign-overflow",
            "shift-negative-value",
        ),
        *("int-conversion", "incompatible-pointer-types", "return-type", "implicit-function-declaration"),
    )
)
"""Warnings that say that what is computed is not what is written."""
_EVALUATED_INTEGER, _EVALUATED_FLOAT = 1, 2
_DECLARED = (
    ("clang_getCursorBinaryOperatorKind", [cindex.Cursor], c_int),
    ("clang_getCursorUnaryOperatorKind", [cindex.Cursor], c_int),
    ("clang_Cursor_Evaluate", [cindex.Cursor], c_void_p),
    ("clang_EvalResult_getKind", [c_void_p], c_int),
    ("clang_EvalResult_getAsLongLong", [c_void_p], c_longlong),
    ("clang_EvalResult_getAsUnsigned", [c_void_p], c_ulonglong),
    ("clang_EvalResult_isUnsignedInt", [c_void_p], c_uint),
    ("clang_EvalResult_getAsDouble", [c_void_p], c_double),
    ("clang_EvalResult_dispose", [c_void_p], None),
    ("clang_Cursor_getVarDeclInitializer", [cindex.Cursor], cindex.Cursor),
    ("clang_Cursor_isNull", [cindex.Cursor], c_int),
    ("clang_Cursor_isFunctionInlined", [cindex.Cursor], c_uint),
)
_MOST_NESTED = 8


def library() -> CDLL:
    """The library, with the functions declared that its binding leaves out."""
    lib: CDLL = cindex.conf.lib
    for name, arguments, result in _DECLARED:
        function = getattr(lib, name)
        function.argtypes, function.restype = arguments, result
    return lib


LIBRARY = library()


def parsed(file: str, text: bytes, arguments: Sequence[str]) -> Any:
    """The translation unit of a file with a text; raises Refused at the compiler's first error."""
    options = cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD
    command = ["-x", "c", "-nostdinc", "-isystem", str(HEADERS), *STRICT, *arguments]
    try:
        unit = cindex.Index.create().parse(file, command, [(file, text.decode())], options)
    except cindex.TranslationUnitLoadError:
        raise refused(SourcePosition(1, 1), "the compiler's parser gives up on the file") from None
    for diagnostic in unit.diagnostics:
        if diagnostic.severity >= cindex.Diagnostic.Error:
            raise refused(position_of(diagnostic.location, file), f"the compiler says: {diagnostic.spelling}")
    return unit


def position_of(location: Any, main: str) -> SourcePosition:
    """Where something stands; in what a macro became, where the macro's name stands."""
    name = location.file.name if location.file else ""
    return SourcePosition(max(location.line, 1), max(location.column, 1), "" if name == main else name)


def binary(cursor: Cursor) -> str:
    """The operator of a binary operation or of an assignment."""
    return BINARY[int(LIBRARY.clang_getCursorBinaryOperatorKind(cursor))]


def unary(cursor: Cursor) -> str:
    """The operator of a unary operation."""
    return UNARY[int(LIBRARY.clang_getCursorUnaryOperatorKind(cursor))]


def is_inlined(cursor: Cursor) -> bool:
    """A function is declared `inline`."""
    return bool(LIBRARY.clang_Cursor_isFunctionInlined(cursor))


def initial(cursor: Cursor) -> Cursor | None:
    """The expression of a variable's first value."""
    found = LIBRARY.clang_Cursor_getVarDeclInitializer(cursor)
    if LIBRARY.clang_Cursor_isNull(found):
        return None
    found._tu = cursor._tu
    return found


def folded(cursor: Cursor) -> int | float | None:
    """The number that the compiler computes an expression to be, if it does."""
    result = LIBRARY.clang_Cursor_Evaluate(cursor)
    if not result:
        return None
    try:
        kind = LIBRARY.clang_EvalResult_getKind(result)
        if kind == _EVALUATED_INTEGER:
            if LIBRARY.clang_EvalResult_isUnsignedInt(result):
                return int(LIBRARY.clang_EvalResult_getAsUnsigned(result))
            return int(LIBRARY.clang_EvalResult_getAsLongLong(result))
        if kind == _EVALUATED_FLOAT:
            return float(LIBRARY.clang_EvalResult_getAsDouble(result))
        return None
    finally:
        LIBRARY.clang_EvalResult_dispose(result)


# --- types

_FLOATING = {"HALF": "_Float16", "FLOAT16": "_Float16", "FLOAT": "float", "DOUBLE": "double"}
_SIGNED = ("CHAR_S", "SCHAR", "SHORT", "INT", "LONG", "LONGLONG")
ARRAYS = ("CONSTANTARRAY", "VARIABLEARRAY", "INCOMPLETEARRAY")
_UNSIGNED = ("CHAR_U", "UCHAR", "USHORT", "UINT", "ULONG", "ULONGLONG")


def type_of(clang: Any, depth: int = 0) -> CType:
    """A type of ours for one of the compiler's."""
    kind = clang.get_canonical().kind.name
    if clang.is_volatile_qualified() or clang.get_canonical().is_volatile_qualified() or depth > _MOST_NESTED:
        return COther(clang.spelling)
    match kind:
        case "VOID":
            return CVoid()
        case "BOOL":
            return CBoolean()
        case "ENUM":
            return type_of(clang.get_canonical().get_declaration().enum_type, depth + 1)
        case "POINTER":
            to = clang.get_canonical().get_pointee()
            return CPointer(type_of(to, depth + 1), is_const(to))
        case kind if kind in ARRAYS:
            return _array(clang, kind, depth)
        case "RECORD":
            return _structure(clang.get_canonical(), depth)
    if kind in _FLOATING:
        return CFloating(_FLOATING[kind], clang.get_size() * 8)
    if kind in (*_SIGNED, *_UNSIGNED):
        return CInteger(clang.get_canonical().spelling.replace("const ", ""), clang.get_size() * 8, kind in _SIGNED)
    return COther(clang.spelling)


def is_const(clang: Any) -> bool:
    """What has this type may not be written to; of an array, the compiler says so at some level of it."""
    canonical = clang.get_canonical()
    while canonical.kind.name in ARRAYS and not canonical.is_const_qualified():
        canonical = canonical.element_type.get_canonical()
    return bool(canonical.is_const_qualified())


def _array(clang: Any, kind: str, depth: int) -> CType:
    canonical = clang.get_canonical()
    length = canonical.element_count if kind == "CONSTANTARRAY" else None
    return CArray(type_of(canonical.element_type, depth + 1), length, is_const(canonical))


def _structure(canonical: Any, depth: int) -> CType:
    """A structure; one with bit-fields, or a union, is outside the subset."""
    declaration = canonical.get_declaration()
    fields = list(canonical.get_fields())
    if declaration.kind.name != "STRUCT_DECL" or any(f.is_bitfield() or not f.spelling for f in fields):
        return COther(canonical.spelling)
    return CStructure(
        canonical.spelling.replace("const ", ""), tuple((f.spelling, type_of(f.type, depth + 1)) for f in fields)
    )


# --- what the parser does not tell

_DIRECTIVES = frozenset("include define undef if ifdef ifndef elif else endif error warning line".split())


def require_plain(unit: Any, main: str) -> dict[str, str]:
    """The files that were included, with their texts; raises Refused for a directive that may change what runs."""
    files = {main: cindex.File.from_name(unit, main)}
    for inclusion in unit.get_includes():
        if Path(inclusion.include.name).parent != HEADERS:
            files[inclusion.include.name] = inclusion.include
    for name, file in files.items():
        _require_plain_file(unit, name, file, main)
    return {name: name for name in files if name != main}


def _require_plain_file(unit: Any, name: str, file: Any, main: str) -> None:
    end = Path(name).stat().st_size if name != main else unit.cursor.extent.end.offset
    start_location = cindex.SourceLocation.from_offset(unit, file, 0)
    whole = cindex.SourceRange.from_locations(start_location, cindex.SourceLocation.from_offset(unit, file, end))
    line, tokens = 0, list(unit.get_tokens(extent=whole))
    for i, token in enumerate(tokens):
        first, line = token.location.line != line, token.extent.end.line
        at = position_of(token.location, main)
        if token.spelling == "_Pragma":
            raise refused(at, "`_Pragma` may change what the code means: leave it out")
        if first and token.spelling in ("#", "%:", "??=") and i + 1 < len(tokens):
            directive = [t.spelling for t in tokens[i + 1 : i + 3]]
            if directive[0] not in _DIRECTIVES and directive != ["pragma", "once"]:
                raise refused(at, f"`#{directive[0]}` may change what the code means: leave it out")
