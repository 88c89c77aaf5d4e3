"""Which statements repeat a purged text, and what stands for each of them afterwards.

Bundles hold words of their sources in few places: heading paths, titles, statements of claims and
declarations, readings, reasons, answer maps and the questions of receipts. Identifiers, labels,
dates and places stay.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from pyoxigraph import Literal, NamedNode, Quad

from cedarprov.model.wording import Wording
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.graph import TEXTS
from cedarprov.rdf.naming import Names
from cedarprov.store.port import RdfStore
from cedarprov.store.statement import value_of

PURGED: Final = "[purged]"
"""What stands for words that a record cannot be without."""

_READING: Final = (v.ABOUT, v.ATTRIBUTE, v.VALUE, v.UNIT)
_WHOLE: Final = (v.RECEIPT_JSON, v.MAP_JSON)


class Redacted:
    """What is to be removed with some versions: their texts, and the quads that repeat them.

    `changed` gives what stands for a quad afterwards, or None.
    """

    def __init__(
        self, store: RdfStore, names: Names, versions: Collection[str], wholes: Mapping[str, str]
    ) -> None:
        """Find it; `wholes` are the texts of versions, as far as their bytes are there."""
        self._store = store
        self._versions = versions
        self._texts = names.graph(TEXTS)
        self._extents = {
            quad.subject: self._text_of(quad.subject)
            for version in versions
            for quad in store.quads(None, v.WAS_QUOTED_FROM, NamedNode(version))
            if isinstance(quad.subject, NamedNode)
        }
        quoted = {text for text in self._extents.values() if text is not None}
        self.texts = {text for text in quoted if not self._is_quoted_elsewhere(text)}
        self.shared = quoted - self.texts
        self._wording = self._worded(wholes)
        self._changes = dict(self._found())

    def changed(self, quad: Quad) -> Quad | None:
        """Return what stands for a quad after the purge."""
        if quad.graph_name == self._texts and quad.subject in self.texts:
            return None
        return self._changes.get(quad, quad)

    @property
    def bundles(self) -> Mapping[str, int]:
        """How many statements of which bundles are changed or removed."""
        return Counter(value_of(quad.graph_name) for quad in self._changes)

    @property
    def records(self) -> Collection[str]:
        """The records whose words are removed, passages apart."""
        paths = v.HEADING_PATH
        found = {value_of(quad.subject) for quad in self._changes if quad.predicate != paths}
        return sorted(found)

    def quoting(self, text: NamedNode) -> Collection[str]:
        """Return the versions that stay and quote a text."""
        found = self._store.quads(None, v.HAS_TEXT, text)
        kept = (quad.subject for quad in found if quad.subject not in self._extents)
        return {
            value_of(quad.object)
            for node in kept
            for quad in self._store.quads(_named(node), v.WAS_QUOTED_FROM)
        }

    def repeats(self, said: str) -> bool:
        """Tell whether something said repeats what is removed."""
        return self._wording.repeats(said)

    # -- texts ------------------------------------------------------------------------------------

    def _text_of(self, extent: NamedNode) -> NamedNode | None:
        found = (quad.object for quad in self._store.quads(extent, v.HAS_TEXT))
        return next((node for node in found if isinstance(node, NamedNode)), None)

    def _is_quoted_elsewhere(self, text: NamedNode) -> bool:
        quoting = (quad for link in v.TEXT_LINKS for quad in self._store.quads(None, link, text))
        return any(quad.subject not in self._extents for quad in quoting)

    def _worded(self, wholes: Mapping[str, str]) -> Wording:
        said = {
            node: [value_of(quad.object) for quad in self._store.quads(node, v.TEXT)]
            for node in self.texts
        }
        quoted = [text for texts in said.values() for text in texts]
        wording = Wording([*wholes.values(), *quoted], quoted)
        for quad in self._store.quads(None, v.TEXT, None, self._texts):
            if quad.subject not in self.texts:
                wording.forget(value_of(quad.object))
        return wording

    # -- statements -------------------------------------------------------------------------------

    def _found(self) -> Iterator[tuple[Quad, Quad | None]]:
        for extent in self._extents:
            yield from _without(self._store.quads(extent, v.HEADING_PATH))
        yield from _without(self._titles())
        for predicate in (v.REASON, *_READING):
            for quad in self._store.quads(None, predicate):
                if self._wording.repeats(value_of(quad.object)):
                    yield from self._unsaid(quad)
        yield from self._statements()
        for predicate in _WHOLE:
            for quad in self._store.quads(None, predicate):
                if self._is_drawn_from_purged(quad) or self._repeats_json(quad):
                    yield from _without(self._about(quad))

    def _titles(self) -> Iterator[Quad]:
        own = {
            quad.object
            for version in self._versions
            for quad in self._store.quads(NamedNode(version), v.SPECIALIZATION_OF)
        }
        for quad in self._store.quads(None, v.TITLE):
            told = self._wording.covers if quad.subject in own else self._wording.repeats
            if told(value_of(quad.object)):
                yield quad

    def _unsaid(self, quad: Quad) -> Iterator[tuple[Quad, Quad | None]]:
        if quad.predicate != v.REASON:
            yield from self._reading(quad.subject)
        elif not self._is_purge(quad.subject):
            yield quad, None

    def _is_drawn_from_purged(self, quad: Quad) -> bool:
        found = self._store.quads(_named(quad.subject), v.WAS_DERIVED_FROM)
        return any(link.object in self._extents for link in found)

    def _repeats_json(self, quad: Quad) -> bool:
        return any(map(self._wording.repeats, _strings(value_of(quad.object))))

    def _is_purge(self, subject: object) -> bool:
        found = self._store.quads(_named(subject), v.TYPE, v.PURGE)
        return next(iter(found), None) is not None

    def _statements(self) -> Iterator[tuple[Quad, Quad | None]]:
        for quad in self._store.quads(None, v.STATEMENT):
            if self._rests_on_purged(quad.subject) or self._wording.repeats(value_of(quad.object)):
                words = Literal(PURGED)
                if quad.object != words:
                    yield quad, Quad(quad.subject, quad.predicate, words, quad.graph_name)
                for link in self._store.quads(_named(quad.subject), v.READING):
                    yield from self._reading(link.object)

    def _rests_on_purged(self, claim: object) -> bool:
        spans = [quad.object for quad in self._store.quads(_named(claim), v.RESOLVES_TO)]
        return bool(spans) and all(span in self._extents for span in spans)

    def _reading(self, reading: object) -> Iterator[tuple[Quad, Quad | None]]:
        yield from _without(self._store.quads(_named(reading)))
        yield from _without(self._store.quads(None, v.READING, _named(reading)))

    def _about(self, quad: Quad) -> Iterator[Quad]:
        graph = quad.graph_name
        if isinstance(graph, NamedNode):
            yield from self._store.quads(_named(quad.subject), None, None, graph)


def _without(quads: Iterator[Quad]) -> Iterator[tuple[Quad, None]]:
    return ((quad, None) for quad in quads)


def _named(node: object) -> NamedNode:
    return NamedNode(getattr(node, "value", ""))


def _strings(written: str) -> Iterator[str]:
    """Yield every string of a JSON document; what is none is a string itself."""
    try:
        waiting: list[Any] = [json.loads(written)]
    except ValueError:
        waiting = [written]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, dict):
            waiting += item.values()
        elif isinstance(item, list):
            waiting += item
