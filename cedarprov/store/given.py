"""Files that a user names, read whole as long as they stay within a limit."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from cedarprov.errors import FileTooLarge, MissingPath, Undecodable

STANDARD_INPUT: Final = Path("-")
GIVEN_LIMIT: Final = 50_000_000
"""The longest file that is read when a user names it, in bytes (50 MB)."""


def read_given(path: Path, *, limit: int = GIVEN_LIMIT) -> bytes:
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


def read_given_text(path: Path) -> str:
    """Return the text of a file in UTF-8, without its mark; `-` is standard input.

    Raises:
        MissingPath: There is no such file.
        FileTooLarge: It is longer than `GIVEN_LIMIT`.
        Undecodable: It is not UTF-8.
    """
    if path == STANDARD_INPUT:
        data = sys.stdin.buffer.read(GIVEN_LIMIT + 1)
        if len(data) > GIVEN_LIMIT:
            raise FileTooLarge("standard input", GIVEN_LIMIT)
    else:
        data = read_given(path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        advice = "write it in UTF-8"
        raise Undecodable(str(path), "utf-8", error.start, error.reason, advice) from None
