"""Joint IK in the page: a lamp pulled by its head, its joints and parts corrected, and nothing lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

import pliant
from pliant.io import write_mechanism, write_mesh
from pliant.mechanism.robot import RobotOptions
from pliant.methods.joints import edits as editing
from pliant.samples import mechanism
from tests.studio.e2e.conftest import Tab
from tests.studio.fixtures import Start

if TYPE_CHECKING:
    from playwright.sync_api import WebSocketRoute

LAMP = mechanism("lamp")
# The base is pinned at three points; the fourth handle is on the shade.
HEAD = 3
WAY = (-40.0, 30.0)
# Pixels from a joint's origin to the rings of its gizmo, as the page draws them.
RING = 58.0


@pytest.fixture
def lamp(tab: Tab) -> Tab:
    tab.open("Open a lamp")
    return tab


def by_api(tab: Tab, model: pliant.Mechanism) -> np.ndarray:
    """The pose of the page's handles, through the library."""
    handles = tab.state("s.document.handles")
    points = pliant.Anchors([h["face"] for h in handles], [h["barycentric"] for h in handles])
    rig = pliant.JointIK(model, model.joints)
    return rig.grab(points).drag([h["target"] for h in handles]).V


def select_joint(tab: Tab, name: str) -> None:
    tab.page.get_by_role("button", name=f"Joint {name}").click()
    tab.idle()


def values(tab: Tab) -> np.ndarray:
    return np.array(tab.state("[...s.pose.values]")).reshape(-1, 3)


def test_a_pulled_head_moves_as_the_library_moves_it_and_undo_brings_it_back(lamp: Tab) -> None:
    assert lamp.state("s.model.words").startswith("6 parts")
    lamp.drag(lamp.handle_at(HEAD), WAY)
    assert np.abs(lamp.positions() - LAMP.mesh.V).max() > 0.02
    assert np.abs(lamp.positions() - by_api(lamp, LAMP)).max() < 1e-4
    base = LAMP.component == 0
    assert np.abs(lamp.positions() - LAMP.mesh.V)[base].max() < 1e-5
    lamp.keys("Control+z")
    assert np.abs(lamp.positions() - LAMP.mesh.V).max() < 1e-5


def test_a_pull_out_of_reach_leaves_the_base_where_it_is(lamp: Tab) -> None:
    lamp.drag(lamp.handle_at(HEAD), (250.0, -120.0))
    base = LAMP.component == 0
    assert np.abs(lamp.positions() - LAMP.mesh.V)[base].max() < 1e-5
    assert np.abs(lamp.positions() - LAMP.mesh.V).max() > 0.05


def test_a_joint_is_chosen_in_the_viewport_and_its_kind_changed(lamp: Tab) -> None:
    lamp.drag(lamp.handle_at(HEAD), WAY)
    mark = lamp.page.get_by_role("button", name="Hinge: turntable – lower arm").locator(".reach")
    box = mark.bounding_box()
    assert box is not None
    lamp.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    lamp.idle()
    assert lamp.state("s.jointSelection") == 1
    lamp.page.get_by_label("Kind of the joint").select_option("fixed")
    lamp.until("s.rig.mechanism.joints[1].kind === 'fixed'")
    lamp.idle()
    assert np.abs(lamp.positions() - by_api(lamp, editing.with_kind(LAMP, 1, "fixed"))).max() < 1e-4
    lamp.keys("Control+z")
    lamp.until("s.rig.mechanism.joints[1].kind === 'revolute'")
    lamp.idle()
    assert np.abs(lamp.positions() - by_api(lamp, LAMP)).max() < 1e-4


def test_a_limit_is_typed_and_respected(lamp: Tab) -> None:
    lamp.drag(lamp.handle_at(HEAD), WAY)
    turned = values(lamp)[:, 0]
    joint = int(np.argmax(np.abs(turned[1:4]))) + 1
    names = [part.name for part in LAMP.components]
    select_joint(lamp, f"{names[joint]} – {names[joint + 1]}")
    bound = abs(np.degrees(turned[joint])) / 2
    for field, sign in (("Lowest of turn", -1), ("Highest of turn", 1)):
        lamp.page.get_by_label(field).fill(f"{sign * bound:.3f}")
        lamp.page.keyboard.press("Enter")
        lamp.idle()
    assert lamp.state("s.document.slices.joints.edits.length") == 2
    lamp.drag(lamp.handle_at(HEAD), WAY)
    assert abs(np.degrees(values(lamp)[joint, 0])) <= bound + 0.01


