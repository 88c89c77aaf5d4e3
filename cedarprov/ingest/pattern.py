"""Patterns of places, as in a `.gitignore` file."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pathspec import GitIgnoreSpec

from cedarprov.errors import BadPattern


def place_patterns(lines: Sequence[str], *, file: str = "") -> GitIgnoreSpec:
    """Return what lines of patterns match; `file` names where they are written, in errors.

    Raises:
        BadPattern: A line is no pattern.
    """
    try:
        return GitIgnoreSpec.from_lines(lines)
    except (ValueError, re.error):
        number, line = next((at, line) for at, line in enumerate(lines, 1) if not _is_one(line))
        raise BadPattern(line, file, number) from None


def _is_one(line: str) -> bool:
    try:
        GitIgnoreSpec.from_lines([line])
    except (ValueError, re.error):
        return False
    return True
