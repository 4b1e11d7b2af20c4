"""Fingers on a touch screen, track pads and pens, by synthesised events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from tests.studio.e2e.conftest import Tab, choose

# A vertex of the bar that is seen from where it opens.
SEEN = 11

Fingers = Sequence[tuple[float, float]]


class Screen:
    """Fingers on the screen of a tab."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self.session: Any = tab.page.context.new_cdp_session(tab.page)

    def touch(self, kind: str, fingers: Fingers) -> None:
        points = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(fingers)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def swipe(self, start: Fingers, end: Fingers, steps: int = 8) -> None:
        """Put fingers down one after another, move all of them, and take them away."""
        for i in range(len(start)):
            self.touch("touchStart", start[: i + 1])
        for t in np.linspace(0.0, 1.0, steps + 1)[1:]:
            moved = [(a + t * (c - a), b + t * (d - b)) for (a, b), (c, d) in zip(start, end, strict=True)]
            self.touch("touchMove", moved)
        self.touch("touchEnd", [])
        self.tab.idle()


@pytest.fixture
def screen(bar_tab: Tab) -> Screen:
    return Screen(bar_tab)


@pytest.fixture
def bar_tab(tab: Tab) -> Tab:
    """The sample bar, not yet touched."""
    tab.open("Bend a bar")
    return tab


def gaze(tab: Tab) -> Any:
    *at, azimuth, elevation, distance = tab.page.evaluate("window.pliant.camera()")
    return {"at": at, "azimuth": azimuth, "elevation": elevation, "distance": distance}


def middle(tab: Tab) -> tuple[float, float]:
    box = tab.page.locator("canvas").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def beside(tab: Tab) -> Fingers:
    """Two places in the viewport, 100 pixels apart, around its middle."""
    x, y = middle(tab)
    return [(x - 50, y - 130), (x + 50, y - 130)]


def test_two_fingers_that_spread_zoom_in_about_their_middle_and_edit_nothing(screen: Screen) -> None:
    tab = screen.tab
    before = gaze(tab)
    seen = np.array(tab.point_at(before["at"]))
    held = tab.state("s.document.handles.map(({ target }) => target)")
    free = tab.handle_at(tab.free())
    start = [(free[0], free[1]), (free[0] + 80, free[1])]
    screen.swipe(start, [(free[0] - 40, free[1]), (free[0] + 120, free[1])])
    after = gaze(tab)
    assert after["distance"] == pytest.approx(before["distance"] / 2, rel=0.02)
    assert (after["azimuth"], after["elevation"]) == (before["azimuth"], before["elevation"])
    # The first finger was on a handle: what it began is given up.
    assert tab.state("s.document.handles.map(({ target }) => target)") == held
    assert tab.state("s.history.done.length") == 0
    pinched = np.array((free[0] + 40, free[1]))
    assert np.abs(np.array(tab.point_at(before["at"])) - (pinched + 2 * (seen - pinched))).max() < 3.0


def test_two_fingers_that_go_one_way_take_the_picture_along(screen: Screen) -> None:
    tab = screen.tab
    before, start = gaze(tab), beside(tab)
    seen = tab.point_at([0.5, 0.0, 0.0])
    screen.swipe(start, [(x + 60, y + 35) for x, y in start])
    after = gaze(tab)
    assert after["distance"] == pytest.approx(before["distance"], rel=1e-6)
    way = np.subtract(tab.point_at([0.5, 0.0, 0.0]), seen)
    assert np.abs(way - (60.0, 35.0)).max() < 3.0


def test_three_fingers_turn_the_view_and_one_beside_the_mesh_too(screen: Screen) -> None:
    tab = screen.tab
    before, start = gaze(tab), [*beside(tab), (middle(tab)[0], middle(tab)[1] - 60)]
    screen.swipe(start, [(x + 60, y) for x, y in start])
    turned = gaze(tab)
    assert abs(turned["azimuth"] - before["azimuth"]) > 0.3
    assert turned["distance"] == pytest.approx(before["distance"])
    box = tab.page.locator("canvas").bounding_box()
    corner = (box["x"] + 120, box["y"] + 120)
    screen.swipe([corner], [(corner[0] + 60, corner[1])])
    assert abs(gaze(tab)["azimuth"] - turned["azimuth"]) > 0.3


def test_one_finger_pulls_a_handle(screen: Screen) -> None:
    tab = screen.tab
    start = tab.handle_at(tab.free())
    screen.swipe([start], [(start[0] - 30, start[1] - 50)])
    assert len(tab.state("s.history.done")) == 1
    assert np.abs(np.subtract(tab.handle_at(tab.free()), start) - (-30.0, -50.0)).max() < 2.0


def test_a_pinch_on_a_track_pad_zooms_about_the_pointer_and_shift_pans(bar_tab: Tab) -> None:
    tab, before = bar_tab, gaze(bar_tab)
    end = tab.point_at([1.0, 0.0, 0.0])
    tab.page.mouse.move(*end)
    tab.page.keyboard.down("Control")
    tab.page.mouse.wheel(0, -40)
    tab.page.keyboard.up("Control")
    tab.idle()
    near = gaze(tab)
    assert near["distance"] < 0.8 * before["distance"]
    assert np.abs(np.subtract(tab.point_at([1.0, 0.0, 0.0]), end)).max() < 12.0
    tab.page.keyboard.down("Shift")
    tab.page.mouse.wheel(0, 30)
    tab.page.keyboard.up("Shift")
    tab.idle()
    assert gaze(tab)["distance"] == near["distance"]
    assert gaze(tab)["at"] != near["at"]


def pressed(tab: Tab, pressure: float) -> int:
    """Paint a dab with a pen; how many vertices the first part has then."""
    x, y = tab.vertex_at(SEEN)
    session: Any = tab.page.context.new_cdp_session(tab.page)
    pen = {"x": x, "y": y, "button": "left", "pointerType": "pen", "force": pressure, "clickCount": 1}
    for kind, buttons in (("mousePressed", 1), ("mouseMoved", 1), ("mouseReleased", 0)):
        session.send("Input.dispatchMouseEvent", {"type": kind, "buttons": buttons, **pen})
    tab.idle()
    name = tab.state("s.document.slices.handles.parts[0].region")
    return sum(tab.state(f"s.regions.get('{name}').runs")[1::2])


def test_a_pen_paints_more_the_harder_it_is_pressed(bar_tab: Tab) -> None:
    choose(bar_tab, "Handle IK")
    bar_tab.keys("c")
    bar_tab.page.get_by_role("slider", name="Size of the brush").fill("90")
    light, hard = pressed(bar_tab, 0.1), pressed(bar_tab, 1.0)
    assert 0 < light < 0.6 * hard
