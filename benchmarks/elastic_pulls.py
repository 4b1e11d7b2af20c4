"""Elastic IK on every mesh: an end pulled far, a push into the body, an end twisted; with pictures.

Static meshes, the characters' reference poses, and meshes with faults. The pictures, four of each model, lie
beside the table, to be looked at: nothing may tear, fold, spike or collapse.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import igl
import numpy as np

import pliant
from benchmarks.clock import worked
from benchmarks.elastic_cases import folds, stretches, volume
from benchmarks.odd_meshes import odd_meshes
from benchmarks.pose_sets import data_folder, spread_pins
from benchmarks.results import RESULTS, Cell, Column, Table
from pliant.anchors import Held
from pliant.arrays import Floats
from pliant.errors import PliantError
from pliant.figures import Shot, render
from pliant.geometry.bounding_box import box_diagonal
from pliant.geometry.extremities import extremities
from pliant.geometry.gradient import areas
from pliant.geometry.rotations import exp
from pliant.geometry.solvable import welded
from pliant.geometry.surface_graph import surface_graph
from pliant.geometry.symmetry import vertex_normals
from pliant.geometry.topology import counted_edges
from pliant.io import read_mesh
from pliant.mesh import Mesh

# Lengths in diagonals, and degrees.
FAR, DEEP, TWIST = 0.3, 0.12, 120.0
HELD = 5
ITERATIONS = 300  # of libigl
SEEN = 1e-3
STATIC = (".obj", ".off", ".glb")
COLUMNS = [
    Column("mesh", "mesh"),
    Column("pull", "pull"),
    Column("vertices", "vertices", ","),
    Column("made", "make s", ".1f"),
    Column("time", "pose s", ".2f"),
    Column("usual", "stretch 99.9%", ".2f"),
    Column("worst", "stretch max", ".1f"),
    Column("libigl", "libigl's", ".1f"),
    Column("volume", "volume %", "+.1f"),
    Column("folds", "folds"),
    Column("ended", "ended"),
]
NOTE = (
    f"Far: an end goes {FAR:g} diagonals outwards and aside. Push: the point farthest from what is held goes "
    f"{DEEP:g} diagonals inwards. Twist: an end with its neighbourhood turns by {TWIST:g}°. Stretch: how "
    "many times as long or short triangles became, by area and the most; those with a height below "
    f"{SEEN:g} diagonals cannot be seen, and are left out. libigl's: the same of its ARAP, after "
    f"{ITERATIONS} iterations, where it takes the mesh. Volume: change, of closed meshes. Folds: edges "
    "that became sharp between such triangles. Times are of the processor."
)


def tables(*, quick: bool = False) -> list[Table]:
    """One row for each mesh and pull."""
    table = Table("Three pulls of every mesh", COLUMNS, note=NOTE)
    pictures = RESULTS / "elastic-pulls"
    pictures.mkdir(parents=True, exist_ok=True)
    for name, mesh in list(odd_meshes().items())[:1] if quick else models():
        for row in pulled(name, mesh, pictures):
            table.add(row)
    return [table]


def models() -> Iterator[tuple[str, Mesh]]:
    """Every mesh by its name."""
    folder = data_folder()
    single = sorted(path for path in (folder / "static").iterdir() if path.suffix in STATIC)
    characters = folder / "characters"
    for path in [*single, *sorted(characters.glob("*.gl*")), *sorted(characters.glob("*/*.gltf"))]:
        yield path.stem, read_mesh(path)
    yield from odd_meshes().items()


def pulled(name: str, mesh: Mesh, pictures: Path) -> Iterator[dict[str, Cell]]:
    """The rows of a mesh; its picture is drawn on the way."""
    try:
        rig, made = worked(lambda: pliant.ElasticIK(mesh))
        ends, outward = _ends(mesh)
    except PliantError as problem:
        yield {"mesh": name, "vertices": mesh.n, "ended": str(problem)}
        return
    shots = [Shot(mesh, f"{name}: at rest", pinned=ends[1:], dragged=ends[:1])]
    for pull, points, pins, maps in _pulls(mesh, ends, outward):
        grip = rig.grab(points, pins=pins)
        pose, seconds = worked(lambda grip=grip, maps=maps: grip.carry(maps))
        yield {
            "mesh": name,
            "pull": pull,
            "vertices": mesh.n,
            "made": made,
            "time": seconds,
            "ended": pose.status.value,
            **_figures(mesh, pose.V),
            "libigl": _libigl_stretch(mesh, grip.held, grip.held.carried(maps)),
        }
        shots.append(Shot(mesh.moved(pose.V), pull, pinned=pose.V[points[1:]], dragged=pose.V[points[:1]]))
    render(shots, pictures / f"{name}.png", size=(2000, 560), columns=4)


def _libigl_stretch(mesh: Mesh, held: Held, targets: Floats) -> float | None:
    """The worst triangle of libigl's pose with the same held vertices; None where it fails."""
    of_user, first = welded(mesh.V[None])
    F = of_user[mesh.F]
    F = F[(np.roll(F, 1, axis=1) != F).all(axis=1)]
    used, F = np.unique(F, return_inverse=True)
    own = np.searchsorted(used, of_user[held.corners[np.arange(len(held)), held.weights.argmax(axis=1)]])
    rows, one = np.unique(own, return_index=True)
    V, data = mesh.V[first[used]], igl.ARAPData()
    data.max_iter = ITERATIONS
    goal = V.copy()
    goal[rows] = targets[one]
    try:
        igl.arap_precomputation(V, F.reshape(-1, 3).astype(np.int32), 3, rows.astype(np.int32), data)
        x = np.asarray(igl.arap_solve(targets[one], data, goal))
    except RuntimeError:
        return None
    posed = mesh.V[first].copy()
    posed[used] = x
    worst = _figures(mesh, posed[of_user])["worst"] if np.isfinite(x).all() else None
    return None if worst is None else float(worst)


