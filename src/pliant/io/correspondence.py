"""Whether a clip moves the mesh of an asset that it is written into."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Floats
from pliant.clip import Clip
from pliant.errors import CorrespondenceError
from pliant.geometry.bounding_box import box_diagonal

# In diagonals: meshes whose vertices are at rest this near are the same, written with few digits.
_SAME = 1e-3


def check_same_rest(rest: Floats, clip: Clip) -> None:
    """Refuse a clip of another mesh than the one with rest positions (n, 3)."""
    if clip.mesh.n != len(rest):
        raise CorrespondenceError(
            f"The asset has {len(rest)} vertices where the posed mesh has {clip.mesh.n}; pose the mesh that "
            "is read from this file, with its vertex order kept."
        )
    away = np.linalg.norm(clip.mesh.V - rest, axis=1)
    worst = int(away.argmax())
    size = box_diagonal(rest)
    if away[worst] > _SAME * size:
        raise CorrespondenceError(
            f"Vertex {worst} of the posed mesh rests {100 * away[worst] / (size or 1):.3g}% of the diagonal "
            "from where the asset has it; pose the mesh that is read from this file, as it is."
        )
