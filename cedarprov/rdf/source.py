"""Sources, editions, versions and captures as triples of one capture's bundle."""

from __future__ import annotations

from collections.abc import Iterator

from pyoxigraph import NamedNode, Triple

from cedarprov.model.edge import Agent
from cedarprov.model.scope import Scope
from cedarprov.model.source import Capture, Edition, Markup, Scheme, Source, Version
from cedarprov.model.time import Period, Time
from cedarprov.rdf import literal
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.agent import write_activity
from cedarprov.rdf.graph import Description, typed
from cedarprov.rdf.naming import Names
from cedarprov.rdf.time import read_time, time_node, write_time


def write_source(source: Source, names: Names) -> Iterator[Triple]:
    """Yield a source: kept bare, since versions inherit what it states (PROV-DM, 5.5.1)."""
    node = names.source(source)
    yield from typed(node, v.SOURCE, v.ENTITY)
    if source.title:
        yield Triple(node, v.TITLE, literal.text(source.title))


def read_source(node: str, description: Description, names: Names) -> Source:
    """Return the source that a node stands for."""
    return Source(name=names.source_name(node), title=description.text(node, v.TITLE))


def write_edition(edition: Edition, names: Names) -> Iterator[Triple]:
    """Yield an edition and its times; its scope is linked by an appliesTo edge, not here."""
    node = names.edition(edition)
    yield from typed(node, v.EDITION, v.ENTITY)
    yield Triple(node, v.SPECIALIZATION_OF, names.source(edition.source))
    if edition.label:
        yield Triple(node, v.DCAT_VERSION, literal.text(edition.label))
    if edition.scheme:
        yield Triple(node, v.SCHEME, literal.text(edition.scheme.value))
    yield from _time(node, v.PUBLICATION_TIME, edition.published, names)
    yield from _time(node, v.EFFECTIVE_FROM, edition.effective.start, names)
    if edition.effective.end is not None:
        yield from _time(node, v.EFFECTIVE_UNTIL, edition.effective.end, names)


def _time(subject: NamedNode, predicate: NamedNode, time: Time, names: Names) -> Iterator[Triple]:
    yield Triple(subject, predicate, time_node(time, names))
    yield from write_time(time, names)


def read_edition(node: str, description: Description, names: Names, scope: Scope) -> Edition:
    """Return the edition that a node stands for, as one capture's bundle describes it."""
    source = description.iri(node, v.SPECIALIZATION_OF) or ""
    scheme = description.text(node, v.SCHEME)
    until = description.iri(node, v.EFFECTIVE_UNTIL)
    return Edition(
        source=read_source(source, description, names),
        label=description.text(node, v.DCAT_VERSION),
        scheme=Scheme(scheme) if scheme else None,
        published=read_time(description.iri(node, v.PUBLICATION_TIME) or "", description),
        effective=Period(
            start=read_time(description.iri(node, v.EFFECTIVE_FROM) or "", description),
            end=None if until is None else read_time(until, description),
        ),
        scope=scope,
    )


def write_version(version: Version, names: Names) -> Iterator[Triple]:
    """Yield what a version is; its generation is stated by the capture that first found it."""
    node = names.version(version)
    yield from typed(node, v.SOURCE_VERSION, v.ENTITY)
    yield Triple(node, v.CONTENT_DIGEST, literal.text(version.digest))
    yield Triple(node, v.TEXT_DIGEST, literal.text(version.text_digest))
    yield Triple(node, v.TEXT_PROFILE, literal.text(version.profile))
    yield Triple(node, v.TEXT_LENGTH, literal.count(version.length))
    yield Triple(node, v.BYTE_SIZE, literal.count(version.size))
    yield Triple(node, v.FORMAT, literal.text(version.markup.value))
    yield Triple(node, v.POSITION_UNIT, v.CODE_POINT)
    yield Triple(node, v.BYTE_ORDER_MARK, literal.flag(version.byte_order_mark))


def read_version(node: str, description: Description) -> Version:
    """Return the version that a node stands for."""
    return Version(
        digest=description.text(node, v.CONTENT_DIGEST),
        profile=description.text(node, v.TEXT_PROFILE),
        text_digest=description.text(node, v.TEXT_DIGEST),
        length=description.number(node, v.TEXT_LENGTH),
        size=description.number(node, v.BYTE_SIZE),
        markup=Markup(description.text(node, v.FORMAT)),
        byte_order_mark=description.flag(node, v.BYTE_ORDER_MARK),
    )


def capture_node(capture: Capture, names: Names) -> NamedNode:
    """Return the IRI of a capture.

    It takes in how the edition was described, so that an edited description of the same bytes is
    a capture of its own, and the capture before, so that a content that comes back is one too.
    """
    edition = capture.edition
    described = (
        names.scope(edition.scope).value,
        edition.source.title,
        edition.scheme or "",
        *(time_node(time, names).value for time in _times(edition)),
    )
    return names.capture(
        names.edition(edition).value,
        names.version(capture.version).value,
        capture.place,
        names.record("context", *described, capture.previous or "").value,
    )


def _times(edition: Edition) -> tuple[Time, ...]:
    end = edition.effective.end
    ends = () if end is None else (end,)
    return (edition.published, edition.effective.start, *ends)


def write_capture(capture: Capture, agent: Agent, names: Names, *, first: bool) -> Iterator[Triple]:
    """Yield a capture with its source, edition and version.

    `first` says that this capture generated the version; a later one used it, since an entity is
    generated by one activity only (PROV-CONSTRAINTS, 24).
    """
    node, version = capture_node(capture, names), names.version(capture.version)
    yield from write_activity(node, v.CAPTURE, agent, (capture.at, capture.at), names)
    yield Triple(node, v.CAPTURED_EDITION, names.edition(capture.edition))
    yield Triple(node, v.CAPTURED_VERSION, version)
    yield Triple(node, v.PLACE, literal.text(capture.place))
    if capture.previous:
        yield Triple(node, v.WAS_INFORMED_BY, NamedNode(capture.previous))
    yield from write_source(capture.edition.source, names)
    yield from write_edition(capture.edition, names)
    yield Triple(version, v.SPECIALIZATION_OF, names.source(capture.edition.source))
    if first:
        yield from write_version(capture.version, names)
        yield Triple(version, v.WAS_GENERATED_BY, node)
        yield Triple(version, v.GENERATED_AT_TIME, literal.instant(capture.at))
    else:
        yield Triple(node, v.USED, version)
