"""Test cards and the notebook: what a person reads of the kit, and runs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from proofs.kit.calls.broken import not_expressible
from proofs.kit.calls.kit import Kit, KitCase
from reference.conformance.document import cells
from reference.runtimes.protocol import Array
from spec.maxpool.operator import MAXPOOL
from spec.tables.markdown import markdown_table

ORACLE = "`reference.maxpool`, the plain loops proved of the clauses, and `reference.fast`, both, bit for bit"
Added = Mapping[str, Sequence[str]]
"""What a case adds, by its name: the mutants that no case before it in the core kills."""


def cards(kit: Kit, core: Added, table: Iterable[str]) -> str:
    """All cards as one page, with what is infeasible, and the table of classes, cases and mutants."""
    return "\n".join([*_head(kit, core), *table, *_cases(kit, core), *_refused(kit), *_infeasible(kit)]) + "\n"


def _head(kit: Kit, core: Added) -> Iterator[str]:
    done = kit.combined
    yield "# Test cards: MaxPool in the SONNX profile"
    yield ""
    yield f"- Strength {done.strength}: {done.combinations} combinations of boundary classes."
    yield f"- {len(kit.cases)} calls with what they give; {len(kit.refused)} calls that must be refused."
    yield f"- {len(core)} of all these are the core."
    yield f"- {done.ruled_out} combinations without a call: {len(done.infeasible)} proofs, {len(done.undecided)} open."
    yield ""


def _cases(kit: Kit, core: Added) -> Iterator[str]:
    yield from ("## Calls with what they give", "")
    for case in kit.cases:
        yield from card(case, core)


def card(case: KitCase, core: Added) -> Iterator[str]:
    """A case's card, in the form of the testing guidelines."""
    others = len(case.wanted) - 1
    added = core.get(case.name)
    rows = {
        "Purpose": _purpose(case) + (f"; and {others} more combinations" if others > 0 else ""),
        "Clause": ", ".join(f"`{label}`" for label in case.clauses),
        "Class": "; ".join(map(str, case.classes)),
        "Input": f"`X` {case.call.dtype} {list(case.X.shape)} `{_shown(case.X)}`, `{json.dumps(case.call.lists)}`",
        "Expected": " ".join(f"`{n}` `{_shown(a)}`" for n, a in zip(("Y", "Indices"), case.outputs, strict=True)),
        "Oracle": ORACLE,
        "Adds": f"core: {len(added)} mutants that no case of the core before it kills"
        if added
        else "no mutant that the core does not kill",
    }
    yield from (f"### {case.name}", "")
    yield from (*markdown_table(["", ""], list(rows.items())), "")


def _purpose(case: KitCase) -> str:
    if case.example:
        return f"the worked example {case.example}"
    if not case.wanted:
        return "a class where nothing else is small or alike"
    return " and ".join(case.wanted[0]) or "the smallest call"


def _shown(array: Array) -> str:
    return json.dumps(cells(array))


def _refused(kit: Kit) -> Iterator[str]:
    yield from ("## Calls that must be refused", "")
    rows = [(name, b.how, f"`{b.clause}`", MAXPOOL[b.clause].statement) for name, b in kit.refused]
    yield from (*markdown_table(["identifier", "class", "clause", "statement"], rows), "")
    labels = ", ".join(f"`{label}`" for label in not_expressible())
    yield from (f"No call that can be made breaks these first: {labels}.", "")


def _infeasible(kit: Kit) -> Iterator[str]:
    yield from (
        "## Infeasible",
        "",
        "Proved by both solvers. Without clauses the values in the last column are in all classes.",
        "",
    )
    rows = []
    for i in kit.combined.infeasible.values():
        forbidden = ", ".join(f"`{label}`" for label in i.clauses) or "the classes exclude each other"
        alone = ", ".join(f"{n} = {v}" for n, v in (i.alone or {}).items())
        rows.append((i.domain, " and ".join(f"`{c}`" for c in i.classes), forbidden, ", ".join(i.proved_by), alone))
    yield from markdown_table(["of", "classes", "forbidden by", "proved by", "feasible alone"], rows)
    for u in kit.combined.undecided.values():
        yield f"\nUndecided, on one {u.domain}: {' and '.join(u.classes)} ({', '.join(u.answers)})"


# --- the notebook


def notebook(cases: Iterable[KitCase], core: Added) -> str:
    """A Jupyter notebook, format 4.5, of the core: each card, and a cell that runs it on the runtime under test."""
    made = [
        _text("# MaxPool in the SONNX profile: the core of the kit\n\nSet `MAXPOOL_RUNTIME` to MODULE:FUNCTION first."),
        _code(_SETUP),
    ]
    for case in cases:
        if case.name in core:
            made += [_text("\n".join(card(case, core))), _code(f'run("{case.name}")')]
    for number, cell in enumerate(made):
        cell["id"] = f"cell-{number}"
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return json.dumps({"cells": made, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}, indent=1) + "\n"


_SETUP = """import importlib, json, os
from pathlib import Path
import numpy

module, _, function = os.environ["MAXPOOL_RUNTIME"].partition(":")
runtime = getattr(importlib.import_module(module), function)
cases = {case["name"]: case for case in json.loads(Path("cases.json").read_text("utf-8"))["cases"]}

def array(told):
    dtype = numpy.dtype(told["dtype"])
    return numpy.frombuffer(bytes.fromhex(told["bytes"]), dtype.newbyteorder("<")).astype(dtype).reshape(told["shape"])

def run(name):
    case = cases[name]
    found = runtime(array(case["X"]), **case["attributes"])
    found = list(found) if isinstance(found, (tuple, list)) else [found]
    for got, told in zip(found, (case["Y"], case["Indices"])):
        got, right = numpy.asarray(got), array(told)
        same = (got.dtype, got.shape, got.tobytes()) == (right.dtype, right.shape, right.tobytes())
        assert same, f"got {got.tolist()}, right {right.tolist()}"
    print("passed")
"""


def _text(source: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "id": "", "metadata": {}, "source": source}


def _code(source: str) -> dict[str, Any]:
    return {"cell_type": "code", "execution_count": None, "id": "", "metadata": {}, "outputs": [], "source": source}
