"""Pulls on meshes for the benchmarks of Elastic IK, and what a pose of them has cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from benchmarks.pose_sets import data_folder, spread_pins
from pliant.arrays import Faces, Floats, Ints, Vertices
from pliant.geometry.topology import half_edges
from pliant.io import read_mesh
from pliant.mesh import Mesh
from pliant.methods.handles.surface import surface
from pliant.samples.bar import bar

# Of a bar.
VERTICES = 4_000
PINS = 6
# The pull of real meshes, in diagonals.
FAR = 0.2
WAY = np.array([0.48, 0.6, 0.64])


@dataclass(frozen=True, eq=False)
class Pull:
    """A mesh without seams, held vertices (h,) and where they go (h, 3)."""

    name: str
    mesh: Mesh
    held: Ints
    targets: Floats


def bars(vertices: int) -> list[Pull]:
    """A bar bent by 120 degrees and one twisted by 180, both caps held."""
    poses = bar(vertices, bends=(120.0,), twists=(180.0,))
    x = poses.mesh.V[:, 0]
    held = np.flatnonzero((x <= 1e-9) | (x >= 1.0 - 1e-9))
    names = ("bar, bent 120°", "bar, twisted 180°")
    return [Pull(name, poses.mesh, held, V[held]) for name, V in zip(names, poses.V[1:], strict=True)]


def static(name: str, file: str) -> Callable[[], Pull]:
    """A real mesh: the first of its far points is pulled, the others stay."""
    return lambda: pulled(name, _welded(read_mesh(data_folder() / "static" / file)))


def pulled(name: str, mesh: Mesh) -> Pull:
    """The usual pull of a mesh."""
    held = spread_pins(mesh.V, PINS)
    targets = mesh.V[held].copy()
    targets[0] += FAR * mesh.diagonal * WAY
    return Pull(name, mesh, held, targets)


def _welded(mesh: Mesh) -> Mesh:
    shape = surface(mesh)
    return Mesh.of(shape.V, shape.F)


REAL = (
    static("spot", "common_spot.obj"),
    static("knight", "libigl_decimated-knight.off"),
    static("camel", "sumner_camel_reference.obj"),
    static("armadillo", "libigl_armadillo.obj"),
)
# Every pull by the name that `--sets` takes.
PULLS: Mapping[str, Callable[[], Pull]] = {
    "bent": lambda: bars(VERTICES)[0],
    "twisted": lambda: bars(VERTICES)[1],
    **dict(zip(("spot", "knight", "camel", "armadillo"), REAL, strict=True)),
}


def volume(V: Vertices, F: Faces) -> float:
    """Of a closed mesh."""
    a, b, c = (V[F[:, i]] for i in range(3))
    return float((a * np.cross(b, c)).sum() / 6)


def stretches(p: Vertices, x: Vertices, F: Faces) -> Floats:
    """(m,) how many times each triangle is longer or shorter than at rest, in its worst direction."""
    a, b = p[F[:, 1]] - p[F[:, 0]], p[F[:, 2]] - p[F[:, 0]]
    rest = np.linalg.qr(np.stack([a, b], axis=2))[1]
    sound = np.abs(np.linalg.det(rest)) > 1e-9 * np.ptp(p, axis=0).max() ** 2
    posed = np.stack([x[F[:, 1]] - x[F[:, 0]], x[F[:, 2]] - x[F[:, 0]]], axis=2)[sound]
    sizes = np.linalg.svd(posed @ np.linalg.inv(rest[sound]), compute_uv=False)
    return np.maximum(sizes[:, 0], 1.0 / np.maximum(sizes[:, 1], 1e-6))


def folds(p: Vertices, x: Vertices, F: Faces) -> int:
    """Edges that are sharp (more than 120 degrees) in the pose, and were below 90 at rest."""
    ends, face = half_edges(F)
    key = np.sort(ends, axis=1) @ [len(p), 1]
    order = np.argsort(key, kind="stable")
    same = np.flatnonzero(np.diff(key[order]) == 0)
    a, b = face[order[same]], face[order[same + 1]]
    before, after = (_cosine(V, F, a, b) for V in (p, x))
    return int(((before > 0.0) & (after < -0.5)).sum())


def _cosine(V: Vertices, F: Faces, a: Ints, b: Ints) -> Floats:
    N = np.cross(V[F[:, 1]] - V[F[:, 0]], V[F[:, 2]] - V[F[:, 0]])
    N /= np.maximum(np.linalg.norm(N, axis=1, keepdims=True), 1e-300)
    return (N[a] * N[b]).sum(axis=1)


def spike(pull: Pull, x: Vertices) -> float:
    """The longest edge at a held vertex, against its length at rest."""
    ends, _ = half_edges(pull.mesh.F)
    near = ends[np.isin(ends, pull.held).any(axis=1)]
    now, then = (np.linalg.norm(V[near[:, 0]] - V[near[:, 1]], axis=1) for V in (x, pull.mesh.V))
    return float((now / then).max())
