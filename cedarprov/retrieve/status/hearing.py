"""Hearing: what all exhibits say on a question, judged whole or without some of them.

What a question is about, how rare its words are, which texts are heard and how many, and which
text a phrase refers to are settled once, on all exhibits. Without some of them the rest is judged
by the same measure, so that the outcome differs by what they say and by nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Final

from cedarprov.model.answer import Status
from cedarprov.model.frozen import Frozen, replace
from cedarprov.model.scope import Scope
from cedarprov.prose.language import stems_of
from cedarprov.prose.qualification import confirms, is_correction, says_the_same
from cedarprov.retrieve.status.account import accounts
from cedarprov.retrieve.status.cells import judged
from cedarprov.retrieve.status.change import Change, leaves_release_open
from cedarprov.retrieve.status.dispute import Dispute, is_dispute
from cedarprov.retrieve.status.entry import authoritative, with_leading_entry
from cedarprov.retrieve.status.exemption import exemptions, withdrawals
from cedarprov.retrieve.status.existence import absences, bears_on_existence, contradicted
from cedarprov.retrieve.status.finding import Finding, findings, foremost, is_of
from cedarprov.retrieve.status.focus import Focus
from cedarprov.retrieve.status.history import in_turn
from cedarprov.retrieve.status.kinship import FEW_HEARD, is_stray, kin
from cedarprov.retrieve.status.pointer import by_correction, by_reference
from cedarprov.retrieve.status.statement import Witness, witnesses
from cedarprov.retrieve.status.subject import about
from cedarprov.retrieve.status.supersession import replacements, without_replaced
from cedarprov.retrieve.status.verdict import Verdict

if TYPE_CHECKING:
    from cedarprov.model.answer import Assessment, Exhibit
    from cedarprov.model.question import Question
    from cedarprov.retrieve.ruling import Ruling

# As many texts as leave the bar low: see `_telling`.
_FEW: Final = 5


class Hearing(Frozen, dict=True):
    """A question, the exhibits, best first, and what edges say that may be followed.

    Exhibits are named by their places in the sequence.
    """

    question: Question
    exhibits: tuple[Exhibit, ...]
    rulings: tuple[Ruling, ...] = ()

    def without(self, gone: Collection[int] = ()) -> Assessment:
        """Return how far the exhibits answer the question if some had said nothing."""
        silent = {id(self.exhibits[place]) for place in gone}
        left = [exhibit for exhibit in self.exhibits if id(exhibit) not in silent]
        heard = [witness for witness in self.heard if id(witness.exhibit) not in silent]
        sides = self.dispute.sides(left) if self.dispute else None
        return sides or self._assessment(left, heard)

    @cached_property
    def parties(self) -> tuple[int, ...]:
        """The exhibits without which the outcome may differ, whatever else is missing.

        Any other has no value, exemption, withdrawal, pointer, note or account to give, and lies
        at no end of an edge: nothing that is judged comes from it.
        """
        witness_of = {id(witness.exhibit): witness for witness in self.heard}
        return tuple(
            place
            for place, exhibit in enumerate(self.exhibits)
            if self._is_ruled_on(exhibit)
            or (self.dispute is not None and self.dispute.hears(exhibit))
            or ((witness := witness_of.get(id(exhibit))) is not None and self._is_party(witness))
        )

    @cached_property
    def voices(self) -> tuple[int, ...]:
        """The exhibits that say the one value of the answer, where each of them alone would do.

        Empty where anything could set one against another or take the value back: then only
        judging shows what a set of them comes to.
        """
        said = [item for found in self._said.values() for item in found]
        values = {item.value.text if item.value else "" for item in said}
        alone = len(values) == 1 and "" not in values and not any(item.former for item in said)
        strays = len(self.heard) > FEW_HEARD and any(is_stray(item, self._leading) for item in said)
        if not alone or strays or self.dispute or self.focus.expectation.told:
            return ()
        if any(map(self._is_ruled_on, self.exhibits)) or any(map(self._may_object, self.heard)):
            return ()
        voices = {key for key, found in self._said.items() if found}
        return tuple(at for at, each in enumerate(self.exhibits) if id(each) in voices)

    # -- what is settled once -------------------------------------------------------------------

    @cached_property
    def focus(self) -> Focus:
        """What the question is about, as the exhibits name it."""
        return Focus.of(self.question, self.exhibits)

    @cached_property
    def dispute(self) -> Dispute | None:
        """What the question itself reports, if it reports that documents disagree."""
        if not is_dispute(self.question.words):
            return None
        return Dispute(question=self.question, exhibits=self.exhibits)

    @cached_property
    def heard(self) -> tuple[Witness, ...]:
        """What is stated by the exhibits about the thing asked about."""
        return witnesses(about(self.exhibits, self.focus), self.focus)

    @cached_property
    def _leading(self) -> Focus:
        return with_leading_entry(self.focus, self.heard)

    @cached_property
    def _said(self) -> dict[int, tuple[Finding, ...]]:
        """What each exhibit says, in the scope asked, by the exhibit's identity."""
        return {
            id(witness.exhibit): findings(witness, self.question, self._leading)
            for witness in self.heard
        }

    @cached_property
    def _said_anywhere(self) -> dict[int, tuple[Finding, ...]]:
        bare = replace(self.question, scope=Scope())
        return {
            id(witness.exhibit): findings(witness, bare, self._leading, anywhere=True)
            for witness in self.heard
        }

    # -- what is judged ---------------------------------------------------------------------------

    def _assessment(self, left: Sequence[Exhibit], heard: Sequence[Witness]) -> Assessment:
        question, focus = self.question, self.focus
        verdict = Verdict(
            rulings=self.rulings, exhibits=left, heard=heard, question=question, focus=focus
        )
        sides = contradicted(verdict.standing, question, focus)
        if sides is not None:
            return sides
        found = [] if focus.expectation.told else verdict.of(self._values(heard))
        found = found or verdict.of(absences(heard, question, focus))
        found = found or verdict.of(accounts(heard, focus))
        answer = judged(found, question.scope)
        settled = answer.status in (Status.NEEDS_SCOPE, Status.UNSUPPORTED)
        if settled or not leaves_release_open(question, focus):
            return answer
        return self._change.noted(heard, answer) or answer

    @cached_property
    def _change(self) -> Change:
        return Change.among(self.heard, self.focus)

    def _values(self, heard: Sequence[Witness]) -> list[Finding]:
        """Return the values that hold, and what says that there is none for the case asked."""
        focus, scope, count = self._leading, self.question.scope, len(self.heard)
        said = [item for witness in heard for item in self._said[id(witness.exhibit)]]
        said = authoritative(said, focus)
        said = kin(foremost(said, said, count), count, focus)
        found = [*in_turn(said, scope), *self._by_reference(heard)]
        standing = self._standing(found, heard)
        open_ = [item for witness in heard for item in exemptions(witness, self.question, focus)]
        exempt = _telling(open_, said or open_, count, focus)
        general = [item for item in standing if not _is_exempt(item, exempt, scope)]
        return [item for item in (*general, *exempt) if not item.former]

    def _by_reference(self, heard: Sequence[Witness]) -> list[Finding]:
        """Return what texts say by pointing at others; a text that is gone gives them nothing."""
        known: dict[Exhibit, Sequence[Finding]] = {each.exhibit: () for each in self.heard}
        known |= {each.exhibit: self._said_anywhere[id(each.exhibit)] for each in heard}
        focus = self._leading
        referred = (by_reference(each, known, self.question, focus) for each in heard)
        corrected = (by_correction(each, known, focus) for each in heard)
        return [item for found in (*referred, *corrected) for item in found]

    def _standing(self, found: Sequence[Finding], heard: Sequence[Witness]) -> list[Finding]:
        """Return the findings that no text replaces or withdraws, and the withdrawals."""
        exhibits = [witness.exhibit for witness in self.heard]
        focus = self._leading
        standing = [*without_replaced(found, exhibits, self.question.scope, focus)]
        for witness in heard:
            for withdrawal, targets in withdrawals(witness, exhibits, self.question, focus):
                standing = [
                    item for item in standing if not any(is_of(item, target) for target in targets)
                ]
                if not any(is_of(item, witness.exhibit) and not item.former for item in standing):
                    standing.append(withdrawal)
        return standing

    # -- who takes part ---------------------------------------------------------------------------

    def _is_ruled_on(self, exhibit: Exhibit) -> bool:
        """Tell whether an exhibit lies in a version at an end of an edge."""
        versions = {place.version for place in exhibit.places}
        return any(
            lying.version in versions
            for ruling in self.rulings
            for lying in (*ruling.subject.lying, *ruling.object.lying)
        )

    def _is_party(self, witness: Witness) -> bool:
        """Tell whether anything that is judged may come from a witness."""
        given = chain(
            self._said[id(witness.exhibit)],
            self._said_anywhere[id(witness.exhibit)],
            absences([witness], self.question, self.focus),
            accounts([witness], self.focus),
        )
        return any(True for _ in given) or self._may_object(witness)

    def _may_object(self, witness: Witness) -> bool:
        """Tell whether a witness may take back, replace or date what another says."""
        exhibits = [each.exhibit for each in self.heard]
        given = chain(
            exemptions(witness, self.question, self._leading),
            withdrawals(witness, exhibits, self.question, self._leading),
            replacements(witness.exhibit),
        )
        return (
            any(True for _ in given)
            or _refers(witness)
            or bears_on_existence(witness, self.focus)
            or self._change.notes(witness)
        )


def _refers(witness: Witness) -> bool:
    """Tell whether a text may give a value by pointing at another, or correct one."""
    titles = " ".join(place.title for place in witness.exhibit.places)
    return is_correction(f"{titles}. {witness.exhibit.text}") or any(
        confirms(said.sentence.text) or says_the_same(said.sentence.text)
        for said in witness.statements
    )


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


def _is_exempt(finding: Finding, exempt: Sequence[Finding], asked: Scope) -> bool:
    """Tell whether a finding that does not speak of the case asked is taken back for that case."""
    return finding.value is not None and any(
        exemption.scope.dimensions & asked.dimensions > finding.scope.dimensions & asked.dimensions
        for exemption in exempt
    )
