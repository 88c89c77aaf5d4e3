"""Numbers as they are written: digits with separators, and number words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from decimal import Decimal
from typing import Final

from cedarprov.model.frozen import Frozen
from cedarprov.prose.language import Language


class Number(Frozen, kw_only=False):
    """A number in a text: its amount, and the code points [start, end) where it stands."""

    amount: Decimal
    start: int
    end: int
    in_words: bool = False


_DIGITS: Final = re.compile(
    r"(?<![\w.,])[-\u2212]?(?:\d{1,3}(?:[ \u00a0\u202f'\u2019.,]\d{3})+(?!\d)|\d+)"
    r"(?:[.,]\d+)?(?![.,]?\d)"
)
_CJK_DIGITS: Final = re.compile(r"(?<![A-Za-z.,])[-\u2212]?\d+(?:,\d{3})*(?:\.\d+)?[千万億]?")
_SPACES: Final = dict.fromkeys(map(ord, " \u00a0\u202f'\u2019"))
_MYRIADS: Final = {"千": 1_000, "万": 10_000, "億": 100_000_000}


def _counting(words: str, amounts: Iterable[int]) -> dict[str, int]:
    return dict(zip(words.split(), amounts, strict=True))


_TENS: Final = range(30, 100, 10)
_WORDS: Final[dict[Language, dict[str, int]]] = {
    Language.ENGLISH: _counting(
        """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
        fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty
        ninety hundred thousand million dozen""",
        (*range(21), *_TENS, 100, 1_000, 1_000_000, 12),
    ),
    Language.GERMAN: _counting(
        """null ein eine einem einen einer zwei drei vier fünf sechs sieben acht neun zehn elf
        zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreißig
        vierzig fünfzig sechzig siebzig achtzig neunzig hundert tausend""",
        (0, 1, 1, 1, 1, 1, *range(2, 21), *_TENS, 100, 1_000),
    ),
    Language.ARABIC: _counting("ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة", range(3, 11))
    | _counting("ثلاث أربع خمس ست سبع ثماني تسع عشر", range(3, 11)),
    Language.JAPANESE: {},
}
_WORD: Final = re.compile(r"[^\W\d_]+")
_MULTIPLIERS: Final = frozenset({100, 1_000, 1_000_000})


def numbers(text: str, language: Language) -> tuple[Number, ...]:
    """Return the numbers of a text in order, digits of any script and number words."""
    plain = _latin_digits(text)
    pattern = _CJK_DIGITS if language is Language.JAPANESE else _DIGITS
    written = [
        Number(amount, match.start(), match.end())
        for match in pattern.finditer(plain)
        if (amount := _amount(match.group(), language)) is not None
    ]
    return tuple(sorted([*written, *_in_words(text, language)], key=lambda number: number.start))


def _latin_digits(text: str) -> str:
    if text.isascii():
        return text
    return "".join(
        str(unicodedata.digit(sign)) if sign.isdigit() and unicodedata.digit(sign, None) is not None
        else sign
        for sign in text
    )  # fmt: skip


def _amount(written: str, language: Language) -> Decimal | None:
    worth = _MYRIADS.get(written[-1], 1)
    plain = written.rstrip("千万億").replace("\u2212", "-").translate(_SPACES)
    group, point = (".", ",") if language is Language.GERMAN else (",", ".")
    if re.fullmatch(rf"-?\d{{1,3}}(?:{re.escape(group)}\d{{3}})+(?:{re.escape(point)}\d+)?", plain):
        plain = plain.replace(group, "")
    plain = plain.replace(",", ".") if plain.count(",") == 1 else plain.replace(",", "")
    if plain.count(".") > 1:
        return None  # an address or a version, and no number
    return Decimal(plain) * worth


def _in_words(text: str, language: Language) -> list[Number]:
    known = _WORDS[language]
    found: list[Number] = []
    for match in _WORD.finditer(text):
        value = known.get(match.group().casefold())
        if value is None:
            continue
        last = found[-1] if found else None
        joined = last is not None and re.fullmatch(r"[\s-]", text[last.end : match.start()])
        if last is not None and joined:
            scaled = value in _MULTIPLIERS
            amount = last.amount * value if scaled else last.amount + value
            found[-1] = Number(amount, last.start, match.end(), in_words=True)
        else:
            found.append(Number(Decimal(value), match.start(), match.end(), in_words=True))
    return found
