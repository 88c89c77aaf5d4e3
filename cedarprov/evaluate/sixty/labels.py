"""How far two passes over the same statements agree, and the rubric with the first of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cedarprov.evaluate.evaluation import Evaluation, Options
from cedarprov.evaluate.measure import Counts, Share
from cedarprov.evaluate.outcome import Outcome, Tally
from cedarprov.evaluate.sixty.corpus import inputs, read_questions
from cedarprov.evaluate.sixty.rubric import read_labels, supports
from cedarprov.judge.agreement import kappa
from cedarprov.model.frozen import Frozen

if TYPE_CHECKING:
    from cedarprov.evaluate.sixty.rubric import Statement

_FIRST: Final = "first"
_YES: Final = "yes"


class Kappa(Frozen, kw_only=False):
    """Cohen's kappa between the verdicts of an arm and those of the first pass."""

    name: str = "kappa"

    def counts(self, group: Sequence[Outcome]) -> Counts:
        """Return how often both say yes, only this one, only the first pass, and neither."""
        counted = [0.0, 0.0, 0.0, 0.0]
        for outcome in group:
            here, first = (outcome.tallies[name].found for name in (_YES, _FIRST))
            counted[2 * (not here) + (not first)] += 1
        return tuple(counted)

    def value(self, total: Counts) -> float | None:
        """Return kappa, None where chance alone would let both agree on everything."""
        both, only_here, only_first, neither = map(int, total)
        return kappa(both, only_here, only_first, neither)

    def __str__(self) -> str:
        return self.name


def _outcomes(folder: Path, options: Options) -> Iterator[Outcome]:  # noqa: ARG001 - no arm asks
    questions = {question.identifier: question for question in read_questions(folder)}
    first, second = (read_labels(folder / f"labels-{number}.jsonl") for number in (1, 2))
    for statement, label in sorted(first.items(), key=lambda item: str(item[0])):
        yield _outcome(
            statement, "rubric", supports(questions[statement.question], statement), label
        )
        if statement in second:
            yield _outcome(statement, "second-pass", second[statement], label)


def _outcome(statement: Statement, arm: str, verdict: bool, first: bool) -> Outcome:  # noqa: FBT001
    return Outcome(
        item=f"{statement.question} {statement.document} {statement.exact}",
        kind="statement",
        group=statement.question,
        arm=arm,
        tallies={
            "agreement": Tally(float(verdict == first)),
            _YES: Tally(float(verdict)),
            _FIRST: Tally(float(first)),
        },
    )


LABELS: Final = Evaluation(
    name="sixty-labels",
    settings={"compared_with": "the first pass of one annotator, shuffled, without the arm"},
    measures=(Share("agreement"), Kappa(), Share(_YES)),
    inputs=inputs,
    outcomes=_outcomes,
    verdicts=("agreement",),
)
"""The evaluation of labels: whether statements support answers, judged twice and by the rubric."""
