from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.distance import pdist

from pliant.errors import OptionError
from pliant.geometry.topology import vertex_components
from pliant.samples.bar import LENGTH, bar, bent, straight_bar, twisted
from tests.samples.surfaces import euler_characteristic, is_closed_manifold, volume

ANGLES = (90.0, -120.0, 270.0, 540.0)


def rings(V, sides=10):
    """(rings, sides, 3) of the usual bar."""
    return V[1:-1].reshape(-1, sides, 3)


def shaft_centres(V):
    """How far along the straight shaft each ring lies, and its centre in V."""
    x = rings(straight_bar())[:, 0, 0]
    on_shaft = (x >= 0.0) & (x <= LENGTH)
    return x[on_shaft], rings(V).mean(axis=1)[on_shaft]


def test_the_usual_bar_has_the_papers_counts_and_two_poses():
    poses = bar()
    assert (poses.n, len(poses.F)) == (132, 260)
    assert poses.names == ("straight", "bent 90°")


@pytest.mark.parametrize("caps", ["round", "flat"])
@pytest.mark.parametrize("vertices", [26, 132, 700])
def test_the_bar_is_one_closed_surface_facing_outwards(vertices, caps):
    poses = bar(vertices, caps=caps)
    assert is_closed_manifold(poses.F)
    assert euler_characteristic(poses.F) == 2
    assert vertex_components(poses.F, poses.n).max() == 0
    assert all(volume(V, poses.F) > 0.0 for V in poses.V)


@pytest.mark.parametrize("vertices", [26, 50, 100, 132, 1000, 20_000])
def test_the_bar_has_about_the_wanted_number_of_vertices(vertices):
    assert abs(bar(vertices).n - vertices) <= 0.1 * vertices


@pytest.mark.parametrize("angle", ANGLES)
def test_the_bent_centre_line_is_an_arc_of_the_same_length(angle):
    s, C = shaft_centres(bent(straight_bar(), angle))
    a = np.radians(angle)
    centre = np.array([0.0, LENGTH / a, 0.0])
    expected = centre + (LENGTH / a) * np.stack([np.sin(a * s), -np.cos(a * s), 0.0 * s], axis=1)
    np.testing.assert_allclose(C, expected, atol=1e-14)


@pytest.mark.parametrize("pose", [change(straight_bar(), a) for change in (bent, twisted) for a in ANGLES])
def test_every_cross_section_stays_rigid(pose):
    for moved, rest in zip(rings(pose), rings(straight_bar()), strict=True):
        np.testing.assert_allclose(pdist(moved), pdist(rest), atol=1e-14)


@pytest.mark.parametrize("pose", [change(straight_bar(), a) for change in (bent, twisted) for a in ANGLES])
def test_the_first_cap_stays_and_the_last_moves_rigidly(pose):
    straight = straight_bar()
    first, last = straight[:, 0] <= 0.0, straight[:, 0] >= LENGTH
    assert np.array_equal(pose[first], straight[first])
    np.testing.assert_allclose(pdist(pose[last]), pdist(straight[last]), atol=1e-14)


@pytest.mark.parametrize("angle", ANGLES)
def test_twisting_turns_the_end_by_the_whole_angle_and_the_middle_by_half(angle):
    x, C = straight_bar()[:, 0], twisted(straight_bar(), angle)
    for at, share in ((LENGTH, 1.0), (0.5 * LENGTH, 0.5)):
        ring = np.isclose(x, at)
        y, z = straight_bar()[ring, 1:].T
        turned = (y + 1j * z) * np.exp(1j * np.radians(share * angle))
        np.testing.assert_allclose(C[ring, 1] + 1j * C[ring, 2], turned, atol=1e-14)


def test_a_bend_by_nothing_changes_nothing_and_a_tiny_bend_hardly_anything():
    assert np.array_equal(bent(straight_bar(), 0.0), straight_bar())
    assert np.abs(bent(straight_bar(), 1e-9) - straight_bar()).max() < 1e-10


def test_bending_towards_z_is_bending_towards_y_turned_about_x():
    V = straight_bar(vertices=132)
    quarter = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
    np.testing.assert_allclose(bent(V @ quarter.T, 70.0, "xz"), bent(V, 70.0, "xy") @ quarter.T, atol=1e-14)


def test_bends_and_twists_keep_the_volume_in_the_limit_of_fine_meshes():
    def losses(vertices):
        poses = bar(vertices, bends=(180.0,), twists=(180.0,))
        straight, *others = (volume(V, poses.F) for V in poses.V)
        return np.abs(np.array(others) / straight - 1.0)

    coarse, fine = losses(500), losses(8000)
    assert (fine < 0.002).all()
    # Sixteen times the vertices, a quarter of the edge length, a sixteenth of the error.
    assert (fine < coarse / 12.0).all()


def test_options_out_of_range_are_refused():
    with pytest.raises(OptionError, match="at least 26"):
        bar(25)
    with pytest.raises(OptionError, match="'round' or 'flat'"):
        bar(caps="pointed")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="'xy' or 'xz'"):
        bent(straight_bar(), 10.0, "yz")  # type: ignore[arg-type]
