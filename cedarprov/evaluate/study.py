"""The studies and claims of SciFact: abstracts cut into sentences, and what speaks for a claim.

Wadden et al., Fact or Fiction: Verifying Scientific Claims, 2020.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from cedarprov.evaluate.json_lines import read_lines
from cedarprov.model.frozen import Frozen

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
        return f"{self._opening}{' '.join(map(_spaced, self.sentences))}\n"

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """The code points [start, end) of each sentence in the document."""
        found, start = [], len(self._opening)
        for sentence in map(_spaced, self.sentences):
            found.append((start, start + len(sentence)))
            start += len(sentence) + 1
        return tuple(found)

    @property
    def _opening(self) -> str:
        return f"# {_spaced(self.title)}\n\n"


class StudiedClaim(Frozen):
    """A claim, and by study the sentences that are its rationale there."""

    identifier: int
    claim: str
    rationales: Mapping[int, tuple[int, ...]]


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
    return (claim for claim in read_lines(path, _claim) if claim.rationales)


def rationale_of(evidence: list[dict[str, Any]]) -> tuple[int, ...]:
    """Return the sentences of all rationales that one study has."""
    return tuple(sorted({at for each in evidence for at in each["sentences"]}))


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _study(written: dict[str, Any]) -> Study:
    return Study(
        identifier=written["doc_id"],
        title=written["title"],
        sentences=tuple(written["abstract"]),
    )


def _claim(written: dict[str, Any]) -> StudiedClaim:
    return StudiedClaim(
        identifier=written["id"],
        claim=written["claim"],
        rationales={int(study): rationale_of(each) for study, each in written["evidence"].items()},
    )
