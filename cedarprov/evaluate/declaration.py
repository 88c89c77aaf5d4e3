"""Manifests for the documents of an evaluation, written as a user would write them."""

from __future__ import annotations

import json
from collections.abc import Mapping

from cedarprov.model.frozen import Frozen, field


class Declared(Frozen):
    """One `[[source]]` entry of a manifest; None and empty are left out."""

    match: str
    name: str
    title: str | None = None
    format: str | None = None
    edition: str | None = None
    scheme: str | None = None
    published: str | None = None
    effective: str | None = None
    scope: Mapping[str, str] = field(default_factory=dict)

    def to_toml(self) -> str:
        """Return the entry as TOML."""
        said = {
            "match": self.match,
            "name": self.name,
            "title": self.title,
            "format": self.format,
            "edition": self.edition,
            "scheme": self.scheme,
            "published": self.published,
            "effective": self.effective,
        }
        lines = [f"{key} = {_quoted(value)}" for key, value in said.items() if value]
        if self.scope:
            pairs = (f"{_quoted(name)} = {_quoted(value)}" for name, value in self.scope.items())
            lines.append(f"scope = {{ {', '.join(pairs)} }}")
        return "\n".join(["[[source]]", *lines, ""])


def _quoted(text: str) -> str:
    # Every string of JSON is a basic string of TOML (TOML 1.0, String).
    return json.dumps(text, ensure_ascii=False)
