"""A small store filled through the real door, for tests of what reads a whole store."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Self

from hypothesis import Phase
from hypothesis import strategies as st
from pyoxigraph import NamedNode, Triple

from cedarprov.check.guard import FastGuard
from cedarprov.ingest.reader import read_text
from cedarprov.ingest.text import VersionTexts
from cedarprov.model.edge import (
    Agent,
    AgentKind,
    Claim,
    Declaration,
    Edge,
    Relation,
    Review,
    Standing,
    Verdict,
)
from cedarprov.model.frozen import Frozen, replace
from cedarprov.model.passage import Passage, Span
from cedarprov.model.scope import Scope
from cedarprov.model.source import Capture, Edition, Source, Version
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.agent import write_activity
from cedarprov.rdf.edge import claim_node, edge_node, review_node, write_claim, write_edge
from cedarprov.rdf.edge import write_review as review_triples
from cedarprov.rdf.naming import Names, digest_of
from cedarprov.rdf.passage import write_passage
from cedarprov.rdf.scope import write_scope
from cedarprov.rdf.source import capture_node, write_capture
from cedarprov.store.door import Guard
from cedarprov.store.folder import StoreFolder
from cedarprov.store.session import WritingSession, create

INGESTER = Agent(name="cedarprov", kind=AgentKind.SOFTWARE, version="0.1.0")
ANNA = Agent(name="Anna")
START = datetime(2024, 3, 1, 9, tzinfo=UTC)
BASE = "urn:cedarprov:shelf:"


class Held(Frozen):
    """A version on the shelf and its text."""

    iri: str
    text: str

    def span(self, quote: str) -> Span:
        """The one place of a quotation."""
        start = self.text.index(quote)
        return Span(version=self.iri, start=start, end=start + len(quote), exact=quote)


class Shelf:
    """A store open for writing; every method is one bundle, an hour after the one before."""

    def __init__(self, path: Path, *, base: str = BASE, guard: Guard | None = None) -> None:
        self.folder: StoreFolder = create(path, base=base)
        self.names: Names = self.folder.names
        self.texts = VersionTexts(self.folder.blobs, self.names)
        self.session = WritingSession.writing(
            self.folder, guard=guard or FastGuard(), text_of=self.texts
        )
        self._hours = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.session.close()
        del self.session  # the files are let go of with the last that knows the session

    def capture(self, name: str, content: bytes, *, label: str = "", scope: str = "") -> Held:
        """Capture an edition; its lines are passages, `scope` is declared by Anna."""
        at, decoded = self._tick(), read_text(content)
        version = Version(
            digest="sha256:" + self.folder.blobs.put(content),
            profile=decoded.profile,
            text_digest=digest_of(decoded.text.encode()),
            length=len(decoded.text),
            size=len(content),
            byte_order_mark=decoded.byte_order_mark,
        )
        held = Held(iri=self.names.version(version).value, text=decoded.text)
        edition = Edition(source=Source(name=name), label=label, scope=Scope.of(_pairs(scope)))
        last = self.session.catalogue.last_of(self.names.edition(edition).value)
        capture = Capture(
            edition=edition,
            version=version,
            place=f"{name}.md",
            at=at,
            previous=last.iri if last else None,
        )
        first = not self.session.catalogue.knows_version(held.iri)
        draft = list(write_capture(capture, INGESTER, self.names, first=first))
        texts = []
        for passage in _passages(held) if first else ():
            draft += write_passage(passage, self.names)
            texts.append(held.text[passage.start : passage.end])
        if scope:
            draft += self._applies(edition, capture_node(capture, self.names).value, at)
        self.session.commit([draft], texts)
        return held

    def _applies(self, edition: Edition, capture: str, at: datetime) -> Iterable[Triple]:
        edge = Edge(
            subjects=(self.names.edition(edition).value,),
            relation=Relation.APPLIES_TO,
            object=self.names.scope(edition.scope).value,
            evidence=(Declaration(statement=f"it is for {edition.scope}", agent=ANNA),),
            standing=Standing.ASSERTED,
            agent=ANNA,
            at=at,
            activity=capture,
        )
        return [*write_scope(edition.scope, self.names), *write_edge(edge, self.names)]

    def claim(self, statement: str, *spans: Span) -> str:
        """Make a claim on spans."""
        claim = Claim(statement=statement, spans=spans)
        node = claim_node(claim, self.names)
        self._act(v.CURATION, node, ANNA, write_claim(claim, self.names), spans)
        return node.value

    def edge(self, subject: str, relation: Relation, target: str, *evidence: Span) -> str:
        """Assert an edge."""
        return self._edge(_edge(subject, relation, target, evidence), v.CURATION)

    def inferred(self, subject: str, relation: Relation, target: str, *evidence: Span) -> str:
        """Infer an edge."""
        edge = _edge(subject, relation, target, evidence)
        inferred = replace(edge, standing=Standing.INFERRED, agent=INGESTER, plan="same words")
        return self._edge(inferred, v.INFERENCE)

    def _edge(self, edge: Edge, kind: NamedNode) -> str:
        edge = replace(edge, at=self._tick())
        node = edge_node(edge, self.names)
        spans = [item for item in edge.evidence if isinstance(item, Span)]
        self._act(kind, node, edge.agent, write_edge(edge, self.names), spans, edge.at)
        return node.value

    def review(self, record: str, verdict: Verdict, reviewer: Agent = ANNA) -> str:
        """Review a record; it took five minutes."""
        at = self._tick()
        review = Review(
            on=record,
            verdict=verdict,
            reviewer=reviewer,
            started=at - timedelta(minutes=5),
            ended=at,
            reason="read it",
        )
        node = review_node(review, self.names)
        self._act(v.REVIEWING, node, reviewer, review_triples(review, self.names), (), at)
        return node.value

    def _act(  # noqa: PLR0917 - one bundle takes as much
        self,
        kind: NamedNode,
        made: NamedNode,
        agent: Agent,
        triples: Iterable[Triple],
        spans: Iterable[Span],
        at: datetime | None = None,
    ) -> None:
        at = at or self._tick()
        if self.session.holds(made.value):
            return  # as for every writer: what is known is not recorded again
        name = kind.value.removeprefix(v.NAMESPACE).lower()
        activity = self.names.activity(name, made.value)
        span = (at - timedelta(minutes=5), at)
        draft = [*triples, *write_activity(activity, kind, agent, span, self.names)]
        self.session.commit([draft], [item.exact for item in spans])

    def _tick(self) -> datetime:
        self._hours += 1
        return START + timedelta(hours=self._hours)


def _edge(subject: str, relation: Relation, target: str, evidence: tuple[Span, ...]) -> Edge:
    return Edge(
        subjects=(subject,),
        relation=relation,
        object=target,
        evidence=evidence or (Declaration(statement="I know it", agent=ANNA),),
        standing=Standing.ASSERTED,
        agent=ANNA,
        at=START,
    )


def _passages(held: Held) -> Iterable[Passage]:
    start = 0
    for line in held.text.splitlines(keepends=True):
        exact = line.rstrip("\r\n")
        if exact.strip():
            yield Passage(
                version=held.iri,
                start=start,
                end=start + len(exact),
                text_digest=digest_of(exact.encode()),
            )
        start += len(line)


def _pairs(scope: str) -> dict[str, str]:
    return dict(part.split("=") for part in scope.split(",")) if scope else {}


def fill(shelf: Shelf) -> dict[str, str]:
    """Put two editions, two claims, three edges and reviews on a shelf; their IRIs by name."""
    first = shelf.capture(
        "manual", b"# Timeouts\nThe timeout is 30 s.\n", label="1", scope="release=1"
    )
    second = shelf.capture(
        "manual", "# Timeouts\nThe timeout is 10 s.\nÄ 😀 end\r\n".encode(), label="2",
        scope="release=2",
    )  # fmt: skip
    old = shelf.claim("The timeout is 30 s", first.span("30 s"))
    new = shelf.claim("The timeout is 10 s", second.span("10 s"))
    edge = shelf.edge(new, Relation.SUPERSEDES, old, second.span("10 s"))
    inferred = shelf.inferred(new, Relation.CONTRADICTS, old, first.span("30 s"))
    pending = shelf.inferred(old, Relation.QUALIFIES, new)
    review = shelf.review(inferred, Verdict.ACCEPTED)
    return {
        "first": first.iri,
        "second": second.iri,
        "old": old,
        "new": new,
        "edge": edge,
        "inferred": inferred,
        "pending": pending,
        "review": review,
    }


# -- random shelves -------------------------------------------------------------------------------

# Each example is a store on disk: shrinking one would take minutes.
UNSHRUNK = (Phase.explicit, Phase.reuse, Phase.generate)
_characters = st.characters(exclude_categories=["Cs"], exclude_characters="\0\ufeff")
_labels = st.sampled_from(["", "1", "2"])
Told = tuple[object, ...]
stories = st.lists(
    st.one_of(
        st.tuples(
            st.just("capture"),
            st.sampled_from(["manual", "note/ä b"]),
            st.text(_characters, min_size=1, max_size=30),
            _labels,
            st.sampled_from(["", "release=1", "release=2..3,service=a"]),
        ),
        st.tuples(st.just("claim"), st.integers(0, 9), st.integers(0, 29), st.integers(1, 30)),
        st.tuples(
            st.just("edge"),
            st.integers(0, 9),
            st.integers(0, 9),
            st.sampled_from([Relation.SUPPORTS, Relation.QUALIFIES]),
            st.booleans(),
        ),
        st.tuples(
            st.just("review"),
            st.integers(0, 9),
            st.sampled_from(Verdict),
            st.sampled_from([ANNA, Agent(name="Ben")]),
        ),
    ),
    min_size=1,
    max_size=12,
)


class Telling:
    """A story told on a shelf, step by step; steps that rest on nothing yet are left out."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.held: list[Held] = []
        self.claims: list[str] = []
        self.edges: list[str] = []

    def tell(self, story: Iterable[Told]) -> None:
        """Tell every step."""
        for name, *parts in story:
            getattr(self, f"_{name}")(*parts)

    def _capture(self, name: str, text: str, label: str, scope: str) -> None:
        self.held.append(self.shelf.capture(name, text.encode(), label=label, scope=scope))

    def _claim(self, which: int, start: int, length: int) -> None:
        if self.held:
            held = self.held[which % len(self.held)]
            start %= len(held.text)
            exact = held.text[start : start + length]
            span = Span(version=held.iri, start=start, end=start + len(exact), exact=exact)
            self.claims.append(self.shelf.claim(f"It says {exact!r}", span))

    def _edge(self, subject: int, target: int, relation: Relation, inferred: bool) -> None:  # noqa: FBT001
        if self.claims:
            ends = [self.claims[each % len(self.claims)] for each in (subject, target)]
            make = self.shelf.inferred if inferred else self.shelf.edge
            self.edges.append(make(ends[0], relation, ends[1]))

    def _review(self, which: int, verdict: Verdict, reviewer: Agent) -> None:
        if self.edges:
            self.shelf.review(self.edges[which % len(self.edges)], verdict, reviewer)
