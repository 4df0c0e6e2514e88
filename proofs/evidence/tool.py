"""What made a package: the installed tool, file by file, and what it alone determines of a package."""

from __future__ import annotations

import hashlib
import subprocess
from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import MappingProxyType
from typing import Any

from proofs.catalogue import ALL
from proofs.certificates import store
from proofs.evidence.jsontext import dump
from proofs.evidence.standards import as_json as standards_json
from proofs.evidence.standards import markdown as standards
from proofs.generated import generated
from proofs.kernel import status as kernel
from proofs.labels import CLAIMS
from proofs.scripts import scripts
from spec.maxpool import MAXPOOL
from spec.readings.plain import to_plain

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("spec", "proofs", "reference")
SPECIFICATION = "specification/clauses.json"
SMT = "obligations/smt2"


@cache
def digest() -> str:
    """One digest over all files that are installed of the tool, tests and what Python compiled apart."""
    sums = [f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}" for name, path in sorted(_own().items())]
    return hashlib.sha256("\n".join(sums).encode()).hexdigest()


def _own() -> dict[str, Path]:
    found = {"maxpool.py": ROOT / "maxpool.py"}
    for room in ROOMS:
        for path in (ROOT / room).rglob("*"):
            if path.is_file() and not _is_apart(path):
                found[path.relative_to(ROOT).as_posix()] = path
    return found


def _is_apart(path: Path) -> bool:
    return "__pycache__" in path.parts or path.name.startswith(("test_", "conftest", "."))


def own_version() -> str:
    """The version of the tool."""
    try:
        return version("sonnx-maxpool")
    except PackageNotFoundError:
        return "not installed"


@cache
def commit() -> tuple[str, bool]:
    """The commit that the tool is checked out from, and whether files differ from it; "" where there is none."""
    if not (ROOT / ".git").exists():
        return "", False
    name = _git("rev-parse", "HEAD").strip()
    return name, bool(name) and bool(_git("status", "--porcelain", "--untracked-files=normal").strip())


def _git(*command: str) -> str:
    try:
        done = subprocess.run(
            ["git", "-C", str(ROOT), *command], capture_output=True, text=True, check=False, timeout=60
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout if done.returncode == 0 else ""


def identity() -> dict[str, Any]:
    """What names the tool in a package's manifest."""
    name, changed = commit()
    return {"name": "sonnx-maxpool", "version": own_version(), "commit": name, "changed": changed, "digest": digest()}


@cache
def determined() -> Mapping[str, bytes]:
    """The files of a package that the tool alone determines: a checker makes them again, and compares."""
    files = {SPECIFICATION: dump(_clauses()), "trust/standards.json": dump(standards_json())}
    files |= {f"specification/{n}": t.encode() for n, t in generated().items() if not n.startswith("rules/")}
    files |= {f"{SMT}/{name}": text.encode() for o in ALL for name, text in scripts(o).items()}
    files |= {f"certificates/{path.name}": path.read_bytes() for path in sorted(store.DATA.glob("*.json"))}
    files |= {f"kernel/{name}": text.encode() for name, text in kernel.files().items()}
    return MappingProxyType(files | {"trust/standards.md": standards().encode()})


def _clauses() -> dict[str, Any]:
    """The clauses and the claims of the documents; the tables are `constraints.json`."""
    return {
        "schema": "maxpool/evidence-specification/1",
        "clauses": [
            {
                "label": c.label,
                "kind": c.kind,
                "subject": c.subject,
                "title": c.title,
                "statement": c.statement,
                "formula": to_plain(c.formula),
                "rationale": c.rationale,
                "document": c.source.document,
                "line": c.source.line,
                "source": str(c.source),
                "restated": [{"document": s.document, "line": s.line} for s in c.restated],
            }
            for c in MAXPOOL.clauses
        ],
        "claims": [
            {"label": c.label, "formula": to_plain(c.formula), "document": c.source.document, "line": c.source.line}
            for c in CLAIMS.values()
        ],
    }
