"""Mechanisms of boxes, and what it means that two are the same."""

from __future__ import annotations

import numpy as np

from pliant.mechanism.mechanism import Component, Joint, JointKind, Mechanism, Soft
from pliant.mesh import Mesh, Polygons

CORNERS = np.array([[x, y, z] for x in (0.0, 1.0) for y in (0.0, 1.0) for z in (0.0, 1.0)])
SIDES = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]


def row_of_boxes(count: int, *, mixed: bool = False) -> Mesh:
    """Boxes of different sizes along x; mixed: their vertices are shuffled among each other."""
    V = np.concatenate([CORNERS * [1, 1 + i / 7, 1 / 3] + [1.25 * i, 0, 0.1 * i] for i in range(count)])
    corners = np.array([[8 * i + v for v in side] for i in range(count) for side in SIDES])
    if mixed:
        order = np.random.default_rng(5).permutation(len(V))
        V, corners = V[order], np.argsort(order)[corners]
    rows = np.arange(len(corners))
    return Mesh.of_polygons(
        V, Polygons.of(corners.tolist()), materials={"steel": rows[rows % 6 < 2], "wood": rows[rows % 6 == 3]}
    )


def labels(mesh: Mesh) -> np.ndarray:
    """The box of each vertex of a row of boxes."""
    return np.floor((mesh.V[:, 0] + 0.01) / 1.25).astype(int)


def tilted(seed: int) -> np.ndarray:
    """(3, 3) right-handed orthonormal rows in no special direction."""
    Q = np.linalg.qr(np.random.default_rng(seed).normal(size=(3, 3)))[0]
    return Q * np.sign(np.linalg.det(Q))


def joint(a: int, b: int, kind: JointKind, ranges: list, seed: int = 0) -> Joint:
    frame = tilted(seed)
    origin = np.array([1.25 * b - 0.1, 0.5 + 0.01 * seed, 0.2])
    limits = np.array(ranges, dtype=float).reshape(-1, 2)
    return Joint(a, b, kind, origin, frame, limits, f"{kind} {b}")


def of_every_kind(*, mixed: bool = False) -> Mechanism:
    """A tree with a joint of each kind, with and without limits, and a part that is loose."""
    mesh = row_of_boxes(9, mixed=mixed)
    names = ["base", "lid", "drawer", "rod", "puck", "head", "screwed", "wheel", "loose/ö<&>"]
    joints = [
        joint(0, 1, JointKind.REVOLUTE, [-0.5, 1.25], 1),
        joint(1, 2, JointKind.PRISMATIC, [-np.inf, 0.3], 2),
        joint(1, 3, JointKind.CYLINDER, [[-np.inf, np.inf], [-0.1, 0.2]], 3),
        joint(0, 4, JointKind.PLANE, [[-1, 1], [-2, np.inf], [-0.3, 0.4]], 4),
        joint(4, 5, JointKind.BALL, [[-0.3, 0.2], [-np.inf, np.inf], [-0.7, 0.1]], 5),
        joint(5, 6, JointKind.FIXED, [], 6),
        joint(6, 7, JointKind.REVOLUTE, [-np.inf, np.inf], 7),
    ]
    parts = [Component(name) for name in names]
    parts[2] = Component("drawer", Soft(7, adaptive=True))
    return Mechanism.of(mesh, labels(mesh), parts, joints)


def assert_same_joint(a: Joint, b: Joint, tolerance: float = 1e-6) -> None:
    """The same components, kind, axis and ranges; a fixed joint has no axis and no origin."""
    assert (a.a, a.b, a.kind) == (b.a, b.b, b.kind)
    np.testing.assert_allclose(a.ranges, b.ranges, rtol=0, atol=tolerance)
    if a.kind is JointKind.FIXED:
        return
    np.testing.assert_allclose(a.origin, b.origin, rtol=0, atol=tolerance)
    rows = slice(None) if a.kind in (JointKind.BALL, JointKind.PLANE) else slice(1)
    np.testing.assert_allclose(a.frame[rows], b.frame[rows], rtol=0, atol=tolerance)


def moved(joint: Joint, values: np.ndarray, X: np.ndarray, component: int) -> np.ndarray:
    """(…, 3) points of b (or of a, held b) after the joint took the values, one freedom after the other."""
    from pliant.geometry.rotations import exp

    M = np.eye(4)
    for freedom, value in zip(joint.freedoms, values, strict=True):
        step = np.eye(4)
        axis = joint.frame[freedom.row]
        if freedom.turns:
            step[:3, :3] = exp(axis * value)
            step[:3, 3] = joint.origin - step[:3, :3] @ joint.origin
        else:
            step[:3, 3] = axis * value
        M = M @ step
    if component == joint.a:
        M = np.linalg.inv(M)
    return X @ M[:3, :3].T + M[:3, 3]
