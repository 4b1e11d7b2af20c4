"""How handles hold, in the page: soft, sliding, keeping their direction, and above a floor."""

from __future__ import annotations

import numpy as np
import pytest

import pliant
from pliant.samples import sample
from tests.studio.e2e.conftest import Tab, choose

BAR = sample("bar")
SIZE = BAR.mesh.diagonal
FREE = 1  # the sample opens with a pinned and a free handle
MIDDLE = 2  # placed by `held`
# The page has single precision.
CLOSE = 1e-5 * SIZE


@pytest.fixture
def held(bar: Tab) -> Tab:
    """The bar with a third handle in its middle, which is selected, and the panel of pulls open."""
    bar.page.mouse.click(*bar.vertex_at(70))
    bar.idle()
    bar.page.get_by_role("tab", name="Handles").click()
    assert bar.state("s.selection.length") == 1
    return bar


def gap(tab: Tab, index: int) -> np.ndarray:
    handle = f"s.document.handles[{index}]"
    return np.subtract(tab.state(f"s.pose.reached.get({handle}.id)"), tab.state(f"{handle}.target"))


def hold(tab: Tab) -> object:
    return tab.state(
        f"(({{weight, slide, turn}}) => ({{weight, slide, turn}}))(s.document.handles[{MIDDLE}])"
    )


def test_a_soft_handle_gives_way_and_undo_makes_it_firm(held: Tab) -> None:
    slider = held.page.get_by_label("Firmness")
    slider.focus()
    for _ in range(6):
        held.page.keyboard.press("PageDown")
    held.idle()
    weight = held.state(f"s.document.handles[{MIDDLE}].weight")
    assert 0.01 <= weight < 0.2
    held.drag(held.handle_at(FREE), (-60.0, -70.0))
    assert np.abs(gap(held, MIDDLE)).max() > 100 * CLOSE
    assert np.abs(gap(held, FREE)).max() < CLOSE
    assert held.page.get_by_text("soft", exact=True).is_visible()
    # The pull, then every press of a key on the slider.
    held.keys(*["Control+z"] * 7)
    assert held.state(f"s.document.handles[{MIDDLE}].weight") == 1
    assert np.abs(gap(held, MIDDLE)).max() < CLOSE


def test_a_handle_slides_on_the_ground_plane_and_is_shown_where_it_is(held: Tab) -> None:
    height = held.state(f"s.document.handles[{MIDDLE}].target[1]")
    held.page.get_by_label("Slides on").select_option("plane y")
    held.idle()
    held.drag(held.handle_at(FREE), (-80.0, -60.0))
    reached = held.state(f"s.pose.reached.get(s.document.handles[{MIDDLE}].id)")
    assert abs(reached[1] - height) < CLOSE
    assert np.abs(gap(held, MIDDLE)).max() > 100 * CLOSE
    assert abs(gap(held, MIDDLE)[1]) < CLOSE
    # It can be taken hold of where it is seen: a click there places no other one.
    count = held.state("s.document.handles.length")
    held.page.mouse.click(*held.point_at(reached))
    held.idle()
    assert held.state("s.document.handles.length") == count
    assert held.state("s.selection") == [held.state(f"s.document.handles[{MIDDLE}].id")]


def test_a_handle_keeps_its_direction_and_r_turns_it(held: Tab) -> None:
    held.drag(held.handle_at(FREE), (-60.0, -70.0))
    held.page.mouse.click(*held.handle_at(MIDDLE))
    before = held.positions()
    held.keys("t")
    turn = held.state(f"s.document.handles[{MIDDLE}].turn")
    assert np.linalg.norm(turn) > 0.01, "as the surface is turned there, not as it rests"
    kept = held.positions()
    # The surface around it was bent, and is rigid now.
    assert np.abs(kept - before).max() < 0.05 * SIZE
    held.keys("p", "r", "z", "3", "0", "Enter")
    after = held.state(f"s.document.handles[{MIDDLE}].turn")
    assert np.linalg.norm(np.subtract(after, turn)) > 0.3
    assert np.abs(gap(held, MIDDLE)).max() < 1e-3 * SIZE, "a pinned one turns where it is"
    assert np.abs(held.positions() - kept).max() > 0.02 * SIZE
    held.keys("t")
    assert held.state(f"s.document.handles[{MIDDLE}].turn") is None


def test_nothing_sinks_through_the_floor_and_a_reload_keeps_it(held: Tab) -> None:
    low = float(BAR.mesh.V[:, 1].min())
    held.drag(held.handle_at(FREE), (-30.0, 120.0))
    assert held.positions()[:, 1].min() < low - 0.05 * SIZE
    held.page.get_by_role("switch", name="Nothing sinks through").click()
    held.idle()
    assert held.state("s.document.floor.height") == pytest.approx(low, abs=CLOSE)
    assert held.positions()[:, 1].min() > low - 3e-4 * SIZE
    assert held.state("s.pose.contacts.length") >= 3
    held.page.get_by_role("switch", name="Feet keep their place").click()
    held.page.get_by_label("Height of the floor").fill(str(low - 0.1))
    held.page.keyboard.press("Enter")
    held.idle()
    floor, posed = held.state("s.document.floor"), held.positions()
    assert floor == {"height": pytest.approx(low - 0.1), "up": "y", "grip": True}
    assert low - 0.1 - 3e-4 * SIZE < posed[:, 1].min() < low - 0.05
    held.page.reload()
    held.until("s.pose !== null && s.progress === null")
    held.idle()
    assert held.state("s.document.floor") == floor
    held.keys("h")
    assert held.state("s.document.floor") is None
    held.keys("Control+z")
    assert held.state("s.document.floor") == floor


def test_what_another_method_cannot_do_is_said_and_comes_back(held: Tab) -> None:
    held.page.get_by_label("Slides on").select_option("line x")
    held.idle()
    before, method = hold(held), held.state("s.document.method")
    choose(held, "Handle IK")
    held.page.get_by_role("tab", name="Handles").click()
    assert held.page.get_by_text("This method goes without sliding").is_visible()
    assert not held.page.get_by_label("Firmness").is_visible()
    assert not held.page.get_by_role("switch", name="Nothing sinks through").is_visible()
    choose(held, {"meshik": "MeshIK", "reduced": "Reduced IK"}[method])
    assert hold(held) == before
    assert held.page.get_by_label("Slides on").input_value() == "line x"


def test_the_pose_is_the_librarys(held: Tab) -> None:
    held.page.get_by_label("Slides on").select_option("plane y")
    held.keys("h")
    held.drag(held.handle_at(FREE), (-60.0, 60.0))
    handles, floor = held.state("s.document.handles"), held.state("s.document.floor.height")
    points = pliant.Anchors([h["face"] for h in handles], [h["barycentric"] for h in handles])
    kinds = {"meshik": pliant.MeshIK, "reduced": pliant.ReducedIK}
    pins = [None, None, pliant.Pin(slide=pliant.Plane((0.0, 1.0, 0.0)))]
    grip = kinds[held.state("s.document.method")](BAR).grab(points, pins=pins, floor=pliant.Floor.at(floor))
    assert np.abs(held.positions() - grip.drag([h["target"] for h in handles]).V).max() < 1e-3 * SIZE
