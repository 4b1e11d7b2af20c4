from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from scipy.spatial import KDTree

from pliant.errors import OptionError
from pliant.geometry.gradient import double_area_normals
from pliant.geometry.topology import face_pairs, vertex_components
from pliant.samples import sample
from pliant.samples.cloth import blown, cloth
from pliant.samples.flag import HEIGHT, WIDTH, staggered_grid
from tests.samples.surfaces import directed_edges, edge_lengths, euler_characteristic, smallest_angle


def test_the_usual_flag_has_about_the_papers_counts(flag):
    assert abs(flag.n - 516) < 0.02 * 516
    assert abs(len(flag.F) - 932) < 0.03 * 932
    assert len(flag) == 16


@pytest.mark.parametrize("vertices", [24, 100, 516, 3000])
def test_the_flat_flag_is_one_disc_of_well_shaped_triangles_facing_z(vertices):
    V, F = staggered_grid(vertices)
    assert abs(len(V) - vertices) <= 0.1 * vertices
    edges, count = np.unique(np.sort(directed_edges(F), axis=1), axis=0, return_counts=True)
    assert count.max() == 2
    rim = V[edges[count == 1]]
    assert np.isclose(np.linalg.norm(rim[:, 0] - rim[:, 1], axis=1).sum(), 2.0 * (WIDTH + HEIGHT))
    assert euler_characteristic(F) == 1
    assert vertex_components(F, len(V)).max() == 0
    assert (double_area_normals(V, F)[:, 2] > 0.0).all()
    assert smallest_angle(V, F) > 24.0


def test_the_reference_is_flat(flag):
    assert np.array_equal(flag.V[0, :, 2], np.zeros(flag.n))


def test_the_flag_stays_at_its_pole(flag):
    pole = flag.V[0, :, 0] == 0.0
    assert np.abs(flag.V[:, pole] - flag.V[0, pole]).max() < 1e-12


def test_the_cloth_hardly_stretches(flag):
    stretch = np.stack([edge_lengths(V, flag.F) for V in flag.V]) / edge_lengths(flag.V[0], flag.F)
    assert np.abs(stretch - 1.0).max() < 0.06
    assert np.percentile(np.abs(stretch - 1.0), 98) < 0.02


def test_the_folds_are_smooth_and_deep(flag):
    normals = double_area_normals(flag.V, flag.F)
    normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
    pairs = face_pairs(flag.F)
    bend = np.degrees(
        np.arccos(np.clip((normals[:, pairs[:, 0]] * normals[:, pairs[:, 1]]).sum(-1), -1.0, 1.0))
    )
    assert np.percentile(bend, 99) < 35.0
    assert bend.max() < 80.0
    assert np.ptp(flag.V[1:, :, 2], axis=1).min() > 0.1 * WIDTH


def test_the_flag_does_not_touch_itself(flag):
    spacing = edge_lengths(flag.V[0], flag.F).mean()
    for V in flag.V:
        near = KDTree(V).query_pairs(0.5 * spacing, output_type="ndarray")
        apart = np.linalg.norm(flag.V[0, near[:, 0]] - flag.V[0, near[:, 1]], axis=1)
        assert (apart < 2.0 * spacing).all()


def test_every_pose_is_another(flag):
    for a, b in combinations(flag.V, 2):
        assert np.abs(a - b).max() > 0.05


def test_any_resolution_samples_the_same_sheet(flag):
    fine = sample("flag", vertices=900)
    for x, y in ((WIDTH, 0.0), (WIDTH, HEIGHT)):
        corners = [int(np.abs(poses.V[0] - [x, y, 0.0]).sum(axis=1).argmin()) for poses in (flag, fine)]
        np.testing.assert_allclose(flag.V[:, corners[0]], fine.V[:, corners[1]], atol=1e-12)


def test_the_same_call_gives_the_same_bits(flag):
    again = sample("flag")
    assert np.array_equal(flag.V, again.V)
    assert np.array_equal(flag.F, again.F)


def test_a_mirrored_wind_mirrors_the_cloth_and_no_wind_leaves_it_in_its_plane():
    sheet, moments = cloth(0.4, 0.3, 0.05, 0.15), np.array([0.4, 0.8])
    mirror = np.array([1.0, 1.0, -1.0])

    def breath(X, t):
        return np.stack([4.0 + 0.0 * X[:, 0], np.sin(t + X[:, 2]), 2.0 * np.cos(9.0 * X[:, 0] - t)], axis=1)

    once = blown(sheet, breath, moments)
    assert np.abs(once[:, :, 2]).max() > 0.05
    assert np.array_equal(blown(sheet, lambda X, t: mirror * breath(mirror * X, t), moments), mirror * once)
    assert np.array_equal(blown(sheet, lambda X, t: 0.0 * X, moments)[:, :, 2], np.zeros(once.shape[:2]))


def test_a_flag_of_too_few_vertices_is_refused():
    with pytest.raises(OptionError, match="at least 24"):
        sample("flag", vertices=23)
