from __future__ import annotations

import numpy as np
import pytest

from pliant.errors import OptionError
from pliant.figures.views import NAMED, Camera, View, centres, half_height

VIEWS = [View(name, up) for name in NAMED for up in ("y", "z")]
VIEWS += [View(direction=(0.3, -2.0, 1.0)), View((0.0, 0.0, -1.0), "z")]
CLOUD = np.random.default_rng(3).normal(size=(200, 3)) * [1.0, 0.4, 2.0]


@pytest.mark.parametrize("view", VIEWS, ids=str)
def test_the_frame_is_a_rotation(view: View) -> None:
    assert np.abs(view.frame @ view.frame.T - np.eye(3)).max() < 1e-14
    assert np.linalg.det(view.frame) == pytest.approx(1.0, abs=1e-14)


@pytest.mark.parametrize("view", VIEWS, ids=str)
def test_what_is_upright_never_leans(view: View) -> None:
    right, up, _ = view.frame
    assert abs(right @ view.vertical) < 1e-14
    assert up @ view.vertical > -1e-14


@pytest.mark.parametrize("name", NAMED)
def test_the_two_vertical_axes_show_a_turned_model_alike(name: str) -> None:
    # A quarter turn about x brings a model that stands along y and looks along z to one that stands
    # along z and looks along -y.
    turn = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])
    assert np.abs(View(name, "z").frame - View(name, "y").frame @ turn.T).max() < 1e-14


def test_the_front_camera_sees_the_face_and_the_side_camera_a_model_that_faces_right() -> None:
    assert View("front").frame[2] @ [0, 0, 1] > 0.9
    assert View("side").frame[0] @ [0, 0, 1] > 0.9
    assert View("three-quarter").frame[0] @ [0, 0, 1] > 0.5


@pytest.mark.parametrize("perspective", [0.0, 14.0, 60.0])
@pytest.mark.parametrize("room", [(1.5, 0.9), (0.3, 0.8)])
def test_the_room_holds_every_point_and_no_smaller_picture_would(perspective, room) -> None:
    view = View("three-quarter", perspective=perspective)
    X = CLOUD - centres([CLOUD], view)[0]
    half = half_height([X], view, room)
    x, y, z = (X @ view.frame.T).T
    shown = np.abs(np.stack([x, y])) / (half - view.slope * z) / np.array(room)[:, None]
    assert shown.max() == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize("perspective", [0.0, 20.0])
def test_a_ray_passes_through_the_point_that_its_pixel_shows(perspective: float) -> None:
    view = View("three-quarter", perspective=perspective)
    camera = Camera(view.frame, np.array([0.1, -0.2, 0.3]), 2.5, view.slope)
    width, height = 640, 400
    x, y, z = ((CLOUD - camera.centre) @ view.frame.T).T
    depth = camera.half - view.slope * z
    columns, rows = (width + height * x / depth) / 2 - 0.5, (height + height * y / depth) / 2 - 0.5
    origin, direction = camera.rays(columns, rows, (width, height))
    gap = np.cross(CLOUD - origin, direction / np.linalg.norm(direction, axis=1, keepdims=True))
    assert np.abs(gap).max() < 1e-12


def test_shots_stand_on_one_line_when_each_is_centred() -> None:
    view = View("front", perspective=0.0)
    clouds = [CLOUD, 0.5 * CLOUD + [3.0, 7.0, -2.0]]
    feet = [((X - c) @ view.frame[1]).min() for X, c in zip(clouds, centres(clouds, view), strict=True)]
    assert feet[0] == pytest.approx(feet[1], abs=1e-12)


def test_shots_keep_their_common_space_when_all_are_centred() -> None:
    first, second = centres([CLOUD, CLOUD + np.array([3.0, 7.0, -2.0])], View(centre="all"))
    assert np.array_equal(first, second)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"direction": "sideways"}, "no view 'sideways'"),
        ({"direction": (0.0, 0.0, 0.0)}, "no vector"),
        ({"direction": (0.0, np.nan, 1.0)}, "no vector"),
        ({"direction": (1.0, 2.0)}, "no vector"),
        ({"up": "x"}, "'y' or 'z'"),
        ({"centre": "none"}, "'each' or 'all'"),
        ({"perspective": 170.0}, "0 to 120"),
        ({"perspective": -1.0}, "0 to 120"),
    ],
)
def test_a_view_that_does_not_exist_is_refused(options, message) -> None:
    with pytest.raises(OptionError, match=message):
        _ = View(**options).frame


@pytest.mark.parametrize("perspective", [10.0, 60.0])
def test_the_opening_angle_spans_the_height_of_the_picture(perspective: float) -> None:
    view = View(perspective=perspective)
    camera = Camera(view.frame, np.zeros(3), 1.0, view.slope)
    _, (low, high) = camera.rays(np.array([49.5, 49.5]), np.array([-0.5, 79.5]), (100, 80))
    cosine = low @ high / np.linalg.norm(low) / np.linalg.norm(high)
    assert np.degrees(np.arccos(cosine)) == pytest.approx(perspective, abs=1e-9)
