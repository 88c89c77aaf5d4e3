"""A manifest: what its writer declares about files, with the place of each declaration.

A manifest is TOML. Each `[[source]]` entry speaks for the files that its `match` patterns name:
patterns as in a `.gitignore` file, on places relative to the folder that is ingested. The other
keys are those of a declaration (`name`, `title`, `edition`, `scheme`, `published`, `effective`,
`scope`, `format`, `encoding`). In `name`, `title` and `edition` stand for parts of the place:

`{place}`  all of it: `django/2.2.28/ref/settings.txt`
`{path}`   what follows the fixed folder of the pattern: `ref/settings.txt` for `django/2.2.28/**`
`{stem}`   the name of the file without its suffix: `settings`

`dimensions` at the top names scope dimensions that questions may ask about although no entry
states them, because the texts themselves speak of them.

Where several entries name a file, each adds what the ones before left open and overrides them
where they speak too; only on the name they must not differ. A manifest is right where it and the
front matter of a file both speak.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import reduce
from itertools import pairwise
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from cedarprov.errors import BadManifest, BadPattern, ModelError
from cedarprov.ingest.declaration import (
    KEYS,
    UNDECLARED,
    Declaration,
    Described,
    Location,
    read_declaration,
)
from cedarprov.ingest.pattern import place_patterns
from cedarprov.ingest.toml import read_toml
from cedarprov.ingest.written import Fault, Kind, Written
from cedarprov.model.frozen import Frozen, replace
from cedarprov.model.scope import Condition
from cedarprov.model.time import Basis

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pathspec import GitIgnoreSpec

_PLACEHOLDER: Final = re.compile(r"\{([^{}]*)\}")
_PLACEHOLDERS: Final = frozenset({"place", "path", "stem"})
_WILD: Final = re.compile(r"[*?\[\]!\\]")


class Entry(Frozen):
    """One `[[source]]` entry: its patterns, what it declares, its line and its span in the text."""

    patterns: tuple[str, ...]
    declaration: Declaration
    line: int
    span: tuple[int, int]
    spec: GitIgnoreSpec

    def matches(self, place: str) -> bool:
        """Tell whether the patterns name the file at `place`; the last that does decides."""
        return bool(self.spec.match_file(place))

    def declares(self, place: str) -> Declaration:
        """Return the declaration for the file at `place`, its placeholders filled in."""
        values = {
            "place": place,
            "path": _below(self.patterns, place),
            "stem": PurePosixPath(place).stem,
        }
        said = self.declaration
        return replace(
            said,
            name=_filled(said.name, values),
            title=_filled(said.title, values),
            edition=_filled(said.edition, values),
        )


class Manifest(Frozen):
    """The entries of a manifest, in the order in which they are written."""

    place: str = ""
    entries: tuple[Entry, ...] = ()
    dimensions: tuple[str, ...] = ()

    def describe(self, place: str, stated: Declaration = UNDECLARED) -> Described:
        """Return what is known about the file at `place`; `stated` is what its front matter says.

        A file that no entry names is a source of its own, named by its place.
        """
        declarations = (entry.declares(place) for entry in self.entries if entry.matches(place))
        merged = reduce(lambda before, later: later.over(before), declarations, UNDECLARED)
        return merged.over(stated).describe(place)

    def check(self, places: Iterable[str]) -> tuple[Fault, ...]:
        """Return what is doubtful about this manifest for the files at `places`, by line.

        Doubtful are entries that name no file, times that are not read, and files that would be
        the same edition of the same source.

        Raises:
            BadManifest: two entries give one file different names.
        """
        by_place = {
            place: [entry for entry in self.entries if entry.matches(place)]
            for place in sorted(places)
        }
        if faults := _contradictions(by_place):
            raise BadManifest(self.place, faults)
        used = {entry.line for entries in by_place.values() for entry in entries}
        notes = [(e.line, doubt) for e in self.entries for doubt in e.declaration.doubts()]
        notes += [(e.line, _unused(e)) for e in self.entries if e.line not in used]
        return tuple(sorted([*notes, *self._shared_editions(by_place)]))

    def _shared_editions(self, by_place: dict[str, list[Entry]]) -> Iterator[Fault]:
        places: dict[tuple[str, str], list[str]] = {}
        for place in by_place:
            edition = self.describe(place).edition
            places.setdefault((edition.source.name, edition.label), []).append(place)
        for (name, label), (first, *others) in places.items():
            lines = [entry.line for place in others for entry in by_place[place]]
            if lines:
                sentence = (
                    f"{first} and {len(others)} more are the same edition {label!r} of the "
                    f"source {name!r}; tell them apart by {{path}} in the name"
                )
                yield lines[0], sentence


NO_MANIFEST: Final = Manifest()


def load_manifest(text: str, place: str) -> Manifest:
    """Return the manifest that `text` holds; `place` names it in errors and locations.

    Raises:
        BadManifest: all faults at once, each with its line.
    """
    top = read_toml(text, place=place)
    faults = [
        (item.line, f"there is no key {key!r} here; a manifest is made of [[source]] entries")
        for key, item in top.fields.items()
        if key not in ("source", "dimensions")
    ]
    listed = top.fields.get("source", Written(kind=Kind.NOTHING, line=1))
    if listed.kind is not Kind.LIST or any(item.kind is not Kind.TABLE for item in listed.items):
        faults.append((listed.line, "there are no [[source]] entries"))
        raise BadManifest(place, sorted(faults))
    entries = [_entry(item, place, faults) for item in listed.items]
    dimensions = _dimensions(top, faults)
    if faults:
        raise BadManifest(place, sorted(faults))
    return Manifest(place=place, entries=tuple(entries), dimensions=dimensions)


def _dimensions(top: Written, faults: list[Fault]) -> tuple[str, ...]:
    written = top.fields.get("dimensions")
    if written is None:
        return ()
    items = written.items if written.kind is Kind.LIST else [written]
    names = [item.text.strip() for item in items]
    for item, name in zip(items, names, strict=True):
        try:
            Condition(name, "any")
        except ModelError as error:
            faults.append((item.line, str(error)))
    return tuple(names)


def _entry(table: Written, place: str, faults: list[Fault]) -> Entry:
    start, end = table.extent()
    declaration, wrong = read_declaration(
        table,
        basis=Basis.ASSERTED_BY_CURATOR,
        declared=Location(place=place, start=start, end=end),
    )
    faults += wrong
    faults += _unknown_keys(table)
    faults += _unknown_placeholders(table)
    try:
        patterns = _patterns(table)
        spec = place_patterns(patterns)
    except (ModelError, BadPattern) as error:
        faults.append((table.fields.get("match", table).line, str(error)))
        patterns, spec = (), place_patterns(())
    return Entry(
        patterns=patterns, declaration=declaration, line=table.line, span=(start, end), spec=spec
    )


def _patterns(table: Written) -> tuple[str, ...]:
    written = table.fields.get("match")
    if written is None:
        raise ModelError('there is no match; say which files it is about, for example "docs/**"')
    items = written.items if written.kind is Kind.LIST else [written]
    if not items or any(item.kind is not Kind.TEXT or not item.text.strip() for item in items):
        raise ModelError('match must be a pattern or a list of patterns, for example "docs/**"')
    return tuple(item.text.strip() for item in items)


# -- faults ---------------------------------------------------------------------------------------


def _unknown_keys(table: Written) -> Iterator[Fault]:
    known = {*KEYS, "match"}
    for key, item in table.fields.items():
        if key not in known:
            close = get_close_matches(key, known, n=1)
            advice = (
                f"did you mean {close[0]}" if close else "known are " + ", ".join(sorted(known))
            )
            yield item.line, f"there is no key {key!r}; {advice}"


def _unknown_placeholders(table: Written) -> Iterator[Fault]:
    for key in ("name", "title", "edition"):
        item = table.fields.get(key)
        if item is None:
            continue
        for name in _PLACEHOLDER.findall(item.text):
            if name not in _PLACEHOLDERS:
                yield (
                    item.line,
                    f"{key} holds {{{name}}}; it may hold {{place}}, {{path}}, {{stem}}",
                )


def _contradictions(by_place: dict[str, list[Entry]]) -> list[Fault]:
    faults: dict[tuple[int, int], str] = {}  # one for each pair of entries
    for place, entries in by_place.items():
        named = [(entry.line, name) for entry in entries if (name := entry.declares(place).name)]
        for (before, one), (later, other) in pairwise(named):
            if one != other:
                sentence = f"{place} is named {other!r} here and {one!r} in line {before}"
                faults.setdefault((later, before), sentence)
    return [(later, sentence) for (later, _), sentence in sorted(faults.items())]


def _unused(entry: Entry) -> str:
    return f"no file is named by {', '.join(map(repr, entry.patterns))}"


# -- placeholders ---------------------------------------------------------------------------------


def _filled(template: str | None, values: dict[str, str]) -> str | None:
    if template is None:
        return None
    return _PLACEHOLDER.sub(lambda found: values[found[1]], template)


def _below(patterns: tuple[str, ...], place: str) -> str:
    for pattern in patterns:
        folder = _fixed_folder(pattern, place)
        if folder and place_patterns([pattern]).match_file(place):
            return place.removeprefix(folder)
    return place


def _fixed_folder(pattern: str, place: str) -> str:
    steps = pattern.strip("/").split("/")
    fixed = next((at for at, step in enumerate(steps) if _WILD.search(step)), len(steps))
    folder = "".join(f"{step}/" for step in steps[:fixed])
    if not place.startswith(folder):  # the pattern may end in the name of the file itself
        folder = "".join(f"{step}/" for step in steps[:-1])
    return folder if place.startswith(folder) else ""
