"""Do parts that touch stay together? Hard random pulls on characters of several parts.

Points of different parts nearer than 1% of the diagonal in the reference and in every example touch. A pull
moves three to five extremities by up to 20% of the diagonal each. Its gap is the largest distance of points
that touch, beyond the largest in any example. Its tear is the same, but the examples' distance is first
multiplied by the largest stretch of the triangles there: points of one sheet would come apart as far.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array
from scipy.spatial import KDTree

import pliant
from benchmarks.baselines import rms
from benchmarks.pose_sets import MissingDataError, data_folder, diagonal, pose_set, spread_pins
from benchmarks.results import Cell, Column, Table
from pliant.arrays import Array, Floats, Ints, Targets, Vertices
from pliant.geometry.gradient import hat_gradients
from pliant.geometry.solvable import flat_triangles, welded
from pliant.geometry.surface_points import surface_points
from pliant.geometry.topology import vertex_components
from pliant.io import read_poses
from pliant.methods.meshik.options import MeshIKOptions
from pliant.methods.reduced.options import ReducedOptions

# Characters of several parts that move, in the folder `characters` of the data.
CHARACTERS = (
    "three_Soldier",
    "three_RobotExpressive",
    "gdquest_bee_bot",
    "godot_mannequiny",
    "gdquest_beetle_bot",
    "three_Xbot",
    "playcanvas_bitmoji",
    "th_brunette-t",
)
SETS = ("chicken_crossing", *CHARACTERS)
QUICK_SETS = ("gdquest_beetle_bot",)
# Poses of a set, thinned evenly; every fourth of them is left out to be found again from eight points.
POSES = 24
PINS = 8
# Share of the diagonal below which points touch, and by which an extremity is pulled at most.
TOUCH, PULL = 0.01, 0.2
EXTREMITIES = 12
# Pulls on each rig; one on MeshIK takes about ten times as long.
PULLS = {"MeshIK": 40, "Reduced IK": 200}

RIGS: dict[str, Callable[[pliant.PoseSet, float], pliant.Rig]] = {
    "MeshIK": lambda poses, contact: pliant.MeshIK(poses, options=MeshIKOptions(contact=contact)),
    "Reduced IK": lambda poses, contact: pliant.ReducedIK(poses, options=ReducedOptions(contact=contact)),
}
STIFFNESS = {"without": 0.0, "with": MeshIKOptions().contact}
NOTE = (
    "Percent of the diagonal. 'Without' contacts a part hangs on one bridge (MeshIK) or on the centre of its "
    "nearest control (Reduced IK). Gap and tear: the largest of all points that touch, median and worst of "
    "the pulls. Left out: mean RMS of every fourth pose, found from eight points. ms: one pull, median."
)


def tables(*, quick: bool = False, sets: Sequence[str] | None = None) -> list[Table]:
    """One row for each set, rig, and with or without contacts."""
    found = Table("Parts that touch", _columns(), note=NOTE)
    for name in sets or (QUICK_SETS if quick else SETS):
        poses = character(name)
        touching = Touching.of(poses)
        for rig, make in RIGS.items():
            for label, contact in STIFFNESS.items():
                facts = {"set": name, "parts": touching.parts, "rig": rig, "contacts": label}
                pulled = _pulled(make(poses, contact), touching, 3 if quick else PULLS[rig])
                left_out = _left_out(poses, lambda some, make=make, contact=contact: make(some, contact))
                found.add({**facts, **pulled, "left_out": left_out})
    return [found]


def character(name: str) -> pliant.PoseSet:
    """A set of several parts, its poses thinned to about two dozen."""
    if name in CHARACTERS:
        path = data_folder() / "characters" / f"{name}.glb"
        if not path.exists():
            raise MissingDataError(f"{path} does not exist; set PLIANT_DATA to the folder of the data.")
        poses = read_poses(path)
    else:
        poses = pose_set(name)
    chosen = np.unique(np.append(0, np.linspace(1, len(poses) - 1, POSES - 1).round())).astype(int)
    return poses.subset(chosen.tolist())


@dataclass(frozen=True, eq=False)
class Touching:
    """Points of different parts that touch in every pose of a set, and how far they are apart.

    between: (c, n) sparse rows that give the vector between two points
    shown:   (c,) their largest distance in any pose
    faces:   (c, 2) the triangles that they lie on
    """

    poses: pliant.PoseSet
    parts: int
    between: csr_array
    shown: Floats
    faces: Ints

    @staticmethod
    def of(poses: pliant.PoseSet) -> Touching:
        """The touching points of a set."""
        V, F, reach = poses.V, poses.F, TOUCH * diagonal(poses.V[0])
        of_user, first = welded(V)
        part = vertex_components(of_user[F], len(first))[of_user]
        points = surface_points(V[0], F, reach)
        matrix, own = points.matrix(F, poses.n), part[F[points.face, 0]]
        pairs = np.concatenate([_near(matrix @ V[0], own == i, reach) for i in np.unique(own)])
        between = csr_array(matrix[pairs[:, 0]] - matrix[pairs[:, 1]])
        shown = np.max([np.linalg.norm(between @ pose, axis=1) for pose in V], axis=0)
        stay = np.flatnonzero(shown <= reach)
        return Touching(
            poses, int(part.max()) + 1, csr_array(between[stay]), shown[stay], points.face[pairs[stay]]
        )

    def opened(self, V: Vertices) -> tuple[float, float]:
        """The gap and the tear of a pose V (n, 3), in % of the diagonal."""
        now = np.linalg.norm(self.between @ V, axis=1)
        stretch = np.maximum(_stretches(self.poses, V), 1.0)[self.faces].max(axis=1)
        percent = 100.0 / diagonal(self.poses.V[0])
        gap, tear = (now - self.shown).max(), (now - stretch * self.shown).max()
        return percent * max(float(gap), 0.0), percent * max(float(tear), 0.0)


def _near(P: Floats, own: Array, reach: float) -> Ints:
    """(c, 2) points of P (s, 3) outside a part and their nearest inside it; own (s,) says which are its."""
    inside, others = np.flatnonzero(own), np.flatnonzero(~own)
    distance, hit = map(np.asarray, KDTree(P[inside]).query(P[others], distance_upper_bound=reach))
    met = np.isfinite(distance)
    return np.column_stack([others[met], inside[hit[met]]])


def _stretches(poses: pliant.PoseSet, V: Vertices) -> Floats:
    """(m,) largest singular value of each triangle's map from the reference to V (n, 3); 1 for flat ones."""
    rest, F = poses.V[0], poses.F
    usable = ~flat_triangles(rest / diagonal(rest), F)
    T = np.einsum("jvc,jvd->jcd", V[F[usable]], hat_gradients(rest, F[usable]))
    out = np.ones(len(F))
    out[usable] = np.linalg.svd(T, compute_uv=False)[:, 0]
    return out


