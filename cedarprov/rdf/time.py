"""Times as nodes of their own."""

from __future__ import annotations

from collections.abc import Iterator

from pyoxigraph import NamedNode, Triple

from cedarprov.model.time import Basis, Doubt, KnownTime, Precision, Time, UnknownTime
from cedarprov.rdf import literal
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.graph import Description
from cedarprov.rdf.naming import Names


def time_node(time: Time, names: Names) -> NamedNode:
    """Return the IRI of a time: all that is known of it."""
    if isinstance(time, UnknownTime):
        return names.record("time", "unknown", time.lexical, time.doubt.value)
    parts = (time.lexical, time.precision.value, time.basis.value, str(time.zone_known))
    bounds = (literal.instant(time.earliest).value, literal.instant(time.latest).value)
    return names.record("time", "known", *parts, *bounds)


def write_time(time: Time, names: Names) -> Iterator[Triple]:
    """Yield the triples of a time node."""
    node = time_node(time, names)
    if isinstance(time, UnknownTime):
        yield Triple(node, v.TYPE, v.UNKNOWN_TIME)
        yield Triple(node, v.DOUBT, literal.text(time.doubt.value))
        if time.lexical:
            yield Triple(node, v.LEXICAL, literal.text(time.lexical))
        return
    yield Triple(node, v.TYPE, v.KNOWN_TIME)
    yield Triple(node, v.LEXICAL, literal.text(time.lexical))
    yield Triple(node, v.PRECISION, literal.text(time.precision.value))
    yield Triple(node, v.EARLIEST, literal.instant(time.earliest))
    yield Triple(node, v.LATEST, literal.instant(time.latest))
    yield Triple(node, v.BASIS, literal.text(time.basis.value))
    yield Triple(node, v.ZONE_KNOWN, literal.flag(time.zone_known))


def read_time(node: str, description: Description) -> Time:
    """Return the time that a node stands for."""
    if not description.is_a(node, v.KNOWN_TIME):
        return UnknownTime(
            lexical=description.text(node, v.LEXICAL),
            doubt=Doubt(description.text(node, v.DOUBT, Doubt.NOT_GIVEN.value)),
        )
    return KnownTime(
        lexical=description.text(node, v.LEXICAL),
        precision=Precision(description.text(node, v.PRECISION)),
        earliest=literal.read_instant(description.text(node, v.EARLIEST)),
        latest=literal.read_instant(description.text(node, v.LATEST)),
        basis=Basis(description.text(node, v.BASIS)),
        zone_known=description.flag(node, v.ZONE_KNOWN, default=True),
    )
