"""The selected handle: gizmo, name and numbers, snapping, what it looks at, and sets that are kept."""

from __future__ import annotations

import numpy as np

from tests.studio.e2e.conftest import Tab

# Side of a cell of the snapping grid for the bar: the round number below a fiftieth of its diagonal.
CELL = 0.02


def grip(tab: Tab, name: str) -> tuple[float, float]:
    """Where a part of the gizmo can be pressed: the middle of its outermost stroke, or of its box."""
    x, y = tab.page.locator(f".gizmo .grip[aria-label='{name}'] :is(.tip, .square)").first.evaluate(
        "e => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }"
    )
    return x, y


def target(tab: Tab, index: int) -> np.ndarray:
    return np.array(tab.state(f"s.document.handles[{index}].target"))


def test_a_selected_handle_is_moved_by_arrow_square_number_and_snap(tab: Tab) -> None:
    tab.open("Bend a bar")
    free = tab.free()
    tab.page.mouse.click(*tab.handle_at(free))
    tab.keys("w")
    before = target(tab, free)
    tab.drag(grip(tab, "Move along Y"), (0.0, -40.0))
    moved = target(tab, free) - before
    assert moved[1] > 0.03
    assert np.abs(moved[[0, 2]]).max() < 1e-9
    before = target(tab, free)
    tab.drag(grip(tab, "Move across Y"), (-30.0, 12.0))
    moved = target(tab, free) - before
    assert abs(moved[1]) < 1e-6
    assert np.abs(moved).max() > 0.02
    tab.page.get_by_role("tab", name="Handles").click()
    place = tab.page.get_by_role("spinbutton", name="Place along X")
    place.fill("1.5")
    place.press("Enter")
    assert target(tab, free)[0] == 1.5
    name = tab.page.get_by_role("textbox", name="Name of the handle")
    name.fill("tip")
    name.press("Enter")
    assert tab.page.locator(".handles .pick").filter(has_text="tip").is_visible()
    tab.page.get_by_role("button", name="Grid").click()
    place.fill("1.0")
    place.press("Enter")
    tab.drag(grip(tab, "Move along Y"), (0.0, -25.0))
    cells = target(tab, free)[1] / CELL
    assert abs(cells - round(cells)) < 1e-6
    assert tab.state("s.history.done.at(-1).label") == "Move tip"
    tab.keys("Control+z", "Control+z", "Control+z")
    assert tab.state(f"s.document.handles[{free}].name") == ""


def test_sets_distance_and_looking_are_kept_in_the_document(tab: Tab) -> None:
    tab.open("Bend a bar")
    free = tab.free()
    other = 1 - free
    tab.page.get_by_role("tab", name="Handles").click()
    tab.page.get_by_role("textbox", name="Name of the set").fill("ends")
    tab.page.get_by_role("button", name="Keep").click()
    ids = tab.state("s.document.handles.map((handle) => handle.id)")
    tab.page.mouse.click(*tab.handle_at(other))
    tab.page.get_by_role("combobox", name="Looks at").select_option(str(ids[free]))
    assert tab.state(f"s.document.handles[{other}].looks") == ids[free]
    before = tab.state(f"s.document.handles[{other}].turn")
    tab.drag(tab.handle_at(free), (0.0, -60.0))
    turned = np.array(tab.state(f"s.document.handles[{other}].turn")) - before
    assert np.abs(turned).max() > 0.05
    tab.keys("a")
    distance = tab.page.get_by_role("spinbutton", name="Distance")
    apart = np.linalg.norm(target(tab, 0) - target(tab, 1))
    assert abs(float(distance.input_value()) - apart) < 1e-3
    distance.fill(str(0.8 * apart))
    distance.press("Enter")
    tab.idle()
    assert abs(np.linalg.norm(target(tab, 0) - target(tab, 1)) - 0.8 * apart) < 1e-6
    tab.page.get_by_role("button", name="Remove all").click()
    tab.page.reload()
    tab.until("s.pose !== null && s.document.handles.length === 0")
    tab.page.get_by_role("button", name="Take the handles ends").click()
    tab.idle()
    assert tab.state("s.document.handles.length") == 2
    assert (
        np.abs(
            np.array(tab.state("s.document.handles.map((h) => s.pose.reached.get(h.id))"))
            - tab.state("s.document.handles.map((h) => h.target)")
        ).max()
        < 1e-3
    )
