"""How well independent origins are counted, on groups of documents whose origins are known.

The interval score of a count is its width plus twice the distance by which the truth lies outside
(Gneiting and Raftery, Strictly proper scoring rules, 2007, with a weight of two). Pairs of
witnesses are those that a count puts into one group.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from statistics import median_low
from typing import Final

from cedarprov.evaluate.environment import digest, digest_of_all
from cedarprov.evaluate.evaluation import Evaluation, Options
from cedarprov.evaluate.measure import Share
from cedarprov.evaluate.mixed_origins import GROUPS, MIXED_SEED, RATES, mixed_items
from cedarprov.evaluate.origin_item import FILE, OriginItem, documents_of, read_items
from cedarprov.evaluate.outcome import Json, Outcome, Tally
from cedarprov.judge.origins import origins
from cedarprov.judge.sketch import resemblance
from cedarprov.model.answer import Interval
from cedarprov.model.frozen import Frozen
from cedarprov.model.origin import TELLING, Groups, counted, grouped, is_telling
from cedarprov.model.progress import Progress

OUTSIDE: Final = 2
ALIKE: Final = 0.7


class Count(Frozen):
    """What one arm says of one item: its count, and which witnesses share an origin."""

    count: Interval
    surely: Groups
    perhaps: Groups
    links: tuple[str, ...] = ()


def interval_score(count: Interval, truth: int) -> int:
    """Return the width of an interval plus twice the distance by which the truth is outside."""
    outside = max(count.low - truth, truth - count.high, 0)
    return count.high - count.low + OUTSIDE * outside


def counts(item: OriginItem, *, constant: int) -> dict[str, Count]:
    """Return what every arm says of an item.

    `unreviewed` counts as recorded, before any review, and `reviewed` after a review by rule that
    accepts the links that score high. `documents` takes every document for an origin, `minhash`
    those not alike by MinHash, and `constant` says the same of every item.
    """
    keys = [witness.key for witness in item.witnesses]
    found = origins(item.witnesses, claim=item.claim)
    told = tuple(f"{each.one} {each.other} {each.kind} {each.score}" for each in found.links)
    reviewed = counted(keys, found.links, accepts=is_telling)
    alike = [
        (one.key, other.key)
        for one, other in combinations(item.witnesses, 2)
        if resemblance(one.text, other.text) >= ALIKE
    ]
    return {
        "unreviewed": _said(found.count, found.surely, found.perhaps, told),
        "reviewed": _said(reviewed.count, reviewed.surely, reviewed.perhaps),
        "documents": _point(grouped(keys, ())),
        "minhash": _point(grouped(keys, alike)),
        "constant": _said(Interval(low=constant, high=constant), (), ()),
    }


def _said(count: Interval, surely: Groups, perhaps: Groups, links: tuple[str, ...] = ()) -> Count:
    return Count(count=count, surely=surely, perhaps=perhaps, links=links)


def _point(groups: Groups) -> Count:
    return _said(Interval(low=len(groups), high=len(groups)), groups, groups)


def _outcomes(items: Sequence[OriginItem], options: Options) -> Iterator[Outcome]:
    constant = median_low(item.true_count for item in items)
    for done, item in enumerate(items, 1):
        for arm, said in counts(item, constant=constant).items():
            yield _outcome(item, arm, said)
        if options.on_progress:
            options.on_progress(Progress(done=done, total=len(items), place=item.identifier))


def _outcome(item: OriginItem, arm: str, said: Count) -> Outcome:
    truth = item.true_count
    detail: dict[str, Json] = {
        "origins": truth,
        "low": said.count.low,
        "high": said.count.high,
        "links": list(said.links),
    }
    return Outcome(
        item=item.identifier,
        kind=item.kind,
        group=item.identifier,
        arm=arm,
        tallies={
            "interval_score": Tally(interval_score(said.count, truth)),
            "width": Tally(said.count.high - said.count.low),
            "covered": Tally(said.count.low <= truth <= said.count.high),
            **_pair_tallies(item, said),
        },
        detail=detail,
    )


def _pair_tallies(item: OriginItem, said: Count) -> dict[str, Tally]:
    labels = dict(zip((witness.key for witness in item.witnesses), item.labels, strict=True))
    true = {pair for pair in combinations(labels, 2) if labels[pair[0]] == labels[pair[1]]}
    certain, any_ = _pairs(said.surely), _pairs(said.perhaps)
    return {
        "certain_pair_precision": Tally(len(certain & true), len(certain)),
        "certain_pair_recall": Tally(len(certain & true), len(true)),
        "pair_precision": Tally(len(any_ & true), len(any_)),
        "pair_recall": Tally(len(any_ & true), len(true)),
    }


def _pairs(groups: Groups) -> set[tuple[str, str]]:
    return {pair for group in groups for pair in combinations(group, 2)}


def _evaluation(
    name: str,
    items: Callable[[Path], Sequence[OriginItem]],
    inputs: Callable[[Path], dict[str, str]],
    settings: dict[str, Json],
) -> Evaluation:
    return Evaluation(
        name=name,
        settings={"outside": OUTSIDE, "minhash": ALIKE, "reviewed": TELLING, **settings},
        measures=tuple(
            map(
                Share,
                (
                    "interval_score",
                    "width",
                    "covered",
                    "certain_pair_precision",
                    "certain_pair_recall",
                    "pair_precision",
                    "pair_recall",
                ),
            )
        ),
        inputs=inputs,
        outcomes=lambda folder, options: _outcomes(items(folder), options),
        verdicts=("covered",),
    )


EVALUATION: Final = _evaluation(
    "origins",
    read_items,
    lambda folder: {
        FILE: digest(folder / FILE),
        "documents": digest_of_all(folder.resolve().parent, documents_of(folder)),
    },
    {},
)
"""The evaluation on groups of real documents."""

MIXED: Final = _evaluation(
    "mixed-origins",
    mixed_items,
    lambda folder: {path.name: digest(path) for path in sorted(folder.glob("c*.jsonl"))},
    {"groups": GROUPS, "seed": MIXED_SEED, "rates": dict(RATES)},
)
"""The evaluation on studies that are copied, excerpted, reworded and quoted at known rates."""
