"""The trail of a record: who made it, from what, and so on down to the bytes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pyoxigraph import NamedNode

from cedarprov.export.label import label_of
from cedarprov.export.receipt import shown_passages
from cedarprov.export.record import Kind, Record, Records
from cedarprov.model.frozen import Frozen
from cedarprov.model.quoted import agents_of
from cedarprov.rdf import vocabulary as v
from cedarprov.store.session import Session

_SHOWN: Final = 160
_AGENTS: Final = 20
# These exist without the store: its activity only recorded them.
_OUTSIDE: Final = (Kind.SOURCE, Kind.EDITION)


class Step(Frozen):
    """One record of a trail and the steps below it, which it was made from.

    `label` says what it is. `activity` and `agent` are IRIs, `by` is the agent's name; `at` is an
    xsd:dateTime in UTC. `digest` is that of the bytes (a version, a quoted document) or of the
    text. `names_agents` are the agents that a quoted document names, which are none of ours. A
    record that stands elsewhere in the trail already is `again` and has no steps.
    """

    iri: str
    kind: Kind
    label: str
    activity: str = ""
    agent: str = ""
    by: str = ""
    at: str = ""
    digest: str = ""
    place: str = ""
    quote: str = ""
    names_agents: tuple[str, ...] = ()
    again: bool = False
    steps: tuple[Step, ...] = ()

    def walk(self) -> Iterator[Step]:
        """Yield this step and those below it, from the top down."""
        yield self
        for step in self.steps:
            yield from step.walk()

    def lines(self, depth: int = 0) -> Iterator[str]:
        """Yield the lines of the written form, indented by two spaces a level."""
        indent = "  " * depth
        verb = "recorded by" if self.kind in _OUTSIDE else "by"
        made = " ".join(part for part in (self.by and f"{verb} {self.by}", self.at) if part)
        yield f"{indent}{self.kind}: {self.label}" + (f" ({made})" if made else "")
        if self.again:
            yield f"{indent}  (see above)"
            return
        for name in ("quote", "digest", "iri"):
            if value := getattr(self, name):
                yield f"{indent}  {name} {_shortened(value) if name == 'quote' else value}"
        for agent in self.names_agents[:_AGENTS]:
            yield f"{indent}  names the agent {agent}"
        if len(self.names_agents) > _AGENTS:
            yield f"{indent}  and {len(self.names_agents) - _AGENTS} more agents"
        for step in self.steps:
            yield from step.lines(depth + 1)


class Trail(Frozen):
    """The trail of one record; `root` is the step of the record itself."""

    root: Step

    @property
    def steps(self) -> tuple[Step, ...]:
        """Every step, from the record down to the bytes."""
        return tuple(self.root.walk())

    def __str__(self) -> str:
        return "\n".join(self.root.lines())


def trail(iri: str, session: Session) -> Trail:
    """Return the trail of a record.

    Raises:
        UnknownIri: The store holds no such record.
    """
    records = Records(session)
    return Trail(root=_Walk(records).step(records.get(iri), None))


class _Walk:
    """Steps below one another; each record is followed once."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._seen: set[str] = set()

    def step(self, record: Record, above: Kind | None) -> Step:
        again = record.iri in self._seen
        self._seen.add(record.iri)
        said, maker = record.said, self._records.maker(record)
        agent = said.iri(record.iri, v.WAS_ATTRIBUTED_TO) or (maker.agent if maker else "")
        text = said.iri(record.iri, v.HAS_TEXT)
        digest = said.text(record.iri, v.CONTENT_DIGEST) or said.text(record.iri, v.PURGED_DIGEST)
        return Step(
            iri=record.iri,
            kind=record.kind,
            label=label_of(record, self._records),
            activity=maker.iri if maker else "",
            agent=agent,
            by=self._records.name(agent),
            at=said.text(record.iri, v.GENERATED_AT_TIME) or (maker.ended if maker else ""),
            digest=self._records.names.text_digest(text) if text else digest,
            place=said.text(record.iri, v.PLACE),
            names_agents=self._agents(record),
            quote=(self._records.text(text) or "") if text else "",
            again=again,
            steps=() if again else tuple(self._below(record, above)),
        )

    def _agents(self, record: Record) -> tuple[str, ...]:
        if record.kind is not Kind.QUOTED_DOCUMENT:
            return ()
        from cedarprov.rdf.prov.syntax import Syntax, read  # noqa: PLC0415 - parsers

        said = self._records.text(record.said.iri(record.iri, v.QUOTED_TEXT) or "") or ""
        return agents_of(read(said.encode(), Syntax.NQUADS, record.iri))

    def _below(self, record: Record, above: Kind | None) -> Iterator[Step]:
        is_receipt = record.kind is Kind.RECEIPT
        links = shown_passages(record) if is_receipt else self._links(record, above)
        for iri in dict.fromkeys(links):
            if found := self._records.find(iri):
                yield self.step(found, record.kind)

    def _links(self, record: Record, above: Kind | None) -> list[str]:
        """Return what a record was made from.

        A version leads to the captures that found it, and by them to editions and sources. Asked
        for themselves, a source leads to its editions, these to their captures, and these to the
        versions; never both ways, so that a trail keeps to its own version.
        """
        iri, said, records = record.iri, record.said, self._records
        if record.kind is Kind.SOURCE:
            down = above is None
            return self._of_kind(Kind.EDITION, iri, v.SPECIALIZATION_OF) if down else []
        if record.kind is Kind.EDITION:
            source = said.iris(iri, v.SPECIALIZATION_OF) if above is not Kind.SOURCE else []
            down = above in (None, Kind.SOURCE)
            return [*source, *(records.leading_to(iri, v.CAPTURED_EDITION) if down else ())]
        if record.kind is Kind.CAPTURE:
            edition = said.iris(iri, v.CAPTURED_EDITION) if above is not Kind.EDITION else []
            down = above in (None, Kind.EDITION)
            version = said.iris(iri, v.CAPTURED_VERSION) if down else []
            return [*edition, *self._of_kind(Kind.EDGE, iri, v.WAS_GENERATED_BY), *version]
        if record.kind is Kind.VERSION:
            up = above is not Kind.CAPTURE
            return records.leading_to(iri, v.CAPTURED_VERSION) if up else []
        if record.kind is Kind.SCOPE:
            return records.leading_to(iri, v.OBJECT) if above is None else []
        return [target for link in _LINKS[record.kind] for target in said.iris(iri, link)]

    def _of_kind(self, kind: Kind, iri: str, predicate: NamedNode) -> list[str]:
        """Return the records of one kind that lead to a record by a property that others have."""
        found = self._records.leading_to(iri, predicate)
        return [each for each in found if self._records.get(each).kind is kind]


_LINKS: Final = {
    Kind.PASSAGE: (v.WAS_QUOTED_FROM,),
    Kind.SPAN: (v.WAS_QUOTED_FROM,),
    Kind.CLAIM: (v.RESOLVES_TO, v.APPLIES_UNDER),
    Kind.EDGE: (v.EVIDENCE, v.SUBJECT, v.OBJECT, v.APPLIES_UNDER),
    Kind.DECLARATION: (),
    Kind.REVIEW: (v.REVIEWS,),
    Kind.ANSWER_MAP: (v.WAS_DERIVED_FROM,),
    Kind.ARM_CHOICE: (),
    Kind.WITHDRAWAL: (v.WITHDRAWS,),
    Kind.PURGE: (v.PURGES,),
    Kind.QUOTED_DOCUMENT: (),
}


def _shortened(quote: str) -> str:
    line = " ".join(quote.split())
    return repr(line if len(line) <= _SHOWN else f"{line[:_SHOWN]}...")
