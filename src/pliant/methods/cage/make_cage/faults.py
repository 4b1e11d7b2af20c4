"""A final check of a cage that does not know how it was made."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Faces, Poses
from pliant.errors import CageError
from pliant.geometry.topology import vertex_components
from pliant.mesh import Mesh
from pliant.methods.cage.cage_checks import check_cage
from pliant.methods.cage.crossings import crossing_faces
from pliant.methods.cage.placement import placement
from pliant.methods.cage.triangles import cage_triangles


def faults(cage: Mesh, V: Poses, F: Faces) -> str | None:
    """What is wrong with a cage around poses V (k, n, 3) of a mesh with the faces F; None if nothing is.

    Where no face of a connected piece meets the cage, one of its vertices tells for all of them.
    """
    try:
        check_cage(cage)
    except CageError as fault:
        return str(fault)
    triangles = cage_triangles(cage.V, cage.F)
    first = np.unique(vertex_components(F, V.shape[1]), return_index=True)[1]
    for pose in V:
        if len(crossing_faces(pose, F, cage.V, cage.F)):
            return "its faces meet those of the mesh"
        if not placement(np.ascontiguousarray(pose[first]), triangles).inside.all():
            return "a piece of the mesh lies outside"
    return None
