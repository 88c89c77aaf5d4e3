"""Remove what must not be kept: the bytes and texts of versions, wherever the store has them.

The store is made anew without them. Bundles that repeat them lose those statements; the tombstone
says so and gives the digest of what is left, so that the chain, which is over the digests that the
bundles had, stays whole and what is left can still be checked.
"""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from pyoxigraph import NamedNode

from cedarprov.errors import CedarprovError, NothingToPurge, SharedText, UnknownIri
from cedarprov.model.edge import Agent, Withdrawal
from cedarprov.model.frozen import Frozen, replace
from cedarprov.model.purge import Purge, Redaction
from cedarprov.rdf.canonical import bundle_digest
from cedarprov.rdf.purge import purge_draft, purge_node
from cedarprov.store.catalogue import CaptureRecord
from cedarprov.store.door import Guard, TextOf
from cedarprov.store.embedded import EmbeddedStore
from cedarprov.store.folder import StoreFolder, remove
from cedarprov.store.purged import standing_purges
from cedarprov.store.quoted_record import is_purged, quoted_digests, quoted_records
from cedarprov.store.redaction import Redacted
from cedarprov.store.rewrite import Rewrite, rewriting, transcribe
from cedarprov.store.session import Session, WritingSession
from cedarprov.store.statement import graph_lines
from cedarprov.store.withdrawal import withdrawals_of

Rebuild = Callable[[StoreFolder, StoreFolder], None]
"""Make what follows the ledger for the second folder, with what can be used of the first."""

_KNOWN: Final = ("cedarprov.json", "writer.lock", "blobs")


class Order(Frozen):
    """What to purge, for whom and why, and whether others that hold the same were agreed to.

    `everywhere` removes the same bytes from the other sources too.
    """

    record: str
    agent: Agent
    reason: str
    at: datetime
    confirmed: bool = False
    everywhere: bool = False


class PurgeReport(Frozen):
    """What was purged, or would be: versions by IRI, texts, and statements of bundles.

    `shared` says in sentences what others hold of it. `kept` are versions that stay for them,
    `records` those whose words were removed, and `files` others in the store folder that repeat
    the text and are removed too.
    """

    record: str
    versions: tuple[str, ...]
    kept: tuple[str, ...]
    shared: tuple[str, ...]
    texts: int
    shared_texts: int
    statements: int
    bundles: int
    records: tuple[str, ...]
    files: tuple[str, ...]
    tombstones: tuple[str, ...] = ()


class _Plan:
    """What an order comes to, in one state of a store."""

    def __init__(self, session: Session, order: Order, text_of: TextOf) -> None:
        self._session = session
        self._order = order
        self._captures = session.catalogue.of_record(order.record)
        if not self._captures:
            raise UnknownIri(order.record, "source, edition or version")
        self._own = {capture.iri for capture in self._captures}
        # One content under two text profiles is two versions of the same bytes.
        self._same: dict[str, set[str]] = defaultdict(set)
        for capture in session.catalogue.records:
            self._same[self._digest(capture.version)].add(capture.version)
        wanted = self._wanted()
        self.kept = [iri for iri in wanted if self._sharers(iri) and not order.everywhere]
        self.versions = [iri for iri in wanted if iri not in self.kept]
        self.redacted = Redacted(
            session.store, session.names, self.versions, _wholes(self.versions, text_of)
        )
        self.files = [item for item in _other_files(session.folder.path) if self._repeats(item)]

    def _wanted(self) -> list[str]:
        named = {capture.version for capture in self._captures}
        same = {other for version in named for other in self._same[self._digest(version)]}
        gone = standing_purges(self._session.store, self._session.names, self._session.catalogue)
        return sorted(same - gone.keys())

    def _digest(self, version: str) -> str:
        return self._session.names.version_parts(version)[0]

    def _sharers(self, version: str) -> list[CaptureRecord]:
        """Return the captures, other than those of the record, that found the same bytes."""
        same = sorted(self._same[self._digest(version)])
        found = [each for other in same for each in self._session.catalogue.of_version(other)]
        return [capture for capture in found if capture.iri not in self._own]

    def _repeats(self, file: Path) -> bool:
        try:
            return self.redacted.repeats(file.read_bytes().decode("utf-8", "replace"))
        except OSError:
            return False

    # -- what others hold -------------------------------------------------------------------------

    def shared(self) -> list[str]:
        """Return in sentences what others hold of it, and what else there is to agree to."""
        told = [
            f"{_told(capture)} has the same bytes ({version})"
            for version in (*self.versions, *self.kept)
            for capture in _one_each(self._sharers(version))
        ]
        told += [
            f"{_told(capture)} has {count} of the same texts, which it keeps"
            for capture, count in self._holders()
        ]
        told += [
            f"the quoted document {record.iri} has the same bytes, which stay: purge it as well"
            for record in quoted_records(self._session.store, self._session.names)
            if record.document.digest in set(map(self._digest, self.versions))
            and not is_purged(record.iri, self._session.store)
        ]
        return told + [f"the file {file} in the store folder repeats it" for file in self.files]

    def _holders(self) -> Iterable[tuple[CaptureRecord, int]]:
        catalogue, counts = self._session.catalogue, dict[str, int]()
        for text in self.redacted.shared:
            for version in self.redacted.quoting(text):
                counts[version] = counts.get(version, 0) + 1
        for version, count in sorted(counts.items()):
            for capture in _one_each(catalogue.of_version(version)):
                yield capture, count

    def report(self) -> PurgeReport:
        """Return what is purged by it."""
        redacted = self.redacted
        return PurgeReport(
            record=self._order.record,
            versions=tuple(self.versions),
            kept=tuple(self.kept),
            shared=tuple(self.shared()),
            texts=len(redacted.texts),
            shared_texts=len(redacted.shared),
            statements=sum(redacted.bundles.values()),
            bundles=len(redacted.bundles),
            records=tuple(redacted.records),
            files=tuple(map(str, self.files)),
        )

    def agreed(self) -> PurgeReport:
        """Return what is purged; refuse an order of nothing, or one that was not agreed to.

        Raises:
            NothingToPurge: It would remove nothing.
            SharedText: Others hold some of it.
        """
        report = self.report()
        if not self.versions:
            why = "it was purged already"
            if self.kept:
                why = "others hold the same bytes; remove them everywhere, or withdraw the record"
            raise NothingToPurge(self._order.record, why)
        if report.shared and not (self._order.confirmed or self._order.everywhere):
            raise SharedText(self._order.record, report.shared)
        return report


