"""Whether two documents say the same in different syntaxes, by the names and values they hold.

A document of data is known by its syntax. Of every document the names and values are taken without
prefixes, punctuation and the words of the vocabulary that a syntax spells out; two documents in
different syntaxes that hold nearly the same ones are serialisations of one another.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

# PROV-N (W3C, 2013), the RDF syntaxes and XML by what they begin with or state early.
_SYNTAXES: Final = (
    ("provn", re.compile(r"\s*(?:(?:#|//)[^\n]*\s+)*document\b")),
    ("xml", re.compile(r"\s*<\??[A-Za-z!]")),
    ("json-ld", re.compile(r"\s*[{\[](?=[^\0]{0,4000}\"@(?:id|context|graph|type)\")")),
    ("json", re.compile(r"\s*[{\[]")),
    ("turtle", re.compile(r"\s*(?:(?:#[^\n]*)\s+)*@?(?:prefix|base)\b", re.IGNORECASE)),
)
_TOKEN: Final = re.compile(r"[A-Za-z0-9][\w.+-]*")
_VALUE: Final = re.compile(r"\d")
_SHORTEST: Final = 3
_FEWEST: Final = 8
_VOCABULARY: Final = re.compile(
    r"https?://(?:www\.w3\.org|purl\.org|openprovenance\.org)/[^\s\"'<>]*"
)


@lru_cache(maxsize=4096)
def syntax_of(text: str) -> str:
    """Return the syntax of a document of data, or nothing where it is none that is known."""
    return next((name for name, form in _SYNTAXES if form.match(text)), "")


@lru_cache(maxsize=1024)
def values_of(text: str) -> frozenset[str]:
    """Return the names and values of a document of data that hold a digit: no syntax spells them.

    Identifiers, digests, times and numbered names tell documents apart; words of a vocabulary are
    spelled in every document that uses it. The addresses of vocabularies are left out.
    """
    found = (token.rstrip(".-") for token in _TOKEN.findall(_VOCABULARY.sub(" ", text)))
    return frozenset(
        token.casefold() for token in found if len(token) >= _SHORTEST and _VALUE.search(token)
    )


def overlap(one: str, other: str) -> float:
    """Return the share of the values of the document with fewer that stand in the other too.

    A syntax may name what another leaves anonymous, so that the one with more has others besides.
    It is 0 where one holds too few values to be told from others.
    """
    few, many = sorted((values_of(one), values_of(other)), key=len)
    return len(few & many) / len(few) if len(few) >= _FEWEST else 0.0
