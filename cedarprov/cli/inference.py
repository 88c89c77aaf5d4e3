"""What software makes of the record: `infer`, and `claims`, which lists what there is to review."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from cedarprov.cli.option import JsonOption, StoreArgument, WaitOption
from cedarprov.cli.output import show, show_json

if TYPE_CHECKING:
    from cedarprov.knowledge.claim_list import ClaimView
    from cedarprov.knowledge.inference import InferenceReport

_ALL: Final = "all"


def infer(
    store: StoreArgument,
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="What to infer: claims, qualifications, successions, contradictions, origins, "
            "or all of them in this order.",
        ),
    ] = _ALL,
    *,
    base_url: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Ask a model at this OpenAI-compatible chat endpoint."),
    ] = None,
    model: Annotated[str | None, typer.Option(metavar="NAME", help="The model to ask.")] = None,
    timeout: Annotated[
        float, typer.Option(metavar="SECONDS", help="How long one answer of it may take.")
    ] = 60.0,
    passages: Annotated[
        int, typer.Option(metavar="N", min=1, help="How many passages to ask about at most.")
    ] = 1000,
    wait: WaitOption = 5.0,
    as_json: JsonOption = False,
) -> None:
    """Infer from what the store holds, and record it as inferred, to be reviewed.

    Only what was not read before is read.
    The network is used with --base-url only; the key of the endpoint is read from CEDARPROV_CHAT_KEY or OPENAI_API_KEY.
    """  # noqa: E501 - one sentence a line
    import cedarprov  # noqa: PLC0415 - `--help` needs none of it

    if (base_url is None) != (model is None):
        raise typer.BadParameter("give --base-url and --model together")
    if name == _ALL and base_url is not None:
        raise typer.BadParameter("name claims where an endpoint is asked")
    with cedarprov.open(store, wait=wait) as kb:
        made = [
            (
                each,
                kb.infer(each, base_url=base_url, model=model, timeout=timeout, passages=passages),
            )
            for each in (kb.inferences if name == _ALL else (name,))
        ]
    if as_json:
        show_json(dict(made) if name == _ALL else made[0][1])
    else:
        show("\n".join(_report_view(each, report) for each, report in made))


def claims(
    store: StoreArgument,
    *,
    about: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only those about this thing.")
    ] = None,
    state: Annotated[
        str | None,
        typer.Option(
            metavar="STATE", help="Only asserted, pending, accepted, rejected or disputed ones."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List claims: what each says, how it stands, and where its words are."""
    import cedarprov  # noqa: PLC0415

    with cedarprov.open(store) as kb:
        found = kb.claims(about=about, state=state)
    if as_json:
        show_json(found)
    else:
        show("\n".join(map(_claim_view, found)) or "no claim is of that kind")


def _report_view(name: str, report: InferenceReport) -> str:
    lines = [f"{name}: found {report.found}, new {report.new}", f"  plan: {report.plan}"]
    lines += [f"  refused {count}: {reason}" for reason, count in sorted(report.refused.items())]
    return "\n".join(lines)


def _claim_view(claim: ClaimView) -> str:
    standing = f"{claim.state}{', inferred' if claim.inferred else ''}"
    lines = [f"{claim.kind or 'claim'} ({standing})  {claim.iri}", f"  {claim.statement}"]
    reading = claim.reading
    if reading is not None:
        value = f"{reading.value} {reading.unit}".rstrip()
        lines.append(f"  {reading.about}: {reading.attribute} = {value}")
    if claim.scope:
        lines.append(f"  holds for {claim.scope}")
    for place in claim.places:
        where = "; ".join(f"{source} {label}".rstrip() for source, label in place.editions)
        lines.append(f"  {where} [{place.start}, {place.end})")
    return "\n".join(lines)
