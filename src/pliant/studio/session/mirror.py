"""The mirror plane of a model, for the page."""

from __future__ import annotations

import numpy as np

from pliant.geometry.symmetry import mirror_map, symmetry_plane
from pliant.mesh import Mesh
from pliant.studio.wire.frames import Reply
from pliant.studio.wire.messages import Mirror


def mirror_reply(mesh: Mesh) -> Reply:
    """The plane and the partners of all vertices across it, or why there is none."""
    plane, residual = symmetry_plane(mesh.V, mesh.F)
    if plane is None:
        words = (
            f"The model is not symmetric: its best mirror plane misses by {residual:.1%} of its size. "
            "Do each side by itself."
        )
        return Reply(Mirror(why=words), {"partner": np.empty(0, np.uint32)})
    partner = mirror_map(mesh.V, mesh.F, plane)
    told = Mirror(tuple(plane.normal.tolist()), plane.offset)
    return Reply(told, {"partner": np.where(partner < 0, mesh.n, partner).astype(np.uint32)})
