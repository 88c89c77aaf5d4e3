"""What has to be there, and which versions of what are supported."""

from __future__ import annotations

import re
from typing import Final

from cedarprov.judge.rule.value import CONDITION, Readings, last_clause, stated
from cedarprov.judge.subject import Surroundings, subject
from cedarprov.prose.language import listed
from cedarprov.prose.name import MARKED, plain, same_name

_PRODUCT: Final = re.compile(
    r"(?P<product>[A-Za-z][\w+#-]*(?: [A-Z][\w+#-]*)*)\s+v?"
    r"(?P<version>\d+(?:\.\d+)*(?:\.x|[a-z]\b)?(?:\s\(as of [\d.]+\))?"
    r"(?:(?:,\s*|,?\s+and\s+|,?\s+or\s+)\d+(?:\.\d+)*[a-z]?\b(?:\s\(as of [\d.]+\))?)*"
    r"(?:\+|\s+(?:or|and)\s+(?:later|newer|higher|above|up|greater))?)"
)
_REQUIRES: Final = re.compile(
    r"^(?P<thing>.+?)\s(?:now\s)?(?:requires?|needs?|depends on)\s(?P<what>.+)$", re.IGNORECASE
)
_SUPPORTS: Final = re.compile(
    r"^(?P<thing>.+?)\s(?:(?:now|officially|only)\s)*supports\s(?P<what>.+)$", re.IGNORECASE
)
_ONE_OF: Final = re.compile(rf"{MARKED}(?:(?:,|,?\s(?:or|and))\s*{MARKED})*")
_MUST_BE: Final = re.compile(
    r"^(?P<thing>.+?)\smust (?:be (?:set to|one of|equal to)?|have|contain|return)\s*",
    re.IGNORECASE,
)


def requirement(flat: str, around: Surroundings) -> Readings:
    """Return what a sentence requires, or says is supported."""
    if CONDITION.search(flat):
        return ()
    for attribute, pattern in (("requires", _REQUIRES), ("supports", _SUPPORTS)):
        match = pattern.match(flat)
        product = _product_at(match["what"]) if match else None
        if match is not None and product is not None:
            about = subject(last_clause(match["thing"]), around)
            return stated(about, f"{attribute} {product[0]}", product[1])
    must = _MUST_BE.match(flat)
    found = _ONE_OF.match(flat, must.end()) if must else None
    if must is None or found is None:
        return ()
    about = subject(last_clause(must["thing"]), around)
    return stated(about, "requires", plain(found.group()))


_NO_PRODUCT: Final = listed("using at least only version versions release the a an up to")


def _product_at(words: str) -> tuple[str, str] | None:
    match = _PRODUCT.match(plain(re.sub(r"^(?:at least|only|version|the)\s+", "", words)))
    if match is None or match["product"].casefold() in _NO_PRODUCT:
        return None
    return same_name(match["product"]), match["version"]
