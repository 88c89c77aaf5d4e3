"""Whether the files of a lexical state are, byte for byte, what the engine wrote.

Tantivy ends each file of a segment with a footer: JSON that holds the CRC-32 of what comes before
it, the length of that JSON and a magic number, both as 32-bit integers. It does not check the sum
when it opens a file, and a flipped byte may stay unnoticed.
"""

from __future__ import annotations

import json
import struct
import zlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_TAIL: Final = struct.Struct("<II")
_MAGIC: Final = 1337
_UNSUMMED: Final = {".json", ".lock", ""}


def changed_files(folder: Path) -> Iterator[Path]:
    """Yield the files of a lexical state whose bytes have changed."""
    for path in sorted(folder.glob("*")):
        if path.suffix not in _UNSUMMED and not path.name.startswith(".") and not _is_whole(path):
            yield path


def _is_whole(path: Path) -> bool:
    content = path.read_bytes()
    try:
        length, magic = _TAIL.unpack(content[-_TAIL.size :])
        body = len(content) - _TAIL.size - length
        stated = json.loads(content[body : -_TAIL.size])["crc"]
    except (struct.error, ValueError, KeyError, TypeError):
        return False
    return magic == _MAGIC and zlib.crc32(memoryview(content)[:body]) == stated
