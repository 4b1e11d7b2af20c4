"""The mesh files of a robot's links: what is seen, and convex pieces that collide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pliant.arrays import Floats
from pliant.io.meshes import write_mesh
from pliant.mechanism.convex_pieces import Hull
from pliant.mesh import Mesh

# A hull whose corners are those of the part, to this share of its size, is the part.
_SAME = 1e-9


@dataclass(frozen=True)
class LinkFiles:
    """The names of the files of a link in its folder.

    seen:      one mesh for each of its looks
    colliding: its convex pieces
    """

    seen: tuple[str, ...]
    colliding: tuple[str, ...]


def write_link(
    folder: Path, name: str, looks: Sequence[Mesh], hulls: Sequence[Hull], origin: Floats
) -> LinkFiles:
    """Write the meshes of a link in its own frame, which is at an origin (3,).

    A part that is convex is its own piece and has no second file.
    """
    seen = []
    for i, look in enumerate(looks):
        file = f"{name}.obj" if len(looks) == 1 else f"{name}_{i + 1}.obj"
        write_mesh(folder / file, look.moved(look.V - origin))
        seen.append(file)
    if len(looks) == 1 and len(hulls) == 1 and _same_shape(looks[0], hulls[0]):
        return LinkFiles(tuple(seen), tuple(seen))
    colliding = []
    for i, hull in enumerate(hulls):
        file = f"{name}_collision_{i + 1}.obj"
        write_mesh(folder / file, Mesh.of(hull.V - origin, hull.F))
        colliding.append(file)
    return LinkFiles(tuple(seen), tuple(colliding))


def _same_shape(mesh: Mesh, hull: Hull) -> bool:
    """Whether a mesh is closed and convex: all its vertices are corners of its hull, and faces too."""
    V = np.unique(mesh.V[np.unique(mesh.F)], axis=0)
    if V.shape != hull.V.shape or len(mesh.F) != len(hull.F):
        return False
    return bool(np.abs(V - np.unique(hull.V, axis=0)).max() <= _SAME * mesh.diagonal)
