"""What an ingest found, did, refused and missed."""

from __future__ import annotations

from enum import StrEnum

from cedarprov.model.frozen import Frozen


class Outcome(StrEnum):
    """What became of one file."""

    NEW_VERSION = "new-version"
    NEW_CAPTURE = "new-capture"
    UNCHANGED = "unchanged"
    NO_TEXT = "no-text"
    REFUSED = "refused"
    SKIPPED = "skipped"
    NOT_SEEN = "not-seen"


class FileReport(Frozen):
    """One file: its place, what became of it, and why; `source` and `version` are IRIs or empty.

    `passages` counts those that were made of it, which is none where its content was known.
    """

    place: str
    outcome: Outcome
    detail: str = ""
    source: str = ""
    edition: str = ""
    version: str = ""
    passages: int = 0


class IngestReport(Frozen):
    """One ingest as a whole; a dry run reports the same and writes nothing.

    A new location is a capture of content that was known already, found for an edition or at a
    place that was not.
    """

    files: tuple[FileReport, ...]
    sequence: int
    dry_run: bool = False
    new_versions: int = 0
    new_captures: int = 0
    new_locations: int = 0
    passages_added: int = 0
    warnings: tuple[str, ...] = ()

    def count(self, outcome: Outcome) -> int:
        """Return how many files had an outcome."""
        return sum(item.outcome is outcome for item in self.files)

    def of(self, outcome: Outcome) -> tuple[FileReport, ...]:
        """Return the files that had an outcome."""
        return tuple(item for item in self.files if item.outcome is outcome)
