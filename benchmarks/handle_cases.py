"""Meshes with handles, and poses of them: for the benchmarks of Handle IK.

Handles are rigid, without softer rings: libigl's and Open3D's ARAP know no others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.pose_sets import data_folder, pose_set, spread_pins
from benchmarks.subdivision import subdivided
from pliant.arrays import Floats, Ints, Vertices
from pliant.io import read_mesh
from pliant.mesh import Mesh, PoseSet
from pliant.methods.handles.handle import Handle, Handles
from pliant.methods.handles.rig import HandleIK
from pliant.methods.handles.sculpt import SculptedPose
from pliant.samples import sample, sample_handles

# Painted vertices of a sample at least this rigid are its handles.
RIGID = 0.5
# A vertex of a real mesh is rigid where its nearest seed is nearer than this share of the way to the next.
REACH = 0.4
SEEDS = 24
TURN = 25.0


@dataclass(frozen=True, eq=False)
class Case:
    """A mesh with handles.

    carries: for each handle the names of those that turn with it, itself first
    """

    name: str
    mesh: Mesh
    handles: Handles
    carries: tuple[tuple[str, ...], ...]


def sampled(name: str, vertices: int) -> Case:
    """A sample of about so many vertices, with its own handles."""
    poses = sample(name, vertices=vertices)
    painted = sample_handles(name, poses)
    handles = [Handle.of(h.name, h.vertices[h.rigidity >= RIGID], centre=h.centre) for h in painted]
    parent = {handle.name: handle.parent for handle in painted}
    carries = tuple(_family(handle.name, parent) for handle in painted)
    return Case(f"{name} sample", poses.mesh, Handles.of(poses.mesh, handles), carries)


def seeded(name: str, mesh: Mesh, count: int = SEEDS) -> Case:
    """A mesh with handles around points far from each other, each turning alone."""
    V = mesh.V
    seeds = spread_pins(V, count)
    distance = np.stack([np.linalg.norm(V - V[seed], axis=1) for seed in seeds], axis=1)
    first, second = np.partition(distance, 1, axis=1)[:, :2].T
    nearest = np.where(first < REACH * second, distance.argmin(axis=1), -1)
    handles = Handles.of(mesh, [Handle.of(f"handle {i}", nearest == i) for i in range(count)])
    return Case(name, mesh, handles, tuple((handle.name,) for handle in handles))


def turned(case: Case, degrees: float = TURN, seed: int = 0) -> SculptedPose:
    """Every handle turned about its centre, by an axis of its own, with those that hang on it."""
    rng = np.random.default_rng(seed)
    pose = SculptedPose(f"turned {seed}")
    for names in case.carries:
        pose = pose.turned(case.handles, names, rng.standard_normal(3), degrees)
    return pose


def goals(rig: HandleIK, matrices: Floats) -> Vertices:
    """(n, 3) where the handles' matrices (H, 4, 4) carry the vertices that they hold; the others at rest."""
    V, owner = rig.shape.V, rig.editor.hold.owner
    own = matrices[np.maximum(owner, 0)]
    placed = np.einsum("nij,nj->ni", own[:, :3, :3], V) + own[:, :3, 3]
    return np.where((owner >= 0)[:, None], placed, V)


def held(rig: HandleIK) -> Ints:
    """(h,) the rigid vertices of the solver's surface."""
    return np.flatnonzero(rig.editor.hold.rigid)


def real(name: str) -> Callable[[], Case]:
    """Pose 0 of a real set, when it is asked for."""
    return lambda: seeded(name, pose_set(name).mesh)


def static(name: str, file: str) -> Callable[[], Case]:
    """A real mesh of its own."""
    return lambda: seeded(name, read_mesh(data_folder() / "static" / file))


def cut(name: str) -> Callable[[], Case]:
    """Pose 0 of a real set, its triangles cut in four."""

    def make() -> Case:
        mesh = pose_set(name).mesh
        fine = subdivided(PoseSet.of_positions(mesh, mesh.V[np.newaxis]))
        return seeded(f"{name}, cut", fine.mesh)

    return make


SAMPLES: tuple[Callable[[], Case], ...] = (
    lambda: sampled("quadruped", 2_100),
    lambda: sampled("humanoid", 10_000),
    lambda: sampled("humanoid", 17_000),
    lambda: sampled("humanoid", 45_000),
    lambda: sampled("humanoid", 170_000),
)
REAL: tuple[Callable[[], Case], ...] = (
    real("khronos_cesiumman"),
    real("vlasic_samba"),
    real("tosca_horse"),
    static("armadillo", "libigl_armadillo.obj"),
    cut("sumner_elephant_poses"),
)


def _family(name: str, parent: dict[str, str]) -> tuple[str, ...]:
    """A handle and all that hang on it."""
    found: Sequence[str] = [name]
    for other in parent:
        above = other
        while above and above != name:
            above = parent[above]
        if above == name and other != name:
            found = [*found, other]
    return tuple(found)
