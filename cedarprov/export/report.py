"""What an export did to the records: those that a format has no place for, or holds otherwise."""

from __future__ import annotations

from collections import defaultdict
from enum import StrEnum
from typing import Final

from cedarprov.model.frozen import Frozen

_NAMED: Final = 3


class ExportFormat(StrEnum):
    """The formats of an export."""

    TRIG = "trig"
    N_QUADS = "nquads"
    TURTLE = "turtle"
    ANNOTATIONS = "annotations"
    PROV_N = "provn"
    PROV_JSON = "prov-json"
    PROV_XML = "prov-xml"


class Outcome(StrEnum):
    """What became of a record that did not go out as it stands."""

    CHANGED = "changed"
    REFUSED = "refused"


class Note(Frozen):
    """One record (an IRI) that was changed or refused, and why."""

    record: str
    outcome: Outcome
    why: str


class Loss(Frozen):
    """Something that a format can never hold: its name, and what it means for a reader."""

    name: str
    meaning: str


class ExportReport(Frozen):
    """What an export wrote: `written` counts statements, annotations or graphs, as `unit` says.

    `notes` name every record that was changed or refused; `losses` are those of the format, which
    every store suffers.
    """

    format: ExportFormat
    written: int
    unit: str
    notes: tuple[Note, ...] = ()

    @property
    def losses(self) -> tuple[Loss, ...]:
        """What the format can never hold."""
        return LOSSES[self.format]

    def __str__(self) -> str:
        groups: dict[tuple[Outcome, str], list[str]] = defaultdict(list)
        for note in self.notes:
            groups[note.outcome, note.why].append(note.record)
        lines = [f"{self.format}: {self.written} {self.unit}"]
        for (outcome, why), records in sorted(groups.items()):
            more = f" and {len(records) - _NAMED} more" if len(records) > _NAMED else ""
            named = ", ".join(records[:_NAMED])
            lines.append(f"{outcome} {len(records)}: {why} ({named}{more})")
        if names := ", ".join(loss.name for loss in self.losses):
            lines.append(f"never in this format: {names}")
        return "\n".join(lines)


_ALWAYS: Final = (
    Loss(
        name="bytes",
        meaning="the bytes of versions; the text of each passage and quotation is there",
    ),
    Loss(name="sightings", meaning="when an edition was last seen, or seen to be gone"),
    Loss(name="derived graphs", meaning="shortcuts and indexes, which are made again"),
)
_PROV: Final = (
    *_ALWAYS,
    Loss(
        name="classes below PROV",
        meaning="a record is an entity, activity or agent, and its class one of its types",
    ),
    Loss(
        name="links as relations",
        meaning="a property that PROV lacks is an attribute; no reader follows it as a relation",
    ),
)
LOSSES: Final = {
    ExportFormat.TRIG: _ALWAYS,
    ExportFormat.N_QUADS: _ALWAYS,
    ExportFormat.TURTLE: (
        *_ALWAYS,
        Loss(
            name="names of graphs",
            meaning="a file is one graph; its name stands in a comment that parsers pass over",
        ),
    ),
    ExportFormat.ANNOTATIONS: (
        *_ALWAYS,
        Loss(name="bundles", meaning="which activity wrote what, the order and the chain"),
        Loss(name="headings", meaning="the headings above a passage, its overlap and its cut"),
        Loss(name="scopes and readings", meaning="under what a claim holds, and its parts"),
        Loss(name="reviews", meaning="what was accepted, rejected or withdrawn"),
    ),
    ExportFormat.PROV_N: _PROV,
    ExportFormat.PROV_JSON: _PROV,
    ExportFormat.PROV_XML: _PROV,
}
"""The unavoidable losses of each format."""
