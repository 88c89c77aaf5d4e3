"""Admission: which values of a sentence may answer a question, by their sort and what is beside."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from cedarprov.model.frozen import replace
from cedarprov.prose.condition import is_release
from cedarprov.prose.language import listed, stem, stems_of, terms
from cedarprov.prose.quantity import mentions
from cedarprov.prose.synonym import likeness
from cedarprov.prose.unit import Dimension, find_unit
from cedarprov.prose.value import Kind, Mention, Value
from cedarprov.retrieve.status.entry import is_field

if TYPE_CHECKING:
    from cedarprov.retrieve.status.focus import Focus
    from cedarprov.retrieve.status.statement import Statement

# "upgraded from 6": a release, whatever is asked for.
_MIGRATED: Final = re.compile(r"\b(?:upgrad|updat|migrat)\w*\s+(?:from|to)\s+$", re.IGNORECASE)


def admitted(statement: Statement, focus: Focus) -> list[Mention]:
    """Return the values of a statement that are of the sort asked for and not of something else."""
    text, kind = statement.sentence.text, focus.expectation.kind
    counted = kind in (Kind.QUANTITY, Kind.LABEL)
    stated = mentions(text, focus.language)
    found = [
        mention
        for mention in (map(_as_number, stated) if counted else stated)
        if (focus.expectation.admits(mention.value) or _is_field(text, mention, focus))
        and not _is_aside(statement, mention, focus)
    ]
    if kind is Kind.WORDS:
        found = _telling(found, text, focus)
    return _with_unit(found, focus)


def _is_field(text: str, mention: Mention, focus: Focus) -> bool:
    """Tell whether a number stands behind the name of what it counts or labels: "Batteries: 4"."""
    labelled = focus.expectation.kind is Kind.LABEL
    match = (_LABELLED if labelled else _FIELD).search(text[: mention.start])
    bare = mention.value.kind is Kind.QUANTITY and mention.value.unit is None
    noun = focus.expectation.noun
    return bool(bare and match and noun) and stem(str(match and match[1]), focus.language) == noun


_FIELD: Final = re.compile(r"([^\W\d_]+):\s*$")
_LABELLED: Final = re.compile(r"([^\W\d_]+)(?::\s*|\s+v?)$")


def _is_aside(statement: Statement, mention: Mention, focus: Focus) -> bool:
    text = statement.sentence.text
    worded = focus.expectation.kind in (Kind.WORDS, Kind.LABEL)
    return (
        _MIGRATED.search(text[: mention.start]) is not None
        or is_release(text, mention.start, mention.end)
        or _lacks_unit(_context(statement, focus), mention, focus)
        or _lacks_noun(statement, mention, focus)
        or _is_of_other_measure(text, mention, focus)
        or _is_price_of_counted(text, mention, focus)
        or (worded and _is_supposed(text, mention))
        or _is_example(text, mention)
    )


def _lacks_noun(statement: Statement, mention: Mention, focus: Focus) -> bool:
    """Tell whether a bare number stands where nothing names what is counted."""
    noun = focus.expectation.noun
    counted = focus.expectation.kind is Kind.QUANTITY and bool(noun)
    if not counted or mention.value.noun == noun or mention.value.unit is not None:
        return False
    near = f"{statement.sentence.text} {' '.join(statement.exhibit.headings)}"
    said = stems_of(near, focus.language)
    return not any(likeness(noun, word, focus.language) for word in said)


def _as_number(mention: Mention) -> Mention:
    """Return a number that is written as a literal of code as the quantity that it is."""
    value = mention.value
    if value.kind is not Kind.LITERAL or not _NUMERAL.fullmatch(value.text):
        return mention
    amount = Decimal(value.text.replace("_", "").replace(",", ""))
    text = f"{amount:f}"
    return replace(mention, value=Value(kind=Kind.QUANTITY, text=text, low=amount, high=amount))


_NUMERAL: Final = re.compile(r"-?\d[\d_,]*(?:\.\d+)?")


def _context(statement: Statement, focus: Focus) -> str:
    """Return where the unit of a value may stand: of a field also in what its entry says."""
    sentence = statement.sentence.text
    return statement.exhibit.text if is_field(sentence, focus) else sentence


def _lacks_unit(text: str, mention: Mention, focus: Focus) -> bool:
    """Tell whether a bare number stands where nothing says that it is a time."""
    wanted = focus.expectation.dimensions
    if mention.value.unit is not None or Dimension.DURATION not in wanted:
        return False
    units = (find_unit(word) for word in re.findall(r"[^\W\d_]+", text))
    return not any(unit is not None and unit.dimension in wanted for unit in units)


def _telling(found: list[Mention], text: str, focus: Focus) -> list[Mention]:
    # Without a sort of value asked for, what repeats the question's own words is no answer, unless
    # it fills a field ("Default: `default`").
    asked = focus.words.casefold()
    new = [
        mention
        for mention in found
        if mention.value.text.casefold() not in asked or _fills_field(text, mention, focus)
    ]
    literal = [mention for mention in new if mention.value.kind is Kind.LITERAL]
    literal = [mention for mention in literal if _PREDICATE.search(text[: mention.start])]
    if literal:
        said = [term.end for term in terms(text, focus.language) if term.stem in focus.terms]
        return [min(literal, key=lambda mention: _distance(mention, said))]
    other = [
        mention
        for mention in new
        if mention.value.kind is not Kind.LITERAL and mention.value.noun not in focus.names
    ]
    return [mention for mention in other if mention.value.unit is not None] or other


def _fills_field(text: str, mention: Mention, focus: Focus) -> bool:
    """Tell whether a literal, and no name that is asked about, stands behind a field's name."""
    value = mention.value
    named = value.text.casefold() in focus.codes
    return (
        value.kind is Kind.LITERAL
        and not named
        and _NAMED_FIELD.match(text[: mention.start]) is not None
    )


