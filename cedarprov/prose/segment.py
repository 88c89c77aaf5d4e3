"""Segments: the part of a sentence that belongs to each of the values in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from cedarprov.model.frozen import Frozen
from cedarprov.prose.value import Mention


class Segment(Frozen, kw_only=False):
    """The part of a sentence that belongs to one value: what stands before it and after it."""

    before: str
    after: str

    @property
    def text(self) -> str:
        """The segment without its value."""
        return f"{self.before} {self.after}"


_SEPARATOR: Final = re.compile(
    r";|,|[،、]|\band\b|\bor\b|\bbut\b|\bwhile\b|\bwhereas\b|\bund\b|\baber\b|\boder\b"
)


def segments(text: str, found: Sequence[Mention]) -> tuple[Segment, ...]:
    """Return the part of a sentence that belongs to each of its values, in order."""
    cuts = [0]
    for first, second in pairwise(found):
        between = text[first.end : second.start]
        marks = list(_SEPARATOR.finditer(between))
        strong = [mark for mark in marks if mark.group() == ";"]
        chosen = strong[0] if strong else marks[-1] if marks else None
        cuts.append(first.end + (chosen.end() if chosen else 0))
    cuts.append(len(text))
    # What leads a list ("Ham lock: length 40 m, depth 2 m") belongs to none of its items.
    cuts[0] = text.find(":", 0, found[0].start) + 1 if len(found) > 1 else 0
    return tuple(
        Segment(
            before=text[start : mention.start].rpartition(";")[2],
            after=text[mention.end : end].partition(";")[0],
        )
        for mention, (start, end) in zip(found, pairwise(cuts), strict=True)
    )
