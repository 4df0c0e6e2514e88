"""JSON as packages hold it: one way of writing, and a reader for what strangers wrote.

`forms.json` has the form of each document, as a JSON Schema by its name.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from jsonschema import Draft202012Validator
from jsonschema.validators import extend

DEEPEST = 60
MOST_NODES = 3_000_000
MOST_BYTES = 30_000_000


class NotJson(ValueError):
    """The bytes are no JSON document that is taken; the message says why."""


def dump(document: Any) -> bytes:
    """The one way in which a document is written."""
    return (json.dumps(document, indent=1, sort_keys=True, ensure_ascii=True, allow_nan=False) + "\n").encode("ascii")


def load(data: bytes) -> Any:
    """A document. Raises NotJson: no key may stand twice, no number is endless, and nesting is bounded."""
    if len(data) > MOST_BYTES:
        raise NotJson(f"has more than {MOST_BYTES} bytes")
    try:
        document = json.loads(
            data.decode("utf-8"), object_pairs_hook=_once, parse_constant=_refuse, parse_float=_finite
        )
    except (ValueError, RecursionError) as error:
        raise NotJson(f"is not JSON: {str(error)[:200]}") from None
    _measure(document)
    return document


def load_object(data: bytes, form: str) -> dict[str, Any]:
    """A document of a form, which is one by its name in `forms.json`. Raises NotJson."""
    document = load(data)
    if problem := problem_of_form(document, form):
        raise NotJson(problem)
    assert isinstance(document, dict)
    return document


def problem_of_form(document: Any, form: str) -> str:
    """What is not of the form in a document; empty if nothing is."""
    error = next(_validator(form).iter_errors(document), None)
    return "" if error is None else f"is not of the form of {form}: {error.json_path}: {error.message}"[:300]


@cache
def _validator(form: str) -> Any:
    definitions = json.loads(Path(__file__).with_name("forms.json").read_text(encoding="utf-8"))["$defs"]
    return validator(definitions[form], definitions)


def validator(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> Any:
    """To JSON Schema 1.0 is an integer; it is written in another way than 1, so here it is none."""
    strict = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)
    kind: Any = extend(Draft202012Validator, type_checker=strict)
    return kind(_written_out(schema, definitions))


def _written_out(schema: Any, definitions: Mapping[str, Any]) -> Any:
    """A schema with each definition where it is referred to: no form refers to itself.

    A validator looks each reference up again for each node, which costs more than all the rest.
    """
    if isinstance(schema, list):
        return [_written_out(member, definitions) for member in schema]
    if not isinstance(schema, dict):
        return schema
    members = {key: _written_out(member, definitions) for key, member in schema.items() if key != "$ref"}
    if "$ref" not in schema:
        return members
    return _written_out(definitions[schema["$ref"].rpartition("/")[2]], definitions) | members


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise NotJson("a key stands twice")
    return found


def _refuse(constant: str) -> NoReturn:
    raise NotJson(f"{constant} is not a JSON number")


def _finite(number: str) -> float:
    value = float(number)
    return value if math.isfinite(value) else _refuse(number[:50])


def _measure(document: Any) -> None:
    level, nodes, depth = [document], 0, 0
    while level:
        nodes, depth = nodes + len(level), depth + 1
        if nodes > MOST_NODES or depth > DEEPEST:
            raise NotJson("is too large or too deep")
        level = [
            member
            for node in level
            for member in (node.values() if isinstance(node, dict) else node if isinstance(node, list) else ())
        ]
