"""Run records as a page: tables and plots with intervals, in Markdown and in HTML."""

from cedarprov.evaluate.report.report import write_report

__all__ = ["write_report"]
