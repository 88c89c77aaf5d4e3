"""Sixty made-up documents: what metadata and what edges buy for the same minutes."""

from cedarprov.evaluate.sixty.arms import EVALUATION
from cedarprov.evaluate.sixty.controls import CONTROLS
from cedarprov.evaluate.sixty.labels import LABELS

__all__ = ["CONTROLS", "EVALUATION", "LABELS"]
