"""Files that a user names on the command line, read whole."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from cedarprov.errors import BadJson, MissingPath, Undecodable

STANDARD_INPUT: Final = Path("-")


def read_text(path: Path) -> str:
    """Return the text of a file in UTF-8; `-` is standard input.

    Raises:
        MissingPath: There is no such file.
        Undecodable: It is not UTF-8.
    """
    try:
        data = sys.stdin.buffer.read() if path == STANDARD_INPUT else path.read_bytes()
        return data.decode("utf-8-sig")
    except FileNotFoundError:
        raise MissingPath(path) from None
    except UnicodeDecodeError as error:
        advice = "write it in UTF-8"
        raise Undecodable(str(path), "utf-8", error.start, error.reason, advice) from None


def read_object(path: Path) -> Mapping[str, Any]:
    """Return the JSON object that a file holds.

    Raises:
        MissingPath: There is no such file.
        Undecodable: It is not UTF-8.
        BadJson: It is not JSON, or no object.
    """
    try:
        found = json.loads(read_text(path))
    except json.JSONDecodeError as error:
        raise BadJson(str(path), f"line {error.lineno}: {error.msg}") from None
    except ValueError:
        # Python reads no number of more than 4300 digits.
        raise BadJson(str(path), "it holds a number that is too long to be one") from None
    except RecursionError:
        raise BadJson(str(path), "it is nested too deeply") from None
    if not isinstance(found, dict):
        raise BadJson(str(path), "it holds no object at its top")
    return found
