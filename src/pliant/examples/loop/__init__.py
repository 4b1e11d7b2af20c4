"""The search for a pose as one compiled loop, for rigs so small that Python would take half of the time."""
