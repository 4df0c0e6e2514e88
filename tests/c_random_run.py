"""Random functions of C, built by the system's compiler and run; and lowered by us and evaluated."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

from proofs.program.c import function as front
from proofs.program.c.elements.counted import without_marks
from proofs.program.c.lowering.scan import changed
from proofs.program.c.lowering.scope import INDICES, CScope, X, Y
from proofs.program.c.lowering.statements import Statements
from proofs.program.c.parameters.quantities import Quantities
from proofs.program.c.reading.tree import CUnit
from proofs.program.running.meanings import Failed
from proofs.program.running.running import Cells, Run
from proofs.program.source.language import Function
from tests.c_random import CELLS, INPUTS, MEMBERS, PARAMETERS, PRELUDE, inputs

ELEMENTS = (3.0, -1.0, 4.0, 4.0, 0.0, 2.0)
UNTOUCHED = -77


@dataclass(frozen=True, slots=True)
class Ran:
    """What came of a call: the outputs, or why there are none; whether a value was lost, or may have been.

    `back`: an unsigned sum wrapped, which may wrap back.
    """

    outputs: tuple[tuple[float, ...], tuple[int, ...]] | None
    wrong: str = ""
    lost: bool = False
    maybe: bool = False
    back: bool = False


# --- by the compiler

_MAIN = """\
static float x[{n}] = {{{elements}}}, y[{n}]; static int64_t indices[{n}];
typedef void F(const float *, float *, int64_t *, const struct S *, int, unsigned, int64_t);
static void run(F *f, struct S s, int n, unsigned u, int64_t w) {{
  for (int i = 0; i < {n}; i++) y[i] = {untouched}, indices[i] = {untouched};
  f(x, y, indices, &s, n, u, w);
  for (int i = 0; i < {n}; i++) printf("%g ", (double)y[i]);
  for (int i = 0; i < {n}; i++) printf("%lld ", (long long)indices[i]);
  printf("%d %d %d\\n", lost, maybe, back);
}}
#define CALL(f, ...) do {{ \\
  fflush(stdout); if (fork() == 0) {{ alarm(10); run(f, __VA_ARGS__); fflush(stdout); _exit(0); }} \\
  int e_; wait(&e_); if (e_) printf("failed\\n"); }} while (0)
int main(void) {{
{calls}
  return 0;
}}
"""


def compiled(programs: dict[int, str], folder: Path, flags: list[str], name: str) -> dict[int, list[Ran]]:
    """What each function gives for its inputs, each call in a process of its own."""
    calls = [
        f"  CALL({name}{seed}, (struct S){{{', '.join(_number(given['s->' + m], k) for m, k in MEMBERS)}}}, "
        f"{', '.join(_number(given[p], k) for p, k in PARAMETERS)});"
        for seed in programs
        for given in inputs(seed)
    ]
    elements = ", ".join(map(str, ELEMENTS))
    main = _MAIN.format(n=CELLS, elements=elements, untouched=UNTOUCHED, calls="\n".join(calls))
    (folder / f"{name}.c").write_text("\n".join([PRELUDE, *programs.values(), main]), "utf-8")
    built = ["cc", "-std=gnu11", "-w", "-O0", *flags, f"{name}.c", "-o", name]
    subprocess.run(built, cwd=folder, check=True, timeout=300)
    ended = subprocess.run([f"./{name}"], cwd=folder, capture_output=True, text=True, timeout=300, check=True)
    lines = iter(ended.stdout.splitlines())
    return {seed: [_ran(next(lines)) for _ in inputs(seed)] for seed in programs}


def _number(value: int, kind: str) -> str:
    suffix = {"int64_t": "LL", "unsigned": "U"}.get(kind, "")
    return f"(-{-value - 1}{suffix} - 1)" if value < 0 else f"{value}{suffix}"


def _ran(line: str) -> Ran:
    if line == "failed":
        return Ran(None, "cc")
    words = line.split()
    outputs = tuple(map(float, words[:CELLS])), tuple(map(int, words[CELLS : 2 * CELLS]))
    return Ran(outputs, "", *(word == "1" for word in words[-3:]))


# --- by us


def instructions(unit: CUnit) -> Function:
    """A function as its instructions, whatever its integers stand for."""
    lowering = front._Lowering(unit, Quantities({"x": X, "y": Y, "indices": INDICES}))
    scope = CScope(changing=frozenset(changed(unit.function.body)))
    statements = Statements(lowering.program, unit.helpers, lowering.outputs)
    for name, parameter in lowering.tensors.items():
        lowering._tensor(name, parameter, scope, statements)
    for parameter in unit.function.parameters:
        if parameter not in lowering.tensors.values():
            lowering._parameter(parameter, scope, statements)
    body = (*statements.out, *statements.block(unit.function.body.body, scope))
    return without_marks(lowering._function(lowering._ended(body)))


def evaluated(function: Function, given: dict[str, int], *, wraps: bool = False) -> Ran:
    """What our evaluation gives on a call; `wrong` is the demand that was not met, also where unsigned numbers wrap
    unless `wraps`. Raises Refused.
    """
    values = {f"parameter {name.replace('->', '.')}": given[name] for name in INPUTS}
    shape = (1, 1, 1, CELLS)
    places = [(0, 0, 0, i) for i in range(CELLS)]
    arrays = {
        X: Cells(shape, dict(zip(places, ELEMENTS, strict=True))),
        Y: Cells(shape, dict.fromkeys(places, UNTOUCHED)),
        INDICES: Cells(shape, dict.fromkeys(places, UNTOUCHED)),
    }
    try:
        Run(function, values, arrays, known=True, wraps=wraps).outputs()
    except Failed as failed:
        return Ran(None, str(failed))
    y, indices = (arrays[name].content for name in (Y, INDICES))
    return Ran((tuple(float(y[p]) for p in places), tuple(int(indices[p]) for p in places)))


def disagreement(ours: Ran, plain: Ran, checked: Ran) -> str:
    """How our evaluation differs from the compiler's two; "" where it does not.

    What C leaves undefined, and what loses a value, must be a demand that is not met. A demand may also fail where a
    conversion within a comparison loses a value, or an unsigned sum wraps, which is sometimes followed: to the end.
    """
    bad = plain.outputs is None or checked.outputs is None or checked.lost
    if ours.outputs is None:
        return "" if bad or checked.maybe or checked.back else f"a demand fails, and nothing is wrong: {ours.wrong}"
    if bad:
        return "what is undefined or lost is not seen"
    return "" if ours.outputs == plain.outputs else f"{ours.outputs} is not {plain.outputs}"
