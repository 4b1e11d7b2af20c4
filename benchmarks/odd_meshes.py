"""Meshes with the faults that real ones have, made by code: holes, noise, soups, needles, odd units."""

from __future__ import annotations

import numpy as np
from scipy.spatial import ConvexHull

from pliant.arrays import Faces, Ints, Vertices
from pliant.mesh import Mesh
from pliant.samples import sample

SEED = 7


def odd_meshes() -> dict[str, Mesh]:
    """Each by its name; the same on every call."""
    body = sample("quadruped", vertices=4_000).mesh
    return {
        "scan with noise and holes": _scan(body),
        "sheet": Mesh.of(*_grid(60, 60)),
        "thin slab": _slab(),
        "torus knot": _tube(),
        "uneven triangles": _uneven(),
        "soup": Mesh.of(body.V[body.F].reshape(-1, 3), np.arange(3 * len(body.F)).reshape(-1, 3)),
        "soup with gaps": _loose_soup(body),
        "nested shells": _nested(),
        "micrometres, far away": Mesh.of(1e-6 * body.V + 1.0, body.F),
        "kilometres": Mesh.of(1e6 * body.V, body.F),
        "isolated vertices": _isolated(body),
        "non-manifold": _fins(),
        "inside out": Mesh.of(body.V, body.F[:, ::-1]),
        "every triangle twice": Mesh.of(body.V, np.concatenate([body.F, body.F[:, ::-1]])),
        "needles": _needles(),
    }


def _random() -> np.random.Generator:
    return np.random.default_rng(SEED)


def _scan(mesh: Mesh) -> Mesh:
    """Without the triangles around a few points, every vertex moved by 0.2% of the diagonal."""
    random = _random()
    centre = mesh.V[mesh.F].mean(axis=1)
    holes = centre[random.choice(len(centre), 8, replace=False)]
    near = np.linalg.norm(centre[:, None] - holes, axis=2).min(axis=1) < 0.03 * mesh.diagonal
    V = mesh.V + random.normal(scale=2e-3 * mesh.diagonal, size=mesh.V.shape)
    return Mesh.of(V, mesh.F[~near])


def _grid(rows: int, columns: int) -> tuple[Vertices, Faces]:
    """A flat sheet with sides of 1."""
    y, x = (each.ravel() for each in np.meshgrid(np.linspace(0, 1, rows), np.linspace(0, 1, columns)))
    corner = (np.arange(columns - 1)[:, None] * rows + np.arange(rows - 1)).ravel()
    lower = np.column_stack([corner, corner + rows, corner + 1])
    upper = np.column_stack([corner + 1, corner + rows, corner + rows + 1])
    return np.column_stack([x, y, np.zeros(len(x))]), np.concatenate([lower, upper])


def _slab() -> Mesh:
    """A closed plate whose sides are 300 times as long as it is thick."""
    V, F = _grid(40, 40)
    number = np.arange(len(V)).reshape(40, 40)
    rim = np.concatenate([number[0, :-1], number[:-1, -1], number[-1, :0:-1], number[:0:-1, 0]])
    following, n = np.roll(rim, -1), len(V)
    wall = [
        np.column_stack([rim, rim + n, following]),
        np.column_stack([following, rim + n, following + n]),
    ]
    top = V + np.array([0.0, 0.0, 1 / 300])
    return Mesh.of(np.concatenate([V, top]), np.concatenate([F[:, ::-1], F + n, *wall]))


def _tube(rings: int = 300, sides: int = 12) -> Mesh:
    """A tube around a trefoil."""
    t = np.linspace(0.0, 2.0 * np.pi, rings, endpoint=False)
    r = 2.0 + np.cos(3 * t)
    line = np.column_stack([r * np.cos(2 * t), r * np.sin(2 * t), np.sin(3 * t)])
    along = np.roll(line, -1, axis=0) - np.roll(line, 1, axis=0)
    outward = line * [1.0, 1.0, 0.0]
    outward = outward - along * ((outward * along).sum(axis=1) / (along**2).sum(axis=1))[:, None]
    outward /= np.linalg.norm(outward, axis=1, keepdims=True)
    across = np.cross(along, outward)
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    angle = np.linspace(0.0, 2.0 * np.pi, sides, endpoint=False)
    around = np.cos(angle)[:, None] * outward[:, None] + np.sin(angle)[:, None] * across[:, None]
    V = (line[:, None] + 0.3 * around).reshape(-1, 3)
    ring, side = (each.ravel() for each in np.meshgrid(np.arange(rings), np.arange(sides), indexing="ij"))

    def number(i: Ints, j: Ints) -> Ints:
        return i % rings * sides + j % sides

    a, b, c, d = (
        number(ring, side),
        number(ring + 1, side),
        number(ring, side + 1),
        number(ring + 1, side + 1),
    )
    return Mesh.of(V, np.concatenate([np.column_stack([a, c, b]), np.column_stack([b, c, d])]))


