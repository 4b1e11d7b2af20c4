"""How the fox's skin follows its bones: dual quaternions, swelling muscles, soft creases, a floor.

After the bones have moved the skin, it is smoothed over a distance that goes with the thickness of the
part, and the detail that smoothing takes from the skin at rest is put back, turned with the bones. Where
the motion is rigid this changes nothing; at joints it rounds off what skinning folds or pinches.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csc_array, diags_array
from scipy.spatial.transform import Rotation

from pliant.arrays import Faces, Floats, Vertices
from pliant.geometry.gradient import areas, double_area_normals, gradient
from pliant.geometry.laplacian import weighted_laplacian
from pliant.samples.fox.muscles import effort, swelling
from pliant.samples.fox.skeleton import INDEX, JOINTS, SIDES, BoneMotion
from pliant.samples.implicit.attachment import REACH, added_parts, bone_weights
from pliant.samples.implicit.body import ImplicitBody
from pliant.solve.sparse import HeldLaplacian

# Smoothing distances: for the thickness itself, and as a share of the thickness for weights and creases.
THICKNESS_SMOOTHING = 0.012
SMOOTHING_PER_THICKNESS = 0.5
WEIGHT_PASSES = 2
# Parts that are meshed finer than this (toes, eyes, nose) are features of others.
LEAST_DETAIL = 0.8


class Smoothing:
    """Diffusion on the surface, x -> (M + L)⁻¹ M x, over a distance (n,) that may vary."""

    def __init__(self, V: Vertices, F: Faces, distance: Floats) -> None:
        area = areas(V, F)
        L = weighted_laplacian(gradient(V, F), area * distance[F].mean(axis=1) ** 2)
        self._mass = np.bincount(F.ravel(), np.repeat(area / 3.0, 3), len(V))
        self._factor = HeldLaplacian(csc_array(diags_array(self._mass) + L), np.empty(0, dtype=np.int64))

    def __call__(self, X: Floats) -> Floats:
        """Smoothed values (n, c)."""
        return self._factor.solve(self._mass[:, None] * X)


@dataclass(frozen=True, eq=False)
class FoxSkin:
    """The fox's skin at rest, and what it needs to move.

    V:       (n, 3) positions, with normals N (n, 3)
    W:       (n, b) weights of the bones
    smooth:  the smoothing that rounds off creases
    detail:  (n, 3) difference between V and its smoothed positions
    bellies: side -> (n, muscles) how far each muscle of that side lifts the skin
    """

    V: Vertices
    N: Floats
    W: Floats
    smooth: Smoothing
    detail: Floats
    bellies: dict[str, Floats]

    @staticmethod
    def of(body: ImplicitBody, V: Vertices, F: Faces) -> FoxSkin:
        """Skin of a body whose surface is meshed by V (n, 3) and F (m, 3)."""
        N = np.zeros_like(V)
        for corner in range(3):
            np.add.at(N, F[:, corner], double_area_normals(V, F))
        N /= np.linalg.norm(N, axis=1, keepdims=True)
        thickness = Smoothing(V, F, np.full(len(V), THICKNESS_SMOOTHING))(_thickness(body, V)[:, None])
        smooth = Smoothing(V, F, SMOOTHING_PER_THICKNESS * thickness[:, 0])
        W = bone_weights(body, V, JOINTS)
        for _ in range(WEIGHT_PASSES):
            W = smooth(W)
        bellies = {side: swelling(V, side) for side in SIDES}
        return FoxSkin(V, N, W / W.sum(axis=1, keepdims=True), smooth, V - smooth(V), bellies)

    def moved(self, motion: BoneMotion) -> Vertices:
        """(n, 3) positions of the skin after the bones have moved."""
        lift = np.sum([belly @ effort(motion, side) for side, belly in self.bellies.items()], axis=0)
        bulged = self.V + lift[:, None] * self.N
        R, t = _blended(self.W, motion)
        X = self.smooth(R.apply(bulged) + t) + R.apply(self.detail)
        X[:, 1] = np.maximum(X[:, 1], 0.0)
        return X


def _thickness(body: ImplicitBody, V: Vertices) -> Floats:
    """(n,) smallest radius of the part that each vertex lies on; a detail counts as the part it sits on."""
    large = [k for k in added_parts(body) if body.parts[k].detail >= LEAST_DETAIL]
    distance, place = body.distances(V, REACH)
    nearest = np.array(large)[distance[:, large].argmin(axis=1)]
    thickness = np.empty(len(V))
    for k in large:
        rows = nearest == k
        radii = body.parts[k].tube.radii.min(axis=1)
        thickness[rows] = np.interp(place[rows, k], np.arange(len(radii)), radii)
    return thickness


def _blended(W: Floats, motion: BoneMotion) -> tuple[Rotation, Floats]:
    """Rotations and translations (n, 3) at the vertices, blended from the bones' dual quaternions."""
    real = Rotation.from_matrix(motion.R).as_quat()
    for bone, (parent, _) in JOINTS.items():
        # A rotation has two quaternions: a bone takes the one nearer to its parent's.
        if parent and real[INDEX[bone]] @ real[INDEX[parent]] < 0.0:
            real[INDEX[bone]] *= -1.0
    v, w = real[:, :3], real[:, 3:]
    dual = 0.5 * np.column_stack([w * motion.t + np.cross(motion.t, v), -(motion.t * v).sum(axis=1)])
    q, e = W @ real, W @ dual
    length = np.linalg.norm(q, axis=1, keepdims=True)
    q, e = q / length, e / length
    v, w = q[:, :3], q[:, 3:]
    return Rotation.from_quat(q), 2.0 * (w * e[:, :3] - e[:, 3:] * v + np.cross(v, e[:, :3]))
