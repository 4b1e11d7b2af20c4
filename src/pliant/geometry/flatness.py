"""How much of a surface is flat: machines are, animals are not."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Faces, Vertices
from pliant.geometry.gradient import double_area_normals
from pliant.geometry.solvable import welded
from pliant.geometry.topology import face_pairs

# Across a sharper edge than this, in degrees, another face begins.
CREASE = 40.0
# Normals of one flat face differ by less than this, in radians.
SAME = 0.02


def flat_share(V: Vertices, F: Faces) -> float:
    """The share of the area of V (n, 3), F (m, 3) that lies in one plane with its smooth neighbours."""
    same, first = welded(V[None])
    faces = same[F]
    normals = double_area_normals(V[first], faces)
    area = np.linalg.norm(normals, axis=1)
    normals /= np.maximum(area, np.finfo(np.float64).tiny)[:, None]
    pairs = face_pairs(faces)
    pairs = pairs[(area[pairs] > 0).all(axis=1)]
    apart = np.linalg.norm(normals[pairs[:, 0]] - normals[pairs[:, 1]], axis=1)
    bent = (apart > SAME) & (apart < 2.0 * np.sin(np.radians(CREASE) / 2.0))
    flat = np.ones(len(F), dtype=bool)
    flat[pairs[bent].ravel()] = False
    return float(area[flat].sum() / max(float(area.sum()), np.finfo(np.float64).tiny))
