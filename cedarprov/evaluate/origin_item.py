"""One item of the origins evaluations: a claim, its witnesses, and the origin of each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from cedarprov.evaluate.json_lines import read_lines
from cedarprov.judge.witness import Witness
from cedarprov.model.frozen import Frozen

FILE: Final = "groups.jsonl"
_KEYS: Final = ("doc_id", "instance_id", "id")


class OriginItem(Frozen):
    """A claim with its witnesses; `labels` names the true origin of each, in the same order."""

    identifier: str
    kind: str
    claim: str
    witnesses: tuple[Witness, ...]
    labels: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.witnesses or len(self.witnesses) != len(self.labels):
            raise ValueError("every witness has an origin, and there is one witness or more")

    @property
    def true_count(self) -> int:
        """The number of origins."""
        return len({*self.labels})


def read_items(folder: Path) -> list[OriginItem]:
    """Return the items of `groups.jsonl` in a folder, with the documents that it names.

    Raises:
        BadEvaluationData: It is not there, or does not hold items.
    """
    return list(read_lines(folder / FILE, lambda written: _item(folder, written)))


def documents_of(folder: Path) -> set[Path]:
    """Return the files that the items of a folder rest on.

    Raises:
        BadEvaluationData: The list of items is not there, or does not hold items.
    """
    paths = read_lines(
        folder / FILE, lambda written: [folder / each["path"] for each in written["documents"]]
    )
    return {path.resolve() for listed in paths for path in listed}


def _item(folder: Path, written: Mapping[str, Any]) -> OriginItem:
    documents = written["documents"]
    return OriginItem(
        identifier=written["id"],
        kind=written["kind"],
        claim=written["claim"],
        witnesses=tuple(_witness(folder, at, each) for at, each in enumerate(documents)),
        labels=tuple(each["origin"] for each in documents),
    )


def _witness(folder: Path, position: int, written: Mapping[str, Any]) -> Witness:
    """Return the quotation that a document gives; where none is named, its row or all of it."""
    path = (folder / written["path"]).resolve()
    try:
        document = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise ValueError(f"{written['path']}: {error.strerror}") from error
    text = written.get("quote")
    if "locator" in written:
        document = text = _row(path, written["locator"])
    return Witness(
        key=f"{position}",
        text=text or document,
        content=f"sha256:{sha256(document.encode()).hexdigest()}",
        document=document,
        titles=(written.get("publisher", ""),),
    )


def _row(path: Path, locator: object) -> str:
    """Return the strings of the row of a file of JSON lines that has an identifier."""
    rows = _rows(path)
    return "\n".join(_strings(rows[locator]))


@lru_cache(maxsize=8)
def _rows(path: Path) -> dict[object, Any]:
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    return {row[key]: row for row in rows for key in _KEYS if key in row}


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)
