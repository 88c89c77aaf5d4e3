"""One item of the minimal pairs: a few documents, a question, and what is right."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from cedarprov.errors import BadEvaluationData
from cedarprov.evaluate.declaration import Declared
from cedarprov.evaluate.json_lines import read_lines
from cedarprov.model.answer import Status
from cedarprov.model.frozen import Frozen


class Document(Frozen):
    """A text with what is declared about it; `captured` is None where it is unknown."""

    source: str
    title: str
    edition: str | None
    scheme: str | None
    published: str | None
    effective: str | None
    captured: datetime | None
    scope: Mapping[str, str]
    text: str

    def declared(self, place: str) -> Declared:
        """Return the manifest entry for this document in the file at `place`."""
        return Declared(
            match=f"/{place}",
            name=self.source,
            title=self.title,
            format="text",
            edition=self.edition,
            scheme=self.scheme,
            published=self.published,
            effective=self.effective,
            scope=self.scope,
        )


class Quote(Frozen):
    """Words that an answer rests on, and the position of their document in the item."""

    document: int
    exact: str


class Expected(Frozen):
    """What is right: the status or others as good, and the values, cells and open dimensions."""

    status: Status
    accepted: frozenset[Status]
    values: tuple[str, ...]
    cells: tuple[str, ...]
    missing: frozenset[str]
    evidence: tuple[Quote, ...]
    must_not: tuple[str, ...]


class PairItem(Frozen):
    """One item; the items of a family ask the same question."""

    identifier: str
    family: str
    kind: str
    question: str
    documents: tuple[Document, ...]
    scope: Mapping[str, str]
    as_of: Mapping[str, str]
    expected: Expected

    def __post_init__(self) -> None:
        """Refuse evidence that is not in the document it names (ValueError, IndexError)."""
        for quote in self.expected.evidence:
            if quote.exact not in self.documents[quote.document].text:
                raise ValueError(f"document {quote.document} does not hold {quote.exact!r}")


def read_items(folder: Path) -> list[PairItem]:
    """Return the items of every `.jsonl` file in `folder`.

    Raises:
        BadEvaluationData: There is none, or one does not hold items.
    """
    items = [item for path in sorted(folder.glob("*.jsonl")) for item in read_lines(path, _item)]
    if not items:
        raise BadEvaluationData(folder, None, "it holds no item in a .jsonl file")
    return items


def _item(written: dict[str, Any]) -> PairItem:
    return PairItem(
        identifier=written["id"],
        family=written["family"],
        kind=written["kind"],
        question=written["question"],
        documents=tuple(map(_document, written["documents"])),
        scope=written["scope"],
        as_of=written["as_of"],
        expected=_expected(written["expected"]),
    )


def _document(written: dict[str, Any]) -> Document:
    captured = written["captured"]
    return Document(
        source=written["source"],
        title=written["title"],
        edition=written["edition"],
        scheme=written["scheme"],
        published=written["published"],
        effective=written["effective"],
        captured=datetime.fromisoformat(captured) if captured else None,
        scope=written["scope"],
        text=written["text"],
    )


def _expected(written: dict[str, Any]) -> Expected:
    return Expected(
        status=Status(written["status"]),
        accepted=frozenset(map(Status, written.get("accept") or ())),
        values=tuple(written["values"]),
        cells=tuple(cell["value"] for cell in written["cells"]),
        missing=frozenset(written["missing"]),
        evidence=tuple(
            Quote(document=quote["document"], exact=quote["quote"]) for quote in written["evidence"]
        ),
        must_not=tuple(written["must_not"]),
    )
