"""Identifiers of one event, experiment or data set, which texts about it state.

Two texts that state the same one go back to the same event; whether one was written from the other
is not known by that.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

# The forms as their registries publish them: CVE (cve.org), GHSA and PYSEC (OSV schema), USN, DSA,
# RHSA (vendors' advisories), NCT and ISRCTN (trial registries), GEO series, SRA and BioProject.
_FORMS: Final = re.compile(
    r"\b(?:CVE-\d{4}-\d{4,}|GHSA(?:-[23456789cfghjmpqrvwx]{4}){3}|PYSEC-\d{4}-\d+|OSV-\d{4}-\d+"
    r"|USN-\d+-\d+|DSA-\d+-\d+|RHSA-\d{4}:\d+|NCT\d{8}|ISRCTN\d{8}|GSE\d{3,}|[SED]RP\d{6,}"
    r"|PRJ[A-Z]{2}\d+)\b",
    re.IGNORECASE,
)
_LEAD: Final = re.compile(r"[\s\W_]*(?:\w+\W+){0,2}?$")
_LINE: Final = re.compile(r"^[^\n]*", re.MULTILINE)


@lru_cache(maxsize=4096)
def identifiers(text: str) -> frozenset[str]:
    """Return the identifiers that a text states, in capitals."""
    return frozenset(found.upper() for found in _FORMS.findall(text))


@lru_cache(maxsize=4096)
def leading_identifiers(text: str) -> frozenset[str]:
    """Return the identifiers that lines of a text begin with, up to two words before them.

    An entry of a list of changes or an advisory is headed by what it is about.
    """
    found = set()
    for line in _LINE.finditer(text):
        match = _FORMS.search(line.group())
        if match and _LEAD.match(line.group()[: match.start()]):
            found.add(match.group().upper())
    return frozenset(found)


def scheme_of(identifier: str) -> str:
    """Return the registry that an identifier belongs to: what stands before its numbers."""
    return re.split(r"[-\d]", identifier, maxsplit=1)[0]


def subject_of(document: str) -> frozenset[str]:
    """Return the identifiers of a document that is about one event: one of each registry."""
    found = identifiers(document)
    by_scheme: dict[str, set[str]] = {}
    for identifier in found:
        by_scheme.setdefault(scheme_of(identifier), set()).add(identifier)
    return found if all(len(group) == 1 for group in by_scheme.values()) else frozenset()
