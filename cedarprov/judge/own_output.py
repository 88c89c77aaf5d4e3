"""Whether a text came out of this store: an answer, a receipt or an export that was fed back.

An answer is known by its form, quotations each with the number of its citation, and by what it
quotes: every quotation must stand in the store. A receipt is known by its format and by the digest
of the state that it ran on. Exports and whatever else names records are known by the base of the
store's identifiers, which no other store has.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Final

from cedarprov.model.frozen import Frozen

_QUOTED: Final = re.compile(r"“(?P<exact>[^“”]+(?:“[^“”]*”[^“”]*)*)”\s*\[\d+\]")
QUOTED: Final = "” ["
"""What every answer holds: the end of a quotation, and the number of its citation."""
_WORD: Final = re.compile(r"\w+")
_OTHER_WORDS: Final = 0.5
"""The share of an answer's words that may stand outside its quotations: scopes and values."""
_RECEIPT: Final = frozenset({"format", "question", "sequence", "chain", "answer_digest"})
_MOST: Final = 20


class Mention(Frozen):
    """What a text takes from the store: the record it names or quotes, and the words it uses."""

    record: str
    start: int
    end: int


def quoted_mentions(text: str, said: Mapping[str, str], *, offset: int = 0) -> tuple[Mention, ...]:
    """Return what an answer quotes; nothing where the text is not wholly an answer of this store.

    `said` holds the records of the store by what they say, sentence by sentence;
    `offset` is added to positions.
    """
    if QUOTED not in text:
        return ()
    found = list(_QUOTED.finditer(text))
    outside = _QUOTED.sub(" ", text)
    words = len(_WORD.findall(text))
    if not found or len(_WORD.findall(outside)) > _OTHER_WORDS * words:
        return ()
    mentions = []
    for match in found:
        record = said.get(match["exact"].strip())
        if record is None:
            return ()
        mentions.append(
            Mention(record=record, start=offset + match.start(), end=offset + match.end())
        )
    return tuple(mentions[:_MOST])


def named_mentions(text: str, base: str, holds: Callable[[str], bool]) -> tuple[Mention, ...]:
    """Return the records that an export, a receipt or a trail of this store names, the first few.

    A text that names a record in running text is no output: it must be data or a receipt.
    """
    if base not in text or not (is_receipt(text) or _is_export(text)):
        return ()
    form = re.compile(re.escape(base) + r"(?:passage|version|source|claim|edge)/[\w.:%~/-]+")
    mentions: dict[str, Mention] = {}
    for match in form.finditer(text):
        record = match.group().rstrip(".:/-")
        if record not in mentions and holds(record):
            end = match.start() + len(record)
            mentions[record] = Mention(record=record, start=match.start(), end=end)
        if len(mentions) == _MOST:
            break
    return tuple(mentions.values())


def is_receipt(text: str) -> bool:
    """Tell whether a text is a receipt, or an answer as JSON with its receipt."""
    try:
        said = json.loads(text)
    except ValueError:
        return False
    if not isinstance(said, dict):
        return False
    receipt = said.get("receipt", said)
    return isinstance(receipt, dict) and receipt.keys() >= _RECEIPT


def _is_export(text: str) -> bool:
    return "https://w3id.org/cedarprov/ns#" in text
