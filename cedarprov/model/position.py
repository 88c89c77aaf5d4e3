"""Positions in a text, by the unit that they count: code points, or code units of UTF-8 or UTF-16.

Positions in a store count code points. Others are told by their unit and converted exactly, with
the text at hand.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from cedarprov.errors import BadValue


class PositionUnit(StrEnum):
    """What a position counts."""

    CODE_POINT = "codepoint"
    UTF16 = "utf16"
    UTF8 = "utf8"


_CODEC: Final = {PositionUnit.UTF16: ("utf-16-le", 2), PositionUnit.UTF8: ("utf-8", 1)}


def in_code_points(text: str, position: int, unit: PositionUnit) -> int:
    """Return the code points before a position that counts another unit.

    Raises:
        BadValue: It lies behind the end of the text, or within a code point.
    """
    if unit is PositionUnit.CODE_POINT:
        found = position
    else:
        codec, width = _CODEC[unit]
        try:
            found = len(text.encode(codec)[: position * width].decode(codec))
        except UnicodeDecodeError:
            raise BadValue("position", position, f"a count of {unit} units, not amid one") from None
    if position < 0 or from_code_points(text, found, unit) != position:
        raise BadValue("position", position, "within the text")
    return found


def from_code_points(text: str, position: int, unit: PositionUnit) -> int:
    """Return the units before a position that counts code points.

    Raises:
        BadValue: It lies behind the end of the text.
    """
    if not 0 <= position <= len(text):
        raise BadValue("position", position, f"from 0 to {len(text)}")
    if unit is PositionUnit.CODE_POINT:
        return position
    codec, width = _CODEC[unit]
    return len(text[:position].encode(codec)) // width
