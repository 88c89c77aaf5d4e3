"""Operations that are killed at random moments, and what must be true of the store afterwards.

Each run works on a copy of one prepared folder, in a process forked from a warm server. The delays
before the signal are spread over the time that an undisturbed run takes.
"""

from __future__ import annotations

import multiprocessing
import random
import resource
import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from multiprocessing.connection import Connection
from pathlib import Path

from cedarprov.model.frozen import Frozen
from tests.survival.operation import OPERATIONS
from tests.survival.state import State, evidence, left_over, recovered_state, state_of

LATE = 120.0
"""Seconds after which a process that has not ended counts as hung."""
_STARTED, ACKNOWLEDGED, DONE = b"started", b"acknowledged", b"done"
_UNDISTURBED_RUNS = 2

_server = multiprocessing.get_context("forkserver")
_server.set_forkserver_preload(
    [
        "cedarprov.check.guard",
        "cedarprov.cli.output",
        "cedarprov.index.embedded",
        "cedarprov.index.encoder_cache",
        "cedarprov.ingest.job",
        "cedarprov.knowledge.audit",
        "cedarprov.store.adopt",
        "tests.survival.operation",
    ]
)


class Killed(Frozen):
    """One kill: how many acknowledgements came before it, and whether it hit a write."""

    acknowledged: int
    is_amid_writing: bool


def _work(name: str, folder: str, parent: Connection) -> None:
    parent.send_bytes(_STARTED)
    OPERATIONS[name].run(Path(folder), lambda: parent.send_bytes(ACKNOWLEDGED))
    parent.send_bytes(DONE)


def _limited(name: str, folder: str, size: int, parent: Connection) -> None:
    run, acknowledged, told = OPERATIONS[name].run, [], ("", "")
    sys.dont_write_bytecode = True  # Python keeps compiled modules that were cut off by the limit
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    try:
        run(Path(folder), lambda: acknowledged.append(None))
    except Exception as error:  # noqa: BLE001 - the test judges what it is
        told = (type(error).__name__, str(error))
    parent.send((len(acknowledged), *told))
    parent.recv_bytes()
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
    run(Path(folder), lambda: None)


class Trial:
    """One operation: prepared once, run undisturbed, then killed as often as is wanted."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name, self._folder = name, folder
        self._run = OPERATIONS[name].run
        self.prepared = folder / "prepared"
        self.prepared.mkdir(parents=True)
        OPERATIONS[name].prepare(self.prepared)
        self._boundaries = self._undisturbed()

    @cached_property
    def duration(self) -> float:
        """The seconds that an undisturbed run takes."""
        return min(self._timed() for _ in range(_UNDISTURBED_RUNS))

    def kill_after(self, delay: float) -> Killed:
        """Kill the operation after `delay` seconds and check the store.

        Raises:
            AssertionError: Something acknowledged is missing, something is half there, the store
                does not verify, or a rerun ends elsewhere than an undisturbed run.
        """
        with self._copy() as folder:
            acknowledged = self._disturbed(folder, delay)
            is_amid_writing = _is_amid_writing(folder)
            self.check(state_of(folder), acknowledged)  # what readers see before any recovery
            self.check(recovered_state(folder), acknowledged)
            self._run(folder, lambda: None)
            self.check_finished(folder)
        return Killed(acknowledged=acknowledged, is_amid_writing=is_amid_writing)

    def run_in_files_of(self, size: int) -> tuple[str, str]:
        """Run the operation with files of `size` bytes at most, then, in the same process, again.

        Returns:
            The class and the words of the error that came of the first run, both empty if none.

        Raises:
            AssertionError: As `kill_after`.
        """
        with self._copy() as folder:
            here, there = _server.Pipe()
            process = _server.Process(target=_limited, args=(self.name, str(folder), size, there))
            process.start()
            there.close()
            assert here.poll(LATE)
            acknowledged, error, words = here.recv()
            self.check(state_of(folder), acknowledged)
            here.send_bytes(b"there is room")
            process.join(LATE)
            assert process.exitcode == 0
            self.check_finished(folder)
        return error, words

    def check_finished(self, folder: Path) -> None:
        """Require the state and the answers of an undisturbed run, and no rubbish.

        Raises:
            AssertionError: It is otherwise.
        """
        assert recovered_state(folder) == self._boundaries[-1]
        assert evidence(folder) == self._answer
        assert left_over(folder) == []

    def check(self, found: State, acknowledged: int) -> None:
        """Require a state that an undisturbed run went through, with all that was acknowledged."""
        reached = [place for place, state in enumerate(self._boundaries) if state == found]
        assert reached, "the store is in a state that lies between two acknowledgements"
        assert max(reached) >= acknowledged, "something acknowledged is lost"

    def _undisturbed(self) -> Sequence[State]:
        with self._copy() as folder:
            states = [state_of(folder)]
            self._run(folder, lambda: states.append(state_of(folder)))
            assert recovered_state(folder) == states[-1]
            self._answer = evidence(folder)
        return states

    def _timed(self) -> float:
        with self._copy() as folder, self.process(folder) as parent:
            start = time.perf_counter()
            while parent.recv_bytes() != DONE:
                pass
            return time.perf_counter() - start

    def _disturbed(self, folder: Path, delay: float) -> int:
        with self.process(folder) as parent:
            time.sleep(delay)
        return heard(parent).count(ACKNOWLEDGED)

    @contextmanager
    def process(self, folder: Path) -> Iterator[Connection]:
        """Run the operation in a process of its own from its start on; it is killed at the end."""
        receive, send = _server.Pipe(duplex=False)
        process = _server.Process(target=_work, args=(self.name, str(folder), send))
        process.start()
        send.close()
        assert receive.poll(LATE)
        assert receive.recv_bytes() == _STARTED
        yield receive
        process.kill()
        process.join(LATE)

    @contextmanager
    def _copy(self) -> Iterator[Path]:
        folder = self._folder / "copy"
        shutil.copytree(self.prepared, folder)
        yield folder
        shutil.rmtree(folder)


def heard(parent: Connection) -> list[bytes]:
    """Return what a process that ended has said."""
    said = []
    while parent.poll(0):
        try:
            said.append(parent.recv_bytes())
        except EOFError:
            break
    return said


def _is_amid_writing(folder: Path) -> bool:
    # Whoever lets go of the lock empties it; an output has another name until it is whole.
    lock = folder / "store" / "writer.lock"
    is_held = lock.is_file() and lock.stat().st_size > 0
    return is_held or any((folder / "out").glob("*.part")) or any((folder / "out").glob(".*"))


def kills(trial: Trial, count: int, seed: int) -> Iterator[Killed]:
    """Kill an operation at `count` moments, one in each of as many equal parts of its duration."""
    chance = random.Random(seed)  # noqa: S311 - moments, not secrets
    for number in range(count):
        yield trial.kill_after(trial.duration * (number + chance.random()) / count)


def tally(killed: Sequence[Killed]) -> Counter[str]:
    """Count kills, those that hit a write, and those after which something was acknowledged."""
    return Counter(
        kills=len(killed),
        amid_writing=sum(each.is_amid_writing for each in killed),
        acknowledged=sum(each.acknowledged > 0 for each in killed),
    )
