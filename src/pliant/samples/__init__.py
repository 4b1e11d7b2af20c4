"""Characters made by code, to try things on: every sample is a PoseSet, the same on every call."""

from pliant.samples.catalogue import description, names, sample

__all__ = ["description", "names", "sample"]
