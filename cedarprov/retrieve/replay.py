"""A retrieval run again from its receipt, and compared with the first run."""

from __future__ import annotations

from collections.abc import Callable

from cedarprov.errors import BadReceipt
from cedarprov.model.frozen import Frozen, replace
from cedarprov.model.question import Question
from cedarprov.model.receipt import Receipt
from cedarprov.model.reply import Answer
from cedarprov.retrieve.receipt import differences


class Replay(Frozen):
    """The answer of the second run, and in sentences how it differs from the first."""

    answer: Answer
    differences: tuple[str, ...]

    @property
    def same(self) -> bool:
        """Whether nothing differs."""
        return not self.differences


def state_of(before: Receipt, question: Question, present: int) -> Question:
    """Return the question of a receipt, asked of the state that the receipt was made on.

    Raises:
        BadReceipt: That is a later state than the store holds, which ends at `present`.
    """
    if before.sequence > present:
        raise BadReceipt(
            f"it was made at sequence number {before.sequence} and this store ends at {present}"
        )
    if before.sequence == present or question.sequence is not None:
        return question
    return replace(question, sequence=before.sequence)


def replayed(
    before: Receipt, question: Question, answer: Callable[[Question], Answer], present: int
) -> Replay:
    """Ask the question again on the state of the receipt, `present` being the store's own.

    Raises:
        BadReceipt: The receipt was made on a later state than the store holds.
    """
    asked = state_of(before, question, present)
    again = answer(asked)
    if asked is not question:
        # The words of the question are those asked: only the state was named for it.
        receipt = replace(again.receipt, question=before.question)
        again = replace(again, question=question, receipt=receipt)
    return Replay(answer=again, differences=differences(before, again.receipt))
