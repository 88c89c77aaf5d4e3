"""Qualified names for IRIs, with the prefixes of a document and others where it has none."""

from __future__ import annotations

import re
from bisect import insort
from collections.abc import Mapping
from itertools import count, takewhile
from operator import neg
from typing import Final

from cedarprov.errors import BadValue
from cedarprov.rdf.prov.terms import PREDECLARED, XSD, legal_iri

_PREFIX: Final = re.compile(r"(?!xml)[A-Za-z][A-Za-z0-9_-]*", re.IGNORECASE | re.ASCII)
_SEPARATORS: Final = "#/:?=&"


def usable_prefixes(declared: Mapping[str, str]) -> dict[str, str]:
    """Return the prefixes that every syntax can declare and that stand for what PROV says."""
    return {
        prefix: space
        for prefix, space in declared.items()
        if _PREFIX.fullmatch(prefix)
        and PREDECLARED.get(prefix, space) == space
        and space + "#" != XSD
    }


class Shortener:
    """Gives IRIs short names, whose local parts are such as `local` matches.

    An IRI that no declared namespace begins gets a prefix of its own, `ns1` and so on in the
    order of asking, so that the same document is always written in the same way. With `in_ascii`
    a namespace is ASCII, as where it must be a URI.
    """

    def __init__(
        self,
        declared: Mapping[str, str],
        local: re.Pattern[str],
        reserved: frozenset[str],
        *,
        in_ascii: bool = False,
    ) -> None:
        self._in_ascii = in_ascii
        self._local = local
        self._known: dict[str, tuple[str, str] | None] = {}
        self.prefixes = {
            prefix: space
            for prefix, space in usable_prefixes(declared).items()
            if prefix not in reserved and (space.isascii() or not in_ascii)
        }
        self._taken = {*self.prefixes, *PREDECLARED, *declared, *reserved}
        self._spaces = {space: prefix for prefix, space in {**self.prefixes, **PREDECLARED}.items()}
        # The longest first. To try every place of a long IRI would take the square of its length.
        self._lengths = sorted({len(space) for space in self._spaces}, reverse=True)

    def parts(self, iri: str) -> tuple[str, str] | None:
        """Return the prefix and the local part of an IRI; None where no local part can be cut.

        Raises:
            BadValue: It is no legal IRI: what is written would be read as something else.
        """
        if iri not in self._known:
            _refuse_illegal(iri)
            self._known[iri] = self._declared(iri) or self._cut(iri)
        return self._known[iri]

    def loose_parts(self, iri: str) -> tuple[str, str]:
        """Return the prefix and the rest of an IRI, even where the rest is no local part."""
        place = _last_cut(iri)
        if self._in_ascii and not iri[:place].isascii():
            place = _last_cut("".join(takewhile(str.isascii, iri)))
        return self.parts(iri) or (self._declare(iri[:place]), iri[place:])

    def _declared(self, iri: str) -> tuple[str, str] | None:
        """Return the parts of an IRI that the longest of the declared namespaces gives it."""
        for place in self._lengths:
            prefix = self._spaces.get(iri[:place]) if 0 < place <= len(iri) else None
            if prefix is not None and self._local.fullmatch(iri, place):
                return prefix, iri[place:]
        return None

    def _cut(self, iri: str) -> tuple[str, str] | None:
        """Return the parts of an IRI that is cut at its last separator, or else behind its end.

        An earlier cut gives no local part where the last gives none: what follows would hold the
        same signs, and separators besides.
        """
        for place in (_last_cut(iri), len(iri)):
            is_space = not self._in_ascii or iri[:place].isascii()
            if is_space and self._local.fullmatch(iri, place):
                return self._declare(iri[:place]), iri[place:]
        return None

    def _declare(self, space: str) -> str:
        if space not in self._spaces:
            free = (f"ns{number}" for number in count(1))
            prefix = next(each for each in free if each not in self._taken)
            self._taken.add(prefix)
            self.prefixes[prefix], self._spaces[space] = space, prefix
            if len(space) not in self._lengths:
                insort(self._lengths, len(space), key=neg)
        return self._spaces[space]


def _last_cut(iri: str) -> int:
    place = max(map(iri.rfind, _SEPARATORS)) + 1
    return place or len(iri)


def _refuse_illegal(iri: str) -> None:
    try:
        legal_iri(iri)
    except ValueError:
        raise BadValue("name", iri, "a legal IRI") from None
