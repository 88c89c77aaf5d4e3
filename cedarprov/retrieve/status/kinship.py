"""Kinship: whether two statements speak of one thing in like words, so that values compare.

Among a few texts any two values of the sort asked for are rivals; among many, some text always
gives such a value for another thing, and only a statement made like the best one is its rival.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cedarprov.prose.language import stems_of
from cedarprov.prose.value import Kind
from cedarprov.retrieve.status.entry import is_entry

if TYPE_CHECKING:
    from cedarprov.retrieve.status.finding import Finding
    from cedarprov.retrieve.status.focus import Focus

FEW_HEARD: Final = 8
"""Of more texts than these only statements made like the best one are rivals."""
# A value of no certain sort needs a sentence that meets half of the question.
_HALF: Final = 0.5
# The share of their words that two statements have in common.
_LIKE: Final = 0.4


def kin(found: Sequence[Finding], heard: int, focus: Focus) -> list[Finding]:
    """Return the findings that agree with the best of them or are made like it.

    Where the best is a chance match, no value is left.
    """
    valued = [item for item in found if item.value is not None]
    if heard <= FEW_HEARD or not valued:
        return list(found)
    best = max(valued, key=lambda item: item.fit)
    if is_stray(best, focus):
        return [item for item in found if item.value is None]
    return [item for item in found if _agree(item, best) or _alike(item, best, focus)]


def is_stray(finding: Finding, focus: Focus) -> bool:
    """Tell whether a value is a chance match: of no sort asked for, from no entry, a poor fit."""
    any_sort = focus.expectation.kind is Kind.WORDS
    return any_sort and finding.fit < _HALF and not is_entry(finding.exhibit, focus)


def _agree(first: Finding, second: Finding) -> bool:
    return first.value is None or second.value is None or first.value.same(second.value)


def _alike(first: Finding, second: Finding, focus: Focus) -> bool:
    if first.is_variant_of(second):
        return True
    mine, theirs = _words(first, focus), _words(second, focus)
    return len(mine & theirs) >= _LIKE * len(mine | theirs)


def _words(finding: Finding, focus: Focus) -> frozenset[str]:
    heading = "".join(finding.exhibit.headings[-1:])
    return stems_of(f"{heading} {finding.quotation.exact}", focus.language)
