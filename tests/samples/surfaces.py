"""What the tests ask of a surface."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Faces, Floats, Ints, Vertices


def directed_edges(F: Faces) -> Ints:
    """(3m, 2) the edges of every triangle in its sense of rotation."""
    return F[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2)


def is_closed_manifold(F: Faces) -> bool:
    """Whether every edge joins two triangles that face the same way, and every vertex has one fan of them."""
    edges = directed_edges(F)
    forwards = {tuple(edge) for edge in edges.tolist()}
    if len(forwards) < len(edges) or forwards != {(b, a) for a, b in forwards}:
        return False
    after = {(a, b): c for f in F.tolist() for a, b, c in (f, f[1:] + f[:1], f[2:] + f[:2])}
    fan_sizes = np.bincount(F.ravel())
    for (v, first), c in after.items():
        steps = 1
        while c != first:
            c, steps = after[v, c], steps + 1
        if steps != fan_sizes[v]:
            return False
    return True


def euler_characteristic(F: Faces) -> int:
    """2 for a sphere, 0 for a torus, 1 for a disc."""
    edges = np.unique(np.sort(directed_edges(F), axis=1), axis=0)
    return len(np.unique(F)) - len(edges) + len(F)


def edge_lengths(V: Vertices, F: Faces) -> Floats:
    """(e,) of the unique edges."""
    edges = np.unique(np.sort(directed_edges(F), axis=1), axis=0)
    return np.linalg.norm(V[edges[:, 0]] - V[edges[:, 1]], axis=1)


def volume(V: Vertices, F: Faces) -> float:
    """Positive where the triangles face outwards."""
    return float(np.einsum("ij,ij", V[F[:, 0]], np.cross(V[F[:, 1]], V[F[:, 2]]))) / 6.0


def smallest_angle(V: Vertices, F: Faces) -> float:
    """In degrees."""
    angles = []
    for i in range(3):
        u, w = V[F[:, i - 2]] - V[F[:, i]], V[F[:, i - 1]] - V[F[:, i]]
        cosine = (u * w).sum(axis=1) / (np.linalg.norm(u, axis=1) * np.linalg.norm(w, axis=1))
        angles.append(np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0))))
    return float(np.min(angles))
