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
_PARTS: Final = ("fast", "fieldnorm", "idx", "pos", "store", "term")


def changed_files(folder: Path) -> Iterator[Path]:
    """Yield the files of a lexical state that are gone or whose bytes have changed."""
    meta = folder / "meta.json"
    if meta.is_file():
        for segment in json.loads(meta.read_bytes())["segments"]:
            name = segment["segment_id"].replace("-", "")
            yield from (
                path
                for path in (folder / f"{name}.{part}" for part in _PARTS)
                if not _is_whole(path)
            )


def _is_whole(path: Path) -> bool:
    if not path.is_file():
        return False
    content = path.read_bytes()
    try:
        length, magic = _TAIL.unpack(content[-_TAIL.size :])
        body = len(content) - _TAIL.size - length
        stated = json.loads(content[body : -_TAIL.size])["crc"]
    except (struct.error, ValueError, KeyError, TypeError):
        return False
    return bool(magic == _MAGIC and zlib.crc32(memoryview(content)[:body]) == stated)
