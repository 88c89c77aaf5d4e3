"""Citations are mechanical: a passage supplied in this request, quoted exactly.

Whether the passage supports the sentence is another judgement, with an author of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from cedarprov.model.answer import Evidence
from cedarprov.model.frozen import Frozen
from cedarprov.model.reply import Answer

_MARK: Final = re.compile(r"\[(\d{1,9}(?:\s*,\s*\d{1,9})*)\]")
_LEADING: Final = re.compile(rf"(?:{_MARK.pattern}[.\s]*)+")
# A full stop inside a number or an abbreviation ends no sentence.
_SENTENCE: Final = re.compile(r".+?(?:[.!?。؟](?=\s|$)|$)", re.DOTALL)
_NUMBER: Final = re.compile(r"\d+(?:[.,:]\d+)*")


class Supplied(Frozen):
    """A passage as it was supplied: its number in this request, its id and its text.

    `where` is what is recorded of where it stands (edition, scope), whose numbers a sentence may
    repeat as it may those of the text.
    """

    number: int
    passage: str
    text: str
    where: str = ""


class CitedClaim(Frozen):
    """A quotation and the id of the passage that it is said to come from."""

    quote: str
    passage: str


class Refusal(StrEnum):
    """Why a citation does not resolve."""

    EMPTY_QUOTE = "empty-quote"
    NOT_SUPPLIED = "not-supplied"
    NOT_EXACT = "not-exact"


class CheckedClaim(Frozen):
    """One citation, resolved to every span [start, end) where it stands, or refused."""

    number: int
    claim: CitedClaim
    spans: tuple[tuple[int, int], ...] = ()
    refusal: Refusal | None = None
    reason: str = ""

    @property
    def resolves(self) -> bool:
        """Whether the passage was supplied and holds exactly this quotation."""
        return self.refusal is None


class CheckedSentence(Frozen):
    """A sentence of an answer, the passages that its numbers name, and what is wrong with it."""

    text: str
    passages: tuple[str, ...]
    flags: tuple[str, ...] = ()


class CitationReport(Frozen):
    """Every citation and every sentence, checked; nothing is removed."""

    claims: tuple[CheckedClaim, ...]
    sentences: tuple[CheckedSentence, ...]

    @property
    def ok(self) -> bool:
        """Whether every citation resolves and no sentence is flagged."""
        return all(item.resolves for item in self.claims) and not any(
            item.flags for item in self.sentences
        )


def supplied_by(answer: Answer) -> tuple[Supplied, ...]:
    """Return the passages that an answer shows: those it cites by their numbers, then the rest."""
    shown = {place.passage: item for item in answer.evidence for place in item.places}
    cited = [_supplied(item.number, item.passage, shown[item.passage]) for item in answer.citations]
    known = {item.text for item in cited}
    rest = [item for item in answer.evidence if item.text not in known]
    return (
        *cited,
        *(
            _supplied(number, item.places[0].passage, item)
            for number, item in enumerate(rest, start=len(cited) + 1)
        ),
    )


def _supplied(number: int, passage: str, evidence: Evidence) -> Supplied:
    where = "; ".join(f"{place.label} {place.scope}" for place in evidence.places)
    return Supplied(number=number, passage=passage, text=evidence.text, where=where)


def check_citations(
    supplied: Sequence[Supplied], *, answer: str = "", claims: Sequence[CitedClaim] = ()
) -> CitationReport:
    """Check the quotations and the numbered citations of one answer."""
    by_id = {item.passage: item for item in supplied}
    by_number = {item.number: item for item in supplied}
    checked = tuple(_claim(at, claim, by_id) for at, claim in enumerate(claims, start=1))
    sentences = tuple(_sentence(text, by_number, checked) for text in _sentences(answer))
    return CitationReport(claims=checked, sentences=sentences)


def _claim(number: int, claim: CitedClaim, by_id: Mapping[str, Supplied]) -> CheckedClaim:
    def refused(refusal: Refusal, reason: str) -> CheckedClaim:
        return CheckedClaim(number=number, claim=claim, refusal=refusal, reason=reason)

    if not claim.quote.strip():
        return refused(Refusal.EMPTY_QUOTE, "the quotation is empty")
    passage = by_id.get(claim.passage)
    if passage is None:
        return refused(Refusal.NOT_SUPPLIED, f"{claim.passage} was not supplied in this request")
    places = [match.start() for match in re.finditer(f"(?={re.escape(claim.quote)})", passage.text)]
    if not places:
        why = f"{claim.passage} does not contain exactly this text"
        return refused(Refusal.NOT_EXACT, why)
    spans = tuple((start, start + len(claim.quote)) for start in places)
    return CheckedClaim(number=number, claim=claim, spans=spans)


def _sentences(answer: str) -> list[str]:
    """Return the sentences; numbers that follow a full stop belong to the sentence it ends."""
    joined: list[str] = []
    for match in _SENTENCE.finditer(answer):
        text = match.group().strip()
        leading = _LEADING.match(text)
        if leading and joined and not _MARK.search(joined[-1]):
            joined[-1] += f" {leading.group().strip()}"
            text = text[leading.end() :]
        if text:
            joined.append(text)
    return joined


def _sentence(
    text: str, by_number: Mapping[int, Supplied], claims: Sequence[CheckedClaim]
) -> CheckedSentence:
    numbers = [int(part) for mark in _MARK.findall(text) for part in mark.split(",")]
    flags = [
        f"[{number}] names no supplied passage" for number in numbers if number not in by_number
    ]
    if not numbers:
        flags.append("it cites nothing")
    known = [by_number[number] for number in numbers if number in by_number]
    flags += _refused_quotes(text, known, claims)
    flags += _foreign_numbers(text, known)
    return CheckedSentence(
        text=text, passages=tuple(item.passage for item in known), flags=tuple(flags)
    )


def _refused_quotes(
    text: str, cited: Sequence[Supplied], claims: Sequence[CheckedClaim]
) -> list[str]:
    """Flag a sentence that repeats the words of a refused quotation of a passage it cites."""
    ids = {item.passage for item in cited}
    return [
        f"{item.claim.quote!r}: {item.reason}"
        for item in claims
        if item.refusal
        and item.claim.quote.strip()
        and item.claim.passage in ids
        and item.claim.quote in text
    ]


def _foreign_numbers(text: str, cited: Sequence[Supplied]) -> list[str]:
    """Flag numbers of a sentence that stand in none of the passages it cites."""
    said = _NUMBER.findall(_MARK.sub("", text))
    held = {number for item in cited for number in _NUMBER.findall(f"{item.text}\n{item.where}")}
    return [
        f"{number} stands in none of the passages cited"
        for number in dict.fromkeys(said)
        if cited and number not in held
    ]
