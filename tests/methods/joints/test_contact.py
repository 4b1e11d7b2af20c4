"""Contact: samples of two surfaces that face each other, whatever the triangles are."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("igl", reason="libigl, of the extra 'joints', is not installed")
pytest.importorskip("manifold3d", reason="manifold3d, of the extra 'joints', is not installed")

from pliant.methods.joints.contact import contact
from pliant.methods.joints.convex_parts import common_volume, hulls
from pliant.methods.joints.pairs import touching
from pliant.methods.joints.part import part_of
from pliant.methods.joints.roughness import fitted, noise_level, rough
from pliant.methods.joints.surface_samples import near_samples
from tests.methods.joints.parts import assembled, block, moved, rod_in_sleeve, soup

PLATE = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], float)
TWO = [[0, 1, 2], [0, 2, 3]]


def parts_of(mechanism):
    return [part_of(mechanism, i) for i in range(len(mechanism.components))]


def test_two_blocks_touch_in_the_area_of_the_smaller_face_on_both_sides():
    a, b = parts_of(assembled(block((4, 4, 1)), block((2, 1, 1), (0, 0, 1.0))))
    found = contact(a, b, 0.02)
    for side in (False, True):
        assert found.weights[found.second == side].sum() == pytest.approx(2.0, rel=0.05)
    np.testing.assert_allclose(found.normals, np.tile([0, 0, 1], (len(found), 1)), atol=1e-9)
    np.testing.assert_allclose(found.middle, [0, 0, 0.5], atol=0.01)


@pytest.mark.parametrize("scale", [1e-6, 1e-3, 1.0, 1e6])
def test_rays_meet_triangles_of_any_size(scale):
    """libigl's own rays miss what is smaller than a fixed number."""
    (part,) = parts_of(moved(assembled(block((1, 1, 1))), np.zeros(3), scale, np.zeros(3)))
    above = scale * np.array([[0.1, 0.2, 2.0], [0.7, 0.2, 2.0]])
    face, far = part.hit(above, np.tile([0.0, 0.0, -1.0], (2, 1)))
    assert (face >= 0).tolist() == [True, False]
    assert far[0] == pytest.approx(1.5 * scale, rel=1e-6)
    assert part.distance(above)[0] == pytest.approx(1.5 * scale, rel=1e-6)


def test_a_coarse_round_wall_gives_normals_that_point_at_its_axis():
    a, b = parts_of(rod_in_sleeve(sides=10))
    found = contact(a, b, 0.05)
    radial = found.points * [1, 1, 0]
    radial /= np.linalg.norm(radial, axis=1, keepdims=True)
    # Outward of the sleeve is toward the axis.
    assert np.degrees(np.arccos(np.clip(-(radial * found.normals).sum(axis=1), -1, 1))).max() < 4.0


def test_flush_sides_do_not_face_each_other():
    # The side walls of two blocks in line lie in one plane; only the faces between them touch.
    a, b = parts_of(assembled(block((2, 2, 2)), block((2, 2, 2), (0, 0, 2))))
    found = contact(a, b, 0.05)
    assert (np.abs(found.normals[:, 2]) > 0.99).all()


def test_samples_do_not_depend_on_unit_and_attitude_beyond_rounding():
    first = rod_in_sleeve()
    other = moved(first, np.array([0.3, 0.5, -0.8]), 1000.0, np.array([5.0, 6.0, 7.0]))
    a, b = parts_of(first)
    c, d = parts_of(other)
    near, far = contact(a, b, 0.03), contact(c, d, 30.0)
    assert len(near) == pytest.approx(len(far), rel=0.02)
    assert far.area == pytest.approx(1e6 * near.area, rel=0.01)


def test_a_large_triangle_is_sampled_where_it_is_near_only():
    T = PLATE[TWO] * 100
    N = np.tile([0.0, 0.0, 1.0], (2, 3, 1))
    spot = np.array([30.0, 40.0, 0.0])
    samples, far = near_samples(T, N, lambda p: np.linalg.norm(p - spot, axis=1), 1.0, 140.0)
    assert len(samples) > 300
    assert samples.weights.sum() == pytest.approx(np.pi, rel=0.05)
    assert far.max() <= 1.0


def test_parts_inside_out_are_turned():
    mechanism = rod_in_sleeve()
    F = mechanism.mesh.F[:, ::-1]
    turned = soup(mechanism.mesh.V, F, mechanism.component, ["a", "b"])
    for part, same in zip(parts_of(turned), parts_of(mechanism), strict=True):
        np.testing.assert_allclose(
            (part.n * part.area[:, None] * part.V[part.F[:, 0]]).sum(),
            (same.n * same.area[:, None] * same.V[same.F[:, 0]]).sum(),
        )