_NAMED_FIELD: Final = re.compile(r"\W*[^\W\d_]+(?: [^\W\d_]+){0,2}:\s*$")
# What leads a value that a sentence gives: "Default: ...", "is set to ...", "now uses ...".
_PREDICATE: Final = re.compile(
    r"(?:[:=]|\b(?:is|are|was|be|becomes?|to|as|now|uses?|returns?|defaults?|value))\s*(?:the\s+)?$"
    r"|^\W*$",
    re.IGNORECASE,
)
_SUPPOSED: Final = re.compile(
    r"^\W*(?:if|for example|e\.g\.|suppose|unless)\b[^,;]*$", re.IGNORECASE
)


def _is_supposed(text: str, mention: Mention) -> bool:
    """Tell whether a value stands in a clause that only supposes something."""
    return _SUPPOSED.search(text[: mention.start]) is not None


# "Taking a pump as example, if it runs at 5 bar": a value of a case made up.
_EXAMPLE: Final = re.compile(r"\b(?:as an? example|as example|for instance|e\.g\.)", re.IGNORECASE)


def _is_example(text: str, mention: Mention) -> bool:
    """Tell whether a value is only an example."""
    return _EXAMPLE.search(text[: mention.start]) is not None


def _distance(mention: Mention, said: Sequence[int]) -> float:
    """Return how far a value stands behind the words asked; one before them stands further."""
    behind = [mention.start - end for end in said if end <= mention.start]
    before = [2 * (end - mention.end) for end in said if end > mention.end]
    return min([*behind, *before], default=0)


def _with_unit(found: list[Mention], focus: Focus) -> list[Mention]:
    # Beside a price with its currency, a bare number is something else.
    measured = [mention for mention in found if mention.value.unit is not None]
    return measured if measured and focus.expectation.dimensions and _foreign(found) else found


def _foreign(found: list[Mention]) -> bool:
    return any(mention.value.unit is None and mention.value.noun for mention in found)


def _is_of_other_measure(text: str, mention: Mention, focus: Focus) -> bool:
    """Tell whether the word beside a value names another measure: "40 m long", asked how deep."""
    before, after = _BESIDE_BEFORE.search(text[: mention.start]), _AFTER.match(text[mention.end :])
    beside = [match.group(1) for match in (before, after) if match]
    named = [stem(word, focus.language) for word in beside if word.casefold() in _MEASURES]
    asked = stems_of(focus.words, focus.language)
    return bool(named) and not any(
        likeness(word, one, focus.language) for word in asked for one in named
    )


def _is_price_of_counted(text: str, mention: Mention, focus: Focus) -> bool:
    """Tell whether a bare number is what something costs, where a count is asked for."""
    bare = bool(focus.expectation.noun) and not mention.value.noun and mention.value.unit is None
    return bare and _COSTS.search(text[: mention.start]) is not None


_COSTS: Final = re.compile(
    r"\b(?:cost|charg|pay|paid|pric|fee|fare|fine|deposit)\w*\s*(?:at|of|is|are|:)?\s*$",
    re.IGNORECASE,
)
# Adjectives and nouns of dimension: what a number directly beside them measures.
_MEASURES: Final = listed(
    """
    long wide deep high tall thick heavy old length width depth height thickness diameter weight
    mass volume capacity age altitude lang breit tief hoch dick schwer länge breite tiefe höhe
    """
)
_BESIDE_BEFORE: Final = re.compile(r"([^\W\d_]+)(?:\s+(?:of|is|up to|about))?[\s:]+$")
_AFTER: Final = re.compile(r"\s+([^\W\d_]+)")
