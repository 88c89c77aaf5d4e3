"""GraphEcho-SciFact: scientific claims whose evidence documents stand for origins.

The claims are those of SciFact's development split that have gold evidence (Wadden et al., Fact or
Fiction, 2020). The rationale sets of a document are kept, and their sentences are collected into
one record, which every path of the document repeats. A claim is shown by one document in one,
three and five paths; one with several documents also by as many of them as there are paths.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path as FilePath
from typing import Final

from cedarprov.errors import BadEvaluationData
from cedarprov.evaluate.graphecho.instance import Instance, Path
from cedarprov.evaluate.graphecho.verdict import Stance
from cedarprov.evaluate.study import CLAIMS, Finding, StudiedClaim, Study, claims, spaced, studies
from cedarprov.model.frozen import Frozen

PATH_COUNTS: Final = (1, 3, 5)
REPRESENTATIONS: Final = ("result", "conclusion", "table entry", "figure", "summary")
_STANCES: Final = {"SUPPORT": Stance.SUPPORT, "CONTRADICT": Stance.REFUTE}


class Evidence(Frozen):
    """What one document says of a claim: the sentences of each rationale set, by number."""

    document: str
    title: str
    stance: Stance
    rationales: tuple[tuple[int, ...], ...]
    record: str


class ScientificClaim(Frozen):
    """A claim and its evidence documents, in their given order."""

    identifier: str
    text: str
    evidence: tuple[Evidence, ...]

    @property
    def stance(self) -> Stance:
        """What its first document says, which is what all of them say."""
        return self.evidence[0].stance

    def instances(self) -> Iterator[Instance]:
        """Yield the claim in its conditions: 1SkP, and with several documents more of them."""
        for paths in PATH_COUNTS:
            yield self._instance(1, paths)
        if len(self.evidence) > 1:
            for paths in PATH_COUNTS[1:]:
                yield self._instance(min(len(self.evidence), paths), paths)

    def _instance(self, documents: int, paths: int) -> Instance:
        return Instance(
            claim_id=self.identifier,
            claim=self.text,
            condition=f"{documents}S{paths}P",
            paths=tuple(self._path(at % documents, at) for at in range(paths)),
        )

    def _path(self, document: int, at: int) -> Path:
        found = self.evidence[document]
        kind = REPRESENTATIONS[at]
        return Path(
            identifier=f"{self.identifier}-{found.document}-{kind.replace(' ', '-')}",
            origin=f"document-{found.document}",
            source=f"document {found.document}",
            stance=found.stance,
            representation=kind,
            evidence=found.record,
            record=found.title,
        )


def scientific_claims(folder: FilePath, *, most: int | None = None) -> tuple[ScientificClaim, ...]:
    """Return the claims that have gold evidence, the first so many.

    Raises:
        BadEvaluationData: The folder does not hold claims and the documents that they cite.
    """
    known = {study.identifier: study for study in studies(folder)}
    asked = islice(claims(folder / CLAIMS), most)
    try:
        return tuple(_scientific(claim, known) for claim in asked)
    except LookupError as error:
        why = f"what it cites is not there: {error}"
        raise BadEvaluationData(folder / CLAIMS, None, why) from error


def _scientific(claim: StudiedClaim, known: Mapping[int, Study]) -> ScientificClaim:
    return ScientificClaim(
        identifier=f"scifact-{claim.identifier}",
        text=claim.claim,
        evidence=tuple(_evidence(known[study], each) for study, each in claim.findings.items()),
    )


def _evidence(study: Study, finding: Finding) -> Evidence:
    return Evidence(
        document=str(study.identifier),
        title=study.title.strip(),
        stance=_STANCES[finding.label],
        rationales=finding.rationales,
        record=" ".join(spaced(study.sentences[at]) for at in finding.sentences),
    )
