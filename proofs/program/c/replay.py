"""A function of C on one call: built by the system's compiler, with its sanitizers where it has them, and run."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from math import prod
from pathlib import Path

import numpy as np

from proofs.program.c.function import Lowered
from proofs.program.c.lowering.scope import INDICES, X, Y
from proofs.program.c.parameters.tensors import pointee
from proofs.program.c.reading.reader import CompilerOptions
from proofs.program.c.reading.tree import CParameter, CUnit
from proofs.program.c.reading.types import CArray, CBoolean, CInteger, CPointer
from proofs.program.running.witness import CallWitness, Outputs
from reference.c.library import NoCompiler, compiler
from reference.common.isolation import Bounds, Stopped, run_command

SECONDS = 60.0
SANITIZERS = ("-fsanitize=undefined,address", "-fno-sanitize-recover=all")
HARNESS = """#define main main_of_the_file
#include "source.c"
#undef main
extern int printf(const char *, ...);
extern void *malloc(__SIZE_TYPE__);
static void show(const char *name, const double *values, long count) {{
  printf("%s\\"%s\\": [", name[0] == 'Y' ? "{{" : ", ", name);
  for (long i = 0; i < count; i++) printf(values[i] != values[i] ? "%s\\"nan\\"" :
    values[i] - values[i] != 0 ? values[i] > 0 ? "%s\\"inf\\"" : "%s\\"-inf\\"" : "%s%.17g", i ? ", " : "", values[i]);
  printf("]");
}}
int main(void) {{
{body}
  return 0;
}}
"""


def run_by_compiler(
    file: str, text: bytes, options: CompilerOptions, unit: CUnit, found: Lowered, witness: CallWitness
) -> Outputs:
    """What the function gives on a witness, run in a process of its own; an error where there is no compiler."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "source.c").write_bytes(text)
        Path(folder, "main.c").write_text(HARNESS.format(body="\n".join(_body(unit, found, witness))), "utf-8")
        try:
            return _built_and_run(folder, str(Path(file).resolve().parent), options, found, witness)
        except (NoCompiler, Stopped) as error:
            return Outputs(error=str(error))


def _built_and_run(folder: str, beside: str, options: CompilerOptions, found: Lowered, witness: CallWitness) -> Outputs:
    given = [*(f"-D{d}" for d in options.definitions), *(f"-I{f}" for f in options.folders), f"-I{beside}"]
    command = [*compiler(), f"-std={options.standard}", "-w", "-g", *given, "main.c", "-o", "program", "-lm"]
    for more in (SANITIZERS, ()):
        built = run_command([*command, *more], Bounds(SECONDS), cwd=folder)
        if built.code == 0:
            break
    else:
        return Outputs(error=f"{command[0]} does not build it: {built.last_line}")
    limited = ["sh", "-c", f"ulimit -t {int(SECONDS)} -f 1000 -c 0; exec ./program"]
    # What the call was given is never freed.
    environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}
    ended = run_command(limited, Bounds(SECONDS), cwd=folder, env=environment)
    if ended.code != 0:
        return Outputs(error=_reason(ended.errors.decode(errors="replace")) or f"exit code {ended.code}")
    shape = witness.output_shape
    said = json.loads(ended.output)
    arrays = {name: np.array([float(v) for v in values]).reshape(shape) for name, values in said.items()}
    if found.keeps_bits:
        arrays[Y] = found.of.array(*arrays[Y].astype(int).ravel().tolist()).reshape(shape)
    indices = arrays[INDICES].astype(int).tolist() if INDICES in arrays else None
    return Outputs(Y=arrays[Y].tolist(), Indices=indices)


def _reason(errors: str) -> str:
    """The line of a sanitizer that says what went wrong."""
    lines = [line for line in errors.splitlines() if "runtime error:" in line or "ERROR: AddressSanitizer" in line]
    return lines[0].strip()[:200] if lines else ""


