"""Digests of bundles, and the chain that ties each bundle to the one before."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from cedarprov.rdf.naming import digest_of


def bundle_digest(lines: Iterable[bytes]) -> str:
    r"""Return `sha256:<hex>` of a graph, given as canonical N-Triples lines without line ends.

    Order and repetition make no difference. Each distinct line is hashed with its `\n`, in code
    point order, so that for a graph without blank nodes this is the digest of its canonical form
    (RDF Dataset Canonicalization, RDFC-1.0, 4.4.3).
    """
    content = hashlib.sha256()
    # Bytes of UTF-8 sort as code points do.
    for line in sorted(set(lines)):
        content.update(line + b"\n")
    return f"sha256:{content.hexdigest()}"


def chain_digest(previous: str, digest: str) -> str:
    """Return `sha256:<hex>` of the chain digest before and the digest of a bundle, a line each."""
    return digest_of(f"{previous}\n{digest}\n".encode())
