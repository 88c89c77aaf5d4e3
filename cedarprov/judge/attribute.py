"""Attributes: which of them have one value at a time, and when two values of one differ.

A default, a limit or a port has one value; what a thing supports or includes has many, and another
one adds to them. The policy below is the only place that says which is which; a caller may give
another.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Final

from cedarprov.judge.measure import Measure, measure
from cedarprov.model.frozen import Frozen
from cedarprov.model.version_order import Key, is_version, key
from cedarprov.prose.language import folded, language_of, listed, stem, terms
from cedarprov.prose.moment import moments
from cedarprov.prose.polarity import affirms

if TYPE_CHECKING:
    from cedarprov.model.edge import StructuredReading
    from cedarprov.prose.moment import Moment

_SINGLE: Final = listed(
    """
    default minimum maximum min max least most limit cap threshold quota bound ceiling floor
    port timeout duration interval period lifetime delay age retention expiry deadline term
    size length width height depth thickness diameter weight mass capacity volume number count
    version release date price fee cost fare rate speed temperature pressure voltage power current
    frequency resolution level priority enabled
    """
)
_SEVERAL: Final = listed(
    """
    support include contain accept allow offer provide feature option example alternative format
    author contributor maintainer member user tag keyword dependency package plugin extension
    """
)
_VERSIONS: Final = listed("version release")
_BOUNDS: Final = listed(
    "minimum maximum min max least most limit cap threshold quota bound ceiling"
)


class Ground(StrEnum):
    """On what two values were compared."""

    AMOUNT = "amounts in one unit"
    VERSION = "version numbers"
    DATE = "dates"
    POLARITY = "yes and no"
    NAME = "names"


class AttributePolicy(Frozen):
    """The words that make an attribute single-valued, and those that make it many-valued.

    The first word of an attribute that is known decides: a "maximum of supported connections" is
    one number, and "supported versions" are many. An attribute without a known word is not judged.
    """

    single: frozenset[str] = _SINGLE
    several: frozenset[str] = _SEVERAL

    def is_single(self, attribute: str) -> bool:
        """Tell whether an attribute has one value at a time."""
        single, several = _stems(self.single), _stems(self.several)
        words = [word for word in attribute_stems(attribute) if word in single | several]
        return bool(words) and words[0] in single


SINGLE_VALUED: Final = AttributePolicy()


def attribute_stems(attribute: str) -> tuple[str, ...]:
    """Return the stems of an attribute's words, in order."""
    words = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", attribute).replace("_", " ")
    return tuple(term.stem for term in terms(words, language_of(words)))


def subject_of(reading: StructuredReading) -> tuple[str, frozenset[str]]:
    """Return what a reading gives a value to, folded: the thing and its attribute."""
    about = re.sub(r"^\s*(?:the|an?|der|die|das)\s+", "", reading.about, flags=re.IGNORECASE)
    stems = frozenset(attribute_stems(reading.attribute))
    return folded(about) or about, stems or frozenset({reading.attribute.casefold()})


def difference(one: StructuredReading, other: StructuredReading) -> Ground | None:
    """Return on what ground two values of one attribute exclude each other.

    None: they are the same, hold together ("10 to 20" and "15"), or cannot be compared.
    """
    first, second = _plain(one), _plain(other)
    if first == second:
        return None
    versions = [_version(reading) for reading in (one, other)]
    if versions[0] is not None and versions[1] is not None:
        return None if versions[0] == versions[1] else Ground.VERSION
    dates = [_date(reading) for reading in (one, other)]
    if dates[0] is not None and dates[1] is not None:
        return None if dates[0].agrees(dates[1]) else Ground.DATE
    answers = [polarity(reading.value) for reading in (one, other)]
    if None not in answers:
        return None if answers[0] == answers[1] else Ground.POLARITY
    return _apart(_measure(one), _measure(other), first, second)


def is_of(attribute: str, words: frozenset[str]) -> bool:
    """Tell whether an attribute holds one of some words."""
    return not _stems(words).isdisjoint(attribute_stems(attribute))


def polarity(value: str) -> bool | None:
    """Return whether a value says yes or no ("enabled", "not allowed"), or None for any other."""
    return affirms(value, language_of(value)) if _POLAR.fullmatch(value) else None


_POLAR: Final = re.compile(
    r"[\W_]*(?:not\s+)?(?:en|dis)abled(?:\s+by\s+default)?[\W_]*"
    r"|[\W_]*(?:yes|no|on|off|true|false|ja|nein)[\W_]*"
    r"|[\W_]*(?:not\s+)?(?:(?:dis)?allowed|permitted|forbidden|prohibited|(?:un)?supported)[\W_]*",
    re.IGNORECASE,
)
# Values that say that there is no amount: any amount excludes them.
_NOTHING: Final = re.compile(
    r"[\W_]*(?:none|null|nil|unlimited|infinite|no limit|never|unset)[\W_]*", re.IGNORECASE
)
# More words than a name has describe a value, and descriptions are not compared.
_NAME_WORDS: Final = 4


def _apart(mine: Measure | None, theirs: Measure | None, one: str, other: str) -> Ground | None:
    if mine is not None and theirs is not None:
        return Ground.AMOUNT if mine.excludes(theirs) else None
    if mine is not None or theirs is not None:
        return Ground.AMOUNT if _NOTHING.fullmatch(one if theirs else other) else None
    named = all(len(value.split()) <= _NAME_WORDS and folded(value) for value in (one, other))
    return Ground.NAME if named and not _is_path_of(one, other) else None


def _is_path_of(one: str, other: str) -> bool:
    """Tell whether one name is the other with the path that leads to it."""
    return one.endswith(f".{other}") or other.endswith(f".{one}")


def _measure(reading: StructuredReading) -> Measure | None:
    return measure(reading.value, reading.unit, bound=is_of(reading.attribute, _BOUNDS))


def _version(reading: StructuredReading) -> tuple[str, Key] | None:
    """Return the product and the sort key of a version ("Python 3.10"), or None."""
    *product, version = reading.value.casefold().split() or [""]
    if not (is_of(reading.attribute, _VERSIONS) and is_version(version)):
        return None
    return " ".join(product), key(version)


def _date(reading: StructuredReading) -> Moment | None:
    found = moments(reading.value.strip())
    whole = len(found) == 1 and found[0][:2] == (0, len(reading.value.strip()))
    return found[0][2] if whole and not reading.unit and found[0][2].month else None


def _plain(reading: StructuredReading) -> str:
    """Return a value and its unit without the marks and the case in which they are written."""
    bare = _MARKS.sub("", f"{reading.value} {reading.unit}").casefold()
    return " ".join(bare.split()).strip(" .,;:")


# Quotes, and the roles of reStructuredText: :class:`~django.db.models.AutoField`.
_MARKS: Final = re.compile(r":[a-z:]+:(?=`)|[`'\"*\\~]")


@cache
def _stems(words: frozenset[str]) -> frozenset[str]:
    return frozenset(stem(word, language_of(word)) for word in words)
