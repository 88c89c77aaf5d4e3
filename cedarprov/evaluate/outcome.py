"""What one arm made of one item of an evaluation, in counts that can be added up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cedarprov.model.answer import Status
from cedarprov.model.frozen import Frozen, field

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]
"""A value that JSON can hold."""


class Tally(Frozen, kw_only=False):
    """A count `of` things and how many of them were `found`; tallies add up over items."""

    found: float
    of: float = 1


class Outcome(Frozen):
    """What one arm answered to one item, beside what was expected; no status where none is asked.

    `group` names the items that are drawn together when intervals are taken: a family, or the item
    alone. `accepted` holds statuses that are as good as the one expected. `tallies` are kept by
    the name of their measure, `seconds` is the time that the answer took, and `detail` is for
    people who look into a single item.
    """

    item: str
    kind: str
    group: str
    arm: str
    expected: Status | None = None
    given: Status | None = None
    accepted: frozenset[Status] = frozenset()
    tallies: Mapping[str, Tally] = field(default_factory=dict)
    seconds: float | None = None
    detail: Mapping[str, Json] = field(default_factory=dict)

    @property
    def counted(self) -> Status | None:
        """The status given, or the expected one where what was given is as good."""
        return self.expected if self.given in self.accepted else self.given

    @property
    def is_status_right(self) -> bool:
        """Whether the status is the expected one or as good."""
        return self.counted is self.expected
