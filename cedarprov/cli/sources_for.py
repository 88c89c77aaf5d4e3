"""Which sources speak of a statement: `sources-for`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cedarprov.cli.option import JsonOption, ScopeOption, StoreArgument, WordsOnlyOption
from cedarprov.cli.output import show, show_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cedarprov.model.ranked_source import RankedSource


def sources_for(
    store: StoreArgument,
    statement: Annotated[
        str,
        typer.Argument(metavar="STATEMENT", help="What is to be looked up.", show_default=False),
    ],
    *,
    scope: ScopeOption,
    limit: Annotated[int, typer.Option(metavar="N", min=1, help="Sources to show.")] = 10,
    words_only: WordsOnlyOption = False,
    as_json: JsonOption = False,
) -> None:
    """Rank the sources that speak of a statement, each with its best sentence.

    Nothing is judged: a source that contradicts it ranks as high as one that supports it.
    """
    import cedarprov  # noqa: PLC0415 - `--help` needs none of it

    with cedarprov.open(store, dense=False if words_only else None) as kb:
        found = kb.sources_for(statement, scope=scope)[:limit]
    if as_json:
        show_json(found)
    else:
        show("\n".join(_lines(found)) or "no source has a word of it")


def _lines(found: Sequence[RankedSource]) -> Iterator[str]:
    for place, each in enumerate(found, 1):
        reasons = ", ".join(f"{reason.ranking} {reason.share:.2f}" for reason in each.reasons)
        yield f"{place}. {each.source} {each.score:.2f} ({reasons})"
        if span := each.sentence:
            yield f'   "{span.exact}" [{span.start}, {span.end}) of {span.version}'
