from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial import KDTree

from pliant.geometry.topology import vertex_components
from pliant.samples import quadruped, sample_handles
from pliant.samples.humanoid import humanoid

SAMPLES = ("quadruped", "humanoid")


@pytest.fixture
def handled(request, fox, person):
    poses = {"quadruped": fox, "humanoid": person}[request.param]
    return poses, sample_handles(request.param, poses)


@pytest.mark.parametrize("handled", SAMPLES, indirect=True)
def test_there_are_about_twenty_handles_and_no_vertex_has_two(handled):
    poses, handles = handled
    assert 18 <= len(handles) <= 24
    assert len({handle.name for handle in handles}) == len(handles)
    count = np.bincount(np.concatenate([handle.vertices for handle in handles]), minlength=poses.n)
    assert count.max() == 1
    # Most of the surface is held, and every joint has a soft belt.
    assert 0.8 < count.mean() < 0.97


@pytest.mark.parametrize("handled", SAMPLES, indirect=True)
def test_every_handle_is_rigid_in_its_middle_and_softer_at_its_rim(handled):
    poses, handles = handled
    for handle in handles:
        assert len(handle.vertices) == len(handle.rigidity) >= 20
        assert (np.diff(handle.vertices) > 0).all()
        assert handle.rigidity.min() > 0.0
        assert handle.rigidity.max() == 1.0
        inside = np.zeros(poses.n, dtype=bool)
        inside[handle.vertices] = True
        crossing = poses.F[inside[poses.F].any(axis=1) & ~inside[poses.F].all(axis=1)]
        rigidity = np.zeros(poses.n)
        rigidity[handle.vertices] = handle.rigidity
        rim = np.unique(crossing[inside[crossing]])
        middle = np.setdiff1d(handle.vertices, rim)
        assert rigidity[rim].mean() < 0.9 * rigidity[middle].mean(), handle.name


@pytest.mark.parametrize("handled", SAMPLES, indirect=True)
def test_every_handle_is_one_piece_of_the_surface(handled):
    poses, handles = handled
    for handle in handles:
        inside = np.isin(poses.F, handle.vertices).all(axis=1)
        component = vertex_components(poses.F[inside], poses.n)[handle.vertices]
        assert np.bincount(component).max() >= 0.95 * len(handle.vertices), handle.name


@pytest.mark.parametrize("handled", SAMPLES, indirect=True)
def test_handles_form_a_tree_with_parents_first(handled):
    _, handles = handled
    known = {""}
    for handle in handles:
        assert handle.parent in known
        known.add(handle.name)
    assert sum(handle.parent == "" for handle in handles) == 1


@pytest.mark.parametrize("handled", SAMPLES, indirect=True)
def test_a_handle_turns_between_itself_and_its_parent(handled):
    poses, handles = handled
    V, size = poses.V[0], np.linalg.norm(np.ptp(poses.V[0], axis=0))
    by_name = {handle.name: handle for handle in handles}
    for handle in handles:
        if handle.parent:
            for side in (handle, by_name[handle.parent]):
                assert KDTree(V[side.vertices]).query(handle.centre)[0] < 0.085 * size, handle.name


@pytest.mark.parametrize("handled", SAMPLES, indirect=True)
def test_left_and_right_mirror_each_other(handled):
    poses, handles = handled
    by_name = {handle.name: handle for handle in handles}
    axis = 0 if "left hand" in by_name else 2
    mirror = np.where(np.arange(3) == axis, -1.0, 1.0)
    lefts = [name for name in by_name if name.startswith("left ")]
    assert len(lefts) >= 6
    for name in lefts:
        left, right = by_name[name], by_name[name.replace("left", "right")]
        assert np.array_equal(left.centre * mirror, right.centre)
        assert abs(len(left.vertices) - len(right.vertices)) <= 0.05 * len(left.vertices) + 6
        gap, _ = KDTree(poses.V[0][right.vertices]).query(poses.V[0][left.vertices] * mirror)
        assert gap.max() < 0.04


def test_finer_meshes_have_the_same_handles(person):
    fine = humanoid(8_000)
    coarse_handles, fine_handles = (sample_handles("humanoid", poses) for poses in (person, fine))
    for a, b in zip(coarse_handles, fine_handles, strict=True):
        assert a.name == b.name
        assert np.abs(person.V[0][a.vertices].mean(axis=0) - fine.V[0][b.vertices].mean(axis=0)).max() < 0.03


def test_every_bone_of_the_quadruped_belongs_to_one_handle(fox):
    named = [bone for own in quadruped.MIDDLE_HANDLES.values() for bone in own]
    named += [f"left {bone}" for own in quadruped.SIDE_HANDLES.values() for bone in own]
    named += [f"right {bone}" for own in quadruped.SIDE_HANDLES.values() for bone in own]
    assert sorted(named) == sorted(quadruped.JOINTS)
