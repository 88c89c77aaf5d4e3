"""Readers hold a whole state of the store while the writer goes on and sweeps behind itself."""

from __future__ import annotations

import subprocess
import sys

import pytest
from pyoxigraph import Literal, NamedNode, Quad, Store

from cedarprov.errors import BadCheckpoint, NoCheckpoint
from cedarprov.store.checkpoint import Checkpoints

READ = """
import sys, pathlib
from pyoxigraph import Store
from cedarprov.store.checkpoint import Checkpoints
checkpoints = Checkpoints(pathlib.Path(sys.argv[1]))
last = 0
while last < int(sys.argv[2]):
    with checkpoints.lease() as checkpoint:
        found = len(Store.read_only(str(checkpoint.store)))
        assert found == checkpoint.sequence * 10, (found, checkpoint)
        assert checkpoint.sequence >= last
        last = checkpoint.sequence
"""
HOLD = """
import sys, pathlib, time
from cedarprov.store.checkpoint import Checkpoints
with Checkpoints(pathlib.Path(sys.argv[1])).lease() as checkpoint:
    print(checkpoint.sequence, flush=True)
    time.sleep(60)
"""


@pytest.fixture
def store(tmp_path):
    return Store(str(tmp_path / "store"))


@pytest.fixture
def checkpoints(tmp_path):
    return Checkpoints(tmp_path / "checkpoints")


def commit(store, sequence):
    subject = NamedNode(f"urn:s{sequence}")
    store.extend(Quad(subject, NamedNode("urn:p"), Literal(str(n))) for n in range(10))


def names(checkpoints):
    return sorted(path.name for path in checkpoints.folder.iterdir())


def size(checkpoint):
    return len(Store.read_only(str(checkpoint.store)))


def test_a_checkpoint_keeps_the_state_it_was_taken_of(store, checkpoints):
    commit(store, 1)
    first = checkpoints.publish(store, 1)
    commit(store, 2)
    second = checkpoints.publish(store, 2)

    assert (size(first), size(second)) == (10, 20)
    assert checkpoints.newest() == second


def test_the_order_is_that_of_sequence_and_turn_and_not_of_names(store, checkpoints):
    for sequence in [9, 10, *[10] * 10]:
        newest = checkpoints.publish(store, sequence)

    assert checkpoints.newest() == newest
    assert (newest.sequence, newest.turn) == (10, 10)


def test_a_store_that_published_nothing_says_so(checkpoints):
    with pytest.raises(NoCheckpoint) as caught:
        checkpoints.newest()
    with pytest.raises(NoCheckpoint), checkpoints.lease():
        pass

    assert caught.value.path == checkpoints.folder


def test_a_checkpoint_without_its_lease_is_not_waited_for_for_ever(store, checkpoints, monkeypatch):
    monkeypatch.setattr("cedarprov.store.checkpoint._PAUSE", 0)
    published = checkpoints.publish(store, 1)
    (published.folder / "lease").unlink()

    with pytest.raises(NoCheckpoint), checkpoints.lease():
        pass


def test_the_sweep_leaves_the_newest_and_what_is_leased(store, checkpoints):
    checkpoints.publish(store, 1)
    checkpoints.publish(store, 2)

    with checkpoints.lease() as leased:
        checkpoints.publish(store, 3)
        checkpoints.publish(store, 4)
        assert checkpoints.sweep() == 2
        assert names(checkpoints) == ["000000000002-0", "000000000004-0"]
        assert size(leased) == 0

    assert checkpoints.sweep() == 1
    assert names(checkpoints) == ["000000000004-0"]


def test_what_a_killed_writer_left_is_swept_and_never_read(store, checkpoints):
    published = checkpoints.publish(store, 1)
    (checkpoints.folder / ".unfinished-1" / "store").mkdir(parents=True)
    (checkpoints.folder / ".dead-1").mkdir()

    assert checkpoints.newest() == published
    checkpoints.sweep()

    assert names(checkpoints) == ["000000000001-0"]


def test_a_killed_reader_frees_its_lease(store, checkpoints):
    checkpoints.publish(store, 1)
    reader = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(checkpoints.folder)], stdout=subprocess.PIPE, text=True
    )
    assert reader.stdout
    assert reader.stdout.readline() == "1\n"
    checkpoints.publish(store, 2)
    assert checkpoints.sweep() == 0

    reader.kill()
    reader.communicate()

    assert checkpoints.sweep() == 1


def test_readers_in_other_processes_never_fail_beside_a_writer_that_sweeps(store, checkpoints):
    commit(store, 1)
    checkpoints.publish(store, 1)
    command = [sys.executable, "-c", READ, str(checkpoints.folder), "25"]
    readers = [subprocess.Popen(command) for _ in range(2)]

    for sequence in range(2, 26):
        commit(store, sequence)
        checkpoints.publish(store, sequence)
        checkpoints.sweep()

    assert [reader.wait(60) for reader in readers] == [0, 0]


class Faulty:
    """A store whose backups fail a number of times, or lack a file, before they are whole."""

    def __init__(self, store: Store, *, faults: int) -> None:
        self.store, self.faults = store, faults

    def backup(self, target) -> None:
        self.faults -= 1
        if self.faults == 1:
            raise OSError("IO error: No such file or directory")
        self.store.backup(target)
        if self.faults >= 0:
            next(target.glob("MANIFEST*")).unlink()


def test_a_backup_that_fails_or_cannot_be_opened_is_taken_again(store, checkpoints):
    commit(store, 1)

    published = checkpoints.publish(Faulty(store, faults=2), 1)

    assert size(published) == 10
    assert names(checkpoints) == [published.folder.name]


def test_a_backup_that_always_fails_is_an_error_and_nothing_is_published(store, checkpoints):
    with pytest.raises(BadCheckpoint):
        checkpoints.publish(Faulty(store, faults=100), 1)

    assert names(checkpoints) == []
