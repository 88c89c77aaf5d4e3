"""The text of a version, made from its bytes by the rule that its identifier names."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from cedarprov.errors import MissingBlob
from cedarprov.ingest.reader import read_text
from cedarprov.rdf.naming import Names
from cedarprov.store.blob import BlobReader

_KEPT: Final = 64


class VersionTexts:
    """Texts by version IRI; the most recently used stay in memory.

    A version that was purged says nothing: `is_purged` is asked of one without bytes.
    """

    def __init__(
        self,
        blobs: BlobReader,
        names: Names,
        is_purged: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self._blobs = blobs
        self._names = names
        self._is_purged = is_purged
        self._given: dict[str, str] = {}
        self._read: OrderedDict[str, str] = OrderedDict()

    def give(self, version: str, text: str) -> None:
        """Hold a text that is about to be written."""
        self._given[version] = text
        self._read.pop(version, None)  # it may have been read as purged

    def forget_given(self) -> None:
        """Let go of the texts that were given."""
        self._given.clear()

    def __call__(self, version: str) -> str:
        """Return the text of a version.

        Raises:
            MissingBlob: Its bytes are not kept.
            CorruptBlob: They are not what they were.
        """
        if version in self._given:
            return self._given[version]
        if version not in self._read:
            self._read[version] = self._text(version)
            while len(self._read) > _KEPT:
                self._read.popitem(last=False)
        self._read.move_to_end(version)
        return self._read[version]

    def _text(self, version: str) -> str:
        digest, profile = self._names.version_parts(version)
        try:
            data = self._blobs.get(digest.removeprefix("sha256:"))
        except MissingBlob:
            if self._is_purged(version):
                return ""
            raise
        return read_text(data, encoding=profile.partition("/")[0], place=version).text
