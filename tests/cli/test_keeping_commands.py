"""`backup`, `restore`, `compact`, `upgrade` and `purge`: what they print and return."""

from __future__ import annotations

import json

import pytest

import cedarprov
from cedarprov.store.folder import StoreFolder

WHY = ("--by", "Ada", "--reason", "a court ordered it")


def source(store) -> str:
    with cedarprov.open(store, dense=False) as kb:
        return kb.sources()[0].iri


def test_a_backup_and_a_restoration_say_what_they_did(run, store, tmp_path):
    made = json.loads(run("backup", store, tmp_path / "copy", "--json").stdout)
    done = run("restore", store, "--from", tmp_path / "copy", "--json")

    restored = json.loads(done.stdout)
    assert done.exit_code == 0
    assert restored["chain"] == made["chain"]
    assert restored["kept"] == [str(store / "data-1")]


def test_a_backup_that_lacks_damaged_bytes_ends_with_a_fault(run, store, tmp_path):
    blobs = StoreFolder.open(store).blobs
    digest = next(iter(blobs))
    (blobs.folder / digest[:2] / digest[2:]).write_bytes(b"junk")

    done = run("backup", store, tmp_path / "copy")

    assert done.exit_code == 1
    assert digest in done.stdout


@pytest.mark.parametrize("options", [(), ("--from", "x", "--from-checkpoint")])
def test_a_restoration_needs_one_thing_to_restore_from(run, store, options):
    done = run("restore", store, *options)

    assert done.exit_code == 2
    assert "one of the two" in done.stderr


def test_an_upgrade_and_a_compaction_print_one_line(run, store):
    compacted, upgraded = run("compact", store), run("upgrade", store)

    assert "bytes before" in compacted.stdout
    assert "has format 2 already" in upgraded.stdout


def test_a_store_of_an_earlier_format_is_told_what_to_run(run, store):
    mark = store / "cedarprov.json"
    mark.write_text(json.dumps({"format": 1, "base": "urn:x:"}))

    done = run("info", store)

    assert done.exit_code == 2
    assert f"run `cedarprov upgrade {store}`" in done.stderr


def test_a_rehearsed_purge_removes_nothing_and_the_purge_leaves_a_tombstone(run, store):
    record = source(store)
    before = run("export", store).stdout

    rehearsed = run("purge", store, record, *WHY, "--dry-run", "--yes")
    assert rehearsed.stdout.startswith("would purge ")
    assert run("export", store).stdout == before

    purged = run("purge", store, record, *WHY, "--yes", "--json")
    [tombstone] = json.loads(purged.stdout)["tombstones"]
    assert "a court ordered it" in run("trail", store, tombstone).stdout
    assert run("verify", store).exit_code == 0


def test_a_purge_of_nothing_says_so(run, store):
    done = run("purge", store, "urn:nothing", *WHY)

    assert done.exit_code == 2
    assert "holds no source, edition or version" in done.stderr
