"""Moments as PROV writes them."""

from __future__ import annotations

import re
from typing import Final

_DATE_TIME: Final = re.compile(
    r"-?(?:[1-9][0-9]{3,}|0[0-9]{3})-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
    r"T(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]+)?|24:00:00(?:\.0+)?)"
    r"(?:Z|[+-](?:(?:0[0-9]|1[0-3]):[0-5][0-9]|14:00))?"
)


def moment(written: str) -> str:
    """Return an xsd:dateTime as written, without the blanks around it (XML Schema 1.1-2, 3.3.7).

    Raises:
        ValueError: It is none.
    """
    text = written.strip(" \t\r\n")
    if _DATE_TIME.fullmatch(text) is None:
        why = f"{written!r} is no moment; PROV writes one as 2012-03-31T09:21:00Z"
        raise ValueError(why)
    return text
