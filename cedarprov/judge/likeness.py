"""Whether two witnesses go back to one origin: a test for each kind of likeness.

A kind is certain or it is not. What is certain moves both ends of a count, what is not the lower
end alone. Every score is between 0 and 1 and grows with the evidence; it is no probability.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from cedarprov.judge import serialisation
from cedarprov.judge.identifier import (
    declared_aliases,
    identifiers,
    leading_identifiers,
    referenced_projects,
    subject_of,
)
from cedarprov.judge.witness import Witness
from cedarprov.judge.wording import difference, folded, longest_run, shingles, words_of
from cedarprov.model.origin import Kind, Link

SHORTEST: Final = 8
"""Words that a text must have for its wording to be telling."""
LONG_SPAN: Final = 16
"""Words in a row that two texts do not share by chance."""
STATEMENT: Final = 100
"""Words up to which a text states one thing, so that another number makes it another statement."""
NEAR: Final = 0.6
"""The share of the shorter text's words that a near-duplicate has in common, in order."""
NEAR_RUNS: Final = 0.3
"""The share of the shorter text's runs of three words that it has in common."""
SERIALISED: Final = 0.8
"""The share of its names and values that one serialisation has in common with another."""
HEADED: Final = 0.9
STATED: Final = 0.7
"""Scores of a shared identifier: where both texts are headed by it, and where they state it."""
CITED: Final = 0.8
"""The score of a source that a text names as its own."""
_RUN: Final = 3
_ALIGNED: Final = 3000
_NAME: Final = 20
_BESIDE: Final = 2
_CITING: Final = re.compile(
    r"\b(?:citing|according to|as reported by|reported by|first published (?:by|in)|"
    r"originally published (?:by|in)|reprinted from|taken from|source:|via|quoting|"
    r"laut|gemäß|nach angaben (?:von|der|des))\s+(?:the\s+|dem\s+|der\s+)?"
    r"(?P<name>[^,:;\n]{3,200})",
    re.IGNORECASE,
)


def likenesses(one: Witness, other: Witness, claim: str = "") -> Iterator[Link]:
    """Yield a link for each kind of likeness between two witnesses of a claim."""
    for kind, score, detail in _found(one, other, claim):
        yield Link(one=one.key, other=other.key, kind=kind, score=round(score, 4), detail=detail)


_Found = tuple[Kind, float, str]


def _found(one: Witness, other: Witness, claim: str) -> Iterator[_Found]:
    if one.content and one.content == other.content and one.text == other.text:
        yield Kind.SAME_BYTES, 1.0, one.content
        return
    if words_of(one.text) and words_of(one.text) == words_of(other.text):
        yield Kind.SAME_TEXT, 1.0, f"{len(words_of(one.text))} words"
        return
    yield from _serialised(one, other)
    yield from _worded(one, other)
    yield from _identified(one, other, claim)
    yield from _cited(one, other)


def _serialised(one: Witness, other: Witness) -> Iterator[_Found]:
    syntaxes = serialisation.syntax_of(one.text), serialisation.syntax_of(other.text)
    if all(syntaxes) and syntaxes[0] != syntaxes[1]:
        share = serialisation.overlap(one.text, other.text)
        if share >= SERIALISED:
            yield Kind.SERIALISATION, share, " and ".join(syntaxes)


def _worded(one: Witness, other: Witness) -> Iterator[_Found]:
    """Yield likeness of wording: a text within the other, a long span of it, or most of it."""
    few, many = sorted((one.text, other.text), key=lambda text: len(folded(text)))
    length = len(folded(few))
    if length < SHORTEST:
        return
    run = longest_run(few, many, length=min(length, LONG_SPAN))
    if run >= min(length, LONG_SPAN):
        yield from _spanned(few, many, run)
    elif share := _nearness(few, many):
        yield Kind.NEAR_DUPLICATE, share, f"{share:.0%} of the words, in order"


def _by_length(words: int) -> float:
    """Return how telling so many words in a row are: 0.5 for 12, and half the doubt for 12 more."""
    return 1.0 - float(0.5 ** (words / 12))


def _spanned(few: str, many: str, run: int) -> Iterator[_Found]:
    """Yield what a long span in common means: quotation, or all of the one within the other.

    Two texts that are statements, and no more, are two where a fact differs. Of longer texts one
    may well be a revision of the other that changes a fact here and there.
    """
    length = len(folded(many))
    facts = difference(few, many, beside=_BESIDE).facts if length <= _ALIGNED else ()
    if not facts and run == len(folded(few)):
        yield Kind.EMBEDDING, _by_length(run), f"all {run} words"
    elif not facts:
        yield Kind.QUOTATION, _by_length(run), f"{run} words in a row"
    elif length > STATEMENT:
        told = ", ".join(f"{one or 'nothing'} for {other or 'nothing'}" for one, other in facts[:3])
        yield Kind.REVISION, _by_length(run), f"{run} words in a row, but {told}"


def _nearness(few: str, many: str) -> float:
    """Return how near two texts are, 0 where they are not or state different facts."""
    mine, theirs = shingles(few, _RUN), shingles(many, _RUN)
    if len(mine & theirs) < NEAR_RUNS * len(mine) or len(folded(many)) > _ALIGNED:
        return 0.0
    found = difference(few, many)
    share = found.shared / len(words_of(few))
    return share if share >= NEAR and not found.facts else 0.0


def _identified(one: Witness, other: Witness, claim: str) -> Iterator[_Found]:
    shared = _stated(one) & _stated(other)
    shared &= identifiers(claim) or shared
    alternate = shared & (
        declared_aliases(one.document) & _headed(other)
        | declared_aliases(other.document) & _headed(one)
    )
    if alternate:
        yield Kind.ALTERNATE, 1.0, ", ".join(sorted(alternate))
    elif shared:
        heads = _headed(one) & _headed(other) & shared
        yield Kind.IDENTIFIER, HEADED if heads else STATED, ", ".join(sorted(heads or shared))


def _stated(witness: Witness) -> frozenset[str]:
    return identifiers(witness.text) | subject_of(witness.document)


def _headed(witness: Witness) -> frozenset[str]:
    return leading_identifiers(witness.text) | subject_of(witness.document)


def _cited(one: Witness, other: Witness) -> Iterator[_Found]:
    named = cited_names(one.text) & own_names(other) | cited_names(other.text) & own_names(one)
    named |= referenced_projects(one.document) & _projects(other)
    named |= referenced_projects(other.document) & _projects(one)
    if named:
        yield Kind.CITATION, CITED, ", ".join(sorted(named))


def cited_names(text: str) -> frozenset[str]:
    """Return the names that a text states as its source, in small letters, and their beginnings.

    Where a name ends is not marked: "citing the River Gazette on Monday" may name either.
    """
    found = (folded(match["name"]) for match in _CITING.finditer(text))
    return frozenset(
        " ".join(words[:end]) for words in found for end in range(1, min(len(words), _NAME) + 1)
    )


def own_names(witness: Witness) -> frozenset[str]:
    """Return what a document is called, in small letters."""
    return frozenset(filter(None, map(plain, witness.titles)))


def _projects(witness: Witness) -> frozenset[str]:
    """Return what titles begin with: notes of a project's releases are called after it."""
    return frozenset(name.partition(" ")[0] for name in own_names(witness))


def plain(name: str) -> str:
    """Return a name in small letters, without punctuation."""
    return " ".join(folded(name))
