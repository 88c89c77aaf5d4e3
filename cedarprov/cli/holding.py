"""What a store is and what it holds: `init`, `info`, `sources`."""

from __future__ import annotations

from typing import Annotated

import typer

from cedarprov.cli.holding_view import info_view, sources_view
from cedarprov.cli.option import JsonOption, StoreArgument
from cedarprov.cli.output import show, show_json


def init(
    store: StoreArgument,
    *,
    base: Annotated[
        str | None,
        typer.Option(metavar="IRI", help="What all identifiers begin with.", show_default="a UUID"),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Make an empty store in a new or empty folder."""
    import cedarprov  # noqa: PLC0415 - `--help` needs none of it

    with cedarprov.create(store, base=base) as kb:
        made = kb.info()
    if as_json:
        show_json(made)
    else:
        show(f"made the store {store} with identifiers below {made.base}")


def info(store: StoreArgument, *, as_json: JsonOption = False) -> None:
    """Say how much the store holds, and in which state it is."""
    import cedarprov  # noqa: PLC0415

    with cedarprov.open(store) as kb:
        found = kb.info()
    if as_json:
        show_json(found)
    else:
        show(info_view(found))


def sources(store: StoreArgument, *, as_json: JsonOption = False) -> None:
    """List the sources and their editions."""
    import cedarprov  # noqa: PLC0415

    with cedarprov.open(store) as kb:
        found = kb.sources()
    if as_json:
        show_json(found)
    else:
        show(sources_view(found))
