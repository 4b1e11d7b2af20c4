"""What surrounds the mesh: compass, way up, narrow windows, recent files, restarts, legend, cancel."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from pliant import samples
from pliant.io import write_mesh
from tests.studio.e2e.conftest import Tab
from tests.studio.fixtures import Start

FREE = 1
NARROW = {"width": 1024, "height": 700}
WIDE = {"width": 1280, "height": 720}


def seen(tab: Tab, axis: int) -> np.ndarray:
    """The unit vector of an axis of the model, as pixels to the right and up, in a parallel view."""
    middle = tab.positions().mean(axis=0)
    here, there = (np.array(tab.point_at([*(middle + np.eye(3)[axis] * s)])) for s in (0.0, 1.0))
    return (there - here) * (1.0, -1.0)


def turned(tab: Tab) -> None:
    """Wait until the camera has turned, or the window has taken its new size."""
    tab.page.wait_for_timeout(250)
    tab.idle()


@pytest.mark.parametrize(
    ("end", "axis", "right"),
    [("X", 0, (2, -1)), ("minus X", 0, (2, 1)), ("Y", 1, (0, 1)), ("Z", 2, (0, 1)), ("minus Z", 2, (0, -1))],
)
def test_an_end_of_the_compass_is_looked_from(tab: Tab, end: str, axis: int, right: tuple[int, int]) -> None:
    tab.open("Bend a bar")
    document = tab.state("s.document")
    tab.keys("5")
    button = tab.page.get_by_role("button", name=f"Look from {end}", exact=True)
    if "minus" in end:
        button.press("Enter")
    else:
        button.click()
    turned(tab)
    other, sign = right
    size = np.abs(seen(tab, other)).max()
    assert np.abs(seen(tab, axis)).max() < 0.01 * size
    assert sign * seen(tab, other)[0] > 0.99 * size
    assert tab.state("s.document") == document


def test_with_control_the_keys_of_the_views_show_the_other_side(tab: Tab) -> None:
    tab.open("Bend a bar")
    tab.keys("5")
    for key, axis in (("1", 0), ("3", 2)):
        sides = []
        for chord in (key, f"Control+{key}"):
            tab.keys(chord)
            turned(tab)
            sides.append(seen(tab, axis))
        assert np.abs(sides[0] + sides[1]).max() < 0.01 * np.abs(sides[0]).max()
    heights = []
    for chord in ("7", "Control+7"):
        tab.keys(chord)
        turned(tab)
        heights.append(seen(tab, 2)[1])
    assert heights[0] < 0 < heights[1]


def test_z_is_up_for_one_model_and_remembered_by_its_name(tab: Tab) -> None:
    tab.open("Bend a bar")
    document, positions = tab.state("s.document"), tab.positions()
    tab.keys("5")
    tab.page.get_by_role("button", name="Z is up").click()
    tab.idle()
    up = seen(tab, 2)
    assert up[1] > 10 * abs(up[0])
    tab.keys("1")
    turned(tab)
    front = seen(tab, 0)
    assert front[0] > 100 * abs(front[1])
    np.testing.assert_array_equal(tab.positions(), positions)
    assert tab.state("s.document") == document
    tab.page.reload()
    tab.until("s.pose !== null")
    assert tab.state("s.up") == "z"
    tab.page.get_by_role("button", name="Open another model").click()
    tab.open("Wave a flag")
    assert tab.state("s.up") == "y"
    tab.until("s.thumbnails.size === s.model.examples.length")


def test_a_narrow_window_has_the_inspector_in_a_drawer(tab: Tab) -> None:
    tab.open("Bend a bar")
    tab.page.set_viewport_size(NARROW)
    tab.until("s.narrow")
    inspector = tab.page.get_by_role("complementary", name="Inspector")
    opener = tab.page.get_by_role("button", name="Inspector", exact=True)
    assert not inspector.is_visible()
    width = tab.page.evaluate("document.querySelector('.viewport').clientWidth")
    assert width > 900
    for close in ("Escape", "n", "button"):
        opener.click() if close != "n" else tab.keys("n")
        assert inspector.is_visible()
        assert tab.page.evaluate("document.querySelector('.viewport').clientWidth") == width
        tab.page.get_by_role("switch").first.focus()
        if close == "button":
            tab.page.get_by_role("button", name="Close the inspector").click()
        else:
            tab.keys(close)
        assert not inspector.is_visible()
    assert opener.evaluate("e => e === document.activeElement")
    assert tab.state("s.panels")
    tab.page.set_viewport_size(WIDE)
    tab.until("!s.narrow")
    assert inspector.is_visible()
    assert not opener.is_visible()
    assert not tab.page.get_by_role("button", name="Close the inspector").is_visible()
    assert inspector.evaluate("e => e.clientWidth") in (319, 320)


def test_escape_ends_a_gesture_first_and_then_the_drawer(tab: Tab) -> None:
    tab.open("Bend a bar")
    tab.page.set_viewport_size(NARROW)
    tab.until("s.narrow")
    tab.until("document.querySelector('.viewport canvas').clientWidth > 900")
    turned(tab)
    tab.page.mouse.click(*tab.handle_at(FREE))
    tab.until("s.selection.length === 1")
    before = tab.state("s.document")
    tab.page.keyboard.press("n")
    tab.page.keyboard.press("g")
    tab.page.mouse.move(300.0, 300.0, steps=4)
    tab.until("s.gesture !== null && s.drawer")
    tab.keys("Escape")
    assert tab.state("s.gesture === null && s.drawer")
    assert tab.state("s.document") == before
    tab.keys("Escape")
    assert not tab.state("s.drawer")


def test_what_was_opened_by_path_is_offered_on_the_start_page(
    new_tab: Callable[[], Tab], start: Start, tmp_path: Path
) -> None:
    poses = samples.sample("bar")
    folder = tmp_path / "models" / "bridge"
    folder.mkdir(parents=True)
    for i, V in enumerate(poses.V):
        write_mesh(folder / f"{i}.obj", poses.mesh.moved(V))
    tab = new_tab()
    server = start(tmp_path / "state", str(folder))
    tab.visit(server)
    tab.until("s.pose !== null")
    assert server.interrupt() == 0
    again = new_tab()
    again.visit(start(tmp_path / "state"))
    recent = again.page.get_by_role("region", name="Recent")
    assert recent.get_by_role("button").count() == 1
    assert str(folder.parent) in recent.inner_text()
    recent.get_by_role("button", name="bridge").click()
    again.until("s.pose !== null && s.model.name === 'bridge'")


def test_without_recent_files_the_start_page_has_no_list(tab: Tab) -> None:
    assert not tab.page.get_by_role("region", name="Recent").is_visible()


def test_an_open_tab_goes_on_with_a_restarted_server(
    new_tab: Callable[[], Tab], start: Start, tmp_path: Path
) -> None:
    server = start(tmp_path / "state")
    tab = new_tab()
    tab.visit(server)
    tab.open("Bend a bar")
    tab.drag(tab.handle_at(FREE), (-40.0, -40.0))
    posed, document = tab.positions(), tab.state("s.document")
    server.kill()
    tab.until("s.connection === 'lost'")
    assert tab.page.get_by_text("The server is away").is_visible()
    start(tmp_path / "state")
    tab.until("s.connection === 'open' && s.pose !== null")
    tab.idle()
    assert not tab.page.get_by_text("The server is away").is_visible()
    assert tab.state("s.document") == document
    assert np.abs(tab.positions() - posed).max() < 1e-4
    before = tab.positions()
    tab.drag(tab.handle_at(FREE), (30.0, 20.0))
    assert np.abs(tab.positions() - before).max() > 0.01


def test_a_page_that_the_server_does_not_know_is_sent_to_the_terminal(
    new_tab: Callable[[], Tab], start: Start, tmp_path: Path
) -> None:
    server = start(tmp_path / "state")
    for token in ("guess", ""):
        tab = new_tab()
        sockets: list[str] = []
        tab.page.on("websocket", lambda socket, sockets=sockets: sockets.append(socket.url))
        tab.page.goto(f"http://127.0.0.1:{server.port}/?token={token}")
        tab.until("s.connection === 'refused'")
        assert tab.page.get_by_text("Open the address that the terminal printed").is_visible()
        assert not tab.page.get_by_text("The server is away").is_visible()
        assert sockets == []


def test_the_token_leaves_the_address_bar_and_is_known_after_a_reload(tab: Tab) -> None:
    assert "token" not in tab.page.evaluate("location.href")
    tab.page.reload()
    tab.until("s.connection === 'open'")
    assert "token" not in tab.page.evaluate("location.href")


def test_the_legend_folds_and_lets_the_pointer_through(tab: Tab) -> None:
    tab.open("Bend a bar")
    tab.drag(tab.handle_at(FREE), (-40.0, -60.0))
    switch = tab.page.get_by_role("switch").first
    switch.check()
    tab.until("s.overlay !== null")
    legend = tab.page.get_by_role("group", name="Legend")
    whole = legend.bounding_box()
    assert whole is not None
    below = tab.page.evaluate(
        "([x, y]) => document.elementFromPoint(x, y).tagName",
        [whole["x"] + 8, whole["y"] + whole["height"] - 4],
    )
    assert below == "CANVAS"
    tab.page.get_by_role("button", name="Fold the legend").click()
    folded = legend.bounding_box()
    assert folded is not None
    assert folded["height"] < 0.75 * whole["height"]
    tab.page.get_by_role("button", name="Show the legend").click()
    assert legend.bounding_box() == whole


def test_a_drag_over_the_panels_marks_no_words(tab: Tab) -> None:
    tab.open("Bend a bar")
    x, y = tab.handle_at(FREE)
    tab.page.mouse.move(x, y)
    tab.page.mouse.down()
    tab.page.mouse.move(1090.0, 300.0, steps=8)
    assert tab.page.evaluate("getComputedStyle(document.querySelector('.status')).userSelect") == "none"
    tab.page.mouse.move(400.0, 636.0, steps=8)
    tab.page.mouse.up()
    tab.idle()
    assert tab.page.evaluate("getSelection().toString()") == ""
    assert tab.page.evaluate("getComputedStyle(document.querySelector('.status')).userSelect") != "none"


EDGES = """async (urls) => {
  const widest = [];
  for (const url of urls) {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [picture.width, picture.height];
    const pen = canvas.getContext('2d');
    pen.drawImage(picture, 0, 0);
    const { data } = pen.getImageData(0, 0, picture.width, picture.height);
    let [low, high, left, right] = [1e9, -1, 1e9, -1];
    for (let i = 0; i < data.length / 4; i++) {
      if (data[4 * i + 3] < 8) continue;
      const x = i % picture.width, y = Math.floor(i / picture.width);
      [left, right, low, high] = [Math.min(left, x), Math.max(right, x), Math.min(low, y), Math.max(high, y)];
    }
    widest.push([left, picture.width - 1 - right, low, picture.height - 1 - high]);
  }
  return widest;
}"""


@pytest.mark.parametrize("sample", ["Bend a bar", "Wave a flag"])
def test_thumbnails_show_whole_poses_as_large_as_they_can_be(tab: Tab, sample: str) -> None:
    tab.open(sample)
    tab.until("s.thumbnails.size === s.model.examples.length")
    rooms = np.array(tab.page.evaluate(EDGES, tab.state("[...s.thumbnails.values()]")))
    assert rooms.min() >= 1
    assert rooms.min(axis=1).max() <= 16


def held_back(tab: Tab, **wanted: str) -> None:
    """A message like this one is answered as by a server that works on it until it is told to cancel."""

    def meet(route: Any) -> None:
        server = route.connect_to_server()
        progress = {"type": "Progress", "share": 0.3}

        def hear(text: Any) -> None:
            message = json.loads(text)
            if wanted.items() <= message.items():
                route.send(json.dumps({**progress, "what": "working", "over": False}))
            elif message["type"] == "Cancel":
                route.send(json.dumps({**progress, "what": "cancelled", "over": True}))
            else:
                server.send(text)

        route.on_message(hear)

    tab.page.route_web_socket("**/ws*", meet)


def test_a_cancelled_method_gives_way_to_the_one_that_is_there(
    new_tab: Callable[[], Tab], start: Start, tmp_path: Path
) -> None:
    tab = new_tab()
    held_back(tab, type="Choose", method="reduced")
    tab.visit(start(tmp_path / "state"))
    tab.open("Bend a bar")
    document = tab.state("s.document")
    tab.page.get_by_role("radio", name="Reduced IK").click()
    tab.page.get_by_role("button", name="Cancel").click()
    tab.until("s.progress === null && s.document.method === 'meshik'")
    tab.idle()
    assert tab.state("s.document") == document
    assert tab.state("s.rig.method") == "meshik"
    before = tab.positions()
    tab.drag(tab.handle_at(FREE), (-30.0, -30.0))
    assert np.abs(tab.positions() - before).max() > 0.01


def test_after_a_cancelled_opening_the_start_page_can_be_used(
    new_tab: Callable[[], Tab], start: Start, tmp_path: Path
) -> None:
    tab = new_tab()
    held_back(tab, type="OpenSample")
    tab.visit(start(tmp_path / "state"))
    tab.page.get_by_role("button", name="Bend a bar").click()
    tab.page.get_by_role("button", name="Cancel").click()
    tab.until("s.progress === null")
    assert tab.page.locator(".welcome").is_visible()
    assert not tab.page.locator(".welcome[inert]").count()


def test_a_file_of_the_command_line_that_cannot_be_opened_leads_to_the_start_page(
    new_tab: Callable[[], Tab], start: Start, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.obj"
    broken.write_text("this is no mesh")
    tab = new_tab()
    tab.visit(start(tmp_path / "state", str(broken)))
    tab.until("s.toasts.length > 0")
    assert tab.page.locator(".welcome").is_visible()
    tab.open("Bend a bar")


def seen_ground(tab: Tab) -> np.ndarray:
    """(height, width, 3) the viewport to the left of the model, where the ground is seen."""
    box = tab.page.locator(".viewport canvas").first.bounding_box()
    clip = {"x": box["x"] + 60, "y": box["y"] + box["height"] / 2, "width": 250, "height": 200}
    picture = Image.open(BytesIO(tab.page.screenshot(clip=clip)))
    return np.asarray(picture.convert("RGB"), dtype=float)


def test_colours_follow_the_system_while_the_page_is_open(
    new_tab: Callable[[], Tab], start: Start, tmp_path: Path
) -> None:
    grounds = {}
    for scheme in ("dark", "light"):
        tab = new_tab()
        tab.page.emulate_media(color_scheme=scheme)
        tab.visit(start(tmp_path / scheme))
        tab.open("Bend a bar")
        grounds[scheme] = seen_ground(tab)
    # The last tab was opened in light colours; at nightfall it looks as the one that was opened in the dark.
    assert np.abs(grounds["light"] - grounds["dark"]).max() > 100
    tab.page.emulate_media(color_scheme="dark")
    tab.until("s.systemDark")
    tab.page.wait_for_timeout(300)
    tab.idle()
    assert np.abs(seen_ground(tab) - grounds["dark"]).max() <= 3
    assert tab.page.get_by_role("button", name="Light colours").is_visible()
