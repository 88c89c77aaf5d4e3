"""The walk through what waits for review: one record after the other, one key for each decision.

A decision lasts from when its record was shown until its key was pressed. It is recorded when the
next one is made, or at the end; until then it can be taken back without a trace. One that is
recorded cannot, since reviews never change: its record is shown again, and what is decided then
stands, as the last verdict of a reviewer does. A process that is killed loses one decision at most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from cedarprov.cli.output import say
from cedarprov.cli.review_view import exhibit_view
from cedarprov.errors import StoreLocked
from cedarprov.model.edge import Verdict
from cedarprov.model.frozen import Frozen

if TYPE_CHECKING:
    from cedarprov.cli.keyboard import Key, Keys
    from cedarprov.judge.exhibit import Exhibit

_VERDICTS: Final = {"a": Verdict.ACCEPTED, "r": Verdict.REJECTED}
_SECONDS: Final = 60
_NEAR, _FAR = 2, 12
KEYS: Final = "a accept  r reject  s skip  u undo  o more context  w reason  ? help  q quit"
HELP: Final = """\
a  accept: the record may be relied on
r  reject: it may not
s  skip: decide nothing
u  undo: take back your last decision
o  open more context
w  write the reason of the next decision
q  quit; what was decided is recorded"""


class Decision(Frozen):
    """A verdict on a record, from when it was shown to when the key was pressed (UTC)."""

    exhibit: Exhibit
    verdict: Verdict
    reason: str
    started: datetime
    ended: datetime


class WalkReport(Frozen):
    """What came of a walk: reviews recorded (IRIs), and what stands of them by record.

    `minutes` is what all of them took; `waiting` is the number of records on the agenda.
    """

    waiting: int
    recorded: tuple[str, ...]
    accepted: int
    rejected: int
    minutes: float


@dataclass
class _Taken:
    """A decision of this walk, the place of its record, and its review once it is recorded."""

    position: int
    decision: Decision
    review: str = ""


class Walk:
    """One pass over an agenda; `record` writes a decision and returns the IRI of the review."""

    def __init__(
        self,
        agenda: Sequence[Exhibit],
        keys: Keys,
        record: Callable[[Decision], str],
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._agenda, self._keys, self._record, self._clock = agenda, keys, record, clock
        self._at = 0
        self._taken: list[_Taken] = []
        self._done: list[_Taken] = []
        self._reason = ""

    def run(self) -> WalkReport:
        """Walk until the end, or until the reviewer quits, and record what was decided.

        Raises:
            StoreLocked: Another writer held the store to the end; some decisions are not recorded.
        """
        try:
            while self._is_going_on():
                pass
        except (EOFError, KeyboardInterrupt):
            say("")
        finally:
            self._write(keep=0)
        return self._report()

    def _is_going_on(self) -> bool:
        """Take one step, and tell whether there is another."""
        if self._at < len(self._agenda):
            return self._judge(self._agenda[self._at])
        if not self._taken or not self._is_held(self._taken[-1]):
            return False
        say("that was the last; u takes back your last decision, any other key ends")
        if self._keys.press().key != "u":
            return False
        self._undo()
        return True

    def _judge(self, exhibit: Exhibit) -> bool:
        started = self._clock()
        self._show(exhibit, _NEAR)
        before = self._at, len(self._taken)
        while (self._at, len(self._taken)) == before:
            pressed = self._keys.press()
            ended = max(started, self._clock())  # a clock may be set back
            if pressed.key == "q":
                return False
            self._react(exhibit, pressed, started, ended)
        return True

    def _react(self, exhibit: Exhibit, pressed: Key, started: datetime, ended: datetime) -> None:
        if verdict := _VERDICTS.get(pressed.key):
            reason, self._reason = pressed.words or self._reason, ""
            self._decide(
                Decision(
                    exhibit=exhibit, verdict=verdict, reason=reason, started=started, ended=ended
                )
            )
        elif pressed.key == "s":
            self._at += 1
        elif pressed.key == "u":
            self._undo()
        elif pressed.key == "o":
            self._show(exhibit, _FAR)
        elif pressed.key == "w":
            self._reason = pressed.words or self._keys.words("reason: ")
        else:
            say(HELP if pressed.key == "?" else f"there is no key {pressed.key!r}; {KEYS}")

    def _show(self, exhibit: Exhibit, lines: int) -> None:
        say(f"\n[{self._at + 1} of {len(self._agenda)}] {exhibit_view(exhibit, lines)}\n{KEYS}")

    def _decide(self, decision: Decision) -> None:
        self._taken.append(_Taken(position=self._at, decision=decision))
        say(decision.verdict.value)
        self._at += 1
        self._write(keep=1)

    def _undo(self) -> None:
        if not self._taken:
            say("there is no decision to take back")
            return
        last = self._taken.pop()
        self._at = last.position
        if self._is_held(last):
            say("taken back; nothing was recorded")
        else:
            say("that one is recorded; what you decide now will stand in its place")

    @staticmethod
    def _is_held(taken: _Taken) -> bool:
        return not taken.review

    def _write(self, *, keep: int) -> None:
        """Record the decisions that are not, but for the last `keep`."""
        held = [taken for taken in self._taken if self._is_held(taken)]
        for number, taken in enumerate(held[: len(held) - keep]):
            try:
                taken.review = self._record(taken.decision)
            except StoreLocked as error:
                if keep:
                    say(f"not recorded yet: {error}")
                    return
                self._name_lost(held[number:])
                raise
            self._done.append(taken)

    @staticmethod
    def _name_lost(held: Sequence[_Taken]) -> None:
        for taken in held:
            say(f"not recorded: {taken.decision.verdict.value} {taken.decision.exhibit.iri}")

    def _report(self) -> WalkReport:
        took = (taken.decision.ended - taken.decision.started for taken in self._done)
        last = {taken.position: taken.decision.verdict for taken in self._done}
        verdicts = Counter(last.values())
        return WalkReport(
            waiting=len(self._agenda),
            recorded=tuple(taken.review for taken in self._done),
            accepted=verdicts[Verdict.ACCEPTED],
            rejected=verdicts[Verdict.REJECTED],
            minutes=sum(each.total_seconds() for each in took) / _SECONDS,
        )
