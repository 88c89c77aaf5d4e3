"""Lots are worked on by several processes, in order, and by this one alone where it must be."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from time import sleep

import loky
import pytest

from cedarprov.check.pool import Pool
from cedarprov.store.embedded import EmbeddedStore


def process_of(_: object) -> int:
    sleep(0.01)
    return os.getpid()


def doubled(number: int) -> int:
    return 2 * number


def killed_elsewhere(home: int, number: int) -> int:
    if os.getpid() != home:
        os._exit(9)
    return 2 * number


def refused(number: int) -> int:
    raise ValueError(f"no {number}")


def counted(store: EmbeddedStore, _: int) -> int:
    return len(list(store.quads()))


def test_long_work_is_shared_and_keeps_its_order():
    with Pool(2, patience=0) as pool:
        assert list(pool.map(doubled, range(50))) == list(range(0, 100, 2))
        processes = set(pool.map(process_of, range(50)))

    assert len(processes - {os.getpid()}) == 2


def test_short_work_starts_no_process():
    with Pool(2, patience=60) as pool:
        assert set(pool.map(process_of, range(5))) == {os.getpid()}


def test_no_work_is_no_fault():
    with Pool(2, patience=0) as pool:
        assert list(pool.map(doubled, [])) == []


def test_what_a_task_raises_is_raised_here():
    with Pool(2, patience=0) as pool, pytest.raises(ValueError, match="no 0"):
        list(pool.map(refused, range(5)))


def test_work_goes_on_here_where_no_process_can_be_started(monkeypatch):
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError("no more processes")

    monkeypatch.setattr(loky, "ProcessPoolExecutor", refuse)

    with Pool(2, patience=0) as pool:
        assert list(pool.map(doubled, range(50))) == list(range(0, 100, 2))


def test_work_goes_on_here_where_a_process_is_killed():
    with Pool(2, patience=0) as pool:
        found = list(pool.map(partial(killed_elsewhere, os.getpid()), range(50)))

    assert found == list(range(0, 100, 2))


def test_a_store_in_memory_is_read_here():
    store = EmbeddedStore.in_memory()
    store.add(b"<urn:s> <urn:p> <urn:o> <urn:g> .\n")

    with Pool(2, patience=0) as pool:
        assert list(pool.map(partial(counted, store), range(3))) == [1, 1, 1]


def test_the_main_module_of_the_user_is_not_run_again(tmp_path: Path, root: Path):
    script = tmp_path / "main.py"
    script.write_text(
        "print('main')\n"
        "import operator\n"
        "from cedarprov.check.pool import Pool\n"
        "with Pool(2, patience=0) as pool:\n"
        "    print(list(pool.map(operator.neg, range(4))))\n"
    )

    environment = {**os.environ, "PYTHONPATH": str(root)}
    run = subprocess.run(
        [sys.executable, script], env=environment, capture_output=True, check=True, text=True
    )

    assert run.stdout.splitlines() == ["main", "[0, -1, -2, -3]"]
