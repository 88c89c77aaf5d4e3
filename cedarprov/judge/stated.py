"""What texts state of their origin: an identifier of the event, or the source they cite."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from cedarprov.judge.identifier import (
    declared_aliases,
    identifiers,
    leading_identifiers,
    subject_of,
)
from cedarprov.judge.likeness import CITED, HEADED, STATED, cited_names, plain
from cedarprov.judge.origin_edge import Maker, Quoted
from cedarprov.model.edge import Edge
from cedarprov.model.frozen import Frozen
from cedarprov.model.origin import Kind, Link
from cedarprov.store.catalogue import Catalogue
from cedarprov.store.door import TextOf

MOST: Final = 4
"""Earlier records that one is linked with for one identifier."""
_LONGEST_TITLE: Final = 80
_SHORTEST_TITLE: Final = 5


class _Stating(Frozen):
    """A passage that states an identifier, or a version that is about nothing else.

    `heads`: the identifier stands where it names what follows. `alternate`: the document declares
    it to be another name of what it records.
    """

    record: str
    row: Quoted
    heads: bool
    alternate: bool


def sharing_identifiers(passages: Sequence[Quoted], texts: TextOf, maker: Maker) -> Iterator[Edge]:
    """Yield edges between records of different sources that state the same identifier."""
    stating: dict[str, list[_Stating]] = defaultdict(list)
    linked: set[tuple[str, str]] = set()
    for row in passages:
        for identifier, later in _stating(row, texts(row.version)):
            known = [item for item in stating[identifier] if not item.row.sources & row.sources]
            for earlier in known[:MOST]:
                pair = (later.record, earlier.record)
                if pair not in linked:
                    linked.add(pair)
                    yield _identified(later, earlier, identifier, maker)
            if all(item.record != later.record for item in stating[identifier][-MOST:]):
                stating[identifier].append(later)


def _stating(row: Quoted, document: str) -> Iterator[tuple[str, _Stating]]:
    about, heads = subject_of(document), leading_identifiers(row.words)
    aliases = declared_aliases(document)
    for identifier in sorted(identifiers(row.words) | about):
        whole = identifier in about
        yield (
            identifier,
            _Stating(
                record=row.version if whole else row.passage,
                row=row,
                heads=whole or identifier in heads,
                alternate=identifier in aliases,
            ),
        )


def _identified(later: _Stating, earlier: _Stating, identifier: str, maker: Maker) -> Edge:
    declared = (later.alternate and earlier.heads) or (earlier.alternate and later.heads)
    score = HEADED if later.heads and earlier.heads else STATED
    link = Link(
        one=later.record,
        other=earlier.record,
        kind=Kind.ALTERNATE if declared else Kind.IDENTIFIER,
        score=1.0 if declared else score,
        detail=identifier,
    )
    return maker.edge(later.record, earlier.record, (later.row.span, earlier.row.span), link)


def stating_sources(
    passages: Sequence[Quoted], texts: TextOf, catalogue: Catalogue, maker: Maker
) -> Iterator[Edge]:
    """Yield edges from passages to the versions that they state as their source, by its name."""
    called = _called(passages, texts, catalogue)
    for row in passages:
        for name in sorted(cited_names(row.words) & called.keys(), key=len, reverse=True)[:1]:
            cited = called[name]
            if cited.version != row.version and not cited.sources & row.sources:
                link = Link(
                    one=row.passage,
                    other=cited.version,
                    kind=Kind.CITATION,
                    score=CITED,
                    derived=True,
                )
                yield maker.edge(row.passage, cited.version, (row.span,), link)


def _called(passages: Sequence[Quoted], texts: TextOf, catalogue: Catalogue) -> dict[str, Quoted]:
    """Return the first passage of versions by what they are called: source, title, first line."""
    called: dict[str, Quoted] = {}
    for row in {row.version: row for row in reversed(passages)}.values():
        first = next(iter(texts(row.version).strip().splitlines()), "")[:_LONGEST_TITLE]
        sources = [capture.edition.source for capture in catalogue.of_version(row.version)]
        for title in (first, *(name for each in sources for name in (each.title, each.name))):
            if len(plain(title)) >= _SHORTEST_TITLE:
                called[plain(title)] = row
    return called
