"""Patterns of places, as in a `.gitignore` file.

They are matched by RE2, in time linear in the length of a place: whoever writes a pattern may be
nobody we trust, and with a backtracking engine 25 letters are enough to hold a process for good.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence

import re2
from pathspec import GitIgnoreSpec

from cedarprov.errors import BadPattern


def place_patterns(lines: Sequence[str], *, file: str = "") -> GitIgnoreSpec:
    """Return what lines of patterns match; `file` names where they are written, in errors.

    Raises:
        BadPattern: A line is no pattern, or is longer than RE2 compiles.
    """
    try:
        return _compiled(lines)
    except (ValueError, re.error, re2.error):
        # Where no single line is at fault, all of them together are too much.
        number, line = next(
            ((at, line) for at, line in enumerate(lines, 1) if not _is_one(line)), (1, lines[0])
        )
        raise BadPattern(line, file, number) from None


def _compiled(lines: Sequence[str]) -> GitIgnoreSpec:
    with warnings.catch_warnings():
        # Python's own engine warns of brackets in brackets, which RE2 takes as they are.
        warnings.simplefilter("ignore", FutureWarning)
        return GitIgnoreSpec.from_lines(lines, backend="re2")


def _is_one(line: str) -> bool:
    try:
        _compiled([line])
    except (ValueError, re.error, re2.error):
        return False
    return True
