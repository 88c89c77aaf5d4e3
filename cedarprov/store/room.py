"""Whether an error means that there is no room left: on the disk, by a quota, by a size limit."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from cedarprov.errors import DiskFull

_FULL: Final = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
# RocksDB says it in words only.
_WORDS: Final = tuple(os.strerror(code).lower() for code in sorted(_FULL))


def is_full(error: Exception) -> bool:
    """Tell whether an error says that there was no room."""
    if isinstance(error, OSError) and error.errno is not None:
        return error.errno in _FULL
    message = str(error).lower()
    return any(words in message for words in _WORDS)


@contextmanager
def room_for(path: Path) -> Iterator[None]:
    """Turn an error that says that there was no room for `path` into ours.

    Raises:
        DiskFull: There was none.
    """
    try:
        yield
    except (OSError, RuntimeError) as error:
        if is_full(error):
            raise DiskFull(path, str(error)) from error
        raise
