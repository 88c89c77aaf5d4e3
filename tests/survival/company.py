"""Many readers and one writer at once, counted in work rather than in time.

Readers are threads and processes that go on until the writer is done; the writer takes in new
editions, makes claims and reviews them. Each reader checks that what it sees is a whole state and
never an older one than before.
"""

from __future__ import annotations

import multiprocessing
import threading
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

import cedarprov
from cedarprov.knowledge import Knowledge
from cedarprov.model.frozen import Frozen
from tests.survival.operation import ANNA, AT, BASE

THREADS: Final = 8
PROCESSES: Final = 4
LATE: Final = 120.0
_PUMPS: Final = 12

_server = multiprocessing.get_context("forkserver")


class Company(Frozen):
    """What came of it: turns of the writer and of all readers, and what went wrong."""

    turns: int
    records: int
    found: int
    reads: int
    faults: tuple[str, ...]


def keep_company(folder: Path, *, turns: int = 0, seconds: float = 0.0) -> Company:
    """Let all of them work on one store for a number of the writer's turns and seconds at least."""
    store = folder / "store"
    with cedarprov.create(store, base=BASE, dense=False) as kb:
        _edition(kb, folder, 0)
    processes = [_start(store) for _ in range(PROCESSES)]
    stop = threading.Event()
    reads: list[int] = []
    faults: list[str] = []
    threads = [
        threading.Thread(target=_watch_until, args=(store, stop, reads, faults))
        for _ in range(THREADS)
    ]
    for thread in threads:
        thread.start()
    here, there = _server.Pipe()
    writer = _server.Process(target=_write, args=(str(folder), turns, seconds, there))
    writer.start()
    there.close()
    written, done, fault = here.recv()
    faults += [fault] if fault else []
    stop.set()
    for thread in threads:
        thread.join(LATE)
    for process, pipe in processes:
        pipe.send_bytes(b"stop")
        count, fault = pipe.recv() if pipe.poll(LATE) else (0, "a process does not answer")
        reads.append(count)
        faults += [fault] if fault else []
        process.join(LATE)
    with cedarprov.open(store, dense=False) as kb:
        report = kb.verify()
        faults += map(str, report.findings)
        held = sum(kb._reading().holds(iri) for iri in written)
    return Company(
        turns=done, records=len(written), found=held, reads=sum(reads), faults=tuple(faults)
    )


def _edition(kb: Knowledge, folder: Path, turn: int) -> str:
    """Take in the next edition of a pump's manual, and return the IRI of its version."""
    papers = folder / "papers"
    papers.mkdir(exist_ok=True)
    file = papers / f"{turn % _PUMPS}.md"
    file.write_text(f"# Pump {turn % _PUMPS}\n\nThe limit is {turn} bar.\n", encoding="utf-8")
    return kb.ingest(file).files[0].version


def _write(folder: str, turns: int, seconds: float, pipe: Connection) -> None:
    written, turn, fault, end = [], 0, "", time.monotonic() + seconds
    try:
        with cedarprov.open(Path(folder) / "store", dense=False, wait=LATE) as kb:
            while turn < turns or time.monotonic() < end:
                turn += 1
                written += _turn(kb, Path(folder), turn)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
        fault = f"the writer: {type(error).__name__}: {error}"
    pipe.send((written, turn, fault))


def _turn(kb: Knowledge, folder: Path, turn: int) -> list[str]:
    version = _edition(kb, folder, turn)
    claim = kb.claim(f"It bears {turn} bar", quote=f"{turn} bar", version=version)
    times = {"started": AT, "ended": AT}
    review = kb.review(claim, "accepted", reviewer=ANNA, reason=str(turn), **times)
    return [version, claim, review]


# -- readers --------------------------------------------------------------------------------------


class Watcher:
    """Reads a store again and again; `look` raises `AssertionError` where a state is not right."""

    def __init__(self, kb: Knowledge) -> None:
        self._kb = kb
        self._sequence = 0
        self.looks = 0

    def look(self) -> None:
        """Ask, list, query and follow a trail."""
        kb = self._kb
        answer = kb.ask("What is the limit of a pump?")
        assert answer.evidence, "nothing is found"
        sequence = kb.sequence
        assert sequence >= self._sequence, f"it went back from {self._sequence} to {sequence}"
        self._sequence = sequence
        info = kb.info()
        kinds = ("Capture", "Claim", "Review")
        records = sum(info.counts.get(kind, 0) for kind in kinds)
        assert records == info.sequence, f"{records} records in {info.sequence} bundles"
        assert kb.sources()
        assert kb.trail(answer.evidence[0].places[0].passage)
        self.looks += 1


def _watch_until(store: Path, stop: threading.Event, reads: list[int], faults: list[str]) -> None:
    try:
        with cedarprov.open(store, dense=False) as kb:
            watcher = Watcher(kb)
            while not stop.is_set():
                watcher.look()
                time.sleep(0.01)
            watcher.look()
            reads.append(watcher.looks)
    except Exception as fault:  # noqa: BLE001 - as above
        faults.append(f"{type(fault).__name__}: {fault}")


def _watch(store: str, pipe: Connection) -> None:
    stop, reads, faults = threading.Event(), list[int](), list[str]()
    thread = threading.Thread(target=_watch_until, args=(Path(store), stop, reads, faults))
    thread.start()
    pipe.recv_bytes()
    stop.set()
    thread.join()
    pipe.send((sum(reads), "; ".join(faults)))


def _start(store: Path) -> tuple[multiprocessing.process.BaseProcess, Connection]:
    here, there = _server.Pipe()
    process = _server.Process(target=_watch, args=(str(store), there))
    process.start()
    there.close()
    return process, here


# -- writers at once ------------------------------------------------------------------------------


def _insert(store: str, names: list[str], pipe: Connection) -> None:
    """Insert each name unless it is there, as one of several processes; say what was inserted."""
    pipe.recv_bytes()
    iris, fault = [], ""
    try:
        for name in names:
            with cedarprov.open(store, dense=False, wait=LATE) as kb:
                version = kb.sources()[0].editions[0].version
                iris.append(kb.claim(f"Claim {name}", quote="bar", version=version))
    except Exception as error:  # noqa: BLE001 - as above
        fault = f"{type(error).__name__}: {error}"
    pipe.send((iris, fault))


def insert_at_once(store: Path, shares: list[list[str]]) -> tuple[list[list[str]], list[str]]:
    """Let a process for each share insert its names at once; return their IRIs and the faults."""
    pipes = []
    for names in shares:
        here, there = _server.Pipe()
        process = _server.Process(target=_insert, args=(str(store), names, there))
        process.start()
        there.close()
        pipes.append((process, here))
    for _, pipe in pipes:
        pipe.send_bytes(b"go")
    told = [pipe.recv() if pipe.poll(LATE) else ([], "it hangs") for _, pipe in pipes]
    for process, _ in pipes:
        process.join(LATE)
    return [iris for iris, _ in told], [fault for _, fault in told if fault]
