"""Whether a store is what it says: everything recomputed, down to the bytes of its sources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from cedarprov.check.audit import Fault, FaultKind, is_in_chain, missing_head
from cedarprov.check.guard import ShapeGuard
from cedarprov.check.inspection import Inspection
from cedarprov.check.ledger_audit import BESIDE_THE_LEDGER, lots
from cedarprov.check.pool import Pool
from cedarprov.check.quotation import Quoted, quoted_version, version_iris
from cedarprov.check.shortcut import shortcut_faults
from cedarprov.errors import CedarprovError, MissingBlob, UnexpectedTerm
from cedarprov.ingest.text import VersionTexts
from cedarprov.model.frozen import Frozen
from cedarprov.rdf.naming import Names
from cedarprov.store.blob import BlobReader
from cedarprov.store.embedded import EmbeddedStore
from cedarprov.store.purged import purge_records
from cedarprov.store.quoted_record import quoted_digests, quoted_records
from cedarprov.store.session import Session
from cedarprov.store.statement import recorded_bundles

_VERSIONS_IN_A_LOT: Final = 16
_DONE: Final = 0
_FAULTS: Final = 1
_NOTHING_CHECKED: Final = 5


class VerifyReport(Frozen):
    """What a verification found; `checked` counts what was checked, by kind.

    `unread` is the number of versions whose bytes are not kept, but for the `purged` ones, of which
    nothing but a tombstone is. `anchored` says whether the chain
    was found to hold a digest known from elsewhere: without one, a record that was cut off or made
    anew as a whole looks like any other.
    """

    base: str
    sequence: int
    head: str
    findings: tuple[Fault, ...]
    checked: Mapping[str, int]
    unread: int
    is_anchored: bool
    purged: int = 0

    @property
    def ok(self) -> bool | None:
        """Whether nothing is wrong; None where nothing was there to be checked."""
        if self.findings:
            return False
        return True if any(self.checked.values()) else None

    @property
    def exit_code(self) -> int:
        """The exit code of the command: 0 sound, 1 faults, 5 nothing was checked."""
        return {True: _DONE, False: _FAULTS, None: _NOTHING_CHECKED}[self.ok]

    @property
    def text(self) -> str:
        """How far quotations were compared with the bytes of their sources."""
        if not self.unread:
            return "checked" if self.checked.get("versions") else "text not checked"
        return "checked in part" if self.checked.get("versions") else "text not checked"

    @property
    def anchored(self) -> str:
        """Whether the chain was held against a digest known from elsewhere."""
        return "anchored" if self.is_anchored else "unanchored"

    def __str__(self) -> str:
        verdict = {True: "sound", False: "not sound", None: "nothing was checked"}[self.ok]
        counts = ", ".join(f"{count} {kind}" for kind, count in self.checked.items())
        without = f" ({self.unread} version(s) without bytes)" if self.unread else ""
        gone = f"; {self.purged} version(s) purged" if self.purged else ""
        head = f"head {self.head} at bundle {self.sequence}"
        lines = [
            f"{verdict}: {counts or 'the store is empty'}",
            f"{self.text}{without}{gone}; {self.anchored}; {head}",
        ]
        return "\n".join((*lines, *(f"  {finding}" for finding in self.findings)))


def verify(
    session: Session,
    *,
    guard: ShapeGuard,
    indexed: int | None = None,
    index_damage: Sequence[str] = (),
    head: str | None = None,
    pool: Pool | None = None,
) -> VerifyReport:
    """Recompute all that a store says of itself, and compare; with `pool`, on several cores.

    `indexed` is the sequence number that the passage index reflects, `index_damage` what it found
    wrong with its own files. `head` is a chain digest known
    from elsewhere (an earlier report): only with it can a record that was cut off be told.
    """
    store, names, pool = session.store, session.names, pool or Pool(workers=1)
    found = Inspection(store, names)
    found.inspect_graphs(derived=BESIDE_THE_LEDGER)
    found.inspect_ledger(guard, pool)
    found.inspect_texts()
    unread, purged = compare_texts(found, store, names, session.folder.blobs, pool)
    compare_quoted(found, store, names, session.folder.blobs)
    bundles = list(recorded_bundles(store, names))
    _compare_derived(found, session, len(bundles), indexed)
    found.note("indexes", [_index_fault(damage) for damage in index_damage], count=0)
    cut_off = list(missing_head(bundles, head)) if head else []
    found.note("heads", cut_off, count=1 if head else 0)
    return VerifyReport(
        base=names.base,
        sequence=len(bundles),
        head=bundles[-1].chain if bundles else "",
        findings=tuple(found.faults),
        checked={kind: count for kind, count in found.checked.items() if count},
        unread=unread,
        purged=purged,
        is_anchored=is_in_chain(bundles, head),
    )


def archive_faults(
    guard: ShapeGuard, store: EmbeddedStore, names: Names, blobs: BlobReader
) -> list[Fault]:
    """Return what is wrong with an archive that was loaded into a store that is still written."""
    found, pool = Inspection(store, names), Pool(workers=1)
    found.inspect_archive(guard, pool)
    compare_texts(found, store, names, blobs, pool)
    compare_quoted(found, store, names, blobs)
    found.faults += stray_blobs(store, names, blobs)
    return found.faults


# -- bytes ----------------------------------------------------------------------------------------


def stray_blobs(store: EmbeddedStore, names: Names, blobs: BlobReader) -> Iterator[Fault]:
    """Yield a fault for each blob that is of no version and of no quoted document."""
    versions = version_iris(store)
    known = {names.version_parts(iri)[0].removeprefix("sha256:") for iri in versions}
    known |= quoted_digests(store)
    for digest in blobs:
        if digest not in known:
            message = "these bytes are of no version and no quoted document of the record"
            yield Fault(kind=FaultKind.FILE, subject=f"the blob {digest}", message=message)


class _Compared(Frozen):
    """How many quotations were compared, what was wrong, and which versions have no bytes."""

    faults: tuple[Fault, ...]
    versions: int
    quotations: int
    without: tuple[str, ...]


def compare_texts(
    found: Inspection, store: EmbeddedStore, names: Names, blobs: BlobReader, pool: Pool
) -> tuple[int, int]:
    """Compare every version with its bytes; return how many have none, and how many were purged."""
    compare = partial(_compared, store, names, VersionTexts(blobs, names))
    tombstones = purge_records(store, names)
    unread = purged = 0
    for each in pool.map(compare, lots(version_iris(store), _VERSIONS_IN_A_LOT)):
        found.note("versions", each.faults, count=each.versions)
        found.note("quotations", count=each.quotations)
        purged += sum(version in tombstones for version in each.without)
        unread += sum(version not in tombstones for version in each.without)
    return unread, purged


def compare_quoted(
    found: Inspection, store: EmbeddedStore, names: Names, blobs: BlobReader
) -> None:
    """Compare the quoted documents whose bytes are kept with their digests."""
    for record in quoted_records(store, names):
        faults = []
        try:
            blobs.get(record.document.digest.removeprefix("sha256:"))
        except MissingBlob:
            continue
        except CedarprovError as error:
            faults = [Fault(kind=FaultKind.DIGEST, subject=record.iri, message=str(error))]
        found.note("quoted documents", faults)


def _compared(
    store: EmbeddedStore, names: Names, texts: VersionTexts, versions: Sequence[str]
) -> _Compared:
    faults: list[Fault] = []
    without: list[str] = []
    quotations = 0
    for version in (quoted_version(iri, store, names) for iri in versions):
        try:
            faults += _text_faults(version, texts)
        except MissingBlob:
            without.append(version.iri)
        else:
            quotations += len(version.extents)
    return _Compared(
        faults=tuple(faults),
        versions=len(versions) - len(without),
        quotations=quotations,
        without=tuple(without),
    )


def _text_faults(version: Quoted, texts: VersionTexts) -> list[Fault]:
    try:
        return list(version.faults(texts(version.iri)))
    except MissingBlob:
        raise
    except CedarprovError as error:
        # Bytes that were altered, or are no text any more.
        return [Fault(kind=FaultKind.DIGEST, subject=version.iri, message=str(error))]


# -- what follows the ledger ----------------------------------------------------------------------


def _compare_derived(
    found: Inspection, session: Session, sequence: int, indexed: int | None
) -> None:
    try:
        catalogue = session.catalogue
        faults = list(shortcut_faults(session.store, session.names, catalogue, sequence))
    except (UnexpectedTerm, LookupError, ValueError) as error:
        # The record itself is damaged, and findings name where.
        message = f"they cannot be worked out from the record: {error}"
        faults = [Fault(kind=FaultKind.SHORTCUT, subject="the shortcut graphs", message=message)]
    found.note("shortcuts", faults, count=1 if sequence else 0)
    if indexed is not None and sequence:
        wrong = _index_fault(f"it reflects bundle {indexed}, but the record goes to {sequence}")
        found.note("indexes", [wrong] if indexed != sequence else [])


def _index_fault(message: str) -> Fault:
    return Fault(kind=FaultKind.INDEX, subject="the passage index", message=message)
