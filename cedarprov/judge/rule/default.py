"""The value that holds unless somebody sets another."""

from __future__ import annotations

import re
from typing import Final

from cedarprov.judge.rule.value import (
    CONDITION,
    Readings,
    last_clause,
    literal,
    stated,
    value_at,
)
from cedarprov.judge.subject import Surroundings, subject, thing_and_attribute
from cedarprov.prose.name import MARKED, marked_names, plain

_LABELLED: Final = re.compile(
    r"^\**Defaults?(?: value)?\**\s*(?::(?!:)|=)\s*(?P<value>.+)$", re.DOTALL
)
_DEFAULTS_TO: Final = re.compile(
    r"^(?P<thing>.*?)(?:[.,;(]\s*)?\b(?:now )?defaults? to\b", re.IGNORECASE
)
_DEFAULT_IS: Final = re.compile(
    r"^(?:\S+\s){0,4}?(?P<thing>(?:the |its )?default\b(?: values?)?.*?)\s"
    r"(?:is|are)(?: now| set to)?\s(?!not\b)",
    re.IGNORECASE,
)
_BY_DEFAULT: Final = re.compile(
    r"^(?:by default,?\s+)?(?P<thing>.+?)\s(?:is|are)(?: now| set to)?\s+(?P<value>"
    rf"enabled|disabled|on|off|{MARKED}|[\d.]+\s?\w+)(?:\s+by default\b|$|[.,;])",
    re.IGNORECASE,
)


def default(flat: str, around: Surroundings) -> Readings:
    """Return the default that a sentence states, in a line of its own or in running text."""
    labelled = _LABELLED.match(flat)
    if labelled is not None:
        return stated(around.thing, "default", _labelled_value(labelled["value"]))
    if CONDITION.search(flat) or re.search(r"\bdefault", flat, re.IGNORECASE) is None:
        return ()
    return _defaults_to(flat, around) or _default_is(flat, around) or _by_default(flat, around)


_LONGEST_VALUE: Final = 80


def _labelled_value(written: str) -> str:
    """Return a value that follows its label: the literal that it begins with, or the line."""
    marked = _MARKED.match(written)
    # What follows in brackets explains the value; anything else belongs to it.
    if marked is not None and re.match(r"\s*(?:$|[.(])", written[marked.end() :]):
        return literal(marked.group())
    line = written.rstrip(" .")
    return plain(line) if len(line) <= _LONGEST_VALUE and ". " not in line else ""


def _defaults_to(flat: str, around: Surroundings) -> Readings:
    match = _DEFAULTS_TO.match(flat)
    found = value_at(flat, match.end()) if match else None
    if match is None or found is None:
        return ()
    words = last_clause(match["thing"])
    named = marked_names(words)
    if named and words.endswith((" that", " which")):
        words = named[-1]  # "takes an option ``size`` that defaults to 3"
    about, attribute = thing_and_attribute(words, around)
    return stated(about, f"default {attribute}", *found)


def _default_is(flat: str, around: Surroundings) -> Readings:
    match = _DEFAULT_IS.match(flat)
    found = value_at(flat, match.end()) if match else None
    if match is None or found is None:
        return ()
    words = re.sub(r"\bdefault\b(?: values?)?(?: (?:of|for)\b)?", "", match["thing"], count=1)
    if re.match(r"(?:the|its|\s)*$", words, re.IGNORECASE):
        return stated(around.thing, "default", *found)
    about, attribute = thing_and_attribute(words, around)
    return stated(about, f"default {attribute}", *found)


def _by_default(flat: str, around: Surroundings) -> Readings:
    if "by default" not in flat.casefold():
        return ()
    match = _BY_DEFAULT.match(flat)
    found = value_at(flat, match.start("value")) if match else None
    if match is None or found is None:
        return ()
    return stated(subject(last_clause(match["thing"]), around), "default", *found)


_MARKED: Final = re.compile(MARKED)
