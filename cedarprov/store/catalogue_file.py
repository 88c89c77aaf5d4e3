"""The catalogue kept beside the store, a line for each commit, so that opening reads no graphs.

It follows the ledger and is never the truth: a line names the chain digest that it was written at,
and lines that do not agree with the ledger are not believed. A line that was cut off is no line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from cedarprov.model.scope import Scope
from cedarprov.model.source import Edition, Scheme, Source
from cedarprov.model.time import Basis, Doubt, KnownTime, Period, Precision, Time, UnknownTime
from cedarprov.rdf import literal
from cedarprov.store.catalogue import CaptureRecord, Catalogue
from cedarprov.store.ledger import Bundle, Ledger
from cedarprov.store.room import room_for

_FORMAT: Final = 1


class CatalogueFile:
    """The file of one store; `read` is for everybody, the rest for the one writer."""

    def __init__(self, path: Path, ledger: Ledger) -> None:
        self._path = path
        self._ledger = ledger

    def read(self) -> tuple[list[CaptureRecord], int]:
        """Return the captures that it holds, and the sequence number that they reach to."""
        believed = self._believed()
        if not believed:
            return [], 0
        captures = [_capture(item) for line in believed for item in line["captures"]]
        return captures, int(believed[-1]["sequence"])

    def _believed(self) -> list[dict[str, Any]]:
        lines = [line for line in self._lines() if line["sequence"] <= self._ledger.head.sequence]
        if not lines:
            return []
        last = self._ledger.bundle_at(lines[-1]["sequence"])
        # A chain digest stands for all that came before it, so that the last one is enough.
        return lines if last is not None and last.chain == lines[-1]["chain"] else []

    def _lines(self) -> Iterator[dict[str, Any]]:
        if not self._path.is_file():
            return
        for written in self._path.read_bytes().splitlines():
            try:
                line = json.loads(written)
            except ValueError:
                return
            if not isinstance(line, dict) or line.get("format") != _FORMAT:
                return
            yield line

    def catch_up(self, catalogue: Catalogue) -> None:
        """Bring the file up to the ledger's head; what is not believed is written anew.

        Raises:
            DiskFull: There is no room.
        """
        believed, head = self._believed(), self._ledger.head
        reached = int(believed[-1]["sequence"]) if believed else 0
        if reached == head.sequence:
            return
        kept = "".join(json.dumps(line) + "\n" for line in believed)
        fresh = [record for record in catalogue.records if record.sequence > reached]
        with room_for(self._path):
            self._path.write_text(kept, encoding="utf-8")
        self._append(fresh, head)

    def add(self, bundles: Iterable[Bundle], catalogue: Catalogue) -> None:
        """Append the captures of bundles that were just committed.

        Raises:
            DiskFull: There is no room.
        """
        written = list(bundles)
        found = (catalogue.in_bundle(bundle.iri) for bundle in written)
        self._append([record for record in found if record is not None], written[-1])

    def _append(self, captures: Iterable[CaptureRecord], last: Bundle) -> None:
        line = {
            "format": _FORMAT,
            "sequence": last.sequence,
            "chain": last.chain,
            "captures": [_written(record) for record in captures],
        }
        with room_for(self._path), self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


# -- captures as JSON values ----------------------------------------------------------------------


def _written(record: CaptureRecord) -> dict[str, Any]:
    edition = record.edition
    end = edition.effective.end
    return {
        "iri": record.iri,
        "bundle": record.bundle,
        "sequence": record.sequence,
        "edition": record.edition_iri,
        "source": record.source_iri,
        "version": record.version,
        "place": record.place,
        "at": literal.instant(record.at).value,
        "previous": record.previous,
        "name": edition.source.name,
        "title": edition.source.title,
        "label": edition.label,
        "scheme": edition.scheme.value if edition.scheme else None,
        "published": _time_written(edition.published),
        "from": _time_written(edition.effective.start),
        "until": None if end is None else _time_written(end),
        "scope": edition.scope.as_dict(),
    }


def _capture(said: dict[str, Any]) -> CaptureRecord:
    until = said["until"]
    return CaptureRecord(
        iri=said["iri"],
        bundle=said["bundle"],
        sequence=said["sequence"],
        edition=Edition(
            source=Source(name=said["name"], title=said["title"]),
            label=said["label"],
            scheme=Scheme(said["scheme"]) if said["scheme"] else None,
            published=_time(said["published"]),
            effective=Period(
                start=_time(said["from"]), end=None if until is None else _time(until)
            ),
            scope=Scope.of(said["scope"]),
        ),
        edition_iri=said["edition"],
        source_iri=said["source"],
        version=said["version"],
        place=said["place"],
        at=literal.read_instant(said["at"]),
        previous=said["previous"],
    )


def _time_written(time: Time) -> list[str | bool]:
    if isinstance(time, UnknownTime):
        return [time.lexical, time.doubt.value]
    bounds = (literal.instant(time.earliest).value, literal.instant(time.latest).value)
    return [time.lexical, time.precision.value, *bounds, time.basis.value, time.zone_known]


def _time(said: list[Any]) -> Time:
    if len(said) == 2:  # noqa: PLR2004 - words and doubt, as written above
        return UnknownTime(lexical=said[0], doubt=Doubt(said[1]))
    lexical, precision, earliest, latest, basis, zone_known = said
    return KnownTime(
        lexical=lexical,
        precision=Precision(precision),
        earliest=literal.read_instant(earliest),
        latest=literal.read_instant(latest),
        basis=Basis(basis),
        zone_known=zone_known,
    )
