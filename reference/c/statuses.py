"""The statuses of the C implementation, made from the labels of the clauses that a call in C can break.

`python -m reference.c.statuses` writes them into `maxpool.h`, between two marks; `make header` does.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from spec.language.terms import free_variables
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.vocabulary import (
    ATTRIBUTES,
    defaults_used,
    dtype,
    given,
    kind_of,
    length,
    rank_X,
    unknown_attributes,
)
from spec.operator.clauses import Clause

HEADER = Path(__file__).with_name("maxpool.h")
BEGIN = "/* statuses: made from the clauses by `make header`, do not edit */\n"
END = "/* end of statuses */\n"

OK, CAPACITY = "MAXPOOL_OK", "MAXPOOL_CAPACITY"
COVERED = ("Indices.int64",)
"""Clauses that a call breaks only with a quantity that does not fit: it has the status CAPACITY."""

_BY_TYPE = {
    *(of(name) for of in (given, kind_of, length) for name in ATTRIBUTES),
    *(kind_of("X"), rank_X, dtype("X"), unknown_attributes, defaults_used),
}
"""What the types of C say of every call: that all is given, of which kind and how long."""


def clauses() -> Iterator[Clause]:
    """The clauses that a call in C can break, in the order in which they are checked."""
    for clause in MAXPOOL.preconditions():
        if clause.label not in COVERED and not free_variables(clause.formula) <= _BY_TYPE:
            yield clause


def status(label: str) -> str:
    """The status of a call that breaks a clause first: `windows.meet-input` is MAXPOOL_WINDOWS_MEET_INPUT."""
    return f"MAXPOOL_{label.replace('.', '_').replace('-', '_').upper()}"


def statuses() -> dict[str, int]:
    """Each status with its number."""
    return {name: i for i, name in enumerate((OK, *(status(c.label) for c in clauses()), CAPACITY))}


def enumeration() -> str:
    """The enumeration in C, each status with the statement of its clause."""
    said = ["done", *(f"{c.label}: {c.statement.replace('`', '')}" for c in clauses())]
    said.append("some quantity of the clauses does not fit maxpool_int; Indices.int64 is broken so alone")
    lines = [f"    /* {words} */\n    {name} = {i}" for words, (name, i) in zip(said, statuses().items(), strict=True)]
    return "\n".join(["typedef enum maxpool_status", "{", ",\n".join(lines), "} maxpool_status;", ""])


def header() -> str:
    """The header with the statuses as they are to be; raises ValueError where the marks are not there."""
    before, begin, rest = HEADER.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{HEADER.name}: the marks of the statuses are missing")
    return before + begin + enumeration() + end + after


if __name__ == "__main__":
    HEADER.write_text(header(), "utf-8", newline="\n")
