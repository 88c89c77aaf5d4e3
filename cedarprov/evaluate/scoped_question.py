"""Questions with a scope, the releases they are about, and the spans that answer them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from cedarprov.evaluate.asking import Inquiry
from cedarprov.evaluate.declaration import Declared
from cedarprov.evaluate.environment import digest, digest_of_all
from cedarprov.evaluate.json_lines import read_lines, read_list
from cedarprov.evaluate.release import dates_asked, scope_asked
from cedarprov.model.answer import Status
from cedarprov.model.frozen import Frozen

_EXPECTED: Final = {
    "answer": Status.ANSWERED,
    "needs_scope": Status.NEEDS_SCOPE,
    "conflict": Status.CONFLICT,
    "unsupported": Status.UNSUPPORTED,
}
# The file names do not say how some documents are written.
_FORMATS: Final = {"django": "rst"}


class Release(Frozen):
    """One release of a project whose documentation is in the folder `project/label`."""

    project: str
    label: str
    published: str


class GoldSpan(Frozen):
    """The code points [start, end) of a file that an answer rests on, and what part they play."""

    path: str
    release: str
    start: int
    end: int
    exact: str
    role: str

    def __str__(self) -> str:
        return f"{self.path}#char={self.start},{self.end}"


class ScopedQuestion(Frozen):
    """One question, with its scope as written in the data and what is right."""

    identifier: str
    project: str
    kind: str
    words: str
    written_scope: Mapping[str, str]
    expected: Status
    gold: tuple[GoldSpan, ...]

    @property
    def inquiry(self) -> Inquiry:
        """What is asked of the store."""
        scope, dates = scope_asked(self.written_scope), dates_asked(self.written_scope)
        return Inquiry(words=self.words, scope=scope, as_of=dates)

    @property
    def evidence(self) -> tuple[GoldSpan, ...]:
        """The spans that an answer has to show; none where no answer is expected."""
        wanted = self.expected is Status.ANSWERED
        return tuple(span for span in self.gold if wanted and span.role == "evidence")


def releases(folder: Path) -> list[Release]:
    """Return the releases, in the order of their file."""
    return read_list(
        folder / "releases.json",
        lambda item: Release(
            project=item["project"], label=item["release"], published=item["published"]
        ),
    )


def questions(folder: Path) -> list[ScopedQuestion]:
    """Return the questions, in the order of their file."""
    return list(read_lines(folder / "questions.jsonl", _question))


def _question(item: dict[str, Any]) -> ScopedQuestion:
    return ScopedQuestion(
        identifier=item["id"],
        project=item["project"],
        kind=item["kind"],
        words=item["question"],
        written_scope=item["scope"],
        expected=_EXPECTED[item["expected"]],
        gold=tuple(_gold_span(gold) for gold in item["gold"]),
    )


def _gold_span(gold: dict[str, Any]) -> GoldSpan:
    return GoldSpan(
        path=gold["path"],
        release=gold["release"],
        start=gold["char_start"],
        end=gold["char_end"],
        exact=gold["quote"],
        role=gold["role"],
    )


def manifest(of: Iterable[Release]) -> str:
    """Return the manifest for the releases of one project: a source for each file name."""
    return "\n".join(
        Declared(
            match=f"{release.label}/**",
            name=f"{release.project}/{{path}}",
            title=f"{release.project} {{path}}",
            format=_FORMATS.get(release.project),
            edition=release.label,
            scheme="semver",
            published=release.published,
            scope={"release": release.label},
        ).to_toml()
        for release in of
    )


def inputs(folder: Path) -> dict[str, str]:
    """Return the digests of the questions, of the releases, and of all documents together."""
    names = ("questions.jsonl", "releases.json")
    documents = (path for project in projects(folder) for path in (folder / project).rglob("*"))
    return {
        **{name: digest(folder / name) for name in names},
        "documents": digest_of_all(folder, (path for path in documents if path.is_file())),
    }


def projects(folder: Path) -> dict[str, list[Release]]:
    """Return the releases by project, oldest first as their file has them."""
    of: dict[str, list[Release]] = {}
    for release in releases(folder):
        of.setdefault(release.project, []).append(release)
    return of
