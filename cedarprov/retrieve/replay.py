"""A retrieval run again from its receipt, and compared with the first run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from cedarprov.errors import BadReceipt
from cedarprov.model.question import Question
from cedarprov.model.receipt import Receipt
from cedarprov.model.reply import Answer
from cedarprov.retrieve.receipt import differences


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """The answer of the second run, and in sentences how it differs from the first."""

    answer: Answer
    differences: tuple[str, ...]

    @property
    def same(self) -> bool:
        """Whether nothing differs."""
        return not self.differences


def replayed(
    before: Receipt, question: Question, answer: Callable[[Question], Answer], present: int
) -> Replay:
    """Ask the question again on the state of the receipt, `present` being the store's own.

    Raises:
        BadReceipt: The receipt was made on a later state than the store holds.
    """
    if before.sequence > present:
        raise BadReceipt(
            f"it was made at sequence number {before.sequence} and this store ends at {present}"
        )
    asked = question
    if before.sequence < present and question.sequence is None:
        asked = replace(question, sequence=before.sequence)
    again = answer(asked)
    return Replay(answer=again, differences=differences(before, again.receipt))
