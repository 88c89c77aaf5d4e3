"""Signatures of a head: what holds, and what is refused in a sentence."""

from __future__ import annotations

import base64
import json
from datetime import UTC, datetime

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.check.signature import Head, is_encrypted, sign_head, signed_head
from cedarprov.errors import BadKey, BadSignature

HEAD = Head(base="urn:cedarprov:a:", sequence=8, head=f"sha256:{'ab' * 32}")
WORDS = "open sesame"
AT = datetime(2024, 3, 1, 9, tzinfo=UTC)


def write_keys(folder, name, key, passphrase=None):
    """The paths of a private key and its public key, in PEM."""
    lock = BestAvailableEncryption(passphrase) if passphrase else NoEncryption()
    private, public = folder / f"{name}.pem", folder / f"{name}.pub.pem"
    private.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, lock))
    public.write_bytes(
        key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    )
    return private, public


@pytest.fixture(scope="module")
def keys(tmp_path_factory):
    return write_keys(tmp_path_factory.mktemp("keys"), "anna", ed25519.Ed25519PrivateKey.generate())


@pytest.fixture(scope="module")
def signature(keys, tmp_path_factory):
    path = tmp_path_factory.mktemp("signed") / "head.json"
    path.write_bytes(sign_head(HEAD, keys[0], passphrase=None, at=AT))
    return path


def test_the_head_that_was_signed_is_read_with_the_public_key(keys, signature):
    assert signed_head(signature, keys[1]) == HEAD


def test_what_is_signed_is_an_in_toto_statement_that_others_can_check(keys, signature):
    envelope = json.loads(signature.read_text())
    payload = base64.b64decode(envelope["payload"])
    kind = b"application/vnd.in-toto+json"
    signed = b"DSSEv1 28 " + kind + b" " + str(len(payload)).encode() + b" " + payload
    public = load_pem_private_key(keys[0].read_bytes(), None).public_key()

    public.verify(base64.b64decode(envelope["signatures"][0]["sig"]), signed)

    assert envelope["payloadType"] == kind.decode()
    assert json.loads(payload) == {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{"name": HEAD.base, "digest": {"sha256": "ab" * 32}}],
        "predicateType": "https://w3id.org/cedarprov/attestation/head/v1",
        "predicate": {"sequence": 8, "head": HEAD.head, "time": "2024-03-01T09:00:00Z"},
    }


def test_the_same_head_at_the_same_time_gets_the_same_signature(keys, signature):
    assert sign_head(HEAD, keys[0], passphrase=None, at=AT) == signature.read_bytes()


# -- keys -----------------------------------------------------------------------------------------


def test_an_encrypted_key_opens_with_its_passphrase_only(tmp_path):
    key = ed25519.Ed25519PrivateKey.generate()
    private, public = write_keys(tmp_path, "locked", key, WORDS.encode())
    file = tmp_path / "head.json"

    file.write_bytes(sign_head(HEAD, private, passphrase=WORDS, at=AT))

    assert is_encrypted(private)
    assert signed_head(file, public) == HEAD
    for passphrase, why in (("wrong words", "does not open it"), (None, "no passphrase")):
        with pytest.raises(BadKey, match=why) as caught:
            sign_head(HEAD, private, passphrase=passphrase, at=AT)
        assert "wrong words" not in str(caught.value)


def test_a_key_of_another_kind_is_refused(signature, tmp_path):
    private, public = write_keys(tmp_path, "curve", ec.generate_private_key(ec.SECP256R1()))

    with pytest.raises(BadKey, match="another kind than Ed25519"):
        sign_head(HEAD, private, passphrase=None, at=AT)
    with pytest.raises(BadKey, match="another kind than Ed25519"):
        signed_head(signature, public)


def test_the_public_key_signs_nothing_and_the_private_one_checks_nothing(keys, signature):
    with pytest.raises(BadKey, match="no private key"):
        sign_head(HEAD, keys[1], passphrase=None, at=AT)
    with pytest.raises(BadKey, match="with the public one"):
        signed_head(signature, keys[0])


@given(content=st.binary(max_size=80))
def test_what_is_no_key_is_refused(content, signature, tmp_path_factory):
    path = tmp_path_factory.mktemp("no") / "key.pem"
    path.write_bytes(content)

    with pytest.raises(BadKey):
        sign_head(HEAD, path, passphrase=WORDS, at=AT)
    with pytest.raises(BadKey):
        signed_head(signature, path)


# -- signatures -----------------------------------------------------------------------------------


def forged(signature, tmp_path, **changes):
    """A copy of a signature with parts of its envelope changed."""
    path = tmp_path / "forged.json"
    path.write_text(json.dumps(json.loads(signature.read_text()) | changes))
    return path


def test_a_signature_by_another_key_proves_nothing(signature, tmp_path):
    _, other = write_keys(tmp_path, "ben", ed25519.Ed25519PrivateKey.generate())

    with pytest.raises(BadSignature, match="not made with the key") as caught:
        signed_head(signature, other)
    assert caught.value.exit_code == 1


def test_a_payload_that_was_changed_is_refused(keys, signature, tmp_path):
    payload = base64.b64decode(json.loads(signature.read_text())["payload"])
    other = base64.b64encode(payload.replace(b"ab", b"cd")).decode()

    with pytest.raises(BadSignature, match="was changed"):
        signed_head(forged(signature, tmp_path, payload=other), keys[1])


def test_a_payload_type_that_was_changed_is_refused(keys, signature, tmp_path):
    with pytest.raises(BadSignature, match="was changed"):
        signed_head(forged(signature, tmp_path, payloadType="text/plain"), keys[1])


def test_an_envelope_without_a_signature_is_refused(keys, signature, tmp_path):
    with pytest.raises(BadSignature, match="holds no signature"):
        signed_head(forged(signature, tmp_path, signatures=[]), keys[1])


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", "no json", '{"payload": 1}', "[" * 100_000, "x" * 2_000_000]
)
def test_what_is_no_envelope_is_refused(content, keys, tmp_path):
    path = tmp_path / "head.json"
    path.write_text(content)

    with pytest.raises(BadSignature):
        signed_head(path, keys[1])


def signed_by_hand(keys, path, payload):
    key = load_pem_private_key(keys[0].read_bytes(), None)
    kind = "application/vnd.in-toto+json"
    signed = f"DSSEv1 {len(kind)} {kind} {len(payload)} ".encode() + payload
    envelope = {
        "payload": base64.b64encode(payload).decode(),
        "payloadType": kind,
        "signatures": [{"sig": base64.b64encode(key.sign(signed)).decode()}],
    }
    path.write_text(json.dumps(envelope))
    return path


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"predicateType": "https://slsa.dev/provenance/v1"}, "no statement about the head"),
        ({"subject": []}, "one head"),
        ({"subject": [{"name": "urn:b:", "digest": {"sha256": "cd" * 32}}]}, "one head"),
        ({"predicate": {"sequence": 8}}, "lacks a part"),
    ],
)
def test_a_genuine_signature_of_something_else_is_refused(change, why, keys, signature, tmp_path):
    statement = json.loads(base64.b64decode(json.loads(signature.read_text())["payload"]))
    payload = json.dumps(statement | change).encode()

    with pytest.raises(BadSignature, match=why):
        signed_head(signed_by_hand(keys, tmp_path / "head.json", payload), keys[1])
