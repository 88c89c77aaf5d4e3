"""A quotation put in its place in a text: exactly, or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cedarprov.errors import AmbiguousQuote, BadValue, QuoteNotFound

if TYPE_CHECKING:
    from collections.abc import Iterator


def anchor(
    text: str,
    exact: str,
    *,
    prefix: str = "",
    suffix: str = "",
    start: int | None = None,
    place: str = "the text",
) -> tuple[int, int]:
    """Return the span [start, end) of `text`, in Unicode code points, that `exact` quotes.

    `prefix` and `suffix` are the text right before and after the quotation (Web Annotation Data
    Model, 4.2.4, Text Quote Selector); `start` is its position (4.2.5). Letters are compared as
    they stand: no case, white space or Unicode form is made equal, and nothing is moved. `place`
    names the text in errors.

    Raises:
        AmbiguousQuote: it occurs more than once; all places are named, overlapping ones too.
        BadValue: the quotation is empty.
        QuoteNotFound: it does not occur, or not at `start`, or not between prefix and suffix.
    """
    if not exact:
        raise BadValue("exact", exact, "a quotation of at least one code point")
    context = prefix + exact + suffix
    if start is not None:
        before = start - len(prefix)
        if before < 0 or not text.startswith(context, before):
            raise QuoteNotFound(exact, place, start)
        return start, start + len(exact)
    places = [
        (before + len(prefix), before + len(prefix) + len(exact))
        for before in _occurrences(text, context)
    ]
    if not places:
        raise QuoteNotFound(context, place)
    if len(places) > 1:
        raise AmbiguousQuote(exact, places)
    return places[0]


def _occurrences(text: str, wanted: str) -> Iterator[int]:
    found = text.find(wanted)
    while found >= 0:
        yield found
        found = text.find(wanted, found + 1)
