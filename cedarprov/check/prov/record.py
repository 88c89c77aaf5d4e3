"""Whether the record of a store is valid by PROV-CONSTRAINTS: each bundle, and all together."""

from __future__ import annotations

from collections.abc import Iterator

from pyoxigraph import NamedNode

from cedarprov.check.audit import Fault, FaultKind
from cedarprov.check.prov.report import ProvReport
from cedarprov.check.prov.validation import LIMIT, validate
from cedarprov.model.prov import Document
from cedarprov.rdf.graph import INDEX
from cedarprov.rdf.naming import Names
from cedarprov.rdf.prov.syntax import Syntax, read
from cedarprov.store.embedded import EmbeddedStore
from cedarprov.store.statement import graph_lines, recorded_bundles


def recorded_document(store: EmbeddedStore, names: Names) -> Document:
    """Return the record of a store as a PROV document: its bundles, and what the index says."""
    graphs = [names.graph(INDEX), *(NamedNode(each.iri) for each in recorded_bundles(store, names))]
    lines = (
        line.removesuffix(b".") + f"{graph} .\n".encode()
        for graph in graphs
        for line in graph_lines(store, graph)
    )
    written = b"".join(lines)
    return read(written, Syntax.NQUADS, "the record of the store") if written else Document()


def validate_record(
    store: EmbeddedStore, names: Names, *, strict: bool = True, limit: int = LIMIT
) -> ProvReport:
    """Return what is wrong with the record of a store; see `validation.validate`.

    The union of the bundles is validated too: a bundle says little by itself, since every version
    and every edge of it leads to others.

    Raises:
        TooManyStatements: There are more than `limit`, given and inferred.
    """
    return validate(recorded_document(store, names), union=True, strict=strict, limit=limit)


def history_faults(store: EmbeddedStore, names: Names) -> Iterator[Fault]:
    """Yield a fault for each constraint of PROV that the record of a store breaks."""
    for instance in validate_record(store, names).instances:
        for violation in instance.violations:
            subject = instance.bundle or "the record"
            yield Fault(kind=FaultKind.HISTORY, subject=subject, message=str(violation))
