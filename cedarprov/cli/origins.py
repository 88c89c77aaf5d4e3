"""How many independent observations there are: `origins`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cedarprov.cli.option import JsonOption, StoreArgument
from cedarprov.cli.output import show, show_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cedarprov.model.origin import Grounds


def origins(
    store: StoreArgument,
    claim: Annotated[
        str, typer.Argument(metavar="CLAIM", help="The claim's IRI.", show_default=False)
    ],
    *,
    by_rule: Annotated[
        bool, typer.Option("--by-rule", help="Take what scores high as if it had been accepted.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Say how many independent origins a claim rests on, and from what that follows."""
    import cedarprov  # noqa: PLC0415

    with cedarprov.open(store) as kb:
        found = kb.origins(claim, by_rule=by_rule)
    if as_json:
        show_json(found)
    else:
        show("\n".join(_lines(found)))


def _lines(grounds: Grounds) -> Iterator[str]:
    yield f"independent origins: {grounds}"
    origins = grounds.origins
    for name, groups in (("surely one", origins.surely), ("perhaps one", origins.perhaps)):
        for group in groups:
            if len(group) > 1:
                yield f"{name}: {' '.join(group)}"
    for echo in origins.echoes:
        yield f"no origin itself: {echo}"
    for link in origins.links:
        if link.edge:
            certain = "certain" if link.is_certain else f"score {link.score}"
            yield f"{link.kind} ({certain}): {link.one} {link.other} by {link.edge}"
