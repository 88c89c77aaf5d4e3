"""Write a store in the format that is asked for, and tell what the format did to its records."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import IO, Final

from cedarprov.errors import BadValue
from cedarprov.export.annotation import write_annotations
from cedarprov.export.archive import ArchiveFormat, write_archive
from cedarprov.export.interchange import write_turtle
from cedarprov.export.report import ExportFormat, ExportReport
from cedarprov.export.split import write_split
from cedarprov.store.session import Session

_PROV: Final = frozenset({ExportFormat.PROV_N, ExportFormat.PROV_JSON, ExportFormat.PROV_XML})

TextOf = Callable[[str], str]


def write_record(session: Session, iri: str, form: str, output: IO[bytes]) -> None:
    """Write the trail of one record.

    Raises:
        BadValue: The format is not Turtle.
        UnknownIri: The store holds no such record.
    """
    if form != ExportFormat.TURTLE:
        raise BadValue("format", form, "turtle, in which one record is written")
    output.write(write_turtle(iri, session))


def write_store(session: Session, form: str, output: IO[bytes], text_of: TextOf) -> ExportReport:
    """Write a whole store.

    Raises:
        BadValue: There is no such format, or it is Turtle, which has no graphs.
    """
    if form not in set(ExportFormat):
        raise BadValue("format", form, f"one of {', '.join(ExportFormat)}")
    chosen = ExportFormat(form)
    if chosen is ExportFormat.TURTLE:
        allowed = (
            "trig or nquads for a whole store, since turtle has no graphs; for turtle, name one "
            "record, or a folder (split) for a file a graph"
        )
        raise BadValue("format", form, allowed)
    if chosen is ExportFormat.ANNOTATIONS:
        return write_annotations(session, text_of, output)
    if chosen in _PROV:
        from cedarprov.export.prov import write_prov  # noqa: PLC0415 - parsers that it alone needs

        return write_prov(session, output, chosen)
    return write_archive(session, output, ArchiveFormat(chosen))


def write_folder(session: Session, folder: Path) -> ExportReport:
    """Write a whole store as Turtle, one file a graph.

    Raises:
        FolderNotOurs: The folder holds something that no such export wrote.
    """
    return write_split(session, folder)
