"""Sources, their editions, immutable versions, and the captures that tie them together."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from cedarprov.errors import BadValue
from cedarprov.model.scope import Scope
from cedarprov.model.time import NEVER_STATED, Period, Time


class Scheme(StrEnum):
    """The rule by which editions are ordered."""

    SEMVER = "semver"
    CALENDAR = "calendar"
    ORDINAL = "ordinal"


class Markup(StrEnum):
    """How the structure of a text is written."""

    PLAIN = "text/plain"
    MARKDOWN = "text/markdown"
    RST = "text/x-rst"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A thing that is published and may change; its name is declared, never guessed."""

    name: str
    title: str = ""

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise BadValue("name", self.name, "a name that is not blank")


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """A labelled state of a source, with its publication time, period of force and scope."""

    source: Source
    label: str = ""
    scheme: Scheme | None = None
    published: Time = NEVER_STATED
    effective: Period = field(default_factory=Period)
    scope: Scope = field(default_factory=Scope)


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One immutable content: the digest of its bytes and of the text that a profile made of them.

    Digests are written `sha256:<hex>`; `length` is in code points, `size` in bytes.
    """

    digest: str
    profile: str
    text_digest: str
    length: int
    size: int
    markup: Markup = Markup.PLAIN
    byte_order_mark: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Capture:
    """The finding that an edition has a version, at a time (UTC) and a place (a path or address).

    `previous` is the IRI of the capture of this edition that came before.
    """

    edition: Edition
    version: Version
    place: str
    at: datetime
    previous: str | None = None
