"""Conditions that a clause states for itself, over and above the scope of its edition."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from cedarprov.errors import BadScope
from cedarprov.model import version_order
from cedarprov.model.scope import Condition, Scope

if TYPE_CHECKING:
    from cedarprov.model.answer import Place
    from cedarprov.retrieve.status.focus import Focus

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


def stated(clause: str, place: Place, focus: Focus) -> Scope:
    """Return the conditions that a clause states on releases and on deployment.

    "The earlier releases", said in an edition for 2.2.28, are those before 2.2.28.
    """
    found: dict[str, str] = {}
    dimension = release_dimension(place, focus)
    release = _release(clause, _label(place, dimension))
    if release is not None and release != _label(place, dimension).lstrip("vV"):
        found[dimension] = release
    deployments = [name for name, said in _DEPLOYMENTS.items() if said.search(clause)]
    if len(deployments) == 1 and "deployment" in {*focus.scope, *focus.dimensions}:
        found["deployment"] = deployments[0]
    return Scope.of(found)


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


def release_dimension(place: Place, focus: Focus) -> str:
    """Return the name of the dimension on which releases are told apart."""
    present = {*focus.scope, *place.scope.dimensions}
    return next((name for name in RELEASES if name in present), "release")


# The names of dimensions on which releases are told apart.
RELEASES: Final = ("release", "version", "firmware", "edition", "hardware")


def _label(place: Place, dimension: str) -> str:
    declared = place.scope.get(dimension)
    return declared.expression if declared is not None else place.label


def _release(clause: str, label: str) -> str | None:
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


def as_condition(dimension: str, value: str) -> Condition | None:
    """Return a condition that was read in a text, or None where it makes no name or value."""
    name = re.sub(r"[^\w-]", "", dimension)
    try:
        return Condition(name, value.replace(",", "-").replace("..", "-").strip())
    except BadScope:
        return None
