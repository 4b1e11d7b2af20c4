"""Small things that a hand expects: Space plays, a click selects one, pins move, the picture survives."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from tests.studio.e2e.conftest import Tab
from tests.studio.fixtures import Start

LOSE = """() => new Promise((done) => {
  const canvas = document.querySelector('.viewport canvas');
  const lost = canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
  canvas.addEventListener('webglcontextrestored', () => setTimeout(done, 0), { once: true });
  const restore = () => setTimeout(() => lost.restoreContext(), 50);
  canvas.addEventListener('webglcontextlost', restore, { once: true });
  lost.loseContext();
})"""


def test_space_plays_clicks_select_one_and_pins_can_be_dragged(tab: Tab) -> None:
    tab.open("Bend a bar")
    tab.keys("a", "k")
    tab.page.get_by_role("switch", name="Stretch").click()
    tab.until("s.overlay !== null")
    tab.page.keyboard.press("Space")
    assert tab.state("s.playing && s.overlay !== null")
    tab.page.keyboard.press("Space")
    tab.page.get_by_role("slider", name="Weight of bent 90°").focus()
    tab.page.keyboard.press("Space")
    assert tab.state("s.playing")
    tab.page.keyboard.press("Space")
    tab.page.get_by_role("spinbutton", name="Current frame").focus()
    tab.page.keyboard.press("Space")
    assert tab.state("s.playing")
    tab.page.keyboard.press("Space")
    tab.keys("Escape", "a")
    assert tab.state("s.selection.length") == 2
    pin = tab.state("s.document.handles.findIndex((handle) => handle.pinned)")
    tab.page.mouse.click(*tab.handle_at(pin))
    assert tab.state("s.selection") == [tab.state(f"s.document.handles[{pin}].id")]
    before = np.array(tab.state(f"s.document.handles[{pin}].target"))
    x, y = tab.handle_at(pin)
    tab.drag((x, y), (-30.0, -20.0))
    assert tab.state(f"s.document.handles[{pin}].pinned")
    assert np.abs(np.array(tab.handle_at(pin)) - [x - 30.0, y - 20.0]).max() < 0.5
    tab.keys("Control+z", "g", "y", ".", "2", "Enter")
    after = np.array(tab.state(f"s.document.handles[{pin}].target"))
    np.testing.assert_allclose(after - before, [0.0, 0.2, 0.0], atol=1e-6)


def test_the_picture_is_the_same_in_a_new_context_and_as_fine_as_the_screen(tab: Tab) -> None:
    tab.open("Bend a bar")
    tab.keys("z")
    canvas = tab.page.locator(".viewport canvas")
    before = canvas.screenshot()
    tab.page.evaluate(LOSE)
    tab.idle()
    assert canvas.screenshot() == before
    wide = canvas.evaluate("e => e.width")
    session = tab.page.context.new_cdp_session(tab.page)
    session.send(
        "Emulation.setDeviceMetricsOverride",
        {"width": 1100, "height": 640, "deviceScaleFactor": 1, "mobile": False},
    )
    tab.until("devicePixelRatio === 1")
    tab.keys("f")
    assert canvas.evaluate("e => e.width") == 2 * wide


def test_quads_are_quads_in_the_wire_frame_and_many_examples_are_searched(
    new_tab: Callable[[], Tab], start: Start, tmp_path: Path
) -> None:
    corners = [f"v {x} {y} {z}" for x in (0, 1) for y in (0, 1) for z in (0, 1)][:-1]
    faces = ["f 1 3 4 2", "f 5 6 8 7", "f 1 2 6 5", "f 3 7 8 4", "f 1 5 7 3", "f 2 4 8 6"]
    for place, kind in enumerate(("jump", "walk")):
        for i in range(10):
            (tmp_path / f"{kind}_{i:02d}.obj").write_text(
                "\n".join([*corners, f"v 1 {1 + place} {1 + 0.05 * i}", *faces])
            )
    tab = new_tab()
    tab.visit(start(tmp_path / "state", str(tmp_path)))
    tab.until("s.pose !== null && s.progress === null")
    assert tab.state("s.model.sides.length / 2") == 12
    inspector = tab.page.get_by_role("complementary", name="Inspector")
    assert inspector.locator("summary").all_inner_texts() == ["jump\n10", "walk\n10"]
    tab.page.get_by_role("searchbox", name="Search the examples").fill("walk_03")
    assert inspector.locator(".example:visible").count() == 1
    assert not inspector.locator("summary").filter(has_text="jump").is_visible()
    tab.page.get_by_role("button", name="In columns").click()
    assert inspector.locator(".columns").count() == 1
