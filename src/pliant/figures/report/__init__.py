"""What a reduced rig has learned, as one page for the artist whose character it is."""

from pliant.figures.report.story import write_report

__all__ = ["write_report"]
