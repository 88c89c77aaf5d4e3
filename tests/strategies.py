"""Hypothesis strategies for the values of the model, and for whole bundles of them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st
from pyoxigraph import Triple

from cedarprov.model.edge import (
    Agent,
    AgentKind,
    Claim,
    Declaration,
    Edge,
    Relation,
    Review,
    Standing,
    StructuredReading,
    Verdict,
    Withdrawal,
)
from cedarprov.model.frozen import Frozen
from cedarprov.model.passage import Passage, Span
from cedarprov.model.scope import Condition, Scope
from cedarprov.model.source import Capture, Edition, Markup, Scheme, Source, Version
from cedarprov.model.time import Basis, Doubt, KnownTime, Period, Precision, UnknownTime
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.agent import write_activity, write_plan
from cedarprov.rdf.edge import (
    claim_node,
    edge_node,
    write_claim,
    write_edge,
    write_review,
    write_withdrawal,
)
from cedarprov.rdf.naming import Names, digest_of
from cedarprov.rdf.passage import write_passage
from cedarprov.rdf.source import write_capture

NAMES = Names("urn:cedarprov:test:")

# RDF has no lone surrogates; everything else may stand in a text.
characters = st.characters(exclude_categories=["Cs"])
texts = st.text(characters, min_size=1, max_size=40)
words = st.text(characters, min_size=1, max_size=12).filter(str.strip)
headings = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl"]), min_size=1, max_size=12)
instants = st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30), timezones=st.just(UTC))  # noqa: DTZ001
moments = st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
durations = st.timedeltas(timedelta(0), timedelta(days=1))

# -- times and scopes -----------------------------------------------------------------------------


@st.composite
def known_times(draw: st.DrawFn) -> KnownTime:
    earliest, latest = sorted((draw(instants), draw(instants)))
    return KnownTime(
        lexical=draw(words),
        precision=draw(st.sampled_from(Precision)),
        earliest=earliest,
        latest=latest,
        basis=draw(st.sampled_from(Basis)),
        zone_known=draw(st.booleans()),
    )


unknown_times = st.builds(
    UnknownTime, lexical=st.one_of(st.just(""), words), doubt=st.sampled_from(Doubt)
)
times = st.one_of(known_times(), unknown_times)


@st.composite
def periods(draw: st.DrawFn) -> Period:
    start, end = draw(times), draw(st.one_of(st.none(), times))
    inverted = (
        isinstance(start, KnownTime) and isinstance(end, KnownTime) and end.latest < start.earliest
    )
    return Period(start=end, end=start) if inverted and end else Period(start=start, end=end)


dimensions = st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,8}", fullmatch=True)
numbers = st.lists(st.integers(0, 30), min_size=1, max_size=3).map(lambda n: ".".join(map(str, n)))
symbols = st.from_regex(r"[a-z]{1,6}(:[a-z0-9]{1,4})?", fullmatch=True)
expressions = st.one_of(
    st.just("any"),
    numbers,
    symbols,
    numbers.map("{}.x".format),
    numbers.map("<{}".format),
    numbers.map(">={}".format),
    st.tuples(symbols, numbers).map(",".join),
)
conditions = st.builds(Condition, dimensions, expressions)
scopes = st.lists(conditions, max_size=3, unique_by=lambda item: item.dimension).map(
    lambda items: Scope(tuple(items))
)

# -- agents ---------------------------------------------------------------------------------------

people = st.builds(Agent, name=words)
software = st.builds(Agent, name=words, kind=st.just(AgentKind.SOFTWARE), version=words)
agents = st.one_of(
    software,
    st.builds(Agent, name=words, kind=st.sampled_from([AgentKind.PERSON, AgentKind.ORGANIZATION])),
)

# -- sources --------------------------------------------------------------------------------------

digests = st.binary(min_size=1, max_size=8).map(digest_of)
sources = st.builds(Source, name=words, title=st.one_of(st.just(""), words))
editions = st.builds(
    Edition,
    source=sources,
    label=st.one_of(st.just(""), words),
    scheme=st.one_of(st.none(), st.sampled_from(Scheme)),
    published=times,
    effective=periods(),
    scope=scopes,
)


def version_of(text: str, markup: Markup = Markup.PLAIN, *, mark: bool = False) -> Version:
    """The version whose text, as UTF-8, is all of its content."""
    data = text.encode()
    return Version(
        digest=digest_of(data),
        profile="utf-8",
        text_digest=digest_of(data),
        length=len(text),
        size=len(data),
        markup=markup,
        byte_order_mark=mark,
    )


versions = st.builds(version_of, texts, st.sampled_from(Markup), mark=st.booleans())
captures = st.builds(Capture, edition=editions, version=versions, place=words, at=moments)

# -- passages, claims, edges and reviews ----------------------------------------------------------


@st.composite
def spans(draw: st.DrawFn, text: str | None = None) -> Span:
    """A span of a text, in the version that holds it."""
    whole = draw(texts) if text is None else text
    start = draw(st.integers(0, len(whole) - 1))
    end = draw(st.integers(start + 1, len(whole)))
    version = NAMES.version(version_of(whole)).value
    return Span(version=version, start=start, end=end, exact=whole[start:end])


@st.composite
def passages(draw: st.DrawFn, text: str | None = None) -> Passage:
    """A passage of a text, in the version that holds it."""
    span = draw(spans(text))
    return Passage(
        version=span.version,
        start=span.start,
        end=span.end,
        text_digest=digest_of(span.exact.encode()),
        headings=tuple(draw(st.lists(headings, max_size=3))),
        overlap=draw(st.integers(0, 5)),
        cut=draw(st.booleans()),
    )


readings = st.builds(
    StructuredReading,
    about=words,
    attribute=words,
    value=words,
    unit=st.one_of(st.just(""), words),
)


def _place(item: object) -> object:
    return (item.start, item.end) if isinstance(item, Span | Passage) else item


@st.composite
def claims(draw: st.DrawFn, text: str | None = None) -> Claim:
    """A claim on spans of one text."""
    whole = draw(texts) if text is None else text
    found = draw(st.lists(spans(whole), min_size=1, max_size=3, unique_by=_place))
    reading = draw(st.one_of(st.none(), readings))
    return Claim(statement=draw(words), spans=tuple(found), reading=reading, scope=draw(scopes))


declarations = st.builds(Declaration, statement=words, agent=agents)
records = st.integers(0, 9).map("urn:record:{}".format)


@st.composite
def edges(draw: st.DrawFn, text: str | None = None) -> Edge:
    """An edge between any records, on spans of one text and declarations."""
    whole = draw(texts) if text is None else text
    evidence = st.one_of(spans(whole), declarations)
    standing = draw(st.sampled_from(Standing))
    inferred = standing is Standing.INFERRED
    return Edge(
        subjects=tuple(draw(st.lists(records, min_size=1, max_size=3, unique=True))),
        relation=draw(st.sampled_from(Relation)),
        object=draw(records),
        evidence=tuple(draw(st.lists(evidence, min_size=1, max_size=3, unique_by=_place))),
        standing=standing,
        agent=draw(software if inferred else agents),
        at=draw(moments),
        scope=draw(scopes),
        confidence=draw(st.one_of(st.none(), st.floats(0, 1))),
        plan=draw(words) if inferred else "",
    )


@st.composite
def reviews(draw: st.DrawFn, on: str = "urn:record:0") -> Review:
    """A review of a record."""
    started = draw(moments)
    return Review(
        on=on,
        verdict=draw(st.sampled_from(Verdict)),
        reviewer=draw(people),
        started=started,
        ended=started + draw(durations),
        reason=draw(st.one_of(st.just(""), words)),
    )


@st.composite
def withdrawals(draw: st.DrawFn, on: str = "urn:record:0") -> Withdrawal:
    """A withdrawal of a record."""
    started = draw(moments)
    return Withdrawal(
        on=on,
        agent=draw(agents),
        started=started,
        ended=started + draw(durations),
        reason=draw(st.one_of(st.just(""), words)),
    )


# -- bundles --------------------------------------------------------------------------------------


class Draft(Frozen):
    """The triples of a batch that may be written as it stands, and the text they quote."""

    triples: tuple[Triple, ...]
    text: str


@st.composite
def drafts(draw: st.DrawFn) -> Draft:
    """A first capture with passages, a claim, an edge, what judges them, and what made them."""
    text = draw(texts)
    capture = Capture(
        edition=draw(editions), version=version_of(text), place=draw(words), at=draw(moments)
    )
    agent, claim, edge = draw(software), draw(claims(text)), draw(edges(text))
    judged = draw(st.sampled_from([edge_node(edge, NAMES), claim_node(claim, NAMES)]))
    review = draw(reviews(judged.value))
    withdrawal = draw(withdrawals(judged.value))
    found = draw(st.lists(passages(text), max_size=3, unique_by=_place))
    activity = NAMES.activity("inference", text)
    when = (edge.at, edge.at + draw(durations))
    triples = {
        *write_capture(capture, agent, NAMES, first=True),
        *(triple for item in found for triple in write_passage(item, NAMES)),
        *write_claim(claim, NAMES),
        *write_edge(edge, NAMES),
        *write_review(review, NAMES),
        *write_withdrawal(withdrawal, NAMES),
        *write_activity(activity, v.INFERENCE, agent, when, NAMES),
        *write_plan(activity, agent, draw(words), NAMES),
    }
    return Draft(triples=tuple(sorted(triples, key=str)), text=text)
