"""The words of a text without its dress: markup, layout and quotation marks tell no two apart.

What changes a fact stays: numbers with their signs and separators, comparisons, capital letters
(5 mW is not 5 MW) and words of denial.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from rapidfuzz.distance import LCSseq, Levenshtein

from cedarprov.model.frozen import Frozen
from cedarprov.prose.language import FUNCTION_WORDS, Language, listed

Words = tuple[str, ...]

RUN: Final = 5
"""The words of one shingle."""
SLOT: Final = 4
"""Words that a fact takes up in a sentence: a number with its unit, a name."""

# Tags of HTML and XML, roles and link targets of reStructuredText, and escaped line ends of JSON.
_MARKUP: Final = re.compile(
    r"</?[A-Za-z][^<>]*>|:[a-z]+(?::[a-z]+)*:(?=`)|`[~.!]+|\\[nrt](?=\s|[A-Z`*#\\])"
)
_WORD: Final = re.compile(
    r"(?:(?<!\w)[-−+])?\d+(?:[.,:]\d+)*(?![\w])|[<>≤≥](?=\s*\d)|[%‰]|\w+(?:['’]\w+)?"  # noqa: RUF001
)
_DENIAL: Final = listed(
    "not no never neither nor none without cannot nicht kein keine keinen nie ohne weder"
)
_NAME: Final = re.compile(r"[A-Z]|\w_\w")


class Difference(Frozen):
    """How two texts differ where they run along each other.

    `shared` counts the words in common and in the same order; `facts` are the pairs of words
    between which a number, a name, a version or a denial differs.
    """

    shared: int
    facts: tuple[tuple[str, str], ...]


@lru_cache(maxsize=4096)
def words_of(text: str) -> Words:
    """Return the words of a text in order, as they are written."""
    return tuple(_WORD.findall(_MARKUP.sub(" ", text)))


@lru_cache(maxsize=4096)
def folded(text: str) -> Words:
    """Return the words of a text in order, in small letters."""
    return tuple(word.casefold() for word in words_of(text))


@lru_cache(maxsize=4096)
def shingles(text: str, length: int = RUN) -> frozenset[Words]:
    """Return all runs of so many words; of a shorter text, the text itself."""
    words = folded(text)
    if not words:
        return frozenset()
    size = min(length, len(words))
    return frozenset(words[at : at + size] for at in range(len(words) - size + 1))


def longest_run(one: str, other: str, *, length: int = RUN) -> int:
    """Return how many words in a row the longest passage has that stands in both texts.

    Runs under `length` words are not found (0). The time grows with the sum of both texts, and
    with how often runs of `length` words repeat within one.
    """
    few, many = sorted((folded(one), folded(other)), key=len)
    places: dict[Words, list[int]] = {}
    for at in range(len(few) - length + 1):
        places.setdefault(few[at : at + length], []).append(at)
    longest, ending = 0, dict[int, int]()
    for at in range(len(many) - length + 1):
        starts = places.get(many[at : at + length], ())
        ending = {start: ending.get(start - 1, length - 1) + 1 for start in starts}
        longest = max(longest, max(ending.values(), default=0))
    return longest


def difference(one: str, other: str, *, beside: int = 0) -> Difference:
    """Return how two texts differ, word by word along the shortest edit (Levenshtein).

    A fact counts where so many words beside it are the same in both texts: of a text that stands
    in another, what is around it is another sentence and not the same one with another fact.
    """
    mine, theirs = words_of(one), words_of(other)
    steps = list(Levenshtein.opcodes(mine, theirs))
    same = [step.src_end - step.src_start if step.tag == "equal" else 0 for step in steps]
    facts = []
    for at, step in enumerate(steps):
        left = mine[step.src_start : step.src_end]
        right = theirs[step.dest_start : step.dest_end]
        near = max(same[max(at - 1, 0) : at + 2])
        if step.tag != "equal" and near >= beside and _changes_fact(left, right):
            facts.append((" ".join(left), " ".join(right)))
    return Difference(shared=int(LCSseq.similarity(mine, theirs)), facts=tuple(facts))


def _changes_fact(left: Words, right: Words) -> bool:
    """Tell whether few words that take the place of few others change a number, a name, a denial.

    What only one side says adds to the other, a denial apart; many words in the place of others
    are another sentence, not the same one with another fact.
    """
    if max(len(left), len(right)) > SLOT:
        return False
    if _denials(left) != _denials(right):
        return True
    if not left or not right:
        return False
    return _named(left) != _named(right) and bool(_named(left) and _named(right))


def _denials(words: Words) -> int:
    return sum(word.casefold() in _DENIAL or word.endswith(("n't", "n’t")) for word in words) % 2  # noqa: RUF001


def _named(words: Words) -> set[str]:
    return {
        word
        for word in words
        if any(map(str.isdigit, word))
        or (_NAME.search(word) and word.casefold() not in FUNCTION_WORDS[Language.ENGLISH])
    }
