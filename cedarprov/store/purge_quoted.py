"""Remove a quoted document that must not be kept: its bytes, and the text of its statements.

Nothing of the record repeats either, so that no bundle loses a statement.
"""

from __future__ import annotations

import contextlib

from pyoxigraph import NamedNode, Quad

from cedarprov.errors import NothingToPurge, SharedText
from cedarprov.model.frozen import replace
from cedarprov.model.purge import Purge
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.graph import TEXTS
from cedarprov.rdf.purge import purge_draft, purge_node
from cedarprov.store.door import Guard, TextOf
from cedarprov.store.folder import StoreFolder
from cedarprov.store.purge import Order, PurgeReport, Rebuild
from cedarprov.store.quoted_record import is_purged, quoted_record, quoted_records
from cedarprov.store.rewrite import rewriting, transcribe
from cedarprov.store.session import Session, WritingSession


def rehearse_quoted(session: Session, order: Order) -> PurgeReport:
    """Return what a purge of a quoted document would remove, and what others hold of it.

    Raises:
        UnknownIri: The store quotes no such document.
    """
    return _Plan(session, order).report()


def purge_quoted(
    folder: StoreFolder,
    order: Order,
    *,
    guard: Guard,
    text_of: TextOf,
    rebuild: Rebuild,
    wait: float = 0.0,
) -> PurgeReport:
    """Make the store anew without a quoted document's text and bytes, and with its tombstone.

    Raises:
        UnknownIri: The store quotes no such document.
        NothingToPurge: It was purged already.
        SharedText: Others hold the same, and that was not agreed to; nothing was removed.
        StoreLocked: Another writer holds the store.
        DiskFull: There is no room for it beside what is there; nothing was removed.
    """
    with rewriting(folder.path, wait=wait) as rewrite:
        old, new = rewrite.old, rewrite.new
        filling = WritingSession.filling(old, guard=guard, text_of=text_of)
        with contextlib.closing(filling) as session:
            plan = _Plan(session, order)
            report = plan.agreed()
            transcribe(session.store, new, plan.changed)
        filling = WritingSession.filling(new, guard=guard, text_of=text_of)
        with contextlib.closing(filling) as session:
            session.commit([purge_draft([plan.purge], (), (), session.names)], ())
            tombstone = purge_node(plan.purge, session.names).value
        rebuild(old, new)
        rewrite.swap(at_once=True)
        if not plan.has_same_bytes:
            new.blobs.remove(plan.purge.digest.removeprefix("sha256:"))
        new.blobs.sweep()
        return replace(report, tombstones=(tombstone,))


class _Plan:
    """What an order comes to, in one state of a store."""

    def __init__(self, session: Session, order: Order) -> None:
        store, names = session.store, session.names
        self._record = quoted_record(order.record, store, names)
        self._is_gone = is_purged(order.record, store)
        self._agreed = order.confirmed
        self._text = names.text(self._record.document.text_digest)
        self._texts = names.graph(TEXTS)
        self._versions = sorted(
            {
                capture.version
                for capture in session.catalogue.records
                if names.version_parts(capture.version)[0] == self._record.document.digest
            }
        )
        self._others = [
            each
            for each in quoted_records(store, names)
            if each.iri != order.record and not is_purged(each.iri, store)
        ]
        self._keeps_text = any(
            isinstance(quad.subject, NamedNode)
            and quad.subject.value != order.record
            and not is_purged(quad.subject.value, store)
            for link in v.TEXT_LINKS
            for quad in store.quads(None, link, self._text)
        )
        self.purge = Purge(
            version=order.record,
            digest=self._record.document.digest,
            agent=order.agent,
            started=order.at,
            ended=order.at,
            reason=order.reason,
        )

    @property
    def has_same_bytes(self) -> bool:
        """Whether others hold the same bytes, which stay for them."""
        digest = self._record.document.digest
        return bool(self._versions) or any(o.document.digest == digest for o in self._others)

    def changed(self, quad: Quad) -> Quad | None:
        """Return what stands for a quad after the purge."""
        is_text = quad.graph_name == self._texts and quad.subject == self._text
        return None if is_text and not self._keeps_text else quad

    def report(self) -> PurgeReport:
        """Return what is purged by it."""
        return PurgeReport(
            record=self._record.iri,
            versions=() if self._is_gone else (self._record.iri,),
            kept=(),
            shared=tuple(self._shared()),
            texts=0 if self._is_gone or self._keeps_text else 1,
            shared_texts=int(self._keeps_text),
            statements=0,
            bundles=0,
            records=(),
            files=(),
        )

    def _shared(self) -> list[str]:
        own = self._record.document
        told = [
            f"the version {version} has the same bytes, which stay" for version in self._versions
        ]
        for other in self._others:
            if other.document.digest == own.digest:
                told.append(f"the quoted document {other.iri} has the same bytes, which stay")
            elif other.document.meaning == own.meaning:
                told.append(f"the quoted document {other.iri} says the same")
        return told

    def agreed(self) -> PurgeReport:
        """Return what is purged; refuse an order of nothing, or one that was not agreed to."""
        report = self.report()
        if self._is_gone:
            raise NothingToPurge(self._record.iri, "it was purged already")
        if report.shared and not self._agreed:
            raise SharedText(self._record.iri, report.shared)
        return report
