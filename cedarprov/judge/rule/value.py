"""What rules share: the values in a sentence, its clauses, and the readings made of them."""

from __future__ import annotations

import re
from typing import Final

from cedarprov.model.edge import StructuredReading
from cedarprov.prose.language import language_of
from cedarprov.prose.name import MARKED, plain
from cedarprov.prose.quantity import mentions
from cedarprov.prose.value import Kind, Mention

Readings = tuple[StructuredReading, ...]

CONDITION: Final = re.compile(
    r"\b(?:if|when|whenever|unless|otherwise|depending|depends|except|while|whether)\b",
    re.IGNORECASE,
)


def stated(about: str | None, attribute: str, value: str, unit: str = "") -> Readings:
    """Return the one reading that these parts make, or none where a part is missing."""
    if not about or not attribute.strip() or not value.strip():
        return ()
    named = " ".join(attribute.casefold().split())
    return (StructuredReading(about=about, attribute=named, value=value, unit=unit),)


_CLAUSE: Final = re.compile(
    r"(?:^|[.;:]\s|,\s(?:but|so|which|while)\s|,?\s(?:and|but)\s(?=it\b|they\b))"
)


def last_clause(words: str) -> str:
    """Return the clause that words end in: what stands after the last mark that parts clauses."""
    return _CLAUSE.split(words)[-1].strip()


_FILLER: Final = re.compile(
    r"\s*(?:(?:the|an?|be|set|to|of|about|approximately|only|now|value|class|using|use|empty|"
    r"string|is|around|roughly|just)\s+)*"
)
_WORD_VALUE: Final = re.compile(
    r"(?P<value>enabled|disabled|on|off|true|false|none|unlimited|infinite|no limit|required|"
    r"optional)\b",
    re.IGNORECASE,
)
_MARKED: Final = re.compile(MARKED)
_QUOTED: Final = re.compile(r"(?P<quote>['\"])(?P<inner>[^'\"]+)(?P=quote)")


def value_at(text: str, start: int) -> tuple[str, str] | None:
    """Return the value, as written, and the unit that stand at `start`, filler words skipped."""
    at = start + (_FILLER.match(text, start) or re.match("", text)).end() - start  # type: ignore[union-attr]
    marked = _MARKED.match(text, at)
    if marked is not None:
        return literal(marked.group()), ""
    word = _WORD_VALUE.match(text, at)
    if word is not None:
        return word["value"], ""
    measured = quantity_at(text, at)
    return measured[:2] if measured else None


def literal(written: str) -> str:
    """Return what a literal holds, without its marks and the quotes around all of it."""
    held = written.strip("`") if written.startswith("`") else plain(written)
    quoted = _QUOTED.fullmatch(held)
    return quoted["inner"] if quoted else held


def quantity_at(text: str, at: int) -> tuple[str, str, str] | None:
    """Return amount and unit as written, and what is measured or counted."""
    for mention in mentions(text, language_of(text)):
        if mention.start <= at < mention.end and mention.start >= at - 1:
            return _taken_apart(text, mention)
    return None


_AMOUNT: Final = re.compile(
    r"(?P<amount>[-\u2212]?\d[\d.,]*\d|\d|[a-z]+(?:-[a-z]+)?)\s*(?P<rest>.*)", re.IGNORECASE
)


def _taken_apart(text: str, mention: Mention) -> tuple[str, str, str] | None:
    value = mention.value
    written = text[mention.start : mention.end]
    if value.kind is Kind.LABEL:
        return written, "", ""
    if value.kind is not Kind.QUANTITY:
        return None
    match = _AMOUNT.fullmatch(written)
    if match is None or value.low != value.high:
        return written, "", value.unit.dimension.value if value.unit else ""
    rest = match["rest"].strip(" -")
    if value.unit is not None:
        return match["amount"], rest, value.unit.dimension.value
    is_counted = match["amount"][-1].isdigit() and rest.endswith("s")
    return match["amount"], rest, rest.casefold() if is_counted else ""
