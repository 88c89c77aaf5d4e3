"""Answer maps as recorded, and whether anything since could change what they say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cedarprov.model.frozen import Frozen
from cedarprov.rdf.graph import INDEX
from cedarprov.store.query import table
from cedarprov.store.session import Session

_AT_ONCE: Final = 500


class MapRecord(Frozen):
    """One recorded map: its IRI, what it says (JSON), and its place in the record."""

    map: str
    json: str
    sequence: int


class _BundleRow(Frozen):
    bundle: str


_MAPS: Final = table("retrieve/answer-maps", MapRecord)
_RETRIEVALS: Final = table("ledger/retrievals", _BundleRow)


def map_records(words: str, session: Session) -> Sequence[MapRecord]:
    """Return the maps recorded for the words of a question, the last one first."""
    index = session.names.graph(INDEX)
    found = _MAPS.rows(session.store, words=words, index=index)
    return sorted(found, key=lambda record: (-record.sequence, record.map))


def is_unchanged(session: Session, since: int) -> bool:
    """Tell whether nothing but retrievals was recorded after a sequence number.

    They say what was found and add nothing that can be found.
    """
    later = [bundle.iri for bundle in session.ledger.bundles(after=since)]
    for start in range(0, len(later), _AT_ONCE):
        some = later[start : start + _AT_ONCE]
        if len(list(_RETRIEVALS.rows(session.store, bundles=some))) < len(some):
            return False
    return True