def rehearse(session: Session, order: Order, text_of: TextOf) -> PurgeReport:
    """Return what a purge would remove, and what others hold of it.

    Raises:
        UnknownIri: The store holds no such source, edition or version.
    """
    return _Plan(session, order, text_of).report()


def purge(
    folder: StoreFolder,
    order: Order,
    *,
    guard: Guard,
    text_of: TextOf,
    rebuild: Rebuild,
    wait: float = 0.0,
) -> PurgeReport:
    """Make the store anew without what is purged, and with its tombstones.

    Raises:
        UnknownIri: The store holds no such source, edition or version.
        NothingToPurge: It would remove nothing.
        SharedText: Others hold some of it, and that was not agreed to; nothing was removed.
        StoreLocked: Another writer holds the store.
        DiskFull: There is no room for it beside what is there; nothing was removed.
    """
    with rewriting(folder.path, wait=wait) as rewrite:
        report, gone = _purged(rewrite, order, guard, text_of)
        rebuild(rewrite.old, rewrite.new)
        rewrite.swap(at_once=True)
        for digest in gone:
            rewrite.new.blobs.remove(digest)
        rewrite.new.blobs.sweep()
        for file in report.files:
            remove(Path(file))
        return report


def _purged(
    rewrite: Rewrite, order: Order, guard: Guard, text_of: TextOf
) -> tuple[PurgeReport, set[str]]:
    """Fill the new data; return what was purged, and the digests of bytes that are to go."""
    old, new = rewrite.old, rewrite.new
    with contextlib.closing(WritingSession.filling(old, guard=guard, text_of=text_of)) as session:
        plan = _Plan(session, order, text_of)
        report = plan.agreed()
        transcribe(session.store, new, plan.redacted.changed)
        withdrawn = withdrawals_of(plan.versions, session.store, session.names).keys()
    with contextlib.closing(WritingSession.filling(new, guard=guard, text_of=text_of)) as session:
        purges = [_purge(version, order, session) for version in plan.versions]
        draft = purge_draft(
            purges,
            _redactions(session.store, plan.redacted),
            [_withdrawal(purge) for purge in purges if purge.version not in withdrawn],
            session.names,
        )
        session.commit([draft], ())
        nodes = (purge_node(each, session.names).value for each in purges)
        gone = {purge.digest.removeprefix("sha256:") for purge in purges}
        gone -= quoted_digests(session.store)
        return replace(report, tombstones=tuple(nodes)), gone


def _purge(version: str, order: Order, session: Session) -> Purge:
    return Purge(
        version=version,
        digest=session.names.version_parts(version)[0],
        agent=order.agent,
        started=order.at,
        ended=order.at,
        reason=order.reason,
    )


def _withdrawal(purge: Purge) -> Withdrawal:
    return Withdrawal(
        on=purge.version,
        agent=purge.agent,
        started=purge.started,
        ended=purge.ended,
        reason="purged",
    )


def _redactions(store: EmbeddedStore, redacted: Redacted) -> list[Redaction]:
    return [
        Redaction(
            bundle=bundle,
            digest=bundle_digest(graph_lines(store, NamedNode(bundle))),
            removed=removed,
        )
        for bundle, removed in sorted(redacted.bundles.items())
    ]


# -- words ----------------------------------------------------------------------------------------


def _wholes(versions: Iterable[str], text_of: TextOf) -> dict[str, str]:
    wholes = {}
    for version in versions:
        with contextlib.suppress(CedarprovError):  # without its bytes, its passages have to do
            wholes[version] = text_of(version)
    return wholes


def _other_files(path: Path) -> Iterable[Path]:
    for item in sorted(path.iterdir()):
        if item.name not in _KNOWN and not item.name.startswith("data-"):
            yield from (each for each in (item, *item.rglob("*")) if each.is_file())


def _one_each(captures: Iterable[CaptureRecord]) -> Sequence[CaptureRecord]:
    return list({capture.edition_iri: capture for capture in captures}.values())


def _told(capture: CaptureRecord) -> str:
    label = f", edition {capture.edition.label}" if capture.edition.label else ""
    return f"the source {capture.edition.source.name}{label}"
