"""The paper's joint terms: residuals and derivatives by the affine motions of two cells [Xu2009, sec. 4.2].

Cell 1, with corners v, belongs to component b of a joint and moves against cell 2 of component a. A motion is
(3, 4): x → M (x, 1). Every function gives residuals (r,) and derivatives (r, 2, 3, 4) by M₁ and M₂.
"""

from __future__ import annotations

import numpy as np

from pliant.arrays import Floats
from pliant.geometry.rotations import closest_rotation, exp
from pliant.mechanism.mechanism import Joint, JointKind
from pliant.methods.joints.tree import euler

Rows = tuple[Floats, Floats]


def joint_terms(joint: Joint, corners: Floats, M: Floats) -> list[Rows]:
    """The terms that hold a joint, for the corners (8, 3) of cell 1 and the motions M (2, 3, 4)."""
    x, y, z = joint.frame
    if joint.kind is JointKind.REVOLUTE:
        return [projected(joint, x, corners, M), radial(joint, corners, M), direction(x, M)]
    if joint.kind is JointKind.CYLINDER:
        return [off_axis(joint, corners, M), direction(x, M)]
    if joint.kind is JointKind.PRISMATIC:
        return [projected(joint, z, corners, M), projected(joint, y, corners, M)]
    if joint.kind is JointKind.PLANE:
        return [projected(joint, x, corners, M)]
    return [together(joint.origin, M)]


def projected(joint: Joint, axis: Floats, corners: Floats, M: Floats) -> Rows:
    """RJ1, PJ1, PJ2: (M₁v − M₂c)·R₂a − (v − c)·a of every corner."""
    c, one = _point(joint.origin), _point(corners)
    way, n = one @ M[0].T - M[1] @ c, M[1, :, :3] @ axis
    D = np.zeros((len(corners), 2, 3, 4))
    D[:, 0] = n[:, None] * one[:, None, :]
    D[:, 1] = -n[:, None] * c + way[:, :, None] * np.append(axis, 0.0)
    return way @ n - (corners - joint.origin) @ axis, D


def radial(joint: Joint, corners: Floats, M: Floats) -> Rows:
    """RJ2: ‖M₁v − M₂p‖² − ‖v − p‖², p the corner's place on the axis."""
    along = (corners - joint.origin) @ joint.axis
    on_axis = joint.origin + along[:, None] * joint.axis
    way = _point(corners) @ M[0].T - _point(on_axis) @ M[1].T
    D = np.stack([_point(corners), -_point(on_axis)], axis=1)[:, :, None, :] * 2 * way[:, None, :, None]
    return (way**2).sum(axis=1) - ((corners - on_axis) ** 2).sum(axis=1), D


def off_axis(joint: Joint, corners: Floats, M: Floats) -> Rows:
    """RJ2 of a cylinder: the squared distance from the axis, taken as a line so that it may slide far."""
    c, one = _point(joint.origin), _point(corners)
    way, n = one @ M[0].T - M[1] @ c, M[1, :, :3] @ joint.axis
    along = way @ n
    off = corners - joint.origin
    rest = (off**2).sum(axis=1) - (off @ joint.axis) ** 2
    D = np.zeros((len(corners), 2, 3, 4))
    across = 2 * (way - along[:, None] * n)
    D[:, 0] = across[:, :, None] * one[:, None, :]
    D[:, 1] = -across[:, :, None] * c - 2 * along[:, None, None] * way[:, :, None] * np.append(
        joint.axis, 0.0
    )
    return (way**2).sum(axis=1) - along**2 - rest, D


def direction(axis: Floats, M: Floats) -> Rows:
    """RJ3: R₁a − R₂a."""
    return _difference(np.append(axis, 0.0), np.append(axis, 0.0), M)


def together(point: Floats, M: Floats) -> Rows:
    """Ball: M₁c − M₂c."""
    return _difference(_point(point), _point(point), M)


def limit_terms(joint: Joint, corners: Floats, M: Floats) -> list[Rows]:
    """Eq. 5: no terms within the ranges; outside, distances of the corners from their places at the limit."""
    if joint.kind in (JointKind.PLANE, JointKind.FIXED):
        return []
    F = joint.frame
    R = closest_rotation(M[:, :, :3])
    turn = F @ R[1].T @ R[0] @ F.T
    rows: list[Rows] = []
    if joint.kind is JointKind.BALL:
        angles = np.array(euler(turn))
        held = np.clip(angles, *joint.ranges.T)
        if (held != angles).any():
            a, b, c = (exp(angle * axis) for angle, axis in zip(held, np.eye(3), strict=True))
            rows.append(_at_limit(F.T @ a @ b @ c @ F, corners - joint.origin, M))
        return rows
    for freedom, (low, high) in zip(joint.freedoms, joint.ranges, strict=True):
        if freedom.turns:
            angle = np.arctan2(turn[2, 1] - turn[1, 2], turn[1, 1] + turn[2, 2])
            if not low <= angle <= high:
                held = exp(np.clip(angle, low, high) * joint.axis)
                off = corners - joint.origin
                rows.append(_at_limit(held, off - (off @ joint.axis)[:, None] * joint.axis, M))
        else:
            way, D = projected(joint, joint.axis, joint.origin[None], M)
            if not low <= way[0] <= high:
                rows.append((way - np.clip(way, low, high), D))
    return rows


def _at_limit(held: Floats, offsets: Floats, M: Floats) -> Rows:
    """R₁d − R₂ held d of the offsets d (8, 3); held (3, 3) is the turn at the limit."""
    pairs = [_difference(np.append(d, 0.0), np.append(held @ d, 0.0), M) for d in offsets]
    return np.concatenate([r for r, _ in pairs]), np.concatenate([D for _, D in pairs])


def _difference(first: Floats, second: Floats, M: Floats) -> Rows:
    """M₁ first − M₂ second, of homogeneous points (4,)."""
    D = np.zeros((3, 2, 3, 4))
    for i in range(3):
        D[i, 0, i], D[i, 1, i] = first, -second
    return M[0] @ first - M[1] @ second, D


def _point(x: Floats) -> Floats:
    """(…, 4) the points x (…, 3) in homogeneous coordinates."""
    return np.concatenate([x, np.ones((*x.shape[:-1], 1))], axis=-1)
