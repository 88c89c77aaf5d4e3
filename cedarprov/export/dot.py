"""Text in DOT, the language of Graphviz (https://graphviz.org/doc/info/lang.html)."""

from __future__ import annotations

import re
from typing import Final

# Within a label an escape starts with a backslash (escString), so that one stands for itself twice.
_SPECIAL: Final = re.compile(r'[\\"]')
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]+")


def quoted(text: str) -> str:
    r"""Return a text as a quoted string of DOT that shows it, on one line.

    >>> print(quoted('the "old" C:\\ drive'))
    "the \"old\" C:\\ drive"
    """
    return f'"{_SPECIAL.sub(_escaped, _CONTROL.sub(" ", text))}"'


def _escaped(found: re.Match[str]) -> str:
    return f"\\{found[0]}"
