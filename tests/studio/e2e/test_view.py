"""The view: the selection is framed and gone around, places are kept, parts hidden, a picture is behind."""

from __future__ import annotations

import base64
from io import BytesIO

import numpy as np
from PIL import Image

from tests.studio.e2e.conftest import Tab

DROP = """(data) => {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const transfer = new DataTransfer();
  transfer.items.add(new File([bytes], 'pose.png', { type: 'image/png' }));
  const event = new DragEvent('drop', { dataTransfer: transfer, bubbles: true });
  document.getElementById('studio').dispatchEvent(event);
}"""


def camera(tab: Tab) -> np.ndarray:
    return np.array(tab.page.evaluate("window.pliant.camera()"))


def picture(tab: Tab) -> np.ndarray:
    encoded = tab.page.evaluate("window.pliant.picture()").partition(",")[2]
    return np.asarray(Image.open(BytesIO(base64.b64decode(encoded))).convert("L"), dtype=float)


def test_the_view_follows_what_is_selected_and_comes_back_with_the_session(tab: Tab) -> None:
    tab.open("Open a lamp")
    canvas = tab.page.locator("canvas").first
    free = tab.free()
    place = np.array(tab.state(f"s.document.handles[{free}].target"))
    tab.page.mouse.click(*tab.point_at(place.tolist()))
    tab.keys("f")
    assert np.abs(camera(tab)[:3] - place).max() < 1e-6, "the handle is in the middle"

    tab.page.get_by_role("button", name="Lens, light").click()
    tab.page.get_by_role("button", name="Keep this view").click()
    kept = camera(tab)
    tab.page.get_by_label("Orbit about what is selected").check()
    tab.page.get_by_role("radio", name="Stripes").click()
    tab.page.get_by_role("radio", name="Back").click()
    canvas.focus()
    tab.keys("1")
    tab.page.mouse.move(300.0, 300.0)
    tab.page.mouse.wheel(0.0, 400.0)
    seen = tab.point_at(place.tolist())
    tab.page.mouse.move(300.0, 300.0)
    tab.page.mouse.down(button="middle")
    tab.page.mouse.move(380.0, 340.0, steps=4)
    tab.page.mouse.up(button="middle")
    assert np.abs(np.subtract(tab.point_at(place.tolist()), seen)).max() < 0.5, "the selection stays"
    tab.page.get_by_role("button", name="Lens, light").click()
    tab.page.get_by_role("button", name="Go to bookmark 1").click()
    tab.idle()
    assert np.abs(camera(tab) - kept).max() < 1e-9
    canvas.focus()

    hint = tab.page.get_by_role("note").filter(has_text="Drag this")
    assert hint.is_visible()
    tab.keys("h")
    hidden = tab.state("s.seen.hidden")
    assert len(hidden) == 1
    assert not hint.is_visible(), "what is hidden cannot be dragged"
    handle = tab.state(f"s.document.handles[{free}]")
    tab.page.mouse.move(600, 150)  # off the model and its cards: there is nothing to isolate
    tab.keys("Escape", "Alt+h", "Shift+h")
    tab.page.mouse.click(*tab.point_at(handle["target"]))
    tab.keys("Shift+h")
    assert hidden[0] not in tab.state("s.seen.hidden")
    assert len(tab.state("s.seen.hidden")) > 1

    tab.page.keyboard.press("y")
    tab.page.wait_for_timeout(300)
    tab.page.keyboard.press("y")
    tab.idle()
    assert camera(tab)[3] != kept[3], "the camera went around"
    dropped = BytesIO()
    Image.new("RGB", (40, 30), "red").save(dropped, "PNG")
    tab.page.evaluate(DROP, base64.b64encode(dropped.getvalue()).decode())
    tab.until("s.reference !== null")
    assert tab.state("s.model.name") == "lamp", "an image opens no other model"

    seen_now = tab.state("s.seen")
    tab.page.wait_for_timeout(400)
    tab.page.reload()
    tab.until("s.pose !== null && s.progress === null && s.reference !== null")
    assert tab.state("s.seen") == seen_now


# Levels of 255 that a compressed picture may be off by, but for a few pixels beside outlines.
COMPRESSED, BUT_FOR = 8.0, 1e-2


def test_creases_are_darker_where_they_are_shaded_and_nothing_is_brighter(tab: Tab) -> None:
    tab.open("Open a lamp")
    assert tab.state("s.occlusion") is False, "drawn by software: not unless asked for"
    for matcap in ("None", "Pearl"):
        tab.page.get_by_role("button", name="Lens, light").click()
        tab.page.get_by_role("radio", name=matcap).click()
        tab.page.get_by_label("Shade creases").uncheck()
        plain = picture(tab)
        tab.page.get_by_label("Shade creases").check()
        shaded = picture(tab)
        tab.page.keyboard.press("Escape")
        assert (plain - shaded).max() > 2 * COMPRESSED
        assert np.quantile(shaded - plain, 1.0 - BUT_FOR) < COMPRESSED