def test_the_reach_of_a_ball_is_drawn_as_a_cone_from_its_origin(tab: Tab) -> None:
    tab.open("Wind a snake")
    lines = tab.page.locator(".joint-marks .joint").first.locator(".limits").get_attribute("d").split("M")[1:]
    rim, *sides, turn = ([[float(c) for c in at.split()] for at in line.split("L")] for line in lines)
    box = tab.page.locator("canvas").bounding_box()
    origin = np.subtract(tab.point_at(tab.state("s.rig.mechanism.joints[0].origin")), (box["x"], box["y"]))
    assert len(sides) == 4
    assert rim[0] == rim[-1]
    for side in sides:
        assert np.abs(np.subtract(side[0], origin)).max() < 0.1
        assert side[1] in rim
    # The turn about the axis goes by 15° either way.
    assert len(turn) >= 3


def test_a_gizmo_turns_the_axis_and_moves_the_origin_of_a_joint(lamp: Tab) -> None:
    lamp.keys("1")
    lamp.page.wait_for_timeout(300)
    select_joint(lamp, "base – turntable")
    x, y = lamp.point_at(LAMP.joints[0].origin.tolist())
    mouse = lamp.page.mouse
    # Up the ring about z, which points at the viewer: 30° against the clock.
    for i, angle in enumerate(np.radians(np.linspace(45.0, 75.0, 4))):
        mouse.move(x + RING * np.cos(angle), y - RING * np.sin(angle))
        if i == 0:
            mouse.down()
    assert lamp.state("[s.document.slices.joints.edits.length, s.jointDraft.joint]") == [0, 0]
    mouse.up()
    lamp.until("s.document.slices.joints.edits.length === 1 && s.jointDraft === null")
    lamp.idle()
    turned = [-np.sin(np.pi / 6), np.cos(np.pi / 6), 0.0]
    assert np.abs(np.subtract(lamp.state("s.rig.mechanism.joints[0].frame")[:3], turned)).max() < 0.02
    axis = lamp.state("s.document.slices.joints.edits[0].axis")
    lamp.drag((x, y), (20.0, -10.0))
    lamp.until("s.document.slices.joints.edits.length === 2 && s.jointDraft === null")
    origin = lamp.state("s.rig.mechanism.joints[0].origin")
    assert np.abs(np.subtract(lamp.point_at(origin), (x + 20.0, y - 10.0))).max() < 1.0
    lamp.drag(lamp.handle_at(HEAD), WAY)
    edited = editing.with_origin(editing.with_axis(LAMP, 0, axis), 0, origin)
    assert np.abs(lamp.positions() - by_api(lamp, edited)).max() < 1e-4
    lamp.keys("Control+z", "Control+z", "Control+z")
    lamp.until("s.rig.mechanism.joints[0].frame[1] === 1")
    assert lamp.state("s.history.undone.map(({ label }) => label).slice(1)") == [
        "Move the origin of base – turntable",
        "Turn the axis of base – turntable",
    ]
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 30.0, y, steps=3)
    lamp.keys("Escape")
    mouse.up()
    assert lamp.state("s.document.slices.joints.edits") == []
    assert lamp.state("[s.jointDraft, s.jointSelection]") == [None, 0]


def test_a_part_is_made_soft_and_bends(lamp: Tab) -> None:
    lamp.page.get_by_role("button", name="Select lower arm").click()
    lamp.page.get_by_role("switch", name="Soft").check(force=True)
    lamp.until("s.rig.cells !== null")
    lamp.idle()
    assert lamp.state("s.rig.mechanism.components[2].cells") == 6
    assert lamp.page.locator(".joint-marks .cells").get_attribute("d")
    lamp.drag(lamp.handle_at(HEAD), WAY)
    assert np.abs(lamp.positions() - by_api(lamp, editing.softened(LAMP, 2, pliant.Soft(6)))).max() < 2e-3
    lamp.keys("Control+z", "Control+z")
    lamp.until("s.rig.cells === null")


def test_a_long_edit_shows_that_it_is_awaited(
    new_tab: Callable[[], Tab], start: Start, tmp_path: Path
) -> None:
    """The server's answers are held back, so that any edit is a long one."""
    tab, held, holding = new_tab(), [], []

    def connected(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda frame: held.append(frame) if holding else socket.send(frame))
        sockets.append(socket)

    sockets: list[WebSocketRoute] = []
    tab.page.route_web_socket("**/ws?*", connected)
    tab.visit(start(tmp_path / "state"))
    tab.open("Open a lamp")
    note = tab.page.locator(".progress")
    assert note.is_hidden()
    holding.append(True)
    tab.page.get_by_role("button", name="Select lower arm").click()
    tab.page.get_by_role("switch", name="Soft").check(force=True)
    tab.until("s.awaited === 'Making the parts anew'")
    assert note.inner_text() == "Making the parts anew"
    assert tab.page.get_by_role("progressbar").get_attribute("value") is None
    holding.clear()
    for frame in held:
        sockets[0].send(frame)
    tab.until("s.rig.cells !== null && s.awaited === null")
    assert note.is_hidden()
    tab.page.get_by_label("Cells along the longest side").fill("40")
    tab.page.keyboard.press("Enter")
    tab.until("s.rig.mechanism.components[2].cells === 40")


