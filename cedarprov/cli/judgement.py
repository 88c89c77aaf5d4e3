"""What people add to the record: `claim`, `edge`."""

from __future__ import annotations

from typing import Annotated

import typer

from cedarprov.cli.option import (
    AgentOption,
    JsonOption,
    ScopeOption,
    StoreArgument,
    WaitOption,
    pairs,
    person,
)
from cedarprov.cli.output import show, show_json
from cedarprov.model.edge import Relation, StructuredReading

PassageOption = Annotated[
    str | None, typer.Option("--passage", metavar="IRI", help="The passage that is quoted.")
]
VersionOption = Annotated[
    str | None, typer.Option("--version", metavar="IRI", help="The version that is quoted.")
]
PrefixOption = Annotated[str, typer.Option("--prefix", help="The text right before the quotation.")]
SuffixOption = Annotated[str, typer.Option("--suffix", help="The text right after it.")]
StartOption = Annotated[
    int | None,
    typer.Option("--start", metavar="N", min=0, help="Where it starts in the passage or version."),
]


def claim(
    store: StoreArgument,
    statement: Annotated[
        str, typer.Argument(metavar="STATEMENT", help="What is claimed.", show_default=False)
    ],
    *,
    quote: Annotated[str, typer.Option(metavar="TEXT", help="The exact words it rests on.")],
    agent: AgentOption,
    scope: ScopeOption,
    passage: PassageOption = None,
    version: VersionOption = None,
    prefix: PrefixOption = "",
    suffix: SuffixOption = "",
    start: StartOption = None,
    reading: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PART=TEXT",
            help="The claim taken apart: about, attribute, value, unit. Repeatable.",
        ),
    ] = None,
    wait: WaitOption = 5.0,
    as_json: JsonOption = False,
) -> None:
    """Record a statement with the exact words that it rests on.

    The quotation must occur once, letter for letter; else narrow it by --prefix, --suffix or
    --start.
    """
    import cedarprov  # noqa: PLC0415 - `--help` needs none of it

    taken_apart = structured(reading or [])
    _require_one_place(passage, version)
    with cedarprov.open(store, wait=wait) as kb:
        made = kb.claim(
            statement,
            quote=quote,
            passage=passage,
            version=version,
            prefix=prefix,
            suffix=suffix,
            start=start,
            reading=taken_apart,
            scope=pairs("--scope", scope),
            agent=person(agent),
        )
    _show_made(made, as_json=as_json)


def edge(
    store: StoreArgument,
    subject: Annotated[
        str, typer.Argument(metavar="SUBJECT", help="What it leads from.", show_default=False)
    ],
    relation: Annotated[Relation, typer.Argument(help="What kind it is.", show_default=False)],
    object_: Annotated[
        str, typer.Argument(metavar="OBJECT", help="What it leads to.", show_default=False)
    ],
    *,
    agent: AgentOption,
    scope: ScopeOption,
    premise: Annotated[
        list[str],
        typer.Option(
            metavar="IRI",
            default_factory=list,
            show_default=False,
            help="A further subject: premises hold only together. Repeatable.",
        ),
    ],
    declare: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Your word for it, where no text says so.")
    ] = None,
    quote: Annotated[
        str | None, typer.Option(metavar="TEXT", help="The exact words that say so.")
    ] = None,
    passage: PassageOption = None,
    version: VersionOption = None,
    prefix: PrefixOption = "",
    suffix: SuffixOption = "",
    start: StartOption = None,
    confidence: Annotated[
        float | None, typer.Option(metavar="SHARE", help="How sure you are, from 0 to 1.")
    ] = None,
    wait: WaitOption = 5.0,
    as_json: JsonOption = False,
) -> None:
    """Assert a relation between two records.

    The evidence is a quotation or your own declaration.
    """
    import cedarprov  # noqa: PLC0415

    if (quote is None) == (declare is None):
        raise typer.BadParameter("give either --quote or --declare as the evidence")
    if quote is not None:
        _require_one_place(passage, version)
    with cedarprov.open(store, wait=wait) as kb:
        evidence = (
            (
                kb.span(
                    quote,
                    passage=passage,
                    version=version,
                    prefix=prefix,
                    suffix=suffix,
                    start=start,
                ),
            )
            if quote is not None
            else declare or ""
        )
        made = kb.edge(
            (subject, *premise),
            relation,
            object_,
            evidence=evidence,
            scope=pairs("--scope", scope),
            agent=person(agent),
            confidence=confidence,
        )
    _show_made(made, as_json=as_json)


def structured(written: list[str]) -> StructuredReading | None:
    """Return the parts of a reading as a value, or None where no part is given."""
    parts = pairs("--reading", written)
    if not parts:
        return None
    known = ("about", "attribute", "value", "unit")
    if unknown := [part for part in parts if part not in known]:
        message = f"there is no part {unknown[0]!r}; the parts are {', '.join(known)}"
        raise typer.BadParameter(message, param_hint="--reading")
    if lacking := [part for part in known[:3] if part not in parts]:
        message = f"{lacking[0]} is not given; a reading has {', '.join(known[:3])}"
        raise typer.BadParameter(message, param_hint="--reading")
    return StructuredReading(**parts)


def _require_one_place(passage: str | None, version: str | None) -> None:
    if (passage is None) == (version is None):
        raise typer.BadParameter("say by either --passage or --version where the quotation stands")


def _show_made(iri: str, *, as_json: bool) -> None:
    if as_json:
        show_json({"iri": iri})
    else:
        show(iri)
