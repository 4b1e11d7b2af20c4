"""Models made by code, to try things on, the same on every call: poses of characters, and mechanisms."""

from pliant.samples.catalogue import (
    all_names,
    description,
    names,
    names_with_cages,
    names_with_handles,
    sample,
    sample_cage,
    sample_handles,
)
from pliant.samples.mechanisms import mechanism, mechanism_description, mechanism_names

__all__ = [
    "all_names",
    "description",
    "mechanism",
    "mechanism_description",
    "mechanism_names",
    "names",
    "names_with_cages",
    "names_with_handles",
    "sample",
    "sample_cage",
    "sample_handles",
]
