"""Which passages and versions of different sources go back to one origin, as inferred edges.

Texts are compared once for each distinct text, nearly as many pairs as there are texts. What came
out of this store is recognised first and is compared with nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

from cedarprov.judge.agent import software
from cedarprov.judge.candidates import candidate_pairs
from cedarprov.judge.inferred import Inferred
from cedarprov.judge.likeness import likenesses
from cedarprov.judge.origin_edge import Maker, Quoted
from cedarprov.judge.own_output import QUOTED, Mention, named_mentions, quoted_mentions
from cedarprov.judge.serialisation import syntax_of, values_of
from cedarprov.judge.stated import sharing_identifiers, stating_sources
from cedarprov.judge.witness import Witness
from cedarprov.model.edge import Edge
from cedarprov.model.frozen import Frozen
from cedarprov.model.origin import Kind, Link
from cedarprov.model.passage import Span
from cedarprov.prose.sentence import sentences
from cedarprov.rdf.graph import TEXTS
from cedarprov.store.door import TextOf
from cedarprov.store.query import table
from cedarprov.store.session import Session

_AT_ONCE: Final = 200


class _PassageRow(Frozen):
    passage: str
    version: str
    text: str
    start: int
    words: str


_PASSAGES: Final = table("origins/passages", _PassageRow)


def infer_origins(session: Session, texts: TextOf) -> Inferred:
    """Return edges between passages, and between versions, that go back to one origin.

    An edge leads from what was recorded later. Its evidence is what both ends say.
    """
    maker = Maker(agent=software(), at=datetime.now(UTC))
    passages = _passages(session)
    echoes = list(_echoes(session, texts, passages, maker))
    own = {subject for edge in echoes for subject in edge.subjects}
    judged = [row for row in passages if not {row.passage, row.version} & own]
    edges = [
        *echoes,
        *_alike(judged, maker),
        *_serialised(texts, judged, maker),
        *sharing_identifiers(judged, texts, maker),
        *stating_sources(judged, texts, session.catalogue, maker),
    ]
    return Inferred(plan="origins", edges=tuple(edges))


def _passages(session: Session) -> list[Quoted]:
    """Return the first passage of every distinct text of a source, in the order of the record."""
    bundles = [bundle.iri for bundle in session.ledger.bundles()]
    found: dict[str, Quoted] = {}
    for start in range(0, len(bundles), _AT_ONCE):
        for row in _rows(session, bundles[start : start + _AT_ONCE]):
            captures = session.catalogue.of_version(row.version)
            sources = frozenset(capture.source_iri for capture in captures)
            if row.text not in found:
                found[row.text] = Quoted(
                    passage=row.passage,
                    version=row.version,
                    start=row.start,
                    words=row.words,
                    sources=sources,
                )
    return list(found.values())


def _rows(session: Session, bundles: Sequence[str]) -> list[_PassageRow]:
    """Return the passages of some bundles in the order of the record, and of their text."""
    graph = session.names.graph(TEXTS)
    order: dict[str, int] = {}
    for bundle in bundles:
        if capture := session.catalogue.in_bundle(bundle):
            order.setdefault(capture.version, len(order))
    rows = _PASSAGES.rows(session.store, bundles=bundles, graph=graph)
    return sorted(rows, key=lambda row: (order.get(row.version, 0), row.version, row.start))


# -- what this store wrote ------------------------------------------------------------------------


def _echoes(
    session: Session, texts: TextOf, passages: Sequence[Quoted], maker: Maker
) -> Iterator[Edge]:
    """Yield edges from versions, or else passages, that this store wrote, to what they take of it.

    An answer may stand in a text with a heading and the question; then the whole is output.
    """
    base = session.folder.base
    said = _by_sentence(row for row in passages if QUOTED not in row.words)
    whole = set()
    for version in dict.fromkeys(capture.version for capture in session.catalogue.records):
        text = texts(version)
        mentions = named_mentions(text, base, session.holds) or quoted_mentions(text, said)
        if mentions:
            whole.add(version)
            yield from _echo(version, version, text, mentions, maker)
    for row in passages:
        if QUOTED in row.words and row.version not in whole:
            mentions = quoted_mentions(row.words, said, offset=row.start)
            yield from _echo(row.passage, row.version, texts(row.version), mentions, maker)


def _by_sentence(passages: Iterable[Quoted]) -> dict[str, str]:
    """Return the first passage that says something, by sentences and by all it says."""
    found: dict[str, str] = {}
    for row in passages:
        for said in (row.words, *row.words.splitlines(), *(s.text for s in sentences(row.words))):
            found.setdefault(said.strip(), row.passage)
    return found


def _echo(
    subject: str, version: str, text: str, mentions: Iterable[Mention], maker: Maker
) -> Iterator[Edge]:
    """Yield an edge for each mention in the text of a version."""
    for mention in mentions:
        exact = text[mention.start : mention.end]
        span = Span(version=version, start=mention.start, end=mention.end, exact=exact)
        link = Link(one=subject, other=mention.record, kind=Kind.OWN_OUTPUT, derived=True)
        yield maker.edge(subject, mention.record, (span,), link)


# -- what is alike --------------------------------------------------------------------------------


def _alike(passages: Sequence[Quoted], maker: Maker) -> Iterator[Edge]:
    """Yield edges between passages of different sources that are worded alike."""
    witnesses = [Witness(key=row.passage, text=row.words) for row in passages]
    said = [row.words for row in passages]
    apart = [row.sources for row in passages]
    for earlier, later in candidate_pairs(said, apart):
        one, other = passages[later], passages[earlier]
        for link in likenesses(witnesses[later], witnesses[earlier]):
            if link.kind.is_wording or link.kind is Kind.REVISION:
                yield maker.edge(one.passage, other.passage, (one.span, other.span), link)


def _serialised(texts: TextOf, passages: Sequence[Quoted], maker: Maker) -> Iterator[Edge]:
    """Yield edges between versions that are serialisations of one another."""
    first = {row.version: row for row in reversed(passages)}
    rows = [row for row in reversed(first.values()) if syntax_of(texts(row.version))]
    witnesses = [Witness(key=row.version, text=texts(row.version)) for row in rows]
    marks = [values_of(witness.text) for witness in witnesses]
    for earlier, later in candidate_pairs([""] * len(rows), [row.sources for row in rows], marks):
        one, other = rows[later], rows[earlier]
        for link in likenesses(witnesses[later], witnesses[earlier]):
            if link.kind is Kind.SERIALISATION:
                yield maker.edge(one.version, other.version, (one.span, other.span), link)
