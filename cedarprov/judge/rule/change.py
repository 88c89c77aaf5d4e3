"""A value that took the place of another: "is increased from 3 to 5"."""

from __future__ import annotations

import re
from typing import Final

from cedarprov.judge.rule.value import CONDITION, Readings, last_clause, stated, value_at
from cedarprov.judge.subject import Surroundings, thing_and_attribute

_CHANGE_WORD: Final = (
    r"(?:changed?|changes|increased?|increases|decreased?|raised?|lowered?|reduced?|bumped|switched|"
    r"updated)"
)
_CHANGED_ACTIVE: Final = re.compile(
    rf"^\W*{_CHANGE_WORD}\s+(?P<thing>.+?)(?:\sfrom\s(?P<old>.+?))?\sto\s", re.IGNORECASE
)
_CHANGED_PASSIVE: Final = re.compile(
    rf"^(?P<thing>.+?)\s(?:is|are|was|were|has been|have been|has|have)\s(?:now\s)?{_CHANGE_WORD}"
    r"(?:\sfrom\s(?P<old>.+?))?\sto\s",
    re.IGNORECASE,
)


# In a list of changes "Change ..." says what was done; elsewhere it tells the reader to.
_IMPERATIVE: Final = re.compile(r"(?:Change|Increase|Raise|Lower|Reduce|Switch|Bump|Update)\s")


def change(flat: str, around: Surroundings) -> Readings:
    """Return the value that a sentence says something was changed to."""
    told = _IMPERATIVE.match(flat) and not around.release
    if told or "respectively" in flat:
        return ()
    match = _CHANGED_ACTIVE.match(flat) or _CHANGED_PASSIVE.match(flat)
    found = value_at(flat, match.end()) if match else None
    if match is None or found is None or CONDITION.search(match["thing"]):
        return ()
    words = last_clause(match["thing"])
    is_default = re.search(r"\bdefaults?\b", words, re.IGNORECASE) is not None
    about, attribute = thing_and_attribute(re.sub(r"\bdefaults?\b\s*", "", words), around)
    return stated(
        about, f"{'default ' if is_default else ''}{attribute}".strip() or "value", *found
    )
