"""Languages: which one a text is in, its function words, and the stems of its content words.

Stems are those of the Snowball algorithms (https://snowballstem.org); Chinese and Japanese text,
which has no spaces, gives pairs of neighbouring characters instead.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache, lru_cache
from typing import Final

import Stemmer

from cedarprov.model.frozen import Frozen


class Language(StrEnum):
    """The languages whose grammar words are known here."""

    ENGLISH = "english"
    GERMAN = "german"
    ARABIC = "arabic"
    JAPANESE = "japanese"


def listed(words: str) -> frozenset[str]:
    """Return the words of a list that is written as prose."""
    return frozenset(words.split())


class Term(Frozen, kw_only=False):
    """A content word of a text: its stem, and the code points [start, end) where it stands."""

    stem: str
    start: int
    end: int


_KANA: Final = re.compile(r"[぀-ヿ]")
_IDEOGRAPH: Final = re.compile(r"[一-鿿]")
_ARABIC: Final = re.compile(r"[؀-ۿ]")
_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?")  # noqa: RUF001
# Names in code, kept whole beside their parts: USE_TZ, getheaders(), BigAutoField.
# Names begin where no name goes on, so that a long run of letters is read once.
_CODE: Final = re.compile(
    r"(?<!\w)[A-Za-z]\w*_\w+|(?<!\w)\w+(?=\(\))|(?<![A-Za-z])[A-Z]?[a-z]+(?:[A-Z][a-z]+)+"
)
_CJK_RUN: Final = re.compile(r"[一-鿿々]+|[ァ-ヿ]+")

# Closed word classes: articles, pronouns, prepositions, conjunctions, auxiliaries, wh-words.
_ENGLISH: Final = """
a an the this that these those it its they them their he she his her we us our you your i my me
one ones of in on at by to from for with without within into onto over under about above below
as than then so and or but nor not no if when while where what which who whom whose how why whether
is are was were be been being am do does did done has have had having can could may might must
shall should will would there here any some each every all both either neither other another such
same own only just also too very much many more most less least few up down out off per through
during until till before after since between among against now yet still again once already
"""
_GERMAN: Final = """
der die das den dem des ein eine einen einem einer eines kein keine keinen und oder aber sondern
nicht nur auch noch schon so als wie wenn ob dass weil was wer wen wem welche welcher welches
welchen welchem wo wann warum wieviel viel viele vielen ist sind war waren sein wird werden wurde
wurden worden hat haben hatte hatten kann können darf dürfen muss müssen soll sollen will wollen
man es er sie wir ihr ich du mich mir dich dir sich uns euch in im an am auf aus bei beim bis durch
für gegen mit nach ohne um unter über von vom vor zu zum zur zwischen je pro jeder jede jedes jeden
alle allen alles dieser diese dieses diesen diesem hier dort nun jetzt dann danach jeweils davon
"""
_ARABIC_WORDS: Final = """
في من الى إلى على عن مع هل ما ماذا متى أين كم كيف لماذا هو هي هذا هذه ذلك تلك التي الذي الذين أو او
ثم أما اما كان كانت يكون قد كل بعد قبل عند حتى بين دون لا لم لن ليس ان أن إن كما أي اي و ف ب ل
"""

FUNCTION_WORDS: Final = {
    Language.ENGLISH: listed(_ENGLISH),
    Language.GERMAN: listed(_GERMAN),
    Language.ARABIC: listed(_ARABIC_WORDS),
    Language.JAPANESE: frozenset[str](),
}


@cache
def language_of(text: str) -> Language:
    """Return the language of a text, by its script and, for Latin script, its function words."""
    if _KANA.search(text) or _IDEOGRAPH.search(text):
        return Language.JAPANESE
    if _ARABIC.search(text):
        return Language.ARABIC
    found = {word.casefold() for word in _WORD.findall(text)}
    german = found & FUNCTION_WORDS[Language.GERMAN]
    english = found & FUNCTION_WORDS[Language.ENGLISH]
    return Language.GERMAN if len(german) > len(english) else Language.ENGLISH


@cache
def stem(word: str, language: Language) -> str:
    """Return the stem of one word."""
    if language is Language.JAPANESE:
        return word.casefold()
    # A stemmer keeps state while it works: one for each call may run in any thread.
    return str(Stemmer.Stemmer(language.value, 0).stemWord(word.casefold()))


@lru_cache(maxsize=8192)
def terms(text: str, language: Language) -> tuple[Term, ...]:
    """Return the content words of a text in order, without function words and bare numbers."""
    found = _pairs(text) if language is Language.JAPANESE else ()
    skipped = FUNCTION_WORDS[language]
    words = (
        Term(stem(match.group(), language), match.start(), match.end())
        for match in _WORD.finditer(text)
        if match.group().casefold() not in skipped
        and not match.group()[0].isdigit()
        and not (language is Language.JAPANESE and not match.group().isascii())
    )
    names = (Term(match.group().casefold(), *match.span()) for match in _CODE.finditer(text))
    return (*found, *words, *names)


# Names of headers are written like titles: X-Frame-Options.
_HEADER: Final = re.compile(r"\b[A-Z]\w*(?:-[A-Z]\w*)+")


def thing_names(text: str) -> frozenset[str]:
    """Return the names of things in code and of headers that a text holds, as `folded`."""
    found = (*_CODE.findall(text), *_HEADER.findall(text))
    return frozenset(map(folded, found))


def folded(name: str) -> str:
    """Return a name as its letters and digits alone: x-frame-options is X_FRAME_OPTIONS."""
    return "".join(filter(str.isalnum, name)).casefold()


def code_names(text: str) -> frozenset[str]:
    """Return the names in code that a text holds, folded: USE_TZ, getheaders(), BigAutoField."""
    return frozenset(match.group().casefold() for match in _CODE.finditer(text))


@lru_cache(maxsize=8192)
def stems_of(text: str, language: Language) -> frozenset[str]:
    """Return the stems of the content words of a text."""
    return frozenset(term.stem for term in terms(text, language))


def _pairs(text: str) -> tuple[Term, ...]:
    return tuple(
        Term(
            run.group()[at : at + 2], run.start() + at, run.start() + min(at + 2, len(run.group()))
        )
        for run in _CJK_RUN.finditer(text)
        for at in range(max(1, len(run.group()) - 1))
    )
