"""What accounts for a record or an answer: `trail`, `why-not`, `cite`, `replay`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cedarprov.cli.account_view import citation_view, explanation_view, replay_view
from cedarprov.cli.citation import Cited
from cedarprov.cli.document import read_object
from cedarprov.cli.failure import DONE, FAULTS_FOUND
from cedarprov.cli.option import JsonOption, StoreArgument
from cedarprov.cli.output import show, show_json

ReceiptArgument = Annotated[
    Path,
    typer.Argument(
        metavar="RECEIPT", help="A file that `ask --receipt` wrote.", show_default=False
    ),
]


def trail(
    store: StoreArgument,
    iri: Annotated[
        str, typer.Argument(metavar="IRI", help="Any record of the store.", show_default=False)
    ],
    *,
    as_json: JsonOption = False,
) -> None:
    """Show who made a record and from what, back to the bytes."""
    import cedarprov  # noqa: PLC0415 - `--help` needs none of it

    with cedarprov.open(store) as kb:
        found = kb.trail(iri)
    if as_json:
        show_json(found)
    else:
        show(str(found))


def why_not(
    store: StoreArgument,
    receipt: ReceiptArgument,
    passage: Annotated[
        str, typer.Argument(metavar="PASSAGE", help="The passage's IRI.", show_default=False)
    ],
    *,
    as_json: JsonOption = False,
) -> None:
    """Say at which step of a retrieval a passage fell out.

    Any passage of the store may be named, whether or not it was a candidate.
    """
    import cedarprov  # noqa: PLC0415

    recorded = read_object(receipt)
    with cedarprov.open(store) as kb:
        found = kb.why_not(recorded, passage)
    if as_json:
        show_json(found)
    else:
        show(explanation_view(found))


def cite(
    store: StoreArgument,
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="JSON with answer, claims and supplied; - is standard input.",
            show_default=False,
        ),
    ],
    *,
    as_json: JsonOption = False,
) -> int:
    """Check the citations of an answer.

    A citation resolves if it names a passage that was supplied and quotes it exactly.
    Whether a passage supports a sentence is another question.
    The exit code is 1 if a citation does not resolve or a sentence is flagged.
    """
    import cedarprov  # noqa: PLC0415

    cited = Cited.read(read_object(file), str(file))
    with cedarprov.open(store) as kb:
        report = kb.cite(cited.supplied, answer=cited.answer, claims=cited.claims)
    if as_json:
        show_json({"ok": report.ok, "claims": report.claims, "sentences": report.sentences})
    else:
        show(citation_view(report))
    return DONE if report.ok else FAULTS_FOUND


def replay(store: StoreArgument, receipt: ReceiptArgument, *, as_json: JsonOption = False) -> int:
    """Ask the question of a receipt again, and compare.

    It is asked on the state of the store that it first ran on.
    The exit code is 1 if something differs.
    """
    import cedarprov  # noqa: PLC0415

    recorded = read_object(receipt)
    with cedarprov.open(store) as kb:
        found = kb.replay(recorded)
    if as_json:
        show_json({"same": found.same, "differences": found.differences})
    else:
        show(replay_view(found.differences))
    return DONE if found.same else FAULTS_FOUND
