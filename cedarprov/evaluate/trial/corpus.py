"""What a trial needs of a corpus: blocks, questions, and annotation that can be put into a store.

A block is a part of the corpus that is annotated in one way: a service, a document. Annotation
belongs to the block in which reading starts: that of the object of an edge.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Protocol, TypeVar

from cedarprov.evaluate.asking import Inquiry
from cedarprov.evaluate.sixty.annotation import connect, ingest
from cedarprov.evaluate.sixty.corpus import AskedQuestion, inputs, read_edges, read_questions
from cedarprov.evaluate.sixty.damage import places_in
from cedarprov.evaluate.sixty.rubric import is_right
from cedarprov.evaluate.trial.plan import Plan
from cedarprov.ingest.manifest import load_manifest
from cedarprov.model.frozen import Frozen

if TYPE_CHECKING:
    from cedarprov.knowledge import Knowledge
    from cedarprov.model.reply import Answer

T = TypeVar("T")


class TrialQuestion(Frozen):
    """A question, the block it is about, and what tells whether an answer to it is right."""

    identifier: str
    kind: str
    block: str
    inquiry: Inquiry
    is_right: Callable[[Answer], bool]


class Allotment(Frozen):
    """Which blocks of one store have metadata and which have edges, and how far both go."""

    metadata: frozenset[str]
    edges: frozenset[str]
    plan: Plan

    def afforded(self, items: Sequence[T], cost: float) -> list[T]:
        """Return as many of the items, in an order by the seed, as the minutes allow."""
        order = list(items)
        Random(self.plan.seed).shuffle(order)  # noqa: S311 - the same each time
        return order[: int(self.plan.minutes / cost)]


class Corpus(Protocol):
    """A corpus with questions."""

    @property
    def base(self) -> str:
        """What the identifiers of its stores begin with."""
        ...

    @property
    def blocks(self) -> tuple[str, ...]:
        """The blocks, sorted."""
        ...

    @property
    def questions(self) -> tuple[TrialQuestion, ...]:
        """The questions."""
        ...

    def fill(self, kb: Knowledge, allotment: Allotment) -> None:
        """Take the documents into a store, with the annotation that is allotted."""
        ...

    def inputs(self) -> dict[str, str]:
        """Return the digests of what it is read from."""
        ...


class AnnotatedFolder:
    """A folder with documents, a manifest, metadata, edges and questions, as data/sixty is.

    Its blocks are the folders of its documents.
    """

    base = "urn:cedarprov:trial:"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._edges = read_edges(folder)
        self._places = places_in(folder)
        self.blocks = tuple(sorted({*map(_block, self._places)}))
        self.questions = tuple(self._asked(question) for question in read_questions(folder))

    def fill(self, kb: Knowledge, allotment: Allotment) -> None:
        """Take the documents in; entries that name documents of several blocks belong to none."""
        cost = allotment.plan.minutes_per_entry
        mine = [text for text, block in self._entries() if block in allotment.metadata]
        ingest(kb, self._folder, *allotment.afforded(mine, cost))
        edges = [edge for edge in self._edges if _block(edge.object.document) in allotment.edges]
        connect(kb, allotment.afforded(edges, allotment.plan.minutes_per_edge))

    def inputs(self) -> dict[str, str]:
        """Return the digests of what it is read from."""
        return inputs(self._folder)

    def _entries(self) -> list[tuple[str, str]]:
        text = (self._folder / "metadata.toml").read_text(encoding="utf-8")
        manifest = load_manifest(text, "metadata.toml")
        found = []
        for entry in manifest.entries:
            blocks = {_block(place) for place in self._places if entry.matches(place)}
            if len(blocks) == 1:
                found.append((text[slice(*entry.span)], blocks.pop()))
        return found

    def _asked(self, question: AskedQuestion) -> TrialQuestion:
        service = question.inquiry.scope.get("service", "")
        near = [_block(quoted.document) for quoted in question.evidence]
        return TrialQuestion(
            identifier=question.identifier,
            kind=question.kind,
            block=service if service in self.blocks else (near or [self.blocks[0]])[0],
            inquiry=question.inquiry,
            is_right=partial(is_right, question),
        )


def _block(place: str) -> str:
    return place.partition("/")[0]
