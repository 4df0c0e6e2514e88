"""An in-toto Statement about a package: every file's digest, commit, versions, command; and its signature."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from proofs.evidence.contents.bom import BOM
from proofs.evidence.package.archive import digest
from proofs.evidence.package.jsontext import NotJson, dump, load
from reference.common.errors import CannotRun

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

STATEMENT, ENVELOPE = "statement.intoto.json", "statement.dsse.json"
TYPE, PREDICATE = "https://in-toto.io/Statement/v1", "https://in-toto.io/attestation/link/v0.3"
PAYLOAD_TYPE = "application/vnd.in-toto+json"
MISSING = "signatures need the extra `evidence`: pip install 'sonnx-maxpool[evidence]'"


class CannotSign(CannotRun):
    """There is no signature to make or to check; the message says why, on one line."""


def files(manifest: Mapping[str, Any], packed: Mapping[str, bytes]) -> dict[str, bytes]:
    """The statement of a package, as a file: a checker makes it again, and compares."""
    return {STATEMENT: dump(statement(manifest, packed))}


def statement(manifest: Mapping[str, Any], packed: Mapping[str, bytes]) -> dict[str, Any]:
    """The statement: its subjects are the manifest and all files that the manifest names."""
    names = sorted({"MANIFEST.json", *manifest["files"]})
    return {
        "_type": TYPE,
        "subject": [{"name": name, "digest": {"sha256": digest(packed[name])}} for name in names],
        "predicateType": PREDICATE,
        "predicate": {
            "name": "maxpool evidence build",
            "command": str(manifest["command"]).split(" "),
            "materials": [
                {"name": "tool", "digest": {"sha256": manifest["tool"]["digest"]}},
                *(
                    [{"name": "commit", "digest": {"gitCommit": manifest["tool"]["commit"]}}]
                    if manifest["tool"]["commit"]
                    else []
                ),
            ],
            "byproducts": {"argument": manifest["argument"]},
            "environment": {
                "tool": manifest["tool"]["version"],
                "changed": manifest["tool"]["changed"],
                "versions": {c["name"]: c["version"] for c in load(packed[BOM])["components"]},
            },
        },
    }


def encoded(payload: bytes) -> bytes:
    """What a DSSE signature is over: type and payload, each with its length."""
    kind = PAYLOAD_TYPE.encode()
    return b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(payload), payload)


def private_key(key: Path) -> Ed25519PrivateKey:
    """A local Ed25519 key (PEM, without a password). Raises CannotSign."""
    try:
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    except ImportError:
        raise CannotSign(MISSING) from None
    try:
        private = serialization.load_pem_private_key(key.read_bytes(), password=None)
    except (OSError, ValueError, TypeError) as error:
        raise CannotSign(f"{key}: no private key in PEM without a password: {_reason(error)}") from None
    if not isinstance(private, Ed25519PrivateKey):
        raise CannotSign(f"{key}: no Ed25519 key")
    return private


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def sign(payload: bytes, key: Path) -> bytes:
    """The envelope of a statement, signed with a local Ed25519 key (PEM, without a password). Raises CannotSign."""
    private = private_key(key)
    public = private.public_key().public_bytes_raw()
    signature = {"keyid": hashlib.sha256(public).hexdigest(), "sig": _base64(private.sign(encoded(payload)))}
    return dump({"payload": _base64(payload), "payloadType": PAYLOAD_TYPE, "signatures": [signature]})


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def envelope_problem(envelope: bytes, payload: bytes) -> str:
    """What is wrong with an envelope, its signature apart; empty if nothing is."""
    try:
        document = load(envelope)
    except NotJson as error:
        return str(error)
    match document:
        case {"payload": str(inside), "payloadType": str(kind), "signatures": [{"keyid": str(), "sig": str()}]}:
            if kind != PAYLOAD_TYPE or inside != _base64(payload):
                return "is not the envelope of this package's statement"
            return "" if dump(document) == envelope else "is not written as packages write"
    return "is no DSSE envelope with one signature"


def signature_problem(envelope: bytes, payload: bytes, key: Path) -> str:
    """What is wrong with an envelope's signature by a public key (PEM); empty if nothing is. Raises CannotSign."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        raise CannotSign(MISSING) from None
    try:
        public = serialization.load_pem_public_key(key.read_bytes())
    except (OSError, ValueError) as error:
        raise CannotSign(f"{key}: no public key in PEM: {_reason(error)}") from None
    if not isinstance(public, Ed25519PublicKey):
        raise CannotSign(f"{key}: no Ed25519 key")
    try:
        public.verify(base64.b64decode(load(envelope)["signatures"][0]["sig"], validate=True), encoded(payload))
    except (InvalidSignature, ValueError):
        return "is not signed by this key"
    return ""
