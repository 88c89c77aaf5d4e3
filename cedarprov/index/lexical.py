"""Ranking by words: BM25 over the terms of texts and their headings, by tantivy."""

from __future__ import annotations

import hashlib
import os
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from math import log1p
from pathlib import Path
from typing import TYPE_CHECKING, Final

import tantivy
from tantivy import Filter, TextAnalyzerBuilder, Tokenizer

from cedarprov.errors import IndexDamaged
from cedarprov.index.port import Hit
from cedarprov.index.question import question_terms
from cedarprov.index.ranking import ranked
from cedarprov.index.term import terms

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from cedarprov.index.port import IndexText

BOOSTS: Final = {"text": 1.0, "headings": 0.5}
"""What a term counts for in each field."""

_HEAP: Final = 64_000_000
_MOST_TERMS: Final = 128
# Summed in single precision, in an order that the engine does not promise: more digits than these
# may differ between two indexes of the same texts.
_SIGNIFICANT: Final = 5
_SHARE_DIGITS: Final = 6


@dataclass(slots=True)
class Lexicon:
    """One committed state of the lexical index, on disk or in memory."""

    schema: tantivy.Schema
    searcher: tantivy.Searcher

    @property
    def documents(self) -> int:
        """How many documents it holds."""
        return int(self.searcher.num_docs)

    def holds(self, text: IndexText) -> bool:
        """Tell whether ``text`` is there under its heading path."""
        return bool(self.searcher.doc_freq("key", document_key(text)))

    def holds_digest(self, digest: str) -> bool:
        """Tell whether a text is there under any heading path."""
        return bool(self.searcher.doc_freq("digest", raw_digest(digest)))

    def search(self, words: str, *, limit: int) -> list[Hit]:
        """Rank the texts that share a term with ``words``; see `PassageIndex.lexical`."""
        query = self._query(words)
        if query is None or limit < 1:
            return []
        depth, scores, whole = limit + limit // 2 + 16, dict[str, float](), False
        while not whole and len(scores) < limit:
            found = self.searcher.search(query, depth, count=False).hits
            whole = len(found) < depth
            # The engine breaks ties by position, so the last of many may lack some equals.
            scores = self._scores(found, limit, floor=0.0 if whole else _rounded(found[-1][0]))
            depth *= 4
        return ranked(scores, limit)

    def coverage(self, words: str, texts: Sequence[str]) -> list[float]:
        """Return the share of the terms of `words` in each text; see `PassageIndex.coverage`."""
        rarity = {
            term: rare
            for term in _stemmed(question_terms(words)[:_MOST_TERMS])
            if (rare := self._rarity(term))
        }
        whole = sum(rarity.values())
        return [
            round(self._covered(rarity, text) / whole, _SHARE_DIGITS) if whole else 0.0
            for text in texts
        ]

    def _covered(self, rarity: Mapping[str, float], text: str) -> float:
        held = {*_stemmed(terms(text))}
        return sum(rare for term, rare in rarity.items() if term in held)

    def _rarity(self, term: str) -> float:
        """Return the inverse document frequency that BM25 has, 0 for a term of no text."""
        having = self.searcher.doc_freq("text", term)
        return log1p((self.documents - having + 0.5) / (having + 0.5)) if having else 0.0

    def _query(self, words: str) -> tantivy.Query | None:
        wanted = _stemmed(question_terms(words)[:_MOST_TERMS])
        parts = [
            (tantivy.Occur.Should, _weighted(self.schema, field, term))
            for term in wanted
            for field in BOOSTS
            if self.searcher.doc_freq(field, term)
        ]
        return tantivy.Query.boolean_query(parts) if parts else None

    def _scores(
        self, found: Sequence[tuple[float, tantivy.DocAddress]], limit: int, *, floor: float
    ) -> dict[str, float]:
        """Return the scores of the best ``limit`` digests and all their equals above ``floor``."""
        scores: dict[str, float] = {}
        last = floor
        for raw, address in found:
            score = _rounded(raw)
            if score <= floor or (len(scores) >= limit and score < last):
                break
            last = score
            digest: bytes = self.searcher.doc(address)["digest"][0]
            scores.setdefault(f"sha256:{digest.hex()}", score)
        return scores


