"""The audit's process: whatever happens in it, there is an audit or one line, in time, and nothing is left running."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from proofs.audit.command import MEGABYTES, PATIENCE, SECONDS, CannotAudit, audit_guarded
from tests import audit_fakes
from tests.audit_fakes import audit_file
from tests.process_tools import is_over


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    path = tmp_path / "draft.md"
    path.write_text("It is WRONG.\n", encoding="utf-8")
    return path


def refusal(path: Path, auditor: str, *, seconds: int = 30, patience: int = PATIENCE) -> str:
    with pytest.raises(CannotAudit) as caught:
        audit_guarded(path, auditor=getattr(audit_fakes, auditor), seconds=seconds, patience=patience)
    text = str(caught.value)
    assert "Traceback" not in text
    assert "\n" not in text
    assert "\x1b" not in text
    return text


@pytest.mark.parametrize("auditor", ["audit_file", "noisy"])
def test_audit_comes_back_whole(draft: Path, auditor: str) -> None:
    assert audit_guarded(draft, auditor=getattr(audit_fakes, auditor), seconds=30) == audit_file(draft)


@pytest.mark.whole
def test_hang_is_ended_with_all_its_family(draft: Path) -> None:
    assert refusal(draft, "hangs", seconds=1).endswith(f"draft.md: stopped after {PATIENCE} s")
    child = int(draft.with_suffix(".pid").read_text())
    if os.name == "posix":
        assert is_over(child)


@pytest.mark.skipif(sys.platform != "linux", reason="the platform bounds no memory")
def test_memory_is_bounded(draft: Path) -> None:
    assert refusal(draft, "explodes").endswith(f"draft.md: needs more than {MEGABYTES} MB of memory")


@pytest.mark.whole
def test_solvers_fit_into_the_memory(draft: Path) -> None:
    """Both solvers, NumPy and SymPy decide an obligation within the bound."""
    assert audit_guarded(draft, auditor=audit_fakes.decides, seconds=60) == audit_file(draft)


def test_death_is_told(draft: Path) -> None:
    assert "draft.md: the process died (SIGSEGV)" in refusal(draft, "dies")


@pytest.mark.parametrize(
    ("auditor", "told"),
    [
        ("recurses", "draft.md: nested too deeply"),
        ("fails", "draft.md: the audit failed: RuntimeError: a mistake of draft.md in two lines \\x1b[31m"),
        ("answers_otherwise", "draft.md: the audit failed: it gave a str"),
        ("gives_what_cannot_be_sent", "draft.md: the audit failed: "),
        ("raises_what_cannot_be_sent", "draft.md: the audit failed: RuntimeError: Unsendable: no more of draft.md"),
    ],
)
def test_mistake_is_one_line(draft: Path, auditor: str, told: str) -> None:
    assert told in refusal(draft, auditor)


def test_refusal_of_the_readers_is_passed_on(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.md", "audit_file") == f"{tmp_path / 'none.md'} is not a file"
    binary = tmp_path / "binary.md"
    binary.write_bytes(b"\xff\xfe\0")
    assert "is not UTF-8 text" in refusal(binary, "audit_file")


def test_nothing_is_imported_from_the_documents_folder(draft: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(draft.parent)
    for name in ("json", "pickle", "proofs", "numpy", "sitecustomize"):
        Path(f"{name}.py").write_text("open('imported', 'w').close()\n", encoding="utf-8")
    assert audit_guarded(Path("draft.md"), auditor=audit_file, seconds=30).findings
    assert not Path("imported").exists()


@pytest.mark.whole
@pytest.mark.skipif(sys.platform == "win32", reason="there is no bound on processor time")
def test_endless_work_is_ended_by_its_processor_time(draft: Path) -> None:
    # However little of the processor it is given: the clock is to play no part.
    ended = refusal(draft, "works", seconds=2, patience=10**3)
    assert ended.endswith("draft.md: stopped after 2 s of processor time")


def test_whole_command_ends_soon_and_fits_a_small_machine() -> None:
    assert SECONDS < 120
    assert MEGABYTES < 1000
