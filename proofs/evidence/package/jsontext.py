"""JSON as packages hold it: one form of writing, and a reader for what strangers wrote."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

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
        raise NotJson(f"is no JSON: {str(error)[:200]}") from None
    _measure(document)
    return document


def load_object(data: bytes, schema: str) -> dict[str, Any]:
    """An object that names a schema. Raises NotJson."""
    document = load(data)
    if not isinstance(document, dict) or document.get("schema") != schema:
        raise NotJson(f"is no document of the schema {schema}")
    return document


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise NotJson("a key stands twice")
    return found


def _refuse(constant: str) -> NoReturn:
    raise NotJson(f"{constant} is no number of JSON")


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
