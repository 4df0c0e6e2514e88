"""Corrections: made whole or not at all, in the bytes of the document's own kind, and never over another file."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.audit.report.fix import DocumentChanged, certain, fixed_copy, replaced, write_copy
from proofs.audit.report.report import Audit
from proofs.audit.rulebook.findings import Finding, Fix
from spec.documents.pages.load import decode
from spec.documents.pages.model import Document
from tests.audit_fakes import COVERAGE, audit_of, document_of


def fixes(*parts: tuple[int, int, str]) -> list[Finding]:
    return [Finding("formula-wrong", start, "", fix=Fix(start, end, text)) for start, end, text in parts]


@pytest.mark.parametrize(
    ("parts", "result"),
    [
        ([(0, 1, "A")], "Abcdef"),
        ([(4, 5, "E"), (0, 1, "A")], "AbcdEf"),
        ([(0, 3, "X"), (2, 4, "Y")], "Xdef"),
        ([(2, 4, "Y"), (0, 3, "X"), (3, 5, "Z")], "XZf"),
        ([(0, 1, "A"), (0, 3, "ABC")], "ABCdef"),
        ([(0, 2, "X"), (2, 4, "Y")], "XYef"),
        ([(1, 2, "B"), (1, 2, "B")], "aBcdef"),
        ([(3, 3, "-")], "abc-def"),
        ([(3, 3, "-"), (3, 3, "+")], "abc+def"),
        ([(0, 3, "X"), (3, 3, "-")], "X-def"),
        ([(6, 6, "!")], "abcdef!"),
        ([], "abcdef"),
    ],
)
def test_corrections_do_not_overlap(parts: list[tuple[int, int, str]], result: str) -> None:
    assert replaced("abcdef", certain(fixes(*parts))) == result


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.text("xyz", max_size=3)), max_size=8))
def test_each_correction_is_made_whole_or_not(parts: list[tuple[int, int, str]]) -> None:
    findings = fixes(*((min(a, b), max(a, b), text) for a, b, text in parts))
    made = certain(findings)
    text = "0123456789"
    fixed, at = replaced(text, certain(findings)), 0
    for before, fix in zip([None, *made], made, strict=False):
        kept = text[before.end if before else 0 : fix.start]
        assert fixed[at : at + len(kept) + len(fix.text)] == kept + fix.text
        at += len(kept) + len(fix.text)
    assert fixed[at:] == text[made[-1].end if made else 0 :]
    assert (not made) == (not findings)


def audit_of_bytes(data: bytes, *parts: tuple[int, int, str]) -> Audit:
    loaded = decode(data, "draft.md")
    return Audit(Document("draft.md", loaded.text, loaded.sha256, ()), COVERAGE, (), tuple(fixes(*parts)))


@pytest.mark.parametrize(
    ("data", "part", "result"),
    [
        (b"a\r\nb\r\nc", (2, 3, "B"), b"a\r\nB\r\nc"),
        (b"a\r\nb\r\nc", (2, 4, "B"), b"a\r\nBc"),
        (b"a\r\nb\r\nc", (1, 2, "-"), b"a-b\r\nc"),
        (b"a\r\nb\r\nc", (4, 5, "C\nD"), b"a\r\nb\r\nC\r\nD"),
        (b"a\nb\r\nc\n", (4, 5, "C"), b"a\nb\r\nC\n"),
        (b"a\rb\rc", (2, 3, "x\ny"), b"a\rx\ry\rc"),
        (b"\xef\xbb\xbfa\n", (0, 1, "b"), b"\xef\xbb\xbfb\n"),
        ("日é\r\nx".encode(), (3, 4, "y"), "日é\r\ny".encode()),
    ],
)
def test_copy_keeps_the_files_habits(data: bytes, part: tuple[int, int, str], result: bytes) -> None:
    assert fixed_copy(data, audit_of_bytes(data, part)).data == result


def test_changed_document_is_not_corrected() -> None:
    audit = audit_of_bytes(b"one", (0, 1, "O"))
    with pytest.raises(DocumentChanged, match="has changed"):
        fixed_copy(b"two", audit)


def test_what_was_left_is_counted() -> None:
    copy = fixed_copy(b"abcdef", audit_of_bytes(b"abcdef", (0, 3, "X"), (2, 4, "Y"), (0, 3, "X")))
    assert (copy.data, copy.made, copy.left) == (b"Xdef", 1, 1)


def test_interrupted_copy_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        def __enter__(self) -> Full:
            return self

        def __exit__(self, *_: object) -> None: ...

        def write(self, _: bytes) -> None:
            raise OSError(28, "No space left on device")

    def full(path: Path, mode: str) -> Full:
        open(path, mode).close()
        return Full()

    draft, new = tmp_path / "draft.md", tmp_path / "new.md"
    draft.write_bytes(b"WRONG")
    monkeypatch.setattr(Path, "read_bytes", lambda _: b"WRONG")
    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(OSError, match="No space"):
        write_copy(new, draft, audit_of(document_of("WRONG")))
    assert not new.exists()
