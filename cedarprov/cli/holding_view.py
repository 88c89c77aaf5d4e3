"""What a store holds, as people read it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cedarprov.model.time import KnownTime, Time, UnknownTime

if TYPE_CHECKING:
    from cedarprov.knowledge.summary import EditionSummary, Info, SourceSummary


def info_view(found: Info) -> str:
    """Return the state of a store, a line for each figure."""
    index = f"{found.texts_indexed} texts by words, {found.texts_embedded} by meaning"
    facts = {
        "store": found.path,
        "base": found.base,
        "sequence": str(found.sequence),
        "chain": found.chain,
        **{name: str(count) for name, count in found.counts.items()},
        **{f"edges {state}": str(count) for state, count in found.edges.items()},
        "dimensions": ", ".join(found.dimensions) or "none",
        "index": index,
        "encoder": found.encoder or "none",
    }
    width = max(map(len, facts))
    lines = [f"{name:<{width}}  {fact}" for name, fact in facts.items()]
    return "\n".join([*lines, *(f"note: {notice}" for notice in found.notices)])


def sources_view(sources: tuple[SourceSummary, ...]) -> str:
    """Return each source with its editions below it."""
    if not sources:
        return "the store holds no source"
    return "\n".join(line for source in sources for line in _source(source))


def _source(source: SourceSummary) -> Iterator[str]:
    yield f"{source.name}  {source.title}".rstrip()
    for edition in source.editions:
        yield f"  edition {edition.label or 'without a label'}: {'; '.join(_facts(edition))}"


def _facts(edition: EditionSummary) -> Iterator[str]:
    if edition.scope:
        yield str(edition.scope)
    yield f"published {written(edition.published)}"
    if isinstance(edition.effective.start, KnownTime):
        yield f"in force from {written(edition.effective.start)}"
    yield f"{edition.captures} capture{'' if edition.captures == 1 else 's'}"
    yield edition.place
    if edition.not_seen is not None:
        yield f"not seen since {edition.not_seen:%Y-%m-%dT%H:%M:%SZ}"


def written(time: Time) -> str:
    """Return a time as it was written, or that it is not known."""
    if isinstance(time, UnknownTime):
        return f"at an unknown time ({time.lexical})" if time.lexical else "at an unknown time"
    return time.lexical
