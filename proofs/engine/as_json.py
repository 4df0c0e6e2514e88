"""What becomes of a value in JSON, and of a type in JSON Schema: the two stand together, and say the same.

A command prints a document whose type is a `TypedDict` with a key `schema`: the type checker holds the code that
makes the document to it, and the schema that users get is made from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from proofs.solvers.answers import Table
from reference.common.layout import PACKAGE, ROOT

DRAFT = "https://json-schema.org/draft/2020-12/schema"
_SIMPLE: Mapping[Any, Mapping[str, Any]] = {
    Any: {},
    object: {},
    NoneType: {"type": "null"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    str: {"type": "string"},
}


def fields_json(owner: object, *names: str) -> dict[str, Any]:
    """Some fields or properties of a value, in JSON's types."""
    return {name: in_json(getattr(owner, name)) for name in names}


def in_json(value: Any) -> Any:
    """A value in JSON's types: a dataclass by its fields, a function's table by its entries, a rational as a text."""
    match value:
        case Fraction():
            return str(value)
        case Table(entries, otherwise):
            return {"entries": in_json([*entries.items()]), "otherwise": in_json(otherwise)}
        case Mapping():
            return {name: in_json(member) for name, member in value.items()}
        case list() | tuple():
            return [in_json(member) for member in value]
    return fields_json(value, *(f.name for f in fields(value))) if is_dataclass(value) else value


def schema_of(document: type) -> dict[str, Any]:
    """The JSON Schema of a document by its type, under the name that it gives; its parts are defined by name."""
    named: dict[str, type] = {}
    whole = _members(document, named)
    parts: dict[str, Any] = {}
    while waiting := [name for name in named if name not in parts]:
        for name in waiting:
            parts[name] = _members(named[name], named)
    return {
        "$schema": DRAFT,
        "$id": whole["properties"]["schema"]["const"],
        **whole,
        **({"$defs": parts} if parts else {}),
    }


def _members(kind: type, named: dict[str, type]) -> dict[str, Any]:
    """An object's members: all that there may be. `named` takes the types that are referred to."""
    hints = get_type_hints(kind, include_extras=True)
    names = [f.name for f in fields(kind)] if is_dataclass(kind) else list(hints)
    said = " ".join((kind.__doc__ or "").partition("\n\n")[0].split())
    return {
        "description": said,
        "type": "object",
        "required": [name for name in names if get_origin(hints[name]) is not NotRequired],
        "properties": {name: _schema(hints[name], named) for name in names},
        "additionalProperties": False,
    }


def _schema(kind: Any, named: dict[str, type]) -> dict[str, Any]:
    """The schema of what a type becomes. Raises TypeError for one of which `in_json` makes nothing."""
    if kind in _SIMPLE:
        return dict(_SIMPLE[kind])
    if is_typeddict(kind) or is_dataclass(kind):
        if named.setdefault(kind.__name__, kind) is not kind:
            raise TypeError(f"two types are called {kind.__name__}")
        return {"$ref": f"#/$defs/{kind.__name__}"}
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {"enum": [member.value for member in kind]}
    arguments = get_args(kind)
    match get_origin(kind):
        case origin if origin is Literal:
            return {"enum": list(arguments)} if len(arguments) > 1 else {"const": arguments[0]}
        case origin if origin is NotRequired:
            return _schema(arguments[0], named)
        case origin if origin in (Union, UnionType):
            return {"anyOf": [_schema(each, named) for each in arguments]}
        case origin if isinstance(origin, type) and issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": _schema(arguments[1], named)}
        case origin if isinstance(origin, type) and issubclass(origin, Sequence):
            if origin is tuple and arguments[-1] is not Ellipsis:
                parts = [_schema(each, named) for each in arguments]
                return {"type": "array", "prefixItems": parts, "minItems": len(parts), "maxItems": len(parts)}
            return {"type": "array", "items": _schema(arguments[0], named)}
    raise TypeError(f"nothing in JSON is said of {kind}")


def documents(root: Path = ROOT) -> Iterator[tuple[str, type]]:
    """The documents that commands print, each with the name of its schema: every `TypedDict` that names one."""
    for path in sorted((*(root / "reference").rglob("*.py"), *(root / "proofs").rglob("*.py"))):
        if "TypedDict" not in path.read_text("utf-8"):
            continue
        module = import_module(PACKAGE + ".".join(path.relative_to(root).with_suffix("").parts))
        for name, kind in vars(module).items():
            is_own = is_typeddict(kind) and kind.__module__ == module.__name__ and not name.startswith("_")
            if is_own and "schema" in kind.__annotations__:
                yield get_args(get_type_hints(kind)["schema"])[0], kind
