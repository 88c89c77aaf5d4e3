"""The terms that a question is looked up by."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from cedarprov.index.term import terms

# The Snowball project's list of English stop words, without contractions.
# https://snowballstem.org/algorithms/english/stop.txt
_STOP_WORDS: Final = """
    i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she
    her hers herself it its itself they them their theirs themselves
    what which who whom this that these those
    am is are was were be been being have has had having do does did doing would should could ought
    a an the and but if or because as until while of at by for with about against between into
    through during before after above below to from up down in out on off over under
    again further then once here there when where why how all any both each few more most other
    some such no nor not only own same so than too very
"""
# Its authors left these out, since each is a noun, a month or a metal's work as well.
_MODALS: Final = "can will may might must shall"
_FUNCTION_WORDS: Final = frozenset(f"{_STOP_WORDS} {_MODALS}".split())
_PLAIN: Final = re.compile(r"[A-Za-z]{2,}")


def question_terms(words: str) -> list[str]:
    """Return the distinct terms of a question in order, English function words left out.

    Two plain words side by side are tried as one as well, since texts differ in what they join
    ("block size", "blocksize"). A question of function words alone keeps them.
    """
    asked = dict.fromkeys(terms(words))
    telling = [term for term in asked if term not in _FUNCTION_WORDS] or list(asked)
    return list(dict.fromkeys([*telling, *_joined(words)]))


def _joined(words: str) -> list[str]:
    bare = [word.rstrip(".,;:!?") for word in words.split()]
    return [
        (first + second).casefold()
        for first, second in pairwise(bare)
        if _is_telling(first) and _is_telling(second)
    ]


def _is_telling(word: str) -> bool:
    return bool(_PLAIN.fullmatch(word)) and word.casefold() not in _FUNCTION_WORDS
