"""From a question to an answer: rank, place, expand, pack, judge, and account for every record."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from cedarprov.model.answer import Assessment, Exhibit, Status
from cedarprov.model.frozen import as_data
from cedarprov.model.origin import Link
from cedarprov.model.question import Arm, Question
from cedarprov.model.receipt import Reason, ReasonCode, Receipt, Step
from cedarprov.model.reply import Answer
from cedarprov.retrieve.budget import Allowance, Packed, Verdict, pack
from cedarprov.retrieve.candidate import DEEPEST, DEPTH, Ranker, candidates
from cedarprov.retrieve.expansion import HUB, Expander, Expansion
from cedarprov.retrieve.extract import answer_text, citations
from cedarprov.retrieve.fusion import DEFAULT, DIGITS
from cedarprov.retrieve.origin import grounds_of, known_origins, links_of, shared_slots
from cedarprov.retrieve.place import HeldTexts, Places
from cedarprov.retrieve.receipt import digest_of_answer, question_json
from cedarprov.retrieve.record import Account, Record
from cedarprov.retrieve.ruling import Ruling, rulings
from cedarprov.retrieve.status import assess
from cedarprov.retrieve.withdrawn import purged_later
from cedarprov.store.ledger import ORIGIN, Bundle
from cedarprov.store.session import Session

_CONTEXT: Final = 20
_LINKED: Final = 0.5
_CODES: Final = {
    Verdict.SHOWN: (ReasonCode.SHOWN, Step.SHOWN),
    Verdict.REPEATS: (ReasonCode.REPEATS_SHOWN_TEXT, Step.ORIGINS),
    Verdict.DOES_NOT_FIT: (ReasonCode.OVER_BUDGET, Step.BUDGET),
}


class Retrieval:
    """One retrieval over one state of a store and the index that reflects it.

    `texts` may be shared by retrievals over the same state. Once it has gathered them, `exhibits`
    and `rulings` are what the answer is judged by, and `links` what is recorded on origins.
    """

    def __init__(
        self,
        session: Session,
        index: Ranker,
        question: Question,
        texts: HeldTexts | None = None,
    ) -> None:
        self._session = session
        self._index = index
        self._question = question
        self._account = Account()
        self.links: tuple[Link, ...] = ()
        self._linked: set[str] = set()
        self._places = Places(session, question, texts)
        self.exhibits: Sequence[Exhibit] = ()
        self.rulings: Sequence[Ruling] = ()

    def run(self) -> Answer:
        """Return the answer with its receipt."""
        considered, expansion = self.gather()
        assessment = assess(self._question, self.exhibits, self.rulings)
        shown = self._pack(considered, assessment)
        return self._answer(shown, assessment, expansion)

    def gather(self) -> tuple[list[Record], Expansion]:
        """Return the records considered, and where edges led; what is judged by is kept here."""
        applying, others = candidates(
            self._index, self._places, self._question, self._session.names, self._origins
        )
        for record in others:
            self._account.note(record, record.placed.code, Step.PLACES)
        expansion = self._expand(applying)
        considered = self._consider(applying, expansion)
        # What does not apply only resolves references.
        judged = [record for record in others if record.placed.places][:_CONTEXT]
        self.exhibits = [record.exhibit() for record in (*considered, *judged)]
        self.rulings = rulings(
            expansion.followed.values(),
            self._session,
            self._places,
            sequence=self._question.sequence,
        )
        return considered, expansion

    # -- expansion --------------------------------------------------------------------------------

    def _expand(self, applying: Sequence[Record]) -> Expansion:
        if self._question.arm is not Arm.GRAPH or not self._question.budget.hops:
            return Expansion()
        seeds = [record.placed for record in applying[: self._question.budget.records]]
        ranked = [record.placed for record in applying]
        withdrawn = self._places.withdrawn.records
        return Expander(self._session, self._question, withdrawn).expand(seeds, ranked)

    def _consider(self, applying: Sequence[Record], expansion: Expansion) -> list[Record]:
        """Return ranked and reached records up to the ceiling: one of each origin, best first."""
        by_text = {record.placed.text: record for record in applying}
        by_text |= {record.placed.text: record for record in self._reached(expansion, by_text)}
        ordered = self._one_of_each(sorted(by_text.values(), key=lambda record: record.order))
        ceiling = self._question.budget.records
        for record in ordered[ceiling:]:
            self._account.note(record, ReasonCode.BELOW_RECORD_CEILING, Step.FUSION)
        return ordered[:ceiling]

    def _origins(self, records: Sequence[Record]) -> int:
        """Return how many records would hold a slot."""
        links = self._read_links(records)
        return len(shared_slots(records, links).holding) if links else len(records)

    def _one_of_each(self, ordered: Sequence[Record]) -> list[Record]:
        """Return the records that hold the slots of their origins."""
        slots = shared_slots(ordered, self._read_links(ordered))
        for record, holder in slots.standing_back:
            self._account.note(record, ReasonCode.SHARES_ORIGIN, Step.ORIGINS, holder)
        return list(slots.holding)

    def _read_links(self, records: Sequence[Record]) -> tuple[Link, ...]:
        """Return what is recorded on the origins of records; the same ones are not read twice."""
        texts = {record.placed.text for record in records}
        if texts != self._linked:
            self.links = links_of(records, self._session, sequence=self._question.sequence)
            self._linked = texts
        return self.links

    def _reached(self, expansion: Expansion, by_text: Mapping[str, Record]) -> Iterator[Record]:
        placed = self._places.of(sorted(expansion.reached))
        for text, trace in sorted(expansion.reached.items()):
            if text not in placed or trace.start not in by_text:
                continue
            share = round(by_text[trace.start].score * _LINKED**trace.hops, DIGITS)
            own = by_text[text].reasons if text in by_text else ()
            reasons = (*own, Reason(ranking="edge", rank=trace.hops, share=share))
            record = Record(placed=placed[text], reasons=reasons, trace=trace)
            if record.placed.applying:
                yield record
            else:
                self._account.note(record, record.placed.code, Step.EXPANSION)

    # -- budget -----------------------------------------------------------------------------------

    def _pack(self, considered: Sequence[Record], assessment: Assessment) -> list[Record]:
        """Return what is shown: what the answer quotes, then the best that still fits."""
        leading, quoted = _leading(assessment), {item.passage for item in assessment.quotations}
        first = [record for record in considered if record.passages & leading]
        ordered = sorted(considered, key=lambda record: _turn(record, leading, quoted))
        allowance = Allowance(words=self._question.budget.words)
        shown = []
        texts = [record.placed.words for record in ordered]
        origins = known_origins(ordered, self.links)
        for item in pack(texts, allowance, quoted=len(first), origins=origins):
            record = ordered[item.position]
            code, step = _CODES[item.verdict]
            self._account.note(record, code, step, _told(item))
            if item.verdict is Verdict.SHOWN:
                shown.append(record)
        return sorted(shown, key=lambda record: record.order)

    # -- answer -----------------------------------------------------------------------------------

    def _answer(
        self, shown: Sequence[Record], assessment: Assessment, expansion: Expansion
    ) -> Answer:
        evidence = tuple(record.evidence() for record in shown)
        cited = citations(assessment, evidence)
        text = answer_text(assessment, cited)
        state = state_of(self._session, self._question)
        encoder = self._index.info().encoder
        receipt = Receipt(
            question=question_json(self._question),
            settings=settings(),
            sequence=state.sequence,
            chain=state.chain,
            encoder=encoder.fingerprint if encoder else "",
            candidates=self._account.candidates(),
            status=assessment.status,
            answer_digest=digest_of_answer(assessment.status, text, evidence),
            hubs=tuple(expansion.hubs),
            edges=tuple(sorted(expansion.followed)),
        )
        return Answer(
            question=self._question,
            assessment=assessment,
            text=text,
            evidence=evidence,
            citations=cited,
            grounds=grounds_of(cited, shown, self.links),
            receipt=receipt,
            notices=self._notices(shown, assessment),
        )

    def _notices(self, shown: Sequence[Record], assessment: Assessment) -> tuple[str, ...]:
        found = [notice.message for notice in self._index.notices]
        left_out = self._account.passages(ReasonCode.OVER_BUDGET)
        if unshown := sum(item.passage in left_out for item in assessment.quotations):
            words = self._question.budget.words
            found.append(f"{unshown} of its quotations did not fit into a budget of {words} words")
        if purged := purged_later(self._session, self._question):
            found.append(f"{purged} version(s) of that state were purged since and are not found")
        flags = {flag for record in shown for flag in record.placed.flags}
        # Not in the receipt: what happens later must not change what a replay finds.
        if any(place.withdrawn_later for record in shown for place in record.placed.applying):
            flags.add("was withdrawn later")
        return (*found, *(f"some evidence {flag}" for flag in sorted(flags)))


def state_of(session: Session, question: Question) -> Bundle:
    """Return the last bundle of the state that a question asks."""
    ledger, asked = session.ledger, question.sequence
    if asked is None or asked >= ledger.head.sequence:
        return ledger.head
    return ledger.bundle_at(asked) or ORIGIN


def settings() -> dict[str, object]:
    """Return the settings of retrieval that are not part of the question."""
    return {
        "fusion": as_data(DEFAULT),
        "depth": DEPTH,
        "deepest": DEEPEST,
        "hub": HUB,
        "linked": _LINKED,
    }


def _leading(assessment: Assessment) -> set[str]:
    """Return the passages without which a side of the answer would have no quotation."""
    if assessment.cells:
        sides = [cell.quotations[:1] for cell in assessment.cells]
    elif assessment.status is Status.CONFLICT:
        sides = [assessment.quotations]
    else:
        sides = [assessment.quotations[:1]]
    return {quotation.passage for quotations in sides for quotation in quotations}


def _turn(record: Record, leading: Collection[str], quoted: Collection[str]) -> int:
    if record.passages & set(leading):
        return 0
    return 1 if record.passages & set(quoted) else 2


def _told(item: Packed) -> str:
    """Return why a record was left out of what is shown, in words."""
    if item.verdict is Verdict.REPEATS:
        return f"{item.repeated:.0%} of it was shown already"
    if item.verdict is Verdict.DOES_NOT_FIT:
        return f"{item.words} words, {item.left} left"
    return ""
