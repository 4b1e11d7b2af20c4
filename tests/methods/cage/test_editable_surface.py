"""A surface that is edited in place is, after every merge, what it would be if it were made anew."""

from __future__ import annotations

import numpy as np
from numba import njit

from pliant.arrays import Ints
from pliant.methods.cage.make_cage.surface import (
    ROOM,
    EditableSurface,
    compacted,
    editable_surface,
    faces_at,
    may_merge,
    merge,
)
from tests.geometry.surfaces import pebble, sheet


@njit
def collapsed(S, a, b, x, faces):
    """Whether the edge ab may go; then it is collapsed to a at x."""
    count = faces_at(S, b, faces, faces_at(S, a, faces, 0))
    if not may_merge(S, a, b, faces, count):
        return False
    merge(S, a, b, x, faces, count)
    return True


def made(V: np.ndarray, F: np.ndarray, rim: np.ndarray | None = None) -> EditableSurface:
    rim = np.zeros(len(V), dtype=bool) if rim is None else rim
    return editable_surface(V.copy(), F, rim, np.arange(10.0 * len(V)).reshape(-1, 10))


def corners_of(S: EditableSurface, v: int) -> list[int]:
    """The corners in the chain of a vertex that belong to faces which are there."""
    found, corner = [], int(S.first[v])
    while corner >= 0:
        if S.F[corner // 3, 0] >= 0:
            found.append(corner)
        corner = int(S.after[corner])
    return found


def shrunk(S: EditableSurface, steps: int) -> list[tuple[int, int]]:
    """Collapse so many edges, chosen at random; returns them."""
    rng, done = np.random.default_rng(3), []
    for _ in range(20 * steps):
        living = S.F[S.F[:, 0] >= 0]
        face = living[rng.integers(len(living))]
        a, b = (int(v) for v in rng.permutation(face)[:2])
        stamps = S.stamp[a], S.stamp[b]
        if collapsed(S, a, b, 0.5 * (S.V[a] + S.V[b]), np.empty(ROOM, dtype=np.int64)):
            assert S.stamp[a] > stamps[0]
            assert S.stamp[b] > stamps[1]
            done.append((a, b))
        if len(done) == steps:
            return done
    raise AssertionError("too few edges could go")


def edges(F: Ints) -> np.ndarray:
    """How many faces have each edge."""
    pairs = np.sort(np.concatenate([F[:, [0, 1]], F[:, [1, 2]], F[:, [2, 0]]]), axis=1)
    return np.unique(pairs, axis=0, return_counts=True)[1]


def test_every_chain_holds_the_corners_at_its_vertex_and_boxes_follow():
    S = made(*pebble(120))
    total = S.Q.sum(axis=0)
    gone = [b for _, b in shrunk(S, 60)]
    there = S.F[:, 0] >= 0
    np.testing.assert_array_equal(S.corners[there], S.V[S.F[there]])
    for v in range(len(S.V)):
        wanted = np.flatnonzero((v == S.F).ravel())
        np.testing.assert_array_equal(np.sort(corners_of(S, v)), wanted)
    assert not np.isin(S.F[there], gone).any()
    left = np.setdiff1d(np.arange(len(S.V)), gone)
    np.testing.assert_allclose(S.Q[left].sum(axis=0), total, rtol=1e-12)
    leaf = S.tree.leaf[there]
    np.testing.assert_array_less(S.tree.low[leaf], S.corners[there].min(axis=1) + 1e-12)
    np.testing.assert_array_less(S.corners[there].max(axis=1) - 1e-12, S.tree.high[leaf])
    assert (S.tree.low[S.tree.leaf[~there]] > S.tree.high[S.tree.leaf[~there]]).all()


def test_a_closed_surface_stays_closed_and_loses_one_vertex_for_each_merge():
    S = made(*pebble(120))
    shrunk(S, 60)
    small = compacted(S)
    assert len(small.V) == 60
    assert len(small.F) == 2 * 60 - 4
    assert (edges(small.F) == 2).all()


def test_merging_into_the_rim_makes_a_vertex_of_the_rim():
    V, F = sheet(6, 6)
    S = made(V, F, V[:, 0] == 0)
    a, b = 7, 6  # beside the rim, and on it
    assert S.rim[b]
    assert not S.rim[a]
    assert collapsed(S, a, b, S.V[b], np.empty(ROOM, dtype=np.int64))
    assert S.rim[a]
