"""Undo, selection, freezing, blending, overlays, exports, keys."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np

import pliant
from pliant import samples
from tests.studio.e2e.conftest import Tab, choose

FREE = 1


def test_undo_and_redo_take_a_whole_drag_at_a_time(bar: Tab) -> None:
    seen, steps = [bar.positions()], bar.state("s.history.done.length")
    for way in ((-40.0, -50.0), (20.0, 30.0)):
        bar.drag(bar.handle_at(FREE), way)
        seen.append(bar.positions())
    assert bar.state("s.history.done.length") == steps + 2
    for key, expected in (("Control+z", 1), ("Control+z", 0), ("Control+Shift+z", 1), ("Control+Shift+z", 2)):
        bar.keys(key)
        assert np.abs(bar.positions() - seen[expected]).max() < 1e-4


def test_delete_removes_what_is_selected_and_undo_brings_it_back(bar: Tab) -> None:
    handles = bar.state("s.document.handles")
    bar.page.mouse.click(*bar.handle_at(FREE))
    bar.keys("Delete")
    assert bar.state("s.document.handles") == handles[:1]
    bar.keys("Control+z")
    assert bar.state("s.document.handles") == handles


def test_a_box_selects_the_handles_inside_it(bar: Tab) -> None:
    x, y = bar.handle_at(FREE)
    bar.keys("b")
    bar.drag((x - 30.0, y - 30.0), (60.0, 60.0))
    assert bar.state("s.selection") == [bar.state(f"s.document.handles[{FREE}].id")]


def test_a_slider_sets_the_blend_that_the_library_gives(bar: Tab) -> None:
    slider = bar.page.get_by_role("slider", name="Weight of bent 90°")
    slider.fill("0.5")
    bar.idle()
    poses = samples.sample("bar")
    weights = bar.state("s.document.weights")
    assert np.allclose(weights, [0.5, 0.5])
    if bar.state("s.document.method") == "meshik":
        expected = pliant.MeshIK(poses).blend(weights)
    else:
        expected = pliant.ReducedIK(poses).blend(weights)
    assert np.abs(bar.positions() - expected).max() < 1e-4


def test_handles_take_a_blend_over_without_a_jump(bar: Tab) -> None:
    bar.page.get_by_role("slider", name="Weight of bent 90°").fill("0.6")
    bar.idle()
    blend = bar.positions()
    bar.page.get_by_role("button", name="Hold this with the handles").click()
    bar.idle()
    assert bar.state("s.document.weights") is None
    assert np.abs(bar.positions() - blend).max() < 0.2  # the pose of two points, near the blend
    reached = bar.state("[...s.pose.reached.values()]")
    assert np.abs(np.subtract(reached, bar.state("s.document.handles.map((h) => h.target)"))).max() < 1e-4


def test_every_overlay_comes_with_its_legend(tab: Tab) -> None:
    tab.open("Bend a bar")
    tab.drag(tab.handle_at(FREE), (-40.0, -60.0))
    for name in ("Distance from the blend", "Stretch"):
        tab.page.get_by_role("switch", name=name).check()
        tab.idle()
        assert tab.page.locator(".legend").is_visible()
        assert tab.page.locator(".legend").get_by_text(name).is_visible()
    choose(tab, "Reduced IK")
    assert not tab.page.locator(".legend").is_visible()
    tab.page.get_by_role("switch", name="Controls").check()
    tab.idle()
    assert tab.page.locator(".legend li").count() > 0


def saved(tab: Tab, folder: Path, item: str | None) -> Path:
    """What the export menu's item gives, or Ctrl-S."""
    with tab.page.expect_download() as download:
        if item is None:
            tab.page.keyboard.press("Control+s")
        else:
            tab.page.get_by_role("button", name="Export").click()
            tab.page.get_by_role("menuitem", name=item).click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def test_exports_hold_the_pose_on_the_screen(bar: Tab, tmp_path: Path) -> None:
    bar.drag(bar.handle_at(FREE), (-40.0, -60.0))
    shown = bar.positions()
    for item in ("OBJ", "PLY", "GLB"):
        path = saved(bar, tmp_path, item)
        assert path.suffix == f".{item.lower()}"
        assert np.abs(pliant.read_mesh(path).V - shown).max() < 1e-4


def test_the_saved_rig_poses_as_the_page_does(bar: Tab, tmp_path: Path) -> None:
    bar.drag(bar.handle_at(FREE), (-40.0, -60.0))
    rig = pliant.open_rig(saved(bar, tmp_path, None))
    handles = bar.state("s.document.handles")
    points = pliant.Anchors([h["face"] for h in handles], [h["barycentric"] for h in handles])
    pose = rig.grab(points).drag([h["target"] for h in handles])
    assert np.abs(pose.V - bar.positions()).max() < 1e-4


def test_the_script_gives_the_same_pose(bar: Tab, tmp_path: Path) -> None:
    bar.drag(bar.handle_at(FREE), (-40.0, -60.0))
    steps = runpy.run_path(str(saved(bar, tmp_path, "Python script")))["steps"]
    assert np.abs(steps[-1][1] - bar.positions()).max() < 1e-4


def test_learning_again_takes_the_wanted_number_of_controls(tab: Tab) -> None:
    tab.open("Bend a bar")
    choose(tab, "Reduced IK")
    tab.page.get_by_label("How many controls").fill("5")
    tab.page.get_by_role("button", name="Learn", exact=True).click()
    tab.until("s.rig.controls === 5 && s.progress === null")
    tab.idle()
    tab.drag(tab.handle_at(FREE), (-40.0, -60.0))
    assert (
        np.abs(
            np.subtract(
                tab.state("[...s.pose.reached.values()]"),
                tab.state("s.document.handles.map((h) => h.target)"),
            )
        ).max()
        < 1e-4
    )


def test_switching_the_method_keeps_the_handles_and_can_be_undone(tab: Tab) -> None:
    tab.open("Bend a bar")
    handles = tab.state("s.document.handles")
    choose(tab, "Reduced IK")
    assert tab.state("s.document.handles") == handles
    tab.keys("Control+z")
    tab.until("s.rig.method === 'meshik'")
    assert tab.state("s.document.method") == "meshik"


def test_keys_turn_the_view_and_leave_the_document_alone(bar: Tab) -> None:
    document = bar.state("s.document")
    # From the front, the side and the top, a vertex beside the axis is seen at other places.
    places = []
    for key in ("1", "3", "7"):
        bar.page.keyboard.press(key)
        bar.page.wait_for_timeout(300)
        bar.idle()
        places.append(bar.vertex_at(70))
    assert len({tuple(np.round(place)) for place in places}) == 3
    for key, slice_ in (("5", "!s.perspective"), ("z", "s.wire"), ("n", "!s.panels"), ("?", "s.help")):
        bar.keys(key)
        assert bar.state(slice_)
    assert bar.state("s.document") == document


def test_every_control_has_a_name(bar: Tab) -> None:
    nameless = bar.page.evaluate(
        """() => [...document.querySelectorAll('button, input, [role=slider], canvas')].filter((e) => !(
          e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length
        )).map((e) => e.outerHTML)"""
    )
    assert nameless == []
