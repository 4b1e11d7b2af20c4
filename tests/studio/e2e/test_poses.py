"""The library of poses, left and right, reset, copy and paste: each by its buttons and keys."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from pliant.io import write_mesh
from tests.methods.elastic.test_cells import cylinder
from tests.studio.e2e.conftest import Tab
from tests.studio.fixtures import Start

# A pose that is taken is solved again from elsewhere; positions come in single precision.
SAME = 2e-3
BAR = "Bend a bar"


def press(tab: Tab, name: str) -> None:
    tab.page.get_by_role("button", name=name, exact=True).click()
    tab.idle()


def library(tab: Tab) -> None:
    tab.page.get_by_role("tab", name="Poses", exact=True).click()


def apart(tab: Tab, V: np.ndarray) -> float:
    """The farthest that a vertex is from where it should be, in diagonals."""
    return float(np.abs(tab.positions() - V).max()) / tab.state("s.model.diagonal")


def keep(tab: Tab) -> None:
    count = tab.state("s.document.poses.length")
    press(tab, "Keep pose")
    tab.until(f"s.document.poses.length === {count + 1}")


def image(tab: Tab, V: np.ndarray) -> np.ndarray:
    """A pose of the cylinder, mirrored."""
    return V[np.array(tab.state("Array.from(s.partner)"))] * [-1.0, 1.0, 1.0] + [6.0, 0.0, 0.0]


def labels(tab: Tab) -> list[str]:
    return tab.state("s.history.done.map((one) => one.label)")


def test_poses_are_kept_taken_blended_reset_copied_and_come_back(
    new_tab: Callable[[], Tab], start: Start, tmp_path: Path
) -> None:
    server, tab = start(tmp_path / "state"), new_tab()
    tab.visit(server)
    tab.open(BAR)
    library(tab)
    free = tab.free()
    rest = tab.positions()
    tab.drag(tab.handle_at(free), (-60.0, -60.0))
    bent = tab.positions()
    assert apart(tab, rest) > 0.05
    keep(tab)
    # Rest, for all and for what is selected.
    press(tab, "Take Rest")
    assert apart(tab, rest) < SAME
    press(tab, "Take Pose 1")
    assert apart(tab, bent) < SAME
    tab.page.get_by_role("radio", name="Selected").click()
    tab.page.keyboard.press("Shift+R")
    tab.idle()
    home = np.array(tab.state(f"s.document.handles[{free}].target"))
    tab.keys("Control+z")
    assert np.abs(home - tab.state(f"s.document.handles[{free}].target")).max() > 0.05
    tab.page.get_by_role("radio", name="Whole pose").click()
    # Half of the way, as one step.
    press(tab, "Take Rest")
    before = np.array(tab.state(f"s.document.handles[{free}].target"))
    steps = len(labels(tab))
    slider = tab.page.get_by_label("Blend to Pose 1")
    slider.evaluate(
        "(e) => { for (const v of [0.2, 0.5]) { e.value = v; e.dispatchEvent(new Event('input')); } }"
    )
    slider.evaluate("(e) => e.dispatchEvent(new Event('change'))")
    tab.idle()
    half = np.array(tab.state(f"s.document.handles[{free}].target"))
    goal = np.array(tab.state(f"s.document.poses[0].handles[{free}].target"))
    np.testing.assert_allclose(half, (before + goal) / 2.0, atol=SAME)
    assert labels(tab)[steps:] == ["Blend to Pose 1"]
    # Copied here, pasted in another tab; another model refuses it.
    press(tab, "Take Pose 1")
    tab.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tab.page.keyboard.press("Control+c")
    text = tab.page.evaluate("navigator.clipboard.readText()")
    press(tab, "Take Rest")
    tab.page.keyboard.press("Control+v")
    tab.idle()
    assert labels(tab)[-1] == "Take the copied pose"
    assert apart(tab, bent) < SAME
    # Named, removed, brought back; all of it is there after a reload.
    name = tab.page.get_by_label("Name of Pose 1")
    name.fill("bow")
    name.press("Enter")
    press(tab, "Remove bow")
    assert tab.state("s.document.poses.length") == 0
    tab.keys("Control+z")
    tab.until("s.kept.sent === s.kept.safe")
    tab.page.reload()
    tab.until("s.pose !== null && s.progress === null && s.shapes.size === 1")
    press(tab, "Take Rest")
    press(tab, "Take bow")
    assert apart(tab, bent) < SAME
    # As a file, there and back.
    with tab.page.expect_download() as download:
        tab.page.get_by_role("button", name="Export bow").click()
    download.value.save_as(tmp_path / "bow.pose.json")
    assert (tmp_path / "bow.pose.json").read_text()[:20] == text[:20]
    tab.page.get_by_label("Files of poses").set_input_files(tmp_path / "bow.pose.json")
    tab.until("s.document.poses.length === 2")
    # Both become examples, beside those of the sample.
    own = tab.state("s.model.examples.length")
    tab.page.get_by_role("button", name="Pose from 2 more examples").click()
    tab.until(
        f"s.model !== null && s.model.examples.length === {own} + 2 && s.pose !== null && s.progress === null"
    )
    assert tab.state("s.model.examples.slice(-2)") == ["bow", "bow 2"]


def test_left_and_right_change_places_follow_each_other_and_are_refused_where_there_are_none(
    new_tab: Callable[[], Tab], start: Start, tmp_path: Path
) -> None:
    mesh = cylinder(16, 30)
    write_mesh(tmp_path / "pole.obj", mesh)
    server, tab = start(tmp_path / "state", str(tmp_path / "pole.obj")), new_tab()
    tab.visit(server)
    tab.until("s.pose !== null && s.progress === null")
    tab.idle()
    library(tab)
    free = tab.free()
    tab.drag(tab.handle_at(free), (-20.0, -50.0), steps=6)
    tab.until("s.pose.status === 'converged'")
    pulled = tab.positions()
    press(tab, "Flip")
    tab.until("s.pose.status === 'converged'")
    tab.idle()
    # Its ends are left and right: it lies along x, from 0 to 6.
    np.testing.assert_allclose(tab.state("[...s.plane.normal, s.plane.offset]"), [1, 0, 0, 3], atol=1e-4)
    assert apart(tab, pulled) > 0.05
    assert apart(tab, image(tab, pulled)) < 0.01
    # Flipped twice, it is as it was.
    tab.keys("Shift+X")
    tab.until("s.pose.status === 'converged'")
    tab.idle()
    assert apart(tab, pulled) < 0.01
    # Both sides are pulled at once: the model is its own image.
    press(tab, "Take Rest")
    tab.keys("x")
    tab.drag(tab.handle_at(free), (30.0, -40.0), steps=6)
    assert labels(tab)[-1].endswith("on both sides")
    tab.until("s.pose.status === 'converged'")
    tab.idle()
    assert np.abs(tab.positions() - mesh.V).max() > 0.03 * mesh.diagonal
    assert apart(tab, image(tab, tab.positions())) < 0.01
    # A model that is not symmetric says so.
    along = mesh.V[:, 0]
    spiral = np.stack([0.0 * along, np.cos(along), np.sin(along)], axis=1) * 0.25 * along[:, None] ** 2
    write_mesh(tmp_path / "spiral.obj", mesh.moved(mesh.V + spiral))
    tab.page.get_by_role("button", name="Open another model").click()
    tab.page.get_by_label("Choose files").set_input_files(tmp_path / "spiral.obj")
    tab.until("s.pose !== null && s.progress === null && s.model.name === 'spiral'")
    library(tab)
    press(tab, "Flip")
    tab.until("s.asymmetric !== null")
    assert tab.page.get_by_role("button", name="Flip", exact=True).is_disabled()
    assert tab.page.locator(".poses").get_by_text("not symmetric").is_visible()
