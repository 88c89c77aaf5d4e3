"""The whole reply to a question: assessment, evidence, citations, origins and receipt."""

from __future__ import annotations

from cedarprov.model.answer import Assessment, Citation, Evidence, Interval, Status
from cedarprov.model.frozen import Frozen
from cedarprov.model.origin import Grounds
from cedarprov.model.question import Question
from cedarprov.model.receipt import Receipt


class Answer(Frozen):
    """What the sources say to a question, and what that rests on.

    `text` is extractive: exact quotations with the numbers of their citations. `origins` counts
    the independent observations behind the quotations, as an interval; `grounds` says from what
    that follows. `notices` say what the
    reader should know: search by words only, a fallback to another release, doubtful times.
    """

    question: Question
    assessment: Assessment
    text: str
    evidence: tuple[Evidence, ...]
    citations: tuple[Citation, ...]
    grounds: Grounds
    receipt: Receipt
    notices: tuple[str, ...] = ()

    @property
    def origins(self) -> Interval:
        """How many independent observations are behind the quotations."""
        return self.grounds.origins.count

    @property
    def status(self) -> Status:
        """How far the evidence answers the question."""
        return self.assessment.status
