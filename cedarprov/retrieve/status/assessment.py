"""The status of an answer: sentences, readings, findings, cells.

Before claims exist, a reading is taken from the words of the best sentence of each exhibit.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, Final

from cedarprov.model.answer import Assessment, Status
from cedarprov.model.frozen import replace
from cedarprov.model.scope import Scope
from cedarprov.prose.language import stems_of
from cedarprov.retrieve.status.account import accounts
from cedarprov.retrieve.status.cells import judged
from cedarprov.retrieve.status.change import changed, leaves_release_open
from cedarprov.retrieve.status.dispute import disputed, is_dispute
from cedarprov.retrieve.status.entry import authoritative, with_leading_entry
from cedarprov.retrieve.status.exemption import exemptions, withdrawals
from cedarprov.retrieve.status.existence import absences, contradicted
from cedarprov.retrieve.status.finding import Finding, findings, foremost, is_of
from cedarprov.retrieve.status.focus import Focus
from cedarprov.retrieve.status.history import in_turn
from cedarprov.retrieve.status.kinship import kin
from cedarprov.retrieve.status.pointer import by_correction, by_reference
from cedarprov.retrieve.status.statement import Witness, witnesses
from cedarprov.retrieve.status.subject import about
from cedarprov.retrieve.status.supersession import without_replaced
from cedarprov.retrieve.status.verdict import Verdict

if TYPE_CHECKING:
    from cedarprov.model.answer import Exhibit
    from cedarprov.model.question import Question
    from cedarprov.retrieve.ruling import Ruling


# As many texts as leave the bar low: see `_telling`.
_FEW: Final = 5


def assess(
    question: Question, exhibits: Sequence[Exhibit], rulings: Sequence[Ruling] = ()
) -> Assessment:
    """Judge how far the exhibits, best first, answer the question.

    Exhibits whose places do not apply only resolve references. `rulings` are what edges say that
    may be followed.
    """
    focus = Focus.of(question, exhibits)
    sides = disputed(question, exhibits) if is_dispute(question.words) else None
    heard = witnesses(about(exhibits, focus), focus)
    verdict = Verdict(
        rulings=rulings, exhibits=exhibits, heard=heard, question=question, focus=focus
    )
    sides = sides or contradicted(verdict.standing, question, focus)
    if sides is not None:
        return sides
    found = [] if focus.expectation.told else verdict.of(_values(heard, question, focus))
    found = found or verdict.of(absences(heard, question, focus))
    found = found or verdict.of(accounts(heard, focus))
    answer = judged(found, question.scope)
    settled = answer.status in (Status.NEEDS_SCOPE, Status.UNSUPPORTED)
    if settled or not leaves_release_open(question, focus):
        return answer
    return changed(heard, answer, focus) or answer


def conditions(question: Question, exhibits: Sequence[Exhibit]) -> frozenset[Scope]:
    """Return the conditions under which exhibits say something, whatever scope is asked."""
    focus = Focus.of(question, exhibits)
    unscoped = replace(question, scope=Scope())
    heard = witnesses(about(exhibits, focus), focus)
    said = (item for each in heard for item in findings(each, unscoped, focus, anywhere=True))
    open_ = (item for each in heard for item in exemptions(each, unscoped, focus))
    return frozenset(item.scope for item in chain(said, open_))


def _values(heard: Sequence[Witness], question: Question, focus: Focus) -> list[Finding]:
    """Return the values that hold, and what says that there is none for the case asked."""
    focus = with_leading_entry(focus, heard)
    said = [item for witness in heard for item in findings(witness, question, focus)]
    said = authoritative(said, focus)
    said = kin(foremost(said, said, len(heard)), len(heard), focus)
    found = [*in_turn(said, question.scope), *_by_reference(heard, question, focus)]
    standing = _standing(found, heard, question, focus)
    open_ = [item for witness in heard for item in exemptions(witness, question, focus)]
    exempt = _telling(open_, said or open_, len(heard), focus)
    general = [item for item in standing if not _is_exempt(item, exempt, question.scope)]
    return [item for item in (*general, *exempt) if not item.former]


def _telling(
    open_: Sequence[Finding], beside: Sequence[Finding], heard: int, focus: Focus
) -> list[Finding]:
    """Return what takes a value back and fits well, or names most of the attribute asked for.

    "Existing deployments keep their timeout" need not say again that it is about a default.
    """
    near = foremost(open_, beside, heard)
    named = [
        item
        for item in foremost(open_, beside, min(heard, _FEW))
        if item not in near and _names_most(item, focus)
    ]
    return [*near, *named]


def _names_most(finding: Finding, focus: Focus) -> bool:
    held = stems_of(finding.quotation.exact, focus.language)
    return 2 * sum(term in held for term in focus.terms) > len(focus.terms)


def _by_reference(heard: Sequence[Witness], question: Question, focus: Focus) -> list[Finding]:
    unscoped = replace(question, scope=Scope())
    known = {
        witness.exhibit: findings(witness, unscoped, focus, anywhere=True) for witness in heard
    }
    referred = (by_reference(witness, known, question, focus) for witness in heard)
    corrected = (by_correction(witness, known, focus) for witness in heard)
    return [item for found in (*referred, *corrected) for item in found]


def _standing(
    found: Sequence[Finding], heard: Sequence[Witness], question: Question, focus: Focus
) -> list[Finding]:
    """Return the findings that no text replaces or withdraws, and the withdrawals themselves."""
    exhibits = [witness.exhibit for witness in heard]
    standing = [*without_replaced(found, exhibits, question.scope, focus)]
    for witness in heard:
        for withdrawal, targets in withdrawals(witness, exhibits, question, focus):
            standing = [
                item for item in standing if not any(is_of(item, target) for target in targets)
            ]
            if not any(is_of(item, witness.exhibit) and not item.former for item in standing):
                standing.append(withdrawal)
    return standing


def _is_exempt(finding: Finding, exempt: Sequence[Finding], asked: Scope) -> bool:
    """Tell whether a finding that does not speak of the case asked is taken back for that case."""
    return finding.value is not None and any(
        exemption.scope.dimensions & asked.dimensions > finding.scope.dimensions & asked.dimensions
        for exemption in exempt
    )
