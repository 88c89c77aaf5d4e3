"""The documentation of two projects in several releases each, and questions under a scope."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cedarprov
from cedarprov.errors import BadEvaluationData
from cedarprov.evaluate.asking import Reply, ask
from cedarprov.evaluate.coverage import is_shown, repeated_words
from cedarprov.evaluate.evaluation import Evaluation, Options
from cedarprov.evaluate.held_text import held_texts
from cedarprov.evaluate.inferring import infer, read_verdicts
from cedarprov.evaluate.measure import (
    GroupMean,
    Share,
    StatusAccuracy,
    StatusMacroF1,
    StatusPrecision,
    StatusRecall,
    Unanswered,
)
from cedarprov.evaluate.outcome import Json, Outcome, Tally
from cedarprov.evaluate.paired import STATUS
from cedarprov.evaluate.release import blind_status
from cedarprov.evaluate.scoped_question import (
    GoldSpan,
    ScopedQuestion,
    inputs,
    manifest,
    projects,
    questions,
)
from cedarprov.evaluate.search import fitting, searches_of
from cedarprov.evaluate.selective import CONFIDENCE
from cedarprov.model import version_order
from cedarprov.model.answer import Status
from cedarprov.model.progress import Progress
from cedarprov.model.question import Arm

if TYPE_CHECKING:
    from collections.abc import Callable

    from cedarprov.knowledge import Knowledge
    from cedarprov.model.reply import Answer

    Texts = Callable[[str], str]

BUDGETS: Final = (200, 400, 800)
BASE: Final = "urn:cedarprov:versioned-docs:"
"""What identifiers begin with, so that an annotator's verdicts name the same records again."""
BUDGET: Final = 400
"""The words under which all but evidence recall is measured."""
MINUTES_OF_A_VERDICT: Final = 1.0
"""A budget that was declared; the time of the verdicts in data/labels was not measured."""
NOTHING: Final[Mapping[str, Iterable[str]]] = {}


def ingest(
    kb: Knowledge,
    folder: Path,
    options: Options,
    *,
    further: Mapping[str, Iterable[str]] = NOTHING,
) -> None:
    """Take in the documents of every release, each project with a manifest of its own.

    `further` gives more entries (TOML) by project.
    """
    with tempfile.TemporaryDirectory() as scratch:
        # A manifest is a source, named by its folder too: the same one in every run.
        written = Path(scratch) / "manifests"
        written.mkdir()
        for project, of in projects(folder).items():
            path = written / f"{project}.toml"
            entries = (manifest(of), *further.get(project, ()))
            path.write_text("\n".join(entries), encoding="utf-8")
            kb.ingest(folder / project, manifest=path, on_progress=options.on_progress)


def _outcomes(folder: Path, options: Options) -> Iterator[Outcome]:
    asked = questions(folder)
    text_of = cache(lambda path: (folder / path).read_bytes().decode())
    _check_quotations(asked, folder, text_of)
    labels = {
        project: [release.label for release in of] for project, of in projects(folder).items()
    }
    newest = {project: max(of, key=version_order.key) for project, of in labels.items()}
    with ExitStack() as stack:
        kb = store_for(stack, options)
        ingest(kb, folder, options)
        verdicts = read_verdicts(options.labels)
        infer(kb, options, verdicts)
        held = {text.iri: text for text in held_texts(kb.path)} if options.peers else {}
        searches = stack.enter_context(
            searches_of(kb.path, [*held.values()], dense=options.dense, peers=options.peers)
        )
        for done, question in enumerate(asked, 1):
            for arm in options.arms:
                minutes = MINUTES_OF_A_VERDICT * len(verdicts) if arm is Arm.GRAPH else 0.0
                yield _outcome(kb, question, arm, text_of, minutes=minutes)
            yield _blind_outcome(question, newest[question.project])
            if options.peers and question.evidence:
                for name, search in searches.items():
                    texts = [held[text].words for text in search(question.words)]
                    yield _searched(question, name, texts, text_of)
            if options.on_progress:
                progress = Progress(done=done, total=len(asked), place=question.identifier)
                options.on_progress(progress)


def _check_quotations(asked: Iterable[ScopedQuestion], folder: Path, text_of: Texts) -> None:
    for span in (span for question in asked for span in question.gold):
        if text_of(span.path)[span.start : span.end] != span.exact:
            raise BadEvaluationData(
                folder / "questions.jsonl", None, f"{span} is not its quotation"
            )


def store_for(stack: ExitStack, options: Options, base: str = BASE) -> Knowledge:
    """Return the store of the options, or one for the run alone, open until the stack is left.

    `base` is what the identifiers of a new store begin with.
    """
    path = options.store
    if path is None:
        path = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "store"
    if path.exists():
        return stack.enter_context(cedarprov.open(path, dense=options.dense))
    return stack.enter_context(cedarprov.create(path, base=base, dense=options.dense))


