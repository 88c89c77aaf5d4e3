"""A purge as a whole: the store made anew, and its passage index with it."""

from __future__ import annotations

import contextlib

from cedarprov.check.guard import available_guard
from cedarprov.knowledge import indexing
from cedarprov.knowledge.connection import Connection
from cedarprov.rdf import vocabulary as v
from cedarprov.store import rewrite
from cedarprov.store.folder import StoreFolder
from cedarprov.store.purge import Order, PurgeReport, purge, rehearse
from cedarprov.store.purge_quoted import purge_quoted, rehearse_quoted
from cedarprov.store.session import Session


def would_purge(connection: Connection, order: Order) -> PurgeReport:
    """Return what a purge would remove; raises as `store.purge.rehearse`."""
    session = connection.reading()
    if session.is_a(order.record, v.QUOTED_DOCUMENT.value):
        return rehearse_quoted(session, order)
    return rehearse(session, order, connection.texts)


def purged(connection: Connection, order: Order, *, dense: bool | str | None) -> PurgeReport:
    """Purge, and let go of whatever was open; raises as `store.purge.purge`."""
    connection.require_open()
    is_quoted = connection.reading().is_a(order.record, v.QUOTED_DOCUMENT.value)
    connection.release()

    def rebuild(old: StoreFolder, new: StoreFolder) -> None:
        rebuild_index(old, new, dense=dense)

    report = (purge_quoted if is_quoted else purge)(
        connection.folder,
        order,
        guard=available_guard(),
        text_of=connection.texts,
        rebuild=rebuild,
        wait=connection.wait,
    )
    connection.release()
    return report


def rebuild_index(old: StoreFolder, new: StoreFolder, *, dense: bool | str | None) -> None:
    """Make the index of a new data folder of the texts that it has, with the vectors of the old."""
    if not old.index.is_dir():
        return
    rewrite.copy_index(old, new)
    index = indexing.open_for_writing(new, dense=dense)
    with contextlib.closing(index), Session.reading(new) as session:
        texts = indexing.index_texts(session.ledger.bundles(), session)
        index.rebuild(texts, sequence=session.sequence)
