"""The container of a package: refused within limits if hostile, written whole or not at all; and its signature."""

from __future__ import annotations

import os
import struct
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from proofs.catalogue import CATALOGUE
from proofs.evidence.making import statement
from proofs.evidence.making.build import Built, save, signed
from proofs.evidence.package import archive
from proofs.evidence.package.archive import BadPackage, pack, unpack
from proofs.evidence.package.jsontext import NotJson, load
from proofs.evidence.package.names import ENVELOPE, STATEMENT
from proofs.evidence.verifying.verify import verify
from reference.common import identity
from reference.common.files import NotOurs
from tests.evidence_tools import edited, evaluate_here


@pytest.fixture(scope="module")
def built(one_package: Built) -> Built:
    return one_package


# --- hostile containers ---


def zipped(*entries: tuple[str, bytes], method: int = zipfile.ZIP_STORED, mode: int = 0o100644) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", method) as target:
        for name, data in entries:
            info = zipfile.ZipInfo(name)
            info.external_attr, info.compress_type = mode << 16, method
            target.writestr(info, data)
    return out.getvalue()


@pytest.mark.parametrize(
    "name", ["../x", "/x", "a/../../x", "C:/x", "a\\x", "a//x", "./x", "a/", "con", "x/NUL.txt", "a" * 201, "x\x01", ""]
)
def test_names_that_leave_the_package_are_refused(name: str) -> None:
    with pytest.raises(BadPackage):
        unpack(zipped((name, b"x")))
    with pytest.raises(BadPackage):
        pack({name: b"x"})


def test_bomb_is_refused_unopened() -> None:
    with pytest.raises(BadPackage, match="is compressed"):
        unpack(zipped(("x", b"0" * 50_000_000), method=zipfile.ZIP_DEFLATED))


def test_links_and_modes_are_refused() -> None:
    with pytest.raises(BadPackage):
        unpack(zipped(("x", b"/etc/passwd"), mode=0o120777))
    harmless = pack({"x": b"y"})
    assert unpack(harmless) == {"x": b"y"}
    link = harmless.replace(struct.pack("<I", 0o100644 << 16), struct.pack("<I", 0o120777 << 16))
    with pytest.raises(BadPackage, match="not in the form of a package"):
        unpack(link)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_files_of_one_name_are_refused() -> None:
    with pytest.raises(BadPackage, match="twice"):
        unpack(zipped(("x", b"1"), ("x", b"2")))
    with pytest.raises(BadPackage, match="only in letter case"):
        pack({"x": b"1", "X": b"2"})
    one, two = pack({"x": b"1"}), pack({"x": b"2"})
    with pytest.raises(BadPackage, match="not in the form of a package"):
        unpack(one[: one.index(b"PK\1\2")] + two)


def test_files_in_one_place_of_the_container_are_not_read() -> None:
    """A directory of many entries over the same bytes, or of more entries than a package has, costs nothing."""
    data = pack({"a": b"x" * 1_000_000, "b": b""})
    entry = data[data.index(b"PK\1\2") : data.rindex(b"PK\1\2")]
    size = struct.pack("<II", 1_000_000, 1_000_000)
    assert entry.count(size) == 1
    for number, said in ((3_000, "hold more than"), (20_000, "more than 10000 files")):
        names = [b"%05d" % n for n in range(number)]
        again = b"".join(entry[:28] + struct.pack("<H", 5) + entry[30:46] + name for name in names)
        start = data.index(b"PK\1\2")
        end = struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, number, number, len(again), start, 0)
        with pytest.raises(BadPackage, match=said):
            unpack(data[:start] + again + end)


@pytest.mark.parametrize("data", [b"", b"PK", b"PK\3\4", b"PK\5\6" + b"\0" * 18, b"x" * 1000])
def test_what_is_no_package_is_refused(data: bytes) -> None:
    with pytest.raises(BadPackage):
        unpack(data)


