"""Alignment: where the words of one text stand in another, by exact sentences and their order.

Sentences are matched by the algorithm of Ratcliff and Obershelp (`difflib`), which trusts long
runs first and sentences that occur everywhere only beside such runs. What lies between the runs is
paired by the words that two sentences share. Where two sentences fit alike, none is chosen.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from difflib import SequenceMatcher
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from cedarprov.model.frozen import Frozen
from cedarprov.prose.sentence import Stretch, sentences

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_LIKE: Final = 0.5
"""The share of words from which a sentence may be another one, changed (normalised Indel)."""
_TELLING: Final = 4
"""As many shared words tell that it is; fewer do where its neighbour is the same."""
_BESIDE: Final = 0.25
"""What the same neighbour adds to the share of words."""
_MARGIN: Final = 0.05
"""How much better the best sentence must fit than the next."""
_WIDEST: Final = 400
"""The most sentences between two runs that are aligned again, or compared with one that changed."""


class Fate(StrEnum):
    """What became of the words that a claim rests on."""

    CARRIED = "carried"
    MOVED = "moved"
    CHANGED = "changed"
    GONE = "gone"


class Anchor(Frozen):
    """Where words stand in the newer text (None: nowhere), and what there is to say about it."""

    fate: Fate
    place: Stretch | None = None
    note: str = ""


class Hunk(Frozen, kw_only=False):
    """Sentences of the older text, by their numbers, and those of the newer in their place."""

    older: Sequence[int]
    newer: Sequence[int]

    @property
    def width(self) -> int:
        """How many sentences there are, on the side that has more."""
        return max(len(self.older), len(self.newer))


class Alignment:
    """Two texts, sentence by sentence."""

    def __init__(self, older: str, newer: str) -> None:
        self._texts = older, newer
        self._older, self._newer = sentences(older), sentences(newer)
        self._keys = [_key(item) for item in self._older], [_key(item) for item in self._newer]
        self._same: dict[int, int] = {}
        everything = Hunk(range(len(self._older)), range(len(self._newer)))
        hunks = self._aligned(everything, self._same)
        # What is left is aligned once more: a section may have moved, and changed on its way.
        left = [number for number in everything.older if number not in self._same]
        self._fresh = frozenset(everything.newer) - frozenset(self._same.values())
        hunks += self._aligned(Hunk(left, sorted(self._fresh)), {})
        self._hunks: dict[int, list[Hunk]] = defaultdict(list)
        for hunk in hunks:
            for number in hunk.older:
                self._hunks[number].append(hunk)
        self._starts = [item.start for item in self._older]
        self._places: dict[str, list[int]] = defaultdict(list)
        for number, key in enumerate(self._keys[1]):
            self._places[key].append(number)

    def _aligned(self, hunk: Hunk, same: dict[int, int], *, again: bool = True) -> list[Hunk]:
        """Return what differs within a hunk, and add what is the same to `same`."""
        mine = [self._keys[0][number] for number in hunk.older]
        theirs = [self._keys[1][number] for number in hunk.newer]
        matcher = SequenceMatcher(None, mine, theirs, autojunk=again)
        differing: list[Hunk] = []
        for tag, first, last, start, end in matcher.get_opcodes():
            part = Hunk(hunk.older[first:last], hunk.newer[start:end])
            if tag == "equal":
                same |= dict(zip(part.older, part.newer, strict=True))
            elif tag == "replace" and again and part.width <= _WIDEST:
                differing += self._aligned(part, same, again=False)
            elif tag == "replace":
                differing.append(part)
        return differing

    # -- one stretch ------------------------------------------------------------------------------

    def follow(self, start: int, end: int) -> Anchor:
        """Return what became of the code points [start, end) of the older text."""
        touched = self._touched(start, end)
        if not touched:
            return Anchor(fate=Fate.GONE, note="it holds no sentence")
        return self._carried(start, end, touched) or self._elsewhere(start, end, touched)

    def _touched(self, start: int, end: int) -> range:
        first = max(bisect_right(self._starts, start) - 1, 0)
        if self._older and self._older[first].end <= start:
            first += 1
        return range(first, bisect_right(self._starts, end - 1))

    def _carried(self, start: int, end: int, touched: range) -> Anchor | None:
        """Return the same sentences in the same place, however their lines are broken."""
        there = [self._same.get(number) for number in touched]
        if there[0] is None or there != list(range(there[0], there[0] + len(touched))):
            return None
        place = self._shifted(start, end, touched, range(there[0], there[0] + len(touched)))
        exact = self._texts[0][start:end]
        note = "" if place.text == exact else "only its line breaks or blanks differ"
        return Anchor(fate=Fate.CARRIED, place=place, note=note)

    def _shifted(self, start: int, end: int, mine: range, theirs: range) -> Stretch:
        """Return a stretch at its place in sentences that are the same but for blanks."""
        older, newer = self._texts
        origin, target = self._older[mine[0]].start, self._newer[theirs[0]].start
        limit = self._newer[theirs[-1]].end
        if not newer.endswith(older[start:origin], 0, target):
            start = origin  # other blanks stand before the sentence
        if newer.startswith(older[origin:end], target):
            return _stretch(newer, target + start - origin, target + end - origin)
        before = len("".join(older[origin:start].split()))
        length = len("".join(older[start:end].split()))
        signs = [place for place in range(target, limit) if not newer[place].isspace()]
        return _stretch(newer, signs[before], signs[before + length - 1] + 1)

    def _elsewhere(self, start: int, end: int, touched: range) -> Anchor:
        moved = self._moved(touched)
        if len(moved) == 1:
            return Anchor(fate=Fate.MOVED, place=self._shifted(start, end, touched, moved[0]))
        found = [self._successor(number) for number in touched if number not in self._same]
        chosen = sorted({number for number in found if isinstance(number, int)})
        if not chosen:
            several = f"its words stand in {len(moved)} new places: which is meant is not known"
            said = next((each for each in found if isinstance(each, str) and each), "")
            return Anchor(fate=Fate.GONE, note=several if moved else said)
        place = _stretch(self._texts[1], self._newer[chosen[0]].start, self._newer[chosen[-1]].end)
        return self._kept(start, end, place) or Anchor(fate=Fate.CHANGED, place=place)

    def _moved(self, touched: range) -> list[range]:
        """Return where the same sentences stand among those that have no place in the older.

        Words that stand in other places as well are known by what stands before them.
        """
        keys = [self._keys[0][number] for number in touched]
        there = [
            place
            for number in self._places[keys[0]]
            if (place := range(number, number + len(keys)))
            and self._keys[1][place.start : place.stop] == keys
        ]
        fresh = [place for place in there if self._fresh.issuperset(place)]
        if len(there) == 1 or not fresh:
            return fresh
        led = [place for place in fresh if self._is_led_alike(touched[0], place[0])]
        return led if len(led) == 1 else fresh if len(fresh) > 1 else []

    def _kept(self, start: int, end: int, place: Stretch) -> Anchor | None:
        """Return a part of a sentence that is still there after the sentence changed around it."""
        exact = self._texts[0][start:end]
        whole = self._older[self._touched(start, end)[0]].text
        if exact == whole or place.text.count(exact) != 1:
            return None
        at = place.start + place.text.index(exact)
        return Anchor(
            fate=Fate.CARRIED,
            place=_stretch(self._texts[1], at, at + len(exact)),
            note="the sentence around it changed",
        )

    def _successor(self, number: int) -> int | str:
        """Return the sentence that one became, or why none is taken for it."""
        found = [self._in_place(number, hunk) for hunk in self._hunks[number]]
        chosen = next((each for each in found if isinstance(each, int)), None)
        if chosen is not None:
            return chosen
        return next((each for each in found if each), "")

    def _in_place(self, number: int, hunk: Hunk) -> int | str:
        if hunk.width > _WIDEST:
            return "too much was rewritten around it to say what it became"
        best = _best({each: self._likeness(number, each) for each in hunk.newer})
        if isinstance(best, str):
            return best
        back = _best({each: self._likeness(each, best) for each in hunk.older})
        return best if back == number else "another sentence is nearer to what stands in its place"

    def _likeness(self, number: int, other: int) -> float:
        """Return how like a sentence is to one of the newer text; 0 where it is another one.

        A few words that are alike make no sentence the same: then what stands beside must be.
        """
        from rapidfuzz.distance import Indel  # noqa: PLC0415 - only what changed is compared

        mine, theirs = self._keys[0][number].split(), self._keys[1][other].split()
        like: float = Indel.normalized_similarity(mine, theirs)
        shared = like * (len(mine) + len(theirs)) / 2
        beside = self._is_led_alike(number, other) or self._same.get(number + 1) == other + 1
        if like < _LIKE or (shared < _TELLING and not beside):
            return 0.0
        return like + _BESIDE * beside

    def _is_led_alike(self, number: int, other: int) -> bool:
        """Tell whether the same sentence, or the beginning, stands before two sentences."""
        if 0 in (number, other):
            return number == other
        return self._keys[0][number - 1] == self._keys[1][other - 1]


def _best(scores: Mapping[int, float]) -> int | str:
    """Return the sentence with the best score, or why none is chosen."""
    fitting = sorted(((score, -each) for each, score in scores.items() if score), reverse=True)
    if not fitting:
        return ""
    if len(fitting) > 1 and fitting[0][0] - fitting[1][0] < _MARGIN:
        return "several sentences are equally near to it"
    return -fitting[0][1]


def _key(sentence: Stretch) -> str:
    return " ".join(sentence.text.split())


def _stretch(text: str, start: int, end: int) -> Stretch:
    return Stretch(start, end, text[start:end])
