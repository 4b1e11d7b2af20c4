"""A page for artists that shows what a reduced rig has learned about their character."""

from pliant.methods.reduced.report.sections import write_report

__all__ = ["write_report"]
