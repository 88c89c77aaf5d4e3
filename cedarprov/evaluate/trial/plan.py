"""The plan of a trial, which is written before it: minutes, margin, seed and budget."""

from __future__ import annotations

import tomllib
from enum import StrEnum
from pathlib import Path
from typing import Any

from cedarprov.errors import BadEvaluationData
from cedarprov.evaluate.json_lines import read_whole
from cedarprov.model.frozen import Frozen, field_names


class CorpusKind(StrEnum):
    """How the corpus of a trial is laid out."""

    ANNOTATED = "annotated"
    RELEASES = "releases"


class Plan(Frozen):
    """What is declared before a trial.

    `minutes` are spent on each kind of annotation in each half of the corpus; an entry of metadata
    and an edge cost `minutes_per_entry` and `minutes_per_edge`. A more complex arm has to be right
    on a share of questions that is larger by `margin` to be chosen. `budget` counts words.
    """

    corpus: CorpusKind
    minutes: float
    margin: float
    seed: int
    budget: int
    minutes_per_entry: float = 1.0
    minutes_per_edge: float = 1.0


def read_plan(path: Path) -> Plan:
    """Return the plan in a TOML file.

    Raises:
        BadEvaluationData: There is none, a value is missing, or one cannot be right.
    """
    try:
        return _plan(tomllib.loads(read_whole(path)))
    except (ValueError, LookupError, TypeError) as error:
        raise BadEvaluationData(path, None, f"{type(error).__name__}: {error}") from error


def _plan(written: dict[str, Any]) -> Plan:
    if unknown := sorted({*written} - {*field_names(Plan)}):
        raise ValueError(f"there is no {unknown[0]}")
    plan = Plan(
        corpus=CorpusKind(written["corpus"]),
        minutes=float(written["minutes"]),
        margin=float(written["margin"]),
        seed=int(written["seed"]),
        budget=int(written["budget"]),
        minutes_per_entry=float(written.get("minutes_per_entry", 1)),
        minutes_per_edge=float(written.get("minutes_per_edge", 1)),
    )
    if not 0 <= plan.margin <= 1:
        raise ValueError(f"the margin is {plan.margin}, but it lies from 0 to 1")
    if min(plan.minutes, plan.minutes_per_entry, plan.minutes_per_edge) <= 0:
        raise ValueError("minutes are more than 0")
    return plan
