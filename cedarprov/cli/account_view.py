"""What accounts for an answer, as people read it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cedarprov.retrieve.citation import CheckedClaim, CheckedSentence, CitationReport
    from cedarprov.retrieve.receipt import Explanation


def explanation_view(explanation: Explanation) -> str:
    """Return at which step a passage fell out, and how it scored if it was a candidate."""
    lines = [explanation.sentence, f"step: {explanation.step.value} ({explanation.code.value})"]
    if (candidate := explanation.candidate) is not None:
        lines.append(f"score: {candidate.score:g}")
        lines += [f"  {r.ranking} rank {r.rank}: {r.share:g}" for r in candidate.reasons]
        lines += [f"  flag: {flag}" for flag in candidate.flags]
    return "\n".join(lines)


def citation_view(report: CitationReport) -> str:
    """Return each quotation and each sentence with what is wrong with it."""
    lines = [*map(_claim, report.claims), *_sentences(report.sentences)]
    lines.append("every citation resolves" if report.ok else "not every citation resolves")
    return "\n".join(lines)


def _claim(checked: CheckedClaim) -> str:
    if checked.resolves:
        where = ", ".join(f"[{start}, {end})" for start, end in checked.spans)
        return f"quotation {checked.number}: resolves at {where}"
    return f"quotation {checked.number}: refused, {checked.reason}"


def _sentences(sentences: tuple[CheckedSentence, ...]) -> Iterator[str]:
    for number, sentence in enumerate(sentences, start=1):
        state = "flagged, " + "; ".join(sentence.flags) if sentence.flags else "resolves"
        yield f"sentence {number}: {state}"


def replay_view(differences: tuple[str, ...]) -> str:
    """Return what differs, or that nothing does."""
    return "\n".join(differences) if differences else "the same result"
