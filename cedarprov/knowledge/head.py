"""The head of a record, of a store or of an archive: what is kept elsewhere, and what is signed."""

from __future__ import annotations

import tempfile
from pathlib import Path

from cedarprov.check.audit import broken_chain
from cedarprov.check.signature import Head
from cedarprov.errors import BadArchive, BadSignature
from cedarprov.store.archive_load import index_of, opened_files
from cedarprov.store.ledger import ORIGIN
from cedarprov.store.session import Session
from cedarprov.store.statement import recorded_bundles


def session_head(session: Session) -> Head:
    """Return the head of a store."""
    head = session.ledger.head
    return Head(base=session.folder.base, sequence=head.sequence, head=head.chain)


def archive_head(path: Path) -> Head:
    """Return the head of an archive, as its index gives it: verify the archive for the rest.

    Raises:
        MissingPath: There is no such path.
        BadArchive: It is no archive, or its index is no chain.
    """
    with tempfile.TemporaryDirectory(prefix="cedarprov-") as scratch, opened_files(path) as files:
        store, names = index_of(path, files, Path(scratch))
        bundles = list(recorded_bundles(store, names))
    digests = {bundle.iri: bundle.digest for bundle in bundles}
    if faults := list(broken_chain(bundles, digests.__getitem__)):
        raise BadArchive(path, list(map(str, faults)))
    last = bundles[-1] if bundles else ORIGIN
    return Head(base=names.base, sequence=last.sequence, head=last.chain)


def require_same_store(signed: Head, base: str, signature: Path) -> None:
    """Refuse a signature of another store than the one with a base.

    Raises:
        BadSignature: It is of another.
    """
    if signed.base != base:
        raise BadSignature(signature, f"it is of the store {signed.base}, not of {base}")
