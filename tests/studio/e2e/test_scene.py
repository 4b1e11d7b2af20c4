"""Companions and things to stand on: placed by hand and by numbers, stood on, kept and undone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image, ImageSequence

from pliant.io import write_mesh
from pliant.mesh import Mesh
from tests.studio.e2e.conftest import Tab
from tests.studio.e2e.test_timeline import go_to


def added(tab: Tab, name: str) -> None:
    """A simple shape, by its button; then it stands there and is selected."""
    count = tab.state("s.document.props.length")
    tab.page.get_by_role("tab", name="Scene").click()
    tab.page.get_by_role("button", name=name, exact=True).click()
    tab.until(f"s.document.props.length === {count + 1}")
    tab.idle()


def prop(tab: Tab) -> dict:
    return tab.state("s.document.props.at(-1)")


def picture(tab: Tab) -> str:
    tab.idle()
    return tab.page.evaluate("window.pliant.picture()")


def test_a_prop_is_dragged_across_the_floor_turned_scaled_hidden_removed_and_undone(tab: Tab) -> None:
    tab.open("Bend a bar")
    empty = picture(tab)
    added(tab, "Box")
    first = prop(tab)
    assert first["at"][1] == tab.state("Math.min(...s.model.V.filter((_, i) => i % 3 === 1))")
    assert picture(tab) != empty
    x, y = tab.point_at([first["at"][0], first["at"][1] + 0.02, first["at"][2]])
    tab.drag((x, y), (40, 10))
    there = prop(tab)["at"]
    assert abs(there[1] - first["at"][1]) < 1e-9
    assert np.linalg.norm(np.subtract(there, first["at"])) > 0.1
    tab.keys("r", "9", "0", "Enter")
    np.testing.assert_allclose(prop(tab)["turn"], [0, np.pi / 2, 0], atol=1e-12)
    tab.keys("s", "2", "Enter")
    assert prop(tab)["scale"] == 2
    tab.page.get_by_label("Prop along X").fill("-1.5")
    tab.page.keyboard.press("Enter")
    assert prop(tab)["at"][0] == -1.5
    shown = picture(tab)
    tab.page.get_by_role("button", name="Hide Box").click()
    assert picture(tab) != shown
    tab.keys("Control+z")
    assert picture(tab) == shown
    tab.page.mouse.move(300, 600)
    tab.keys("Delete")
    assert tab.state("s.document.props") == []
    for _ in range(5):
        tab.keys("Control+z")
    assert prop(tab) == first


def test_props_and_companions_come_back_with_the_session_and_its_copy(tab: Tab) -> None:
    tab.open("Bend a bar")
    added(tab, "Stairs")
    tab.page.get_by_label("Add a sample").select_option("flag")
    tab.until("s.document.props.length === 2")
    tab.idle()
    props, shown = tab.state("s.document.props"), tab.positions()
    tab.page.reload()
    tab.until("s.pose !== null && s.propShapes.size === 2")
    assert tab.state("s.document.props") == props
    tab.page.get_by_role("button", name="Session bar").click()
    tab.page.get_by_role("menuitem", name="Save as").click()
    tab.page.keyboard.type("Scene")
    tab.page.keyboard.press("Enter")
    tab.until("s.session.title.startsWith('Scene')")
    tab.page.reload()
    tab.until("s.pose !== null && s.propShapes.size === 2")
    assert tab.state("s.document.props") == props
    np.testing.assert_allclose(tab.positions(), shown, atol=1e-3)


def test_a_handle_that_is_pulled_into_a_box_stands_on_it(tab: Tab) -> None:
    tab.open("Bend a bar")
    added(tab, "Box")
    free = tab.free()
    x, y, z = tab.state(f"s.document.handles[{free}].target")
    low = prop(tab)["at"][1]
    top = low + 0.12 * tab.state("s.model.diagonal")
    # The box comes under the handle, which is then pulled down into it.
    for axis, value in (("X", x), ("Z", z)):
        tab.page.get_by_label(f"Prop along {axis}").fill(str(value))
        tab.page.keyboard.press("Enter")
    tab.page.get_by_role("tab", name="Handles").click()
    tab.page.locator(".handles .pick").nth(free).click()
    tab.page.mouse.move(200, 600)
    tab.keys("g", "y", *f"{(low + top) / 2 - y:.3f}", "Enter")
    target = tab.state(f"s.document.handles[{free}].target")
    np.testing.assert_allclose(target, [x, top, z], atol=1e-5)
    tab.keys("Control+z")
    tab.page.get_by_role("tab", name="Scene").click()
    tab.page.get_by_text("Handles stand on props").click()
    tab.page.get_by_role("tab", name="Handles").click()
    tab.page.locator(".handles .pick").nth(free).click()
    tab.page.mouse.move(200, 600)
    tab.keys("g", "y", *f"{(low + top) / 2 - y:.3f}", "Enter")
    assert tab.state(f"s.document.handles[{free}].target[1]") < top - 0.01


def test_files_become_a_companion_and_the_posed_model_another(tab: Tab, tmp_path: Path) -> None:
    tab.open("Bend a bar")
    V = [[0, 0, 0], [1, 0, 0], [0, 0, 1], [0, 1, 0]]
    write_mesh(tmp_path / "tent.obj", Mesh.of(V, [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]]))
    tab.page.get_by_role("tab", name="Scene").click()
    tab.page.get_by_label("Choose files of a companion").set_input_files(tmp_path / "tent.obj")
    tab.until("s.document.props.length === 1")
    assert prop(tab)["name"] == "tent"
    assert tab.state("s.propShapes.get(s.document.props[0].shape).V.length") == 12
    tab.drag(tab.handle_at(tab.free()), (-40, 30))
    posed = tab.positions()
    tab.page.get_by_role("button", name="Copy of this pose").click()
    tab.until("s.document.props.length === 2")
    copy = np.array(tab.state("[...s.propShapes.get(s.document.props[1].shape).V]")).reshape(-1, 3)
    np.testing.assert_allclose(np.ptp(copy, axis=0), np.ptp(posed, axis=0), atol=2e-3)
    assert tab.state("s.model.name") == "bar"


def filmed(tab: Tab, file: Path) -> np.ndarray:
    """(frames, height, width, 3) the film of the view, as the page hands it out."""
    tab.page.get_by_role("button", name="Export").click()
    tab.page.get_by_label("Size of the film").select_option("Small")
    with tab.page.expect_download() as download:
        tab.page.get_by_role("menuitem", name="Film of this view as WEBP").click()
    download.value.save_as(file)
    tab.until("s.progress === null && s.exporting === null")
    assert tab.state("s.toasts.filter((toast) => toast.bad)") == []
    with Image.open(file) as film:
        pictures = [np.asarray(frame.convert("RGB"), float) for frame in ImageSequence.Iterator(film)]
    return np.array(pictures)


def test_a_film_shows_companions_and_props_where_the_view_shows_them(tab: Tab, tmp_path: Path) -> None:
    tab.open("Bend a bar")
    tab.page.get_by_label("Last frame of the range").fill("3")
    tab.page.get_by_label("Last frame of the range").press("Enter")
    tab.page.locator("canvas").first.focus()
    tab.keys("k")
    go_to(tab, 3)
    tab.drag(tab.handle_at(tab.free()), (-40.0, -40.0))
    tab.keys("k")
    added(tab, "Box")
    tab.page.get_by_label("Add a sample").select_option("flag")
    tab.until("s.document.props.length === 2")
    tab.idle()
    with_both = filmed(tab, tmp_path / "both.webp")
    tab.page.get_by_role("button", name="Hide Box").click()
    tab.idle()
    with_flag = filmed(tab, tmp_path / "flag.webp")
    tab.page.get_by_role("button", name="Hide flag").click()
    tab.idle()
    bare = filmed(tab, tmp_path / "bare.webp")
    assert len(bare) == len(with_both) == len(with_flag) == 3
    assert np.abs(bare[2] - bare[0]).max() > 50, "the bar moves"
    box, flag = (_middle_in_film(tab, index, bare.shape[2]) for index in range(2))
    for both, one, none in zip(with_both, with_flag, bare, strict=True):
        assert np.abs(both[box] - one[box]).max() > 15
        assert np.abs(one[box] - none[box]).max() < 5
        assert np.abs(one[flag] - none[flag]).max() > 15


def _middle_in_film(tab: Tab, index: int, width: int) -> tuple[int, int]:
    """Row and column of a film where the middle of a prop is."""
    prop = f"s.document.props[{index}]"
    at, V = tab.state(f"[{prop}.at, [...s.propShapes.get({prop}.shape).V]]")
    x, y = tab.point_at(list(np.reshape(V, (-1, 3)).mean(axis=0) + at))
    canvas = tab.page.locator("canvas").first.bounding_box()
    scale = width / canvas["width"]
    return round(scale * (y - canvas["y"])), round(scale * (x - canvas["x"]))
