"""Claims taken out of real documents by rules: how many, whether they are exact, and how right."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cedarprov.errors import BadEvaluationData, QuoteNotFound
from cedarprov.evaluate.evaluation import Evaluation, Options
from cedarprov.evaluate.json_lines import read_lines
from cedarprov.evaluate.measure import Proportion, Share
from cedarprov.evaluate.outcome import Outcome, Tally
from cedarprov.evaluate.scoped_question import inputs
from cedarprov.evaluate.versioned_docs import ingest, store_for
from cedarprov.model.frozen import Frozen

if TYPE_CHECKING:
    from cedarprov.knowledge import Knowledge
    from cedarprov.knowledge.claim_list import ClaimPlace, ClaimView

SIZE: Final = 100
SEED: Final = 20_240_229
_HALF: Final = 8
_RULES: Final = "rules"


class Verdict(StrEnum):
    """What an annotator says of a claim.

    Right: the sentence states such a claim, and the reading and its scope are right. Partly: the
    sentence does, but a part of the reading or the scope is not right. Wrong: anything else.
    """

    RIGHT = "right"
    PARTLY = "partly"
    WRONG = "wrong"


class Key(Frozen):
    """What tells a claim apart without its text: where it stands, and its reading."""

    source: str
    edition: str
    start: int
    end: int
    about: str
    attribute: str
    value: str
    unit: str = ""

    def __str__(self) -> str:
        place = f"{self.source} {self.edition} [{self.start},{self.end})"
        return f"{place} {self.about}: {self.attribute} = {self.value} {self.unit}".rstrip()


class Label(Frozen):
    """A claim's key with the verdict of an annotator and the reason for it."""

    key: Key
    verdict: Verdict
    reason: str


def read_labels(path: Path) -> dict[Key, Label]:
    """Return the labels of a file, one JSON object a line.

    Raises:
        BadEvaluationData: There is no such file, or a line is no label.
    """
    return {label.key: label for label in read_lines(path, _label)}


def _label(item: dict[str, Any]) -> Label:
    parts = {name: item[name] for name in Key.__struct_fields__}
    return Label(key=Key(**parts), verdict=Verdict(item["label"]), reason=item["reason"])


# -- the claims of a store ------------------------------------------------------------------------


def key_of(claim: ClaimView) -> Key:
    """Return the key of a claim that was taken apart, at its first place."""
    place, reading = claim.places[0], claim.reading
    if reading is None:
        raise ValueError(claim.iri)
    source, edition = place.editions[0]
    return Key(
        source=source,
        edition=edition,
        start=place.start,
        end=place.end,
        about=reading.about,
        attribute=reading.attribute,
        value=reading.value,
        unit=reading.unit,
    )


def distinct(claims: Iterable[ClaimView]) -> list[ClaimView]:
    """Return the claims of which no other says the same in the same words, in order of keys."""
    found: dict[object, ClaimView] = {}
    for claim in sorted(claims, key=lambda claim: str(key_of(claim))):
        found.setdefault((claim.statement, claim.reading), claim)
    return list(found.values())


def is_held_out(claim: ClaimView) -> bool:
    """Tell whether a claim is of the half that no rule was fitted to: by a digest of its words."""
    return int(digest_of(claim)[0], 16) >= _HALF


def digest_of(claim: ClaimView) -> str:
    """Return the SHA-256 digest of what a claim states, as hexadecimal digits."""
    return sha256(claim.statement.encode()).hexdigest()


def drawn(
    claims: Iterable[ClaimView],
    *,
    size: int = SIZE,
    seed: int = SEED,
    seen: Collection[str] = (),
) -> list[ClaimView]:
    """Return a sample of distinct claims that were held out, the same number of each kind.

    Where there are fewer of a kind, all of them are drawn and more of the others. `seen` are the
    digests of statements that an earlier sample held.
    """
    strata: dict[str, list[ClaimView]] = defaultdict(list)
    for claim in filter(is_held_out, distinct(claims)):
        if digest_of(claim) not in seen:
            strata[str(claim.kind)].append(claim)
    generator = random.Random(seed)  # noqa: S311 - reproducible, not secret
    for kind in sorted(strata):
        generator.shuffle(strata[kind])
    chosen: list[ClaimView] = []
    while len(chosen) < size and any(strata.values()):
        for kind in sorted(strata):
            if strata[kind] and len(chosen) < size:
                chosen.append(strata[kind].pop())
    return sorted(chosen, key=lambda claim: (str(claim.kind), str(key_of(claim))))


# -- the evaluation -------------------------------------------------------------------------------


def _outcomes(folder: Path, options: Options) -> Iterator[Outcome]:
    labels = read_labels(options.labels) if options.labels is not None else {}
    with ExitStack() as stack:
        knowledge = store_for(stack, options)
        ingest(knowledge, folder, options)
        knowledge.infer("claims")
        claims = [claim for claim in knowledge.claims() if claim.reading is not None]
        weights = _weights(claims, labels)
        _check_all_found(claims, labels, options)
        for claim in claims:
            exact = sum(_is_exact(knowledge, place) for place in claim.places)
            yield _outcome(claim, labels.get(key_of(claim)), weights, exact)


def _weights(claims: Sequence[ClaimView], labels: dict[Key, Label]) -> dict[str, float]:
    """Return how many distinct claims of a kind one labelled claim of it stands for."""
    there = Counter(str(claim.kind) for claim in distinct(claims))
    labelled = Counter(str(claim.kind) for claim in claims if key_of(claim) in labels)
    return {kind: there[kind] / count for kind, count in labelled.items()}


def _check_all_found(
    claims: Iterable[ClaimView], labels: dict[Key, Label], options: Options
) -> None:
    lost = labels.keys() - {key_of(claim) for claim in claims}
    if lost and options.labels is not None:
        why = f"the rules make no such claim any more: {min(map(str, lost))}; draw a new sample"
        raise BadEvaluationData(options.labels, None, why)


def _is_exact(knowledge: Knowledge, place: ClaimPlace) -> bool:
    """Tell whether a place quotes its text exactly; the text is read anew from its bytes."""
    try:
        span = knowledge.span(place.exact, version=place.version, start=place.start)
    except QuoteNotFound:
        return False
    return span.end == place.end


def _outcome(
    claim: ClaimView,
    label: Label | None,
    weights: dict[str, float],
    exact: int,
) -> Outcome:
    kind = str(claim.kind)
    tallies = {"exact": Tally(exact, len(claim.places))}
    if label is not None:
        weight = weights[kind]
        strict = float(label.verdict is Verdict.RIGHT)
        lenient = float(label.verdict is not Verdict.WRONG)
        tallies |= {
            "precision_strict": Tally(strict),
            "precision_lenient": Tally(lenient),
            "precision_strict_weighted": Tally(strict * weight, weight),
            "precision_lenient_weighted": Tally(lenient * weight, weight),
        }
    detail = {} if label is None else {"label": label.verdict.value, "reason": label.reason}
    item = str(key_of(claim))
    return Outcome(
        item=item, kind=kind, group=item, arm=_RULES, tallies=tallies, detail=dict(detail)
    )


EVALUATION: Final = Evaluation(
    name="claims",
    settings={"sample": SIZE, "sample_seed": SEED, "annotators": 1},
    measures=(
        Share("exact"),
        Proportion("precision_strict"),
        Proportion("precision_lenient"),
        Share("precision_strict_weighted"),
        Share("precision_lenient_weighted"),
    ),
    inputs=inputs,
    outcomes=_outcomes,
    takes=("dense", "store", "labels"),
)
"""The evaluation of claims by rules on documents that exist in several releases."""
