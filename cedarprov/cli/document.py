"""Files that a user names on the command line, read whole."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cedarprov.errors import BadJson
from cedarprov.store.given import read_given_text


def read_object(path: Path) -> Mapping[str, Any]:
    """Return the JSON object that a file holds.

    Raises:
        MissingPath, FileTooLarge, Undecodable: As `read_given_text`.
        BadJson: It is not JSON, or no object.
    """
    try:
        found = json.loads(read_given_text(path))
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
