"""The status of an answer, and the conditions under which anything is said."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING

from cedarprov.model.frozen import replace
from cedarprov.model.scope import Scope
from cedarprov.retrieve.status.exemption import exemptions
from cedarprov.retrieve.status.finding import findings
from cedarprov.retrieve.status.hearing import Hearing

if TYPE_CHECKING:
    from cedarprov.model.answer import Assessment, Exhibit
    from cedarprov.model.question import Question
    from cedarprov.retrieve.ruling import Ruling


def assess(
    question: Question, exhibits: Sequence[Exhibit], rulings: Sequence[Ruling] = ()
) -> Assessment:
    """Judge how far the exhibits, best first, answer the question.

    Exhibits whose places do not apply only resolve references. `rulings` are what edges say that
    may be followed.
    """
    hearing = Hearing(question=question, exhibits=tuple(exhibits), rulings=tuple(rulings))
    return hearing.without()


def conditions(question: Question, exhibits: Sequence[Exhibit]) -> frozenset[Scope]:
    """Return the conditions under which exhibits say something, whatever scope is asked."""
    hearing = Hearing(question=question, exhibits=tuple(exhibits))
    unscoped, focus = replace(question, scope=Scope()), hearing.focus
    said = (
        item for each in hearing.heard for item in findings(each, unscoped, focus, anywhere=True)
    )
    open_ = (item for each in hearing.heard for item in exemptions(each, unscoped, focus))
    return frozenset(item.scope for item in chain(said, open_))
