"""Damage done to a corpus or its edges on purpose, with a seed; larger damage holds smaller.

Each rule gives back what it was given where its share is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final, TypeVar

from cedarprov.evaluate.sixty.corpus import DOCUMENTS, Quoted, WrittenEdge
from cedarprov.evaluate.sixty.measuring import MIRROR
from cedarprov.model.edge import Relation
from cedarprov.model.frozen import replace

T = TypeVar("T")
SEED: Final = 6_000


def shuffled(edges: Sequence[WrittenEdge]) -> list[WrittenEdge]:
    """Return the edges with their objects exchanged: as many, of the same types, all wrong.

    Objects are turned by a number of places that leaves none where it was, if there is one.
    """
    objects = [edge.object for edge in edges]
    turns = [*range(1, len(edges))]
    Random(SEED).shuffle(turns)  # noqa: S311 - the same each time
    best = min(turns, key=lambda turn: _kept(objects, turn), default=0)
    turned = [*objects[best:], *objects[:best]]
    return [replace(edge, object=other) for edge, other in zip(edges, turned, strict=True)]


def _kept(objects: Sequence[Quoted], turn: int) -> int:
    turned = [*objects[turn:], *objects[:turn]]
    return sum(one == other for one, other in zip(objects, turned, strict=True))


def with_errors(edges: Sequence[WrittenEdge], share: float) -> list[WrittenEdge]:
    """Return the edges, a share of which ends at the wrong words, as an extractor would have it."""
    wrong = {*_drawn(range(len(edges)), share)}
    astray = shuffled(edges)
    return [astray[at] if at in wrong else edge for at, edge in enumerate(edges)]


def with_hub(edges: Sequence[WrittenEdge], folder: Path, share: float) -> list[WrittenEdge]:
    """Return the edges, and one record that is said to support a share of all documents."""
    places = places_in(folder)
    hub = _first_sentence(folder, places[0])
    others = _drawn(places[1:], share)
    return [
        *edges,
        *(
            WrittenEdge(
                subject=hub,
                relation=Relation.SUPPORTS,
                object=_first_sentence(folder, place),
                scope={},
            )
            for place in others
        ),
    ]


def copy_documents(folder: Path, target: Path, share: float) -> None:
    """Write the documents and copies of a share of them, on which no metadata are known.

    A copy has a closing remark in every paragraph, so that no text of it is the original's.
    """
    places = places_in(folder)
    copied = {*_drawn(places, share)}
    for place in places:
        text = (folder / DOCUMENTS / place).read_text(encoding="utf-8")
        _write(target / place, text)
        if place in copied:
            _write(target / MIRROR / place, _remarked(text))


def places_in(folder: Path) -> list[str]:
    """Return the places of all documents, sorted."""
    root = folder / DOCUMENTS
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*.md"))


def _remarked(text: str) -> str:
    paragraphs = text.rstrip("\n").split("\n\n")
    marked = [
        part if part.startswith("#") else f"{part} So it says on this page." for part in paragraphs
    ]
    return "\n\n".join(marked) + "\n"


def _drawn(items: Sequence[T], share: float) -> list[T]:
    order = list(items)
    Random(SEED).shuffle(order)  # noqa: S311 - the same each time
    return order[: round(share * len(order))]


def _first_sentence(folder: Path, place: str) -> Quoted:
    text = (folder / DOCUMENTS / place).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return Quoted(document=place, quote=lines[0])


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
