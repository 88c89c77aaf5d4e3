"""Which document a phrase means: "order 7", "the plot rules", "the same as in release 8"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from cedarprov.model.time import KnownTime
from cedarprov.prose.language import Language, stems_of

if TYPE_CHECKING:
    from cedarprov.model.answer import Exhibit, Place

_WORDS_READ: Final = 14
_MARK: Final = re.compile(r"(?<!\w)(?:v?\d+(?:\.\d+)*|[A-Z])(?!\w)")


def referents(
    phrase: str, speaker: Exhibit, exhibits: Iterable[Exhibit], language: Language
) -> tuple[Exhibit, ...]:
    """Return the exhibits other than the speaker that a phrase means.

    A document is meant by its number ("order 7", "that of 2023") or by words of its title; words
    that all titles share tell nothing. "The earlier list" is an earlier edition of the speaker.
    """
    known = tuple(exhibit for exhibit in exhibits if exhibit is not speaker)
    phrase = " ".join(re.split(r"(?<=[;:.])\s|\s", phrase)[:_WORDS_READ])
    titles = [stems_of(_title(exhibit), language) for exhibit in known]
    common = frozenset.intersection(*titles) if len(titles) > 1 else frozenset[str]()
    said = stems_of(phrase, language)
    marks = set(_MARK.findall(phrase)) & {mark for exhibit in known for mark in _marks(exhibit)}
    if marks:
        return tuple(
            exhibit
            for exhibit, title in zip(known, titles, strict=True)
            if marks & _marks(exhibit)
            and (said & title or " that of " in f" {phrase}" or _share_source(exhibit, speaker))
        )
    named = tuple(
        exhibit
        for exhibit, title in zip(known, titles, strict=True)
        if said & (title - common) and not _share_source(exhibit, speaker)
    )
    if named or _FORMER.search(phrase) is None:
        return named
    return tuple(exhibit for exhibit in known if _is_earlier_edition(exhibit, speaker))


_FORMER: Final = re.compile(
    r"\b(?:earlier|previous|former|prior|old|older|last|preceding)\b", re.IGNORECASE
)


def _share_source(exhibit: Exhibit, other: Exhibit) -> bool:
    return bool({p.source for p in exhibit.places} & {p.source for p in other.places})


def _is_earlier_edition(exhibit: Exhibit, other: Exhibit) -> bool:
    return any(
        mine.source == theirs.source
        and isinstance(mine.published, KnownTime)
        and isinstance(theirs.published, KnownTime)
        and mine.published.latest < theirs.published.earliest
        for mine in exhibit.places
        for theirs in other.places
    )


def _marks(exhibit: Exhibit) -> set[str]:
    return {mark for place in exhibit.places for mark in _place_marks(place)}


def _place_marks(place: Place) -> set[str]:
    return {*_MARK.findall(place.title), *_MARK.findall(place.label)}


def _title(exhibit: Exhibit) -> str:
    return " ".join(dict.fromkeys(place.title for place in exhibit.places))
