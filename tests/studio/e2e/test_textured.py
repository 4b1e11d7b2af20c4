"""A model with a texture is shown in its own colours, which move with it."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from pliant.samples.bar import bar
from tests.studio.e2e.conftest import COARSE, Tab
from tests.studio.e2e.test_editing import saved
from tests.studio.fixtures import Start
from tests.textured import write_textured_bar

FREE = 1
# Vertices of the outer quarters are looked at, which are plainly red or green.
SIDE = 0.25


@pytest.fixture
def painted(new_tab: Callable[[], Tab], start: Start, tmp_path: Path) -> Tab:
    write_textured_bar(tmp_path / "painted.glb")
    tab = new_tab()
    tab.visit(start(tmp_path / "state", str(tmp_path / "painted.glb")))
    tab.until("s.pose !== null && s.progress === null")
    tab.idle()
    return tab


def picture(tab: Tab) -> np.ndarray:
    """(height, width, 3) what the page shows."""
    image = pytest.importorskip("PIL.Image")
    return np.asarray(image.open(io.BytesIO(tab.page.screenshot())).convert("RGB")).astype(float)


def sides(tab: Tab) -> tuple[np.ndarray, np.ndarray]:
    """Median colours around the vertices of the lower and of the upper quarter along x of the bar at rest."""
    shown, x = picture(tab), bar().V[0][:, 0]
    place = (x - x.min()) / np.ptp(x)
    found = []
    for chosen in (place < SIDE, place > 1 - SIDE):
        at = [np.round(np.array(tab.vertex_at(int(v))) * COARSE).astype(int) for v in np.flatnonzero(chosen)]
        found.append(np.median([shown[row, column] for column, row in at], axis=0))
    return found[0], found[1]


def is_red_and_green(tab: Tab) -> bool:
    red, green = sides(tab)
    return bool(red[0] > 2 * red[1] and green[1] > 2 * green[0])


def test_a_texture_is_where_it_belongs_after_opening_and_after_a_pull(painted: Tab) -> None:
    assert is_red_and_green(painted)
    before = painted.positions()
    painted.drag(painted.handle_at(FREE), (-60.0, -70.0))
    assert np.abs(painted.positions() - before).max() > 0.05
    assert is_red_and_green(painted)


def test_clay_hides_it_until_it_is_asked_for_again(painted: Tab) -> None:
    painted.keys("m")
    assert painted.state("s.clay")
    assert np.abs(np.subtract(*sides(painted))).max() < 60
    painted.page.reload()
    painted.until("s.pose !== null && s.progress === null")
    painted.idle()
    assert painted.state("s.clay")
    painted.page.get_by_role("button", name="Clay or the model's own colours").click()
    painted.idle()
    assert is_red_and_green(painted)


def test_an_overlay_is_seen_in_place_of_the_texture(painted: Tab) -> None:
    painted.page.get_by_label("Stretch").check()
    painted.until("s.overlay !== null")
    painted.idle()
    assert not is_red_and_green(painted)
    painted.page.get_by_label("Stretch").uncheck()
    painted.idle()
    assert is_red_and_green(painted)


def test_pulling_sends_no_texture_to_the_graphics_card_again(painted: Tab) -> None:
    painted.page.evaluate("""() => {
        const { prototype } = WebGL2RenderingContext;
        window.sent = [];
        for (const name of ['texSubImage2D', 'texImage2D', 'texStorage2D']) {
            const real = prototype[name];
            prototype[name] = function (...all) {
                const shown = this.canvas.isConnected;  // pictures of examples are drawn beside the page
                if (shown && all.some((each) => each instanceof ImageBitmap)) window.sent.push(name);
                return real.apply(this, all);
            };
        }
    }""")
    painted.drag(painted.handle_at(FREE), (-60.0, -70.0))
    assert painted.page.evaluate("window.sent") == []


def test_what_a_file_does_not_keep_of_it_is_said(painted: Tab, tmp_path: Path) -> None:
    saved(painted, tmp_path, "PLY")
    painted.until("s.toasts.some((toast) => toast.words.startsWith('Not kept in PLY: materials'))")


def test_a_model_without_colours_stays_in_clay_and_has_no_button(tab: Tab) -> None:
    tab.open("Bend a bar")
    assert tab.page.get_by_role("button", name="Clay or the model's own colours").count() == 0
    tab.keys("m")
    assert not tab.state("s.clay")
