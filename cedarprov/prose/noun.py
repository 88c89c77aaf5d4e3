"""Nouns of a phrase: its head, what modifies it, and their number."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from cedarprov.prose.language import Language, Term, listed, stem, terms

_ADJECTIVAL: Final = re.compile(r"\w{3,}(?:ed|ing)$")
_ARTICLES: Final = listed(
    """
    the a an its their your our one der die das den dem ein eine
    """
)


def modified(text: str, language: Language) -> dict[str, str]:
    """Return the modifier of each noun that directly follows another content word."""
    words = terms(text, language)
    pairs: dict[str, str] = {}
    for first, second in pairwise(words):
        if re.fullmatch(r"[ -]", text[first.end : second.start]):
            pairs[second.stem] = text[first.start : first.end].casefold()
    return pairs


def word(text: str, wanted: str, language: Language) -> str:
    """Return the word of a text that has a stem."""
    return next(
        text[term.start : term.end] for term in terms(text, language) if term.stem == wanted
    )


def head(phrase: str, language: Language) -> str | None:
    """Return the last noun of a phrase, which names what it is about."""
    words = [term for term in terms(phrase, language) if not _is_participle(phrase, term)]
    return phrase[words[-1].start : words[-1].end] if words else None


def _is_participle(phrase: str, term: Term) -> bool:
    return _ADJECTIVAL.match(phrase[term.start : term.end]) is not None


def modifier(phrase: str, noun: str, language: Language) -> str | None:
    """Return what a phrase says of a noun, as one value ("one-metal"), or None."""
    wanted = stem(noun, language)
    words = terms(phrase, language)
    before = [term for term in words if term.stem != wanted and not _is_participle(phrase, term)]
    return "-".join(phrase[term.start : term.end].casefold() for term in before) or None


def as_value(phrase: str) -> str:
    """Return a whole phrase as one value, without its articles."""
    kept = [word for word in re.findall(r"\w+", phrase.casefold()) if word not in _ARTICLES]
    return "-".join(kept) or "other"


def singular(noun: str) -> str:
    """Return an English noun in the singular, folded."""
    name = noun.casefold()
    if name.endswith("ies") and len(name) > len("ties"):
        return name[:-3] + "y"
    if re.search(r"(?:ss|x|ch|sh)es$", name):
        return name[:-2]
    return name[:-1] if re.search(r"[^su]s$", name) else name


def plural(noun: str) -> str:
    """Return an English noun in the plural, folded."""
    name = singular(noun)
    if re.search(r"[^aeiou]y$", name):
        return name[:-1] + "ies"
    return name + ("es" if re.search(r"(?:s|x|ch|sh)$", name) else "s")
