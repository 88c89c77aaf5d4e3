"""Conditions that running text sets: on releases ("since 3.2"), and on what is set up anew.

A condition on releases is written as a scope expression (`>=3.2`, `<2.0`, `2.1`).
"""

from __future__ import annotations

import re
from typing import Final

from cedarprov.model import version_order

_NUMBER: Final = r"v?(?P<number>\d+(?:\.\d+)*(?:\.x)?)"
_NOUN: Final = (
    r"(?:versions?|releases?|firmware|editions?|hardware|series|line|branch|patch(?:es)?)"
)
_KIND: Final = rf"(?:{_NOUN}|patch releases?|models?|printings?|issues?)"
# A bare number is read as a release only if it is written like one, with a point.
_NAMED: Final = rf"(?:{_NOUN}\s+{_NUMBER}|v?(?P<bare>\d+(?:\.\d+)+(?:\.x)?|\d+\.x))(?!\w)"

_EARLIER: Final = re.compile(
    rf"\b(?:earlier|older|previous|prior)\s+(?:[\w.]+\s+){{0,2}}?{_KIND}\b"
    r"|\b(?:before|until|up to|prior to) (?:that|then|this)\b",
    re.IGNORECASE,
)
_EVERY: Final = re.compile(
    rf"\b(?:every|all|each|any|whole|entire)\s+(?:the\s+)?(?:[\d.x]+\s+)?(?:patch\s+)?{_KIND}\b"
    rf"|\bin\s+(?:all|every)\s+\w+\s+of\s+(?:this|the)\s+(?:series|line)\b",
    re.IGNORECASE,
)
_THIS_ON: Final = re.compile(r"\bfrom this (?:version|release|edition) on", re.IGNORECASE)
_FORMS: Final = tuple(
    (re.compile(form, re.IGNORECASE), expression)
    for form, expression in (
        (rf"\b(?:since|from|starting with|as of|beginning with)\s+{_NAMED}", ">={}"),
        (rf"{_NAMED}\s+(?:and|or)\s+(?:later|newer|above|up|higher)\b", ">={}"),
        (rf"\b(?:before|prior to|older than|earlier than|below)\s+{_NAMED}", "<{}"),
        (rf"\b(?:until|up to|through)\s+{_NAMED}", "<={}"),
        (rf"\b(?:in|with|under|of|on)\s+{_NOUN}\s+{_NUMBER}", "{}"),
        (rf"\b{_NUMBER}\s+(?:line|series|branch|release)\b", "{}"),
    )
)

# Ways to say that something is set up for the first time, or was there before.
_DEPLOYMENTS: Final = {
    "new": re.compile(
        r"\b(?:new|fresh|first|clean|factory)\w*\s+(?:\w+\s+)?(?:install|deploy|unit|project|system|"
        r"cluster|device|instance|customer|site|account|contract|ones?\b)|\bleave the factory\b"
        r"|\bnewly\s+\w+ed\b|\bfreshly\s+\w+",
        re.IGNORECASE,
    ),
    "upgrade": re.compile(
        r"\b(?:existing|upgrad\w+|updat\w+|migrat\w+|already\s+\w+ed)\b|\bover the air\b",
        re.IGNORECASE,
    ),
}


def stated_deployment(clause: str) -> str | None:
    """Return the one kind of deployment that a clause names ("new", "upgrade"), or None."""
    found = [name for name, said in _DEPLOYMENTS.items() if said.search(clause)]
    return found[0] if len(found) == 1 else None


def stated_release(clause: str, label: str) -> str | None:
    """Return the releases that a clause names, as an expression; `label` is the release at hand.

    "The earlier releases", said in an edition for 2.2.28, are those before 2.2.28.
    """
    known = version_order.is_version(label)
    if _EVERY.search(clause):
        return _series(clause) or (label if known else None)
    if _EARLIER.search(clause):
        return f"<{label}" if known else None
    if _THIS_ON.search(clause):
        return f">={label}" if known else None
    for form, expression in _FORMS:
        match = form.search(clause)
        if match is not None:
            parts = match.groupdict()
            return expression.format(parts.get("number") or parts.get("bare"))
    return None


def _series(clause: str) -> str | None:
    match = re.search(r"\b(\d+(?:\.\d+)*(?:\.x)?)\b", clause)
    return match.group(1) if match and "." in match.group(1) else None


def release_words(words: str) -> str:
    """Return the words that set a condition on releases, empty where there are none."""
    match = _release_match(words)
    return match.group() if match else ""


def is_release(text: str, start: int, end: int) -> bool:
    """Tell whether text[start:end] belongs to words that set a condition on releases."""
    match = _release_match(text)
    return match is not None and match.start() <= start and end <= match.end()


def _release_match(words: str) -> re.Match[str] | None:
    forms = (_EARLIER, _EVERY, _THIS_ON, *(form for form, _ in _FORMS))
    found = (form.search(words) for form in forms)
    return next((match for match in found if match), None)
