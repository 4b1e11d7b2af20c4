"""Joint IK in the page: a lamp pulled by its head, its joints and parts corrected, and nothing lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import pliant
from pliant.io import write_mesh
from pliant.methods.joints import editing
from pliant.samples import mechanism
from tests.studio.conftest import Start
from tests.studio.e2e.conftest import Tab

LAMP = mechanism("lamp")
# The base is pinned at three points; the fourth handle is on the shade.
HEAD = 3
WAY = (-40.0, 30.0)


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
    assert lamp.state("s.document.edits.length") == 2
    lamp.drag(lamp.handle_at(HEAD), WAY)
    assert abs(np.degrees(values(lamp)[joint, 0])) <= bound + 0.01


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


def test_parts_are_joined_merged_and_a_refused_edit_is_taken_back(lamp: Tab) -> None:
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
    lamp.until("s.document.painted !== null")
    lamp.page.get_by_role("button", name="Hinge", exact=True).click()
    lamp.until("s.rig.mechanism.components.length === 7")
    assert lamp.state("s.rig.mechanism.joints.length") == 6
    assert lamp.state("s.document.painted") is None
    lamp.keys("Control+z")
    lamp.until("s.rig.mechanism.components.length === 6 && s.document.painted !== null")


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
