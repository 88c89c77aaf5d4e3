"""Sentences and clauses of a text, as spans of it.

A sentence ends at a full stop that no abbreviation or number needs, at a blank line, and before
a list item; a line break inside a paragraph does not end it. Clauses are what stands between
semicolons, and between commas where each part could say something of its own.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from cedarprov.model.frozen import Frozen
from cedarprov.prose.language import Language, listed, stems_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cedarprov.model.answer import Exhibit


class Stretch(Frozen, kw_only=False):
    """A part of a text: its code points [start, end), and what they say."""

    start: int
    end: int
    text: str


# Abbreviations after which an English or German sentence goes on (Duden, Chicago Manual of Style).
_ABBREVIATIONS: Final = listed(
    """
    e.g i.e etc cf vs approx no nos fig figs sec p pp ch vol ed mr mrs ms dr prof st inc ltd co
    z.b d.h u.a bzw ca ggf usw vgl nr abs art min max incl excl tel a.m p.m
    """
)
_END: Final = re.compile(
    r"""(?P<stop>[.!?]+["'”’)\]`*]*)(?=\s|$)   # Latin, before a space
      | [。！？؟]+[」』）]*                     # CJK and Arabic, anywhere
      | \n[ \t]*(?=\n)                          # a blank line
      | \n(?=[ \t]*(?:[-*+•]|\d+[.)])[ \t])     # a list item
    """,  # noqa: RUF001
    re.VERBOSE,
)
_LAST_WORD: Final = re.compile(r"[\w.]*$")
_LONGEST_WORD: Final = 40
_NEXT_SIGN: Final = re.compile(r"\S")
_CLAUSE_END: Final = re.compile(
    r";\s+|؛\s*|\s[-–—]\s|[,،]\s+(?:but|while|whereas|however|aber|während|dagegen|أما|لكن)\s"  # noqa: RUF001
    r"|،\s+(?=و)|、(?=[^、。]*[はもが])"
)


@lru_cache(maxsize=4096)
def sentences(text: str) -> tuple[Stretch, ...]:
    """Return the sentences of a text in order; together they hold all that is not space."""
    cuts = [match.end() for match in _END.finditer(text) if _is_end(text, match)]
    return tuple(_stretches(text, [0, *cuts, len(text)]))


def stems_within(exhibit: Exhibit, language: Language) -> frozenset[str]:
    """Return the stems of all that an exhibit says, its headings included."""
    headings = (stems_of(heading, language) for heading in exhibit.headings)
    said = (stems_of(sentence.text, language) for sentence in sentences(exhibit.text))
    return frozenset().union(*headings, *said)


def clauses(sentence: Stretch) -> tuple[Stretch, ...]:
    """Return the clauses of a sentence, as stretches of the same text."""
    cuts = [0, *(match.end() for match in _CLAUSE_END.finditer(sentence.text)), len(sentence.text)]
    return tuple(
        Stretch(sentence.start + part.start, sentence.start + part.end, part.text)
        for part in _stretches(sentence.text, cuts)
    )


def _is_end(text: str, match: re.Match[str]) -> bool:
    if match.group("stop") != ".":
        return True
    # Only the word is looked at, so that a text is read once and not again for each full stop.
    before = _LAST_WORD.search(text, max(0, match.start() - _LONGEST_WORD), match.start())
    word = before.group().casefold() if before else ""
    next_sign = _NEXT_SIGN.search(text, match.end())
    after = next_sign.group() if next_sign else ""
    if word in _ABBREVIATIONS:
        # An abbreviation may end a sentence too; then a capital follows, as after few of them.
        return word in {"etc", "usw", "a.m", "p.m", "min", "max"} and after.isupper()
    return not (word.isdigit() and after.islower())


def _stretches(text: str, cuts: list[int]) -> Iterator[Stretch]:
    for start, end in pairwise(cuts):
        piece = text[start:end]
        body = piece.strip()
        if body:
            first = start + len(piece) - len(piece.lstrip())
            yield Stretch(first, first + len(body), body)
