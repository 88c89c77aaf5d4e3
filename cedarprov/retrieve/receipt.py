"""Receipts as JSON and back, and the step at which any passage of the store fell out."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from cedarprov.errors import BadReceipt, InputError
from cedarprov.ingest.dates import read_as_of
from cedarprov.model.answer import Evidence, Status
from cedarprov.model.frozen import Frozen, as_data
from cedarprov.model.question import Arm, Budget, Clock, Question
from cedarprov.model.receipt import Candidate, HubNotice, Reason, ReasonCode, Receipt, Step
from cedarprov.model.scope import Scope

FORMAT: Final = 1


def question_json(question: Question) -> dict[str, object]:
    """Return a question as plain JSON values."""
    return {
        "words": question.words,
        "scope": question.scope.as_dict(),
        "as_of": {clock.value: time.lexical for clock, time in question.as_of.items()},
        "sequence": question.sequence,
        "budget": as_data(question.budget),
        "arm": question.arm.value,
    }


def read_question(values: Mapping[str, Any]) -> Question:
    """Return the question that plain JSON values stand for.

    Raises:
        BadReceipt: Something is missing or of the wrong type.
    """
    try:
        return Question(
            words=values["words"],
            scope=Scope.of(values["scope"]),
            as_of={Clock(clock): read_as_of(time) for clock, time in values["as_of"].items()},
            sequence=values["sequence"],
            budget=Budget(**values["budget"]),
            arm=Arm(values["arm"]),
        )
    except (InputError, KeyError, TypeError, AttributeError, ValueError) as error:
        raise BadReceipt(f"its question cannot be read ({error})") from error


def to_json(receipt: Receipt) -> dict[str, Any]:
    """Return a receipt as plain JSON values."""
    return {"format": FORMAT, **as_data(receipt)}


def from_json(values: Mapping[str, Any]) -> Receipt:
    """Return the receipt that plain JSON values stand for.

    Raises:
        BadReceipt: Something is missing or of the wrong type, or the format is another one.
    """
    if not isinstance(values, Mapping) or values.get("format") != FORMAT:
        raise BadReceipt(f"it does not say format {FORMAT}")
    try:
        return Receipt(
            question=values["question"],
            settings=values["settings"],
            sequence=int(values["sequence"]),
            chain=str(values["chain"]),
            encoder=str(values["encoder"]),
            candidates=tuple(_candidate(item) for item in values["candidates"]),
            status=Status(values["status"]),
            answer_digest=str(values["answer_digest"]),
            hubs=tuple(HubNotice(**item) for item in values["hubs"]),
            edges=tuple(values["edges"]),
            map=str(values.get("map", "")),
        )
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise BadReceipt(f"it cannot be read ({error})") from error


def _candidate(values: Mapping[str, Any]) -> Candidate:
    return Candidate(
        text=values["text"],
        passages=tuple(values["passages"]),
        code=ReasonCode(values["code"]),
        step=Step(values["step"]),
        score=float(values["score"]),
        reasons=tuple(_reason(item) for item in values["reasons"]),
        words=int(values["words"]),
        hops=int(values["hops"]),
        via=tuple(values["via"]),
        flags=tuple(values["flags"]),
        detail=values["detail"],
    )


def _reason(values: Mapping[str, Any]) -> Reason:
    return Reason(
        ranking=str(values["ranking"]), rank=int(values["rank"]), share=float(values["share"])
    )


def digest_of_answer(status: Status, text: str, evidence: Sequence[Evidence]) -> str:
    """Return `sha256:<hex>` of what was answered: status, words and evidence, in order."""
    shown = [[place.passage for place in item.places] for item in evidence]
    content = json.dumps([status.value, text, shown], ensure_ascii=False).encode()
    return f"sha256:{hashlib.sha256(content).hexdigest()}"


def differences(before: Receipt, after: Receipt) -> tuple[str, ...]:
    """Return in sentences how a replayed receipt differs from the first one."""
    found = []
    if before.chain != after.chain:
        found.append("the store is another one, or its record was changed: the chain differs")
    if before.encoder != after.encoder:
        found.append("another encoder ranked the texts")
    if before.settings != after.settings:
        found.append("the settings of retrieval differ")
    old = {item.text: item for item in before.candidates}
    new = {item.text: item for item in after.candidates}
    found += [
        f"{text}: {_told(old.get(text))} before, {_told(new.get(text))} now"
        for text in sorted(old.keys() | new.keys())
        if old.get(text) != new.get(text)
    ]
    if before.map != after.map:
        found.append("one of them was read from a map, or from another map")
    if before.edges != after.edges:
        found.append("other edges were followed")
    if before.hubs != after.hubs:
        found.append("other hubs were capped")
    if before.status is not after.status:
        found.append(f"the status was {before.status.value} and is {after.status.value} now")
    if before.answer_digest != after.answer_digest:
        found.append("the answer differs")
    return tuple(found)


def _told(candidate: Candidate | None) -> str:
    return f"{candidate.code.value} ({candidate.score})" if candidate else "no candidate"


class Explanation(Frozen):
    """At which step a passage fell out, or that it was shown, in words."""

    passage: str
    step: Step
    code: ReasonCode
    sentence: str
    candidate: Candidate | None = None


class Held(Protocol):
    """What the store knows of a passage: the IRI of its text, and the number of its bundle."""

    @property
    def text(self) -> str:
        """The IRI of its text."""
        ...

    @property
    def sequence(self) -> int:
        """The sequence number of the bundle that brought it."""
        ...


_SENTENCES: Final = {
    ReasonCode.SHOWN: "it was shown",
    ReasonCode.NOT_CURRENT: "its version was not the current one of any edition",
    ReasonCode.WITHDRAWN: "its source, its edition or its version was withdrawn",
    ReasonCode.SCOPE_DOES_NOT_APPLY: "its edition does not apply to the scope asked",
    ReasonCode.CERTAINLY_OUT_OF_TIME: "its edition was certainly not there at the time asked",
    ReasonCode.BELOW_RECORD_CEILING: "its score was below those of the records considered",
    ReasonCode.OVER_BUDGET: "it did not fit into the words that were left",
    ReasonCode.SHARES_ORIGIN: "another text of its origin says the same, or this store wrote it",
    ReasonCode.REPEATS_SHOWN_TEXT: "most of its words had been shown already",
    ReasonCode.NOT_RANKED: "neither its words nor its meaning came near enough to the question",
    ReasonCode.NOT_STORED: "the store holds no such passage",
    ReasonCode.NOT_YET_STORED: "it was stored after the state that was asked",
}


def explain(
    receipt: Receipt, held: Held | None, passage: str, placed: Callable[[Held], ReasonCode]
) -> Explanation:
    """Return what became of a passage in one retrieval.

    `held` is what the store knows of it, None where it holds no such passage; `placed` tells why
    none of its places applies, for a passage whose text was judged by other places.
    """
    if held is None:
        return _explained(passage, Step.STORE, ReasonCode.NOT_STORED)
    if held.sequence > receipt.sequence:
        return _explained(passage, Step.STORE, ReasonCode.NOT_YET_STORED)
    found = next((item for item in receipt.candidates if item.text == held.text), None)
    if found is None:
        return _explained(passage, Step.CANDIDATES, ReasonCode.NOT_RANKED)
    if passage not in found.passages:
        return _explained(passage, Step.PLACES, placed(held))
    return _explained(passage, found.step, found.code, found)


def _explained(
    passage: str, step: Step, code: ReasonCode, candidate: Candidate | None = None
) -> Explanation:
    detail = f" ({candidate.detail})" if candidate and candidate.detail else ""
    return Explanation(
        passage=passage,
        step=step,
        code=code,
        sentence=f"{passage}: {_SENTENCES[code]}{detail}.",
        candidate=candidate,
    )
