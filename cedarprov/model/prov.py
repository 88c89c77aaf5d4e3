"""PROV documents as values: statements of PROV-DM, whatever syntax they were read from.

A document holds statements and bundles of statements (PROV-DM, W3C Recommendation, 2013). Every
name is a whole IRI: prefixes are kept beside the statements, for those who write them again.
Values keep their written form; nothing is turned into a number or a moment here.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, TypeAlias

from cedarprov.model.frozen import Frozen


class Kind(StrEnum):
    """The kinds of statements, by their names in PROV-N."""

    ENTITY = "entity"
    ACTIVITY = "activity"
    AGENT = "agent"
    GENERATION = "wasGeneratedBy"
    USAGE = "used"
    COMMUNICATION = "wasInformedBy"
    START = "wasStartedBy"
    END = "wasEndedBy"
    INVALIDATION = "wasInvalidatedBy"
    DERIVATION = "wasDerivedFrom"
    ATTRIBUTION = "wasAttributedTo"
    ASSOCIATION = "wasAssociatedWith"
    DELEGATION = "actedOnBehalfOf"
    INFLUENCE = "wasInfluencedBy"
    SPECIALIZATION = "specializationOf"
    ALTERNATE = "alternateOf"
    MEMBERSHIP = "hadMember"
    MENTION = "mentionOf"


ARGUMENTS: Final[Mapping[Kind, tuple[str, ...]]] = {
    Kind.ENTITY: (),
    Kind.ACTIVITY: ("startTime", "endTime"),
    Kind.AGENT: (),
    Kind.GENERATION: ("entity", "activity", "time"),
    Kind.USAGE: ("activity", "entity", "time"),
    Kind.COMMUNICATION: ("informed", "informant"),
    Kind.START: ("activity", "trigger", "starter", "time"),
    Kind.END: ("activity", "trigger", "ender", "time"),
    Kind.INVALIDATION: ("entity", "activity", "time"),
    Kind.DERIVATION: ("generatedEntity", "usedEntity", "activity", "generation", "usage"),
    Kind.ATTRIBUTION: ("entity", "agent"),
    Kind.ASSOCIATION: ("activity", "agent", "plan"),
    Kind.DELEGATION: ("delegate", "responsible", "activity"),
    Kind.INFLUENCE: ("influencee", "influencer"),
    Kind.SPECIALIZATION: ("specificEntity", "generalEntity"),
    Kind.ALTERNATE: ("alternate1", "alternate2"),
    Kind.MEMBERSHIP: ("collection", "entity"),
    Kind.MENTION: ("specificEntity", "generalEntity", "bundle"),
}
"""The names of what stands in a statement of each kind, in the order of PROV-N.

Those of entities, activities and agents come after their identifier, which is the statement's.
"""

TIMES: Final = frozenset({"time", "startTime", "endTime"})
"""The arguments that are moments (xsd:dateTime, as written); all others are IRIs."""

WITHOUT_IDENTIFIER: Final = frozenset(
    {Kind.SPECIALIZATION, Kind.ALTERNATE, Kind.MEMBERSHIP, Kind.MENTION}
)
"""The kinds that PROV-DM gives neither identifier nor attributes."""


class Name(Frozen):
    """A value that is a name: an IRI."""

    iri: str


class Literal(Frozen):
    """A literal as written: its datatype is an IRI, its language tag is in its written case."""

    lexical: str
    datatype: str = "http://www.w3.org/2001/XMLSchema#string"
    language: str | None = None


Value: TypeAlias = Name | Literal


class Statement(Frozen):
    """One statement: `arguments` are in the order of `ARGUMENTS`, and None is PROV-N's `-`.

    What is absent is `-` too, as PROV-CONSTRAINTS' definitions 1 to 4 have it. `attributes` are
    pairs of an IRI and a value, in the order of the document; `line` is where it stood, if known.
    """

    kind: Kind
    identifier: str | None = None
    arguments: tuple[str | None, ...] = ()
    attributes: tuple[tuple[str, Value], ...] = ()
    line: int | None = None

    def argument(self, name: str) -> str | None:
        """Return an argument by its name in `ARGUMENTS`."""
        return self.arguments[ARGUMENTS[self.kind].index(name)]


class Bundle(Frozen):
    """A named set of statements."""

    identifier: str
    statements: tuple[Statement, ...] = ()
    prefixes: Mapping[str, str] = {}


class Document(Frozen):
    """Statements, and bundles of statements.

    `notes` say what a reader met that PROV-DM has no place for, a sentence each.
    """

    statements: tuple[Statement, ...] = ()
    bundles: tuple[Bundle, ...] = ()
    prefixes: Mapping[str, str] = {}
    notes: tuple[str, ...] = ()
