"""Convex pieces that stand for a part in collisions: by CoACD where it is installed, else the part's hull."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass

import numpy as np
from scipy.optimize import nnls
from scipy.spatial import ConvexHull, QhullError

from pliant.arrays import Faces, Floats, Vertices, frozen
from pliant.extras import load
from pliant.mechanism.inertia import Form, part_moments

# A solid that fills its hull by so much is its hull.
CONVEX = 0.95
# How concave a piece may be, over the size of its part, and how many pieces a part may have.
CONCAVITY, MOST_PIECES = 0.08, 16
# Corners of a piece; simulators search them at every contact.
MOST_CORNERS = 64
# Cuts are searched greedily. A deeper search takes ten times as long, for pieces that are hardly better.
EFFORT = {
    "preprocess_resolution": 20,
    "resolution": 300,
    "mcts_nodes": 6,
    "mcts_iterations": 10,
    "mcts_max_depth": 1,
}
# Flat parts are given this share of their size as thickness: a hull needs a volume.
THINNEST = 1e-3
# Weight of the sums of coordinates over lengths of 1: hulls that are apart are seldom told to meet.
_FIRM = 100.0


@dataclass(frozen=True, eq=False)
class Hull:
    """A convex solid: its corners V (n, 3) and the triangles F (m, 3) of its surface, which face outward."""

    V: Vertices
    F: Faces

    @property
    def box(self) -> Floats:
        """(2, 3) the lowest and highest corner of its box."""
        return np.stack([self.V.min(axis=0), self.V.max(axis=0)])

    def moved(self, R: Floats, t: Floats) -> Hull:
        """The hull after x → R x + t."""
        return Hull(self.V @ R.T + t, self.F)


def decomposes() -> bool:
    """Whether concave parts can be cut into convex pieces here."""
    return importlib.util.find_spec("coacd") is not None


def hull_of(V: Vertices) -> Hull:
    """The convex hull of points V (n, 3), thickened where they lie in a plane, on a line or in a point."""
    try:
        return _hull(V)
    except QhullError:
        size = float(np.linalg.norm(np.ptp(V, axis=0))) or 1.0
        corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)
        return _hull((V[:, None] + 0.5 * THINNEST * size * corners).reshape(-1, 3))


def convex_pieces(V: Vertices, F: Faces) -> list[Hull]:
    """Convex solids that cover a part; its hull alone if it is convex, or if CoACD is not installed."""
    whole = hull_of(V[np.unique(F)])
    moments, form = part_moments(V, F)
    filled = moments.volume / volume_of(whole) if form in (Form.SOLID, Form.NEARLY_CLOSED) else 0.0
    if filled >= CONVEX or not decomposes():
        return [whole]
    return _decomposed(V, F)


def hulls_meet(a: Hull, b: Hull, gap: float) -> bool:
    """Whether two convex solids come nearer to each other than a gap.

    The least distance of convex combinations of their corners, by non-negative least squares.
    """
    low, high = np.maximum(a.box[0], b.box[0]), np.minimum(a.box[1], b.box[1])
    if (low > high + gap).any():
        return False
    middle = (low + high) / 2
    size = max(float(np.abs(a.V - middle).max()), float(np.abs(b.V - middle).max()))
    points = np.concatenate([a.V - middle, middle - b.V]).T / size
    sums = np.zeros((2, points.shape[1]))
    sums[0, : len(a.V)] = sums[1, len(a.V) :] = _FIRM
    weights = nnls(np.concatenate([points, sums]), np.array([0.0, 0.0, 0.0, _FIRM, _FIRM]))[0]
    return bool(np.linalg.norm(points @ weights) * size <= gap)


def volume_of(hull: Hull) -> float:
    """The volume of a convex solid."""
    T = hull.V[hull.F] - hull.V.mean(axis=0)
    return float(np.einsum("ti,ti->", T[:, 0], np.cross(T[:, 1], T[:, 2])) / 6.0)


def _hull(V: Vertices) -> Hull:
    found = ConvexHull(V)
    used, F = np.unique(found.simplices, return_inverse=True)
    corners, F = found.points[used], F.reshape(-1, 3)
    T = corners[F]
    normal = np.cross(T[:, 1] - T[:, 0], T[:, 2] - T[:, 0])
    inward = np.einsum("ti,ti->t", normal, found.equations[:, :3]) < 0
    F[inward] = F[inward][:, ::-1]
    return Hull(frozen(corners, np.float64), frozen(F, np.int64))


def _decomposed(V: Vertices, F: Faces) -> list[Hull]:
    coacd = load("coacd", "simulate", "Convex pieces")
    coacd.set_log_level("error")
    used, F = np.unique(F, return_inverse=True)
    V, F = V[used], F.reshape(-1, 3)
    centre, size = V.mean(axis=0), float(np.linalg.norm(np.ptp(V, axis=0)))
    # The library's tolerances are lengths, so that it sees every part at the same size.
    mesh = coacd.Mesh((V - centre) / size, F)
    found = coacd.run_coacd(
        mesh,
        threshold=CONCAVITY,
        max_convex_hull=MOST_PIECES,
        decimate=True,
        max_ch_vertex=MOST_CORNERS,
        seed=0,
        **EFFORT,
    )
    return [hull_of(centre + size * np.asarray(corners)) for corners, _ in found]
