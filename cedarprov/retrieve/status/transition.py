"""Transition: "goods packed before 1 June may be sold under the old limit until December"."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from cedarprov.model.question import Clock
from cedarprov.model.scope import Scope
from cedarprov.prose.moment import Moment, moments
from cedarprov.retrieve.status.condition import as_condition

if TYPE_CHECKING:
    from cedarprov.model.question import Question

_ACT: Final = re.compile(
    r"\b(?P<act>\w+(?:ed|en|de|ld|ght|nt|ut))\s+"
    r"(?P<side>on or after|on or before|before|after|since|from|until|up to|by)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_SIDES: Final = {
    "before": "<", "until": "<=", "up to": "<=", "by": "<=", "on or before": "<=",
    "after": ">", "since": ">=", "from": ">=", "on or after": ">=",
}  # fmt: skip
_ENDS: Final = re.compile(
    r"\b(?:until|up to|through|no later than)\s+(?:the\s+end\s+of\s+)?$", re.IGNORECASE
)


def dated(clause: str) -> Scope:
    """Return the condition that something was done before or after a date: `packed=<2024-06-01`."""
    for start, _, moment in moments(clause):
        match = _ACT.search(clause[:start])
        if match is not None and moment.year is not None:
            sign = _SIDES[match["side"].casefold()]
            condition = as_condition(match["act"].casefold(), f"{sign}{moment.date}")
            return Scope((condition,)) if condition else Scope()
    return Scope()


def has_expired(clause: str, question: Question) -> bool:
    """Tell whether a clause names an end that lies before the time in force that is asked for."""
    asked = question.as_of.get(Clock.EFFECTIVE)
    if asked is None:
        return False
    return any(
        _ENDS.search(clause[:start]) is not None
        and (end := _instant(moment)) is not None
        and end < asked.earliest
        for start, _, moment in moments(clause)
    )


def _instant(moment: Moment) -> datetime | None:
    if moment.year is None:
        return None
    return datetime(moment.year, moment.month or 12, moment.day or 28, 23, 59, tzinfo=UTC)
