"""What reviews cost and how far reviewers agree, computed from the reviews alone.

Only reviews whose beginning and end were measured count as time: one that ends as it begins was
not measured. Agreement beyond chance is Cohen's kappa (J. Cohen, "A coefficient of agreement for
nominal scales", Educational and Psychological Measurement 20(1), 1960, 37-46) over the standing
verdicts of two reviewers on what both judged.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from statistics import median

from cedarprov.judge.agenda import CLAIM
from cedarprov.model.edge import Relation, Verdict
from cedarprov.model.frozen import Frozen
from cedarprov.store.review_record import ReviewRecord, standing


class Cost(Frozen):
    """Decisions and the time they took, in minutes; None where nothing of the kind was measured.

    `minutes_per_accepted_edge` is the time of all measured decisions on edges, the rejections
    included, over the number of edges that a measured, standing verdict accepts.
    """

    decisions: int
    unmeasured: int
    minutes: float
    median_minutes: float | None
    accepted_edges: int
    minutes_per_accepted_edge: float | None


class ReviewerCost(Frozen):
    """What the decisions of one reviewer cost."""

    reviewer: str
    name: str
    cost: Cost


class Agreement(Frozen):
    """How two reviewers judged what both judged: the four counts, and Cohen's kappa.

    `kappa` is None where it is not defined: nothing was judged by both, or chance alone would let
    them agree on everything.
    """

    one: str
    other: str
    both_accept: int
    only_one_accepts: int
    only_other_accepts: int
    both_reject: int
    kappa: float | None

    @property
    def judged(self) -> int:
        """How many records both judged."""
        agreed = self.both_accept + self.both_reject
        return agreed + self.only_one_accepts + self.only_other_accepts


class Disputed(Frozen):
    """A record that one accepts and another rejects, and the standing verdicts by reviewer."""

    iri: str
    kind: str
    verdicts: Mapping[str, Verdict]


class ReviewReport(Frozen):
    """Decisions by kind and verdict, their cost, and what reviewers disagree on.

    `decisions` counts every review, by kind of record (a type of edge, or `claim`) and verdict.
    """

    decisions: Mapping[str, Mapping[str, int]]
    total: Cost
    reviewers: tuple[ReviewerCost, ...]
    agreements: tuple[Agreement, ...]
    disputed: tuple[Disputed, ...]


def review_report(
    reviews: Sequence[ReviewRecord], kinds: Mapping[str, Relation | None]
) -> ReviewReport:
    """Return what reviews cost and where they differ.

    `reviews` are in the order of the record; `kinds` gives the type of each edge, None for a claim.
    """
    by_reviewer: dict[str, list[ReviewRecord]] = defaultdict(list)
    for review in reviews:
        by_reviewer[review.reviewer].append(review)
    return ReviewReport(
        decisions=_decisions(reviews, kinds),
        total=cost(reviews, kinds),
        reviewers=tuple(
            ReviewerCost(reviewer=iri, name=group[-1].name, cost=cost(group, kinds))
            for iri, group in sorted(by_reviewer.items())
        ),
        agreements=tuple(
            agreement(by_reviewer[one], by_reviewer[other])
            for one, other in combinations(sorted(by_reviewer), 2)
        ),
        disputed=tuple(_disputed(reviews, kinds)),
    )


def _decisions(
    reviews: Iterable[ReviewRecord], kinds: Mapping[str, Relation | None]
) -> dict[str, dict[str, int]]:
    counted = Counter((_kind(kinds[review.on]), review.verdict.value) for review in reviews)
    found: dict[str, dict[str, int]] = {}
    for kind, verdict in sorted(counted):
        found.setdefault(kind, {})[verdict] = counted[kind, verdict]
    return found


def _kind(relation: Relation | None) -> str:
    return relation.value if relation else CLAIM


def cost(reviews: Sequence[ReviewRecord], kinds: Mapping[str, Relation | None]) -> Cost:
    """Return what some reviews cost."""
    measured = [review for review in reviews if review.minutes > 0]
    on_edges = [review for review in measured if kinds[review.on] is not None]
    accepted = {
        review.on for review in standing(on_edges).values() if review.verdict is Verdict.ACCEPTED
    }
    spent = sum(review.minutes for review in on_edges)
    minutes = [review.minutes for review in measured]
    return Cost(
        decisions=len(reviews),
        unmeasured=len(reviews) - len(measured),
        minutes=sum(minutes),
        median_minutes=median(minutes) if minutes else None,
        accepted_edges=len(accepted),
        minutes_per_accepted_edge=spent / len(accepted) if accepted else None,
    )


def agreement(one: Sequence[ReviewRecord], other: Sequence[ReviewRecord]) -> Agreement:
    """Return how two reviewers, each with one review or more, judged what both judged."""
    mine, theirs = _verdicts(one), _verdicts(other)
    counted = Counter((mine[record], theirs[record]) for record in mine.keys() & theirs.keys())
    cells = [counted[a, b] for a in (True, False) for b in (True, False)]
    return Agreement(
        one=one[0].name,
        other=other[0].name,
        both_accept=cells[0],
        only_one_accepts=cells[1],
        only_other_accepts=cells[2],
        both_reject=cells[3],
        kappa=kappa(*cells),
    )


def _verdicts(reviews: Iterable[ReviewRecord]) -> dict[str, bool]:
    last = standing(reviews).values()
    return {review.on: review.verdict is Verdict.ACCEPTED for review in last}


def kappa(both: int, only_one: int, only_other: int, neither: int) -> float | None:
    """Return Cohen's kappa of two judges who said yes or no, or None where it is not defined.

    >>> kappa(20, 5, 10, 15)
    0.4
    """
    judged = both + only_one + only_other + neither
    yes = (both + only_one) * (both + only_other)
    no = (neither + only_one) * (neither + only_other)
    # In whole numbers up to the one division, so that an agreement of 1 is 1 and no less.
    beyond = judged * judged - yes - no
    return (judged * (both + neither) - yes - no) / beyond if beyond else None


def _disputed(
    reviews: Sequence[ReviewRecord], kinds: Mapping[str, Relation | None]
) -> Iterable[Disputed]:
    verdicts: dict[str, dict[str, Verdict]] = defaultdict(dict)
    for (record, _), review in standing(reviews).items():
        verdicts[record][review.name] = review.verdict
    for record in sorted(verdicts):
        if len(set(verdicts[record].values())) > 1:
            yield Disputed(iri=record, kind=_kind(kinds[record]), verdicts=verdicts[record])
