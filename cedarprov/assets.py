"""Find the files that travel with the package: ontologies, shapes and queries."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).parent


def _folder(name: str) -> Path:
    # A wheel carries the files in `_assets`; a checkout (and an editable install) has them beside
    # the package.
    packed = _PACKAGE / "_assets" / name
    return packed if packed.is_dir() else _PACKAGE.parent / name


def ontologies() -> Path:
    """Return the folder of ontology files (Turtle)."""
    return _folder("ontologies")


def shapes() -> Path:
    """Return the folder of SHACL shapes (Turtle)."""
    return _folder("shapes")


def queries() -> Path:
    """Return the folder of SPARQL queries."""
    return _folder("queries")
