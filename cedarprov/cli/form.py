"""The JSON form of the values that commands print.

A value becomes an object of its fields; times are ISO 8601 in UTC, a scope is an object of
expressions by dimension, and an enumeration stands by its value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cedarprov.model.frozen import Frozen, field_names
from cedarprov.model.scope import Condition, Scope

if TYPE_CHECKING:
    from cedarprov.model.receipt import Candidate, Receipt
    from cedarprov.model.reply import Answer

Json = None | bool | int | float | str | list[Any] | dict[str, Any]


def form(value: object) -> Json:
    """Return the JSON form of a value.

    Raises:
        TypeError: The value has none.
    """
    if isinstance(value, Enum):
        return form(value.value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    if isinstance(value, Path | Condition):
        return str(value)
    if isinstance(value, Scope):
        return dict(value.as_dict())
    return _composite(value)


def _composite(value: object) -> Json:
    if isinstance(value, Frozen):
        return fields_of(value)
    if isinstance(value, Mapping):
        return {str(form(key)): form(item) for key, item in value.items()}
    if isinstance(value, Collection):
        items = sorted(value) if isinstance(value, set | frozenset) else value
        return [form(item) for item in items]
    raise TypeError(f"{type(value).__name__} has no JSON form")


def fields_of(value: Frozen) -> dict[str, Json]:
    """Return the fields of a value in their JSON forms."""
    return {name: form(getattr(value, name)) for name in field_names(value)}


def answer_form(answer: Answer) -> dict[str, Json]:
    """Return the JSON form of an answer; its receipt is the file that `--receipt` writes."""
    judged = answer.assessment
    return {
        "status": judged.status.value,
        "values": form(judged.values),
        "missing": form(judged.missing),
        "cells": form(judged.cells),
        "text": answer.text,
        "citations": form(answer.citations),
        "evidence": form(answer.evidence),
        "excluded": form(excluded(answer.receipt.candidates)),
        "origins": form(answer.origins),
        "grounds": form(answer.grounds),
        "notices": form((*judged.notes, *answer.notices)),
        "receipt": receipt_form(answer.receipt),
    }


def receipt_form(receipt: Receipt) -> Json:
    """Return the JSON form of a receipt."""
    from cedarprov.retrieve.receipt import to_json  # noqa: PLC0415 - `--help` needs none of it

    return form(to_json(receipt))


def excluded(candidates: Iterable[Candidate]) -> dict[str, int]:
    """Count the candidates that are not shown by the code of the reason, most frequent first."""
    codes = Counter(item.code.value for item in candidates if not item.is_shown)
    return dict(sorted(codes.items(), key=lambda item: (-item[1], item[0])))
