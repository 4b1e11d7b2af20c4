"""Clips for the tests of scene files, and what it means that one came back."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from pliant.clip import Clip
from pliant.mesh import Mesh
from tests.io.samples import assert_same_faces, assert_same_members, corner_uv, dressed, pose_set


def moving(count: int = 4) -> Clip:
    """Polygons of several sizes, seams, corners without texture, groups and materials, at 30 per second."""
    mesh = dressed()
    V = mesh.V.copy()
    V[4, 2] = -7.0
    mesh = mesh.moved(V)
    frames = pose_set(mesh, count + 1).V[1:]
    return Clip(mesh, count, 30.0, lambda: iter(frames), 10, "my clip")


def big(count: int = 20) -> Clip:
    """A megabyte of frames that no compression makes smaller."""
    V = np.random.default_rng(0).random((count, 5000, 3))
    mesh = Mesh.of(V[0], np.arange(5001 // 3 * 3).reshape(-1, 3) % 5000)
    return Clip.of(mesh, V)


def assert_came_back(clip: Clip, found: Clip) -> None:
    """The same motion, polygons, texture and members, positions and texture in single precision."""
    assert (found.count, found.fps, found.first, found.name) == (clip.count, clip.fps, clip.first, clip.name)
    np.testing.assert_array_equal(found.array(), clip.array().astype(np.float32))
    np.testing.assert_array_equal(found.mesh.V, clip.mesh.V.astype(np.float32))
    assert_same_faces(clip.mesh, found.mesh)
    assert_same_members(clip.mesh.groups, found.mesh.groups)
    assert_same_members(clip.mesh.materials, found.mesh.materials)
    given = corner_uv(clip.mesh)
    kept = corner_uv(found.mesh)
    assert given is not None
    assert kept is not None
    some = np.isfinite(given)
    np.testing.assert_array_equal(kept[some], given[some].astype(np.float32))


@contextmanager
def files_end_at(size: int) -> Iterator[None]:
    """No file can grow beyond size bytes, as on a disk that is full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
