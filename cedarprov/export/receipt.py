"""What a stored receipt says of itself: what was asked, how it ended, and what was shown."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from cedarprov.export.record import Record
from cedarprov.model.receipt import ReasonCode
from cedarprov.rdf import vocabulary as v


def receipt_label(record: Record) -> str:
    """Return the status that a retrieval ended with and the words that were asked."""
    said = _said(record)
    question = said.get("question")
    words = question.get("words", "") if isinstance(question, dict) else ""
    return f"{said.get('status', '')}: {words}"


def shown_passages(record: Record) -> list[str]:
    """Return the passages that a retrieval showed, best first."""
    items = (item for item in _list(_said(record), "candidates") if isinstance(item, dict))
    shown = (item for item in items if item.get("code") == ReasonCode.SHOWN)
    return [str(passage) for item in shown for passage in _list(item, "passages")]


def _list(said: Mapping[str, Any], key: str) -> list[Any]:
    found = said.get(key)
    return found if isinstance(found, list) else []


def _said(record: Record) -> dict[str, Any]:
    # The shape asks for a string only: what another writer put there may be anything.
    try:
        said = json.loads(record.said.text(record.iri, v.RECEIPT_JSON))
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}
