from __future__ import annotations

import igl
import numpy as np
import pytest

from pliant.errors import OptionError
from pliant.geometry.gradient import double_area_normals
from pliant.geometry.topology import vertex_components
from pliant.samples import sample
from pliant.samples.human.anatomy import person as person_body
from pliant.samples.humanoid import humanoid
from tests.samples.surfaces import (
    euler_characteristic,
    is_closed_manifold,
    smallest_angle,
    volume,
)

MIRROR = np.array([-1.0, 1.0, 1.0])


@pytest.mark.parametrize("count", [3_000, 12_000])
def test_the_hide_is_one_closed_sphere_of_good_triangles_and_the_wanted_size(count):
    poses = humanoid(count)
    V, F = poses.V[0], poses.F
    assert abs(len(V) - count) <= 0.1 * count
    assert is_closed_manifold(F)
    assert euler_characteristic(F) == 2
    assert vertex_components(F, len(V)).max() == 0
    assert volume(V, F) > 0.0
    assert smallest_angle(V, F) > 20.0
    level = np.abs(person_body().level(V)[0])
    # Where left and right parts meet, the body follows their order; its mirror image is not quite itself.
    assert level.max() < 2e-3
    assert np.percentile(level, 95) < 1e-4


def test_the_mesh_is_its_own_mirror_image_to_the_last_bit(person):
    V, F = person.V[0], person.F
    place = {tuple(v): i for i, v in enumerate((V + 0.0).tolist())}
    partner = np.array([place[tuple(v)] for v in (V * MIRROR + 0.0).tolist()])
    assert np.array_equal(partner[partner], np.arange(len(V)))

    def turned(faces):
        """Every triangle begun at its smallest vertex."""
        order = (faces.argmin(axis=1)[:, None] + np.arange(3)) % 3
        return {tuple(f) for f in np.take_along_axis(faces, order, axis=1).tolist()}

    assert turned(partner[F][:, ::-1]) == turned(F)


def test_the_person_stands_on_the_floor_and_looks_along_z(person):
    low, high = person.V[0].min(axis=0), person.V[0].max(axis=0)
    assert 0.0 <= low[1] < 0.004
    assert 1.76 < high[1] < 1.79
    head = person.V[0][person.V[0][:, 1] > 1.55]
    nose = head[head[:, 2].argmax()]
    assert abs(nose[0]) < 0.01
    assert 1.60 < nose[1] < 1.70
    feet = person.V[0][person.V[0][:, 1] < 0.05]
    assert feet[:, 2].max() > -2.0 * feet[:, 2].min()


def test_the_proportions_are_a_grown_persons(person):
    V = person.V[0]
    height = np.ptp(V[:, 1])
    chin = V[(V[:, 2] > 0.06) & (V[:, 1] > 1.5)][:, 1].min()
    assert 7.0 < height / (V[:, 1].max() - chin) < 8.0
    # The girth of the waist is less than that of the hips and that of the chest.
    waist, hips, chest = (
        np.ptp(V[(np.abs(V[:, 1] - y) < 0.02) & (np.abs(V[:, 0]) < 0.2)][:, 0]) for y in (1.09, 0.95, 1.29)
    )
    assert waist < 0.95 * hips
    assert waist < 0.95 * chest
    # Between the legs there is nothing up to the crotch, a little below half the height.
    between = V[(np.abs(V[:, 0]) < 0.01)][:, 1].min()
    assert 0.42 < between / height < 0.50


def test_no_part_reaches_into_another(person):
    V, F = person.V[0], person.F
    normal = double_area_normals(V, F)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    assert np.abs(igl.winding_number(V, F, V[F].mean(axis=1) + 2e-4 * normal)).max() < 0.5


def test_the_same_call_gives_the_same_bits(person):
    again = sample("humanoid", vertices=4_000)
    assert np.array_equal(person.V, again.V)
    assert np.array_equal(person.F, again.F)


@pytest.mark.parametrize("vertices", [0, 2_999, 200_001])
def test_sizes_out_of_range_are_refused(vertices):
    with pytest.raises(OptionError, match="3,000 and 200,000"):
        humanoid(vertices)
