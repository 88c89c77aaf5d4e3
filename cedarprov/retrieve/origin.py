"""Origins in a retrieval: texts of one origin share a slot, and the origins of what is cited.

The record says what goes back to one origin: the same bytes, text and source, and edges of
derivation and duplication. Nothing is compared here. What came out of this store is evidence of
nothing and takes no slot.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from cedarprov.model.answer import Citation
from cedarprov.model.frozen import Frozen, replace
from cedarprov.model.origin import Grounds, Kind, Link, counted, echoes_of, grouped
from cedarprov.prose.language import language_of
from cedarprov.prose.polarity import affirms
from cedarprov.retrieve.budget import REPETITION, repeated
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
    nodes = {node for record in records for node in _nodes(record)}
    return origin_links(nodes, session.store, session.names, sequence=sequence)


# -- slots ----------------------------------------------------------------------------------------


def shared_slots(records: Sequence[Record], links: Sequence[Link]) -> Slots:
    """Return which of records, given best first, hold a slot.

    A text that repeats one that was recorded before stands back for it, so that later copies move
    nothing. Links that wait for review count here as well, since no words are lost by them.
    """
    own = {link.one for link in links if link.kind is Kind.OWN_OUTPUT}
    stands_for = {record.placed.text: "" for record in records if _is_echo(record, own)}
    for later, earlier in _repetitions(records, links):
        one, other = later.placed.text, _root(stands_for, earlier.placed.text)
        if one not in stands_for and other not in ("", one) and _repeats(later, earlier):
            stands_for[one] = other
    held = {text: _root(stands_for, text) for text in stands_for}
    sizes = Counter(held.values())
    return Slots(
        holding=tuple(
            replace(record, sharing=sizes[record.placed.text])
            for record in records
            if record.placed.text not in held
        ),
        standing_back=tuple(
            (record, held[record.placed.text]) for record in records if record.placed.text in held
        ),
    )


def _repetitions(
    records: Sequence[Record], links: Sequence[Link]
) -> Iterator[tuple[Record, Record]]:
    """Yield the records that repeat another, best first, each with the one that it repeats.

    Where what is repeated is not among the records, the best that repeats it takes its place.
    """
    targets: dict[str, list[str]] = defaultdict(list)
    for link in links:
        if link.kind.is_wording:
            targets[link.one].append(link.other)
    found = {node: record for record in records for node in _passages(record)}
    for record in records:
        for node in sorted(_passages(record)):
            for target in targets.get(node, ()):
                earlier = found.setdefault(target, record)
                if earlier is not record:
                    yield record, earlier


def _root(stands_for: Mapping[str, str], text: str) -> str:
    """Return the text that holds the slot of a text; nothing where this store wrote it."""
    while text in stands_for:
        text = stands_for[text]
    return text


def _repeats(later: Record, earlier: Record) -> bool:
    """Tell whether a text repeats another so far that it would not be shown beside it.

    One that denies what it repeats says something of its own.
    """
    said, before = later.placed.words, earlier.placed.words
    language = language_of(before)
    agree = affirms(said, language) == affirms(before, language)
    return agree and repeated(said, before) > REPETITION


def _is_echo(record: Record, own: set[str]) -> bool:
    """Tell whether a text is output of this store, or stands nowhere but in such."""
    places = record.placed.places[:PLACES]
    return any(place.passage in own for place in places) or all(
        place.version in own for place in places
    )


def _passages(record: Record) -> set[str]:
    return {place.passage for place in record.placed.places[:PLACES]}


# -- known origins --------------------------------------------------------------------------------


def known_origins(records: Sequence[Record], links: Sequence[Link]) -> list[str]:
    """Return a name for the origin of each record; nothing where the record names none.

    Known is what was declared or accepted: that a record was made from one other. Records that are
    linked to one another by that, directly or by way of others, have one origin. What was made
    from several others is no origin itself, nor is output of this store.
    """
    derived = [link for link in links if link.is_certain and link.derived]
    echoes = echoes_of(derived)
    made = {link.one: link.other for link in derived if link.one not in echoes}
    nodes = [sorted(_nodes(record)) for record in records]
    pairs = [*made.items()]
    pairs += [(first, other) for first, *others in nodes for other in others]
    groups = grouped([node for pair in pairs for node in pair], pairs)
    group_of = {node: group[0] for group in groups for node in group}
    return [group_of[own[0]] if any(node in made for node in own) else "" for own in nodes]


def _nodes(record: Record) -> set[str]:
    """Return what edges may name of a record: its passages and versions."""
    places = record.placed.places[:PLACES]
    return {node for place in places for node in (place.passage, place.version)}


# -- counts ---------------------------------------------------------------------------------------


def grounds_of(
    citations: Sequence[Citation], records: Sequence[Record] = (), links: Sequence[Link] = ()
) -> Grounds:
    """Return what quotations rest on; `records` are the shown ones, `links` what is recorded."""
    places = {place.passage: record for record in records for place in record.placed.places}
    cited = {item.passage: places.get(item.passage) for item in citations}
    held = [record for record in cited.values() if record]
    found = _about(list(cited), [*_structural(citations, places), *links])
    return Grounds(
        paths=sum(len(record.placed.applying) + record.sharing for record in held)
        or len(citations),
        records=len(cited),
        versions=len({item.version for item in citations}),
        origins=counted(list(cited), found),
    )


def _about(keys: Sequence[str], links: Sequence[Link]) -> list[Link]:
    """Return the links that lead to what is counted, directly or by way of others."""
    nodes = [*keys, *(end for link in links for end in (link.one, link.other))]
    groups = grouped(nodes, ((link.one, link.other) for link in links))
    near = {node for group in groups if not set(keys).isdisjoint(group) for node in group}
    return [link for link in links if link.one in near]


def _structural(citations: Sequence[Citation], places: Mapping[str, Record]) -> Iterator[Link]:
    """Yield links to what a quotation stands in: it shares that with others that do."""
    for item in citations:
        yield Link(one=item.passage, other=item.version, kind=Kind.SAME_BYTES)
        yield Link(one=item.passage, other=f"source {item.source}", kind=Kind.SAME_SOURCE)
        yield Link(one=item.passage, other=f"text {item.exact}", kind=Kind.SAME_TEXT)
        for passage in sorted(_passages(places[item.passage])) if item.passage in places else ():
            if passage != item.passage:
                yield Link(one=item.passage, other=passage, kind=Kind.SAME_TEXT)
