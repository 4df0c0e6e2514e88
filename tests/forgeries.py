"""Forgeries of a package: every field of every file, changed one at a time, whatever the file is about.

A field of a JSON document is any value, at any depth: it is changed, left out, or doubled. A field of any other file
(CSV, HTML, XML, ReqIF, SVG, Markdown, SMT-LIB, Coq) is any word or number. The forger makes every digest fit again.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from proofs.evidence.package.jsontext import load

_WORD = re.compile(rb"[A-Za-z0-9_.]+")
_SAYS_MORE = {
    "refuted": "proved",
    "unknown": "proved",
    "vacuous": "proved",
    "needed": "redundant",
    "failure": "passed",
    "error": "note",
    "warning": "note",
    "": "9",
}
"""What a forger would rather read; any other text, or number, gets one more character, or one more."""

JSON = (".json", ".sarif")


@dataclass(frozen=True, slots=True)
class Forgery:
    """A field of a file, and what is done to it: changed, left out, or doubled."""

    name: str
    pointer: str
    how: str


def fields(name: str, data: bytes) -> Sequence[Forgery]:
    """Every forgery of one field of a file."""
    if name.endswith(JSON):
        return [Forgery(name, pointer, how) for pointer, how in _places("", load(data))]
    return [Forgery(name, str(found.start()), "changed") for found in _WORD.finditer(data)]


def _places(pointer: str, node: Any) -> Iterator[tuple[str, str]]:
    members = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    if pointer:
        yield pointer, "left out"
        if not isinstance(node, dict | list):
            yield pointer, "changed"
    if isinstance(node, list) and node:
        yield f"{pointer}/{len(node) - 1}", "doubled"
    for key, member in members:
        yield from _places(f"{pointer}/{_escaped(str(key))}", member)


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def made(forgery: Forgery, data: bytes) -> bytes:
    """The file with its field forged."""
    if not forgery.name.endswith(JSON):
        return _reworded(data, int(forgery.pointer))
    document = copy.deepcopy(load(data))
    *path, last = [part.replace("~1", "/").replace("~0", "~") for part in forgery.pointer.split("/")[1:]]
    owner = document
    for part in path:
        owner = owner[int(part)] if isinstance(owner, list) else owner[part]
    key: Any = int(last) if isinstance(owner, list) else last
    if forgery.how == "left out":
        del owner[key]
    elif forgery.how == "doubled":
        owner.append(copy.deepcopy(owner[key]))
    else:
        owner[key] = _other(owner[key])
    return (json.dumps(document, indent=1, sort_keys=True, ensure_ascii=True) + "\n").encode()


def _other(value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case None:
            return {}
        case str() if re.fullmatch("[0-9a-f]{40,64}", value):
            return "0" * len(value)
    return _SAYS_MORE.get(str(value), f"{value}9")


def _reworded(data: bytes, at: int) -> bytes:
    found = _WORD.match(data, at)
    assert found is not None
    word = found[0].decode()
    other = str(int(word) + 1) if word.isdecimal() else _SAYS_MORE.get(word, f"{word}9")
    return data[:at] + other.encode() + data[found.end() :]


def sample(found: Sequence[Forgery], most: int) -> list[Forgery]:
    """So many of them at the most, evenly spread: a fixed rule, the same for the same package."""
    return [found[i * len(found) // most] for i in range(most)] if len(found) > most else list(found)
