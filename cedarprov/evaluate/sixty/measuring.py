"""Ask a store the questions in one arm, and count what the answers get right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cedarprov.evaluate.asking import Reply, ask
from cedarprov.evaluate.coverage import repeated_words
from cedarprov.evaluate.measure import GroupMean, Measure, Share, StatusAccuracy, Unanswered
from cedarprov.evaluate.outcome import Outcome, Tally
from cedarprov.evaluate.sixty.annotation import further_metadata, places_of
from cedarprov.evaluate.sixty.corpus import DOCUMENTS, AskedQuestion
from cedarprov.evaluate.sixty.rubric import (
    Statement,
    found,
    is_right,
    notes_found,
    statements,
    supports,
)
from cedarprov.ingest.manifest import load_manifest
from cedarprov.model.answer import Status
from cedarprov.model.frozen import Frozen, field
from cedarprov.model.question import Arm
from cedarprov.model.scope import Scope

if TYPE_CHECKING:
    from cedarprov.knowledge import Knowledge
    from cedarprov.model.reply import Answer

BASE: Final = "urn:cedarprov:sixty:"
"""What identifiers begin with, so that an annotator's verdicts name the same records again."""
BUDGETS: Final = (50, 100, 200)
BUDGET: Final = 100
"""The words under which all but evidence recall is measured."""
MIRROR: Final = "mirror/"
"""What the places of copies begin with."""

KINDS: Final = ("lookup", "version", "conflict", "insufficient", "ambiguous")
"""The kinds of questions."""

MEASURES: Final[tuple[Measure, ...]] = (
    Share("answer_correct"),
    *(Share(f"answer_correct_{kind}") for kind in KINDS),
    Share("version_correct"),
    Share("supported_claims"),
    Share("supported_claims_by_hand"),
    *(Share(f"evidence_recall@{budget}") for budget in BUDGETS),
    Share("qualification_recall"),
    StatusAccuracy(),
    Unanswered(),
    Share("repeated_words"),
    Share("words_shown"),
    Share("records_visited"),
    Share("origins_at_least"),
    Share("origins_at_most"),
    GroupMean("annotation_minutes"),
)


class Bench(Frozen):
    """What answers are held against: questions, the scopes of documents, labels by hand."""

    questions: tuple[AskedQuestion, ...]
    scopes: Mapping[str, Scope]
    labels: Mapping[Statement, bool] = field(default_factory=dict)


def scopes_of(folder: Path) -> dict[str, Scope]:
    """Return where each document holds, by all metadata that was written on it."""
    written = (folder / "manifest.toml").read_text(encoding="utf-8")
    manifest = load_manifest("\n".join((written, further_metadata(folder))), "manifest.toml")
    root = folder / DOCUMENTS
    places = (path.relative_to(root).as_posix() for path in root.rglob("*.md"))
    return {place: manifest.describe(place).edition.scope for place in sorted(places)}


def outcomes_of(
    kb: Knowledge, bench: Bench, arm: Arm, *, name: str, minutes: int
) -> Iterator[Outcome]:
    """Yield what the store makes of each question in an arm, under the name of a condition."""
    documents = {
        version: place.removeprefix(MIRROR)
        for place, version in sorted(places_of(kb).items(), reverse=True)
    }
    for question in bench.questions:
        replies = {budget: ask(kb, question.inquiry, arm=arm, budget=budget) for budget in BUDGETS}
        yield _outcome(question, replies, bench, documents, name=name, minutes=minutes)


def _outcome(
    question: AskedQuestion,
    replies: Mapping[int, Reply],
    bench: Bench,
    documents: Mapping[str, str],
    *,
    name: str,
    minutes: int,
) -> Outcome:
    reply = replies[BUDGET]
    answer = reply.answer
    cited = [*dict.fromkeys(statements(question, answer, documents))]
    return Outcome(
        item=question.identifier,
        kind=question.split,
        group=question.identifier,
        arm=name,
        expected=question.expected,
        given=answer.status,
        accepted=question.accepted,
        tallies={
            **_right(question, answer, cited, bench),
            **_recall(question, replies),
            **_shown(answer),
            "annotation_minutes": Tally(minutes),
        },
        seconds=reply.seconds,
        detail={
            "values": list(answer.assessment.values),
            "missing": list(answer.assessment.missing),
            "cited": [[each.document, each.exact] for each in cited],
        },
    )


def _right(
    question: AskedQuestion, answer: Answer, cited: Sequence[Statement], bench: Bench
) -> dict[str, Tally]:
    """Return whether an answer is right, and whether what it cites supports it."""
    right = Tally(float(is_right(question, answer)))
    return {
        "answer_correct": right,
        f"answer_correct_{question.kind}": right,
        "version_correct": _version(question, cited, bench.scopes),
        "supported_claims": Tally(sum(supports(question, each) for each in cited), len(cited)),
        "supported_claims_by_hand": _by_hand(cited, bench.labels),
    }


def _recall(question: AskedQuestion, replies: Mapping[int, Reply]) -> dict[str, Tally]:
    """Return how much of the evidence is shown in each budget, and of the notes in the main one."""
    notes = notes_found(question, replies[BUDGET].answer)
    return {
        **{
            f"evidence_recall@{budget}": Tally(found(question, each.answer), len(question.evidence))
            for budget, each in replies.items()
        },
        "qualification_recall": Tally(notes, len(question.notes)),
    }


def _shown(answer: Answer) -> dict[str, Tally]:
    """Return how much is shown, looked at, and repeated."""
    texts = [evidence.text for evidence in answer.evidence]
    words = sum(len(text.split()) for text in texts)
    return {
        "repeated_words": Tally(repeated_words(texts), words),
        "words_shown": Tally(words),
        "records_visited": Tally(len(answer.receipt.candidates)),
        "origins_at_least": Tally(answer.origins.low),
        "origins_at_most": Tally(answer.origins.high),
    }


def _version(
    question: AskedQuestion, cited: Iterable[Statement], scopes: Mapping[str, Scope]
) -> Tally:
    """Return whether all that is cited holds for the release asked, where an answer is expected."""
    release = question.inquiry.scope.get("release")
    if release is None or question.expected not in (Status.ANSWERED, Status.CONFLICT):
        return Tally(0, 0)
    asked = Scope.of({"release": release})
    good = {quoted.document for quoted in question.evidence}
    documents = {each.document for each in cited}
    right = bool(documents) and all(
        document in good or scopes[document].overlaps(asked) for document in documents
    )
    return Tally(float(right))


def _by_hand(cited: Iterable[Statement], labels: Mapping[Statement, bool]) -> Tally:
    given = [labels[each] for each in cited if each in labels]
    return Tally(sum(given), len(given))
