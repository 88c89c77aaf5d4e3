"""What a language model is shown of a walk: the task, and a view in words.

Everything that a mitigation shows stands in the view, so that one wording serves all of them:
labels of origins where there are any, how many paths a node stands for, and the instruction.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cedarprov.evaluate.graphecho.environment import Neighbour, Seen, View

TASK: Final = """\
You judge a claim by evidence that stands in a graph. The verdict follows the balance of distinct \
origins of evidence: SUPPORT if more origins support the claim than refute it, REFUTE if more \
refute it, MIXED if there are as many of both. Answer with one JSON object and nothing else. To \
walk to a neighbour: {"action": "walk", "node": "n1"}. To judge: {"action": "stop", "verdict": \
"SUPPORT", "confidence": 0.5, "supporting": 0, "refuting": 0, "cited": ["n1"], "rationale": \
"..."}. "confidence" is the probability that the claim is true, from 0 to 1. "supporting" and \
"refuting" count the distinct origins that you met. "cited" names the nodes that you rely on. \
"rationale" is one short sentence.\
"""


def shown(view: View) -> str:
    """Return a view in words, line by line."""
    return "\n".join(_lines(view))


def _lines(view: View) -> Iterator[str]:
    yield f"Claim: {view.claim}"
    if view.instruction:
        yield view.instruction
    yield ""
    yield "What you saw:"
    yield from map(_seen, view.seen)
    if not view.seen:
        yield "- nothing yet"
    yield ""
    if not view.remaining:
        yield "You cannot walk any more. Judge now."
        return
    yield f"You are at {view.position}. Walks left: {view.remaining} of {view.budget}. Neighbours:"
    yield from map(_neighbour, view.neighbours)
    yield ""
    yield "Walk or judge."


def _seen(each: Seen) -> str:
    return f"- {each.node} ({each.kind}{_origin(each)}): {each.content}"


def _neighbour(each: Neighbour) -> str:
    visited = ", visited" if each.visited else ""
    return f"- {each.node}: {each.preview}{_origin(each)}{visited}"


def _origin(each: Seen | Neighbour) -> str:
    label = f", origin {each.label}" if each.label else ""
    return label + (f", {each.multiplicity} paths" if each.multiplicity > 1 else "")
