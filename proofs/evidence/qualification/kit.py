"""`maxpool evidence kit`: what a qualification asks of a tool, made where it can be, and blank where it cannot."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from proofs.evidence.contents import standards
from proofs.evidence.contents.bom import bill_of_materials
from proofs.evidence.package.archive import digest
from proofs.evidence.package.jsontext import NotJson, dump, load, problem_of_form
from proofs.evidence.package.names import BOM, MANIFEST
from proofs.evidence.qualification.requirements import ToolRequirement, requirements
from proofs.evidence.qualification.seen import SEEN
from proofs.evidence.trace.matrix import as_csv
from proofs.mutation import junit
from reference.common.errors import CannotRun
from reference.common.identity import identity, other_parts
from reference.common.layout import ROOT

SCHEMA = "maxpool/evidence-kit/1"
NOT_TRIED, OTHER_STATE = "not tried", "tried with another state of the tool"
_HERE = Path(__file__).parent
INDEXED = ("spec", "reference", "proofs", "tests", "maxpool.py", "pyproject.toml", "Makefile", "requirements*.lock")
COLUMNS = (
    *("requirement", "command", "says", "test", "outcome of the test", "seen"),
    *("broken in", "was", "then", "schema"),
)
README = """A qualification kit for {name} {version}.

No compliance is claimed. It has what can be made of what tool qualification asks for (DO-330 with DO-333, ISO 26262-8
clause 11, ED-324); applicant.md has what only an applicant can fill in, marked [APPLICANT] and blank.

requirements/   the tool operational requirements, each with its test, and whether that was seen to fail when the
                behaviour is broken; open.csv lists commands without a requirement, and tests that were not seen to fail
configuration/  the index of sources, tests and locks with their digests, and what the tool is
verification/   procedures, results, and one argument of soundness for each method, with its assumptions
problems/       known problems of the tool and of the solvers
environment/    the bill of materials, with digests of the solvers' binaries
standards.md    where each thing that is asked for stands, and what is not covered
"""


def kit(
    commands: Collection[str], seen: Mapping[str, Any] | None = None, results: junit.Results | None = None
) -> dict[str, bytes]:
    """The files of a kit. `commands` are all that the tool has, `seen` is what was seen, `results` those of tests."""
    tool = identity()
    wanted = requirements()
    rows = [_row(r, tool, seen, results) for r in wanted]
    files = {
        "README.txt": README.format(**tool).encode(),
        "applicant.md": (_HERE / "applicant.md").read_bytes(),
        "standards.md": standards.markdown().encode(),
        "requirements/requirements.json": dump({"schema": SCHEMA, "requirements": [r.json() for r in wanted]}),
        "requirements/requirements.csv": as_csv(COLUMNS, rows),
        "requirements/open.csv": as_csv(("of", "what"), _open(commands, rows, results)),
        "configuration/index.csv": as_csv(("file", "sha256", "bytes"), _index()),
        "configuration/tool.json": dump(tool),
        "verification/procedures.md": (_HERE / "procedures.md").read_bytes(),
        "verification/soundness.md": (_HERE / "soundness.md").read_bytes(),
        "problems/known.csv": as_csv(("id", "of", "versions", "what", "why it is not hit"), _known_problems()),
        f"environment/{Path(BOM).name}": bill_of_materials(),
    }
    if results is not None:
        files["verification/results.xml"] = junit.write(results)
    named = {name: {"sha256": digest(data), "bytes": len(data)} for name, data in sorted(files.items())}
    return {**files, MANIFEST: dump({"schema": SCHEMA, "tool": tool, "files": named})}


def _row(
    r: ToolRequirement, tool: Mapping[str, Any], seen: Mapping[str, Any] | None, results: junit.Results | None
) -> tuple[str, ...]:
    found = None if seen is None else seen["requirements"].get(r.label)
    what = NOT_TRIED if found is None else found["outcome"]
    if seen is not None and found is not None and other_parts(str(seen["tool"]), tool):
        what = f"{what}; {OTHER_STATE}"
    name = junit_name(r.test)
    outcomes = sorted({c.outcome for c in results.cases if c.id.partition("[")[0] == name}) if results else []
    return r.label, r.command, r.says, r.test, ", ".join(outcomes) or "not given", what, r.file, r.old, r.new, r.schema


def junit_name(test: str) -> str:
    """The name under which results have a test of pytest: `tests/test_a.py::test_b` is `tests.test_a::test_b`."""
    file, _, function = test.partition("::")
    return f"{file.removesuffix('.py').replace('/', '.')}::{function}"


def _open(
    commands: Collection[str], rows: Sequence[tuple[str, ...]], results: junit.Results | None
) -> Iterator[tuple[str, str]]:
    having = {row[1].split(" ")[0] for row in rows} | {row[1] for row in rows}
    for command in sorted(commands):
        if command not in having:
            yield command, "no tool operational requirement is written for this command"
    for row in rows:
        if row[5] != SEEN:
            yield row[0], f"its test: {row[5]}"
    if results is None:
        yield "results", "no results of tests were given: --results"


def _index() -> Iterator[tuple[str, str, str]]:
    paths = {
        p
        for pattern in INDEXED
        for found in ROOT.glob(pattern)
        for p in (found.rglob("*") if found.is_dir() else [found])
    }
    for path in sorted(p for p in paths if p.is_file() and "__pycache__" not in p.parts):
        data = path.read_bytes()
        yield path.relative_to(ROOT).as_posix(), digest(data), str(len(data))


def _known_problems() -> Iterator[tuple[str, ...]]:
    table = tomllib.loads((_HERE / "known_problems.toml").read_text(encoding="utf-8"))
    for p in table["problem"]:
        yield p["id"], p["of"], p["versions"], p["what"], p["why_not_hit"]


def taken(paths: Iterable[Path]) -> tuple[junit.Results | None, dict[str, Any] | None]:
    """Results of tests (JUnit XML), and what was seen of requirements, from files that say what they are.

    What was seen may be in several files, if all are of one state of the tool and of other requirements.
    Raises CannotRun for what is neither, or is there twice.
    """
    tests: junit.Results | None = None
    found: dict[str, Any] | None = None
    for path in paths:
        try:
            data = path.read_bytes()
            if data.lstrip()[:1] == b"<" and tests is None:
                tests = junit.read(data)
            elif data.lstrip()[:1] == b"<":
                raise CannotRun(f"{path}: there is another file of its kind")
            else:
                found = _joined(found, path, load(data))
        except OSError as error:
            raise CannotRun(f"{path}: {error.strerror}") from None
        except (junit.NotJUnit, NotJson) as error:
            raise CannotRun(f"{path}: {error}") from None
    return tests, found


def _joined(found: dict[str, Any] | None, path: Path, more: Any) -> dict[str, Any]:
    """What was seen, with what another file says of it. Raises CannotRun."""
    if problem := problem_of_form(more, "requirements"):
        raise CannotRun(f"{path} {problem}")
    before = found or {**more, "requirements": {}}
    if more["tool"] != before["tool"]:
        raise CannotRun(f"{path}: was seen with another state of the tool than what is in another file")
    if twice := sorted(more["requirements"].keys() & before["requirements"].keys()):
        raise CannotRun(f"{path}: what was seen of {twice[0]} is in another file")
    return {**before, "requirements": {**before["requirements"], **more["requirements"]}}
