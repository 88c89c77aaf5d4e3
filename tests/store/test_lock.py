"""One writer per store, and a dead one never stands in the way."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from cedarprov.errors import StoreLocked
from cedarprov.store.lock import WriterLock

HOLD = """
import sys, time, pathlib
from cedarprov.store.lock import WriterLock
lock = WriterLock(pathlib.Path(sys.argv[1]))
print("held", flush=True)
time.sleep(60)
"""
COUNT = """
import sys, pathlib
from cedarprov.store.lock import WriterLock
store = pathlib.Path(sys.argv[1])
for _ in range(50):
    with WriterLock(store, timeout=60):
        counter = store / "counter"
        counter.write_text(str(int(counter.read_text()) + 1))
"""


@pytest.fixture
def holder(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    assert process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.wait()
    process.stdout.close()


def test_a_second_writer_is_told_who_holds_the_store(tmp_path, holder):
    with pytest.raises(StoreLocked) as caught:
        WriterLock(tmp_path)

    assert caught.value.path == tmp_path
    assert caught.value.pid == holder.pid
    assert caught.value.command
    assert str(holder.pid) in str(caught.value)
    assert caught.value.exit_code == 4


def test_a_killed_writer_leaves_nothing_to_remove_by_hand(tmp_path, holder):
    holder.kill()
    holder.wait()

    with WriterLock(tmp_path), pytest.raises(StoreLocked) as caught:
        WriterLock(tmp_path)

    assert caught.value.pid == os.getpid()


def test_a_second_writer_in_the_same_process_is_refused_until_the_first_is_done(tmp_path):
    with WriterLock(tmp_path), pytest.raises(StoreLocked):
        WriterLock(tmp_path)

    with WriterLock(tmp_path) as lock:
        lock.release()
        WriterLock(tmp_path).release()


def test_a_patient_writer_gets_the_store_when_the_first_is_done(tmp_path):
    first = WriterLock(tmp_path)
    threading.Timer(0.2, first.release).start()

    second = WriterLock(tmp_path, timeout=30)

    second.release()


def test_patience_ends(tmp_path):
    started = time.monotonic()

    with WriterLock(tmp_path), pytest.raises(StoreLocked):
        WriterLock(tmp_path, timeout=0.2)

    assert time.monotonic() - started >= 0.2


def test_writers_in_many_processes_lose_no_write(tmp_path):
    (tmp_path / "counter").write_text("0")

    writers = [subprocess.Popen([sys.executable, "-c", COUNT, str(tmp_path)]) for _ in range(3)]

    assert [writer.wait() for writer in writers] == [0, 0, 0]
    assert (tmp_path / "counter").read_text() == "150"


def test_a_forked_child_does_not_keep_the_lock_of_a_parent_that_died(tmp_path):
    started, start = os.pipe()
    ended, end = os.pipe()
    lock = WriterLock(tmp_path)
    child = os.fork()
    if child == 0:
        os.close(end)
        os.write(start, b".")
        os.read(ended, 1)
        os._exit(0)
    os.read(started, 1)

    os.close(lock._file)  # as the kernel does when a process is killed
    lock._file = None
    WriterLock(tmp_path).release()

    os.close(end)
    assert os.waitpid(child, 0)[1] == 0
    for pipe in (started, start, ended):
        os.close(pipe)


def test_a_child_that_is_forked_leaves_the_lock_with_its_parent(tmp_path):
    with WriterLock(tmp_path):
        child = os.fork()
        if child == 0:
            os._exit(0)
        os.waitpid(child, 0)

        with pytest.raises(StoreLocked):
            WriterLock(tmp_path)


def test_a_holder_that_wrote_nothing_readable_is_still_a_holder(tmp_path):
    with WriterLock(tmp_path):
        Path(tmp_path / "writer.lock").write_text("{}")

        with pytest.raises(StoreLocked, match="not given its name"):
            WriterLock(tmp_path)
