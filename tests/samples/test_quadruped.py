from __future__ import annotations

from itertools import combinations

import igl
import numpy as np
import pytest

from pliant.errors import OptionError
from pliant.geometry.gradient import areas, double_area_normals
from pliant.geometry.topology import vertex_components
from pliant.samples import sample
from pliant.samples.fox.anatomy import fox as fox_body
from pliant.samples.fox.muscles import effort
from pliant.samples.fox.postures import FOOTFALL, POSTURES
from pliant.samples.fox.skeleton import LEGS, FoxPosture, Leg, bone_motion
from pliant.samples.fox.skin import FoxSkin
from pliant.samples.implicit.surface_mesh import surface_mesh
from pliant.samples.quadruped import LANDMARKS, landmarks, quadruped
from tests.samples.surfaces import (
    edge_lengths,
    euler_characteristic,
    is_closed_manifold,
    smallest_angle,
    volume,
)


@pytest.fixture(scope="module")
def skin(fox):
    return FoxSkin.of(fox_body(), fox.V[0], fox.F)


def near(V, at, radius):
    return np.linalg.norm(V - at, axis=1) < radius


@pytest.mark.parametrize("count", [2_000, 12_000])
def test_the_hide_is_one_closed_sphere_of_good_triangles_and_the_wanted_size(count):
    body = fox_body()
    V, F = surface_mesh(body, count)
    assert abs(len(V) - count) <= 0.1 * count
    assert is_closed_manifold(F)
    assert euler_characteristic(F) == 2
    assert vertex_components(F, len(V)).max() == 0
    assert volume(V, F) > 0.0
    assert smallest_angle(V, F) > 20.0
    assert np.abs(body.level(V)[0]).max() < 1e-3
    assert np.percentile(np.abs(body.level(V)[0]), 99) < 1e-5


def test_the_fox_stands_on_the_floor_and_looks_along_x(fox):
    low, high = fox.V[0].min(axis=0), fox.V[0].max(axis=0)
    assert 0.0 <= low[1] < 0.002
    assert 1.0 < (high - low).max() < 2.0
    at = {name: fox.V[0, v] for name, v in landmarks(fox).items()}
    assert at["nose"][0] > high[0] - 0.02
    assert at["tail tip"][0] < low[0] + 0.02
    assert max(at["left ear"][1], at["right ear"][1]) > high[1] - 0.02


def test_landmarks_are_different_vertices_close_to_what_they_name(fox):
    found = landmarks(fox)
    assert found.keys() == LANDMARKS.keys()
    assert len(set(found.values())) == len(found)
    for name, v in found.items():
        assert np.linalg.norm(fox.V[0, v] - LANDMARKS[name]) < 0.035


def crossing(V, F):
    """The share of the triangles whose outer side is inside another part."""
    normal = double_area_normals(V, F)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    return (np.abs(igl.winding_number(V, F, V[F].mean(axis=1) + 2e-4 * normal)) > 0.5).mean()


def test_nothing_crosses_but_folded_legs_that_are_lain_or_sat_on(fox):
    shares = {name: crossing(V, fox.F) for name, V in zip(fox.names, fox.V, strict=True)}
    folded = {"lying": 0.045, "sitting": 0.035, "rearing": 0.01}
    assert all(share <= folded.get(name, 0.004) for name, share in shares.items())
    upright = ("standing", "walk 1", "walk 2", "walk 3", "walk 4", "looking left", "looking right", "tail up")
    assert all(shares[name] == 0.0 for name in upright)


def test_every_pose_has_a_name_and_is_another(fox):
    assert fox.names == tuple(POSTURES)
    assert len(fox) >= 14
    for a, b in combinations(fox.V, 2):
        assert np.abs(a - b).max() > 0.05


def test_no_pose_loses_volume_or_crushes_its_triangles(fox):
    rest, area = volume(fox.V[0], fox.F), areas(fox.V[0], fox.F)
    for V in fox.V:
        assert abs(volume(V, fox.F) / rest - 1.0) < 0.08
        change = areas(V, fox.F) / area
        assert ((change > 4.0) | (change < 0.25)).mean() < 0.01
        assert change.max() < 4.0


def test_triangles_hardly_stretch(fox):
    stretch = np.stack([edge_lengths(V, fox.F) for V in fox.V]) / edge_lengths(fox.V[0], fox.F)
    assert np.percentile(stretch, 99.5) < 1.6
    assert np.percentile(stretch, 0.5) > 0.4


