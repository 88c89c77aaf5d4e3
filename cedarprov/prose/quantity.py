"""Values in running text: quantities with units, dates, labelled numbers and code literals.

A value has a short normal form ("20 min", "600 per min", "TLS 1.3", "2024-06-01") and a measure by
which two values are the same however they are written: 110 cm is 1.10 m, three days are 72 h.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from decimal import Decimal
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from cedarprov.model.frozen import Frozen
from cedarprov.prose.language import FUNCTION_WORDS, Language, language_of, listed, stem
from cedarprov.prose.literal import literals
from cedarprov.prose.moment import moments
from cedarprov.prose.number import Number, numbers
from cedarprov.prose.opposition import divides
from cedarprov.prose.recurrence import recurrences
from cedarprov.prose.synonym import has_synonyms
from cedarprov.prose.unit import Dimension, Unit, find_unit
from cedarprov.prose.value import Kind, Mention, Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def same_value(first: str, second: str) -> bool:
    """Tell whether two short answers say the same, whatever unit, separator or number word."""
    if first.strip().casefold() == second.strip().casefold():
        return True
    mine, theirs = _only(first), _only(second)
    return mine is not None and theirs is not None and mine.same(theirs)


@lru_cache(maxsize=4096)
def mentions(text: str, language: Language) -> tuple[Mention, ...]:
    """Return the values that a text states, in order, without overlaps."""
    dated = [
        Mention(Value(kind=Kind.MOMENT, text=str(moment), moment=moment), start, end)
        for start, end, moment in moments(text)
    ]
    literal = [*literals(text)]
    counted = [*_quantities(text, language, taken=[*dated, *literal])]
    return tuple(sorted([*dated, *literal, *counted], key=lambda mention: mention.start))


def _only(text: str) -> Value | None:
    found = mentions(text, language_of(text))
    return found[0].value if len(found) == 1 else None


# Nouns that a number names rather than counts ("release 2", "zone 4"): English, German.
_LABELLED: Final = listed(
    """
    version release edition issue order article section chapter step page table figure fig rule
    protocol phase level class type model zone room gate platform line port firmware hardware
    revision series part number no nr circular bulletin stage appendix annex note paragraph
    clause ausgabe auflage abschnitt kapitel schritt seite tabelle stufe klasse typ raum linie
    teil nummer artikel anhang absatz zone
    """
)
# How far back it is looked for the word before a number, so that a long text takes no square time.
_NEAR: Final = 200
_WORD_BEFORE: Final = re.compile(r"(?P<word>[^\W\d_][\w+#-]*)[ \u00a0](?:v)?$")
_SENTENCE_BEFORE: Final = re.compile(r"(?:^|[.!?:]\s+)$")
_NO_QUANTITY: Final = re.compile(r"(?:st|nd|rd|th)\b|\.?[xX]\b|\.\d|_")
_UNIT: Final = re.compile(
    r"[ \u00a0\u202f-]?"
    r"(?P<two>(?:square|cubic|working|business|degrees?|Grad|か月|ヶ月)\s?[^\W\d]+)?"
    r"(?P<one>[^\W\d_]+(?:/[a-z]+)?|[%°℃€$£¥٪µμ][^\W\d_]*)?"
)
_SIGN_BEFORE: Final = re.compile(r"[€$£¥]\s?$|\b(?:EUR|USD|GBP|CHF)\s$")
_RANGE: Final = re.compile(r"\s?(?:to|–|—|-|bis|and|und|إلى|~|〜|から)\s?")  # noqa: RUF001
_PER: Final = re.compile(
    r"(?P<gap>(?:\s+(?!(?:and|or|for|und|oder)\b)[^\W\d_]+){0,2}?)\s*"
    r"(?P<link>/|\bper\b|\bpro\b|\bje\b|\ba\b|\ban\b|\beach\b"
    r"|\bevery\b|\bin\s+der\b|\bim\b|\bلكل\b|\bفي\b)\s*(?P<each>[^\W\d_]+)"
)
_EVERY: Final = re.compile(r"(?:\bevery|\balle|\bjede[nrs]?|\bكل|\beach)\s+$|毎$", re.IGNORECASE)


def _quantities(text: str, language: Language, taken: list[Mention]) -> Iterator[Mention]:
    busy = [(mention.start, mention.end) for mention in taken]
    for mention in recurrences(text):
        busy.append((mention.start, mention.end))
        yield mention
    rest = iter([*_outside(numbers(text, language), busy), None])
    number = next(rest)
    while number is not None:
        following = next(rest, None)
        upper = following if _is_range(text, number, following) else None
        stated = _quantity(text, language, number, upper)
        if stated is not None:
            yield stated
        number = next(rest, None) if upper else following


def _outside(found: Iterable[Number], busy: list[tuple[int, int]]) -> Iterator[Number]:
    """Yield the numbers that no busy span overlaps."""
    starts = sorted(start for start, _ in busy)
    ends = [*accumulate((end for _, end in sorted(busy)), max)]
    for number in found:
        before = bisect_left(starts, number.end)
        if not before or ends[before - 1] <= number.start:
            yield number


def _is_range(text: str, number: Number, following: Number | None) -> bool:
    if following is None or following.amount <= number.amount:
        return False
    return _RANGE.fullmatch(text, number.end, following.start) is not None


def _quantity(
    text: str, language: Language, number: Number, upper: Number | None
) -> Mention | None:
    last = upper or number
    tail = _Tail.read(text, number.start, last.end, language)
    rated = bool(tail.per or tail.per_unit)
    label = None if tail.unit or upper or rated else _label(text, number, language)
    if label is not None:
        written = text[label[0] : number.end]
        value = Value(kind=Kind.LABEL, text=written, noun=label[1])
        return Mention(value, label[0], number.end)
    if _NO_QUANTITY.match(text, last.end):
        return None
    if number.in_words and not tail.unit and (number.amount <= 1 or not tail.noun):
        return None
    unit = tail.unit or _unit_before(text, number.start)
    return Mention(_measured(number, upper, unit, tail), number.start, tail.end)


def _measured(number: Number, upper: Number | None, unit: Unit | None, tail: _Tail) -> Value:
    worth = unit.worth if unit else Decimal(1)
    each = tail.per_unit.worth if tail.per_unit else Decimal(1)
    high = upper.amount if upper else number.amount
    amount = f"{_plain(number.amount)}..{_plain(high)}" if upper else _plain(number.amount)
    rate = tail.per_unit.symbol if tail.per_unit else tail.per
    name = unit.symbol if unit else ""
    return Value(
        kind=Kind.QUANTITY,
        text=amount + (f" {name}" if name else "") + _rate(rate, name),
        low=number.amount * worth / each,
        high=high * worth / each,
        base=unit.base if unit else "",
        per=tail.per_unit.base if tail.per_unit else tail.per,
        noun=tail.noun,
        unit=unit,
        recurs=tail.recurs,
    )


def _rate(rate: str, unit: str) -> str:
    if not rate:
        return ""
    return f"/{rate}" if unit else f" per {rate}"


def _plain(amount: Decimal) -> str:
    text = f"{amount:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _unit_before(text: str, start: int) -> Unit | None:
    match = _SIGN_BEFORE.search(text[max(0, start - 4) : start])
    return find_unit(match.group().strip()) if match else None


def _label(text: str, number: Number, language: Language) -> tuple[int, str] | None:
    if number.in_words:
        return None
    before = _WORD_BEFORE.search(text, max(0, number.start - _NEAR), number.start)
    if before is None:
        return None
    word = before.group("word")
    version = "." in text[number.start : number.end]
    start = before.start()
    first = not version and bool(_SENTENCE_BEFORE.search(text, max(0, start - _NEAR), start))
    named = word.casefold() in _LABELLED
    proper = word[0].isupper() and language is Language.ENGLISH and (not first or word.isupper())
    functional = word.casefold() in FUNCTION_WORDS[language]
    # "Price 129.00" is no release of Price, nor "Sundays 90" one of Sundays.
    root = stem(word, language)
    measured = has_synonyms(root, language) or divides(root, language)
    is_label = named or (proper and not measured)
    return (before.start(), root) if is_label and not functional else None


class _Tail(Frozen, kw_only=False):
    """What follows a number: unit, counted noun, rate, and where all of it ends."""

    unit: Unit | None
    noun: str
    per: str
    per_unit: Unit | None
    end: int
    recurs: bool

    @classmethod
    def read(cls, text: str, first: int, start: int, language: Language) -> _Tail:
        unit, after = _read_unit(text, start)
        noun, noun_end = _noun(text, after, language)
        per, per_unit, per_end = _read_rate(text, after, language)
        end = max(after, noun_end if not unit else after, per_end)
        recurs = _EVERY.search(text[max(0, first - 12) : first]) is not None
        return cls(unit, noun, per, per_unit, end, recurs)


def _read_unit(text: str, start: int) -> tuple[Unit | None, int]:
    match = _UNIT.match(text, start)
    if match is None:
        return None, start
    for name in ("two", "one"):
        written = match.group(name)
        unit = find_unit(written) if written else None
        if unit is None and written and not written.isascii():
            unit, written = _longest(written)
        if unit is not None and written is not None:
            return unit, match.start(name) + len(written)
    return _unit_after_two(text, start)


def _unit_after_two(text: str, start: int) -> tuple[Unit | None, int]:
    match = re.compile(r"[ \u00a0-]?([^\W\d_]+|[%°])").match(text, start)
    unit = find_unit(match.group(1)) if match else None
    return (unit, match.end()) if unit and match else (None, start)


def _longest(written: str) -> tuple[Unit | None, str]:
    # Text without spaces: the unit is the longest known beginning of what follows.
    found = (
        (find_unit(written[:size]), written[:size]) for size in range(min(6, len(written)), 0, -1)
    )
    return next(((unit, part) for unit, part in found if unit), (None, written))


def _noun(text: str, start: int, language: Language) -> tuple[str, int]:
    # Japanese counters follow the number without a space.
    pattern = r"([一-鿿])" if language is Language.JAPANESE else r"[ \u00a0]([^\W\d_]+)"
    match = re.compile(pattern).match(text, start)
    if match is None or match.group(1).casefold() in FUNCTION_WORDS[language]:
        return "", start
    return stem(match.group(1), language), match.end()


def _read_rate(text: str, start: int, language: Language) -> tuple[str, Unit | None, int]:
    match = _PER.match(text, start)
    if match is None:
        return "", None, start
    each = match.group("each")
    unit = find_unit(each)
    strict = match.group("link") in {"/", "per", "pro", "je"}
    if unit is not None and unit.dimension is not Dimension.MONEY:
        return "", unit, match.end()
    return (stem(each, language), None, match.end()) if strict else ("", None, start)
