"""Mutants of the operator in C, many compiled into one program that runs each on every case, in all element types."""

from __future__ import annotations

import struct
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from proofs.kit.calls.broken import Broken
from proofs.kit.calls.kit import Kit
from proofs.kit.calls.sizes import WIDTH, SizesCall, sizes_calls
from proofs.mutation.source.mutated import changes_of_c
from proofs.mutation.source.text_change import TextChange
from reference.c.library import SOURCE, TYPES, Library, compile_to, compiler
from reference.c.statuses import OK, clauses, status, statuses
from reference.common.errors import CannotRun, Contradiction, NotInstalled
from reference.common.isolation import Bounds, run_command
from reference.common.pool import run_tasks
from reference.runtimes.protocol import Array
from spec.maxpool.vocabulary import ATTRIBUTES

AT_A_TIME = 100
"""Mutants in one program."""
OWN = "reference/c/maxpool.c"
POOLS = tuple(f"maxpool_{name}_pool" for name in TYPES.values())
HEAD = struct.Struct("=5q")
UNOPTIMISED = ("-O0", "-w", "-Wno-error")
ENDED = Bounds(seconds=600.0)
"""Steps are counted, so that a run ends; this is for what a mutant might do to the program itself."""


@cache
def changed() -> tuple[TextChange, ...]:
    """Each mutant of what the functions of all types run. Raises CannotRun where it cannot be made here."""
    if find_spec("clang") is None:
        raise NotInstalled("libclang", "c")
    compiler()
    arguments = ("-std=c11",)
    return tuple(changes_of_c(str(SOURCE), SOURCE.read_bytes(), POOLS, arguments))


def mutants_in_c(every: int = 1) -> Mapping[str, TextChange]:
    """The mutants of the operator in C, or every so many of them, by where and what they are.

    Raises CannotRun where there is no compiler for C or no parser.
    """
    return {f"{OWN} {n}, line {m.line}, {m.text}": m for n, m in list(enumerate(changed()))[::every]}


def of_c(kit: Kit, mutants: Mapping[str, TextChange]) -> Mapping[str, frozenset[str]]:
    """Mutants of the operator in C, with the cases that kill them.

    Raises CannotRun where they cannot be run, Contradiction where the operator as it is is killed.
    """
    tried = [None, *mutants.values()]
    told = dict(_told(kit))
    data = struct.pack("=q", len(told)) + b"".join(told.values())
    tasks = [(tried[i : i + AT_A_TIME], data) for i in range(0, len(tried), AT_A_TIME)]
    rows = [row for part in run_tasks(_run, tasks) for row in part]
    original, *killing = [frozenset(name for name, killed in zip(told, row, strict=True) if killed) for row in rows]
    if original:
        raise Contradiction(f"the operator in C does not give what the kit expects: {min(original)}")
    return dict(zip(mutants, killing, strict=True))


# --- cases


def _told(kit: Kit) -> Iterator[tuple[str, bytes]]:
    """Each case as the program reads it; of those that must be refused, what C's types let be said."""
    for case in kit.cases:
        yield case.name, _case(case.X, case.call.attributes, OK, case.outputs)
    can_break = {clause.label for clause in clauses()}
    for name, made in kit.refused:
        if made.clause in can_break and _is_a_call(made):
            arguments = dict(made.arguments)
            yield name, _case(arguments.pop("X"), arguments, status(made.clause), ())
    yield from ((call.name, _sizes(call)) for call in sizes_calls())


def _is_a_call(made: Broken) -> bool:
    """The arguments are what the types of C have room for."""
    X = made.arguments.get("X")
    return (
        made.arguments.keys() == {"X", *ATTRIBUTES}
        and isinstance(X, np.ndarray)
        and X.ndim == 4
        and X.dtype.name in TYPES
    )


def _case(X: Array, attributes: Mapping[str, Any], expected: str, outputs: Sequence[Array]) -> bytes:
    call = bytes(Library.call(WIDTH, X.shape, attributes))
    tensors = [array.tobytes() for array in (X, *outputs)] + [b""] * (2 - len(outputs))
    sizes = map(len, tensors)
    return HEAD.pack(list(TYPES).index(X.dtype.name), statuses()[expected], *sizes) + call + b"".join(tensors)