def test_no_pose_sinks_into_the_floor(fox):
    assert fox.V[:, :, 1].min() >= 0.0


def test_paws_on_the_ground_stay_flat_on_it_while_walking(fox):
    soles = {
        leg: near(fox.V[0], fox.V[0, v], 0.05) & (fox.V[0, :, 1] < 0.01) for leg, v in _paws(fox).items()
    }
    for name in ("walk 1", "walk 2", "walk 3", "walk 4"):
        V, posture = fox.V[fox.names.index(name)], POSTURES[name]
        planted = [leg for leg in FOOTFALL if posture.legs[leg].y == 0.0]
        assert 2 <= len(planted) <= 3
        for leg in planted:
            moved = fox.V[0, soles[leg]] + [posture.legs[leg].x, 0.0, 0.0]
            assert np.abs(V[soles[leg]] - moved).max() < 0.004


def _paws(fox):
    return {
        f"{side} {end}": landmarks(fox)[f"{side} {end}paw"] for side, end in (leg.split() for leg in FOOTFALL)
    }


def test_the_rest_motion_leaves_the_skin_alone(skin):
    assert np.abs(skin.moved(bone_motion(FoxPosture())) - skin.V).max() < 1e-12


def test_weights_are_shares(skin):
    assert skin.W.min() > -1e-9
    np.testing.assert_allclose(skin.W.sum(axis=1), 1.0, atol=1e-12)


@pytest.mark.parametrize("leg", FOOTFALL)
def test_no_leg_drags_another(skin, leg):
    moved = skin.moved(bone_motion(FoxPosture(legs={leg: Leg(x=0.05, y=0.08, pastern=-20.0)})))
    shift = np.linalg.norm(moved - skin.V, axis=1)
    for other in FOOTFALL:
        side, end = other.split()
        below = (skin.V[:, 1] < 0.30) & (skin.V[:, 0] > 0.0 if end == "fore" else skin.V[:, 0] < 0.0)
        below &= (skin.V[:, 2] < 0.0) == (side == "left")
        below &= skin.V[:, 0] > -0.42
        assert shift[below].max() > 0.08 if other == leg else shift[below].max() < 1e-3


def test_the_muzzle_moves_rigidly_with_the_head(skin, fox):
    moved = skin.moved(bone_motion(FoxPosture(turns={"head": (20.0, 30.0, 10.0)})))
    muzzle = fox.F[(skin.V[fox.F, 0] > 0.62).all(axis=1)]
    assert len(muzzle) > 100
    np.testing.assert_allclose(edge_lengths(moved, muzzle), edge_lengths(skin.V, muzzle), rtol=0.02)


def test_a_flexed_knee_swells_the_thigh_of_its_own_leg_only(skin):
    flexed = bone_motion(FoxPosture(legs={"right hind": Leg(x=0.1, y=0.12)}))
    assert flexed.bend("right tibia") < -0.3
    lift = {side: skin.bellies[side] @ effort(flexed, side) for side in ("left", "right")}
    assert lift["right"].max() > 0.003
    assert lift["left"].max() < 1e-12


def test_the_same_call_gives_the_same_bits(fox):
    again = sample("quadruped", vertices=2_000)
    assert np.array_equal(fox.V, again.V)
    assert np.array_equal(fox.F, again.F)


def test_finer_foxes_are_the_same_fox(fox):
    fine = quadruped(5_000)
    coarse_at, fine_at = landmarks(fox), landmarks(fine)
    for name in LANDMARKS:
        gap = np.linalg.norm(fox.V[:, coarse_at[name]] - fine.V[:, fine_at[name]], axis=1)
        assert gap.max() < 0.05
    for coarse_pose, fine_pose in zip(fox.V, fine.V, strict=True):
        assert np.abs(np.ptp(coarse_pose, axis=0) - np.ptp(fine_pose, axis=0)).max() < 0.02


@pytest.mark.parametrize("vertices", [0, 1_999, 200_001])
def test_sizes_out_of_range_are_refused(vertices):
    with pytest.raises(OptionError, match="2,000 and 200,000"):
        quadruped(vertices)


def test_all_four_legs_are_named_alike():
    assert set(FOOTFALL) == {f"{side} {end}" for side in ("left", "right") for end in LEGS}
