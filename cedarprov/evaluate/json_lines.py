"""Evaluation data: files that hold a JSON object, one a line, or a list of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from cedarprov.errors import BadEvaluationData

T = TypeVar("T")


def read_lines(path: Path, make: Callable[[dict[str, Any]], T]) -> Iterator[T]:
    """Yield what `make` makes of the object in each line of `path`.

    Raises:
        BadEvaluationData: There is no such file, or a line does not hold what `make` needs.
    """
    for number, line in enumerate(read_whole(path).splitlines(), 1):
        if line.strip():
            yield _made(path, number, line, make)


def read_json(path: Path, make: Callable[[dict[str, Any]], T]) -> T:
    """Return what `make` makes of the one JSON object that `path` holds.

    Raises:
        BadEvaluationData: There is no such file, or it does not hold what `make` needs.
    """
    return _made(path, None, read_whole(path), make)


def read_list(path: Path, make: Callable[[dict[str, Any]], T]) -> list[T]:
    """Return what `make` makes of each object in the one JSON list that `path` holds.

    Raises:
        BadEvaluationData: There is no such file, or it does not hold what `make` needs.
    """
    return _made(path, None, read_whole(path), lambda listed: [make(item) for item in listed])


def read_whole(path: Path) -> str:
    """Return the text of a file.

    Raises:
        BadEvaluationData: There is no such file, or it is no text.
    """
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadEvaluationData(path, None, error.strerror or type(error).__name__) from error
    except UnicodeDecodeError as error:
        raise BadEvaluationData(path, None, str(error)) from error


def _made(path: Path, line: int | None, text: str, make: Callable[[Any], T]) -> T:
    try:
        return make(json.loads(text))
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise BadEvaluationData(path, line, f"{type(error).__name__}: {error}") from error
