"""Origins as values: what links two pieces of evidence, and how many origins links leave.

What is certain joins for both ends of a count; what is not joins for the lower end alone: it may
be one origin, and may not be. What was made from several others, as a survey or an answer that was
fed back, joins none of them: it is no origin itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import Final

from cedarprov.model.answer import Interval
from cedarprov.model.frozen import Frozen

TELLING: Final = 0.9
"""The score from which on a link may be accepted by rule, where a reader chooses that."""


class Kind(StrEnum):
    """Why two pieces of evidence are held to go back to one origin."""

    SAME_BYTES = "same bytes"
    SAME_TEXT = "same text"
    SAME_SOURCE = "same source"
    DECLARED = "declared derivation"
    ALTERNATE = "declared alternate"
    ACCEPTED = "accepted in review"
    OWN_OUTPUT = "output of this store"
    NEAR_DUPLICATE = "near-duplicate"
    QUOTATION = "quotation of a long span"
    REVISION = "revision with other facts"
    EMBEDDING = "embedding in a larger document"
    SERIALISATION = "another serialisation"
    IDENTIFIER = "shared identifier"
    CITATION = "stated source"
    INFERRED = "inferred"

    @property
    def is_certain(self) -> bool:
        """Whether it moves both ends of a count."""
        return self in _CERTAIN

    @property
    def is_wording(self) -> bool:
        """Whether it means that the one says little that the other does not, in the same words."""
        return self in _WORDING


_CERTAIN: Final = frozenset(
    {
        Kind.SAME_BYTES,
        Kind.SAME_TEXT,
        Kind.SAME_SOURCE,
        Kind.DECLARED,
        Kind.ALTERNATE,
        Kind.ACCEPTED,
        Kind.OWN_OUTPUT,
    }
)
_WORDING: Final = frozenset(
    {Kind.SAME_TEXT, Kind.NEAR_DUPLICATE, Kind.QUOTATION, Kind.EMBEDDING, Kind.OWN_OUTPUT}
)


class Link(Frozen):
    """Two pieces of evidence that go back to one origin: how that was found, and how sure.

    Where `derived` is true, `one` was made from `other`; by `SAME_BYTES`, `one` may lie within it.
    `edge` is the IRI of the recorded edge,
    where there is one; `detail` says what was found. A score grows with the evidence.
    """

    one: str
    other: str
    kind: Kind
    score: float = 1.0
    derived: bool = False
    detail: str = ""
    edge: str = ""

    @property
    def is_certain(self) -> bool:
        """Whether it moves both ends of a count."""
        return self.kind.is_certain


Groups = tuple[tuple[str, ...], ...]


class Origins(Frozen):
    """The count of origins, and the links it follows from.

    `surely` groups the keys of the evidence that certainly shares an origin, `perhaps` those that
    may. What is no origin itself (`echoes`) is in no group.
    """

    count: Interval
    surely: Groups
    perhaps: Groups
    echoes: tuple[str, ...]
    links: tuple[Link, ...]


Accepts = Callable[[Link], bool]


def is_certain(link: Link) -> bool:
    """Accept what is certain alone, which is the rule unless a reader chooses another."""
    return link.is_certain


def is_telling(link: Link) -> bool:
    """Accept, as a reviewer by rule would, what is certain and what scores high."""
    return link.is_certain or link.score >= TELLING


def counted(
    keys: Sequence[str], links: Sequence[Link], *, accepts: Accepts = is_certain
) -> Origins:
    """Return the origins of evidence under links; those that `accepts` takes are certain.

    Links may lead by way of what is not among the keys. Where all of the evidence is an echo, what
    it echoes stands in for it.
    """
    certain = [link for link in links if accepts(link)]
    echoes = echoes_of(certain)
    kept = [key for key in keys if key not in echoes] or _echoed(keys, certain)
    surely = grouped(kept, _pairs(certain, echoes))
    perhaps = grouped(kept, _pairs(links, echoes))
    return Origins(
        count=Interval(low=len(perhaps), high=len(surely)),
        surely=surely,
        perhaps=perhaps,
        echoes=tuple(key for key in keys if key in echoes),
        links=tuple(links),
    )


def echoes_of(certain: Sequence[Link]) -> frozenset[str]:
    """Return what was made from several others or is output of this store, and what lies within.

    None of it is an origin itself; the links are taken as certain.
    """
    sources: dict[str, set[str]] = {}
    for link in certain:
        if link.derived:
            sources.setdefault(link.one, set()).add(link.other)
    own = {link.one for link in certain if link.kind is Kind.OWN_OUTPUT}
    several = {one for one, others in sources.items() if len(others) > 1} | own
    within = {
        link.one for link in certain if link.kind is Kind.SAME_BYTES and link.other in several
    }
    return frozenset(several | within)


def _echoed(keys: Sequence[str], certain: Sequence[Link]) -> list[str]:
    of = set(keys)
    of |= {link.other for link in certain if link.one in of and not link.derived}
    return sorted({link.other for link in certain if link.derived and link.one in of})


def _pairs(links: Iterable[Link], echoes: frozenset[str]) -> list[tuple[str, str]]:
    ends = ((link.one, link.other) for link in links)
    return [pair for pair in ends if not echoes.intersection(pair)]


def grouped(names: Iterable[str], pairs: Iterable[tuple[str, str]]) -> Groups:
    """Return names in groups of those that pairs join, directly or by way of others.

    Pairs may name others besides; the groups hold the names given, in their order (union-find,
    Tarjan 1975).
    """
    above: dict[str, str] = {}
    for one, other in pairs:
        first, last = sorted((_head(above, one), _head(above, other)))
        above[last] = first
    members: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        members.setdefault(_head(above, name), []).append(name)
    return tuple(map(tuple, members.values()))


def _head(above: dict[str, str], name: str) -> str:
    while (parent := above.get(name, name)) != name:
        above[name] = above.get(parent, parent)
        name = above[name]
    return name


class Grounds(Frozen):
    """What a claim or an answer rests on, counted four ways.

    `paths` counts ways from a source to the claim, `records` distinct pieces of evidence and
    `versions` distinct contents that hold them; only `origins` counts observations.
    """

    paths: int
    records: int
    versions: int
    origins: Origins

    def __str__(self) -> str:
        return (
            f"{self.origins.count} (paths {self.paths}, records {self.records}, "
            f"versions {self.versions})"
        )
