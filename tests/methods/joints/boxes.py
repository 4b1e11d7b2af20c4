"""Mechanisms of boxes for the tests."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pliant.mechanism.mechanism import Component, Joint, Mechanism
from pliant.mesh import Mesh

CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)
FACES = np.array(
    [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1],
     [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]]
)  # fmt: skip


def boxes(
    centres: Sequence, half: Sequence, joints: Sequence[Joint] = (), soft: dict | None = None
) -> Mechanism:
    """Boxes of half sides (3,) or (k, 3) about the centres (k, 3), with joints between; soft: by number."""
    centres = np.asarray(centres, dtype=float)
    halves = np.broadcast_to(np.asarray(half, dtype=float), centres.shape)
    V = (CORNERS[None] * halves[:, None] + centres[:, None]).reshape(-1, 3)
    F = (FACES[None] + 8 * np.arange(len(centres))[:, None, None]).reshape(-1, 3)
    parts = [Component(f"box {i}", (soft or {}).get(i)) for i in range(len(centres))]
    return Mechanism.of(Mesh.of(V, F), np.repeat(np.arange(len(centres)), 8), parts, joints)


def pair(kind: str, ranges=None, axis=(0.3, 1.0, 0.2)) -> Mechanism:
    """Two boxes and a joint of a kind between them."""
    joint = Joint.of(0, 1, kind, (0.5, 0.05, 0.02), axis, ranges=ranges)
    return boxes([(0, 0, 0), (1, 0, 0)], (0.4, 0.2, 0.15), [joint])


def chain(count: int, kind: str = "revolute", axis=(0.0, 0.0, 1.0), ranges=None) -> Mechanism:
    """Boxes in a straight row along x, each joined to the next."""
    joints = [Joint.of(i, i + 1, kind, (i + 0.5, 0, 0), axis, ranges=ranges) for i in range(count - 1)]
    return boxes([(i, 0, 0) for i in range(count)], (0.45, 0.1, 0.1), joints)


def motions(mechanism: Mechanism, V: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
    """R (c, 3, 3), t (c, 3) of every component from rest to V by a fit, and the most that it misses."""
    rest = mechanism.mesh.V
    R, t, missed = [], [], 0.0
    for number in range(len(mechanism.components)):
        own = mechanism.component == number
        x, y = rest[own], V[own]
        U, _, W = np.linalg.svd((y - y.mean(0)).T @ (x - x.mean(0)))
        turn = U @ np.diag([1, 1, np.linalg.det(U @ W)]) @ W
        R.append(turn)
        t.append(y.mean(0) - turn @ x.mean(0))
        missed = max(missed, float(np.abs(x @ turn.T + t[-1] - y).max()))
    return np.array(R), np.array(t), missed


def coordinates(mechanism: Mechanism, V: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """For each joint how b has moved against a, in its frame: turn (3, 3), and the way of its origin (3,)."""
    R, t, _ = motions(mechanism, V)
    out = []
    for joint in mechanism.joints:
        turn = joint.frame @ R[joint.a].T @ R[joint.b] @ joint.frame.T
        place = R[joint.a].T @ (R[joint.b] @ joint.origin + t[joint.b] - t[joint.a])
        out.append((turn, joint.frame @ (place - joint.origin)))
    return out


def violation(mechanism: Mechanism, V: np.ndarray) -> float:
    """The most that any joint is off what it does not free: a length, or the sine of an angle."""
    worst = 0.0
    for joint, (turn, way) in zip(mechanism.joints, coordinates(mechanism, V), strict=True):
        off = {
            "fixed": [*way, *(turn - np.eye(3)).ravel()],
            "revolute": [*way, turn[1, 0], turn[2, 0]],
            "prismatic": [way[1], way[2], *(turn - np.eye(3)).ravel()],
            "cylinder": [way[1], way[2], turn[1, 0], turn[2, 0]],
            "plane": [way[0], turn[1, 0], turn[2, 0]],
            "ball": [*way],
        }[joint.kind]
        worst = max(worst, float(np.abs(off).max()))
    return worst
