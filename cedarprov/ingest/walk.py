"""The files below some paths, in one order, and what was passed over and why.

Passed over, each with its reason: hidden files and folders (their names begin with a dot), the
folders of version control and caches in `PASSED_FOLDERS`, whatever a `.cedarprovignore` file
names, files whose kind is not taken in, and files larger than the limit. A `.cedarprovignore`
file holds patterns as in a `.gitignore` file and speaks for the folder that it lies in and all
below; a deeper one adds to it and takes nothing back.

A symbolic link to a file is followed if it leads to a place inside the folder that was given;
links to folders are never followed. What the caller names directly is taken whatever its name.
"""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cedarprov.errors import MissingPath, NothingToIngest
from cedarprov.ingest.pattern import place_patterns
from cedarprov.ingest.reader import markup_of
from cedarprov.model.frozen import Frozen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pathspec import GitIgnoreSpec

IGNORE_FILE: Final = ".cedarprovignore"
PASSED_FOLDERS: Final = frozenset({"CVS", "__pycache__", "node_modules"})
SIZE_LIMIT: Final = 50_000_000
"""The largest file that is taken in unless the caller says otherwise, in bytes (50 MB)."""


class Found(Frozen):
    """A file to take in; `place` is its path below the base, with forward slashes."""

    path: Path
    place: str


class Skipped(Frozen):
    """A file or folder that was passed over."""

    path: Path
    reason: str


class Walked(Frozen):
    """The files to take in, ordered by place, and what was passed over, ordered by path."""

    found: tuple[Found, ...]
    skipped: tuple[Skipped, ...]


def is_taken_in(place: str) -> bool:
    """Tell whether the name of a file alone says that it is text of a kind that is read."""
    return markup_of(place) is not None


def walk(
    paths: Sequence[Path],
    *,
    base: Path | None = None,
    accepts: Callable[[str], bool] = is_taken_in,
    limit: int = SIZE_LIMIT,
) -> Walked:
    """Return the files at and below `paths`, each once.

    Places are relative to `base`: if that is not given, to the one folder that was, or to the
    folder that holds all of `paths`. `accepts` is asked about each place; `limit` is in bytes.

    Raises:
        MissingPath: one of the paths does not exist.
        NothingToIngest: no file is left to take in.
        BadPattern: an ignore file holds a line that is no pattern.
    """
    # Made absolute without following links: a link that is named directly keeps its own name.
    roots = [Path(os.path.abspath(path)) for path in paths]  # noqa: PTH100
    for path, root in zip(paths, roots, strict=True):
        if not root.exists():
            raise MissingPath(path)
    start = Path(os.path.abspath(base)) if base else _common(roots)  # noqa: PTH100
    seen: dict[Path, Found | Skipped] = {}
    for root in roots:
        for item in _Walk(root=root, base=start, accepts=accepts, limit=limit).items():
            seen.setdefault(item.path, item)
    found = sorted((i for i in seen.values() if isinstance(i, Found)), key=lambda i: i.place)
    skipped = sorted((i for i in seen.values() if isinstance(i, Skipped)), key=lambda i: i.path)
    if not found:
        raise NothingToIngest(paths, _why_nothing(skipped))
    return Walked(found=tuple(found), skipped=tuple(skipped))


def _common(roots: Sequence[Path]) -> Path:
    if not roots:
        return Path.cwd()
    if len(roots) == 1:
        return roots[0] if roots[0].is_dir() else roots[0].parent
    return Path(os.path.commonpath([root.parent for root in roots]))


def _why_nothing(skipped: Sequence[Skipped]) -> str:
    if not skipped:
        return "there is no file"
    named = "; ".join(f"{item.path.name}: {item.reason}" for item in skipped[:3])
    more = f"; and {len(skipped) - 3} more" if len(skipped) > 3 else ""  # noqa: PLR2004
    return f"everything was passed over ({named}{more})"


_Ignored = tuple[tuple[Path, "GitIgnoreSpec"], ...]


class _Walk(Frozen, dict=True):
    """The way through one of the paths that were given."""

    root: Path
    base: Path
    accepts: Callable[[str], bool]
    limit: int

    @cached_property
    def inside(self) -> Path:
        return self.root.resolve()

    def items(self) -> Iterator[Found | Skipped]:
        if not self.root.is_dir():
            yield self._file(self.root)
            return
        waiting: list[tuple[Path, _Ignored]] = [(self.root, ())]
        while waiting:
            folder, ignored = waiting.pop()
            try:
                ignored = (*ignored, *self._ignored_in(folder))
                entries = [(entry, entry.is_dir()) for entry in folder.iterdir()]
            except OSError as error:
                yield Skipped(path=folder, reason=f"it cannot be opened ({error.strerror})")
                continue
            for entry, is_folder in entries:
                reason = self._why_not(entry, ignored, is_folder=is_folder)
                if reason is not None:
                    yield Skipped(path=entry, reason=reason)
                elif is_folder:
                    waiting.append((entry, ignored))
                else:
                    yield self._file(entry)

    def _ignored_in(self, folder: Path) -> _Ignored:
        file = folder / IGNORE_FILE
        leads_out = file.is_symlink() and self._why_not_link(file, is_folder=False)
        if leads_out or not file.is_file():
            return ()
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
        return ((folder, place_patterns(lines, file=str(file))),)

    def _why_not(self, entry: Path, ignored: _Ignored, *, is_folder: bool) -> str | None:
        if entry.name.startswith("."):
            return "its name begins with a dot"
        if is_folder and entry.name in PASSED_FOLDERS:
            return "folders of that name hold no sources"
        if _is_ignored(entry, ignored, is_folder=is_folder):
            return f"a {IGNORE_FILE} file names it"
        if entry.is_symlink():
            return self._why_not_link(entry, is_folder=is_folder)
        return None

    def _why_not_link(self, link: Path, *, is_folder: bool) -> str | None:
        if is_folder:
            return "it is a link to a folder"
        if not link.exists():
            return "it is a link that leads nowhere"
        if not link.resolve().is_relative_to(self.inside):
            return "it is a link that leads out of the folder"
        return None

    def _file(self, path: Path) -> Found | Skipped:
        place = Path(os.path.relpath(path, self.base)).as_posix()
        try:
            reason = self._why_not_file(path, place)
        except OSError as error:  # it went away, or its folder may be listed and not entered
            reason = f"it cannot be opened ({error.strerror})"
        if reason is not None:
            return Skipped(path=path, reason=reason)
        return Found(path=path, place=place)

    def _why_not_file(self, path: Path, place: str) -> str | None:
        if not path.is_file():
            return "it is neither a file nor a folder"
        if any("\ud800" <= letter <= "\udfff" for letter in place):
            return "its name is not valid UTF-8"
        if not self.accepts(place):
            return _kind(path)
        size = path.stat().st_size
        if size > self.limit:
            return f"it has {size} bytes, more than the limit of {self.limit}"
        return None


def _kind(path: Path) -> str:
    kind = f"files ending in {path.suffix}" if path.suffix else "files of that name"
    return f"{kind} are not taken in unless a manifest gives their format"


def _is_ignored(entry: Path, ignored: _Ignored, *, is_folder: bool) -> bool:
    slash = "/" if is_folder else ""
    return any(
        spec.match_file(entry.relative_to(folder).as_posix() + slash) for folder, spec in ignored
    )
