"""An in-toto Statement about a package: every file's digest, commit, versions, command; and its signature."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key, load_pem_public_key

from proofs.evidence.package.archive import digest
from proofs.evidence.package.jsontext import NotJson, dump, load, load_object
from proofs.evidence.package.names import BOM, MANIFEST, STATEMENT
from reference.common.errors import CannotRun

TYPE, PREDICATE = "https://in-toto.io/Statement/v1", "https://in-toto.io/attestation/link/v0.3"
PAYLOAD_TYPE = "application/vnd.in-toto+json"


class CannotSign(CannotRun):
    """There is no signature to make or to check; the message says why, on one line."""


def argument_of(manifest: Mapping[str, Any]) -> str:
    """The digest of the argument: over the tool, the command and every file's digest."""
    return digest(dump({k: v for k, v in manifest.items() if k != "argument"}))


def files(manifest: Mapping[str, Any], packed: Mapping[str, bytes]) -> dict[str, bytes]:
    """The statement of a package, as a file: a checker makes it again, and compares."""
    return {STATEMENT: dump(statement(manifest, packed))}


def statement(manifest: Mapping[str, Any], packed: Mapping[str, bytes]) -> dict[str, Any]:
    """The statement: its subjects are the manifest and all files that the manifest names."""
    tool = manifest["tool"]
    names = sorted({MANIFEST, *manifest["files"]})
    return {
        "_type": TYPE,
        "subject": [{"name": name, "digest": {"sha256": digest(packed[name])}} for name in names],
        "predicateType": PREDICATE,
        "predicate": {
            "name": "maxpool evidence build",
            "command": str(manifest["command"]).split(" "),
            "materials": [
                {"name": "tool", "digest": {"sha256": tool["digest"]}},
                *([{"name": "commit", "digest": {"gitCommit": tool["commit"]}}] if tool["commit"] else []),
            ],
            "byproducts": {"argument": manifest["argument"]},
            "environment": {
                "tool": tool["version"],
                "changed": tool["changed"],
                "versions": {c["name"]: c.get("version", "") for c in load(packed[BOM])["components"]},
            },
        },
    }


def encoded(payload: bytes) -> bytes:
    """What a DSSE signature is over: type and payload, each with its length."""
    kind = PAYLOAD_TYPE.encode()
    return b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(payload), payload)


def private_key(path: Path) -> Ed25519PrivateKey:
    """A local Ed25519 key (PEM, without a password). Raises CannotSign."""
    key = _loaded(path, partial(load_pem_private_key, password=None), "private key in PEM without a password")
    if not isinstance(key, Ed25519PrivateKey):
        raise CannotSign(f"{path}: not an Ed25519 key")
    return key


def _loaded(path: Path, load: Callable[[bytes], object], kind: str) -> object:
    try:
        return load(path.read_bytes())
    except (OSError, ValueError, TypeError, UnsupportedAlgorithm) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise CannotSign(f"{path}: not a {kind}: {reason or error}") from None


def sign(payload: bytes, key: Path) -> bytes:
    """The envelope of a statement, signed with a local Ed25519 key (PEM, without a password). Raises CannotSign."""
    private = private_key(key)
    signature = {"keyid": _keyid(private.public_key()), "sig": _base64(private.sign(encoded(payload)))}
    return dump({"payload": _base64(payload), "payloadType": PAYLOAD_TYPE, "signatures": [signature]})


def _keyid(public: Ed25519PublicKey) -> str:
    return hashlib.sha256(public.public_bytes_raw()).hexdigest()


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def envelope_problem(envelope: bytes, payload: bytes) -> str:
    """What is wrong with an envelope, its signature apart; empty if nothing is."""
    try:
        document = load_object(envelope, "envelope")
    except NotJson as error:
        return str(error)
    if document["payload"] != _base64(payload):
        return "is not the envelope of this package's statement"
    return "" if dump(document) == envelope else "is not in the form in which packages are written"


def signature_problem(envelope: bytes, payload: bytes, key: Path) -> str:
    """What is wrong with an envelope's signature by a public key (PEM); empty if nothing is. Raises CannotSign."""
    public = _loaded(key, load_pem_public_key, "public key in PEM")
    if not isinstance(public, Ed25519PublicKey):
        raise CannotSign(f"{key}: not an Ed25519 key")
    signature = load(envelope)["signatures"][0]
    if signature["keyid"] != _keyid(public):
        return "does not name this key"
    try:
        public.verify(base64.b64decode(signature["sig"], validate=True), encoded(payload))
    except (InvalidSignature, ValueError):
        return "is not signed by this key"
    return ""
