"""What is only announced: "will be removed in 3.0". It is no fact until it happened."""

from __future__ import annotations

import re
from typing import Final

from cedarprov.judge.kind import PLANNED
from cedarprov.judge.rule.status import DONE, support_of, up_to_end
from cedarprov.judge.rule.value import Readings, last_clause, stated
from cedarprov.judge.subject import Surroundings, things
from cedarprov.prose.qualification import is_plan

_PLANNED: Final = re.compile(
    r"^(?P<thing>.*?)\b(?:(?:is|are) (?:scheduled|planned|expected|due|going|set) (?:to be|for)|"
    r"will(?: \w+ly)? be|(?:may|might) be|to be)\s+(?:\w+ly\s+)?"
    r"(?P<what>removed|removal|deprecated|dropped|changed|disabled|required|renamed)\b"
    r"(?P<rest>.*)$",
    re.IGNORECASE,
)
_WILL: Final = re.compile(
    r"^(?P<thing>.*?)\bwill (?P<what>change|default|become|require|drop|remove)\b(?P<rest>.*)$",
    re.IGNORECASE,
)
_WHEN: Final = re.compile(
    r"\b(?:in|with|from|by|until)\s+(?:version\s+)?(?P<when>(?:an?|the)\s+(?:future|later|next|upcoming)"
    r"(?:\s\w+){0,2}?\s(?:version|release)s?|(?:[A-Za-z]\w*\s+)?v?\d+\.\d+(?:\.\d+)*(?:\.x)?"
    r"|(?:January|February|March|April|May|June|July|August|September|October|November|December)"
    r"\s+\d{4}|\d{4})",
)
_NOUNS: Final = {
    "removed": "removal",
    "dropped": "removal",
    "drop": "removal",
    "remove": "removal",
    "deprecated": "deprecation",
    "changed": "change",
    "default": "default",
    "required": "requirement",
    "require": "requirement",
}


def plan(flat: str, around: Surroundings) -> Readings:
    """Return what a sentence announces, with the release or the date for which it does."""
    match = _PLANNED.match(flat) or (_WILL.match(flat) if is_plan(flat, "") else None)
    if match is None:
        return ()
    when = _WHEN.search(match["rest"])
    if when is None:  # without a time, "will be removed" may be what a command does
        return ()
    what = match["what"].casefold()
    attribute = f"{PLANNED} {_NOUNS.get(what, 'change')}"
    named = DONE.match(match["thing"])
    words = up_to_end(named["thing"]) if named else last_clause(match["thing"])
    is_support, words = support_of(words)
    attribute += " of support" if is_support else ""
    return tuple(
        reading
        for thing in things(words, around)
        for reading in stated(thing, attribute, when["when"])
    )