def test_only_pairs_whose_boxes_meet_are_looked_at():
    rows = [block((1, 1, 1), (1.001 * i, 3.0 * j, 0)) for i in range(3) for j in range(2)]
    assert touching(parts_of(assembled(*rows)), 0.02) == [(0, 2), (1, 3), (2, 4), (3, 5)]


def test_a_component_of_flat_triangles_without_area_has_no_part():
    line = soup(
        [[0, 0, 0], [1, 0, 0], [2, 0, 0], *PLATE],
        [[0, 1, 2], [3, 4, 5]],
        [0] * 3 + [1] * 4,
        ["line", "plate"],
    )
    assert part_of(line, 0) is None
    assert part_of(line, 1) is not None


def test_noise_is_told_from_design_and_smoothed_away():
    mechanism = rod_in_sleeve()
    rng = np.random.default_rng(1)
    V = mechanism.mesh.V + 0.01 * rng.normal(size=mechanism.mesh.V.shape)
    rough = soup(V, mechanism.mesh.F, mechanism.component, ["a", "b"])
    a, b = parts_of(mechanism)
    assert contact(a, b, 0.05).noise == 0.0
    a, b = parts_of(rough)
    found = contact(a, b, 0.05)
    assert found.noise > 0.0
    radial = found.points * [1, 1, 0]
    radial /= np.linalg.norm(radial, axis=1, keepdims=True)
    tilt = np.degrees(np.arccos(np.clip(-(radial * found.normals).sum(axis=1), -1, 1)))
    assert np.sqrt(np.mean(tilt**2)) < 8.0


def noisy_sheet(noise):
    x, y = np.meshgrid(np.arange(12.0), np.arange(12.0))
    V = np.stack([x.ravel(), y.ravel(), np.zeros(x.size)], axis=1)
    V += noise * np.random.default_rng(3).normal(size=V.shape)
    corner = (np.arange(11)[:, None] * 12 + np.arange(11)).ravel()
    F = np.concatenate([corner[:, None] + [0, 1, 13], corner[:, None] + [0, 13, 12]])
    return V, F


def test_noise_is_measured_and_a_flat_or_round_surface_has_none():
    for noise in (0.1, 0.2):
        assert noise_level(*noisy_sheet(noise)) == pytest.approx(noise, rel=0.25)
    assert noise_level(*noisy_sheet(0.0)) == 0.0
    for part in parts_of(rod_in_sleeve()):
        assert part.noise == 0.0


def test_normals_of_a_noisy_sheet_are_its_own_again():
    V, F = noisy_sheet(0.15)
    surface = rough(V, F, noise_level(V, F))
    T, N = V[F], np.repeat(surface.normals[:, None], 3, axis=1)
    samples, _ = near_samples(T, N, lambda p: np.abs(p[:, 2]), 1.0, 15.0)
    raw = np.cross(T[:, 1] - T[:, 0], T[:, 2] - T[:, 0])
    raw /= np.linalg.norm(raw, axis=1, keepdims=True)
    smooth = fitted(samples, np.arange(len(samples)), surface)
    spread = [np.degrees(np.arccos(np.clip(n[:, 2], -1, 1))).mean() for n in (raw, surface.normals, smooth)]
    assert spread[0] > 10.0
    assert spread[1] < 5.0
    assert spread[2] < 2.5


def test_a_sheet_that_noise_folds_over_faces_the_same_way_everywhere():
    V, F = noisy_sheet(0.8)
    surface = rough(V, F, 0.8)
    T, N = V[F], np.repeat(surface.normals[:, None], 3, axis=1)
    samples, _ = near_samples(T, N, lambda p: np.zeros(len(p)), 1.0, 15.0)
    inner = np.flatnonzero((np.abs(samples.points[:, :2] - 5.5) < 3.5).all(axis=1))
    assert surface.own[:, 2].min() < -0.5
    assert fitted(samples, inner, surface)[:, 2].min() > 0.0


def test_hulls_of_near_convex_parts_meet_where_a_pin_lies_in_a_fork():
    pytest.importorskip("coacd", reason="coacd, of the extra 'joints', is not installed")
    fork = block((2, 2, 2)) - block((1, 3, 1.5), (0.6, 0, 0))
    inside, beside = block((0.4, 0.4, 0.4), (0.0, 0, 0.9)), block((0.4, 0.4, 0.4), (0.0, 0, 2.0))
    a, b, c = parts_of(assembled(fork, inside, beside))
    assert common_volume(hulls(a), hulls(b)) > 0.01
    assert common_volume(hulls(a), hulls(c)) == 0.0