def _body(unit: CUnit, found: Lowered, witness: CallWitness) -> Iterator[str]:
    """The statements of `main`: the call's arguments, the call, and what it gave."""
    values = _values(witness)
    roles = {own: role for role, own in found.tensors.items()}
    count = prod(witness.output_shape)
    for parameter in unit.function.parameters:
        name = f"a_{parameter.name}"
        if (role := roles.get(parameter.name)) is not None:
            yield from _tensor(name, role, found, witness, count)
        else:
            yield from _parameter(name, parameter, found, values)
            yield from _members(name, parameter, found, witness, count)
    casts = {True: "(void *)", False: ""}
    arguments = (f"{casts[isinstance(p.type, CPointer | CArray)]}a_{p.name}" for p in unit.function.parameters)
    yield f"  {unit.function.name}({', '.join(arguments)});"
    for role, own in found.tensors.items():
        if role != X:
            yield f"  double r_{role}[{max(count, 1)}];"
            yield f"  for (long i = 0; i < {count}; i++) r_{role}[i] = (double)a_{_flat(own)}[i];"
            yield f'  show("{role}", r_{role}, {count});'
    yield '  printf("}\\n");'


def _members(name: str, parameter: CParameter, found: Lowered, witness: CallWitness, count: int) -> Iterator[str]:
    """The tensors to which a structure leads."""
    for role, own in found.tensors.items():
        if own.startswith(f"{parameter.name}."):
            yield from _tensor(f"a_{_flat(own)}", role, found, witness, count)
            first = "[0]" if isinstance(parameter.type, CPointer) else ""
            yield f"  {name}{first}{own.removeprefix(parameter.name)} = a_{_flat(own)};"


def _flat(path: str) -> str:
    return path.replace(".", "_of_")


def _tensor(name: str, role: str, found: Lowered, witness: CallWitness, count: int) -> Iterator[str]:
    kind = str(found.index) if role == INDICES else str(found.element)
    size = int(witness.X.size) if role == X else count
    yield f"  {kind} *{name} = malloc({max(size, 1)} * sizeof *{name});"
    if size == 0:
        yield f"  {name}++;"  # Of no elements, the end: a sanitizer sees what reads there.
    if role != X:
        nothing = "-1" if role == INDICES or isinstance(found.element, CInteger) else '__builtin_nan("")'
        yield f"  for (long i = 0; i < {size}; i++) {name}[i] = ({kind}){nothing};"
    else:
        order = (0, 1, 2, 3) if found.meaning.layout == "NCHW" else (0, 2, 3, 1)
        for i, value in enumerate(witness.X.transpose(order).ravel().tolist()):
            number = "-__builtin_inf()" if value == -float("inf") else f"{value!r}"
            if found.keeps_bits:
                number = str(found.of.pattern(value))
            yield f"  {name}[{i}] = ({kind}){number};"


def _parameter(name: str, parameter: CParameter, found: Lowered, values: Mapping[str, int]) -> Iterator[str]:
    leaves = found.meaning.leaves.items()
    paths = {path: values[w[0]] for path, w in leaves if path.split(".")[0].split("[")[0] == parameter.name}
    kind = parameter.type
    if isinstance(kind, CInteger | CBoolean):
        yield f"  {kind} {name} = {paths.get(parameter.name, 0)};"
        return
    to = pointee(kind) or kind
    if isinstance(to, CInteger):
        entries = {int(path[len(parameter.name) + 1 : -1]): value for path, value in paths.items()}
        listed = ", ".join(str(entries.get(i, 0)) for i in range(max(entries, default=0) + 1))
        yield f"  {to} {name}[] = {{{listed}}};"
        return
    pointed = isinstance(kind, CPointer)
    yield f"  {to} {name}{'[1]' if pointed else ''};"
    for path, value in paths.items():
        yield f"  {name}{'[0]' if pointed else ''}{path[len(parameter.name) :]} = {value};"


def _values(witness: CallWitness) -> dict[str, int]:
    """The quantities of the call, by the clauses' names."""
    found = {f"dX_{i}": size for i, size in enumerate(witness.X.shape)}
    found |= {f"dY_{i}": size for i, size in enumerate(witness.output_shape)}
    return found | {f"{name}[{i}]": v for name, entries in witness.attributes.items() for i, v in enumerate(entries)}
