"""What waits for review, what would change an answer first.

The order, each step deciding where those before it leave a tie:

1. edges that say that something else holds (`contradicts`, `supersedes`, `qualifies`,
   `appliesTo`) between claims whose readings give different values;
2. the other edges of these types;
3. edges that say what something rests on (`supports`, `derivedFrom`, `duplicates`);
4. claims.

Within each step by type, in the order just given; then what an answer on record shows before what
none shows, what the current version of an edition says before what it no longer says, the more
confident inference before the less (one that states no confidence last), and at last by IRI.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from cedarprov.errors import BadValue
from cedarprov.judge.edge_end import Ends, Place
from cedarprov.model.edge import Relation, Verdict
from cedarprov.model.frozen import Frozen
from cedarprov.rdf.edge import read_relation
from cedarprov.store.claim_record import all_claims
from cedarprov.store.edge_record import ReviewState, review_state
from cedarprov.store.query import table
from cedarprov.store.review_record import ReviewRecord, review_records, standing
from cedarprov.store.session import Session

CLAIM: Final = "claim"
CHANGING: Final = (
    Relation.CONTRADICTS,
    Relation.SUPERSEDES,
    Relation.QUALIFIES,
    Relation.APPLIES_TO,
)
FOUNDING: Final = (Relation.SUPPORTS, Relation.DERIVED_FROM, Relation.DUPLICATES)
_EDGES: Final = "edges"
_CLAIMS: Final = "claims"
SELECTIONS: Final = (_EDGES, _CLAIMS, *(relation.value for relation in (*CHANGING, *FOUNDING)))
"""What an agenda can be narrowed to."""

Urgency = tuple[int, int, bool, bool, float, str]


class Pending(Frozen):
    """One inferred edge or claim (no relation) with what decides its place on the agenda.

    `differs`: both ends have readings, and the values are not the same. `answered`: an answer on
    record shows an end of it. `current`: the current version of some edition says an end of it.
    """

    iri: str
    relation: Relation | None
    subjects: tuple[str, ...]
    object: str
    confidence: float | None
    state: ReviewState
    reviews: tuple[ReviewRecord, ...]
    differs: bool
    answered: bool
    current: bool

    @property
    def kind(self) -> str:
        """The type of the edge, or `claim`."""
        return self.relation.value if self.relation else CLAIM


class Wanted(Frozen):
    """What should be on an agenda; see `SELECTIONS` for `only` (none: everything).

    `again` adds what others have judged and the reviewer (an IRI) has not. `records` (not None)
    names those that are wanted, in whatever state.
    """

    only: tuple[str, ...] = ()
    again: bool = False
    reviewer: str = ""
    records: frozenset[str] | None = None

    def __post_init__(self) -> None:
        for name in self.only:
            if name not in SELECTIONS:
                raise BadValue("only", name, f"one of {', '.join(SELECTIONS)}")

    def selects(self, relation: Relation | None) -> bool:
        """Tell whether edges of a type (None: claims) are wanted."""
        names = {relation.value, _EDGES} if relation else {_CLAIMS}
        return not self.only or bool(names & set(self.only))

    def waits(self, record: str, state: ReviewState, reviewers: Collection[str]) -> bool:
        """Tell whether a record in a state, judged by some reviewers, is wanted."""
        if self.records is not None:
            return record in self.records
        if self.again:
            return self.reviewer not in reviewers
        return state is ReviewState.PENDING


def urgency(item: Pending) -> Urgency:
    """Return the key that sorts an agenda: what would change an answer first; see above."""
    step, rank = _step(item)
    certain = -1.0 if item.confidence is None else item.confidence
    return (step, rank, not item.answered, not item.current, -certain, item.iri)


def _step(item: Pending) -> tuple[int, int]:
    if item.relation is None:
        return (4, 0)
    if item.relation in CHANGING:
        return (1 if item.differs else 2, CHANGING.index(item.relation))
    return (3, FOUNDING.index(item.relation))


class _EdgeRow(Frozen):
    edge: str
    subject: str
    relation: str
    object: str
    confidence: float | None


class _Inferred(Frozen):
    iri: str
    relation: Relation | None
    subjects: tuple[str, ...]
    object: str
    confidence: float | None = None


_INFERRED: Final = table("review/inferred-edges", _EdgeRow)


def pending(
    session: Session, wanted: Wanted, shown: Iterable[str] = ()
) -> tuple[list[Pending], Ends]:
    """Return what waits for review in its order, and the ends of all of it.

    `shown` names the passages that answers on record show. Costs grow with the number of inferred
    records, not with the store.
    """
    found = {item.iri: item for item in _inferred(session, wanted)}
    reviews: dict[str, list[ReviewRecord]] = defaultdict(list)
    for review in review_records(found, session.store, session.names):
        reviews[review.on].append(review)
    states = {iri: _state(reviews[iri]) for iri in found}
    waiting = [
        item
        for iri, item in found.items()
        if wanted.waits(iri, states[iri], {review.reviewer for review in reviews[iri]})
    ]
    ends = Ends(session)
    ends.take_in({end for item in waiting for end in (*item.subjects, item.object)} | set(shown))
    seen = _by_version(place for passage in shown for place in ends.places(passage))
    items = [
        Pending(
            iri=item.iri,
            relation=item.relation,
            subjects=item.subjects,
            object=item.object,
            confidence=item.confidence,
            state=states[item.iri],
            reviews=tuple(reviews[item.iri]),
            differs=_differs(item, ends),
            answered=any(_is_shown(place, seen) for place in _places(item, ends)),
            current=any(ends.is_current(place.version) for place in _places(item, ends)),
        )
        for item in waiting
    ]
    return sorted(items, key=urgency), ends


def _inferred(session: Session, wanted: Wanted) -> Iterator[_Inferred]:
    rows: dict[str, list[_EdgeRow]] = defaultdict(list)
    for row in _INFERRED.rows(session.store):
        rows[row.edge].append(row)
    for edge, group in rows.items():
        relation = read_relation(group[0].relation)
        if wanted.selects(relation):
            subjects = tuple(sorted({row.subject for row in group}))
            yield _Inferred(
                iri=edge,
                relation=relation,
                subjects=subjects,
                object=group[0].object,
                confidence=group[0].confidence,
            )
    if wanted.selects(None):
        for claim, inferred in all_claims(session.store, session.names).items():
            if inferred:
                yield _Inferred(iri=claim, relation=None, subjects=(), object=claim)


def _state(reviews: Iterable[ReviewRecord]) -> ReviewState:
    verdicts = [review.verdict is Verdict.ACCEPTED for review in standing(reviews).values()]
    return review_state(verdicts, inferred=True)


def _places(item: _Inferred, ends: Ends) -> Iterator[Place]:
    for end in (*item.subjects, item.object):
        yield from ends.places(end)


def _differs(item: _Inferred, ends: Ends) -> bool:
    target = ends.value(item.object)
    values = {ends.value(subject) for subject in item.subjects}
    return target is not None and any(value not in (None, target) for value in values)


def _by_version(places: Iterable[Place]) -> Mapping[str, list[Place]]:
    grouped: dict[str, list[Place]] = defaultdict(list)
    for place in places:
        grouped[place.version].append(place)
    return grouped


def _is_shown(place: Place, seen: Mapping[str, list[Place]]) -> bool:
    return any(place.overlaps(other) for other in seen.get(place.version, ()))
