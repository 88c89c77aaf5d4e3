"""What happened to a thing: it was added, deprecated, removed, or restored."""

from __future__ import annotations

import re
from typing import Final

from cedarprov.judge.kind import DEPRECATED, REMOVED, STATUS, SUPPORT
from cedarprov.judge.rule.value import CONDITION, Readings, last_clause, stated
from cedarprov.judge.subject import Surroundings, things
from cedarprov.prose.name import MARKED, marked_names

_STATUSES: Final = {
    "removed": REMOVED,
    "dropped": REMOVED,
    "discontinued": REMOVED,
    "removes": REMOVED,
    "drops": REMOVED,
    "deprecated": DEPRECATED,
    "deprecates": DEPRECATED,
    "restored": "restored",
    "restore": "restored",
    "added": "added",
    "renamed": "renamed",
    "introduced": "added",
    "remove": REMOVED,
    "drop": REMOVED,
    "deprecate": DEPRECATED,
}
DONE: Final = re.compile(
    r"^(?:\*+\s*)?(?P<what>Removed|Dropped|Discontinued|Deprecated|Restored?|Remove|Drop|Deprecate|"
    r"Added)\s+(?:the\s+|previously\s+\w+\s+|all\s+)*(?P<support>(?:\w+ )?support (?:for|of)\s+)?"
    r"(?P<thing>.+)$"
)
_SUPPORT_GONE: Final = re.compile(
    r"\bsupport (?:for|of) (?P<thing>[^;]+?) (?:is|was|are|were|has been|have been) "
    r"(?:now )?(?P<what>removed|dropped|discontinued|deprecated|added)\b",
    re.IGNORECASE,
)
_NO_LONGER: Final = re.compile(
    r"^(?P<who>.+?)\s(?:no longer supports?|drop(?:s|ped) support for)\s+(?P<thing>.+)$",
    re.IGNORECASE,
)
_WAS_DONE: Final = re.compile(
    r"^(?P<thing>.+?)\s(?:is|are|was|were|has been|have been|is now|are now)\s+(?:now\s+|also\s+)?"
    r"(?P<what>removed|deprecated|discontinued|restored|renamed)\b"
    r"(?!\s+(?:from|by|before|after|once|upon)\b)(?P<rest>.*)$",
    re.IGNORECASE,
)
_UNSUPPORTED: Final = re.compile(
    r"^(?P<thing>.+?)\s(?:is|are) no longer (?:supported|available)\b", re.IGNORECASE
)
# Where the name of a thing ends and something is said of it.
_END_OF_THING: Final = re.compile(
    r"\s(?:in favou?r of|from|which|since|because|due|when|if|so|after|instead|use|via|where|"
    r"within|during|until|before|while)\b"
    r"|\s(?:in (?=v?\d|version|release|order|the past)|as (?!well)|by (?=\w+ing\b)"
    r"|to (?!the\b|an?\b|[`:])|for (?=(?:\w+ly\s)?\w+ing\b)"
    r"|and (?=\w+ed\b|is\b|are\b|now\b|use\b|will\b))"
    r"|;|\s\(|,(?!\s(?:and\s|or\s)?[`:])|\.\s|\.$|:\s|:$|\s-\s"
)
# In a list of changes "Remove ..." says what was done; elsewhere it tells the reader to.
_IMPERATIVE: Final = re.compile(r"(?:Remove|Drop|Deprecate|Restore)\s")


def status(flat: str, around: Surroundings) -> Readings:
    """Return what a sentence says was added, deprecated, removed or restored."""
    done = DONE.match(flat)
    if done is not None and (around.release or not _IMPERATIVE.match(flat)):
        return _of_status(done["what"], done["thing"], around, support=bool(done["support"]))
    gone = _SUPPORT_GONE.search(flat)
    if gone is not None:
        return _of_status(gone["what"], gone["thing"], around, support=True, whole=True)
    dropped = _NO_LONGER.match(flat)
    if dropped is not None and not CONDITION.search(dropped["who"]):
        thing = dropped["thing"].rstrip(" .")
        return _of_status("dropped", thing, around, support=True, whole=True)
    passive = _WAS_DONE.match(flat)
    if passive is not None and not CONDITION.search(flat):
        support, thing = support_of(last_clause(passive["thing"]))
        return _of_status(passive["what"], thing, around, support=support, whole=True)
    unsupported = _UNSUPPORTED.match(flat)
    if unsupported is not None and not CONDITION.search(flat):
        _, thing = support_of(last_clause(unsupported["thing"]))
        return _of_status("dropped", thing, around, support=True, whole=True)
    return ()


def support_of(words: str) -> tuple[bool, str]:
    """Return whether words speak of the support for a thing, and the thing."""
    match = re.match(r"(?:the )?support (?:for|of) (?P<thing>.+)$", words, re.IGNORECASE)
    return (True, match["thing"]) if match else (False, words)


def _of_status(
    what: str, words: str, around: Surroundings, *, support: bool, whole: bool = False
) -> Readings:
    """Return that things, or the support for them, were added, deprecated or removed."""
    became = _STATUSES[what.casefold()]
    phrase = words if whole else up_to_end(words)
    if became in ("added", "renamed") and not (marked_names(phrase) or support):
        return ()
    attribute = SUPPORT if support else STATUS
    return tuple(
        reading for thing in things(phrase, around) for reading in stated(thing, attribute, became)
    )


def up_to_end(words: str) -> str:
    """Return a thing without what is said of it after its name."""
    marked = [match.span() for match in _MARKED.finditer(words)]
    for end in _END_OF_THING.finditer(words):
        if not any(start <= end.start() < stop for start, stop in marked):
            return words[: end.start()]
    return words


_MARKED: Final = re.compile(MARKED)
