"""The source in C with its annotations: nothing else of it is changed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from proofs.acsl.clauses import annotation
from proofs.acsl.contracts import contracts, loops, shared
from reference.c.library import SOURCE

_LOOP = re.compile(r"^([ \t]*)for \(", re.MULTILINE)


def annotated(text: str | None = None) -> str:
    """`maxpool.c`, or a text in its place, with a contract before each function that has one, and what each of its
    loops keeps. Raises ValueError where the text has not these functions and loops.
    """
    return with_annotations(SOURCE.read_text("utf-8") if text is None else text, contracts(), loops(), shared())


def with_annotations(
    text: str,
    of_functions: Mapping[str, Sequence[str]],
    of_loops: Mapping[str, Sequence[Sequence[str]]],
    before: Mapping[str, Sequence[str]],
) -> str:
    """A source with annotations; raises ValueError where a function, or as many loops, are not there."""
    inserted: dict[int, str] = {}
    for name, lines in of_functions.items():
        start, end = span_of(text, name)
        inserted[start] = "".join(annotation(part) for part in (before.get(name), lines) if part)
        found = list(_LOOP.finditer(text, start, end))
        wanted = of_loops.get(name, ())
        if len(found) != len(wanted):
            raise ValueError(f"{name} has {len(found)} loops, and {len(wanted)} of them are annotated")
        for loop, kept in zip(found, wanted, strict=True):
            inserted[loop.start()] = annotation(kept, loop[1])
    for place in sorted(inserted, reverse=True):
        text = text[:place] + inserted[place] + text[place:]
    return text


def without_annotations(text: str) -> str:
    """A source without what `annotated` adds to it."""
    return re.sub(r"^[ \t]*/\*@\n.*?\*/\n", "", text, flags=re.MULTILINE | re.DOTALL)


def span_of(text: str, name: str) -> tuple[int, int]:
    """Where a function's definition begins and ends; raises ValueError where there is none."""
    found = re.search(rf"^(?:static )?\w+ {re.escape(name)}\([^;{{]*\n\{{\n.*?^\}}\n", text, re.MULTILINE | re.DOTALL)
    if found is None:
        raise ValueError(f"there is no function {name}")
    return found.start(), found.end()
