"""This software as an agent."""

from __future__ import annotations

from cedarprov.judge.agent import software

__all__ = ["software"]
