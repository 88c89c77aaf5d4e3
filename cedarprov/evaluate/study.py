"""The studies and claims of SciFact: abstracts cut into sentences, and what speaks for a claim.

Wadden et al., Fact or Fiction: Verifying Scientific Claims, 2020.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from cedarprov.evaluate.environment import digest
from cedarprov.evaluate.json_lines import read_lines
from cedarprov.model.frozen import Frozen

CLAIMS: Final = "claims_dev.jsonl"
"""The claims of the development set."""
CORPUS: Final = "corpus.part*.jsonl"
WHOLE_CORPUS: Final = "corpus.jsonl"


class Study(Frozen):
    """One abstract: its title and sentences."""

    identifier: int
    title: str
    sentences: tuple[str, ...]

    @property
    def document(self) -> str:
        """The study as a Markdown document: the title as heading, the sentences as one paragraph.

        White space is made single spaces, so that nothing in a sentence has a meaning in Markdown.
        """
        return f"{self._opening}{' '.join(map(spaced, self.sentences))}\n"

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """The code points [start, end) of each sentence in the document."""
        found, start = [], len(self._opening)
        for sentence in map(spaced, self.sentences):
            found.append((start, start + len(sentence)))
            start += len(sentence) + 1
        return tuple(found)

    @property
    def _opening(self) -> str:
        return f"# {spaced(self.title)}\n\n"


class Finding(Frozen):
    """What a study says of a claim: a label, and the sentences of each of its rationale sets."""

    label: str
    rationales: tuple[tuple[int, ...], ...]

    @property
    def sentences(self) -> tuple[int, ...]:
        """The sentences of all its rationales, in order."""
        return tuple(sorted({at for rationale in self.rationales for at in rationale}))


class StudiedClaim(Frozen):
    """A claim, and by study what is found there, in the given order."""

    identifier: int
    claim: str
    findings: Mapping[int, Finding]

    @property
    def rationales(self) -> dict[int, tuple[int, ...]]:
        """The sentences of all rationales, by study."""
        return {study: finding.sentences for study, finding in self.findings.items()}


def corpus_files(folder: Path) -> list[Path]:
    """Return the files that hold the studies of a SciFact folder: its parts, or the whole."""
    return sorted(folder.glob(CORPUS)) or [folder / WHOLE_CORPUS]


def studies(folder: Path) -> Iterator[Study]:
    """Yield the studies of a SciFact folder.

    Raises:
        BadEvaluationData: They are not there, or a line does not hold a study.
    """
    for path in corpus_files(folder):
        yield from read_lines(path, _study)


def claims(path: Path) -> Iterator[StudiedClaim]:
    """Yield the claims of a file that some study supports or contradicts, with all rationales.

    Raises:
        BadEvaluationData: It is not there, or a line does not hold a claim.
    """
    return (claim for claim in read_lines(path, claim_of) if claim.findings)


def inputs(folder: Path) -> dict[str, str]:
    """Return the digests of the claims and of the studies of a SciFact folder."""
    paths = [folder / CLAIMS, *corpus_files(folder)]
    return {path.name: digest(path) for path in paths if path.is_file()}


def spaced(text: str) -> str:
    """Return a text with single spaces for white space."""
    return " ".join(text.split())


def _study(written: dict[str, Any]) -> Study:
    return Study(
        identifier=written["doc_id"],
        title=written["title"],
        sentences=tuple(written["abstract"]),
    )


def claim_of(written: Mapping[str, Any]) -> StudiedClaim:
    """Return the claim in a line of a file of claims."""
    return StudiedClaim(
        identifier=written["id"],
        claim=written["claim"],
        findings={int(study): _finding(sets) for study, sets in written["evidence"].items()},
    )


def _finding(sets: list[dict[str, Any]]) -> Finding:
    [label] = {each["label"] for each in sets}
    return Finding(label=label, rationales=tuple(tuple(each["sentences"]) for each in sets))
