"""A store filled through the public verbs, for tests of what is asked of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

import cedarprov
from cedarprov.model.edge import Agent, AgentKind
from cedarprov.model.frozen import Frozen
from cedarprov.model.receipt import Candidate
from cedarprov.model.reply import Answer
from cedarprov.rdf import vocabulary as v

ANNA = Agent(name="Anna")
BEN = Agent(name="Ben")
MACHINE = Agent(name="linker", kind=AgentKind.SOFTWARE, version="1")


class Document(Frozen):
    """One edition of a source as its manifest declares it."""

    name: str
    text: str
    edition: str = ""
    scope: str = ""
    published: str = ""
    effective: str = ""

    def entry(self, file: str) -> str:
        """The manifest's entry."""
        stated = {"name": self.name, "edition": self.edition, "published": self.published}
        stated |= {"match": file, "effective": self.effective}
        lines = [f"{key} = {json.dumps(value)}" for key, value in stated.items() if value]
        pairs = [part.split("=", 1) for part in self.scope.split()]
        scope = ", ".join(f"{name} = {json.dumps(value)}" for name, value in pairs)
        return "\n".join(["[[source]]", *lines, f"scope = {{ {scope} }}" if scope else "", ""])


class Library:
    """Documents in a store that searches by words."""

    def __init__(self, path: Path, *documents: Document) -> None:
        self._folder = path / "files"
        self._files = 0
        self.kb = cedarprov.create(path / "store", dense=False)
        if documents:
            self.put(*documents)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kb.close()

    def put(self, *documents: Document, day: str = "2024-06-01") -> None:
        """Ingest documents, each as the one content that its edition has on a day."""
        self._files += 1
        folder = self._folder / str(self._files)
        folder.mkdir(parents=True)
        entries = []
        for number, document in enumerate(documents):
            (folder / f"{number}.md").write_text(document.text, encoding="utf-8")
            entries.append(document.entry(f"{number}.md"))
        manifest = self._folder / f"{self._files}.toml"
        manifest.write_text("\n".join(entries), encoding="utf-8")
        at = datetime.fromisoformat(f"{day}T12:00:00+00:00").astimezone(UTC)
        self.kb.ingest(folder, manifest=manifest, at=at)

    def passages(self, words: str) -> list[str]:
        """The passages whose text holds some words, sorted."""
        store = self.kb._reading().store
        texts = (quad.subject for quad in store.quads(None, v.TEXT) if words in quad.object.value)
        holders = {quad.subject for text in texts for quad in store.quads(None, v.HAS_TEXT, text)}
        return sorted(node.value for node in holders if any(store.quads(node, v.TYPE, v.PASSAGE)))

    def passage(self, words: str) -> str:
        """The only passage whose text holds some words."""
        [found] = self.passages(words)
        return found

    def link(self, subject: str, relation: str, target: str, **options: object) -> str:
        """Assert an edge between the passages that hold some words."""
        ends = self.passage(subject), self.passage(target)
        return self.kb.edge(ends[0], relation, ends[1], evidence="I know it", agent=ANNA, **options)

    def infer(self, subject: str, relation: str, target: str, **options: object) -> str:
        """Infer an edge between the passages that hold some words."""
        ends = self.passage(subject), self.passage(target)
        return self.kb.edge(
            ends[0],
            relation,
            ends[1],
            evidence="same words",
            agent=MACHINE,
            plan="same words",
            **options,
        )

    def accept(self, edge: str, reviewer: Agent = ANNA) -> None:
        """Accept an edge in review."""
        self.kb.review(edge, "accepted", reviewer=reviewer)

    def reject(self, edge: str, reviewer: Agent = ANNA) -> None:
        """Reject an edge in review."""
        self.kb.review(edge, "rejected", reviewer=reviewer)


def shown(answer: Answer) -> list[str]:
    """The texts that an answer shows, best first."""
    return [item.text for item in answer.evidence]


def candidate(answer: Answer, passage: str) -> Candidate:
    """What the receipt says of the text of a passage."""
    [found] = [item for item in answer.receipt.candidates if passage in item.passages]
    return found


def held(answer: Answer) -> Iterator[tuple[str, str]]:
    """The codes of all candidates by text."""
    return ((item.text, item.code.value) for item in answer.receipt.candidates)
