"""How PROV-O says what PROV-DM says: the properties and classes of each kind of statement.

The tables follow PROV-O (W3C Recommendation, 30 April 2013), 3.1 to 3.4 and table 3.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cedarprov.model.prov import Kind
from cedarprov.rdf.prov.terms import CLASSES, DERIVATIONS, PROV, RDF, RDFS

UNQUALIFIED: Final[Mapping[str, tuple[Kind, str | None]]] = {
    **{
        kind.value: (kind, None)
        for kind in Kind
        if kind not in {Kind.ENTITY, Kind.ACTIVITY, Kind.AGENT, Kind.MENTION}
    },
    **{name: (Kind.DERIVATION, subtype) for name, subtype in DERIVATIONS.items()},
}
"""The properties that lead from the first argument of a relation to its second."""

INVERSE: Final[Mapping[str, Kind]] = {
    "generated": Kind.GENERATION,
    "invalidated": Kind.INVALIDATION,
    "influenced": Kind.INFLUENCE,
}
"""The properties that lead from the second argument to the first."""

MOMENTS: Final[Mapping[str, Kind]] = {
    "generatedAtTime": Kind.GENERATION,
    "invalidatedAtTime": Kind.INVALIDATION,
}
"""The properties that lead from an entity to the time of one of its events."""

INFLUENCES: Final[Mapping[str, tuple[Kind, str | None]]] = {
    "Generation": (Kind.GENERATION, None),
    "Usage": (Kind.USAGE, None),
    "Communication": (Kind.COMMUNICATION, None),
    "Start": (Kind.START, None),
    "End": (Kind.END, None),
    "Invalidation": (Kind.INVALIDATION, None),
    "Derivation": (Kind.DERIVATION, None),
    "Revision": (Kind.DERIVATION, "Revision"),
    "Quotation": (Kind.DERIVATION, "Quotation"),
    "PrimarySource": (Kind.DERIVATION, "PrimarySource"),
    "Insertion": (Kind.DERIVATION, None),
    "Removal": (Kind.DERIVATION, None),
    "Attribution": (Kind.ATTRIBUTION, None),
    "Association": (Kind.ASSOCIATION, None),
    "Delegation": (Kind.DELEGATION, None),
    "Influence": (Kind.INFLUENCE, None),
}
"""The classes of qualified influences; `prov:qualified` and their name is the property to them."""

UNKEPT_CLASSES: Final = frozenset({"Insertion", "Removal"})
"""The derivations of PROV-Dictionary, which are read as derivations."""

CLASS_OF: Final[Mapping[Kind, str]] = {
    kind: name
    for name, (kind, subtype) in INFLUENCES.items()
    if subtype is None and name not in UNKEPT_CLASSES
}
"""The class of the qualified influences of a kind."""

SUPERCLASSES: Final = frozenset(
    {
        "Influence",
        "EntityInfluence",
        "ActivityInfluence",
        "AgentInfluence",
        "InstantaneousEvent",
    }
)
"""The classes that say nothing of an influence which its own class does not say."""

BASE_CLASSES: Final = frozenset({"Entity", "Activity", "Agent"})
"""The classes that say the kind of a statement and nothing else."""

PARTS: Final[Mapping[Kind, Mapping[str, tuple[str, ...]]]] = {
    Kind.GENERATION: {"activity": ("activity", "influencer"), "time": ("atTime",)},
    Kind.USAGE: {"entity": ("entity", "influencer"), "time": ("atTime",)},
    Kind.COMMUNICATION: {"informant": ("activity", "influencer")},
    Kind.START: {
        "trigger": ("entity", "influencer"),
        "starter": ("hadActivity",),
        "time": ("atTime",),
    },
    Kind.END: {
        "trigger": ("entity", "influencer"),
        "ender": ("hadActivity",),
        "time": ("atTime",),
    },
    Kind.INVALIDATION: {"activity": ("activity", "influencer"), "time": ("atTime",)},
    Kind.DERIVATION: {
        "usedEntity": ("entity", "influencer", "dictionary"),
        "activity": ("hadActivity",),
        "generation": ("hadGeneration",),
        "usage": ("hadUsage",),
    },
    Kind.ATTRIBUTION: {"agent": ("agent", "influencer")},
    Kind.ASSOCIATION: {"agent": ("agent", "influencer"), "plan": ("hadPlan",)},
    Kind.DELEGATION: {"responsible": ("agent", "influencer"), "activity": ("hadActivity",)},
    Kind.INFLUENCE: {"influencer": ("influencer", "entity", "activity", "agent")},
}
"""The properties of a qualified influence that are arguments: the first is the one written.

The first argument of a kind is what `prov:qualified...` leads from.
"""

ACTIVITY_TIMES: Final[Mapping[str, str]] = {"startTime": "startedAtTime", "endTime": "endedAtTime"}

ATTRIBUTES: Final[Mapping[str, str]] = {
    PROV + "type": RDF + "type",
    PROV + "label": RDFS + "label",
    PROV + "location": PROV + "atLocation",
    PROV + "role": PROV + "hadRole",
}
"""The attributes of PROV-DM whose properties have other names."""

ROLES: Final[Mapping[str, Kind]] = {
    **dict.fromkeys(
        (
            *("entity", "generatedEntity", "usedEntity", "trigger", "plan", "specificEntity"),
            *("generalEntity", "alternate1", "alternate2", "collection"),
        ),
        Kind.ENTITY,
    ),
    **dict.fromkeys(("activity", "informed", "informant", "starter", "ender"), Kind.ACTIVITY),
    **dict.fromkeys(("agent", "delegate", "responsible"), Kind.AGENT),
}
"""What stands in an argument, as far as the kind of relation says it (PROV-CONSTRAINTS, 50)."""

RELATION_TERMS: Final = frozenset(
    {
        *UNQUALIFIED,
        *INVERSE,
        *MOMENTS,
        *(f"qualified{name}" for name in INFLUENCES),
        *ACTIVITY_TIMES.values(),
        *("mentionOf", "asInBundle", "hadDictionaryMember"),
    }
)
"""The properties that are no attributes of an entity, activity or agent."""

INFLUENCE_TERMS: Final[Mapping[Kind, frozenset[str]]] = {
    kind: frozenset(
        {name for names in parts.values() for name in names}
        | ({"insertedKeyEntityPair", "removedKey"} if kind is Kind.DERIVATION else set())
    )
    for kind, parts in PARTS.items()
}
"""The properties that are no attributes of a qualified influence, by its kind."""

PROV_CLASSES: Final = frozenset({*CLASSES, *INFLUENCES, *SUPERCLASSES})
"""The classes that say of which kind a statement is."""
