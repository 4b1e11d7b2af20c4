"""The timeline in the page: keys are set, moved, undone, scrubbed, played, exported and recovered."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import pliant
from pliant.animation import bake, read_track
from pliant.io.clips import read_clip
from pliant.samples import sample
from pliant.studio.session.timeline_track import track_of
from pliant.studio.wire.messages import Document
from pliant.studio.wire.values import of_json
from tests.studio.e2e.conftest import Tab
from tests.studio.fixtures import Start

BAR = sample("bar")
SIZE = float(np.linalg.norm(np.ptp(BAR.mesh.V, axis=0)))
# The free handle of the bar.
FREE = 1


def go_to(tab: Tab, frame: int) -> None:
    field = tab.page.get_by_label("Current frame")
    field.fill(str(frame))
    field.press("Enter")
    tab.page.locator("canvas").first.focus()
    tab.idle()


def keyed(tab: Tab) -> Tab:
    """The bar with keys at 1 and 9 of 12 frames."""
    tab.open("Bend a bar")
    tab.page.get_by_label("Last frame of the range").fill("12")
    tab.page.get_by_label("Last frame of the range").press("Enter")
    tab.page.locator("canvas").first.focus()
    tab.keys("k")
    go_to(tab, 9)
    tab.drag(tab.handle_at(FREE), (-50.0, -50.0))
    tab.keys("k")
    return tab


@pytest.fixture
def bar(tab: Tab) -> Tab:
    return keyed(tab)


def by_api(tab: Tab) -> np.ndarray:
    """(k, n, 3) all frames of the page's document, through the library."""
    document = of_json(Document, tab.state("s.document"), "document")
    return bake(pliant.MeshIK(BAR), track_of(document, BAR.mesh, "bar")).array()


def key_at(tab: Tab, index: int) -> tuple[float, float]:
    box = tab.page.locator(".lanes .key").nth(index).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def frames(tab: Tab) -> list[int]:
    return tab.state("s.document.timeline.rows.flatMap((row) => row.keys.map((key) => key.at))")


def per_frame(tab: Tab) -> float:
    """Pixels from a frame to the next."""
    box = tab.page.locator(".scale").bounding_box()
    return (box["width"] - 28.0) / 11.0


def test_scrubbed_and_played_frames_are_those_that_the_library_bakes(bar: Tab) -> None:
    expected = by_api(bar)
    assert np.abs(expected[8] - expected[0]).max() > 0.05 * SIZE
    box = bar.page.locator(".scale").bounding_box()
    start = (box["x"] + 14.0, box["y"] + 12.0)
    bar.drag(start, (4 * per_frame(bar), 0.0))
    assert bar.state("s.document.frame") == 5
    assert np.abs(bar.positions() - expected[4]).max() < 1e-4 * SIZE
    target, reached = bar.state(f"[s.document.handles[{FREE}].target, [...s.pose.reached.values()][{FREE}]]")
    assert np.abs(np.subtract(target, reached)).max() < 1e-4 * SIZE, "the handle goes along"
    bar.page.keyboard.press("Space")
    bar.until("s.playing && s.baking?.done === 12 && s.playhead > 6")
    bar.page.keyboard.press("Space")
    bar.until("!s.playing")
    bar.idle()
    frame = bar.state("s.document.frame")
    assert np.abs(bar.positions() - expected[frame - 1]).max() < 1e-5 * SIZE
    bar.keys("Home", ".", ".", ",")
    assert bar.state("s.document.frame") == 2
    bar.keys("ArrowRight")
    assert bar.state("s.document.frame") == 9


def test_keys_are_moved_duplicated_boxed_and_removed_and_all_of_it_is_undone(bar: Tab) -> None:
    assert frames(bar) == [1, 9]
    before = bar.positions()
    bar.drag(key_at(bar, 1), (3.2 * per_frame(bar), 0.0))
    assert frames(bar) == [1, 12]
    assert np.abs(bar.positions() - by_api(bar)[8]).max() < 1e-4 * SIZE, "the pose follows the key"
    assert np.abs(bar.positions() - before).max() > 0.01 * SIZE
    bar.keys("Control+z")
    assert frames(bar) == [1, 9]
    assert np.abs(bar.positions() - before).max() < 1e-4 * SIZE
    bar.page.keyboard.down("Alt")
    bar.drag(key_at(bar, 1), (-4 * per_frame(bar), 0.0))
    bar.page.keyboard.up("Alt")
    assert frames(bar) == [1, 5, 9]
    bar.page.get_by_role("radio", name="Linear").click()
    assert bar.state("s.document.timeline.rows[0].keys.map((key) => key.ease)") == [
        "smooth",
        "linear",
        "smooth",
    ]
    x, y = key_at(bar, 1)
    bar.drag((x - 8.0, y - 9.0), (5 * per_frame(bar), 18.0))
    assert bar.state("s.keySelection.length") == 2
    bar.keys("Delete")
    assert frames(bar) == [1]
    assert bar.state("s.document.handles.length") == 2, "Delete means the keys"
    bar.keys("Control+z", "Control+z", "Control+z")
    assert frames(bar) == [1, 9]


