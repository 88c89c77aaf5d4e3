"""Work on many lots by all cores: in this process first, and in others once that is worth it.

A task is any function of one lot that can be pickled. Each process makes its own of it, once, so
that a task that holds a store opens the store there (see `EmbeddedStore.__reduce__`). Where a task
cannot be pickled, or no process can be started, all is done here, on one core. Workers are started
by loky: afresh, never by a fork, which a store with threads would not survive, and without running
the main module of the user again.
"""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from functools import cached_property, lru_cache
from itertools import chain
from time import perf_counter
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

if TYPE_CHECKING:
    from loky import ProcessPoolExecutor

Lot = TypeVar("Lot")
Found = TypeVar("Found")

# Starting a worker takes about half a second, so that what takes less is done here.
_PATIENCE: Final = 0.5
# A worker whose parent was killed ends by itself after so many seconds without work.
_IDLE: Final = 10
# Lots that are handed out ahead, for each worker: enough that none waits for the parent.
_AHEAD: Final = 3


class Pool:
    """Processes that share work; at most `workers` of them, by default one for each core.

    `patience` is how many seconds of work are done here before processes are started. Close it,
    or use it as a context: the processes end with it.
    """

    def __init__(self, workers: int | None = None, *, patience: float = _PATIENCE) -> None:
        self._workers = workers
        self._patience = patience
        self._executor: ProcessPoolExecutor | None = None
        self._is_alone = False
        self._last: tuple[object, bytes] | None = None

    def map(self, task: Callable[[Lot], Found], lots: Iterable[Lot]) -> Iterator[Found]:
        """Yield what a task finds in each lot, in the order of the lots.

        Whatever a task raises is raised here.
        """
        waiting = iter(lots)
        for lot in waiting:
            start = perf_counter()
            found = task(lot)
            self._patience -= perf_counter() - start
            yield found
            if self._patience <= 0:
                break
        yield from self._shared(task, waiting)

    def _shared(self, task: Callable[[Lot], Found], lots: Iterator[Lot]) -> Iterator[Found]:
        sent: deque[tuple[Lot, Future[Found]]] = deque()
        for lot in lots:
            future = self._sent(task, lot)
            if future is None:
                lots = chain((lot,), lots)
                break
            sent.append((lot, future))
            if len(sent) >= _AHEAD * self._count:
                yield self._received(task, *sent.popleft())
        while sent:
            yield self._received(task, *sent.popleft())
        yield from map(task, lots)

    def _sent(self, task: Callable[[Lot], Found], lot: Lot) -> Future[Found] | None:
        """Hand a lot to a worker; None where it has to be done here."""
        try:
            if self._is_alone or self._count == 1:
                return None
            future: Future[Found] = self._started().submit(_work, self._written(task), lot)
        except (OSError, ImportError, RuntimeError, TypeError, pickle.PicklingError):
            # No process, no semaphore, or a task that only this process can do.
            self._is_alone = True
            return None
        return future

    def _written(self, task: Callable[[Lot], Found]) -> bytes:
        # A task is pickled once, however many lots there are.
        if self._last is None or self._last[0] is not task:
            self._last = task, pickle.dumps(task)
        return self._last[1]

    def _received(self, task: Callable[[Lot], Found], lot: Lot, future: Future[Found]) -> Found:
        try:
            return future.result()
        except BrokenProcessPool:
            # A worker was killed, for want of memory perhaps: what it had is done here.
            self._is_alone = True
            return task(lot)

    def _started(self) -> ProcessPoolExecutor:
        if self._executor is None:
            from loky import ProcessPoolExecutor  # noqa: PLC0415 - only long work needs it

            self._executor = ProcessPoolExecutor(self._count, timeout=_IDLE)
        return self._executor

    @cached_property
    def _count(self) -> int:
        from loky import cpu_count  # noqa: PLC0415

        # What this process may use, by affinity and by the limits of a container.
        return self._workers or int(cpu_count())

    def close(self) -> None:
        """End the processes; what they were at is dropped."""
        if self._executor is not None:
            self._executor.shutdown(wait=True, kill_workers=True)
            self._executor = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


# -- within a worker ------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _task(written: bytes) -> Callable[[Any], Any]:
    task: Callable[[Any], Any] = pickle.loads(written)  # noqa: S301 - our own parent wrote it
    return task


def _work(written: bytes, lot: Lot) -> object:
    return _task(written)(lot)
