"""Claims that a passage states by itself: its sentences, read by rules, with exact spans.

    >>> [claim] = extract(Reading(version="urn:v", text="The pool holds up to 20 connections."))
    >>> claim.reading.about, claim.reading.attribute, claim.reading.value, claim.reading.unit
    ('pool', 'maximum connections', '20', 'connections')

Only what is said outright is read; the order of the steps is the order of this module. The words
of a claim are those of its sentence, letter for letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from cedarprov.errors import BadScope
from cedarprov.judge.kind import DEPRECATED, STATUS, Kind, kind_of
from cedarprov.judge.rule.sentence import readings
from cedarprov.judge.subject import Surroundings
from cedarprov.model.edge import Claim, StructuredReading
from cedarprov.model.frozen import Frozen
from cedarprov.model.passage import Span
from cedarprov.model.scope import Scope
from cedarprov.prose.condition import stated_deployment, stated_release
from cedarprov.prose.language import listed
from cedarprov.prose.name import plain
from cedarprov.prose.paragraph import Directive, Paragraph, directives, paragraphs
from cedarprov.prose.sentence import Stretch, sentences


class Reading(Frozen):
    """A passage to be read: its text, which starts at `start` in its version, and its place.

    `source` is the name of its source and `label` that of its edition, which tell whether "Cedar
    2.1" is a release of what the text is about; `dimension` is the one that tells releases apart.
    """

    version: str
    text: str
    start: int = 0
    headings: tuple[str, ...] = ()
    source: str = ""
    label: str = ""
    dimension: str = "release"


def extract(passage: Reading) -> tuple[Claim, ...]:
    """Return the claims that a passage states, in the order of their places."""
    found = [*_by_directives(passage), *_by_paragraphs(passage)]
    unique = {(claim.spans, claim.reading): claim for claim in found}
    return tuple(sorted(unique.values(), key=lambda claim: claim.spans[0].start))


# -- sentences ------------------------------------------------------------------------------------


def _by_paragraphs(passage: Reading) -> Iterator[Claim]:
    for paragraph in paragraphs(passage.text):
        around = Surroundings(
            headings=passage.headings,
            directives=paragraph.directives,
            release=_since(passage.headings, paragraph.directives),
        )
        default = _default_in_code(passage, paragraph, around)
        if default is not None:
            yield default
            continue
        for sentence in _sentences(passage.text, paragraph):
            found = tuple(readings(sentence.text, around))
            # The release that a plan or a requirement names is its value, and no condition.
            kinds = {kind_of(sentence.text, reading) for reading in found}
            is_value = not kinds.isdisjoint((Kind.PLAN, Kind.REQUIREMENT))
            for reading in found:
                said = "" if is_value else sentence.text
                scope = _scope(passage, paragraph.directives, said or _subject_of(sentence.text))
                yield _claim(passage, (sentence.start, sentence.end), reading, scope)


def _sentences(text: str, paragraph: Paragraph) -> Iterator[Stretch]:
    for part in sentences(text[paragraph.start : paragraph.end]):
        start = paragraph.start + part.start
        yield Stretch(start, paragraph.start + part.end, part.text)


_LABEL: Final = re.compile(r"Defaults?(?: value)?\s*::\Z")
_LONGEST_CODE: Final = 300


def _default_in_code(passage: Reading, paragraph: Paragraph, around: Surroundings) -> Claim | None:
    """Return the default that a literal block gives under its label ("Default::")."""
    label = passage.text[paragraph.start : paragraph.end]
    thing = around.thing
    if paragraph.code is None or thing is None or not _LABEL.match(label):
        return None
    start, end = paragraph.code
    if end - start > _LONGEST_CODE:
        return None
    reading = StructuredReading(about=thing, attribute="default", value=passage.text[start:end])
    scope = _scope(passage, paragraph.directives, label)
    return _claim(passage, (paragraph.start, end), reading, scope)


# -- directives that say since when ---------------------------------------------------------------

_SINCE: Final = {"versionadded": "added", "deprecated": DEPRECATED}
_CHANGED: Final = "versionchanged"


def _by_directives(passage: Reading) -> Iterator[Claim]:
    """Yield since when a thing is there or deprecated, as `.. versionadded:: 3.2` says it."""
    for directive, above in directives(passage.text):
        around = Surroundings(headings=passage.headings, directives=above)
        status, release, thing = _SINCE.get(directive.name), _release_of(directive), around.thing
        if status is None or release is None or thing is None:
            continue
        reading = StructuredReading(about=thing, attribute=STATUS, value=status)
        scope = _scope_of({passage.dimension: f">={release}"})
        yield _claim(passage, (directive.start, directive.end), reading, scope)


def _release_of(directive: Directive) -> str | None:
    match = re.match(r"v?(\d+(?:\.\d+)*)\b", directive.argument)
    return match[1] if match else None


# -- the scope that a text states -----------------------------------------------------------------

_RELEASE_HEADING: Final = re.compile(
    r"(?:[Vv]ersion\s+|[Rr]elease\s+|v)?(?P<release>\d+(?:\.\d+)+)\s*(?:\([^)]*\)|\W\s*[\d-]+)?"
    r"|.*?\bin\s+(?:\w+\s+)?v?(?P<in>\d+(?:\.\d+)+)"
    r"|\w+\s+v?(?P<notes>\d+(?:\.\d+)+) release notes"
)
# "Existing converters" are no existing deployment.
_DEPLOYMENT: Final = re.compile(
    r"\b(?:new|fresh|clean|existing|upgraded|migrated)\s+(?:\w+\s+)?"
    r"(?:install|deploy|project|system|cluster|device|instance|site|unit|customer|account)\w*",
    re.IGNORECASE,
)
_PLATFORM: Final = re.compile(
    r"\b(?:on|under|for)\s+(?P<name>Windows|Linux|macOS|Unix|Android|iOS|Solaris|FreeBSD|Emscripten)\b"
)


def _scope(passage: Reading, above: tuple[Directive, ...], sentence: str) -> Scope:
    """Return the conditions that the text sets around a sentence and in it, the nearest last."""
    found: dict[str, str] = {}
    since = _since(passage.headings, above)
    if since is not None:
        found[passage.dimension] = f">={since}"
    release = stated_release(_own_releases(sentence, passage.source), since or passage.label)
    if release is not None:
        found[passage.dimension] = release
    deployment = stated_deployment(sentence)
    if deployment is not None and _DEPLOYMENT.search(sentence):
        found["deployment"] = deployment
    platform = _PLATFORM.search(sentence)
    if platform is not None:
        found["platform"] = platform["name"].casefold()
    return _scope_of(found)


_OWN: Final = re.compile(r"(?P<product>[A-Z]\w+|[a-z]+\d+)\s+v?(?P<release>\d+(?:\.\d+)+)\s")


def _subject_of(sentence: str) -> str:
    """Return the release that a sentence begins with ("Cedar 2.1 supports ..."), as a condition."""
    own = _OWN.match(sentence)
    return f"In {own['product']} {own['release']}" if own else ""


_PRODUCT_RELEASE: Final = re.compile(
    r"\b(?P<product>[A-Z][\w+]*|[a-z]+\d+)(?:\s+(?:versions?|releases?|earlier|older|newer|than|"
    r"before|prior|to|below|[<>]=?)){0,4}\s+v?(?P<release>\d[\w.]*)"
    r"(?:\s+(?:and|or)\s+(?:later|newer|higher|above|up|greater|earlier|older))?"
)
_ASIDE: Final = re.compile(r"\([^()]*\)")
# Words that are written with a capital at the beginning of a sentence, and are no products.
_NO_PRODUCT: Final = listed(
    """
    in on since before after from until starting as with for of changed added removed deprecated
    new version release versions releases older earlier prior by is
    """
)


def _own_releases(sentence: str, source: str) -> str:
    """Return a sentence without asides and without the releases of other products than its own."""

    def kept(match: re.Match[str]) -> str:
        product = match["product"].casefold()
        if product in _NO_PRODUCT:
            return match.group()
        return f"version {match['release']}" if product in source.casefold() else " "

    return _PRODUCT_RELEASE.sub(kept, _ASIDE.sub(" ", plain(sentence)))


def _since(headings: tuple[str, ...], above: tuple[Directive, ...]) -> str | None:
    for directive in reversed(above):
        if directive.name in (*_SINCE, _CHANGED):
            return _release_of(directive)
    for heading in reversed(headings):
        match = _RELEASE_HEADING.fullmatch(heading.strip())
        if match is not None:
            return match["release"] or match["in"] or match["notes"]
    return None


def _scope_of(found: dict[str, str]) -> Scope:
    try:
        return Scope.of(found)
    except BadScope:
        return Scope()


def _claim(
    passage: Reading, place: tuple[int, int], reading: StructuredReading, scope: Scope
) -> Claim:
    start, end = place
    exact = passage.text[start:end]
    span = Span(
        version=passage.version,
        start=passage.start + start,
        end=passage.start + end,
        exact=exact,
    )
    return Claim(statement=" ".join(exact.split()), spans=(span,), reading=reading, scope=scope)