def load(tab: Tab, path: Path) -> None:
    with tab.page.expect_file_chooser() as chooser:
        tab.page.get_by_role("button", name="Open a track or a clip of this model").click()
    chooser.value.set_files(path)


def test_the_animation_and_its_track_are_exported_as_they_are_baked(bar: Tab, tmp_path: Path) -> None:
    expected = by_api(bar)
    for name, path in (("Animation as GLB", "a.glb"), ("Keys, or frames side by side as Track", "a.json")):
        bar.page.get_by_role("button", name="Export").click()
        with bar.page.expect_download() as download:
            bar.page.get_by_role("menuitem", name=name, exact=True).click()
        download.value.save_as(tmp_path / path)
        bar.until("s.progress === null")
    V = read_clip(tmp_path / "a.glb", mesh=BAR.mesh).array()
    assert np.abs(V - expected).max() < 1e-5 * SIZE
    bar.keys("Control+z", "Control+z", "Control+z", "Control+z")
    assert frames(bar) == []
    load(bar, tmp_path / "a.json")
    bar.until("s.document.timeline.rows.length === 2 && s.progress === null")
    bar.idle()
    assert np.abs(by_api(bar) - expected).max() < 1e-6 * SIZE
    assert len(read_track(tmp_path / "a.json")) == 12
    load(bar, tmp_path / "a.glb")
    bar.until("s.clip !== null && s.progress === null")
    go_to(bar, 9)
    bar.until("s.playhead === 9")
    bar.idle()
    assert np.abs(bar.positions() - expected[8]).max() < 1e-5 * SIZE


def test_a_killed_server_gives_the_keys_back(
    new_tab: Callable[[], Tab], start: Start, tmp_path: Path
) -> None:
    tab, server = new_tab(), start(tmp_path / "state")
    tab.visit(server)
    keyed(tab)
    go_to(tab, 4)
    tab.page.wait_for_timeout(400)
    document, posed = tab.state("s.document"), tab.positions()
    server.kill()
    tab.page.close()
    again = new_tab()
    again.visit(start(tmp_path / "state"))
    again.page.get_by_role("button", name="Go on", exact=True).click()
    again.until("s.pose !== null")
    again.idle()
    assert again.state("s.document") == document
    assert np.abs(again.positions() - posed).max() < 1e-4 * SIZE


def test_a_file_that_was_ready_when_the_server_was_killed_is_made_again(
    new_tab: Callable[[], Tab], start: Start, tmp_path: Path
) -> None:
    tab, server = new_tab(), start(tmp_path / "state")
    tab.visit(server)
    keyed(tab)
    asked: list[str] = []

    def away(route: Any) -> None:
        asked.append(route.request.url)
        route.abort()

    tab.page.route("**/download/**", away)
    tab.page.get_by_role("button", name="Export").click()
    tab.page.get_by_role("menuitem", name="Animation as NPZ").click()
    tab.page.wait_for_timeout(100)
    while not asked:
        tab.page.wait_for_timeout(50)
    server.kill()
    tab.page.unroute("**/download/**")
    tab.until("s.connection === 'lost'")
    with tab.page.expect_download() as download:
        start(tmp_path / "state")
    assert read_clip(download.value.path().rename(tmp_path / "bar.npz")).count == 12
    tab.until("s.exporting === null")


def test_onion_skins_are_seen_in_two_hues_only_while_they_are_on(bar: Tab) -> None:
    go_to(bar, 5)

    def hues() -> tuple[int, int]:
        """Pixels of the viewport that are clearly blue, and clearly orange."""
        picture = Image.open(BytesIO(bar.page.locator("canvas").first.screenshot()))
        r, _, b = np.moveaxis(np.asarray(picture.convert("RGB"), dtype=int), -1, 0)
        return int(np.sum(b - r > 30)), int(np.sum(r - b > 60))

    blue, orange = hues()
    bar.page.get_by_role("button", name="Onion skins").click()
    bar.page.get_by_label("Frames apart").fill("3")
    bar.page.locator(".pop:visible input[type=checkbox]").check()
    bar.until("s.ghosts.length === 3")
    bar.idle()
    more_blue, more_orange = hues()
    assert more_blue > blue + 200
    assert more_orange > orange + 200
    bar.page.locator(".pop:visible input[type=checkbox]").uncheck()
    bar.until("s.ghosts.length === 0")
    bar.idle()
    assert abs(hues()[0] - blue) < 20
