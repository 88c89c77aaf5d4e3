"""Kinds of claims: what a structured reading, by its attribute, says about its thing.

The attributes that claims are compared on, whoever makes them:

    default, default <noun>            the value that holds unless somebody sets another
    maximum <what>, minimum <what>     a limit; <what> is the noun counted, or what is measured
    requires, requires <product>       what has to be there, or which version of it
    supports <product>                 the versions that are supported
    status, support                    added, deprecated, removed, restored
    planned <what>                     what is only announced; no fact until it happened
    any other noun                     a measurement
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

from cedarprov.model.edge import StructuredReading


class Kind(StrEnum):
    """What kind of claim a claim is."""

    DEFAULT = "default"
    LIMIT = "limit"
    CHANGE = "change"
    REMOVAL = "removal"
    DEPRECATION = "deprecation"
    PLAN = "plan"
    REQUIREMENT = "requirement"
    MEASUREMENT = "measurement"


STATUS: Final = "status"
SUPPORT: Final = "support"
REMOVED: Final = "removed"
DEPRECATED: Final = "deprecated"
PLANNED: Final = "planned"

_FIRST_WORDS: Final = {
    "default": Kind.DEFAULT,
    "maximum": Kind.LIMIT,
    "minimum": Kind.LIMIT,
    "limit": Kind.LIMIT,
    "requires": Kind.REQUIREMENT,
    "supports": Kind.REQUIREMENT,
    PLANNED: Kind.PLAN,
}
CHANGING: Final = re.compile(
    r"\b(?:chang(?:e[sd]?|ing)|increas(?:e[sd]?|ing)|decreas(?:e[sd]?|ing)|raised|lowered|"
    r"reduced|bumped|switched)\b.*?\bto\b|\bnow\b|\bno longer\b",
    re.IGNORECASE | re.DOTALL,
)


def kind_of(statement: str, reading: StructuredReading | None) -> Kind | None:
    """Return the kind of a claim, or None where it was not taken apart."""
    if reading is None:
        return None
    attribute, value = reading.attribute.casefold(), reading.value.casefold()
    first = attribute.split()[0]
    if first == PLANNED:
        return Kind.PLAN
    if attribute in (STATUS, SUPPORT):
        removed = Kind.REMOVAL if value == REMOVED else Kind.CHANGE
        return Kind.DEPRECATION if value == DEPRECATED else removed
    if CHANGING.search(statement):
        return Kind.CHANGE
    return _FIRST_WORDS.get(first, Kind.MEASUREMENT)
