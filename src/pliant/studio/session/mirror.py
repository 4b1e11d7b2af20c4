"""The mirror plane of a model, for painting both sides at once."""

from __future__ import annotations

import numpy as np

from pliant.errors import OptionError
from pliant.geometry.symmetry import mirror_map, symmetry_plane
from pliant.mesh import Mesh
from pliant.studio.wire.frames import Reply
from pliant.studio.wire.messages import Mirror


def mirror_reply(mesh: Mesh) -> Reply:
    """The partners of all vertices across the mirror plane; raises OptionError where there is none."""
    plane, residual = symmetry_plane(mesh.V, mesh.F)
    if plane is None:
        raise OptionError(
            f"The model has no mirror plane: the best one misses by {residual:.1%} of its size. "
            "Paint each side by itself."
        )
    partner = mirror_map(mesh.V, mesh.F, plane)
    return Reply(Mirror(), {"partner": np.where(partner < 0, mesh.n, partner).astype(np.uint32)})