def test_an_edit_that_the_server_refuses_is_taken_back_with_a_message(lamp: Tab) -> None:
    select_joint(lamp, "base – turntable")
    field = lamp.page.get_by_label("Axis y")
    assert field.input_value() == "1"
    field.fill("0")
    field.press("Enter")
    lamp.until("s.toasts.length === 1 && s.document.slices.joints.edits.length === 0")
    lamp.idle()
    assert "axis [0.0, 0.0, 0.0] of a joint has no direction" in lamp.state("s.toasts[0].words")
    assert lamp.page.locator(".toast.bad").is_visible()
    assert lamp.state("[s.history.done.length, s.history.undone.length]") == [0, 0]
    assert field.input_value() == "1"
    lamp.drag(lamp.handle_at(HEAD), WAY)
    assert np.abs(lamp.positions() - by_api(lamp, LAMP)).max() < 1e-4


def test_parts_are_joined_and_merged(lamp: Tab) -> None:
    pick = lamp.page.get_by_role("button", name="Select base")
    pick.click()
    lamp.page.get_by_role("button", name="Select shade").click(modifiers=["Shift"])
    lamp.page.get_by_role("button", name="Join", exact=True).click()
    lamp.until("s.rig.mechanism.joints.length === 6")
    assert lamp.state("s.jointSelection") == 5
    lamp.page.get_by_role("button", name="Remove", exact=True).click()
    lamp.until("s.rig.mechanism.joints.length === 5")
    lamp.page.get_by_role("button", name="Select bracket").click()
    lamp.page.get_by_role("button", name="Select shade").click(modifiers=["Shift"])
    lamp.page.get_by_role("button", name="Merge", exact=True).click()
    lamp.until("s.rig.mechanism.components.length === 5")
    assert lamp.state("s.rig.mechanism.joints.length") == 4
    lamp.keys("Control+z")
    lamp.until("s.rig.mechanism.components.length === 6")


def test_a_painted_region_is_hinged_on_its_part(lamp: Tab) -> None:
    lamp.keys("c")
    middle = LAMP.mesh.V[LAMP.component == 5].mean(axis=0)
    lamp.drag(lamp.point_at(middle.tolist()), (4.0, 4.0))
    lamp.until("s.document.slices.joints.painted !== null")
    lamp.page.get_by_role("button", name="Hinge", exact=True).click()
    lamp.until("s.rig.mechanism.components.length === 7")
    assert lamp.state("s.rig.mechanism.joints.length") == 6
    assert lamp.state("s.document.slices.joints.painted") is None
    lamp.keys("Control+z")
    lamp.until("s.rig.mechanism.components.length === 6 && s.document.slices.joints.painted !== null")


def test_the_exploded_view_shows_the_parts_apart_and_selects_them(lamp: Tab) -> None:
    lamp.page.get_by_role("switch", name="Exploded view").check(force=True)
    lamp.page.wait_for_timeout(300)
    lamp.idle()
    apart = lamp.positions()
    assert np.abs(apart - LAMP.mesh.V).max() > 0.05
    for part in range(len(LAMP.components)):
        moved = (apart - LAMP.mesh.V)[LAMP.component == part]
        assert np.ptp(moved, axis=0).max() < 1e-5
    arm = np.flatnonzero(LAMP.component == 3)
    middle = apart[arm].mean(axis=0)
    lamp.page.mouse.click(*lamp.point_at(middle.tolist()))
    assert lamp.state("s.partSelection") == [3]
    assert lamp.state("s.document.handles.length") == 4
    lamp.page.get_by_role("switch", name="Exploded view").uncheck(force=True)
    lamp.idle()
    assert np.abs(lamp.positions() - LAMP.mesh.V).max() < 1e-5


def test_pose_and_rig_are_exported(lamp: Tab, tmp_path: Path) -> None:
    lamp.drag(lamp.handle_at(HEAD), WAY)
    with lamp.page.expect_download() as download:
        lamp.page.get_by_role("button", name="Export").click()
        lamp.page.get_by_role("menuitem", name="OBJ").click()
    download.value.save_as(tmp_path / "lamp.obj")
    assert np.abs(pliant.read_mesh(tmp_path / "lamp.obj").V - lamp.positions()).max() < 1e-4
    with lamp.page.expect_download() as download:
        lamp.page.keyboard.press("Control+s")
    download.value.save_as(tmp_path / "lamp.pliant")
    rig = pliant.open_rig(tmp_path / "lamp.pliant")
    assert isinstance(rig, pliant.JointIK)
    assert len(rig.mechanism.joints) == 5


