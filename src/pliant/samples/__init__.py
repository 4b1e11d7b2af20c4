"""Characters made by code, to try things on: every sample is a PoseSet, the same on every call."""

from pliant.samples.catalogue import description, names, names_with_handles, sample, sample_handles

__all__ = ["description", "names", "names_with_handles", "sample", "sample_handles"]
