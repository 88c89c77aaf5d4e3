"""Signatures of the head of a record: Ed25519 over an in-toto statement, in a DSSE envelope.

The head is the chain digest of the last bundle, from which everything before follows. Formats:
in-toto Attestation Framework, Statement v1; Dead Simple Signing Envelope, protocol v1.0.2.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cedarprov.errors import BadKey, BadSignature
from cedarprov.model.frozen import Frozen, from_data

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (
        Ed25519PrivateKey,
        Ed25519PublicKey,
    )

PREDICATE: Final = "https://w3id.org/cedarprov/attestation/head/v1"
"""The predicate type: that a record stood at a head at a time."""

_STATEMENT: Final = "https://in-toto.io/Statement/v1"
_PAYLOAD: Final = "application/vnd.in-toto+json"
_CHAIN: Final = re.compile("sha256:[0-9a-f]{64}")
_LARGEST: Final = 1_000_000


class Head(Frozen):
    """Where a record stands: its base, the last sequence number, and its chain digest."""

    base: str
    sequence: int
    head: str


class _Signature(Frozen):
    sig: str
    keyid: str = ""


class _Envelope(Frozen):
    payload: str
    payloadType: str  # noqa: N815 - the name that DSSE gives it
    signatures: tuple[_Signature, ...]


class _Digest(Frozen):
    sha256: str


class _Subject(Frozen):
    name: str
    digest: _Digest


class _Predicate(Frozen):
    sequence: int
    head: str
    time: str


class _Statement(Frozen):
    subject: tuple[_Subject, ...]
    predicateType: str  # noqa: N815 - the name that in-toto gives it
    predicate: _Predicate


# -- signing --------------------------------------------------------------------------------------


def sign_head(head: Head, key: Path, *, passphrase: str | None, at: datetime) -> bytes:
    """Return a signature of a head, made with the private key in a PEM file, as JSON.

    Raises:
        BadKey: It is no private Ed25519 key, or the passphrase does not open it.
    """
    private = _private_key(key, passphrase)
    payload = json.dumps(_statement(head, at)).encode()
    signature = private.sign(_signed_bytes(_PAYLOAD, payload))
    envelope = {
        "payload": base64.b64encode(payload).decode(),
        "payloadType": _PAYLOAD,
        "signatures": [
            {"keyid": _key_id(private.public_key()), "sig": base64.b64encode(signature).decode()}
        ],
    }
    return f"{json.dumps(envelope, indent=2)}\n".encode()


def _statement(head: Head, at: datetime) -> dict[str, Any]:
    time = at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    digest = head.head.removeprefix("sha256:")
    return {
        "_type": _STATEMENT,
        "subject": [{"name": head.base, "digest": {"sha256": digest}}],
        "predicateType": PREDICATE,
        "predicate": {"sequence": head.sequence, "head": head.head, "time": time},
    }


def _signed_bytes(kind: str, payload: bytes) -> bytes:
    """Return what is signed: the pre-authentication encoding (DSSE protocol, PAE)."""
    name = kind.encode()
    return b"DSSEv1 %d %b %d %b" % (len(name), name, len(payload), payload)


# -- checking -------------------------------------------------------------------------------------


def signed_head(signature: Path, key: Path) -> Head:
    """Return the head that a file signs, once the signature was checked with a public key (PEM).

    Raises:
        BadKey: It is no public Ed25519 key.
        BadSignature: The file is no signature of a head, or not by this key, or was changed.
    """
    public = _public_key(key)
    envelope = _envelope(signature)
    payload = _decoded(envelope.payload, signature)
    signed = _signed_bytes(envelope.payloadType, payload)
    # A key identifier is a hint only (DSSE): every signature is tried.
    if not any(
        _holds(public, _decoded(each.sig, signature), signed) for each in envelope.signatures
    ):
        why = f"it was not made with the key of {key}, or what it signs was changed"
        raise BadSignature(signature, why)
    if envelope.payloadType != _PAYLOAD:
        raise BadSignature(signature, f"it signs {envelope.payloadType}, not an in-toto statement")
    return _head(payload, signature)


def _envelope(path: Path) -> _Envelope:
    with path.open("rb") as file:
        content = file.read(_LARGEST + 1)
    if len(content) > _LARGEST:
        raise BadSignature(path, f"it has more than {_LARGEST} bytes")
    envelope: _Envelope = _read(_Envelope, content, path, "it is no DSSE envelope")
    if not envelope.signatures:
        raise BadSignature(path, "its envelope holds no signature")
    return envelope


def _head(payload: bytes, path: Path) -> Head:
    data = _json(payload, path, "what it signs is no JSON")
    kind = data.get("_type") if isinstance(data, dict) else None
    if kind != _STATEMENT or data.get("predicateType") != PREDICATE:
        raise BadSignature(path, "what it signs is no statement about the head of a record")
    statement = _value(_Statement, data, path, "its statement lacks a part")
    said = statement.predicate
    subjects = [(each.name, f"sha256:{each.digest.sha256}") for each in statement.subject]
    if len(subjects) != 1 or subjects[0][1] != said.head or not _CHAIN.fullmatch(said.head):
        raise BadSignature(path, "its statement does not have one head as its subject")
    return Head(base=subjects[0][0], sequence=said.sequence, head=said.head)


def _decoded(written: str, path: Path) -> bytes:
    try:
        return base64.b64decode(written, validate=True)
    except (binascii.Error, ValueError) as error:
        raise BadSignature(path, f"its envelope holds what is no base64 ({error})") from error


def _read(kind: type[Any], content: bytes, path: Path, otherwise: str) -> Any:  # noqa: ANN401
    return _value(kind, _json(content, path, otherwise), path, otherwise)


def _json(content: bytes, path: Path, otherwise: str) -> Any:  # noqa: ANN401 - what JSON holds
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        raise BadSignature(path, f"{otherwise} ({error})") from error


def _value(kind: type[Any], data: object, path: Path, otherwise: str) -> Any:  # noqa: ANN401
    try:
        return from_data(kind, data)
    except ValueError as error:
        raise BadSignature(path, f"{otherwise} ({error})") from error


def _holds(public: Ed25519PublicKey, signature: bytes, signed: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 - heavy

    try:
        public.verify(signature, signed)
    except InvalidSignature:
        return False
    return True


# -- keys -----------------------------------------------------------------------------------------


def is_encrypted(key: Path) -> bool:
    """Tell whether the private key in a PEM file asks for a passphrase."""
    return b"-----BEGIN ENCRYPTED PRIVATE KEY-----" in _pem(key)


def _private_key(path: Path, passphrase: str | None) -> Ed25519PrivateKey:
    from cryptography.exceptions import UnsupportedAlgorithm  # noqa: PLC0415 - heavy
    from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415
    from cryptography.hazmat.primitives.serialization import load_pem_private_key  # noqa: PLC0415

    content = _pem(path)
    secret = passphrase.encode() if passphrase and is_encrypted(path) else None
    try:
        key = load_pem_private_key(content, secret)
    except TypeError as error:
        raise BadKey(path, "it is encrypted, and no passphrase was given") from error
    except (ValueError, UnsupportedAlgorithm) as error:
        why = "the passphrase does not open it" if secret else "it is no private key in PEM"
        raise BadKey(path, why) from error
    if not isinstance(key, ed25519.Ed25519PrivateKey):
        raise BadKey(path, "it is a private key of another kind than Ed25519")
    return key


def _public_key(path: Path) -> Ed25519PublicKey:
    from cryptography.exceptions import UnsupportedAlgorithm  # noqa: PLC0415 - heavy
    from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415
    from cryptography.hazmat.primitives.serialization import load_pem_public_key  # noqa: PLC0415

    content = _pem(path)
    if b"PRIVATE KEY-----" in content:
        raise BadKey(path, "it is a private key; a signature is checked with the public one")
    try:
        key = load_pem_public_key(content)
    except (ValueError, UnsupportedAlgorithm) as error:
        raise BadKey(path, "it is no public key in PEM") from error
    if not isinstance(key, ed25519.Ed25519PublicKey):
        raise BadKey(path, "it is a public key of another kind than Ed25519")
    return key


def _pem(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_LARGEST)


def _key_id(public: Ed25519PublicKey) -> str:
    """Return the SHA-256 digest of a public key in its usual form (SubjectPublicKeyInfo, DER)."""
    from cryptography.hazmat.primitives.serialization import (  # noqa: PLC0415 - heavy
        Encoding,
        PublicFormat,
    )

    der = public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return f"sha256:{hashlib.sha256(der).hexdigest()}"
