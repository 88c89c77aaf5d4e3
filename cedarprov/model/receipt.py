"""The record of one retrieval: every candidate, why it is in or out, and what it ran on."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from cedarprov.model.answer import Status
from cedarprov.model.frozen import Frozen, field


class Step(StrEnum):
    """The steps at which a record may fall out, in their order."""

    STORE = "store"
    CANDIDATES = "candidates"
    PLACES = "places"
    FUSION = "fusion"
    EXPANSION = "expansion"
    ORIGINS = "origins"
    BUDGET = "budget"
    SHOWN = "shown"


class ReasonCode(StrEnum):
    """Why a record is in, or at which step and why it fell out."""

    SHOWN = "shown"
    NOT_STORED = "not-stored"
    NOT_YET_STORED = "not-yet-stored"
    NOT_RANKED = "not-ranked"
    NOT_CURRENT = "not-current"
    WITHDRAWN = "withdrawn"
    SCOPE_DOES_NOT_APPLY = "scope-does-not-apply"
    CERTAINLY_OUT_OF_TIME = "certainly-out-of-time"
    SHARES_ORIGIN = "shares-origin"
    BELOW_RECORD_CEILING = "below-record-ceiling"
    OVER_BUDGET = "over-budget"
    REPEATS_SHOWN_TEXT = "repeats-shown-text"


class Reason(Frozen):
    """One contribution to a score: which ranking, the rank in it (from 1), and its share."""

    ranking: str
    rank: int
    share: float


class Candidate(Frozen):
    """One distinct text that was considered; its score is the sum of its reasons' shares.

    `via` names the edges that led to it, `hops` how many; `passages` the places that applied or,
    where none did, all of them. `flags` say what is doubtful, each a clause that follows "it".
    """

    text: str
    passages: tuple[str, ...]
    code: ReasonCode
    step: Step
    score: float = 0.0
    reasons: tuple[Reason, ...] = ()
    words: int = 0
    hops: int = 0
    via: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    detail: str = ""

    @property
    def is_shown(self) -> bool:
        """Whether the text is part of the evidence shown."""
        return self.code is ReasonCode.SHOWN


class HubNotice(Frozen):
    """A node whose links were capped: how many there are, and how many were followed."""

    node: str
    links: int
    followed: int


class Receipt(Frozen):
    """Everything needed to replay one retrieval; identifiers and digests, never a source's text.

    `question` and `settings` are plain JSON values; `sequence` and `chain` name the state of the
    store, `encoder` the fingerprint of the model used, empty where none was. `map` is the recorded
    map that was read in the place of a retrieval, if one was.
    """

    question: Mapping[str, object]
    settings: Mapping[str, object]
    sequence: int
    chain: str
    encoder: str
    candidates: tuple[Candidate, ...]
    status: Status
    answer_digest: str
    hubs: tuple[HubNotice, ...] = ()
    edges: tuple[str, ...] = field(default=())
    map: str = ""
