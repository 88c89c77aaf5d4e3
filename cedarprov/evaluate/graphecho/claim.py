"""GraphEcho-Syn: fictional claims in four domains, each with atoms of evidence for and against.

Every name is invented and used for one claim alone, so that names are disjoint across splits. The
evidence of a path is worded by its representation, stance and claim alone: the same words whatever
the origin. What tells origins apart is the record of the study, which says nothing on the claim.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from random import Random
from typing import Final

from cedarprov.evaluate.graphecho.instance import Path
from cedarprov.evaluate.graphecho.verdict import Stance
from cedarprov.model.frozen import Frozen

CLAIMS: Final = 800
ATOMS: Final = 5
PATHS: Final = 5
SEED: Final = 20_260_917


class Split(StrEnum):
    """What a claim may be used for."""

    TRAIN = "train"
    DEVELOPMENT = "development"
    TEST = "test"


SIZES: Final[Mapping[Split, int]] = {Split.TRAIN: 500, Split.DEVELOPMENT: 100, Split.TEST: 200}
DOMAINS: Final[Mapping[str, tuple[str, str]]] = {
    "biomedicine": ("patients", "assay"),
    "materials": ("specimens", "gauge"),
    "agriculture": ("plots", "soil probe"),
    "economics": ("households", "ledger survey"),
}
"""The units that a study of a domain follows, and what it reads them with."""


class Atom(Frozen):
    """One observation: its source, what it says of the claim, and the record of the study."""

    identifier: str
    source: str
    stance: Stance
    record: str


class FictionalClaim(Frozen):
    """That a factor raises or lowers a quantity, with atoms for and against."""

    identifier: str
    domain: str
    split: Split
    factor: str
    quantity: str
    raises: bool
    atoms: Mapping[Stance, tuple[Atom, ...]]

    @property
    def text(self) -> str:
        """The claim."""
        return f"{self.factor} {'raises' if self.raises else 'lowers'} {self.quantity}."

    def path(self, stance: Stance, atom: int, representation: int) -> Path:
        """Return the path of an atom by a representation, both counted from zero."""
        origin = self.atoms[stance][atom]
        kind, worded = _REPRESENTATIONS[representation]
        up = self.raises is (stance is Stance.SUPPORT)
        return Path(
            identifier=f"{origin.identifier}-{kind.replace(' ', '-')}",
            origin=origin.identifier,
            source=origin.source,
            stance=stance,
            representation=kind,
            evidence=worded[up].format(factor=self.factor, quantity=self.quantity),
            record=origin.record,
        )

    def pool(self) -> Iterator[Path]:
        """Yield every path of every atom."""
        for stance in Stance:
            for atom in range(len(self.atoms[stance])):
                for representation in range(PATHS):
                    yield self.path(stance, atom, representation)


_REPRESENTATIONS: Final = (
    (
        "result",
        (
            "Under {factor} the measured {quantity} fell.",
            "Under {factor} the measured {quantity} rose.",
        ),
    ),
    (
        "conclusion",
        (
            "The authors conclude that {quantity} decreases with {factor}.",
            "The authors conclude that {quantity} increases with {factor}.",
        ),
    ),
    (
        "table entry",
        (
            "Row {factor}, column {quantity}: lower than the comparison.",
            "Row {factor}, column {quantity}: higher than the comparison.",
        ),
    ),
    (
        "figure",
        (
            "The curve of {quantity} lies below the other one once {factor} is given.",
            "The curve of {quantity} lies above the other one once {factor} is given.",
        ),
    ),
    (
        "summary",
        (
            "In short, {factor} brought {quantity} down.",
            "In short, {factor} brought {quantity} up.",
        ),
    ),
)


def claims(split: Split | None = None, *, most: int | None = None) -> tuple[FictionalClaim, ...]:
    """Return the claims of a split (None: of all), the first so many; the same ones each time."""
    chosen = [claim for claim in _all() if split in (None, claim.split)]
    return tuple(chosen[:most])


def _all() -> Iterator[FictionalClaim]:
    random = Random(SEED)  # noqa: S311 - the same claims each time
    names = _names(random)
    splits = [split for split, size in SIZES.items() for _ in range(size)]
    for number, split in enumerate(splits):
        domain = tuple(DOMAINS)[number % len(DOMAINS)]
        identifier = f"syn-{number:03d}"
        yield FictionalClaim(
            identifier=identifier,
            domain=domain,
            split=split,
            factor=next(names),
            quantity=f"{next(names)} {random.choice(_QUANTITIES[domain])}",
            raises=random.random() < 0.5,  # noqa: PLR2004 - either is as likely
            atoms={
                stance: tuple(
                    _atom(f"{identifier}-{stance.value.lower()}-{at + 1}", domain, names, random)
                    for at in range(ATOMS)
                )
                for stance in Stance
            },
        )


_QUANTITIES: Final[Mapping[str, tuple[str, ...]]] = {
    "biomedicine": ("level", "clearance", "expression"),
    "materials": ("strength", "conductance", "porosity"),
    "agriculture": ("yield", "uptake", "emergence"),
    "economics": ("output", "saving", "turnover"),
}


def _atom(identifier: str, domain: str, names: Iterator[str], random: Random) -> Atom:
    units, instrument = DOMAINS[domain]
    leader, place, source = next(names), next(names), next(names)
    record = (
        f"The study was led by {leader} at the {place} station. "
        f"It followed {random.randint(60, 990)} {units} over {random.randint(6, 90)} weeks "
        f"in the {random.choice(_SEASONS)} season. "
        f"Each was read {random.randint(3, 30)} times with a {next(names)} {instrument}, "
        f"and {random.randint(2, 50)} were left out of the analysis."
    )
    return Atom(
        identifier=identifier,
        source=f"the {source} study",
        stance=Stance.SUPPORT if "-support-" in identifier else Stance.REFUTE,
        record=record,
    )


_SEASONS: Final = ("first", "second", "third", "fourth")
_ONSETS: Final = ("b", "br", "d", "dr", "f", "g", "h", "k", "l", "m", "n", "p", "r", "s", "t", "v")
_VOWELS: Final = ("a", "e", "i", "o", "u", "ai", "ou")
_ENDS: Final = ("l", "m", "n", "r", "s", "th", "x", "nd")


def _names(random: Random) -> Iterator[str]:
    """Yield invented names, none of them twice."""
    used: set[str] = set()
    while True:
        syllables = (random.choice(_ONSETS) + random.choice(_VOWELS) for _ in range(3))
        name = ("".join(syllables) + random.choice(_ENDS)).capitalize()
        if name not in used:
            used.add(name)
            yield name
