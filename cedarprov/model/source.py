"""Sources, their editions, immutable versions, and the captures that tie them together."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from cedarprov.errors import BadValue
from cedarprov.model.frozen import Frozen, field
from cedarprov.model.scope import Scope
from cedarprov.model.time import NEVER_STATED, Period, Time

_DIGEST: Final = re.compile(r"sha256:[0-9a-f]{64}")


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


class Source(Frozen):
    """A thing that is published and may change; its name is declared, never guessed."""

    name: str
    title: str = ""

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise BadValue("name", self.name, "a name that is not blank")


class Edition(Frozen):
    """A labelled state of a source, with its publication time, period of force and scope."""

    source: Source
    label: str = ""
    scheme: Scheme | None = None
    published: Time = NEVER_STATED
    effective: Period = field(default_factory=Period)
    scope: Scope = field(default_factory=Scope)


class Version(Frozen):
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

    def __post_init__(self) -> None:
        if not self.profile.strip():
            raise BadValue("profile", self.profile, "the name of a text profile")
        for name in ("digest", "text_digest"):
            if not _DIGEST.fullmatch(getattr(self, name)):
                raise BadValue(name, getattr(self, name), "sha256: and 64 hexadecimal digits")
        for name in ("length", "size"):
            if getattr(self, name) < 0:
                raise BadValue(name, getattr(self, name), "0 or more")


class Capture(Frozen):
    """The finding that an edition has a version, at a time (UTC) and a place (a path or address).

    `previous` is the IRI of the capture of this edition that came before.
    """

    edition: Edition
    version: Version
    place: str
    at: datetime
    previous: str | None = None

    def __post_init__(self) -> None:
        if not self.place.strip():
            raise BadValue("place", self.place, "the path or address where it was found")
        if self.at.utcoffset() != timedelta(0):
            raise BadValue("at", self.at, "an instant in UTC")
