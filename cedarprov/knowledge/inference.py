"""Inferences recorded: what software judges becomes claims and edges that wait for review."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from cedarprov.errors import AmbiguousQuote, BadValue, QuoteNotFound
from cedarprov.ingest.anchor import anchor
from cedarprov.judge.agent import software
from cedarprov.judge.chat import Endpoint, claims_by_chat
from cedarprov.judge.claims import infer_claims
from cedarprov.judge.contradiction import infer_contradictions
from cedarprov.judge.inferred import Inferred
from cedarprov.judge.origin_inference import infer_origins
from cedarprov.judge.qualification import infer_qualifications
from cedarprov.judge.succession import infer_successions
from cedarprov.knowledge import curation
from cedarprov.model.frozen import Frozen, field
from cedarprov.store.door import TextOf
from cedarprov.store.session import Session, WritingSession

Inference = Callable[[Session, TextOf], Inferred]

INFERENCES: Final[Mapping[str, Inference]] = {
    "claims": infer_claims,
    "qualifications": infer_qualifications,
    "successions": infer_successions,
    "contradictions": infer_contradictions,
    "origins": infer_origins,
}
"""What can be inferred, by its name; each reads a state of the store and writes nothing."""


class InferenceReport(Frozen):
    """What became of one inference: how much it found, how much of it is new, what was refused."""

    plan: str
    found: int
    new: int
    records: tuple[str, ...] = ()
    refused: Mapping[str, int] = field(default_factory=dict)


def chosen(
    name: str, *, base_url: str | None, model: str | None, timeout: float, passages: int
) -> Inference:
    """Return the inference of a name, by the rules or, with an endpoint, by a model.

    Raises:
        BadValue: There is none of that name, or it asks no endpoint, or half of one is named.
    """
    if name not in INFERENCES:
        raise BadValue("inference", name, f"one of {', '.join(INFERENCES)}")
    if base_url is None and model is None:
        return INFERENCES[name]
    if name != "claims" or base_url is None or model is None:
        raise BadValue("endpoint", (base_url, model), "an address and a model, for claims")
    endpoint = Endpoint(base_url=base_url, model=model, timeout=timeout, passages=passages)
    return lambda session, texts: claims_by_chat(session, texts, endpoint, refusal_or_place)


def infer(session: WritingSession, inference: Inference, texts: TextOf) -> InferenceReport:
    """Infer, record what is not known, and report."""
    found = inference(session, texts)
    before = session.sequence
    records = record(session, found)
    return InferenceReport(
        plan=found.plan,
        found=len(records),
        new=session.sequence - before,
        records=tuple(records),
        refused=found.refused,
    )


def refusal_or_place(text: str, quote: str) -> tuple[int, int] | str:
    """Return where a quotation stands in a text, or why it is refused."""
    try:
        return anchor(text, quote)
    except QuoteNotFound:
        return "not found"
    except AmbiguousQuote:
        return "ambiguous"
    except BadValue:
        return "empty"


def record(session: WritingSession, found: Inferred) -> list[str]:
    """Commit what an inference found and is not known, and return the IRIs of all of it.

    Raises:
        UnresolvedReference: The store describes no such record.
    """
    claims = curation.add_claims(session, found.claims, software(), plan=found.plan)
    return [*claims, *curation.add_edges(session, found.edges)]
