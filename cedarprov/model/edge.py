"""Claims, typed edges between records, their evidence, and the reviews and withdrawals of them."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from cedarprov.errors import BadValue
from cedarprov.model.frozen import Frozen, field
from cedarprov.model.passage import Span
from cedarprov.model.scope import Scope


class AgentKind(StrEnum):
    """What kind of agent acts (PROV-O, 3.1)."""

    PERSON = "person"
    ORGANIZATION = "organization"
    SOFTWARE = "software"


class Agent(Frozen):
    """Somebody or something that bears responsibility; software states its version."""

    name: str
    kind: AgentKind = AgentKind.PERSON
    version: str = ""

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise BadValue("agent", self.name, "a name that is not blank")
        if self.kind is AgentKind.SOFTWARE and not self.version.strip():
            raise BadValue("version", self.version, "the version of the software")


class Relation(StrEnum):
    """The types of edges."""

    DERIVED_FROM = "derivedFrom"
    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"
    SUPERSEDES = "supersedes"
    APPLIES_TO = "appliesTo"
    QUALIFIES = "qualifies"
    DUPLICATES = "duplicates"


class Standing(StrEnum):
    """Whether an edge was asserted or inferred; it is so for life."""

    ASSERTED = "asserted"
    INFERRED = "inferred"


class Verdict(StrEnum):
    """What a review decides."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"


class StructuredReading(Frozen):
    """What a claim says, taken apart: about which thing, which attribute, what value and unit."""

    about: str
    attribute: str
    value: str
    unit: str = ""

    def __post_init__(self) -> None:
        for name in ("about", "attribute", "value"):
            if not getattr(self, name).strip():
                raise BadValue(name, getattr(self, name), "a text that is not blank")


class Claim(Frozen):
    """A statement that resolves to one or more exact spans."""

    statement: str
    spans: tuple[Span, ...]
    reading: StructuredReading | None = None
    scope: Scope = field(default_factory=Scope)

    def __post_init__(self) -> None:
        if not self.statement.strip():
            raise BadValue("statement", self.statement, "a statement that is not blank")
        if not self.spans:
            raise BadValue("spans", self.spans, "one exact span or more")


class Declaration(Frozen):
    """The word of an agent, as evidence where there is no text."""

    statement: str
    agent: Agent

    def __post_init__(self) -> None:
        if not self.statement.strip():
            raise BadValue("statement", self.statement, "a statement that is not blank")


class Edge(Frozen):
    """A typed, reified relation between two records, with its creator, time (UTC) and evidence.

    `subjects` holds more than one IRI where several premises hold only together; `activity` is
    the IRI of the capture that declared the edge, where one did.
    """

    subjects: tuple[str, ...]
    relation: Relation
    object: str
    evidence: tuple[Span | Declaration, ...]
    standing: Standing
    agent: Agent
    at: datetime
    scope: Scope = field(default_factory=Scope)
    confidence: float | None = None
    plan: str = ""
    activity: str = ""

    def __post_init__(self) -> None:
        if not self.subjects or not all(self.subjects):
            raise BadValue("subjects", self.subjects, "one record or more")
        if not self.object:
            raise BadValue("object", self.object, "a record")
        if not self.evidence:
            raise BadValue("evidence", self.evidence, "a span or a declaration")
        if self.confidence is not None and not 0.0 <= self.confidence <= 1.0:
            raise BadValue("confidence", self.confidence, "between 0 and 1")
        self._check_inference()

    def _check_inference(self) -> None:
        if self.standing is Standing.ASSERTED:
            return
        if self.agent.kind is not AgentKind.SOFTWARE or not self.plan.strip():
            raise BadValue("agent", self.agent.name, "software that names the plan it followed")


class Review(Frozen):
    """A person's decision on an edge or claim; it never edits what it judges. Times are UTC."""

    on: str
    verdict: Verdict
    reviewer: Agent
    started: datetime
    ended: datetime
    reason: str = ""

    def __post_init__(self) -> None:
        if not self.on:
            raise BadValue("on", self.on, "an edge or a claim")
        if self.reviewer.kind is not AgentKind.PERSON:
            raise BadValue("reviewer", self.reviewer.name, "a person: only people review")
        if self.ended < self.started:
            raise BadValue("ended", self.ended, f"at or after the start ({self.started})")


class Withdrawal(Frozen):
    """That a record is taken back; it stays as it is, and as it stood before. Times are UTC.

    A review that rejects the withdrawal undoes it.
    """

    on: str
    agent: Agent
    started: datetime
    ended: datetime
    reason: str = ""

    def __post_init__(self) -> None:
        if not self.on:
            raise BadValue("on", self.on, "a source, edition, version, claim or edge")
        if self.ended < self.started:
            raise BadValue("ended", self.ended, f"at or after the start ({self.started})")
