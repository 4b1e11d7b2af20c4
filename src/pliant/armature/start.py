"""A first guess of how an armature is posed: every bone turned as the vertices around it are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pliant.armature.armature import Armature
from pliant.armature.bone_pose import BonePose
from pliant.armature.moments import Binding, Moments
from pliant.arrays import Floats
from pliant.geometry.rotations import closest_rotation

# A second singular value below this share of the first tells no rotation about a line.
_LINE = 1e-3


def guessed_pose(armature: Armature, binding: Binding, moments: Moments) -> BonePose:
    """The rest pose with each node turned as a rigid fit of its own vertices says, by their weights.

    Nodes that carry nothing, or only a line of vertices, keep their place in their parent.
    """
    covariances = _covariances(armature, binding, moments)
    R, world = armature.rest.R.copy(), np.empty_like(armature.rest.R)
    fixed = closest_rotation(armature.fixed[:, :3, :3])
    for i, parent in enumerate(armature.parents):
        above = np.eye(3) if parent < 0 else world[parent]
        local = R[i] if armature.movable[i] else fixed[i]
        world[i] = above @ local
        singular = np.linalg.svd(covariances[i], compute_uv=False)
        if armature.movable[i] and singular[1] > _LINE * singular[0]:
            world[i] = closest_rotation(covariances[i])
            R[i] = above.T @ world[i]
    return replace(armature.rest, R=R)


def _covariances(armature: Armature, binding: Binding, moments: Moments) -> Floats:
    """(k, 3, 3) Σ w (v − v̄)(y − ȳ)ᵀ for each node, v where vertices are and y where they are in its axes."""
    sums = np.asarray(binding.A.sum(axis=1)).reshape(-1, 4) / len(armature.V)
    local = np.einsum("bij,bj->bi", armature.binds, sums)
    C = moments.C.reshape(-1, 4, 3)
    crossed = np.einsum("bik,bij->bkj", C, armature.binds.transpose(0, 2, 1))
    mass = sums[:, 3]
    safe = np.where(mass > 0, mass, 1)[:, None, None]
    centred = crossed[..., :3] - C[:, 3, :, None] * local[:, None, :3] / safe
    found = np.zeros((len(armature.parents), 3, 3))
    np.add.at(found, armature.carriers, centred)
    return found
