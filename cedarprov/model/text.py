"""What can be written down: text that has a form in UTF-8."""

from __future__ import annotations

import re
from typing import Final

_HALF_OF_A_PAIR: Final = re.compile("[\ud800-\udfff]")

WRITABLE: Final = "text without half of a surrogate pair"


def is_writable(text: str) -> bool:
    """Tell whether no half of a surrogate pair stands in `text` (Unicode, 3.8 and 3.9)."""
    return _HALF_OF_A_PAIR.search(text) is None
