"""A store is made anew beside itself: it is the one before or the one after, never in between."""

from __future__ import annotations

import contextlib
import json
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cedarprov.errors import NotAStore, StoreDamaged, StoreLocked, StoreOutdated
from cedarprov.store.backup import backup
from cedarprov.store.folder import FORMAT, StoreFolder
from cedarprov.store.lock import WriterLock
from cedarprov.store.migration import upgrade
from cedarprov.store.rewrite import compact, rewriting, size_of
from cedarprov.store.session import Session
from tests.shelf import BASE, Shelf, fill


@pytest.fixture
def folder(tmp_path) -> StoreFolder:
    """A store with some records, closed."""
    with Shelf(tmp_path / "store") as shelf:
        fill(shelf)
        return shelf.folder


def chain(path: Path) -> str:
    with contextlib.closing(Session.reading(StoreFolder.open(path))) as session:
        return session.ledger.head.chain


def data_folders(path: Path) -> set[str]:
    return {item.name for item in path.glob("data-*")}


def test_compaction_keeps_the_record_and_gives_space_back(tmp_path):
    with Shelf(tmp_path / "store") as shelf:
        fill(shelf)
        for _ in range(20):
            shelf.session.publish()  # each makes files of its own
        folder = shelf.folder
    before, size = chain(folder.path), size_of(folder.path / folder.data)

    sizes = compact(folder)

    assert chain(folder.path) == before
    assert sizes.before == size
    assert sizes.after < sizes.before
    assert data_folders(folder.path) == {"data-2"}


def test_a_reader_keeps_its_state_while_the_store_is_compacted(folder):
    with contextlib.closing(Session.reading(folder)) as reader:
        before = reader.ledger.head

        compact(folder)

        assert list(reader.ledger.bundles())[-1] == before
        assert data_folders(folder.path) == {"data-1", "data-2"}
    compact(folder)
    assert data_folders(folder.path) == {"data-3"}


def test_a_rewrite_that_fails_leaves_the_store_as_it_was(folder):
    before = chain(folder.path)

    def failing() -> None:
        with rewriting(folder.path) as rewrite:
            rewrite.new.rdf.mkdir()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        failing()

    assert data_folders(folder.path) == {folder.data}
    assert chain(folder.path) == before


def test_what_a_killed_rewrite_left_is_swept_by_the_next(folder):
    (folder.path / "data-7" / "rdf").mkdir(parents=True)
    (folder.path / ".import-1").mkdir()

    compact(folder)

    assert data_folders(folder.path) == {"data-2"}
    assert not (folder.path / ".import-1").exists()


def test_a_store_that_is_being_written_is_not_rewritten(folder):
    with WriterLock(folder.path), pytest.raises(StoreLocked):
        compact(folder)


def test_a_mark_that_names_a_folder_outside_of_the_store_is_not_believed(folder):
    mark = folder.path / "cedarprov.json"
    stated = json.loads(mark.read_text())

    mark.write_text(json.dumps(stated | {"data": "../elsewhere"}))

    with pytest.raises(NotAStore, match="no data folder"):
        StoreFolder.open(folder.path)


# -- migration ------------------------------------------------------------------------------------


@pytest.fixture
def bare(folder, tmp_path) -> Path:
    """The same store in format 1, where all lay in the folder itself."""
    path = tmp_path / "bare"
    shutil.copytree(folder.blobs.folder, path / "blobs")
    for part in ("rdf", "checkpoints"):
        shutil.copytree(folder.path / folder.data / part, path / part)
    shutil.copyfile(folder.catalogue, path / "catalogue.jsonl")
    (path / "cedarprov.json").write_text(json.dumps({"format": 1, "base": BASE}))
    return path


def test_an_older_store_is_refused_with_what_to_run_and_upgraded(folder, bare):
    with pytest.raises(StoreOutdated, match="cedarprov upgrade"):
        StoreFolder.open(bare)

    report = upgrade(bare)

    assert (report.before, report.after) == (1, FORMAT)
    assert chain(bare) == chain(folder.path)
    assert {item.name for item in bare.iterdir()} == {
        "blobs", "cedarprov.json", "data-1", "writer.lock",
    }  # fmt: skip
    assert upgrade(bare).before == FORMAT


STEPS = ("make", "publish", "write_mark", "sweep")
KILLED = """
import os, signal, sys
from pathlib import Path
from cedarprov.store import migration
from cedarprov.store.folder import StoreFolder

def die(*arguments, **named):
    os.kill(os.getpid(), signal.SIGKILL)

step = sys.argv[2]
setattr(migration if step == "publish" else StoreFolder, step, die)
migration.upgrade(Path(sys.argv[1]))
"""


@pytest.mark.parametrize("step", STEPS)
def test_an_upgrade_that_is_killed_at_any_step_is_finished_by_another(folder, bare, step):
    # A process of its own: nothing is cleaned up in one that is killed.
    killed = subprocess.run([sys.executable, "-c", KILLED, bare, step], check=False)
    assert killed.returncode == -signal.SIGKILL

    upgrade(bare)

    assert chain(bare) == chain(folder.path)
    assert data_folders(bare) <= {"data-1", "data-2"}
    assert len(data_folders(bare)) == 1


def test_a_store_that_cannot_be_read_whole_is_not_upgraded(bare):
    for file in (bare / "rdf").iterdir():
        file.write_bytes(b"junk")

    with pytest.raises(StoreDamaged):
        upgrade(bare)

    assert json.loads((bare / "cedarprov.json").read_text())["format"] == 1


# -- backup ---------------------------------------------------------------------------------------


def test_a_backup_is_a_store_of_its_own_and_shares_no_file(folder, tmp_path):
    report = backup(folder, tmp_path / "copy")

    copy = StoreFolder.open(tmp_path / "copy")
    assert chain(copy.path) == chain(folder.path) == report.chain
    assert list(copy.blobs) == list(folder.blobs)
    files = [{item.stat().st_ino for item in each.path.rglob("*")} for each in (copy, folder)]
    assert files[0].isdisjoint(files[1])


def test_a_damaged_blob_is_named_and_not_copied(folder, tmp_path):
    digest = next(iter(folder.blobs))
    (folder.blobs.folder / digest[:2] / digest[2:]).write_bytes(b"junk")

    report = backup(folder, tmp_path / "copy")

    assert report.damaged == (digest,)
    assert not StoreFolder.open(tmp_path / "copy").blobs.has(digest)


def test_a_store_is_backed_up_while_it_is_written(tmp_path):
    with Shelf(tmp_path / "store") as shelf:
        fill(shelf)
        report = backup(shelf.folder, tmp_path / "copy")

        assert report.sequence == shelf.session.sequence