def test_sizes_are_bounded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    data = pack({"x": b"y" * 100, "z": b""})
    said = data.replace(struct.pack("<II", 100, 100), struct.pack("<II", 2**31, 2**31))
    with pytest.raises(BadPackage, match="is said to have"):
        unpack(said)
    (tmp_path / "x.zip").write_bytes(data)
    monkeypatch.setattr(archive, "MOST_BYTES", 50)
    with pytest.raises(BadPackage, match="more than 50 bytes"):
        archive.read(tmp_path / "x.zip")


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"a": 1, "a": 2}', "NaN", "1" * 5000, "\udcff", "[" * 70 + "]" * 70, "1e999"]
)
def test_hostile_json_is_refused(text: str) -> None:
    with pytest.raises(NotJson):
        load(text.encode("utf-8", "surrogateescape"))


def test_script_in_fields_is_text(built: Built) -> None:
    for name in ("report.html", "matrix/matrix.html"):
        page = built.files[name].decode()
        assert page.count("<script>") == 1, name
        assert "&lt;script&gt;alert(2)" in page, name
    assert b"<script>" not in built.files["matrix/matrix.reqif"]
    assert b",'=" not in built.files["matrix/matrix.csv"]


# --- written whole or not at all ---


def test_what_is_no_package_is_not_replaced(built: Built, tmp_path: Path) -> None:
    path = tmp_path / "thesis.zip"
    path.write_bytes(b"PK\3\4 my thesis")
    with pytest.raises(NotOurs):
        save(path, built)
    assert path.read_bytes() == b"PK\3\4 my thesis"


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_failure_leaves_the_old_package_or_none(
    built: Built, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    old = tmp_path / "old.zip"
    save(old, built)
    before = old.read_bytes()

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(os, "replace", fail)
    for path in (old, tmp_path / "new.zip"):
        with pytest.raises(type(error)):
            save(path, built)
    assert [p.name for p in tmp_path.iterdir()] == ["old.zip"]
    assert old.read_bytes() == before


# --- signatures ---


@pytest.mark.whole
def test_signature(built: Built, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evaluate_here(monkeypatch)
    pytest.importorskip("cryptography", reason="signatures need the extra `evidence`")
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    private, other = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    for name, key in (("key.pem", private), ("other-key.pem", other)):
        pem = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        (tmp_path / name).write_bytes(pem)
    for name, key in (("public.pem", private), ("other.pem", other)):
        public = key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        (tmp_path / name).write_bytes(public)
    signed_package = signed(built, tmp_path / "key.pem")
    save(tmp_path / "x.zip", signed_package)
    assert verify(CATALOGUE, tmp_path / "x.zip", key=tmp_path / "public.pem").problems == []
    wrong = verify(CATALOGUE, tmp_path / "x.zip", key=tmp_path / "other.pem").problems
    assert (ENVELOPE, "does not name this key") in wrong
    other_id = load(signed(built, tmp_path / "other-key.pem").files[ENVELOPE])["signatures"][0]["keyid"]
    renamed = edited(signed_package.files[ENVELOPE], lambda e: e["signatures"][0].update(keyid=other_id))
    problem = statement.signature_problem(renamed, built.files[STATEMENT], tmp_path / "other.pem")
    assert problem == "is not signed by this key"
    envelope = edited(signed_package.files[ENVELOPE], lambda e: e["signatures"][0].update(sig="AAAA"))
    changed = {**signed_package.files, ENVELOPE: envelope}
    assert ENVELOPE in {path for path, _ in _problems(tmp_path / "y.zip", pack(changed))}
    assert ENVELOPE in {path for path, _ in verify_unsigned(built, tmp_path)}


def _problems(path: Path, data: bytes) -> list[tuple[str, str]]:
    path.write_bytes(data)
    return verify(CATALOGUE, path).problems


def verify_unsigned(built: Built, folder: Path) -> list[tuple[str, str]]:
    save(folder / "unsigned.zip", built)
    return verify(CATALOGUE, folder / "unsigned.zip", key=folder / "public.pem").problems


def test_tool_has_a_digest_of_all_its_files() -> None:
    own = identity._own()
    assert {"maxpool.py", "proofs/kernel/Pool.v", "proofs/certificates/data/shape.json"} <= own.keys()
    assert not any(name.rsplit("/", 1)[-1].startswith(("test_", "conftest")) for name in own)
