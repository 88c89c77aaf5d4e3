"""Existence: texts that say that a thing asked about goes, is gone, or is there again.

Such texts contradict each other where one takes back what the other did, and where the release
that was to bring an announced removal has come without it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from cedarprov.model.answer import Assessment, Status
from cedarprov.model.frozen import replace
from cedarprov.model.scope import Condition, Match
from cedarprov.prose.language import code_names, folded
from cedarprov.prose.value import Kind
from cedarprov.retrieve.status.condition import RELEASES
from cedarprov.retrieve.status.finding import Finding, usable_places, vouched
from cedarprov.retrieve.status.reading import text_reading
from cedarprov.retrieve.status.statement import Statement, Witness

if TYPE_CHECKING:
    from cedarprov.model.question import Question
    from cedarprov.model.scope import Scope
    from cedarprov.retrieve.status.focus import Focus

_OUT: Final = r"(?:removed|deleted|dropped)"
# "The ``x`` setting is removed", "Removed the deprecated ``x``": the thing itself, not a part.
_GONE: Final = re.compile(
    rf"(?P<thing>[\w.-]+)[^\w\s]*(?:\s+\w+){{0,2}}\s+"
    rf"(?:(?:is|are|was|were|has been|have been)\s+(?:now\s+)?{_OUT}|no longer exists?)\b"
    rf"|\b{_OUT}\s+(?:\w+\s+){{0,2}}\W*(?P<object>[\w.-]+)",
    re.IGNORECASE,
)
_BACK: Final = re.compile(
    r"\b(?:restor(?:e|es|ed|ing)|reinstat(?:e|es|ed|ing)|re-?introduc(?:e|es|ed|ing)"
    r"|re-?add(?:s|ed|ing)?|(?:add|adds|added|bring|brings|brought|put) back)\b",
    re.IGNORECASE,
)
_TO_GO: Final = re.compile(
    rf"\b(?:will|shall|to|scheduled to|planned to) be {_OUT} (?:in|with|from|by)\s+"
    rf"(?:\w+\s+){{0,2}}?v?(?P<release>\d{{1,20}}(?:\.\d{{1,20}}){{0,20}})",
    re.IGNORECASE,
)
_ASKED: Final = re.compile(
    r"\b(?:(?:remov|delet|drop|exist|restor|replac|availab|keep)\w*|gone|kept|still|there)\b",
    re.IGNORECASE,
)


def absences(heard: Sequence[Witness], question: Question, focus: Focus) -> list[Finding]:
    """Return what says that a thing is gone whose attribute is asked for.

    Whether and when it went is another question, which such a text answers.
    """
    if not focus.codes or _ASKED.search(focus.words):
        return []
    return [
        replace(finding, value=None)
        for witness in heard
        for statement in witness.statements
        if _is_gone(statement, focus)
        for finding in vouched(statement, text_reading(statement), question, focus)
    ]


def contradicted(heard: Sequence[Witness], question: Question, focus: Focus) -> Assessment | None:
    """Return both sides where texts contradict each other on whether a thing is there."""
    if focus.expectation.kind is not Kind.POLARITY:
        return None
    named = [*_naming(heard, focus)]
    gone = [said for said in named if _is_gone(said, focus)]
    back = [said for said in named if _BACK.search(said.sentence.text)]
    if gone and back:
        return _conflict((*gone[:1], *back[:1]))
    # An edition that still announces the removal documents the thing that was to be gone by it.
    overdue = [said for said in named if _is_overdue(said, question.scope)]
    asked = _ASKED.search(focus.words) is not None
    return _conflict(overdue) if asked and overdue and not gone else None


def bears_on_existence(witness: Witness, focus: Focus) -> bool:
    """Tell whether a text may be a side in such a contradiction."""
    return focus.expectation.kind is Kind.POLARITY and any(
        pattern.search(said.sentence.text) is not None
        for said in witness.statements
        for pattern in (_GONE, _BACK, _TO_GO)
    )


def _naming(heard: Sequence[Witness], focus: Focus) -> Iterator[Statement]:
    """Yield the statements, in texts that apply, that name a thing asked about themselves."""
    for witness in heard:
        if any(place.match is not Match.DOES_NOT_APPLY for place in usable_places(witness.exhibit)):
            for statement in witness.statements:
                if focus.codes & code_names(statement.sentence.text):
                    yield statement


def _is_gone(statement: Statement, focus: Focus) -> bool:
    sentence = statement.sentence.text
    names = (match["thing"] or match["object"] for match in _GONE.finditer(sentence))
    # A method is named with its class: HTTPResponse.getheaders().
    return _BACK.search(sentence) is None and any(
        folded(part) in focus.things for name in names for part in (name, name.rpartition(".")[2])
    )


def _is_overdue(statement: Statement, asked: Scope) -> bool:
    """Tell whether a removal was announced for a release that is not after the one asked."""
    match = _TO_GO.search(statement.sentence.text)
    wanted = next((found for name in RELEASES if (found := asked.get(name))), None)
    if match is None or wanted is None:
        return False
    return Condition(wanted.dimension, f">={match['release']}").covers(wanted)


def _conflict(sides: Sequence[Statement]) -> Assessment:
    quotations = (side.quotation(usable_places(side.exhibit)[0]) for side in sides)
    return Assessment(status=Status.CONFLICT, quotations=tuple(quotations))
