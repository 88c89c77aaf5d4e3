"""Words that exclude each other, grouped under the name of what they divide.

Such co-hyponyms ("weekday", "Sunday") say without further grammar that two clauses speak of
different cases. The groups are those of a thesaurus, not of any one subject.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from cedarprov.prose.language import Language, stem

_GROUPS: Final = """
day: weekday workday monday tuesday wednesday thursday friday saturday sunday weekend
season: summer winter spring autumn
age: adult child children junior senior pupil infant minor youth
sex: woman women man men
environment: sandbox production staging
place: indoors outdoors
side: front rear
side: left right
side: upper lower
cabin: inside outside
direction: inbound outbound northbound southbound
origin: domestic foreign international
state: dry wet
size: small medium large
ticket: single return
time: night daytime
train: intercity regional
membership: member nonmember
colour: red green blue yellow white black
tag: werktag samstag sonntag wochenende feiertag
jahreszeit: sommer winter
alter: erwachsene kind kinder senioren
"""


@cache
def _groups(language: Language) -> tuple[tuple[str, frozenset[str]], ...]:
    lines = (line.partition(":") for line in _GROUPS.strip().splitlines())
    return tuple(
        (name, frozenset(stem(word, language) for word in members.split()))
        for name, _, members in lines
    )


def divides(word: str, language: Language) -> bool:
    """Tell whether a stem belongs to one of the groups ("Sunday")."""
    return any(word in members for _, members in _groups(language))


def opposed(asked: frozenset[str], said: frozenset[str], language: Language) -> bool:
    """Tell whether what is said names a rival of what is asked, and not the thing itself."""
    return any(
        asked & members and said & members and not asked & said & members
        for _, members in _groups(language)
    )


def division(
    parts: tuple[frozenset[str], ...], language: Language
) -> tuple[str, tuple[str, ...]] | None:
    """Return the name of what several sets of stems divide, and the member that each holds."""
    for name, members in _groups(language):
        held = [sorted(part & members) for part in parts]
        if all(held) and len({tuple(one) for one in held}) == len(parts):
            return name, tuple("-".join(one) for one in held)
    return None
