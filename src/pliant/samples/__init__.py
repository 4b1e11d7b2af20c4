"""Characters made by code, to try things on: every sample is a PoseSet, the same on every call."""

from pliant.samples.catalogue import all_names, description, names, names_with_handles, sample, sample_handles

__all__ = ["all_names", "description", "names", "names_with_handles", "sample", "sample_handles"]
