"""Evaluations: what is measured on real questions, kept in records that can be checked."""

from cedarprov.evaluate.difference import differences
from cedarprov.evaluate.evaluation import Options
from cedarprov.evaluate.record import RunRecord
from cedarprov.evaluate.run import EVALUATIONS, evaluate, evaluate_again
from cedarprov.evaluate.table import render

__all__ = [
    "EVALUATIONS",
    "Options",
    "RunRecord",
    "differences",
    "evaluate",
    "evaluate_again",
    "render",
]
