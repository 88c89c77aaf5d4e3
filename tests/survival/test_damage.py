"""Files that are damaged or gone: told in a sentence, and what does not need them goes on."""

from __future__ import annotations

import logging
import shutil

import pytest

import cedarprov
from cedarprov.errors import MissingBlob, StoreDamaged, StoreError
from cedarprov.store.folder import StoreFolder
from tests.survival.operation import AT, OPERATIONS, opened
from tests.survival.state import evidence, state_of


def flip(path):
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0xFF
    path.write_bytes(content)


def cut(path):
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def remove(path):
    path.unlink()


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    folder = tmp_path_factory.mktemp("prepared")
    OPERATIONS["judge"].prepare(folder)
    return folder


class Copies:
    """Copies of the prepared folder, one at a time, all at the same place."""

    def __init__(self, prepared, place):
        self.prepared, self.place = prepared, place

    def fresh(self):
        shutil.rmtree(self.place, ignore_errors=True)
        shutil.copytree(self.prepared, self.place)
        return StoreFolder.open(self.place / "store")

    def damaged(self, part, pattern, damage, *, every=1):
        """A copy for every so many files of a part that fit the pattern and hold something."""
        store = StoreFolder.open(self.prepared / "store")
        folder = getattr(store, part)
        found = sorted(getattr(folder, "folder", folder).rglob(pattern))
        for path in [path for path in found if path.is_file() and path.stat().st_size][::every]:
            self.fresh()
            damage(self.place / path.relative_to(self.prepared))
            yield path.name

    def write(self):
        with opened(self.place) as kb:
            kb.ingest(self.place / "papers", at=AT)

    def write_and_verify(self):
        # Damage in a part that is not read by one is met by the other.
        self.write()
        with opened(self.place) as kb:
            kb._writing()
            kb.verify()


@pytest.fixture
def copies(prepared, tmp_path):
    return Copies(prepared, tmp_path / "copy")


# -- bytes of sources -----------------------------------------------------------------------------


def test_a_missing_blob_is_told_by_verify_and_by_what_needs_it_and_the_rest_goes_on(copies):
    copies.fresh()
    with opened(copies.place) as kb:
        files = kb.ingest(copies.place / "papers", at=AT).files
    broken, whole = files[0].version, files[1].version
    blob = next(
        path
        for path in (copies.place / "store" / "blobs").rglob("*")
        if path.is_file() and path.read_bytes() == (copies.place / "papers/part0/0.md").read_bytes()
    )
    blob.unlink()

    with opened(copies.place) as kb:
        report = kb.verify()
        with pytest.raises(MissingBlob, match="ingest its source again"):
            kb.claim("It is blue", quote="blue", version=broken)
        claim = kb.claim("It is blue", quote="blue", version=whole)

        assert (report.unread, report.text) == (1, "checked in part")
        assert kb.trail(claim)
        assert kb.ask("What is the limit of pump 0/0?").evidence
    assert blob.name


# -- passage index --------------------------------------------------------------------------------


@pytest.mark.parametrize("damage", [flip, cut, remove])
def test_a_damaged_index_is_told_and_made_anew_when_the_store_is_next_written_to(
    copies, damage, caplog
):
    wanted = evidence(copies.prepared)
    for name in copies.damaged("index", "[!.]*", damage):
        caplog.clear()
        with opened(copies.place) as kb:
            is_told = kb.verify().ok is False or "cannot be read" in caplog.text
        copies.write()

        assert is_told or "is made in memory" in caplog.text, name
        assert evidence(copies.place) == wanted, name


@pytest.mark.parametrize("damage", [cut, remove])
def test_questions_are_answered_in_full_beside_a_damaged_index(copies, damage):
    wanted = evidence(copies.prepared)
    for name in copies.damaged("index", "*.json", damage):
        assert evidence(copies.place) == wanted, name


def test_making_a_damaged_index_anew_is_said(copies, caplog):
    for _ in copies.damaged("index", "meta.json", cut):
        with caplog.at_level(logging.WARNING):
            copies.write()

        assert "it is made anew" in caplog.text


# -- the record -----------------------------------------------------------------------------------


@pytest.mark.parametrize("damage", [flip, cut, remove])
@pytest.mark.parametrize("pattern", ["CURRENT", "MANIFEST-*"])
def test_damage_to_the_record_is_told_with_the_command_that_restores_it_from_a_checkpoint(
    copies, pattern, damage
):
    before = state_of(copies.prepared)
    for name in copies.damaged("rdf", pattern, damage):
        with pytest.raises(StoreDamaged, match=r"cedarprov restore.*--from-checkpoint") as caught:
            copies.write()
        assert str(copies.place) in str(caught.value), name
        cedarprov.restore(copies.place / "store", from_checkpoint=True, dense=False)

        copies.write()
        assert state_of(copies.place) == before, name


@pytest.mark.parametrize("damage", [flip, cut, remove])
def test_damage_to_a_table_is_told_where_it_is_read_and_the_store_is_restored_from_a_backup(
    copies, tmp_path, damage
):
    before = state_of(copies.prepared)
    cedarprov.backup(copies.prepared / "store", tmp_path / "backup")
    told = 0
    for name in copies.damaged("rdf", "*.sst", damage, every=5):
        try:
            copies.write_and_verify()
        except StoreError as error:
            told += 1
            assert "cedarprov restore" in str(error)  # noqa: PT017 - the other outcome is right too
        cedarprov.restore(copies.place / "store", tmp_path / "backup", dense=False)

        copies.write()
        assert state_of(copies.place) == before, name
    assert told


@pytest.mark.parametrize("damage", [flip, cut, remove])
def test_damage_to_a_log_loses_nothing_that_was_acknowledged_or_is_told(copies, damage):
    before = state_of(copies.prepared)
    for _ in copies.damaged("rdf", "*.log", damage):
        try:
            copies.write()
        except StoreDamaged as told:
            assert "cedarprov restore" in str(told)  # noqa: PT017 - either outcome is right
        else:
            assert state_of(copies.place) == before


def test_a_record_that_lacks_what_was_published_is_not_written_to(copies, tmp_path):
    folder = copies.fresh()
    shutil.copytree(folder.rdf, tmp_path / "earlier")
    with opened(copies.place) as kb:
        version = kb.ingest(copies.place / "papers", at=AT).files[0].version
        kb.claim("It is blue", quote="blue", version=version)
    shutil.rmtree(folder.rdf)
    shutil.copytree(tmp_path / "earlier", folder.rdf)

    with pytest.raises(StoreDamaged, match="end at bundle 20, but bundle 21 was published"):
        copies.write()


# -- published states -----------------------------------------------------------------------------


@pytest.mark.parametrize("damage", [flip, cut, remove])
@pytest.mark.parametrize("pattern", ["CURRENT", "MANIFEST-*"])
def test_damage_to_a_published_state_is_told_to_readers_and_mended_by_the_next_writer(
    copies, pattern, damage
):
    before = state_of(copies.prepared)
    for name in copies.damaged("checkpoints", pattern, damage):
        with pytest.raises(StoreDamaged, match="cedarprov restore"):
            state_of(copies.place)
        copies.write()
        assert state_of(copies.place) == before, name
