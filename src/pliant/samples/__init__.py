"""Models made by code, to try things on, the same on every call: characters with poses, and mechanisms."""

from pliant.samples.catalogue import (
    CATALOGUE,
    description,
    mechanism,
    names,
    sample,
    sample_cage,
    sample_handles,
)

__all__ = ["CATALOGUE", "description", "mechanism", "names", "sample", "sample_cage", "sample_handles"]
