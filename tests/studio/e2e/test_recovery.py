"""Nothing is lost: not by a closed tab, nor by a server that is killed in the middle of a drag."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from pliant import samples
from pliant.io import write_mesh
from pliant.mesh import Mesh
from tests.studio.e2e.conftest import Tab
from tests.studio.fixtures import Start

FREE = 1
# A vertex of the fish on the side of the first look.
FLANK = 458


def test_a_closed_tab_finds_its_pose_again(new_tab: Callable[[], Tab], start: Start, tmp_path: Path) -> None:
    server = start(tmp_path / "state")
    tab = new_tab()
    tab.visit(server)
    tab.open("Bend a bar")
    tab.drag(tab.handle_at(FREE), (-50.0, -50.0))
    posed, document = tab.positions(), tab.state("s.document")
    tab.page.close()
    again = new_tab()
    again.visit(server)
    again.until("s.pose !== null")
    again.idle()
    assert again.state("s.document") == document
    assert np.abs(again.positions() - posed).max() < 1e-4


def test_a_server_killed_in_the_middle_of_a_drag_gives_the_pose_back(
    new_tab: Callable[[], Tab], start: Start, tmp_path: Path
) -> None:
    server = start(tmp_path / "state")
    tab = new_tab()
    tab.visit(server)
    tab.open("Bend a bar")
    x, y = tab.handle_at(FREE)
    tab.page.mouse.move(x, y)
    tab.page.mouse.down()
    tab.page.mouse.move(x - 50.0, y - 50.0, steps=10)
    tab.idle()
    tab.page.wait_for_timeout(400)
    target = tab.state(f"s.document.handles[{FREE}].target")
    server.kill()
    tab.until("s.connection === 'lost'")
    assert tab.page.get_by_text("The server is away").is_visible()
    # An open tab would take its session back by itself.
    tab.page.close()

    again = new_tab()
    again.visit(start(tmp_path / "state"))
    again.page.get_by_role("button", name="Go on", exact=True).click()
    again.until("s.pose !== null")
    again.idle()
    assert np.abs(np.subtract(again.state(f"s.document.handles[{FREE}].target"), target)).max() < 1e-6


def test_a_server_killed_in_the_middle_of_a_pull_on_a_frame_gives_the_edit_back(
    new_tab: Callable[[], Tab], start: Start, tmp_path: Path
) -> None:
    tab, server = new_tab(), start(tmp_path / "state")
    tab.visit(server)
    tab.open("Let a fish swim")
    tab.page.get_by_role("button", name="Find the cages").click()
    tab.until("s.recovered !== null && s.progress === null")
    tab.page.get_by_label("Frame", exact=True).fill("9")
    tab.idle()
    x, y = tab.vertex_at(FLANK)
    tab.page.mouse.move(x, y)
    tab.page.mouse.down()
    tab.page.mouse.move(x - 20.0, y - 60.0, steps=10)
    tab.idle()
    tab.page.wait_for_timeout(400)
    pulled = tab.positions()
    assert tab.state("s.document.slices.cage.edits") == []
    server.kill()
    tab.page.close()

    again = new_tab()
    again.visit(start(tmp_path / "state"))
    again.page.get_by_role("button", name="Go on", exact=True).click()
    again.until("s.pose !== null && s.document.slices.cage.edits.length === 1")
    again.idle()
    assert again.state("s.document.slices.cage.edits[0].frame") == 9
    assert np.abs(again.positions() - pulled).max() < 1e-5
    assert again.state("s.recovered.rms.length") == 25, "the sequence is there again, to be scrubbed"


def test_dropped_poses_are_opened_as_one_model(tab: Tab, tmp_path: Path) -> None:
    poses = samples.sample("bar")
    paths = []
    for i in range(len(poses)):
        paths.append(tmp_path / f"pose-{i}.obj")
        write_mesh(paths[-1], Mesh.of(poses.V[i], poses.F))
    tab.page.locator("input[type=file]").set_input_files(paths)
    tab.until("s.pose !== null && s.progress === null")
    assert tab.state("s.model.examples.length") == len(poses)
    assert tab.state("s.model.V.length") == 3 * poses.n


def test_a_file_that_cannot_be_read_is_told_in_words(tab: Tab, tmp_path: Path) -> None:
    path = tmp_path / "notes.obj"
    path.write_text("this is no mesh")
    tab.page.locator("input[type=file]").set_input_files(path)
    tab.until("s.toasts.length > 0 && s.progress === null")
    assert "notes" in tab.state("s.toasts[0].words")
    assert tab.page.locator(".welcome").is_visible()
