"""The constraints, by number and name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cedarprov.model.frozen import Frozen


class Constraint(Frozen):
    """A rule that a valid document keeps.

    Its number is that of PROV-CONSTRAINTS, where definition 4 is counted with the constraints;
    None is a rule of another document of the PROV family.
    """

    number: int | None
    name: str

    def __str__(self) -> str:
        return self.name if self.number is None else f"{self.number} ({self.name})"


def _numbered(first: int, names: str) -> dict[int, Constraint]:
    return {
        number: Constraint(number=number, name=name)
        for number, name in enumerate(names.split(), start=first)
    }


CONSTRAINTS: Final[Mapping[int, Constraint]] = {
    **_numbered(4, "optional-placeholders"),
    **_numbered(
        22,
        "key-object key-properties unique-generation unique-invalidation unique-wasStartedBy "
        "unique-wasEndedBy unique-startTime unique-endTime start-precedes-end "
        "start-start-ordering end-end-ordering usage-within-activity generation-within-activity "
        "wasInformedBy-ordering generation-precedes-invalidation generation-precedes-usage "
        "usage-precedes-invalidation generation-generation-ordering "
        "invalidation-invalidation-ordering derivation-usage-generation-ordering "
        "derivation-generation-generation-ordering wasStartedBy-ordering wasEndedBy-ordering "
        "specialization-generation-ordering specialization-invalidation-ordering "
        "wasAssociatedWith-ordering wasAttributedTo-ordering actedOnBehalfOf-ordering typing "
        "impossible-unspecified-derivation-generation-use impossible-specialization-reflexive "
        "impossible-property-overlap impossible-object-property-overlap "
        "entity-activity-disjoint membership-empty-collection",
    ),
}

UNIQUE_USAGE: Final = Constraint(number=None, name="unique-usage")
"""An activity uses an entity once: a rule of drafts, which the Recommendation does not have."""

UNIQUE_MENTION: Final = Constraint(number=None, name="unique-mention")
"""An entity is a mention of one entity in one bundle (PROV-Links, W3C Note, 2013)."""

RESERVED_ATTRIBUTE: Final = Constraint(number=None, name="reserved-attribute")
"""A relation of PROV, or one of its arguments, is no attribute (PROV-DM, section 5.7.2)."""
