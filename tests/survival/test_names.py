"""Names of files last only once their folder was synced: what is made anew syncs every folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import cedarprov
from cedarprov.store.folder import StoreFolder, make_folder
from tests.survival.operation import ANNA, AT, OPERATIONS, opened


@pytest.fixture
def synced(monkeypatch):
    """The folders that were synced, as they were called then."""
    places, sync = set(), os.fsync

    def keep(descriptor):
        places.add(Path(f"/proc/self/fd/{descriptor}").readlink())
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", keep)
    return places


def folders(path):
    return {path, *(item for item in path.rglob("*") if item.is_dir())}


def test_a_purge_syncs_every_folder_of_the_data_that_it_makes_anew(tmp_path, synced):
    OPERATIONS["backup"].prepare(tmp_path)
    with opened(tmp_path) as kb:
        version = kb.ingest(tmp_path / "papers", at=AT).files[0].version
        synced.clear()
        kb.purge(version, by=ANNA, reason="must not be kept", yes=True)

    store = StoreFolder.open(tmp_path / "store")
    assert folders(store.path / store.data) - synced == set()


def test_a_backup_syncs_every_folder_that_it_makes_and_those_above_it(tmp_path, synced):
    OPERATIONS["backup"].prepare(tmp_path)
    copy = tmp_path / "new" / "deep" / "backup"

    cedarprov.backup(tmp_path / "store", copy)

    [unfinished] = {place for place in synced if place.parent == copy.parent} - {copy}
    assert {unfinished / place.relative_to(copy) for place in folders(copy)} - synced == set()
    assert {tmp_path, tmp_path / "new", copy.parent} <= synced


def test_a_folder_is_made_with_all_above_it_that_are_not_there(tmp_path):
    make_folder(tmp_path / "a" / "b" / "c")
    make_folder(tmp_path / "a" / "b" / "c")

    assert (tmp_path / "a" / "b" / "c").is_dir()
