"""How fragile an answer is: the fewest origins whose removal changes it.

What was considered for an answer (at most forty records, and the few that only resolve references)
is judged again without the texts of some origins, for ever larger sets of origins. The answer is
another one where its status, its values or its cells differ. The measure stays that of the answer
(`status.Hearing`): how rare words are and how many texts were heard does not change with a set, so
that origins whose texts say nothing that is judged can be left out without an error. Where all say
one value and nothing speaks against it, the answer changes with the last of them: no search is
needed.

The number of judgements is bounded. Within the bound the size is exact for a grouping into
origins; beyond it the size lies between the first size that was not searched through and that of
a set found by taking away what the answer quotes, again and again. Where links between sources are
not certain, two groupings bound it together: the certain links alone, and all that are possible.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations, pairwise
from typing import Final

from cedarprov.model.answer import Assessment, Exhibit, Interval, Status
from cedarprov.model.frozen import Frozen
from cedarprov.model.origin import Link, grouped, is_certain
from cedarprov.model.question import Question
from cedarprov.retrieve.ruling import Ruling
from cedarprov.retrieve.status import Hearing

CEILING: Final = 20_000
"""The most judgements that are made for one grouping: all sets of fourteen origins."""


class Fragility(Frozen):
    """The fewest origins whose removal changes an answer.

    `size` is None where no set that was tried changes it. `removed` holds the sources of each
    origin of the set found, `status` and `values` are what the answer becomes without them;
    `is_exact` says that no smaller set was left untried for either end of `size`.
    """

    size: Interval | None
    removed: tuple[tuple[str, ...], ...]
    status: Status
    values: tuple[str, ...]
    origins: Interval
    judgements: int
    is_exact: bool


class Search(Frozen):
    """What a search for the smallest set found, and whether every smaller one was tried.

    No smaller set than one of `low` groups changes anything; `found` is None where none was found.
    """

    low: int
    found: tuple[str, ...] | None
    is_exact: bool


def fragility(
    question: Question,
    exhibits: Sequence[Exhibit],
    rulings: Sequence[Ruling] = (),
    *,
    certain: Mapping[str, str],
    possible: Mapping[str, str],
    ceiling: int = CEILING,
) -> Fragility:
    """Return how fragile the answer to a question is, given what was considered for it.

    `certain` and `possible` name the origin of each source by a key: sources with the same key are
    linked, for certain or possibly, and so are for certain those with a text in common. A source
    that has no key is an origin of its own.
    """
    hearing = Hearing(question=question, exhibits=tuple(exhibits), rulings=tuple(rulings))
    certain = _linked(certain, _shared(exhibits))
    fine = _Judge(hearing, certain)
    coarse = _Judge(hearing, _linked(certain, possible))
    searches = [judge.chorus() or judge.smallest(ceiling) for judge in (fine, coarse)]
    sizes = [len(each.found) for each in searches if each.found is not None]
    found = searches[0].found or ()
    after = fine.without(found)
    return Fragility(
        size=Interval(low=min(each.low for each in searches), high=max(sizes)) if sizes else None,
        removed=tuple(fine.sources(group) for group in found),
        status=after.status,
        values=after.values,
        origins=Interval(low=coarse.count, high=fine.count),
        judgements=len(fine.known) + len(coarse.known),
        is_exact=all(search.is_exact for search in searches),
    )


def smallest(
    groups: Sequence[str],
    suspects: Callable[[Collection[str]], Sequence[str] | None],
    ceiling: int,
) -> Search:
    """Return the smallest set of groups whose removal changes something.

    `suspects` returns None for a set that changes it, else the groups to take away next. At most
    about `ceiling` sets are tried.
    """
    found = _some_set(groups, suspects)
    most = len(groups) if found is None else len(found) - 1
    tried = 0
    for size in range(1, most + 1):
        for chosen in combinations(groups, size):
            if tried >= ceiling:
                return Search(low=size, found=found, is_exact=False)
            tried += 1
            if suspects(chosen) is None:
                return Search(low=size, found=chosen, is_exact=True)
    return Search(low=most + 1, found=found, is_exact=True)


def _some_set(
    groups: Sequence[str], suspects: Callable[[Collection[str]], Sequence[str] | None]
) -> tuple[str, ...] | None:
    """Return a set that changes it, from which nothing can be left out, or None."""
    removed: tuple[str, ...] = ()
    while (following := suspects(removed)) is not None:
        rest = [group for group in groups if group not in removed]
        if not rest:
            return None
        removed = (*removed, *([each for each in following if each in rest] or rest))
    for group in removed:
        fewer = tuple(each for each in removed if each != group)
        if fewer and suspects(fewer) is None:
            removed = fewer
    return removed


@dataclass(slots=True)
class _Judge:
    """The answer without some origins, each set of them judged once."""

    hearing: Hearing
    origins: Mapping[str, str]
    known: dict[frozenset[str], Assessment] = field(default_factory=dict)

    @property
    def groups(self) -> list[str]:
        """The origins that may take part, those that the answer quotes first."""
        quoted = self._quoted(self.without(()))
        exhibits = self.hearing.exhibits
        parties = (self._origin(exhibits[place]) for place in self.hearing.parties)
        return list(dict.fromkeys((*quoted, *parties)))

    @property
    def count(self) -> int:
        """The number of origins of all that was considered."""
        return len({self._origin(exhibit) for exhibit in self.hearing.exhibits})

    def chorus(self) -> Search | None:
        """Return all origins that say the value, where each of them would do; else None."""
        exhibits = self.hearing.exhibits
        groups = tuple(dict.fromkeys(self._origin(exhibits[at]) for at in self.hearing.voices))
        if not groups or self.suspects(groups) is not None:
            return None
        return Search(low=len(groups), found=groups, is_exact=True)

    def smallest(self, ceiling: int) -> Search:
        """Search for the smallest set, in at most about `ceiling` judgements."""
        return smallest(self.groups, self.suspects, ceiling)

    def sources(self, group: str) -> tuple[str, ...]:
        """Return the sources of an origin."""
        mine = [each for each in self.hearing.exhibits if self._origin(each) == group]
        return tuple(_sources(mine))

    def without(self, groups: Collection[str]) -> Assessment:
        """Return the assessment without the texts of some origins."""
        removed = frozenset(groups)
        if removed not in self.known:
            exhibits = self.hearing.exhibits
            gone = [at for at, each in enumerate(exhibits) if self._origin(each) in removed]
            self.known[removed] = self.hearing.without(gone)
        return self.known[removed]

    def suspects(self, groups: Collection[str]) -> Sequence[str] | None:
        """Return None where the answer is another one, else the origins that it quotes."""
        after = self.without(groups)
        return None if _told(after) != _told(self.without(())) else self._quoted(after)

    def _quoted(self, assessment: Assessment) -> list[str]:
        passages = {quotation.passage for quotation in assessment.quotations}
        quoted = (
            self._origin(exhibit)
            for exhibit in self.hearing.exhibits
            if any(place.passage in passages for place in exhibit.places)
        )
        return list(dict.fromkeys(quoted))

    def _origin(self, exhibit: Exhibit) -> str:
        """Return the origin of a text: that of any of its sources, which share it."""
        source = exhibit.places[0].source
        return self.origins.get(source, source)


def _told(assessment: Assessment) -> object:
    """Return what makes an answer this one and no other."""
    cells = {(str(cell.scope), cell.status, frozenset(cell.values)) for cell in assessment.cells}
    return assessment.status, frozenset(assessment.values), cells


def _sources(exhibits: Sequence[Exhibit]) -> list[str]:
    return list(dict.fromkeys(place.source for exhibit in exhibits for place in exhibit.places))


def origin_keys(
    exhibits: Sequence[Exhibit], links: Iterable[Link]
) -> tuple[dict[str, str], dict[str, str]]:
    """Return a common key for sources that links join: for certain, and by every link."""
    sources: dict[str, set[str]] = defaultdict(set)
    for exhibit in exhibits:
        for place in exhibit.places:
            sources[place.passage].add(place.source)
            sources[place.version].add(place.source)
    joined = [(sources[link.one] | sources[link.other], is_certain(link)) for link in links]
    certain = (group for group, sure in joined if sure)
    return _merged(certain), _merged(group for group, _ in joined)


def _shared(exhibits: Sequence[Exhibit]) -> dict[str, str]:
    """Return a common key for sources that have a text in common."""
    return _merged({place.source for place in exhibit.places} for exhibit in exhibits)


def _linked(*groupings: Mapping[str, str]) -> dict[str, str]:
    """Return a common key for sources that one of some groupings, or several together, link."""
    members: dict[tuple[int, str], set[str]] = defaultdict(set)
    for number, grouping in enumerate(groupings):
        for source, key in grouping.items():
            members[number, key].add(source)
    return _merged(members.values())


def _merged(groups: Iterable[set[str]]) -> dict[str, str]:
    """Return a common key for the members of groups that meet, directly or by way of others."""
    joined = [sorted(group) for group in groups]
    pairs = (pair for group in joined for pair in pairwise(group))
    found = grouped(chain.from_iterable(joined), pairs)
    return {source: min(group) for group in found for source in group}
