"""Questions that are kept so that it is noticed when their answers change."""

from __future__ import annotations

from cedarprov.model.answer import Assessment, Status
from cedarprov.model.frozen import Frozen, field
from cedarprov.model.question import Question


class Expectation(Frozen):
    """What the answer to a question should be; what is left open may be anything."""

    status: Status | None = None
    values: tuple[str, ...] = ()

    @property
    def asks(self) -> bool:
        """Whether anything is expected."""
        return self != Expectation()

    def met_by(self, judged: Assessment) -> bool:
        """Tell whether an answer is as expected: the values of all its cells, in any order."""
        as_told = not self.values or {*judged.all_values} == {*self.values}
        return as_told and self.status in (None, judged.status)

    def __str__(self) -> str:
        status = [self.status.value] if self.status else []
        return " ".join([*status, *([", ".join(self.values)] if self.values else [])])


class SavedQuestion(Frozen):
    """A question under a name of its own, and the line of its file that it begins on."""

    id: str
    question: Question
    expect: Expectation = field(default_factory=Expectation)
    line: int = 1
