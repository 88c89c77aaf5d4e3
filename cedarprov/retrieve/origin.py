"""Origins in a retrieval: texts of one origin share a slot, and the origins of what is cited.

The record says what goes back to one origin: the same bytes, text and source, and edges of
derivation and duplication. Nothing is compared here. What came out of this store is evidence of
nothing and takes no slot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from cedarprov.model.answer import Citation
from cedarprov.model.frozen import Frozen, replace
from cedarprov.model.origin import Grounds, Kind, Link, counted, grouped
from cedarprov.retrieve.record import Record
from cedarprov.store.origin_record import origin_links
from cedarprov.store.session import Session

PLACES: Final = 50
"""The most places of one text that are looked up."""


class Slots(Frozen):
    """The records that hold a slot, in order, and those that stand back: for which text."""

    holding: tuple[Record, ...]
    standing_back: tuple[tuple[Record, str], ...]


def links_of(
    records: Sequence[Record], session: Session, *, sequence: int | None
) -> tuple[Link, ...]:
    """Return what the record says on the origins of records: their passages and versions."""
    nodes = {
        node
        for record in records
        for place in record.placed.places[:PLACES]
        for node in (place.passage, place.version)
    }
    return origin_links(nodes, session.store, session.names, sequence=sequence)


# -- slots ----------------------------------------------------------------------------------------


def shared_slots(records: Sequence[Record], links: Sequence[Link]) -> Slots:
    """Return which of records, given best first, hold a slot.

    Of texts that say the same in the same words the one that was recorded first holds it, in its
    own place: later copies move nothing. Links that wait for review count here as well, since no
    words are lost by them.
    """
    own = {link.one for link in links if link.kind is Kind.OWN_OUTPUT}
    echoes = {record.placed.text for record in records if _is_echo(record, own)}
    by_node = {node: record.placed.text for record in records for node in _passages(record)}
    pairs = [
        (by_node[link.one], by_node[link.other])
        for link in links
        if link.kind.is_wording and link.one in by_node and link.other in by_node
    ]
    kept = [record for record in records if record.placed.text not in echoes]
    groups = grouped([record.placed.text for record in kept], pairs)
    later = {one for one, other in pairs if one != other}
    holders = {text: _holder(group, later) for group in groups for text in group}
    sizes = {holders[group[0]]: len(group) for group in groups}
    return Slots(
        holding=tuple(
            replace(record, sharing=sizes[record.placed.text] - 1)
            for record in kept
            if holders[record.placed.text] == record.placed.text
        ),
        standing_back=tuple(
            (record, holders.get(record.placed.text, ""))
            for record in records
            if holders.get(record.placed.text) != record.placed.text
        ),
    )


def _holder(group: Sequence[str], later: set[str]) -> str:
    """Return the best of a group that repeats none of it."""
    return next((text for text in group if text not in later), group[0])


def _is_echo(record: Record, own: set[str]) -> bool:
    """Tell whether a text stands nowhere but in output of this store."""
    places = record.placed.places[:PLACES]
    return bool(own) and all({place.passage, place.version} & own for place in places)


def _passages(record: Record) -> set[str]:
    return {place.passage for place in record.placed.places[:PLACES]}


# -- counts ---------------------------------------------------------------------------------------


def grounds_of(
    citations: Sequence[Citation], records: Sequence[Record] = (), links: Sequence[Link] = ()
) -> Grounds:
    """Return what quotations rest on; `records` are the shown ones, `links` what is recorded."""
    places = {place.passage: record for record in records for place in record.placed.places}
    cited = {item.passage: places.get(item.passage) for item in citations}
    held = [record.placed.applying for record in cited.values() if record]
    found = [*_structural(citations, places), *links]
    return Grounds(
        paths=sum(map(len, held)) or len(citations),
        records=len(cited),
        versions=len({item.version for item in citations}),
        origins=counted(list(cited), found),
    )


def _structural(citations: Sequence[Citation], places: Mapping[str, Record]) -> Iterator[Link]:
    """Yield links to what a quotation stands in: it shares that with others that do."""
    for item in citations:
        yield Link(one=item.passage, other=item.version, kind=Kind.SAME_BYTES)
        yield Link(one=item.passage, other=f"source {item.source}", kind=Kind.SAME_SOURCE)
        yield Link(one=item.passage, other=f"text {item.exact}", kind=Kind.SAME_TEXT)
        for passage in sorted(_passages(places[item.passage])) if item.passage in places else ():
            if passage != item.passage:
                yield Link(one=item.passage, other=passage, kind=Kind.SAME_TEXT)
