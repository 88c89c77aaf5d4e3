"""Blobs are whole, verified and found by digest, or they are not there."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.errors import CorruptBlob, DiskFull, MissingBlob
from cedarprov.store.blob import Blobs

PUT_FOR_EVER = """
import sys, os, pathlib
from cedarprov.store.blob import Blobs
blobs = Blobs(pathlib.Path(sys.argv[1]))
print("ready", flush=True)
while True:
    blobs.put(os.urandom(3_000_000))
"""


@pytest.fixture
def blobs(tmp_path):
    return Blobs(tmp_path / "blobs")


def files(blobs):
    return sorted(path for path in blobs.folder.rglob("*") if path.is_file())


@given(st.lists(st.binary()))
def test_what_is_put_is_got(tmp_path_factory, contents):
    blobs = Blobs(tmp_path_factory.mktemp("blobs"))

    digests = [blobs.put(content) for content in contents]

    assert [blobs.get(digest) for digest in digests] == contents
    assert list(blobs) == sorted({sha256(content).hexdigest() for content in contents})


def test_the_file_is_named_by_the_digest(blobs):
    digest = blobs.put(b"cedar")

    assert files(blobs) == [blobs.folder / digest[:2] / digest[2:]]


def test_the_same_bytes_are_kept_once(blobs):
    digest = blobs.put(b"cedar")
    written = files(blobs)[0].stat()

    assert blobs.put(b"cedar") == digest
    assert files(blobs)[0].stat().st_ino == written.st_ino


@pytest.mark.parametrize("digest", ["0" * 64, "", "../../secret", "A" * 64, "0" * 64 + "\n"])
def test_a_digest_without_bytes_is_named(blobs, digest):
    blobs.put(b"cedar")

    with pytest.raises(MissingBlob) as caught:
        blobs.get(digest)

    assert caught.value.digest == digest
    assert not blobs.has(digest)


def test_damaged_bytes_are_never_returned_and_putting_them_again_repairs_them(blobs):
    digest = blobs.put(b"cedar")
    files(blobs)[0].write_bytes(b"cEdar")

    with pytest.raises(CorruptBlob) as caught:
        blobs.get(digest)

    assert caught.value.digest == digest
    assert blobs.put(b"cedar") == digest
    assert blobs.get(digest) == b"cedar"


def test_removed_bytes_are_gone(blobs):
    digest = blobs.put(b"cedar")

    blobs.remove(digest)
    blobs.remove(digest)

    assert not blobs.has(digest)
    assert list(blobs) == []


def test_a_full_disk_is_named_and_leaves_nothing_behind(blobs):
    kept = blobs.put(b"cedar")
    unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, unlimited[1]))

    try:
        with pytest.raises(DiskFull) as caught:
            blobs.put(b"c" * 5000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)

    assert str(caught.value.path).startswith(str(blobs.folder))
    assert list(blobs) == [kept]
    assert len(files(blobs)) == 1


def test_a_killed_writer_leaves_no_partial_blob_and_the_rest_can_be_swept(blobs):
    for _ in range(5):
        writer = subprocess.Popen(
            [sys.executable, "-c", PUT_FOR_EVER, str(blobs.folder)], stdout=subprocess.PIPE
        )
        assert writer.stdout
        writer.stdout.readline()
        with pytest.raises(subprocess.TimeoutExpired):
            writer.wait(0.1)
        writer.send_signal(signal.SIGKILL)
        writer.communicate()

    (blobs.folder / ".unfinished-1").write_bytes(b"half")
    swept = blobs.sweep()

    assert swept >= 1
    assert all(blobs.get(digest) for digest in blobs)
    assert len(files(blobs)) == len(list(blobs))
