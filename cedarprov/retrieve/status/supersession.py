"""Supersession: a text that replaces or corrects another wins over it and over copies of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cedarprov.prose.qualification import is_copy, is_correction, replacement, withdraws
from cedarprov.prose.sentence import sentences
from cedarprov.retrieve.status.finding import Finding, is_of, usable_places
from cedarprov.retrieve.status.reference import referents

if TYPE_CHECKING:
    from cedarprov.model.answer import Exhibit
    from cedarprov.model.scope import Scope
    from cedarprov.retrieve.status.focus import Focus


def without_replaced(
    found: Sequence[Finding], exhibits: Sequence[Exhibit], asked: Scope, focus: Focus
) -> tuple[Finding, ...]:
    """Return the findings that no other applicable text replaces or corrects.

    What is asked for by its release stands, even if a later release replaces it.
    """
    gone: list[Finding] = []
    for exhibit in exhibits:
        if not any(is_of(finding, exhibit) and finding.value for finding in found):
            continue
        for phrase in replacements(exhibit):
            for target in referents(phrase, exhibit, exhibits, focus.language):
                gone += [
                    finding
                    for finding in found
                    if is_of(finding, target) and not _is_asked(finding, exhibit, asked)
                ]
        gone += _corrected(exhibit, found)
    return tuple(
        finding
        for finding in found
        if finding not in gone and not _copies_any(finding, gone, exhibits)
    )


def _is_asked(finding: Finding, successor: Exhibit, asked: Scope) -> bool:
    """Tell whether the question covers both a finding and what replaces it, by one dimension."""
    return any(
        (mine := finding.scope.get(dimension)) is not None
        and (theirs := place.scope.get(dimension)) is not None
        and not mine.overlaps(theirs)
        for place in successor.places
        for dimension in asked.dimensions
    )


def replacements(exhibit: Exhibit) -> Iterator[str]:
    """Yield the phrases of a text, or of its titles, that say what it replaces or withdraws."""
    titles = {place.title for place in usable_places(exhibit)}
    for said in (*titles, *(sentence.text for sentence in sentences(exhibit.text))):
        # Withdrawing one value and giving another is replacing it.
        phrase = said if withdraws(said) else replacement(said)
        if phrase is not None:
            yield phrase


def _corrected(exhibit: Exhibit, found: Sequence[Finding]) -> Iterator[Finding]:
    """Yield the findings of other texts whose value this one calls wrong."""
    titles = " ".join(place.title for place in exhibit.places)
    if not is_correction(f"{titles}. {exhibit.text}"):
        return
    wrong = [item.value for item in found if item.former and item.value and is_of(item, exhibit)]
    for finding in found:
        value = finding.value
        if value and not is_of(finding, exhibit) and any(value.same(former) for former in wrong):
            yield finding


def _copies_any(finding: Finding, gone: Sequence[Finding], exhibits: Sequence[Exhibit]) -> bool:
    text = next(exhibit.text for exhibit in exhibits if is_of(finding, exhibit))
    value = finding.value
    return value is not None and any(
        other.value is not None
        and value.same(other.value)
        and (is_copy(text) or other.quotation.exact == finding.quotation.exact)
        for other in gone
    )