def _ends(mesh: Mesh) -> tuple[list[int], Floats]:
    """The vertices that are held, the end that is pulled first, and the direction (3,) in which it points."""
    graph = surface_graph(mesh.V, mesh.F)
    found = extremities(graph)
    ends = [int(graph.vertex[each.node]) for each in found][:HELD]
    for vertex in graph.vertex[spread_pins(graph.P, HELD)].tolist():
        far = np.linalg.norm(mesh.V[ends] - mesh.V[vertex], axis=1).min() > 0.15 * _size(mesh)
        if len(ends) < HELD and far:
            ends.append(vertex)
    way = mesh.V[ends[0]] - graph.P[found[0].root]
    return ends, way / max(float(np.linalg.norm(way)), 1e-300)


def _pulls(
    mesh: Mesh, ends: Sequence[int], outward: Floats
) -> Iterator[tuple[str, list[int], list[pliant.Pin | None], Floats]]:
    """The name, points, pins and maps (h, 4, 4) of each way to pull."""
    plain: list[pliant.Pin | None] = [None] * len(ends)
    aside = np.cross(outward, np.eye(3)[int(np.argmin(np.abs(outward)))])
    far = _kept(len(ends))
    far[0, :3, 3] = FAR * _size(mesh) * (outward + aside / np.linalg.norm(aside)) / np.sqrt(2.0)
    yield "far", list(ends), plain, far
    used = np.unique(mesh.F)
    distance = np.linalg.norm(mesh.V[used][:, None] - mesh.V[list(ends)], axis=2).min(axis=1)
    point = int(used[int(np.argmax(distance))])
    push = _kept(len(ends) + 1)
    push[0, :3, 3] = -DEEP * _size(mesh) * _normals(mesh)[point]
    yield "push", [point, *ends], [None, *plain], push
    twist = _kept(len(ends))
    twist[0, :3, :3] = exp(np.radians(TWIST) * outward[None])[0]
    twist[0, :3, 3] = mesh.V[ends[0]] - twist[0, :3, :3] @ mesh.V[ends[0]]
    yield "twist", list(ends), [pliant.Pin(turn=True), *plain[1:]], twist


def _normals(mesh: Mesh) -> Floats:
    """(n, 3) of the surface without seams."""
    of_user, first = welded(mesh.V[None])
    return vertex_normals(mesh.V[first], of_user[mesh.F])[of_user]


def _size(mesh: Mesh) -> float:
    """The diagonal of the box around the triangles."""
    return box_diagonal(mesh.V[np.unique(mesh.F)])


def _kept(count: int) -> Floats:
    """(count, 4, 4) maps that move nothing."""
    return np.tile(np.eye(4), (count, 1, 1))


def _figures(mesh: Mesh, V: Floats) -> dict[str, Cell]:
    of_user, first = welded(mesh.V[None])
    middle, size = mesh.V.mean(axis=0), _size(mesh)
    p, x, F = (mesh.V[first] - middle) / size, (V[first] - middle) / size, of_user[mesh.F]
    area, longest = areas(p, F), np.linalg.norm(p[F] - p[np.roll(F, 1, axis=1)], axis=2).max(axis=1)
    seen = 2.0 * area > SEEN * longest
    stretch, share = stretches(p, x, F[seen]), area[seen]
    order = np.argsort(stretch)
    usual = order[int(np.searchsorted(np.cumsum(share[order]), 0.999 * share.sum()))]
    closed = bool((counted_edges(F)[1] == 2).all())
    return {
        "usual": float(stretch[usual]),
        "worst": float(stretch.max()),
        "volume": 100.0 * (volume(x, F) / volume(p, F) - 1.0) if closed else None,
        "folds": folds(p, x, F[seen]),
    }
