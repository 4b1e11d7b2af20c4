"""Cages made for every real mesh, sample and mechanism made by code, beside those that people made."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from scipy.spatial import ConvexHull
from tests import models

from benchmarks import mechanisms
from benchmarks.pose_sets import MissingDataError, data_folder, diagonal, pose_set, poses_folder
from benchmarks.results import RESULTS, Cell, Column, Table
from pliant.errors import CageError
from pliant.figures.picture import render
from pliant.figures.shots import Shot
from pliant.geometry.topology import half_edges
from pliant.io.meshes import read_mesh
from pliant.mesh import Mesh
from pliant.methods.cage.cage_checks import check_cage, encloses
from pliant.methods.cage.crossings import self_crossings
from pliant.methods.cage.make_cage import make_cage
from pliant.methods.cage.placement import placement
from pliant.methods.cage.triangles import cage_triangles
from pliant.samples import names, sample

WANTED = (50, 100, 300)
QUICK = ("poses/threejs_flamingo", "samples/flag")
STATIC = (".obj", ".off")
# One row of the picture for each, with the cages of WANTED.
PICTURED = (
    "poses/sumner_horse_poses",
    "samples/humanoid",
    "static/libigl_armadillo",
    "cages/cm_ogre",
    "samples/flag",
    "samples/chair",
)
UPRIGHT = ("joints/", *(f"samples/{name}" for name in models.names()))
PAGE = (1500, 3000)

COLUMNS = [
    Column("mesh", "mesh"),
    Column("vertices", "vertices", ","),
    Column("wanted", "wanted"),
    Column("cage", "cage"),
    Column("seconds", "s", ".1f"),
    Column("work", "CPU s", ".1f"),
    Column("sound", "closed, not crossing"),
    Column("encloses", "encloses"),
    Column("clearance", "clearance %", ".2f"),
    Column("volume", "× mesh", ".2f"),
    Column("hull", "× hull", ".2f"),
    Column("shape", "worst triangle", ".2f"),
]
NOTE = (
    "Clearance: the least distance of a vertex of the mesh from the cage, in % of the diagonal. Volumes of "
    "the cage: as multiples of the mesh's, where that is closed, and of its convex hull's. Worst triangle: "
    "4√3 area / Σ edge², 1 if equilateral. CPU s: the work of all threads, which other programs on the "
    "machine change little. Pose 0 of each set; the first cage pays for loading the kernels."
)
HAND_COLUMNS = [
    Column("mesh", "mesh"),
    Column("cage", "vertices"),
    Column("hand", "by hand × mesh", ".2f"),
    Column("made", "made × mesh", ".2f"),
    Column("hand_clearance", "by hand clearance %", ".3f"),
    Column("made_clearance", "made clearance %", ".3f"),
]


def tables(*, quick: bool = False) -> list[Table]:
    """Every mesh, and the hand-made cages beside made ones of as many vertices."""
    table = Table("Cages made", COLUMNS, note=NOTE)
    shots: dict[str, list[Shot]] = {}
    for name, mesh in _meshes(quick):
        for wanted in WANTED[:1] if quick else WANTED:
            cage = _add(table, name, mesh, wanted)
            if cage is not None and name in PICTURED:
                shots.setdefault(name, []).append(_shot(name, mesh, cage))
    if shots:
        ordered = [shot for name in PICTURED for shot in shots.get(name, ())]
        render(ordered, RESULTS / "cages.png", size=PAGE, columns=len(WANTED))
    return [table, _beside_hand_made(quick)]


def _add(table: Table, name: str, mesh: Mesh, wanted: int) -> Mesh | None:
    row: dict[str, Cell] = {"mesh": name, "vertices": mesh.n, "wanted": wanted}
    began, worked = time.perf_counter(), time.process_time()
    try:
        cage = make_cage(mesh, wanted)
    except CageError as error:
        table.add({**row, "sound": str(error)})
        return None
    row |= {"seconds": time.perf_counter() - began, "work": time.process_time() - worked}
    table.add({**row, **_judged(mesh, cage)})
    return cage


def _judged(mesh: Mesh, cage: Mesh) -> dict[str, Cell]:
    check_cage(cage)
    return {
        "cage": cage.n,
        "sound": "yes" if not len(self_crossings(cage.V, cage.F)) else "no",
        "encloses": "yes" if encloses(cage, mesh) else "no",
        "clearance": _clearance(mesh, cage),
        "volume": _volume(cage) / _volume(mesh) if _closed(mesh) else None,
        "hull": _volume(cage) / ConvexHull(mesh.V, qhull_options="QJ").volume,
        "shape": float(_shapes(cage).min()),
    }


def _beside_hand_made(quick: bool) -> Table:
    table = Table("Beside hand-made cages of as many vertices", HAND_COLUMNS)
    for folder in _cage_folders()[: 1 if quick else None]:
        mesh, hand = read_mesh(folder / "model.obj"), read_mesh(folder / "cage.obj")
        made = make_cage(mesh, hand.n)
        table.add(
            {
                "mesh": folder.name,
                "cage": f"{hand.n} and {made.n}",
                "hand": _volume(hand) / _volume(mesh) if _closed(mesh) else None,
                "made": _volume(made) / _volume(mesh) if _closed(mesh) else None,
                "hand_clearance": _clearance(mesh, hand),
                "made_clearance": _clearance(mesh, made),
            }
        )
    return table


def _meshes(quick: bool) -> Iterator[tuple[str, Mesh]]:
    """Every real mesh, sample and mechanism made by code, by name."""
    for path in sorted(poses_folder().glob("*.npz")):
        if not quick or f"poses/{path.stem}" in QUICK:
            yield f"poses/{path.stem}", pose_set(path.stem).mesh
    if not quick:
        for name in mechanisms.names():
            yield f"joints/{name}", mechanisms.mechanism(name).mesh
        for path in sorted(path for path in (data_folder() / "static").iterdir() if path.suffix in STATIC):
            yield f"static/{path.stem}", read_mesh(path)
        for folder in _cage_folders():
            yield f"cages/{folder.name}", read_mesh(folder / "model.obj")
    for name in (*names(), *models.MODELS):
        if not quick or f"samples/{name}" in QUICK:
            make = models.mechanism if name in models.names() else sample
            yield f"samples/{name}", make(name).mesh


def _cage_folders() -> list[Path]:
    folder = data_folder() / "cages"
    if not folder.is_dir():
        raise MissingDataError(
            f"The folder {folder} with hand-made cages does not exist; "
            "set PLIANT_DATA to the folder that holds `cages`."
        )
    return sorted(path for path in folder.iterdir() if (path / "cage.obj").exists())


def _shot(name: str, mesh: Mesh, cage: Mesh) -> Shot:
    """The mesh in its cage, of one size with the others and standing upright along y."""
    axes = np.eye(3)[[0, 2, 1]] * [[1.0], [1.0], [-1.0]] if name.startswith(UPRIGHT) else np.eye(3)
    unit = diagonal(mesh.V)
    return Shot(
        mesh.moved(mesh.V @ axes.T / unit),
        f"{name.split('/')[1]}: {cage.n} vertices",
        cage=cage.moved(cage.V @ axes.T / unit),
    )


def _closed(mesh: Mesh) -> bool:
    ends = half_edges(mesh.F)[0]
    return bool((np.unique(ends, axis=0, return_counts=True)[1] == 2).all())


def _volume(mesh: Mesh) -> float:
    a, b, c = (mesh.V[mesh.F[:, i]] - mesh.V.mean(axis=0) for i in range(3))
    return abs(float((a * np.cross(b, c)).sum())) / 6.0


def _clearance(mesh: Mesh, cage: Mesh) -> float:
    distance = placement(mesh.V, cage_triangles(cage.V, cage.F)).distance.min()
    return 100.0 * float(distance) / diagonal(mesh.V)


def _shapes(mesh: Mesh) -> np.ndarray:
    corners = mesh.V[mesh.F]
    edges = ((corners - np.roll(corners, 1, axis=1)) ** 2).sum(axis=(1, 2))
    twice = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    return 2.0 * np.sqrt(3.0) * twice / edges
