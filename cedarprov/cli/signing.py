"""What is kept elsewhere so that a record can be trusted: `head` and `sign`."""

from __future__ import annotations

import getpass
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from cedarprov.cli.option import JsonOption, StoreOrArchiveArgument
from cedarprov.cli.output import show, show_json, whole_output

if TYPE_CHECKING:
    from cedarprov.check.signature import Head

_PASSPHRASE: Final = "CEDARPROV_PASSPHRASE"  # noqa: S105 - the name of a variable


def head(store: StoreOrArchiveArgument, *, as_json: JsonOption = False) -> None:
    """Print where the record stands: its base, last bundle and chain digest.

    Keep the digest elsewhere, and give it to `verify --head`.
    What an archive says of its head is taken from its index: `verify` proves the rest.
    """
    found = _head_of(store)
    if as_json:
        show_json(found)
    else:
        show(f"{found.head}\nbundle {found.sequence} of {found.base}")


def sign(
    store: StoreOrArchiveArgument,
    *,
    key: Annotated[
        Path,
        typer.Option(metavar="PEM", help="A private Ed25519 key, encrypted or not."),
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to write it.")
    ] = None,
) -> None:
    """Sign the head of the record: an in-toto statement in a DSSE envelope (JSON).

    `openssl genpkey -algorithm ed25519` makes a key.
    The passphrase of an encrypted one is read from CEDARPROV_PASSPHRASE, or asked for.
    """
    from cedarprov.check.signature import sign_head  # noqa: PLC0415 - `--help` needs none of it

    signature = sign_head(_head_of(store), key, passphrase=_passphrase(key), at=datetime.now(UTC))
    with whole_output(output) as file:
        file.write(signature)


def _head_of(store: Path) -> Head:
    import cedarprov  # noqa: PLC0415
    from cedarprov.knowledge.head import archive_head  # noqa: PLC0415
    from cedarprov.store.archive_load import is_archive  # noqa: PLC0415

    if is_archive(store):
        return archive_head(store)
    with cedarprov.open(store) as kb:
        return kb.head()


def _passphrase(key: Path) -> str | None:
    from cedarprov.check.signature import is_encrypted  # noqa: PLC0415

    if not is_encrypted(key):
        return None
    given = os.environ.get(_PASSPHRASE)
    if given is None and sys.stdin.isatty():
        return getpass.getpass(f"Passphrase of {key}: ", stream=sys.stderr)
    return given
