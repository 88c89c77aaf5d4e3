"""A corpus with questions: documents, a manifest, further metadata, edges, and what is right."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from cedarprov.errors import BadEvaluationData
from cedarprov.evaluate.asking import Inquiry
from cedarprov.evaluate.environment import digest, digest_of_all
from cedarprov.evaluate.json_lines import read_json, read_lines
from cedarprov.model.answer import Status
from cedarprov.model.edge import Relation
from cedarprov.model.frozen import Frozen

DOCUMENTS: Final = "documents"
_WRITTEN: Final = (
    "manifest.toml",
    "metadata.toml",
    "edges.jsonl",
    "verdicts.jsonl",
    "questions.jsonl",
    "minutes.json",
    "labels-1.jsonl",
    "labels-2.jsonl",
)


class Quoted(Frozen):
    """Words that stand exactly once in a document, which is named by its place."""

    document: str
    quote: str


class WrittenEdge(Frozen):
    """An edge between the words of two documents, under a scope."""

    subject: Quoted
    relation: Relation
    object: Quoted
    scope: Mapping[str, str]


class AskedQuestion(Frozen):
    """A question with what is right.

    `values` empty where an answer is expected means that a note takes the value back. `missing`
    are the dimensions that have to be asked for, `may_miss` others that are as good. `evidence`
    are the sentences that the answer rests on.
    """

    identifier: str
    split: str
    kind: str
    inquiry: Inquiry
    expected: Status
    accepted: frozenset[Status]
    values: tuple[str, ...]
    must_not: tuple[str, ...]
    missing: frozenset[str]
    may_miss: frozenset[str]
    evidence: tuple[Quoted, ...]
    notes: tuple[Quoted, ...]

    @property
    def is_taken_back(self) -> bool:
        """Whether the right answer is a note that takes a value back, and no value."""
        return self.expected is Status.ANSWERED and not self.values


class Minutes(Frozen):
    """Minutes that were declared for metadata, for verdicts, and for edges by hand."""

    metadata: int
    review: int
    hand: int


def read_questions(folder: Path) -> list[AskedQuestion]:
    """Return the questions, in the order of their file.

    Raises:
        BadEvaluationData: There are none, or one rests on words that its document does not hold.
    """
    questions = list(read_lines(folder / "questions.jsonl", _question))
    for question in questions:
        for quoted in question.evidence:
            check_quoted(folder, quoted)
    return questions


def read_edges(folder: Path) -> list[WrittenEdge]:
    """Return the edges by hand, in the order of their file; raises as `read_questions`."""
    edges = list(read_lines(folder / "edges.jsonl", _edge))
    for edge in edges:
        check_quoted(folder, edge.subject)
        check_quoted(folder, edge.object)
    return edges


def read_minutes(folder: Path) -> Minutes:
    """Return the minutes that were declared.

    Raises:
        BadEvaluationData: They cannot be read.
    """
    return read_json(folder / "minutes.json", _minutes)


def check_quoted(folder: Path, quoted: Quoted) -> None:
    """Refuse words that do not stand exactly once in their document (BadEvaluationData)."""
    path = folder / DOCUMENTS / quoted.document
    try:
        found = path.read_text(encoding="utf-8").count(quoted.quote)
    except OSError as error:
        raise BadEvaluationData(path, None, error.strerror or "it cannot be read") from error
    if found != 1:
        raise BadEvaluationData(path, None, f"it holds {quoted.quote!r} {found} times, not once")


def inputs(folder: Path) -> dict[str, str]:
    """Return the digests of what was written by hand, and of all documents together."""
    written = (folder / name for name in _WRITTEN)
    documents = (path for path in (folder / DOCUMENTS).rglob("*") if path.is_file())
    return {
        **{path.name: digest(path) for path in written if path.is_file()},
        DOCUMENTS: digest_of_all(folder, documents),
    }


def _minutes(written: dict[str, Any]) -> Minutes:
    spent = written["edges"]
    return Minutes(metadata=written["metadata"], review=spent["review"], hand=spent["hand"])


def _question(item: dict[str, Any]) -> AskedQuestion:
    expected = item["expected"]
    evidence = [(_quoted(each), each["role"]) for each in item["evidence"]]
    return AskedQuestion(
        identifier=item["id"],
        split=item["split"],
        kind=item["kind"],
        inquiry=Inquiry(words=item["question"], scope=item["scope"]),
        expected=Status(expected["status"]),
        accepted=frozenset(map(Status, expected["accept"])),
        values=tuple(expected["values"]),
        must_not=tuple(expected["must_not"]),
        missing=frozenset(expected["missing"]),
        may_miss=frozenset(expected["may_miss"]),
        evidence=tuple(quoted for quoted, _ in evidence),
        notes=tuple(quoted for quoted, role in evidence if role == "qualification"),
    )


def _edge(item: dict[str, Any]) -> WrittenEdge:
    return WrittenEdge(
        subject=_quoted(item["subject"]),
        relation=Relation(item["relation"]),
        object=_quoted(item["object"]),
        scope=item["scope"],
    )


def _quoted(item: dict[str, Any]) -> Quoted:
    return Quoted(document=item["document"], quote=item["quote"])
