"""The documents that commands print, held against the schemas that users get of them."""

from __future__ import annotations

from functools import cache
from typing import Any

from proofs.engine.as_json import documents, schema_of
from proofs.evidence.package.jsontext import validator

KNOWN = dict(documents())
"""The type of each document, by the name of its schema."""


@cache
def validator_of(name: str) -> Any:
    """What holds a document against the schema that it names."""
    schema = schema_of(KNOWN[name])
    return validator(schema, schema.get("$defs", {}))


def problems(printed: Any) -> list[str]:
    """What is wrong with what a command printed: a document that names its schema, or several."""
    found = []
    for document in printed if isinstance(printed, list) else [printed]:
        name = document.get("schema", "")
        if name not in KNOWN:
            found.append(f"{name or 'a document without a name'}: no schema is published")
        else:
            found += [f"{name}: {e.json_path}: {e.message[:300]}" for e in validator_of(name).iter_errors(document)]
    return found
