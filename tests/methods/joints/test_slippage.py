"""Slippage: which motions slide a surface along itself, and how they make a joint."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.geometry.rotations import exp
from pliant.mechanism.mechanism import FREEDOMS, JointKind
from pliant.methods.joints.slippage import motions, slippage, twists

TURN = np.array([0.4, -0.9, 0.3])
SHIFT = np.array([3.0, -2.0, 5.0])


def sphere(k=600):
    i = np.arange(k) + 0.5
    z, a = 1 - 2 * i / k, np.pi * (1 + 5**0.5) * i
    n = np.stack([np.sqrt(1 - z * z) * np.cos(a), np.sqrt(1 - z * z) * np.sin(a), z], axis=1)
    n = n[z > -0.3]
    return n, n


def cylinder(k=600):
    i = np.arange(k)
    a, z = 2.4 * i, np.linspace(-1, 1, k)
    n = np.stack([np.cos(a), np.sin(a), 0 * a], axis=1)
    return n + z[:, None] * [0, 0, 1], n


def cone(k=600):
    points, n = cylinder(k)
    z = points[:, 2:]
    lean = n + np.array([0, 0, 0.5])
    return n * (1.5 - 0.5 * z) + z * [0, 0, 1], lean / np.linalg.norm(lean, axis=1, keepdims=True)


def plane(k=20):
    u, v = np.meshgrid(np.linspace(-1, 1, k), np.linspace(-1, 1, k))
    points = np.stack([u.ravel(), v.ravel(), 0 * u.ravel()], axis=1)
    return points, np.tile([0.0, 0.0, 1.0], (len(points), 1))


def channel():
    points, n = plane()
    side = points[:, [2, 1, 0]] + [1, 0, 0]
    return np.concatenate([points, side]) * [1, 2, 1], np.concatenate([n, n[:, [2, 1, 0]]])


def corner():
    points, n = plane()
    rolls = [np.roll(points, k, axis=1) for k in range(3)]
    return np.concatenate(rolls), np.concatenate([np.roll(n, k, axis=1) for k in range(3)])


SURFACES = {
    JointKind.BALL: (sphere, 3, [0, 0, 1]),
    JointKind.PLANE: (plane, 3, [0, 0, 1]),
    JointKind.CYLINDER: (cylinder, 2, [0, 0, 1]),
    JointKind.REVOLUTE: (cone, 1, [0, 0, 1]),
    JointKind.PRISMATIC: (channel, 1, [0, 1, 0]),
    JointKind.FIXED: (corner, 0, [0, 0, 1]),
}


@pytest.mark.parametrize("kind", SURFACES)
def test_each_surface_has_as_many_small_eigenvalues_as_the_papers_table_says(kind):
    make, small, _ = SURFACES[kind]
    points, normals = make()
    assert slippage(points, normals, np.ones(len(points))).small == small


@pytest.mark.parametrize("kind", [kind for kind in SURFACES if kind is not JointKind.FIXED])
def test_the_motion_of_a_surface_is_found_where_it_is_however_it_lies(kind):
    make, _, axis = SURFACES[kind]
    points, normals = make()
    R = exp(TURN)
    found = motions(slippage(7 * points @ R.T + SHIFT, normals @ R.T, np.ones(len(points))))[kind]
    assert found.residual < 1e-3
    if kind is JointKind.BALL:
        np.testing.assert_allclose(found.origin, SHIFT, atol=0.02)
        return
    assert abs(found.axis @ R @ axis) > 1 - 1e-5
    if kind in (JointKind.CYLINDER, JointKind.REVOLUTE):
        assert np.linalg.norm(np.cross(found.origin - SHIFT, R @ axis)) < 0.05


@pytest.mark.parametrize("kind", [kind for kind in SURFACES if kind is not JointKind.FIXED])
def test_no_stiffer_surface_passes_for_a_freer_one(kind):
    points, normals = corner()
    assert motions(slippage(points, normals, np.ones(len(points))))[kind].residual > 0.01


def test_eigenvalues_do_not_depend_on_unit_place_and_attitude():
    points, normals = cone()
    w = np.linspace(1, 2, len(points))
    R = exp(TURN)
    moved = slippage(1e-3 * points @ R.T + SHIFT, normals @ R.T, 1e-6 * w)
    np.testing.assert_allclose(moved.values, slippage(points, normals, w).values, atol=1e-12)


def test_more_than_three_small_eigenvalues_raise_the_threshold():
    # A narrow ring slides along its axis, turns about it, and almost tilts: ratios near 150.
    points, normals = cylinder()
    ring = slippage(points * [1, 1, 0.14], normals, np.ones(len(points)))
    assert (ring.values < ring.values[-1] / 100).sum() == 4
    assert ring.small == 2


@pytest.mark.parametrize("kind", JointKind)
def test_free_twists_are_the_freedoms_of_the_kind(kind):
    axis, point = np.array([0.6, 0.0, 0.8]), np.array([1.0, 2.0, 3.0])
    free = twists(kind, axis, point)
    assert free.shape == (len(FREEDOMS[kind]), 6)
    assert np.linalg.matrix_rank(free) == len(free) if len(free) else True
    for (turns, _), (*w, x, y, z) in zip(FREEDOMS[kind], free, strict=True):
        still = np.cross(w, point) + np.array([x, y, z])
        assert (np.linalg.norm(still) < 1e-12) == turns
