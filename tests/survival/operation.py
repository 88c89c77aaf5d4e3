"""What a store can be disturbed in: operations that say when something of theirs is acknowledged.

An operation works in a folder of its own: `store` is the store, `papers` what it reads, and `out`
what it writes beside the store. The same folder prepared twice gives the same identifiers.
"""

from __future__ import annotations

import atexit
import json
import shutil
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

import cedarprov
from cedarprov.cli.output import whole_output
from cedarprov.errors import NothingToPurge
from cedarprov.knowledge import Knowledge
from cedarprov.model.edge import Agent
from cedarprov.model.frozen import Frozen
from cedarprov.store.folder import StoreFolder, make_folder

Acknowledge = Callable[[], None]
"""Called after each verb that returned: what it wrote must survive whatever comes."""

BASE: Final = "https://example.org/store/"
AT: Final = datetime(2024, 3, 1, 9, tzinfo=UTC)
ANNA: Final = Agent(name="Anna")
FOLDERS: Final = 4
PAPERS: Final = 5
WORDS: Final = " ".join(f"word{number}" for number in range(120))


class Operation(Frozen):
    """`prepare` fills an empty folder; `run` works in it, and can be run again after a kill."""

    prepare: Callable[[Path], None]
    run: Callable[[Path, Acknowledge], None]


def opened(folder: Path, **options: object) -> Knowledge:
    """Open the store of a folder, searching by words."""
    return cedarprov.open(folder / "store", dense=False, **options)


def _empty(folder: Path) -> None:
    cedarprov.create(folder / "store", base=BASE, dense=False).close()
    for part in range(FOLDERS):
        papers = folder / "papers" / f"part{part}"
        papers.mkdir(parents=True)
        for number in range(PAPERS):
            limit = 100 * part + number
            (papers / f"{number}.md").write_text(
                f"# Pump {part}/{number}\n\nThe limit of pump {part}/{number} is {limit} bar.\n\n"
                f"All pumps are blue.\n\n{number} {WORDS}\n",
                encoding="utf-8",
            )


def _filled(folder: Path) -> None:
    shutil.copytree(_filled_once(), folder, dirs_exist_ok=True)


@cache
def _filled_once() -> Path:
    made = tempfile.TemporaryDirectory(prefix="cedarprov-filled-")
    atexit.register(made.cleanup)
    folder = Path(made.name)
    _empty(folder)
    with opened(folder) as kb:
        kb.ingest(folder / "papers", at=AT)
    return folder


def ingest(folder: Path, acknowledge: Acknowledge) -> None:
    """Take in one folder after another."""
    with opened(folder) as kb:
        for part in sorted((folder / "papers").iterdir()):
            kb.ingest(part, at=AT)
            acknowledge()


def judge(folder: Path, acknowledge: Acknowledge) -> None:
    """Make claims and edges, review them, and withdraw some."""
    times = {"started": AT, "ended": AT}
    with opened(folder) as kb:
        files = kb.ingest(folder / "papers", at=AT, dry_run=True).files
        claims = []
        for file in files[:4]:
            claims.append(kb.claim("It is blue", quote="blue", version=file.version))
            acknowledge()
        for subject, target in pairwise(claims):
            edge = kb.edge(subject, "supports", target, evidence="I know it", plan="same words")
            acknowledge()
            kb.review(edge, "accepted", reviewer=ANNA, reason="read it", **times)
            acknowledge()
        for claim in claims[:2]:
            kb.withdraw(claim, by=ANNA, reason="wrong", **times)
            acknowledge()


def _without_index(folder: Path) -> None:
    _filled(folder)
    shutil.rmtree(StoreFolder.open(folder / "store").index)


def catch_up(folder: Path, acknowledge: Acknowledge) -> None:
    """Let the passage index, which is missing, follow the ledger."""
    with opened(folder) as kb:
        kb.ingest(folder / "papers", at=AT)
        acknowledge()


def export(folder: Path, acknowledge: Acknowledge) -> None:
    """Write the store as an archive, in two formats."""
    make_folder(folder / "out")
    with opened(folder) as kb:
        for name in ("nquads", "trig"):
            with whole_output(folder / "out" / f"store.{name}") as file:
                kb.export_to(file, name)
            acknowledge()


def _archived(folder: Path) -> None:
    _filled(folder)
    with opened(folder) as kb, (folder / "store.nq").open("wb") as file:
        kb.export_to(file, "nquads")
    shutil.rmtree(folder / "store")
    cedarprov.create(folder / "store", dense=False).close()


def take_in(folder: Path, acknowledge: Acknowledge) -> None:
    """Import an archive into an empty store, which takes over its base."""
    with opened(folder) as kb:
        kb.import_(folder / "store.nq")
        acknowledge()


def compact(folder: Path, acknowledge: Acknowledge) -> None:
    """Write the data of the store anew."""
    with opened(folder) as kb:
        kb.compact()
    acknowledge()


def _with_versions_to_purge(folder: Path) -> None:
    _filled(folder)
    with opened(folder) as kb:
        files = kb.ingest(folder / "papers", at=AT, dry_run=True).files
    versions = "\n".join(file.version for file in files[:2])
    (folder / "versions").write_text(versions, encoding="utf-8")


def purge(folder: Path, acknowledge: Acknowledge) -> None:
    """Remove the bytes and texts of two versions."""
    with opened(folder) as kb:
        for version in (folder / "versions").read_text(encoding="utf-8").split():
            with suppress(NothingToPurge):
                kb.purge(version, by=ANNA, reason="must not be kept", yes=True)
            acknowledge()


def backup(folder: Path, acknowledge: Acknowledge) -> None:
    """Copy the store, unless there is a copy."""
    copy = folder / "out" / "backup"
    if not copy.exists():
        cedarprov.backup(folder / "store", copy)
    acknowledge()


def _beside_a_backup(folder: Path) -> None:
    _filled(folder)
    cedarprov.backup(folder / "store", folder / "backup")
    judge(folder, lambda: None)


def restore(folder: Path, acknowledge: Acknowledge) -> None:
    """Restore the store from a backup that was made before the last bundles."""
    cedarprov.restore(folder / "store", folder / "backup", dense=False)
    acknowledge()


def _of_an_earlier_format(folder: Path) -> None:
    _filled(folder)
    store = StoreFolder.open(folder / "store")
    for part in (store.path / store.data).iterdir():
        part.rename(store.path / part.name)
    (store.path / store.data).rmdir()
    mark = json.dumps({"format": 1, "base": store.base})
    (store.path / "cedarprov.json").write_text(mark, encoding="utf-8")


def upgrade(folder: Path, acknowledge: Acknowledge) -> None:
    """Bring a store of format 1 to the present one."""
    cedarprov.upgrade(folder / "store", dense=False)
    acknowledge()


OPERATIONS: Final[Mapping[str, Operation]] = {
    "ingest": Operation(prepare=_empty, run=ingest),
    "judge": Operation(prepare=_filled, run=judge),
    "catch-up": Operation(prepare=_without_index, run=catch_up),
    "export": Operation(prepare=_filled, run=export),
    "import": Operation(prepare=_archived, run=take_in),
    "compact": Operation(prepare=_filled, run=compact),
    "purge": Operation(prepare=_with_versions_to_purge, run=purge),
    "backup": Operation(prepare=_filled, run=backup),
    "restore": Operation(prepare=_beside_a_backup, run=restore),
    "upgrade": Operation(prepare=_of_an_earlier_format, run=upgrade),
}
