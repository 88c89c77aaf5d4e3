"""Records under consideration, and the account of what became of each."""

from __future__ import annotations

from dataclasses import dataclass, field

from cedarprov.model.answer import Evidence, Exhibit
from cedarprov.model.frozen import Frozen
from cedarprov.model.receipt import Candidate, Reason, ReasonCode, Step
from cedarprov.retrieve.expansion import Trace
from cedarprov.retrieve.fusion import DIGITS
from cedarprov.retrieve.place import Placed


class Record(Frozen):
    """One distinct text in its places, why it is ranked where it is, and how it was reached.

    `sharing` counts other texts of its origin, for which it stands.
    """

    placed: Placed
    reasons: tuple[Reason, ...] = ()
    trace: Trace | None = None
    sharing: int = 0

    @property
    def score(self) -> float:
        """The sum of the reasons' shares, rounded."""
        return round(sum(reason.share for reason in self.reasons), DIGITS)

    @property
    def passages(self) -> frozenset[str]:
        """The passages that hold the text in the places that apply, or in all where none does."""
        places = self.placed.applying or self.placed.others or self.placed.withdrawn
        return frozenset(place.passage for place in places)

    @property
    def order(self) -> tuple[float, str]:
        """The sort key that puts the best first; ties are broken by IRI."""
        return (-self.score, self.placed.text)

    def exhibit(self) -> Exhibit:
        """Return this record as it is judged."""
        return Exhibit(
            text=self.placed.words,
            headings=self.placed.headings,
            places=self.placed.places,
            score=self.score,
        )

    def evidence(self) -> Evidence:
        """Return this record as it is shown."""
        return Evidence(
            text=self.placed.words,
            headings=self.placed.headings,
            places=self.placed.applying,
            score=self.score,
            words=len(self.placed.words.split()),
            hops=self.trace.hops if self.trace else 0,
            via=self.trace.via if self.trace else (),
            sharing=self.sharing,
        )

    def candidate(self, code: ReasonCode, step: Step, detail: str = "") -> Candidate:
        """Return what a receipt says of this record."""
        return Candidate(
            text=self.placed.text,
            passages=tuple(sorted(self.passages)),
            code=code,
            step=step,
            score=self.score,
            reasons=self.reasons,
            words=len(self.placed.words.split()),
            hops=self.trace.hops if self.trace else 0,
            via=self.trace.via if self.trace else (),
            flags=self.placed.flags,
            detail=detail,
        )


@dataclass(slots=True)
class Account:
    """Every candidate and what became of it; the last word counts."""

    rows: dict[str, Candidate] = field(default_factory=dict)

    def note(self, record: Record, code: ReasonCode, step: Step, detail: str = "") -> None:
        """Note what became of a record."""
        self.rows[record.placed.text] = record.candidate(code, step, detail)

    def passages(self, code: ReasonCode) -> frozenset[str]:
        """Return the passages of the records that a code was noted for."""
        rows = (row for row in self.rows.values() if row.code is code)
        return frozenset(passage for row in rows for passage in row.passages)

    def candidates(self) -> tuple[Candidate, ...]:
        """Return what a receipt says of all records, best first."""
        return tuple(sorted(self.rows.values(), key=lambda item: (-item.score, item.text)))
