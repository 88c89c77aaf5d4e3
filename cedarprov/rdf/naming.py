"""Mint the identifiers of records from their content, under the base of one store."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from pyoxigraph import NamedNode

from cedarprov.errors import BadValue
from cedarprov.model.frozen import Frozen
from cedarprov.model.text import WRITABLE, is_writable

if TYPE_CHECKING:
    from cedarprov.model.edge import Agent
    from cedarprov.model.scope import Condition, Scope
    from cedarprov.model.source import Edition, Source, Version


def digest_of(data: bytes) -> str:
    """Return `sha256:<hex>` of `data`."""
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


def _hash(*parts: str) -> str:
    # Length-prefixed, so that no two lists of parts run together to the same bytes.
    joined = "".join(f"{len(part)}:{part}" for part in map(_writable, parts))
    return hashlib.sha256(joined.encode()).hexdigest()


def _quoted(name: str) -> str:
    return quote(_writable(name), safe="")


def _writable(text: str) -> str:
    if not is_writable(text):
        raise BadValue("text", text, WRITABLE)
    return text


class Names(Frozen, kw_only=False):
    """Identifiers under `base`, which ends in a colon or slash: the same input, the same IRI."""

    base: str

    def __post_init__(self) -> None:
        wanted = "an IRI that ends in ':', '/' or '#'"
        if not self.base.endswith((":", "/", "#")):
            raise BadValue("base", self.base, wanted)
        try:
            NamedNode(self.base)
        except ValueError as error:
            raise BadValue("base", self.base, wanted) from error

    def _node(self, kind: str, local: str) -> NamedNode:
        return NamedNode(f"{self.base}{kind}/{local}")

    def source(self, source: Source) -> NamedNode:
        """Return the IRI of a source: its declared name, percent-encoded."""
        return self._node("source", _quoted(source.name))

    def source_name(self, iri: str) -> str:
        """Return the declared name of the source with this IRI."""
        return unquote(iri.removeprefix(f"{self.base}source/"))

    def edition(self, edition: Edition) -> NamedNode:
        """Return the IRI of an edition: source and label."""
        local = f"{_quoted(edition.source.name)}/{_quoted(edition.label)}"
        return self._node("edition", local)

    def version(self, version: Version) -> NamedNode:
        """Return the IRI of a version: digest of its bytes, and text profile."""
        return self._node(
            "version", f"{version.digest.removeprefix('sha256:')}/{_quoted(version.profile)}"
        )

    def version_parts(self, iri: str) -> tuple[str, str]:
        """Return the digest of the bytes and the text profile of the version with this IRI."""
        digest, _, profile = self._local(iri).partition("/")
        return f"sha256:{digest}", unquote(profile)

    def passage(self, version: str, start: int, end: int) -> NamedNode:
        """Return the IRI of a passage: its version and span."""
        return self._node("passage", f"{self._local(version)}/{start}-{end}")

    def passages_of(self, version: str) -> str:
        """Return what the IRIs of a version's passages begin with, up to the last slash."""
        return f"{self.base}passage/{self._local(version)}"

    def span(self, version: str, start: int, end: int) -> NamedNode:
        """Return the IRI of a span: its version and positions."""
        return self._node("span", f"{self._local(version)}/{start}-{end}")

    def _local(self, version: str) -> str:
        return version.removeprefix(f"{self.base}version/")

    def text(self, digest: str) -> NamedNode:
        """Return the IRI of a text: the digest of its UTF-8 form."""
        return self._node("text", digest.removeprefix("sha256:"))

    def text_digest(self, iri: str) -> str:
        """Return the digest of the text with this IRI."""
        return "sha256:" + iri.removeprefix(f"{self.base}text/")

    def capture(self, edition: str, version: str, place: str, context: str) -> NamedNode:
        """Return the IRI of a capture; `context` tells it from earlier ones of the edition."""
        return self._node("capture", _hash(edition, version, place, context))

    def activity(self, kind: str, *parts: str) -> NamedNode:
        """Return the IRI of an activity of `kind` (curation, reviewing ...) from what it made."""
        return self._node(kind, _hash(*parts))

    def agent(self, agent: Agent) -> NamedNode:
        """Return the IRI of an agent: kind, name and version."""
        local = f"{agent.kind.value}/{_quoted(agent.name)}"
        return self._node("agent", f"{local}/{_quoted(agent.version)}" if agent.version else local)

    def condition(self, condition: Condition) -> NamedNode:
        """Return the IRI of one condition of a scope."""
        local = f"{_quoted(condition.dimension)}/{_quoted(condition.expression)}"
        return self._node("condition", local)

    def scope(self, scope: Scope) -> NamedNode:
        """Return the IRI of a scope: its conditions in order."""
        parts = [f"{item.dimension}={item.expression}" for item in scope.conditions]
        return self._node("scope", _hash(*parts))

    def record(self, kind: str, *parts: str) -> NamedNode:
        """Return the IRI of a record of `kind` (claim, edge, review, time ...) from its parts."""
        return self._node(kind, _hash(*parts))

    def bundle(self, digest: str) -> NamedNode:
        """Return the IRI of a bundle: the digest of its statements."""
        return self._node("bundle", digest.removeprefix("sha256:"))

    def graph(self, name: str) -> NamedNode:
        """Return the IRI of one of the store's own graphs: index, text, asserted ..."""
        return self._node("graph", name)
