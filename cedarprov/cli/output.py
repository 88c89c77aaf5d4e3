"""Where words go: results to standard output, everything else to standard error."""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from cedarprov.cli.form import form
from cedarprov.store.blob import sync_folder
from cedarprov.store.room import room_for

# A source may hold escape sequences that would take over a terminal: they are shown, not sent.
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_PICTURES: Final = 0x2400
_DELETE: Final = "\u2421"


def show(text: str) -> None:
    """Print a result for people; control characters that come from sources are made visible."""
    print(legible(text))


def show_json(value: object) -> None:
    """Print a result as JSON, letter for letter, in UTF-8 whatever the terminal has."""
    show_bytes(_json(value))


def show_bytes(data: bytes) -> None:
    """Pass a result on as it is."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


@contextmanager
def whole_output(path: Path | None) -> Iterator[IO[bytes]]:
    """Yield a file that is there whole or not at all, or standard output where there is no path.

    It is on disk when the context ends. A link is followed; a device or a pipe is written to as it
    is.

    Raises:
        IsADirectoryError: The path is a folder.
        DiskFull: There is no room for it.
    """
    if path is None:
        sys.stdout.flush()
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    target = path.resolve()
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if target.exists() and not target.is_file():
        with target.open("wb") as file:
            yield file
        return
    part = target.with_name(f"{target.name}.part")
    try:
        with room_for(target):
            with part.open("wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            part.replace(target)
            sync_folder(target.parent)
    finally:
        part.unlink(missing_ok=True)


def say(text: str) -> None:
    """Say something that is no result."""
    print(legible(text), file=sys.stderr)


def save_json(value: object, path: Path) -> None:
    """Write a value to a file as JSON."""
    with whole_output(path) as file:
        file.write(_json(value))


def legible(text: str) -> str:
    """Return a text with a visible sign for each control character but tab and line feed.

    >>> legible(chr(27) + "[31mred")
    '␛[31mred'
    """
    return _CONTROL.sub(_picture, text)


def _json(value: object) -> bytes:
    text = json.dumps(form(value), ensure_ascii=False, indent=2)
    # Half a surrogate pair is no UTF-8; what replaces it is how JSON writes it.
    return f"{text}\n".encode(errors="backslashreplace")


def _picture(found: re.Match[str]) -> str:
    code = ord(found[0])
    return chr(_PICTURES + code) if code < ord(" ") else _DELETE
