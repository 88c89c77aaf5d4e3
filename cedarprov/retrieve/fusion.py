"""Several rankings made one, each contribution kept as a reason.

Weighted reciprocal-rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009), scaled so that the
first place of a ranking is worth the ranking's weight.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from cedarprov.errors import BadValue
from cedarprov.model.frozen import Frozen
from cedarprov.model.receipt import Reason

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

DIGITS: Final = 6


class Weights(Frozen):
    """How much each ranking counts, by name, and how slowly places lose worth.

    With `steepness` k, the place of rank r (from 1) is worth (k + 1) / (k + r) of the weight.
    The defaults were measured: see docs/decisions/0010-ranking-weights.md.
    """

    lexical: float = 1.0
    dense: float = 0.5
    steepness: int = 10

    def __post_init__(self) -> None:
        """Refuse weights that could turn an order round."""
        for name in ("lexical", "dense", "steepness"):
            if getattr(self, name) < 0:
                raise BadValue(name, getattr(self, name), "0 or more")

    def share(self, ranking: str, rank: int) -> float:
        """Return what the place of `rank` (from 1) in `ranking` is worth."""
        worth = (self.steepness + 1) / (self.steepness + rank)
        return round(self._of(ranking) * worth, DIGITS)

    def _of(self, ranking: str) -> float:
        known = {"lexical": self.lexical, "dense": self.dense}
        if ranking not in known:
            raise BadValue("ranking", ranking, f"one of {', '.join(known)}")
        return known[ranking]


DEFAULT: Final = Weights()


class Fused(Frozen):
    """One candidate and why it stands where it stands."""

    iri: str
    reasons: tuple[Reason, ...]

    @property
    def score(self) -> float:
        """The sum of the reasons' shares, rounded to six digits."""
        return round(sum(reason.share for reason in self.reasons), DIGITS)


def fuse(rankings: Mapping[str, Sequence[str]], *, weights: Weights = DEFAULT) -> tuple[Fused, ...]:
    """Return every candidate of the rankings (IRIs, best first), best first, ties by IRI.

    A ranking is named `lexical` or `dense`; a candidate that occurs twice in one counts once,
    at its better place.

    Raises:
        BadValue: A ranking has another name.
    """
    reasons: dict[str, list[Reason]] = defaultdict(list)
    for name, candidates in sorted(rankings.items()):
        for rank, iri in enumerate(dict.fromkeys(candidates), start=1):
            share = weights.share(name, rank)
            reasons[iri].append(Reason(ranking=name, rank=rank, share=share))
    fused = [Fused(iri=iri, reasons=tuple(found)) for iri, found in reasons.items()]
    return tuple(sorted(fused, key=lambda item: (-item.score, item.iri)))


def weighted(item: Fused, *, name: str, weight: float) -> Fused:
    """Return the candidate with its score multiplied by `weight`, said as one more reason.

    The reason, called `name`, has rank 0, since no ranking gave it, and a share that makes up the
    difference: it is negative where the weight is under 1.

    Raises:
        BadValue: The weight is negative.
    """
    if weight < 0:
        raise BadValue("weight", weight, "0 or more")
    share = round(item.score * (weight - 1), DIGITS)
    if not share:
        return item
    return Fused(iri=item.iri, reasons=(*item.reasons, Reason(ranking=name, rank=0, share=share)))