def _sizes(asked: SizesCall) -> bytes:
    """A case of `maxpool_sizes` alone: Y's sizes are what it writes."""
    sizes = struct.pack(f"={len(asked.dY)}q", *asked.dY)
    head = HEAD.pack(len(TYPES), statuses()[asked.status], 0, len(sizes), 0)
    return head + bytes(Library.call(WIDTH, asked.shape, asked.attributes)) + sizes


# --- the program


def _run(mutants: Sequence[TextChange | None], cases: bytes) -> list[bytes]:
    """For each mutant a byte for each case: 1 where it kills."""
    with tempfile.TemporaryDirectory(prefix="maxpool-c-") as name:
        folder = Path(name)
        (folder / SOURCE.with_suffix(".h").name).write_bytes(SOURCE.with_suffix(".h").read_bytes())
        for i, mutant in enumerate(mutants):
            (folder / str(i)).mkdir()
            text = SOURCE.read_bytes()
            (folder / str(i) / SOURCE.name).write_bytes(text if mutant is None else mutant.of(text))
        (folder / "mutants.c").write_text(_all(len(mutants)), "utf-8")
        (folder / "mutants.h").write_text(_header(len(mutants)), "utf-8")
        (folder / "driver.c").write_bytes(files(__package__).joinpath("driver.c").read_bytes())
        include = f"-I{folder}"
        compile_to(
            folder / "mutants.o",
            *UNOPTIMISED,
            "-fsanitize-coverage=trace-pc",
            "-fstack-protector-all",  # what is written beyond a local array ends the mutant
            "-c",
            include,
            sources=[folder / "mutants.c"],
        )
        compile_to(folder / "driver", *UNOPTIMISED, include, sources=[folder / "driver.c", folder / "mutants.o"])
        ended = run_command([str(folder / "driver")], ENDED, stdin=cases)
    number = struct.unpack_from("=q", cases)[0]
    if ended.code != 0 or len(ended.output) != number * len(mutants):
        raise CannotRun(f"the mutants of {OWN} cannot be run: {ended.last_line or ended.code}")
    return [ended.output[i : i + number] for i in range(0, len(ended.output), number)]


def _functions() -> list[str]:
    """The functions that the file defines, each type's among them."""
    text = SOURCE.read_text("utf-8")
    heads = (line for line in text.splitlines() if line.endswith(")") and not line.startswith((" ", "#", "/")))
    found = [line.partition("(")[0].split()[-1] for line in heads if "MAXPOOL_OF" not in line]
    return [*found, *POOLS, *(f"maxpool_{name}_windows" for name in TYPES.values())]


def _all(number: int) -> str:
    """One file with all mutants, the functions of each under names of their own."""
    lines = ['#include "maxpool.h"']
    for i in range(number):
        lines += [f"#define {name} mutant_{i}_{name}" for name in _functions()]
        lines += [f'#include "{i}/maxpool.c"', *(f"#undef {name}" for name in _functions())]
    return "\n".join(lines) + "\n"


def _header(number: int) -> str:
    """The functions that pool, of each mutant, by element type."""
    rows = [[f"mutant_{i}_{name}" for name in POOLS] for i in range(number)]
    of_sizes = [f"mutant_{i}_maxpool_sizes" for i in range(number)]
    lines = ['#include "maxpool.h"', f"#define MUTANTS {number}", f"#define TYPES {len(POOLS)}"]
    lines += [f"maxpool_status {name}();" for row in rows for name in row]
    lines += [f"maxpool_status {name}(const maxpool_call *, maxpool_int *);" for name in of_sizes]
    lines += ["typedef maxpool_status (*mutant_pool)();", "static const mutant_pool mutants[][TYPES] = {"]
    lines += [*(f"    {{{', '.join(row)}}}," for row in rows), "};"]
    lines += ["typedef maxpool_status (*sizes_of)(const maxpool_call *, maxpool_int *);"]
    return "\n".join([*lines, f"static const sizes_of sizes[] = {{{', '.join(of_sizes)}}};"]) + "\n"
