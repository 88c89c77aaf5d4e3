"""A damaged or lost store is restored by one command, and what was there is kept."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import cedarprov
from cedarprov.errors import (
    BadArchive,
    BadValue,
    MissingPath,
    NoCheckpoint,
    StoreDamaged,
    StoreExists,
)
from cedarprov.knowledge import Knowledge
from cedarprov.model.edge import Agent
from cedarprov.store.folder import StoreFolder


@pytest.fixture
def held(kb, write) -> bytes:
    """The archive of a store with two documents, which is closed."""
    kb.ingest(write({"a.md": "The code is heron.\n", "b.md": "The code is egret.\n"}))
    archive = kb.export("nquads")
    kb.close()
    return archive


def break_rdf(kb: Knowledge) -> None:
    """Overwrite every file of the RDF store in use, its checkpoints apart."""
    for file in StoreFolder.open(kb.path).rdf.iterdir():
        file.unlink()  # checkpoints are other names of the same files
        file.write_bytes(b"junk")


def holds(path: Path, archive: bytes) -> bool:
    with cedarprov.open(path, dense=False) as kb:
        return kb.export("nquads") == archive and kb.verify().ok is True


def test_a_damaged_store_says_what_to_run(kb, held, write):
    assert held
    break_rdf(kb)

    told = pytest.raises(StoreDamaged, match="cedarprov restore")
    with cedarprov.open(kb.path, dense=False) as again, told:
        again.ingest(write({"c.md": "more\n"}))


@pytest.mark.parametrize("means", ["backup", "archive", "checkpoint"])
def test_a_damaged_store_is_restored_and_the_damaged_data_is_kept(kb, held, means, tmp_path):
    cedarprov.backup(kb.path, tmp_path / "backup")
    (tmp_path / "archive.nq").write_bytes(held)
    sources = {"backup": tmp_path / "backup", "archive": tmp_path / "archive.nq"}
    break_rdf(kb)

    report = cedarprov.restore(
        kb.path, sources.get(means), from_checkpoint=means == "checkpoint", dense=False
    )

    assert holds(kb.path, held)
    [kept] = report.kept
    assert b"junk" in {file.read_bytes() for file in (kept / "rdf").iterdir()}
    assert str(kept) in str(report)
    with cedarprov.open(kb.path, dense=False) as again:
        assert again.verify().unread == 0  # the bytes in the folder were kept, or came back


@pytest.mark.parametrize("lost", ["folder", "mark", "blobs"])
def test_whatever_is_lost_of_a_store_comes_back_from_its_backup(kb, held, lost, tmp_path):
    cedarprov.backup(kb.path, tmp_path / "backup")
    if lost == "folder":
        shutil.rmtree(kb.path)
    elif lost == "mark":
        (kb.path / "cedarprov.json").write_text("junk")
    else:
        shutil.rmtree(kb.path / "blobs")

    cedarprov.restore(kb.path, tmp_path / "backup", dense=False)

    assert holds(kb.path, held)
    with cedarprov.open(kb.path, dense=False) as again:
        assert again.verify().unread == 0


def test_an_older_checkpoint_is_taken_where_the_newest_is_damaged(kb, held):
    folder = StoreFolder.open(kb.path)
    newest = folder.checkpoints.newest()
    bad = newest.folder.with_name("000000000009-0")
    shutil.copytree(newest.folder, bad)
    for file in (bad / "store").glob("*.sst"):
        file.write_bytes(b"junk")
    for file in (bad / "store").glob("MANIFEST*"):
        file.write_bytes(b"junk")
    break_rdf(kb)

    cedarprov.restore(kb.path, from_checkpoint=True, dense=False)

    assert holds(kb.path, held)


def test_a_store_without_a_sound_checkpoint_is_left_as_it_is(kb, held):
    assert held
    folder = StoreFolder.open(kb.path)
    shutil.rmtree(folder.checkpoints.folder)

    with pytest.raises(NoCheckpoint):
        cedarprov.restore(kb.path, from_checkpoint=True, dense=False)

    assert StoreFolder.open(kb.path) == folder
    assert [item.name for item in kb.path.glob("data-*")] == [folder.data]


def test_a_tampered_archive_restores_nothing(kb, held, tmp_path):
    (tmp_path / "archive.nq").write_bytes(held.replace(b"heron", b"stork"))

    with pytest.raises(BadArchive):
        cedarprov.restore(kb.path, tmp_path / "archive.nq", dense=False)

    assert holds(kb.path, held)
    assert not list(kb.path.parent.glob(".restore-*"))


def test_a_tampered_backup_restores_nothing(kb, held, tmp_path):
    cedarprov.backup(kb.path, tmp_path / "backup")
    with cedarprov.open(tmp_path / "backup", dense=False) as copy:
        store = copy._writing().store
        quad = next(quad for quad in store.quads() if "heron" in str(quad.object))
        store.remove([quad])
        copy._writing().publish()

    with pytest.raises(StoreDamaged):
        cedarprov.restore(kb.path, tmp_path / "backup", dense=False)

    assert holds(kb.path, held)


def test_a_folder_of_something_else_is_not_restored_into(held, kb, tmp_path):
    assert held
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "file.txt").write_text("mine")

    with pytest.raises(StoreExists):
        cedarprov.restore(tmp_path / "mine", kb.path, dense=False)
    with pytest.raises(StoreExists):
        cedarprov.backup(kb.path, tmp_path / "mine")

    assert [item.name for item in (tmp_path / "mine").iterdir()] == ["file.txt"]


def test_what_to_restore_from_has_to_be_named_once_and_be_there(kb, tmp_path):
    with pytest.raises(BadValue):
        cedarprov.restore(kb.path)
    with pytest.raises(BadValue):
        cedarprov.restore(kb.path, tmp_path, from_checkpoint=True)
    with pytest.raises(MissingPath):
        cedarprov.restore(kb.path, tmp_path / "missing")


def test_a_purge_that_a_restoration_undoes_is_named(kb, held, tmp_path):
    assert held
    cedarprov.backup(kb.path, tmp_path / "backup")
    with cedarprov.open(kb.path, dense=False) as again:
        record = again.sources()[0].iri
        [version] = again.purge(record, by=Agent(name="Anna"), reason="an order").versions

    report = cedarprov.restore(kb.path, tmp_path / "backup", dense=False)

    assert report.undone == (version,)
    assert version in str(report)


def test_compaction_through_an_open_store_leaves_it_usable(kb, write):
    kb.ingest(write({"a.md": "The code is heron.\n"}))
    before = kb.export("nquads")

    kb.compact()

    assert kb.export("nquads") == before
    assert kb.verify().ok
    assert kb.ingest(write({"b.md": "The code is egret.\n"})).new_versions == 1


def test_an_upgraded_store_answers_as_before(kb, held):
    folder = StoreFolder.open(kb.path)
    for part in (folder.path / folder.data).iterdir():
        part.rename(kb.path / part.name)
    (kb.path / folder.data).rmdir()
    (kb.path / "cedarprov.json").write_text(f'{{"format": 1, "base": "{folder.base}"}}')

    cedarprov.upgrade(kb.path, dense=False)

    assert holds(kb.path, held)
    with cedarprov.open(kb.path, dense=False) as again:
        assert "heron" in again.ask("What is the code?").text
