"""The next commit of an index in a folder."""

from __future__ import annotations

import errno
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from cedarprov.errors import DiskFull
from cedarprov.index.draft import Draft
from cedarprov.index.folder import finish_work, open_state, start_work, sweep
from cedarprov.index.lexical import LexiconWriter
from cedarprov.index.manifest import SegmentMark, read_manifest, sync_folder, write_manifest
from cedarprov.index.segment import joined, open_segment, write_segment
from cedarprov.model.frozen import replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from cedarprov.index.encoder import Encoder, Vectors
    from cedarprov.index.manifest import Manifest
    from cedarprov.index.port import IndexText
    from cedarprov.index.segment import Segment
    from cedarprov.index.state import State

_NO_ROOM: Final = {errno.ENOSPC, errno.EFBIG, errno.EDQUOT}
_NO_ROOM_SAID: Final = ("No space left", "File too large", "Disk quota exceeded")
_LARGE: Final = 131_072


class Revision:
    """Additions to ``base`` that become one commit, or nothing.

    Order of the steps: segments of vectors, words, manifest. Each is on disk before the next
    begins, and only the manifest counts; a kill in between leaves files that the next commit
    sweeps or overwrites.
    """

    def __init__(
        self,
        folder: Path,
        base: State,
        *,
        encoder: Encoder | None = None,
        known: Mapping[bytes, Vectors] | None = None,
        replaces: Manifest | None = None,
    ) -> None:
        """Begin from ``base``; ``replaces`` is the last commit where that is another one."""
        self._folder, self._base = folder, base.manifest
        self._last = replaces or base.manifest
        self._marks: list[SegmentMark] = list(base.manifest.segments)
        with room(folder):
            writer = LexiconWriter(start_work(folder, base.manifest))
        self._draft = Draft(base, writer, self._spill, encoder=encoder, known=known)

    def add(self, texts: Iterable[IndexText]) -> int:
        """Add texts; whatever interrupts it ends the revision."""
        with self._whole():
            return sum(self._draft.add(text) for text in texts)

    def commit(self, sequence: int) -> State:
        """Make the revision the last commit, and return that state."""
        with self._whole():
            self._draft.commit()
            self._tidy()
            manifest = self._manifest(sequence)
            finish_work(self._folder, manifest)
            write_manifest(self._folder, manifest)
        # Whoever is opening the last commit keeps it, unless it was replaced: by a purge, perhaps.
        kept = [self._last, manifest] if self._last is self._base else [manifest]
        sweep(self._folder, kept)
        return open_state(self._folder)

    def abandon(self) -> None:
        """Drop the additions; the last commit stands."""
        del self._draft
        # Asked of the disk: an interrupt may come just after the manifest was replaced.
        sweep(self._folder, [read_manifest(self._folder)])

    @contextmanager
    def _whole(self) -> Iterator[None]:
        try:
            with room(self._folder):
                yield
        except BaseException:
            self.abandon()
            raise

    def _manifest(self, sequence: int) -> Manifest:
        draft, base = self._draft, self._base
        return replace(
            base,
            generation=self._last.generation + 1,
            sequence=sequence,
            texts=base.texts + draft.texts,
            embedded=base.embedded + draft.embedded,
            encoder=draft.encoder.mark if draft.encoder else base.encoder,
            segments=tuple(self._marks),
        )

    def _spill(self, segment: Segment) -> None:
        name = f"{self._last.generation + 1:08d}-{len(self._marks):04d}"
        write_segment(self._folder / "dense", name, segment)
        self._marks.append(SegmentMark(name=name, rows=len(segment)))

    def _tidy(self) -> None:
        """Join small segments at the end, so that their number grows by the logarithm only."""
        crowd = crowded([mark.rows for mark in self._marks])
        if crowd > 1:
            dense = self._folder / "dense"
            parts = [open_segment(dense, mark.name) for mark in self._marks[-crowd:]]
            whole = joined(parts)
            name = f"{self._last.generation + 1:08d}-joined"
            write_segment(dense, name, whole)
            self._marks[-crowd:] = [SegmentMark(name=name, rows=len(whole))]
        if self._marks:
            sync_folder(self._folder / "dense")


def note_sequence(folder: Path, base: State, sequence: int) -> State:
    """Commit nothing but that ``base`` reflects ``sequence``."""
    with room(folder):
        folder.mkdir(parents=True, exist_ok=True)
        manifest = replace(base.manifest, sequence=sequence)
        write_manifest(folder, manifest)
    return replace(base, manifest=manifest)


def crowded(rows: Sequence[int]) -> int:
    """Return how many of the last segments to join: none may be followed by half its rows."""
    if not rows:
        return 0
    count, total = 1, rows[-1]
    for size in reversed(rows[:-1]):
        if size > 2 * total or total + size > _LARGE:
            break
        count, total = count + 1, total + size
    return count


@contextmanager
def room(folder: Path) -> Iterator[None]:
    """Say `DiskFull` where the engine or the system says that there is no room left."""
    try:
        yield
    except (OSError, ValueError) as fault:
        full = isinstance(fault, OSError) and fault.errno in _NO_ROOM
        if full or any(said in str(fault) for said in _NO_ROOM_SAID):
            raise DiskFull(folder, str(fault)) from fault
        raise
