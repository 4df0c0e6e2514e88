"""The command `vectors`: a suite of calls for any tool, or the whole kit from the boundary classes."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from proofs.kit.written import KitWrittenJson, VectorsWrittenJson, WrittenJson
from reference.common.console import AsJson, chosen, end
from reference.common.errors import CannotRun

STRENGTH = 2


def vectors(
    out: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="The folder to write to.")],
    classes: Annotated[
        bool, typer.Option("--classes", help="Write the kit of all combinations of boundary classes.")
    ] = False,
    strength: Annotated[
        int, typer.Option(min=1, max=3, help="With --classes: how many classes are combined at most.")
    ] = STRENGTH,
    dtype: Annotated[
        list[str] | None,
        typer.Option(metavar="TYPE", help="With --classes: an element type, ONNX's name; all if none."),
    ] = None,
    prove: Annotated[
        bool,
        typer.Option(
            "--prove", help="With --classes: prove which mutants that no case kills are equivalent; it takes minutes."
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Write a conformance suite in the layout of ONNX's backend tests; a manifest says which clauses each covers.

    With --classes: the kit. Every combination of boundary classes has its smallest call, or a proof that there is none.
    """
    from reference.common.files import write_new

    if not classes and (dtype or strength != STRENGTH or prove):
        raise CannotRun("--strength, --dtype and --prove go with --classes")
    # Every vector has a model: who has no onnx is told before anything is solved.
    import_module("onnx")
    if not classes:
        from reference.conformance.vectors import contents

        files: Mapping[str, bytes] = dict(contents())
        found = None
        ok, said = True, [f"{sum(name.endswith('model.onnx') for name in files)} vectors"]
    else:
        from proofs.kit.run import made
        from spec.maxpool.operator import TYPES

        wanted = chosen("element type", dtype, TYPES)
        found = made(strength, [t for t in TYPES if t in wanted] if wanted else TYPES, prove=prove)
        files = found.files
        ok, said = not found.figures["undecided"], [f"{value} {name}" for name, value in found.figures.items()]
        said += [f"no mutants of {kind} ({why})" for kind, why in found.absent.items()]
    written = write_new(out, files)
    wrote: WrittenJson = {"folder": str(out), "files": len(files), "written": len(written)}

    def document() -> VectorsWrittenJson | KitWrittenJson:
        if found is None:
            return {"schema": "maxpool/vectors-written/1", **wrote}
        return {
            "schema": "maxpool/kit-written/1",
            **found.figures,
            "adequacy": found.adequacy,
            "absent": dict(found.absent),
            **wrote,
        }

    end(ok, as_json, document, lambda _: typer.echo(f"{out}: {', '.join(said)}, {len(written)} files written"))
