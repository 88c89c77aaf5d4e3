"""Trials: whether minutes of annotation are better spent on metadata or on edges, in one corpus."""

from cedarprov.evaluate.trial.decision import Decision, Step, decide
from cedarprov.evaluate.trial.plan import Plan, read_plan
from cedarprov.evaluate.trial.run import trial

__all__ = ["Decision", "Plan", "Step", "decide", "read_plan", "trial"]
