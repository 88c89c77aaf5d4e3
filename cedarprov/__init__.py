r"""cedarprov: what do the sources say, and what is a statement based on?

    >>> import cedarprov, tempfile
    >>> from pathlib import Path
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "pump.md").write_text("# Pump\n\nThe pressure limit is 40 bar.\n")
    >>> with cedarprov.create(folder / "store", dense=False) as kb:
    ...     _ = kb.ingest(folder / "pump.md")
    ...     print(kb.ask("What is the pressure limit?").text)
    “The pressure limit is 40 bar.” [1]

Importing the package loads none of the libraries that it stands on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from cedarprov.knowledge import Knowledge

__all__ = ["create", "open"]


def create(
    path: Path | str, *, base: str | None = None, dense: bool | str | None = None, wait: float = 5.0
) -> Knowledge:
    """Make an empty store in the folder `path`, which must be new or empty, and open it.

    `base` is what all identifiers begin with (default: a new URN). `dense` is as in `open`.

    Raises:
        StoreExists: The folder holds something already.
    """
    from cedarprov.knowledge import create as make  # noqa: PLC0415 - loads the store

    return make(path, base=base, dense=dense, wait=wait)


def open(  # noqa: A001 - the verb of the API
    path: Path | str, *, dense: bool | str | None = None, wait: float = 5.0
) -> Knowledge:
    """Open the store in the folder `path`; use it as a context manager.

    `dense` asks for search by meaning as well as by words: True needs the extra `dense`, None
    uses it where it is installed, False searches by words only. The name or folder of another
    sentence-transformers model that is on this machine chooses that one. A model is kept with the
    store and serves until another is chosen; with True or a name, the first writing verb encodes
    anew what has no vectors of it. A writing verb waits up to `wait` seconds for another writer.

    Raises:
        NotAStore: The folder holds no store, or one of another format.
    """
    from cedarprov.knowledge import Knowledge  # noqa: PLC0415 - loads the store

    return Knowledge(path, dense=dense, wait=wait)


def __getattr__(name: str) -> Any:  # noqa: ANN401 - the attribute may be anything
    if name == "__version__":
        from importlib.metadata import version  # noqa: PLC0415 - rarely asked for

        return version("cedarprov")
    raise AttributeError(f"module 'cedarprov' has no attribute {name!r}")