def pulls(poses: pliant.PoseSet, count: int) -> Iterator[tuple[Ints, Targets]]:
    """Random pins and their targets."""
    rng = np.random.default_rng(0)
    V = poses.V[0]
    far = spread_pins(V, EXTREMITIES)
    for _ in range(count):
        pins = rng.choice(far, int(rng.integers(3, 6)), replace=False)
        way = rng.normal(size=(len(pins), 3))
        way *= PULL * diagonal(V) * rng.random((len(pins), 1)) / np.linalg.norm(way, axis=1, keepdims=True)
        yield pins, V[pins] + way


def _pulled(rig: pliant.Rig, touching: Touching, count: int) -> dict[str, Cell]:
    opened, seconds = [], []
    for pins, targets in pulls(touching.poses, count):
        grip = rig.grab(pins)
        began = time.process_time()
        pose = grip.drag(targets)
        seconds.append(time.process_time() - began)
        opened.append(touching.opened(pose.V))
    gap, tear = np.array(opened).T
    return {
        "gap": float(np.median(gap)),
        "worst_gap": float(gap.max()),
        "tear": float(np.median(tear)),
        "worst_tear": float(tear.max()),
        "ms": 1e3 * float(np.median(seconds)),
    }


def _left_out(poses: pliant.PoseSet, make: Callable[[pliant.PoseSet], pliant.Rig]) -> float:
    """Mean error, in % of the diagonal, of every fourth pose by a rig of the others."""
    out = range(2, len(poses), 4)
    rig = make(poses.subset([i for i in range(len(poses)) if i not in out]))
    pins = spread_pins(poses.V[0], PINS)
    grip = rig.grab(pins)
    errors = [rms(grip.drag(poses.V[i, pins]).V, poses.V[i]) for i in out]
    return 100.0 * float(np.mean(errors)) / diagonal(poses.V[0])


def _columns() -> list[Column]:
    return [
        Column("set", "set"),
        Column("parts", "parts"),
        Column("rig", "rig"),
        Column("contacts", "contacts"),
        Column("gap", "gap", ".2f"),
        Column("worst_gap", "worst gap", ".2f"),
        Column("tear", "tear", ".2f"),
        Column("worst_tear", "worst tear", ".2f"),
        Column("left_out", "left out", ".2f"),
        Column("ms", "ms", ".0f"),
    ]
