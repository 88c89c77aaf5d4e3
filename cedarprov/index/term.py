"""Words and identifiers of a text, as the terms of the lexical index.

Terms are made here and not in the index engine, since its tokenizers break identifiers apart and
take a Japanese sentence for one word.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import chain
from typing import Final

# A term holds the scripts' own marks too: \w alone would break Indic words at their vowels.
_INDIC: Final = "\u0900-\u0963\u0966-\u0e7f\u1000-\u109f\u1780-\u17ff"
# Scripts whose words run together: Thai and Lao, Myanmar, Khmer, kana, Han, and Hangul, where
# particles are joined to their noun.
_UNSPACED: Final = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff"
)
# Accents and vowel points that people leave out: Latin, Greek, Hebrew, Arabic (with tatweel).
_OPTIONAL: Final = re.compile(
    "[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]"
)
_WORD: Final = re.compile(rf"[\w{_INDIC}]+(?:[.\-/:][\w{_INDIC}]+)*")
_THOUSANDS: Final = re.compile(r"(?<=\d),(?=\d{3}\b)")
# don't, it's, they're: the end of a contraction or a possessive.
_CLITIC: Final = re.compile(r"(?<=\w)['\u2019]\w{1,2}\b")
_JOINT: Final = re.compile(r"[_\-/:]+")
_VERSION: Final = re.compile(r"v?(\d+(?:\.\w+)+)")
_HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_UNSPACED_RUN: Final = re.compile(f"[{_UNSPACED}]+")
_LONGEST: Final = 64


def terms(text: str) -> list[str]:
    """Return the terms of ``text`` in order, repeated as often as they occur.

    An identifier such as ``X_FRAME_OPTIONS``, ``timezone.utc`` or ``HttpResponse`` gives itself
    and its parts, and is the same however it is joined (``x-frame-options``). A version gives
    itself and the lines it belongs to (2.2.28 gives 2.2), never its single numbers. Scripts
    without spaces give overlapping pairs of characters. Case, width (NFKC) and accents do not
    matter.
    """
    plain = _folded(text)
    if "," in plain:
        plain = _THOUSANDS.sub("", plain)
    if "'" in plain or "\u2019" in plain:
        plain = _CLITIC.sub("", plain)
    return list(chain.from_iterable(map(_of_word, _WORD.findall(plain))))


def blank(text: str) -> bool:
    """Tell whether ``text`` shows nothing: no characters but space, control and format ones."""
    return all(character.isspace() or not character.isprintable() for character in text)


def _folded(text: str) -> str:
    if text.isascii():
        return text
    bare = _OPTIONAL.sub("", unicodedata.normalize("NFKD", text))
    return unicodedata.normalize("NFC", bare)


# Few words make up most of any text.
@lru_cache(maxsize=2**16)
def _of_word(word: str) -> tuple[str, ...]:
    if word.isascii() and word.isalpha() and word.islower() and len(word) <= _LONGEST:
        return (word,)  # by far the most: nothing to take apart
    if not word.isascii() and _UNSPACED_RUN.search(word):
        return tuple(_pairs(word))
    whole = _JOINT.sub("_", word.casefold()).strip("_")
    named = [] if _VERSION.fullmatch(whole) else [whole]
    found = [*named, *(part for joined in _JOINT.split(word) for part in _parts(joined))]
    return tuple(piece for term in dict.fromkeys(found) for piece in _pieces(term))


def _parts(word: str) -> list[str]:
    version = _VERSION.fullmatch(word.casefold())
    if version:
        numbers = version[1].split(".")
        return [".".join(numbers[:end]) for end in range(len(numbers), 1, -1)]
    dotted = word.split(".")
    humps = (hump.casefold() for part in dotted for hump in _HUMP.split(part))
    # A single digit, as of utf-8, says nothing alone.
    spoken = [hump for hump in humps if len(hump) > 1 or not hump.isdigit()]
    return [*(part.casefold() for part in dotted if len(part) > 1), *spoken]


def _pieces(word: str) -> list[str]:
    """Cut a run that is too long to be a word, such as an encoded picture."""
    if not word:
        return []
    if len(word) <= _LONGEST:
        return [word]
    return [word[at : at + _LONGEST] for at in range(0, len(word), _LONGEST)]


def _pairs(word: str) -> list[str]:
    found = terms(_UNSPACED_RUN.sub(" ", word))
    for run in _UNSPACED_RUN.findall(word):
        found.extend(run[at : at + 2] for at in range(max(1, len(run) - 1)))
    return found