def test_a_killed_server_gives_edits_and_pose_back(
    new_tab: Callable[[], Tab], start: Start, tmp_path: Path
) -> None:
    server = start(tmp_path / "state")
    tab = new_tab()
    tab.visit(server)
    tab.open("Open a lamp")
    select_joint(tab, "lower arm – upper arm")
    tab.page.get_by_label("Kind of the joint").select_option("ball")
    tab.until("s.rig.mechanism.joints[2].kind === 'ball'")
    tab.drag(tab.handle_at(HEAD), WAY)
    posed, document = tab.positions(), tab.state("s.document")
    tab.page.wait_for_timeout(400)
    server.kill()
    tab.page.close()

    again = new_tab()
    again.visit(start(tmp_path / "state"))
    again.page.get_by_role("button", name="Go on", exact=True).click()
    again.until("s.pose !== null")
    again.idle()
    assert again.state("s.document") == document
    assert again.state("s.rig.mechanism.joints[2].kind") == "ball"
    assert np.abs(again.positions() - posed).max() < 1e-3


def test_a_dropped_file_of_parts_is_analysed(tab: Tab, tmp_path: Path) -> None:
    write_mesh(tmp_path / "lamp.obj", LAMP.mesh)
    tab.page.locator("input[type=file]").set_input_files(tmp_path / "lamp.obj")
    tab.until("s.pose !== null && s.progress === null")
    assert tab.state("s.document.method") == "joints"
    assert tab.state("s.rig.mechanism.joints.length") == 5
    assert tab.page.get_by_text("% sure").count() + tab.page.locator(".joints li").count() >= 5


def test_a_dropped_urdf_opens_with_its_meshes_and_a_missing_one_is_named(tab: Tab, tmp_path: Path) -> None:
    write_mechanism(tmp_path / "arm.urdf", LAMP, RobotOptions(collision="none"))
    meshes = sorted(path for path in tmp_path.rglob("*.obj"))
    assert len(meshes) == len(LAMP.components)
    choose = tab.page.locator("input[type=file]")
    choose.set_input_files([tmp_path / "arm.urdf", *meshes[1:]])
    tab.until("s.toasts.length === 1 && s.progress === null")
    words = tab.state("s.toasts[0].words")
    assert words.startswith("arm.urdf names 1 file that did not come with it: ")
    assert meshes[0].name in words
    choose.set_input_files([tmp_path / "arm.urdf", *meshes])
    tab.until("s.pose !== null && s.progress === null")
    assert tab.state("[s.model.name, s.document.method, s.rig.mechanism.joints.length]") == [
        "arm",
        "joints",
        5,
    ]
    tab.idle()
    assert np.abs(tab.positions() - LAMP.mesh.V).max() < 1e-5


def test_a_joint_is_driven_by_typing_and_by_its_slider_and_handles_go_on_from_there(lamp: Tab) -> None:
    rig = pliant.JointIK(LAMP, LAMP.joints)
    places = [i for i, value in enumerate(rig.joint_values) if value.turns]
    first, second = places[:2]
    limits = [rig.joint_values[i].limits for i in places]
    wanted = np.zeros(len(rig.joint_values))
    wanted[first] = min(0.4, 0.5 * limits[0][1])
    fields = lamp.page.get_by_role("textbox", name="in degrees")
    fields.nth(0).fill(str(np.rad2deg(wanted[first])))
    fields.nth(0).press("Enter")
    lamp.idle()
    assert np.abs(lamp.positions() - rig.at_values(wanted).V).max() < 1e-4
    slider = lamp.page.locator(".drive input[type=range]").nth(second)
    slider.focus()
    for _ in range(4):
        slider.press("ArrowRight")
    lamp.idle()
    weights = np.array(lamp.state("s.document.weights"))
    low, high = limits[1]
    assert abs(weights[second] - 4 * (high - low) / 360) < (high - low) / 360
    np.testing.assert_allclose(np.delete(weights, second), np.delete(wanted, second), atol=1e-6)
    assert np.abs(lamp.positions() - rig.at_values(weights).V).max() < 1e-4
    driven = lamp.positions()
    lamp.drag(lamp.point_at(lamp.state(f"s.pose.reached.get(s.document.handles[{HEAD}].id)")), (3.0, 0.0))
    assert lamp.state("s.document.weights") is None
    assert 0.0 < np.abs(lamp.positions() - driven).max() < 0.1
    lamp.keys("Control+z")
    assert np.abs(lamp.positions() - driven).max() < 1e-4
    lamp.keys(*["Control+z"] * lamp.state("s.history.done.length"))
    assert np.abs(lamp.positions() - LAMP.mesh.V).max() < 1e-4
