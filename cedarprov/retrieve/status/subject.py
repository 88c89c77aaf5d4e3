"""Subject: whether a text is about the thing asked about, or about a sister of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from cedarprov.model import version_order
from cedarprov.prose.language import listed, stems_of, terms
from cedarprov.prose.opposition import opposed
from cedarprov.prose.sentence import stems_within
from cedarprov.retrieve.status.focus import names_of, value_stems

if TYPE_CHECKING:
    from cedarprov.model.answer import Exhibit, Place
    from cedarprov.retrieve.status.focus import Focus


def about(exhibits: Sequence[Exhibit], focus: Focus) -> tuple[Exhibit, ...]:
    """Return the exhibits about the thing asked about.

    Where some speak of the numbered thing of the question ("zone 2"), the others do not count.
    """
    named = [_named(exhibit, focus) for exhibit in exhibits]
    most = max(named, default=0)
    found = tuple(
        exhibit
        for exhibit, names in zip(exhibits, named, strict=True)
        if 2 * names >= most and not any(_is_of_sister(place, focus) for place in exhibit.places)
    )
    return tuple(exhibit for exhibit in found if _bears_labels(exhibit, focus)) or found


def _is_of_sister(place: Place, focus: Focus) -> bool:
    return _bears_other_label(place.title, focus) or _is_of_another_product(place, focus)


# Dimensions that name the thing itself rather than a condition on it.
_PRODUCT: Final = listed(
    """
    service product component module package library app
    """
)


def _is_of_another_product(place: Place, focus: Focus) -> bool:
    asked = stems_of(focus.words, focus.language)
    return any(
        condition.dimension in _PRODUCT - focus.scope.keys()
        and not condition.is_any
        and not value_stems(condition, focus.language) & asked
        for condition in place.scope.conditions
    )


def _named(exhibit: Exhibit, focus: Focus) -> int:
    titled = stems_of(" ".join(names_of(exhibit)), focus.language)
    return len(focus.names & (titled | stems_within(exhibit, focus.language)))


def _bears_labels(exhibit: Exhibit, focus: Focus) -> bool:
    return all(_bears(exhibit, noun, number) for noun, number in focus.labels.items())


def _bears(exhibit: Exhibit, noun: str, number: str) -> bool:
    titles = " ".join(place.title for place in exhibit.places)
    whole = f"{titles} {' '.join(exhibit.headings)} {exhibit.text}"
    editions = {place.label for place in exhibit.places}.union(
        *(place.scope.as_dict().values() for place in exhibit.places)
    )
    named = re.search(rf"\b{re.escape(noun)}\w*\s+v?{re.escape(number)}\b", whole, re.IGNORECASE)
    return named is not None or any(f"{label}.".startswith(f"{number}.") for label in editions)


def names_in(text: str, focus: Focus) -> int:
    """Return how many of the names asked about a text holds."""
    return len(focus.names & stems_of(text, focus.language))


def speaks_of_another(clause: str, focus: Focus) -> bool:
    """Tell whether a clause is about another value of a dimension asked, or another label.

    Asked for regional trains, "intercity trains" are others; asked for zone 2, so is "zone 1".
    """
    words = terms(clause, focus.language)
    held = stems_of(clause, focus.language)
    for dimension, value in focus.scope.items():
        if not value or value <= held:
            continue
        if opposed(value, held, focus.language):
            return True
        heads = stems_of(dimension, focus.language)
        for first, second in pairwise(words):
            adjacent = re.fullmatch(r"[ -]", clause[first.end : second.start]) is not None
            if adjacent and second.stem in heads and first.stem not in value:
                return True
    return _bears_other_label(clause, focus)


def _bears_other_label(text: str, focus: Focus) -> bool:
    return any(_other_label(text, noun, number) for noun, number in focus.labels.items())


def _other_label(text: str, noun: str, number: str) -> bool:
    found = re.findall(rf"\b{re.escape(noun)}\w*\s+v?(\d[\w.]*\b)", text, re.IGNORECASE)
    wanted = version_order.series(number)
    return bool(found) and not any(wanted.covers(version_order.series(other)) for other in found)
