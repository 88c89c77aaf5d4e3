"""What a record hangs together with by `duplicates` edges, whether accepted or still pending."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from cedarprov.judge.edge_end import Ends, edition_name
from cedarprov.model.frozen import Frozen, replace
from cedarprov.store.edge_record import ReviewState, edge_records
from cedarprov.store.query import table
from cedarprov.store.session import Session

_MOST: Final = 1000
_LINKING: Final = (ReviewState.ASSERTED, ReviewState.ACCEPTED, ReviewState.PENDING)


class OriginLink(Frozen):
    """One `duplicates` edge between two records, and its state."""

    edge: str
    one: str
    other: str
    state: ReviewState


class OriginGroup(Frozen):
    """The records that go back to one origin, if all `links` hold, sorted.

    `editions` names the editions that they are in. `cut` says that following them stopped at a
    ceiling, so that there may be more.
    """

    members: tuple[str, ...] = ()
    links: tuple[OriginLink, ...] = ()
    editions: tuple[str, ...] = ()
    cut: bool = False


class _Row(Frozen):
    edge: str
    near: str
    far: str


_DUPLICATES: Final = table("review/duplicates", _Row)


def origin_groups(
    seeds: Mapping[str, Collection[str]], ends: Ends, session: Session
) -> dict[str, OriginGroup]:
    """Return the group of each record, found from the records that it starts at.

    Rejected and disputed edges link nothing. Not more than a thousand records are followed.
    """
    links, cut = _links({seed for group in seeds.values() for seed in group}, session)
    by_end: dict[str, list[OriginLink]] = defaultdict(list)
    for link in links:
        by_end[link.one].append(link)
        by_end[link.other].append(link)
    ends.take_in(by_end)
    groups = {record: _group(group, by_end, cut=cut) for record, group in seeds.items()}
    return {
        record: replace(group, editions=_editions(group.members, ends, session))
        for record, group in groups.items()
    }


def _editions(members: Iterable[str], ends: Ends, session: Session) -> tuple[str, ...]:
    found: set[str] = set()
    for member in members:
        versions = {place.version for place in ends.places(member)} or {member}
        for version in versions:
            found.update(map(edition_name, session.catalogue.of_version(version)))
    return tuple(sorted(found))


def _links(seeds: set[str], session: Session) -> tuple[list[OriginLink], bool]:
    known: set[str] = set()
    frontier, found = set(seeds), dict[str, OriginLink]()
    ceiling = len(seeds) + _MOST
    while frontier and len(known) <= ceiling:
        known |= frontier
        rows = list(_DUPLICATES.rows(session.store, records=sorted(frontier)))
        states = _states({row.edge for row in rows}, session)
        linking = [row for row in rows if states[row.edge] in _LINKING]
        for row in linking:
            one, other = sorted((row.near, row.far))
            link = OriginLink(edge=row.edge, one=one, other=other, state=states[row.edge])
            found[f"{row.edge} {one} {other}"] = link
        frontier = {row.far for row in linking} - known
    return [found[key] for key in sorted(found)], bool(frontier)


def _states(edges: Collection[str], session: Session) -> dict[str, ReviewState]:
    records = edge_records(sorted(edges), session.store, session.names)
    return {record.iri: record.state for record in records}


def _group(
    seeds: Iterable[str], by_end: Mapping[str, list[OriginLink]], *, cut: bool
) -> OriginGroup:
    links: dict[OriginLink, None] = {}
    waiting, members = [seed for seed in seeds if seed in by_end], set[str]()
    while waiting:
        record = waiting.pop()
        members.add(record)
        links |= dict.fromkeys(by_end[record])
        for link in by_end[record]:
            waiting += {link.one, link.other} - members
    ordered = sorted(links, key=lambda link: (link.edge, link.one, link.other))
    return OriginGroup(members=tuple(sorted(members)), links=tuple(ordered), cut=cut)
