"""Landmarks: names of vertices, as commands and tracks take them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from pliant.errors import MeshError


def checked_landmarks(landmarks: Mapping[str, int], n: int) -> Mapping[str, int]:
    """A frozen copy; raises MeshError for names and vertices that a mesh of n vertices cannot have."""
    # Files give any kind of value.
    for name, vertex in landmarks.items():
        if not isinstance(name, str) or not _is_name(name):
            raise MeshError(
                f"A landmark is called {name!r}; a name is needed that is no number and has no = , or @."
            )
        if isinstance(vertex, bool) or not isinstance(vertex, (int, np.integer)) or not 0 <= vertex < n:
            raise MeshError(
                f"The landmark '{name}' is vertex {vertex!r}, but the mesh has the vertices 0 to {n - 1}."
            )
    return MappingProxyType({name: int(vertex) for name, vertex in landmarks.items()})


def _is_name(name: str) -> bool:
    """Whether a name can stand where a command line takes vertex numbers, ranges, weights and places."""
    return name == name.strip() and any(c.isalpha() for c in name) and not set(name) & set("=,@\n\r")
