"""The documentation of projects in several releases as a corpus of a trial.

Its blocks are documents, whatever release they are of. The metadata that may be bought say which
release the notes of a release are about; the edges are those that software infers, each of which
costs a verdict. A question is answered right if its status is right and, where an answer rests on
spans, one of these is shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cedarprov.evaluate import versioned_docs
from cedarprov.evaluate.coverage import is_shown
from cedarprov.evaluate.declaration import Declared
from cedarprov.evaluate.evaluation import Options
from cedarprov.evaluate.inferring import Judged, infer, read_verdicts
from cedarprov.evaluate.scoped_question import ScopedQuestion, inputs, projects, questions
from cedarprov.evaluate.trial.corpus import Allotment, TrialQuestion

if TYPE_CHECKING:
    from cedarprov.judge.exhibit import Exhibit
    from cedarprov.knowledge import Knowledge
    from cedarprov.model.reply import Answer

_NOTES: Final = "releases"


class ReleaseDocs:
    """The documentation in a folder, and a file of verdicts on edges."""

    base = versioned_docs.BASE

    def __init__(self, folder: Path, labels: Path | None, options: Options) -> None:
        self._folder = folder
        self._options = options
        self._verdicts = {item.record: item for item in read_verdicts(labels)}
        self._documents = sorted(
            path.relative_to(folder).as_posix()
            for project in projects(folder)
            for path in (folder / project).rglob("*")
            if path.is_file()
        )
        self.blocks = tuple(sorted({*map(_block, self._documents)}))
        self.questions = tuple(self._asked(question) for question in questions(folder))

    def fill(self, kb: Knowledge, allotment: Allotment) -> None:
        """Take the documents in, with entries on the notes of releases and verdicts on edges."""
        notes = [block for block in self.blocks if _release(block) and block in allotment.metadata]
        entries = allotment.afforded(notes, allotment.plan.minutes_per_entry)
        versioned_docs.ingest(kb, self._folder, self._options, further=_entries(entries))
        infer(kb, Options(infer=True), ())
        mine = [
            self._verdicts[exhibit.pending.iri]
            for exhibit in kb.agenda(only="edges")
            if exhibit.pending.iri in self._verdicts and _blocks_of(exhibit) & allotment.edges
        ]
        bought: list[Judged] = allotment.afforded(mine, allotment.plan.minutes_per_edge)
        infer(kb, Options(infer=True), bought)

    def inputs(self) -> dict[str, str]:
        """Return the digests of what it is read from."""
        return inputs(self._folder)

    def _asked(self, question: ScopedQuestion) -> TrialQuestion:
        texts = cache(lambda path: (self._folder / path).read_bytes().decode())

        def right(answer: Answer) -> bool:
            if answer.status is not question.expected:
                return False
            shown = [evidence.text for evidence in answer.evidence]
            return not question.evidence or any(
                is_shown((span.start, span.end), texts(span.path), shown)
                for span in question.evidence
            )

        near = [_block(span.path) for span in question.gold]
        return TrialQuestion(
            identifier=question.identifier,
            kind=question.kind,
            block=near[0] if near else f"{question.project}/{question.identifier}",
            inquiry=question.inquiry,
            is_right=right,
        )


def _block(place: str) -> str:
    project, _, rest = place.partition("/")
    return f"{project}/{rest.partition('/')[2]}"


def _release(block: str) -> str:
    """Return the release that the notes in a document are about, or nothing."""
    path = Path(block)
    is_notes = path.parent.name == _NOTES and path.stem[:1].isdigit()
    return path.stem if is_notes else ""


def _entries(blocks: Iterable[str]) -> dict[str, list[str]]:
    """Return manifest entries by project: the release that some notes are about."""
    found: dict[str, list[str]] = {}
    for block in blocks:
        project, _, path = block.partition("/")
        entry = Declared(
            match=f"*/{path}", name=f"{project}/{path}", scope={"release": _release(block)}
        )
        found.setdefault(project, []).append(entry.to_toml())
    return found


def _blocks_of(exhibit: Exhibit) -> set[str]:
    quotations = exhibit.object.quotations if exhibit.object else ()
    return {capture.edition.source.name for each in quotations for capture in each.captures}
