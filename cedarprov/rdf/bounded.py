"""Files and terms that are read as long as they stay within a limit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from cedarprov.errors import FileTooLarge, MissingPath, TermTooLong

GIVEN_LIMIT: Final = 50_000_000
"""The longest file that is read when a user names it, in bytes (50 MB)."""

TERM_LIMIT: Final = 1 << 24
"""The longest term that Oxigraph's parsers of RDF take, in bytes (16 MiB)."""


@contextmanager
def bounded_terms(place: str) -> Iterator[None]:
    """Turn the error of a parser that met too long a term in `place` into ours.

    Raises:
        TermTooLong: It did.
    """
    try:
        yield
    except MemoryError as error:
        if "buffer maximal size" not in str(error):
            raise
        raise TermTooLong(place, TERM_LIMIT) from error


def read_bounded(path: Path, limit: int = GIVEN_LIMIT) -> bytes:
    """Return the bytes of a file, of which there are `limit` at most.

    No more is read than that, so that a device that never ends is refused as well.

    Raises:
        MissingPath: There is no such file.
        FileTooLarge: It goes on behind the limit.
    """
    try:
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except FileNotFoundError:
        raise MissingPath(path) from None
    if len(data) > limit:
        raise FileTooLarge(str(path), limit)
    return data