def _outcome(
    knowledge: Knowledge, question: ScopedQuestion, arm: Arm, text_of: Texts, *, minutes: float
) -> Outcome:
    # Without a span to find, the other budgets have nothing to tell.
    budgets = BUDGETS if question.evidence else (BUDGET,)
    replies = {
        budget: ask(knowledge, question.inquiry, arm=arm, budget=budget) for budget in budgets
    }
    main = replies[BUDGET]
    found = {budget: _found(question, reply, text_of) for budget, reply in replies.items()}
    recall = {
        f"evidence_recall@{budget}": Tally(len(spans), len(question.evidence))
        for budget, spans in found.items()
    }
    missed = [span for span in question.evidence if span not in found[BUDGET]]
    return Outcome(
        item=question.identifier,
        kind=question.kind,
        group=question.identifier,
        arm=arm.value,
        expected=question.expected,
        given=main.answer.status,
        tallies={
            **recall,
            **_tallies(question, main),
            "annotation_minutes": Tally(minutes),
        },
        seconds=main.seconds,
        detail={
            "values": list(main.answer.assessment.values),
            "missing": list(main.answer.assessment.missing),
            "missed": [str(span) for span in missed],
            **confidence(main.answer),
        },
    )


def confidence(answer: Answer) -> dict[str, Json]:
    """Return the score of the best record that an answer quotes, where it answers at all.

    A score is a sum of shares by rank: it orders answers and is no probability. What asks for a
    scope or says that nothing supports an answer has abstained already.
    """
    if answer.status not in (Status.ANSWERED, Status.CONFLICT):
        return {}
    quoted = {citation.passage for citation in answer.citations}
    scores = [
        evidence.score
        for evidence in answer.evidence
        if any(place.passage in quoted for place in evidence.places)
    ]
    return {CONFIDENCE: max(scores)} if scores else {}


def _searched(question: ScopedQuestion, name: str, texts: Sequence[str], text_of: Texts) -> Outcome:
    """Return what a search over the same passages shows, which knows no scope and no status."""
    shown = {budget: fitting(texts, budget) for budget in BUDGETS}
    return Outcome(
        item=question.identifier,
        kind=question.kind,
        group=question.identifier,
        arm=name,
        tallies={
            f"evidence_recall@{budget}": Tally(
                len(_among(question, found, text_of)), len(question.evidence)
            )
            for budget, found in shown.items()
        },
    )


def _found(question: ScopedQuestion, reply: Reply, text_of: Texts) -> list[GoldSpan]:
    return _among(question, [evidence.text for evidence in reply.answer.evidence], text_of)


def _among(question: ScopedQuestion, texts: Sequence[str], text_of: Texts) -> list[GoldSpan]:
    return [
        span
        for span in question.evidence
        if is_shown((span.start, span.end), text_of(span.path), texts)
    ]


def _tallies(question: ScopedQuestion, reply: Reply) -> dict[str, Tally]:
    answer = reply.answer
    texts = [evidence.text for evidence in answer.evidence]
    right = {span.release for span in question.evidence}
    top = [place.label for evidence in answer.evidence[:1] for place in evidence.places]
    asked = 1 if right else 0
    return {
        "right_release_top": Tally(float(bool(right & {*top[:1]})), asked),
        "right_release_top_any_place": Tally(float(bool(right & {*top})), asked),
        "repeated_words": Tally(repeated_words(texts), sum(len(text.split()) for text in texts)),
        "words_shown": Tally(sum(len(text.split()) for text in texts)),
        "records_visited": Tally(len(answer.receipt.candidates)),
    }


def _blind_outcome(question: ScopedQuestion, newest: str) -> Outcome:
    return Outcome(
        item=question.identifier,
        kind=question.kind,
        group=question.identifier,
        arm="blind",
        expected=question.expected,
        given=blind_status(question.written_scope, newest),
    )


EVALUATION: Final = Evaluation(
    name="versioned-docs",
    settings={
        "budgets": list(BUDGETS),
        "budget": BUDGET,
        "minutes_of_a_verdict": MINUTES_OF_A_VERDICT,
        "blind": "no scope: needs-scope; beyond the newest release: unsupported; else answered",
    },
    measures=(
        StatusAccuracy(),
        StatusMacroF1(),
        StatusPrecision(Status.NEEDS_SCOPE),
        StatusRecall(Status.NEEDS_SCOPE),
        *(Share(f"evidence_recall@{budget}") for budget in BUDGETS),
        Share("right_release_top"),
        Share("right_release_top_any_place"),
        Share("repeated_words"),
        Share("words_shown"),
        Share("records_visited"),
        Unanswered(),
        GroupMean("annotation_minutes"),
    ),
    inputs=inputs,
    outcomes=_outcomes,
    takes=("arms", "dense", "store", "labels", "infer", "peers"),
    verdicts=(STATUS,),
)
"""The evaluation of scoped questions on documents that exist in several releases."""
