"""What time and copying do to a record of origins: links lost, links wrong, copies edited.

The truth of an instance stays as it is; only what is told of it changes. A path's link to its
source is lost, or leads to another source of the same claim. A copy, which is any path of an atom
but its first, is retold: its sentences in another order, some words for others, or one sentence
short. Numbers and names stay, and so does the evidence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from cedarprov.errors import BadValue
from cedarprov.evaluate.graphecho.instance import Path
from cedarprov.model.frozen import Frozen

SEED: Final = 20_260_918


class Damage(Frozen):
    """The share of links that is lost, the share that is wrong, and whether copies are edited."""

    name: str
    removed: float = 0.0
    wrong: float = 0.0
    edited: bool = True

    def __post_init__(self) -> None:
        if min(self.removed, self.wrong) < 0 or self.removed + self.wrong > 1:
            raise BadValue("damage", (self.removed, self.wrong), "shares that add up to 1 at most")


NONE: Final = Damage(name="none", edited=False)
DAMAGES: Final = (
    NONE,
    Damage(name="copies edited"),
    Damage(name="20 % removed", removed=0.2),
    Damage(name="50 % removed", removed=0.5),
    Damage(name="80 % removed", removed=0.8),
    Damage(name="10 % wrong", wrong=0.1),
    Damage(name="50 % removed, 10 % wrong", removed=0.5, wrong=0.1),
)
"""All but the first with copies edited by rule."""


def declared_sources(paths: Sequence[Path], damage: Damage) -> dict[str, str]:
    """Return the origin that each path declares as its own; those whose link is lost are left out.

    A wrong link leads to another origin among the paths. Each path has its own luck, so that the
    same damage does the same to it whatever it is shown with; where more is lost, what was lost
    with less damage is lost too.
    """
    origins = list(dict.fromkeys(path.origin for path in paths))
    declared: dict[str, str] = {}
    for path in paths:
        random = Random(f"{SEED} {path.identifier}")  # noqa: S311 - the same damage each time
        luck, other = random.random(), random.random()
        others = [origin for origin in origins if origin != path.origin]
        if luck < damage.removed:
            continue
        is_wrong = luck >= 1 - damage.wrong and others
        declared[path.identifier] = others[int(other * len(others))] if is_wrong else path.origin
    return declared


def told(path: Path, damage: Damage, *, is_copy: bool) -> str:
    """Return the text of a path's representation."""
    record = path.record
    if damage.edited and is_copy:
        random = Random(f"{SEED} edit {path.identifier}")  # noqa: S311 - the same text each time
        record = edited(record, random)
    return f"{path.representation.capitalize()}. {path.evidence} {record}".strip()


def edited(text: str, random: Random) -> str:
    """Return a text retold by one or two of three rules."""
    for rule in random.sample(_RULES, random.choice((1, 2))):
        text = rule(text, random)
    return text


_SENTENCE_END: Final = re.compile(r"(?<=\.)\s+")
_SYNONYMS: Final[Mapping[str, str]] = {
    "study": "investigation", "led": "directed", "station": "site", "followed": "observed",
    "season": "term", "read": "measured", "left": "kept", "analysis": "evaluation",
    "increased": "raised", "decreased": "lowered", "reduced": "lowered", "showed": "revealed",
    "significantly": "markedly", "associated": "linked", "found": "observed", "effect": "influence",
}  # fmt: skip


def _reordered(text: str, random: Random) -> str:
    sentences = _SENTENCE_END.split(text)
    random.shuffle(sentences)
    return " ".join(sentences)


def _reworded(text: str, _: Random) -> str:
    return re.sub(r"[a-z]+", lambda match: _SYNONYMS.get(match.group(), match.group()), text)


def _shortened(text: str, random: Random) -> str:
    sentences = _SENTENCE_END.split(text)
    if len(sentences) > 1:
        del sentences[random.randrange(len(sentences))]
    return " ".join(sentences)


_RULES: Final = (_reordered, _reworded, _shortened)