class LexiconWriter:
    """Adds documents to an index; dropped before `commit`, it leaves nothing of them."""

    def __init__(self, folder: Path | None = None) -> None:
        """Write to the index in ``folder``, which is made if need be, or to one in memory."""
        self._index = _engine_index(folder)
        self._writer = self._index.writer(_HEAP, 1)

    def add(self, text: IndexText) -> None:
        """Add one text, which must not be there yet."""
        document = tantivy.Document()
        document.add_bytes("key", document_key(text))
        document.add_bytes("digest", raw_digest(text.digest))
        document.add_text("text", " ".join(terms(text.text)))
        document.add_text("headings", " ".join(terms("\n".join(text.headings))))
        self._writer.add_document(document)

    def commit(self) -> Lexicon:
        """Commit, wait until the engine has tidied up, and end; the folder then stays still."""
        self._writer.commit()
        self._writer.wait_merging_threads()
        self._index.reload()
        return Lexicon(self._index.schema, self._index.searcher())


def open_lexicon(folder: Path) -> Lexicon:
    """Open the state in ``folder``; its files stay readable when the folder is swept."""
    if not folder.is_dir():
        raise FileNotFoundError(folder)
    if os.access(folder, os.W_OK):
        return _opened(folder)
    # The engine locks a file in the folder even to read, so that it is given one of links.
    with tempfile.TemporaryDirectory() as links:
        for file in folder.iterdir():
            if file.suffix != ".lock":
                (Path(links) / file.name).symlink_to(file.absolute())
        return _opened(Path(links))


def _opened(folder: Path) -> Lexicon:
    with intact(folder):
        index = tantivy.Index.open(str(folder))
        # The folder of a state never changes: no thread need watch it.
        index.config_reader("manual")
        return Lexicon(index.schema, index.searcher())


@contextmanager
def intact(folder: Path) -> Iterator[None]:
    """Say `IndexDamaged` where the engine meets files in ``folder`` that it cannot read."""
    try:
        yield
    except ValueError as fault:
        if not folder.is_dir():
            raise FileNotFoundError(folder) from fault
        raise IndexDamaged(folder, str(fault)) from fault
    except BaseException as fault:
        # The engine panics over some damage, and its panics are no `Exception`.
        if type(fault).__name__ != "PanicException":
            raise
        raise IndexDamaged(folder, str(fault)) from fault


def empty_lexicon() -> Lexicon:
    """Return a lexicon without documents."""
    index = _engine_index(None)
    return Lexicon(index.schema, index.searcher())


def raw_digest(digest: str) -> bytes:
    """Return the 32 bytes that ``sha256:<hex>`` writes out."""
    return bytes.fromhex(digest.removeprefix("sha256:"))


def document_key(text: IndexText) -> bytes:
    """Return what tells a text under its heading path from all others."""
    path = "\0".join(text.headings)
    return hashlib.sha256(raw_digest(text.digest) + path.encode()).digest()


def _engine_index(folder: Path | None) -> tantivy.Index:
    if folder is None:
        index = tantivy.Index(_schema())
    else:
        folder.mkdir(parents=True, exist_ok=True)
        index = tantivy.Index(_schema(), str(folder))
    index.config_reader("manual")
    index.register_tokenizer("terms", _analyzer())
    return index


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_bytes_field("key", indexed=True)
    builder.add_bytes_field("digest", stored=True, indexed=True)
    for field in BOOSTS:
        builder.add_text_field(field, tokenizer_name="terms", index_option="freq")
    return builder.build()


@cache
def _analyzer() -> tantivy.TextAnalyzer:
    return TextAnalyzerBuilder(Tokenizer.whitespace()).filter(Filter.stemmer("english")).build()


def _stemmed(found: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(_analyzer().analyze(" ".join(found))))


def _weighted(schema: tantivy.Schema, field: str, term: str) -> tantivy.Query:
    query = tantivy.Query.term_query(schema, field, term, index_option="freq")
    boost = BOOSTS[field]
    return query if boost == 1.0 else tantivy.Query.boost_query(query, boost)


def _rounded(score: float) -> float:
    return float(f"{score:.{_SIGNIFICANT}g}")
