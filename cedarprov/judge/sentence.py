"""The sentences of a version's text that a span stands in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from cedarprov.model.passage import Span
from cedarprov.prose.sentence import Stretch, sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cedarprov.store.claim_record import ClaimRecord
    from cedarprov.store.door import TextOf

_BLANK: Final = re.compile(r"\n[ \t]*\n")


def paragraphs(text: str) -> Iterator[Stretch]:
    """Yield what stands between blank lines, in order."""
    start = 0
    for match in _BLANK.finditer(text):
        if text[start : match.start()].strip():
            yield Stretch(start, match.start(), text[start : match.start()])
        start = match.end()
    if text[start:].strip():
        yield Stretch(start, len(text), text[start:])


def paragraph_of(text: str, start: int, end: int) -> Stretch:
    """Return the paragraph, or the run of them, that holds the code points [start, end)."""
    before = text.rfind("\n\n", 0, start)
    after = text.find("\n\n", end)
    first = before + 2 if before >= 0 else 0
    last = after if after >= 0 else len(text)
    return Stretch(first, last, text[first:last])


def sentences_in(text: str, start: int, end: int) -> tuple[Stretch, ...]:
    """Return the sentences that the code points [start, end) of a text touch."""
    around = paragraph_of(text, start, end)
    return tuple(
        Stretch(around.start + found.start, around.start + found.end, found.text)
        for found in sentences(around.text)
        if around.start + found.start < end and start < around.start + found.end
    )


def said_by(claim: ClaimRecord, texts: TextOf) -> str:
    """Return the sentences that a claim rests on, each once."""
    found = (
        sentence.text
        for span in claim.spans
        for sentence in sentences_in(texts(span.version), span.start, span.end)
    )
    return " ".join(dict.fromkeys(found))


def span_of(version: str, stretch: Stretch) -> Span:
    """Return a stretch of a version's text as a span."""
    return Span(version=version, start=stretch.start, end=stretch.end, exact=stretch.text)
