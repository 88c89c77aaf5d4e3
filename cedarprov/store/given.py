"""Files that a user names, read whole as long as they stay within a limit."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from cedarprov.errors import FileTooLarge, Undecodable
from cedarprov.rdf.bounded import GIVEN_LIMIT, read_bounded

STANDARD_INPUT: Final = Path("-")


def read_given(path: Path, *, limit: int = GIVEN_LIMIT) -> bytes:
    """Return the bytes of a file that a user names; raises as `rdf.bounded.read_bounded`."""
    return read_bounded(path, limit)


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
