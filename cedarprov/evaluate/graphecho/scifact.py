"""GraphEcho-SciFact: scientific claims whose evidence documents stand for origins.

The claims are those of SciFact's development split that have gold evidence (Wadden et al., Fact or
Fiction, 2020). The rationale sets of a document are kept, and their sentences are collected into
one record, which every path of the document repeats. A claim is shown by one document in one,
three and five paths; one with several documents also by as many of them as there are paths.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path as FilePath
from typing import Any, Final

from cedarprov.errors import BadEvaluationData
from cedarprov.evaluate.graphecho.instance import Instance, Path
from cedarprov.evaluate.graphecho.verdict import Stance
from cedarprov.evaluate.json_lines import read_lines
from cedarprov.model.frozen import Frozen

CLAIMS_FILE: Final = "claims_dev.jsonl"
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
    documents = {
        key: found for path in corpus(folder) for key, found in read_lines(path, _document)
    }
    claims = read_lines(folder / CLAIMS_FILE, lambda written: _claim(written, documents))
    return tuple(claim for claim in claims if claim is not None)[:most]


def corpus(folder: FilePath) -> list[FilePath]:
    """Return the files of documents in a folder.

    Raises:
        BadEvaluationData: There is none.
    """
    found = sorted(folder.glob("corpus.part*.jsonl")) or sorted(folder.glob("corpus.jsonl"))
    if not found:
        raise BadEvaluationData(folder, None, "there is no corpus.part*.jsonl or corpus.jsonl")
    return found


_Document = tuple[str, tuple[str, ...]]


def _document(written: Mapping[str, Any]) -> tuple[str, _Document]:
    return str(written["doc_id"]), (written["title"], tuple(written["abstract"]))


def _claim(
    written: Mapping[str, Any], documents: Mapping[str, _Document]
) -> ScientificClaim | None:
    if not written["evidence"]:
        return None
    return ScientificClaim(
        identifier=f"scifact-{written['id']}",
        text=written["claim"],
        evidence=tuple(
            _evidence(document, sets, documents[document])
            for document, sets in written["evidence"].items()
        ),
    )


def _evidence(name: str, sets: list[Mapping[str, Any]], document: _Document) -> Evidence:
    title, sentences = document
    rationales = tuple(tuple(each["sentences"]) for each in sets)
    chosen = sorted({at for each in rationales for at in each})
    [label] = {each["label"] for each in sets}
    return Evidence(
        document=name,
        title=title.strip(),
        stance=_STANCES[label],
        rationales=rationales,
        record=" ".join(" ".join(sentences[at].split()) for at in chosen),
    )