def _ball(points: Vertices) -> tuple[Vertices, Faces]:
    """Triangles between points on a sphere, all facing outwards."""
    F = ConvexHull(points).simplices
    a, b, c = (points[F[:, i]] for i in range(3))
    inward = (np.cross(b - a, c - a) * a).sum(axis=1) < 0
    F[inward] = F[inward][:, ::-1]
    return points, F


def _uneven() -> Mesh:
    """An ellipsoid whose triangles differ a thousandfold in size."""
    random = _random()
    few, many = random.normal(size=(150, 3)), random.normal(size=(3_000, 3)) * 0.05 + [0.0, 0.0, 1.0]
    points = np.concatenate([few, many])
    V, F = _ball(points / np.linalg.norm(points, axis=1, keepdims=True))
    return Mesh.of(V * [1.0, 1.0, 3.0], F)


def _loose_soup(mesh: Mesh) -> Mesh:
    """Triangles of their own corners, which miss each other by a hundred-thousandth."""
    V = mesh.V[mesh.F].reshape(-1, 3)
    V = V + _random().uniform(-1e-5, 1e-5, V.shape) * mesh.diagonal
    return Mesh.of(V, np.arange(len(V)).reshape(-1, 3))


def _nested() -> Mesh:
    """A closed shell inside another one, which touches it nowhere."""
    points = _random().normal(size=(2_000, 3))
    V, F = _ball(points / np.linalg.norm(points, axis=1, keepdims=True))
    V = V * [1.0, 1.0, 3.0]
    return Mesh.of(np.concatenate([V, 0.7 * V]), np.concatenate([F, F[:, ::-1] + len(V)]))


def _isolated(mesh: Mesh) -> Mesh:
    """With fifty points around it that no triangle has."""
    loose = mesh.V.mean(axis=0) + _random().normal(scale=0.5 * mesh.diagonal, size=(50, 3))
    return Mesh.of(np.concatenate([mesh.V, loose]), mesh.F)


def _fins() -> Mesh:
    """Three sheets that share an edge, and a fourth at one vertex."""
    V, F = _grid(25, 25)
    parts, faces = [V], [F]
    shared = np.flatnonzero(V[:, 0] == 0.0)
    for angle in (2.0, 4.0):
        own = V * [np.cos(angle), 1.0, 0.0] + np.outer(V[:, 0], [0.0, 0.0, np.sin(angle)])
        number = np.arange(len(V)) + len(V) * len(parts)
        number[shared] = shared
        parts.append(own)
        faces.append(number[F])
    corner = int(np.argmax(V.sum(axis=1)))
    number = np.arange(len(V)) + len(V) * len(parts)
    number[0] = corner
    parts.append(V + V[corner])
    faces.append(number[F])
    used, F = np.unique(np.concatenate(faces), return_inverse=True)
    return Mesh.of(np.concatenate(parts)[used], F.reshape(-1, 3))


def _needles(sides: int = 400) -> Mesh:
    """A stepped shaft as drawing programs write it: triangles as long as the steps, and fans as caps."""
    angle = np.linspace(0.0, 2.0 * np.pi, sides, endpoint=False)
    radius, height = np.array([1.0, 1.0, 0.5, 0.5]), np.array([0.0, 1.6, 1.6, 4.0])
    around = np.column_stack([np.cos(angle), np.sin(angle)])
    V = np.concatenate(
        [np.column_stack([r * around, np.full(sides, z)]) for r, z in zip(radius, height, strict=True)]
    )
    i = np.arange(sides)
    j = np.roll(i, -1)
    wall = np.concatenate([np.column_stack([i, j, i + sides]), np.column_stack([j, j + sides, i + sides])])
    fan = np.column_stack([np.zeros(sides - 2, dtype=np.int64), i[1:-1], i[2:]])
    return Mesh.of(V, np.concatenate([wall, wall + sides, wall + 2 * sides, fan[:, ::-1], fan + 3 * sides]))
