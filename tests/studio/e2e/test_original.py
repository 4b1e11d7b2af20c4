"""A model that came from a glTF file goes back into it from the export menu, with words on how near it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from pliant.io import read_clip
from tests.rigged_bar import rigged_bar
from tests.studio.e2e.conftest import Tab
from tests.studio.e2e.test_editing import saved
from tests.studio.fixtures import Start

FREE = 1
TURNS = np.zeros((4, 3, 3))
TURNS[:, 1:] = [[0, 0.3, 0], [0, 0, 0.4]]


@pytest.fixture
def rigged(new_tab: Callable[[], Tab], start: Start, tmp_path: Path) -> Tab:
    """The bar with bones, opened by dropping its file on the page."""
    (tmp_path / "rigged.glb").write_bytes(rigged_bar(TURNS).glb())
    tab = new_tab()
    tab.visit(start(tmp_path / "state"))
    tab.page.locator("input[type=file]").first.set_input_files(str(tmp_path / "rigged.glb"))
    tab.until("s.pose !== null && s.progress === null")
    tab.idle()
    return tab


def test_the_pose_goes_into_the_file_it_came_from(rigged: Tab, tmp_path: Path) -> None:
    rigged.drag(rigged.handle_at(FREE), (-40.0, -60.0))
    shown = rigged.positions()
    path = saved(rigged, tmp_path, "Pose into rigged.glb by both")
    assert path.name == "rigged-posed.glb"
    clip = read_clip(path, clip="pose")
    size = np.linalg.norm(np.ptp(shown, axis=0))
    assert np.abs(clip.array() - shown).max() < 2e-4 * size
    rigged.until(
        "s.toasts.some((toast) => toast.words.startsWith(\"animation 'pose' by 4 of its own bones\"))"
    )


def test_the_animation_goes_there_once_something_moves(rigged: Tab, tmp_path: Path) -> None:
    menu = rigged.page.get_by_role("button", name="Export")
    menu.click()
    entry = rigged.page.get_by_role("menuitem", name="Animation into rigged.glb by bones")
    assert not entry.is_visible()
    menu.click()
    rigged.page.get_by_label("Last frame of the range").fill("4")
    rigged.page.get_by_label("Last frame of the range").press("Enter")
    rigged.page.locator("canvas").first.focus()
    rigged.keys("k")
    path = saved(rigged, tmp_path, "Animation into rigged.glb by bones")
    assert path.name == "rigged-animated.glb"
    assert read_clip(path, clip="rigged").count == 4


def test_a_sample_came_from_no_file(tab: Tab) -> None:
    tab.open("Bend a bar")
    tab.page.get_by_role("button", name="Export").click()
    assert tab.page.get_by_role("menuitem", name="Pose into").count() == 0
