"""Audit of what is stored: quotations against texts, contents against digests, and the chain."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum

from cedarprov.model.frozen import Frozen
from cedarprov.rdf.canonical import chain_digest
from cedarprov.rdf.naming import digest_of
from cedarprov.store.ledger import GENESIS, Bundle


class FaultKind(StrEnum):
    """What an audit can find wrong."""

    QUOTATION = "quotation"
    DIGEST = "digest"
    SEQUENCE = "sequence"
    CHAIN = "chain"
    HEAD = "head"
    INDEX = "index"
    GRAPH = "graph"
    TEXT = "text"
    SHAPE = "shape"
    SHORTCUT = "shortcut"
    HISTORY = "history"
    FILE = "file"


class Fault(Frozen):
    """One thing that is not as the record says; `subject` is its IRI or digest."""

    kind: FaultKind
    subject: str
    message: str

    def __str__(self) -> str:
        return f"{self.subject}: {self.message}"


class Extent(Frozen):
    """The code points [start, end) that a passage or span quotes, and the digest of the quotation.

    The digest is written `sha256:<hex>`, over UTF-8.
    """

    iri: str
    start: int
    end: int
    digest: str


def misquoted(text: str, extents: Iterable[Extent]) -> Iterator[Fault]:
    """Yield a fault for each extent that is not, code point for code point, what `text` says."""
    for extent in extents:
        if not 0 <= extent.start < extent.end <= len(text):
            message = f"[{extent.start}, {extent.end}) is not within {len(text)} code points"
        elif digest_of(text[extent.start : extent.end].encode()) != extent.digest:
            message = f"[{extent.start}, {extent.end}) of the text is not what was quoted"
        else:
            continue
        yield Fault(kind=FaultKind.QUOTATION, subject=extent.iri, message=message)


def altered(subject: str, digest: str, content: bytes) -> Iterator[Fault]:
    """Yield a fault if `content` does not have the digest that the record gives it."""
    found = digest_of(content)
    if found != digest:
        message = f"the record says {digest}, but the content has {found}"
        yield Fault(kind=FaultKind.DIGEST, subject=subject, message=message)


def broken_chain(
    bundles: Iterable[Bundle],
    recomputed: Callable[[str], str],
    remaining: Mapping[str, str] | None = None,
) -> Iterator[Fault]:
    """Yield the faults of a chain of bundles, given from the first on in the record's order.

    `recomputed` returns the digest of the statements of the bundle with an IRI. What follows a
    fault is judged by what the record says there, so that each fault is told once. `remaining`
    gives, of bundles that a purge redacted, the digest of what is left of them: their own cannot
    be recomputed any more.
    """
    left = remaining or {}
    chain, expected = GENESIS, 1
    for bundle in bundles:
        yield from _sequence(bundle, expected)
        expected_digest = left.get(bundle.iri, bundle.digest)
        yield from _digest(bundle, recomputed(bundle.iri), expected_digest)
        if chain_digest(chain, bundle.digest) != bundle.chain:
            message = "the chain digest does not follow from the bundle before"
            yield Fault(kind=FaultKind.CHAIN, subject=bundle.iri, message=message)
        chain, expected = bundle.chain, bundle.sequence + 1


def _sequence(bundle: Bundle, expected: int) -> Iterator[Fault]:
    if bundle.sequence != expected:
        message = f"its sequence number is {bundle.sequence}, where {expected} was to come"
        yield Fault(kind=FaultKind.SEQUENCE, subject=bundle.iri, message=message)


def _digest(bundle: Bundle, found: str, expected: str) -> Iterator[Fault]:
    if found != expected:
        message = f"the record says {expected}, but its statements have {found}"
        yield Fault(kind=FaultKind.DIGEST, subject=bundle.iri, message=message)
    elif not bundle.iri.endswith(bundle.digest.removeprefix("sha256:")):
        message = f"its name does not carry its digest, {bundle.digest}"
        yield Fault(kind=FaultKind.DIGEST, subject=bundle.iri, message=message)


def missing_head(bundles: Iterable[Bundle], head: str) -> Iterator[Fault]:
    """Yield a fault if no bundle has the chain digest `head`, which is known from elsewhere.

    Only this shows that the end was cut off, or that the whole chain was made anew.
    """
    if head != GENESIS and not is_in_chain(bundles, head):
        message = "no bundle has this chain digest: the record was cut off or made anew"
        yield Fault(kind=FaultKind.HEAD, subject=head, message=message)


def is_in_chain(bundles: Iterable[Bundle], head: str | None) -> bool:
    """Tell whether a bundle has a chain digest; what every chain begins with is no bundle's."""
    return any(bundle.chain == head for bundle in bundles)
