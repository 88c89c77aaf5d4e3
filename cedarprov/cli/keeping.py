"""What keeps a store: `backup`, `restore`, `compact`, `upgrade`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cedarprov.cli.option import JsonOption, StoreArgument, WaitOption
from cedarprov.cli.output import show, show_json


def backup(
    store: StoreArgument,
    path: Annotated[
        Path,
        typer.Argument(metavar="PATH", help="A new folder for the copy.", show_default=False),
    ],
    *,
    as_json: JsonOption = False,
) -> int:
    """Copy the store as it was last published, while others read and write it.

    The copy is a store of its own, and may be opened as one.
    The exit code is 1 if the bytes of a version were damaged and could not be copied.
    """
    import cedarprov  # noqa: PLC0415 - `--help` needs none of it

    report = cedarprov.backup(store, path)
    if as_json:
        show_json(report)
    else:
        show(
            f"copied {store} to {report.path}: {report.sequence} bundles, {report.blobs} blobs, "
            f"{report.size} bytes; chain {report.chain}"
        )
        for digest in report.damaged:
            show(f"  not copied, since its bytes are damaged: {digest}")
    return int(bool(report.damaged))


def restore(
    store: StoreArgument,
    *,
    source: Annotated[
        Path | None,
        typer.Option("--from", metavar="PATH", help="A backup, or what `export` wrote."),
    ] = None,
    from_checkpoint: Annotated[
        bool,
        typer.Option(
            "--from-checkpoint", help="Use the newest sound checkpoint inside of the store itself."
        ),
    ] = False,
    wait: WaitOption = 5.0,
    as_json: JsonOption = False,
) -> None:
    """Restore a store that is damaged or lost.

    What is restored is checked first and swapped in at once.
    What was there is kept in the folder that the message names.
    """
    import cedarprov  # noqa: PLC0415

    if (source is None) is not from_checkpoint:
        hint = "--from or --from-checkpoint"
        raise typer.BadParameter("name what to restore from, one of the two", param_hint=hint)
    report = cedarprov.restore(store, source, from_checkpoint=from_checkpoint, wait=wait)
    if as_json:
        show_json(report)
    else:
        show(str(report))


def compact(store: StoreArgument, *, wait: WaitOption = 5.0, as_json: JsonOption = False) -> None:
    """Write the data of the store anew, without what is left over in its files.

    The record stays as it is, and so does what `export` writes.
    """
    import cedarprov  # noqa: PLC0415

    with cedarprov.open(store, wait=wait) as kb:
        sizes = kb.compact()
    if as_json:
        show_json(sizes)
    else:
        show(f"{sizes.before} bytes before, {sizes.after} bytes after")


def upgrade(store: StoreArgument, *, wait: WaitOption = 5.0, as_json: JsonOption = False) -> None:
    """Bring a store of an earlier format to the present one.

    If it is interrupted, run it again.
    """
    import cedarprov  # noqa: PLC0415

    report = cedarprov.upgrade(store, wait=wait)
    if as_json:
        show_json(report)
    elif report.before == report.after:
        show(f"{report.path} has format {report.after} already")
    else:
        show(f"{report.path} had format {report.before} and has format {report.after} now")
