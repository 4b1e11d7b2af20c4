"""Bars and real meshes with handles, in poses that are hard on their soft parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from benchmarks.pose_sets import MissingDataError, data_folder
from pliant.arrays import Array, Floats, Vertices
from pliant.figures import View
from pliant.io import read_mesh
from pliant.mesh import Mesh
from pliant.methods.handles.handle import Handle, Handles
from pliant.methods.handles.sculpt import SculptedPose
from pliant.samples.bar import LENGTH, bent, straight_bar, twisted
from pliant.samples.bar import bar as bar_sample

BAR_VERTICES = 4_000
X, Y, Z = np.eye(3)
# A box is a pair of corners; None leaves a side open.
Side = float | None
Box = tuple[tuple[Side, Side, Side], tuple[Side, Side, Side]]


@dataclass(frozen=True, eq=False)
class Shape:
    """A mesh, its handles and where a pose puts them.

    exact:   (n, 3) the pose that bends or twists evenly, where there is one
    stripes: (n,) which vertices a picture darkens, to show twists
    """

    name: str
    mesh: Mesh
    handles: Handles
    matrices: Floats
    view: View
    exact: Vertices | None = None
    stripes: Array | None = None


def bars() -> list[Shape]:
    """A bar bent by 120° and twisted by 90°; its caps are the handles."""
    straight = straight_bar(BAR_VERTICES)
    mesh = bar_sample(BAR_VERTICES).mesh
    x = straight[:, 0]
    handles = Handles.of(mesh, [Handle.of("first", x <= 0.0), Handle.of("second", x >= LENGTH)])
    poses = {"bar bent by 120°": bent(straight, 120.0), "bar twisted by 90°": twisted(straight, 90.0)}
    stripes = np.floor(np.arctan2(straight[:, 2], straight[:, 1]) * 4.0 / np.pi).astype(np.int64) % 2 == 0
    return [
        Shape(name, mesh, handles, _motions(straight, exact, handles), View("front"), exact, stripes)
        for name, exact in poses.items()
    ]


def armadillo() -> Shape:
    """One arm lowered, the other twisted, a leg lifted, the head and the tail turned."""
    boxes: Mapping[str, Box] = {
        "chest": ((-0.13, -0.02, None), (0.13, 0.14, 0.10)),
        "hips": ((-0.10, -0.14, None), (0.10, -0.06, None)),
        "head": ((-0.12, 0.10, 0.14), (0.12, None, None)),
        "right hand": ((None, 0.20, None), (-0.29, None, None)),
        "left hand": ((0.29, 0.13, None), (None, None, None)),
        "right foot": ((None, None, None), (0.02, -0.45, None)),
        "left foot": ((0.02, None, None), (None, -0.45, None)),
        "tail": ((None, None, None), (None, -0.10, -0.28)),
    }
    mesh, handles = _boxed("libigl_armadillo.obj", boxes)
    pose = SculptedPose("bent")
    pose = pose.turned(handles, "right hand", Z, 60.0, (-0.20, 0.14, 0.02))
    pose = pose.turned(handles, "left hand", X, 90.0, (0.30, 0.14, 0.05))
    pose = pose.turned(handles, "right foot", X, -55.0, (-0.10, -0.13, -0.03))
    pose = pose.turned(handles, "head", Y, 40.0, (0.0, 0.2, 0.05))
    pose = pose.turned(handles, "tail", X, -60.0, (0.0, -0.12, -0.15))
    return Shape("armadillo", mesh, handles, pose.matrices(handles), View((-0.6, 0.25, 1.0)))


def knight() -> Shape:
    """A coarse one: arms raised, head turned, a leg lifted."""
    boxes: Mapping[str, Box] = {
        "chest": ((0.40, 0.55, None), (0.60, 0.75, None)),
        "head": ((None, 0.86, None), (None, None, None)),
        "right hand": ((None, 0.35, None), (0.33, 0.47, None)),
        "left hand": ((0.67, 0.35, None), (None, 0.47, None)),
        "right foot": ((None, None, None), (0.5, 0.17, None)),
        "left foot": ((0.5, None, None), (None, 0.17, None)),
    }
    mesh, handles = _boxed("libigl_decimated-knight.off", boxes)
    pose = SculptedPose("raised")
    pose = pose.turned(handles, "right hand", Z, -60.0, (0.36, 0.76, 0.5))
    pose = pose.turned(handles, "left hand", Z, 60.0, (0.64, 0.76, 0.5))
    pose = pose.turned(handles, "head", Y, 50.0, (0.5, 0.82, 0.5))
    pose = pose.turned(handles, "right foot", X, -50.0, (0.44, 0.42, 0.5))
    return Shape("knight", mesh, handles, pose.matrices(handles), View((-0.5, 0.25, 1.0)))


def camel() -> Shape:
    """The neck lowered, two legs in a stride."""
    boxes: Mapping[str, Box] = {
        "trunk": ((None, 0.50, -0.25), (None, None, 0.10)),
        "head": ((None, 0.62, 0.40), (None, None, None)),
        "right fore hoof": ((None, None, 0.0), (0.0, 0.10, None)),
        "left fore hoof": ((0.0, None, 0.0), (None, 0.10, None)),
        "right hind hoof": ((None, None, None), (0.0, 0.10, 0.0)),
        "left hind hoof": ((0.0, None, None), (None, 0.10, 0.0)),
    }
    mesh, handles = _boxed("sumner_camel_reference.obj", boxes)
    pose = SculptedPose("grazing")
    pose = pose.turned(handles, "head", X, 70.0, (0.0, 0.55, 0.22))
    pose = pose.turned(handles, "right fore hoof", X, -40.0, (-0.1, 0.45, 0.15))
    pose = pose.turned(handles, "left hind hoof", X, 40.0, (0.1, 0.50, -0.33))
    return Shape("camel", mesh, handles, pose.matrices(handles), View((-1.0, 0.2, 0.35)))


def _motions(rest: Vertices, posed: Vertices, handles: Handles) -> Floats:
    """(H, 4, 4) how the pose moves each handle's vertices, which it moves rigidly."""
    motions = []
    for handle in handles:
        ones = np.ones((len(handle.vertices), 1))
        known = np.concatenate([rest[handle.vertices], ones], axis=1)
        moved = np.linalg.lstsq(known, posed[handle.vertices], rcond=None)[0].T
        motions.append(np.vstack([moved, [0.0, 0.0, 0.0, 1.0]]))
    return np.stack(motions)


def _boxed(file: str, boxes: Mapping[str, Box]) -> tuple[Mesh, Handles]:
    path = data_folder() / "static" / file
    if not path.exists():
        raise MissingDataError(f"{path} does not exist; set PLIANT_DATA to the folder that holds `static`.")
    mesh = read_mesh(path)
    return mesh, Handles.of(mesh, [Handle.of(name, _inside(mesh.V, box)) for name, box in boxes.items()])


def _inside(V: Vertices, box: Box) -> Array:
    """(n,) whether a vertex lies in a box."""
    low, high = box
    least = np.array([-np.inf if side is None else side for side in low])
    most = np.array([np.inf if side is None else side for side in high])
    return np.all((least <= V) & (most >= V), axis=1)
