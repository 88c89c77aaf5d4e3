"""What one file will become: read, described and compared with what was captured before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Final

from cedarprov.errors import TooManyLines
from cedarprov.ingest.declaration import Described
from cedarprov.ingest.front_matter import FrontMatter, read_front_matter
from cedarprov.ingest.manifest import Manifest
from cedarprov.ingest.reader import Decoded, read_text
from cedarprov.ingest.split import Piece, split
from cedarprov.ingest.structure import line_count
from cedarprov.ingest.walk import Found
from cedarprov.model.frozen import Frozen, replace
from cedarprov.model.passage import Passage
from cedarprov.model.source import Capture, Markup, Version
from cedarprov.rdf.naming import Names, digest_of
from cedarprov.store.catalogue import CaptureRecord, Catalogue
from cedarprov.store.given import read_given

LINE_LIMIT: Final = 500_000
"""The most lines of a file that is taken in: the parser of Markdown takes some 2 KB for each."""


class Root(Frozen):
    """A path that was given: the folder it stands for, and the name that its places begin with."""

    folder: Path
    name: str

    @classmethod
    def of(cls, path: Path) -> Root:
        """Return the root of a path: the folder itself, or the folder of a file."""
        absolute = path.absolute()
        folder = absolute if absolute.is_dir() else absolute.parent
        return cls(folder=folder, name=folder.resolve().name)

    def place(self, relative: str) -> str:
        """Return the place of a file: the name of the root, and the path below it."""
        return f"{self.name}/{relative}" if self.name else relative


class Reading(Frozen):
    """One file as read: its bytes and text, what is known about it, and where its body begins."""

    place: str
    data: bytes
    decoded: Decoded
    described: Described
    front: FrontMatter

    @property
    def version(self) -> Version:
        """The version that these bytes are."""
        return Version(
            digest=digest_of(self.data),
            profile=self.decoded.profile,
            text_digest=digest_of(self.decoded.text.encode()),
            length=len(self.decoded.text),
            size=len(self.data),
            markup=self.described.markup or Markup.PLAIN,
            byte_order_mark=self.decoded.byte_order_mark,
        )

    def pieces(self) -> tuple[Piece, ...]:
        """Return the passages-to-be of the body."""
        markup = self.described.markup or Markup.PLAIN
        return split(self.decoded.text, markup, start=self.front.body)

    def passages(self, pieces: Iterable[Piece], names: Names) -> Iterator[tuple[Passage, str]]:
        """Yield the passages that pieces of it become, each with its text."""
        version = names.version(self.version).value
        for piece in pieces:
            text = self.decoded.text[piece.start : piece.end]
            passage = Passage(
                version=version,
                start=piece.start,
                end=piece.end,
                text_digest=digest_of(text.encode()),
                headings=piece.headings,
                overlap=piece.overlap,
                cut=piece.cut,
            )
            yield passage, text


def read_file(found: Found, root: Root, manifest: Manifest) -> Reading:
    """Return one file as read and described.

    Raises:
        InputError: It is not text in its encoding.
        TooManyLines: It has more lines than `LINE_LIMIT`.
        OSError: It cannot be read.
    """
    declared = manifest.describe(found.place)
    data = found.path.read_bytes()
    decoded = read_text(data, encoding=declared.encoding, place=found.place)
    lines = line_count(decoded.text)
    if lines > LINE_LIMIT:
        raise TooManyLines(found.place, lines, LINE_LIMIT)
    front = FrontMatter()
    if declared.markup is Markup.MARKDOWN:
        front = read_front_matter(decoded.text, place=found.place)
    name = front.declaration.name or root.place(found.place)
    described = manifest.describe(found.place, replace(front.declaration, name=name))
    return Reading(
        place=root.place(found.place),
        data=data,
        decoded=decoded,
        described=described,
        front=front,
    )


def read_declared(path: Path) -> Reading:
    """Return a manifest as a source of its own, so that its words can be evidence.

    Raises:
        InputError: It is not text in UTF-8.
        FileTooLarge: It is longer than what is read.
    """
    place = f"{path.absolute().parent.name}/{path.name}"
    data = read_given(path)
    return Reading(
        place=place,
        data=data,
        decoded=read_text(data, place=str(path)),
        described=Manifest().describe(place),
        front=FrontMatter(),
    )


def compare(
    reading: Reading, catalogue: Catalogue, names: Names, now: datetime
) -> Capture | CaptureRecord:
    """Return the capture to be made, or the last one where nothing differs from it."""
    edition = reading.described.edition
    last = catalogue.last_of(names.edition(edition).value)
    version = reading.version
    if last is not None and _is_same(last, reading, names.version(version).value):
        return last
    return capture_of(reading, last, now)


def capture_of(reading: Reading, last: CaptureRecord | None, now: datetime) -> Capture:
    """Return the capture of a file that follows the last one of its edition."""
    return Capture(
        edition=reading.described.edition,
        version=reading.version,
        place=reading.place,
        at=now,
        previous=last.iri if last else None,
    )


def _is_same(last: CaptureRecord, reading: Reading, version: str) -> bool:
    return (
        last.version == version
        and last.place == reading.place
        and last.edition == reading.described.edition
    )
