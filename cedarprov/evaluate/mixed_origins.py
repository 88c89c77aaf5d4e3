"""Groups of witnesses with known origins, made of studies that speak for one claim.

Every study is an origin. It is copied, excerpted, reworded by rule and quoted, each at a known
rate and independently of the others; what is made of a study has the study as its origin. The
claims, studies and rationales are those of SciFact (Wadden et al., Fact or Fiction, 2020).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

from cedarprov.errors import BadEvaluationData
from cedarprov.evaluate.json_lines import read_lines
from cedarprov.evaluate.origin_item import OriginItem
from cedarprov.evaluate.study import Finding, StudiedClaim, Study, claim_of, studies
from cedarprov.judge.witness import Witness
from cedarprov.model.frozen import replace

GROUPS: Final = 200
SIZES: Final = (2, 3, 4, 5)
MIXED_SEED: Final = 20_240_301
RATES: Final = {"copied": 0.5, "excerpted": 0.3, "reworded": 0.15, "quoted": 0.1}
"""How likely each derived document is to be made of a study."""
_ATTRIBUTED: Final = 0.5
_SYNONYMS: Final = {
    "increased": "raised", "increase": "rise", "decreased": "lowered", "decrease": "drop",
    "reduced": "lowered", "reduction": "drop", "patients": "subjects", "significantly": "markedly",
    "significant": "marked", "associated": "linked", "association": "link", "showed": "revealed",
    "show": "reveal", "found": "observed", "suggest": "indicate", "demonstrate": "establish",
    "demonstrated": "established", "compared": "contrasted", "treatment": "therapy",
    "effects": "consequences", "effect": "consequence", "induced": "caused", "however": "yet",
    "important": "key", "expression": "production", "identified": "detected", "both": "each of",
    "these": "such", "results": "findings", "study": "investigation", "risk": "hazard",
    "required": "needed", "during": "throughout", "among": "in", "whether": "if",
}  # fmt: skip
_WORD: Final = re.compile(r"[A-Za-z]+")


def mixed_items(folder: Path) -> list[OriginItem]:
    """Return the groups that the data of a SciFact folder make; the same data make the same ones.

    Raises:
        BadEvaluationData: The folder does not hold claims and studies.
    """
    known = {study.identifier: study for study in studies(folder)}
    claims = [claim for claim in _claims(folder) if known.keys() >= claim.rationales.keys()]
    by_size = {size: [each for each in claims if len(each.rationales) >= size] for size in SIZES}
    if not all(by_size.values()):
        raise BadEvaluationData(folder, None, f"no claim has {max(SIZES)} studies")
    # A seeded generator is wanted here, so that a record can be checked.
    random = Random(MIXED_SEED)  # noqa: S311
    return [_item(at, by_size, known, random) for at in range(GROUPS)]


def _item(
    at: int,
    by_size: Mapping[int, list[StudiedClaim]],
    known: Mapping[int, Study],
    random: Random,
) -> OriginItem:
    size = SIZES[at % len(SIZES)]
    claim = random.choice(by_size[size])
    chosen = random.sample(sorted(claim.rationales), size)
    made = [
        (str(study), title, text)
        for study in chosen
        for title, text in _documents(known[study], claim.rationales[study], random)
    ]
    random.shuffle(made)
    return OriginItem(
        identifier=f"{at:03d}-{claim.identifier}",
        kind=f"{size} origins",
        claim=claim.claim,
        witnesses=tuple(
            Witness(key=str(position), text=text, titles=(title,))
            for position, (_, title, text) in enumerate(made)
        ),
        labels=tuple(label for label, _, _ in made),
    )


def _documents(
    study: Study, rationale: tuple[int, ...], random: Random
) -> Iterator[tuple[str, str]]:
    """Yield the title of every document of a study, and what it says on the claim."""
    said = " ".join(study.sentences[at].strip() for at in rationale)
    yield study.title, said
    made = {name for name, rate in RATES.items() if random.random() < rate}
    if "copied" in made:
        yield f"A mirror of {study.title}", said
    if "excerpted" in made:  # laid out anew, and shorter: what it says on the claim is the same
        yield f"Digest of {study.title}", "<p>" + re.sub(r" (?=\S{7})", "\n  ", said) + "</p>"
    if "reworded" in made:
        source = f"According to {study.title}: " if random.random() < _ATTRIBUTED else ""
        yield "A report", source + _reworded(said)
    if "quoted" in made:
        yield "A review", f"A recent paper put it like this: “{said}” We agree with the authors."


def _reworded(text: str) -> str:
    return _WORD.sub(lambda match: _like(match.group()), text)


def _like(word: str) -> str:
    synonym = _SYNONYMS.get(word.casefold(), word)
    return synonym.capitalize() if word[0].isupper() and synonym != word else synonym


def _claims(folder: Path) -> Iterator[StudiedClaim]:
    for name in ("claims_train.jsonl", "claims_dev.jsonl"):
        yield from read_lines(folder / name, _claim)


def _claim(written: Mapping[str, Any]) -> StudiedClaim:
    """Return a claim; a cited study without a rationale speaks by its last sentence."""
    found = claim_of(written)
    cited = dict.fromkeys(written["cited_doc_ids"], _UNFOUND)
    return replace(found, findings={**cited, **found.findings})


_UNFOUND: Final = Finding(label="", rationales=((-1,),))
