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
# OSV schema 1.7, "aliases": identifiers of the same vulnerability in other databases, in YAML or
# JSON.
_ALIASES: Final = re.compile(
    r"""(?:^|[{,])[ \t]*"?aliases"?[ \t]*:[ \t]*(?P<listed>\[[^\]]*\]|(?:\s*\n[ \t]*-[^\n]*)+)""",
    re.MULTILINE,
)
# As above, "references": an advisory, a fix or an article, each by its address. Of an address at
# a host of source code, the second step names the project.
_REFERENCES: Final = re.compile(
    r"""\burl"?[ \t]*:[ \t]*"?https://(?:github|gitlab|codeberg|bitbucket)\.(?:com|org)/"""
    r"""[\w.-]+/(?P<project>[\w-]+)"""
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


@lru_cache(maxsize=4096)
def declared_aliases(document: str) -> frozenset[str]:
    """Return the identifiers that an advisory declares to be other names of what it records.

    That makes it an alternate (prov:alternateOf) of what is recorded under them elsewhere.
    """
    listed = (found["listed"] for found in _ALIASES.finditer(document))
    return frozenset(name for part in listed for name in identifiers(part))


@lru_cache(maxsize=4096)
def referenced_projects(document: str) -> frozenset[str]:
    """Return the names, in small letters, of the projects whose repositories an advisory cites."""
    if not declared_aliases(document):
        return frozenset()
    return frozenset(found["project"].casefold() for found in _REFERENCES.finditer(document))


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
