"""Rankings measured beside what is relevant, by ir-measures."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from cedarprov.errors import MissingExtra
from cedarprov.evaluate.outcome import Tally

NDCG: Final = "ndcg@10"


def recall_tallies(
    name: str, ranking: Sequence[str], relevant: Collection[str], depths: Sequence[int]
) -> dict[str, Tally]:
    """Return the recall of one ranking at each depth, named `name@depth`, of 1 each.

    Raises:
        MissingExtra: The extra `bench` is not installed.
    """
    ir = _ir_measures()
    return _measured(ranking, relevant, {f"{name}@{depth}": ir.R @ depth for depth in depths})


def ndcg_tally(ranking: Sequence[str], relevant: Collection[str]) -> dict[str, Tally]:
    """Return the normalised discounted cumulative gain of the first ten, of 1.

    Järvelin and Kekäläinen, Cumulated gain-based evaluation of IR techniques, 2002, with the gain
    of 1 for all that is relevant.

    Raises:
        MissingExtra: The extra `bench` is not installed.
    """
    return _measured(ranking, relevant, {NDCG: _ir_measures().nDCG @ 10})


def _measured(
    ranking: Sequence[str], relevant: Collection[str], measures: dict[str, object]
) -> dict[str, Tally]:
    ir = _ir_measures()
    judged = [ir.Qrel("q", document, 1) for document in relevant]
    # A ranking is kept by scores that fall from place to place: no library breaks a tie in it.
    scored = [ir.ScoredDoc("q", document, float(-place)) for place, document in enumerate(ranking)]
    found = ir.calc_aggregate(list(measures.values()), judged, scored)
    return {name: Tally(round(found[measure], 6)) for name, measure in measures.items()}


def _ir_measures() -> Any:  # noqa: ANN401 - only there with the extra
    try:
        import ir_measures  # noqa: PLC0415 - with the extra
    except ImportError as error:
        raise MissingExtra("bench", ["ir-measures"]) from error
    return ir_measures
