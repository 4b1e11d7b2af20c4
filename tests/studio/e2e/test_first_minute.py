"""The first minute: what a newcomer finds, and the first pull."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pliant.io import write_mesh
from pliant.samples import sample
from tests.studio.e2e.conftest import Tab


def test_a_dropped_person_stands_is_seen_from_the_front_and_keeps_its_feet(tab: Tab, tmp_path: Path) -> None:
    mesh = sample("humanoid", vertices=3_000).mesh
    # Made with z up, looking along -y, as Blender has it.
    V = mesh.V @ np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
    write_mesh(tmp_path / "person.obj", mesh.moved(V))
    tab.page.locator("input[type=file]").set_input_files(tmp_path / "person.obj")
    tab.until("s.pose !== null && s.progress === null")
    tab.idle()
    assert tab.state("s.up") == "z"
    words = [choice["words"] for choice in tab.state("s.choices")]
    assert any("along z" in each for each in words)
    assert any("Elastic IK was chosen" in each for each in words)
    feet = tab.state("s.document.handles.filter((h) => h.pinned).map((h) => h.target)")
    assert max(foot[2] for foot in feet) < V[:, 2].min() + 0.1
    toward = tab.state("s.model.start.toward")
    free = tab.state("s.document.handles.findIndex((h) => !h.pinned)")
    (x, y), (u, v) = tab.handle_at(free), tab.point_at(toward)
    before = tab.positions()
    tab.drag((x, y), (u - x, v - y))
    after = tab.positions()
    assert np.abs(after - before).max() > 0.05
    assert after[:, 2].min() > before[:, 2].min() - 0.02
    assert tab.state("s.choices.length") == 0


def test_another_method_is_a_button_away_and_so_is_the_way_back(tab: Tab) -> None:
    tab.open("Bend a bar")
    tab.page.locator(".choice").get_by_role("button", name="Reduced IK").click()
    tab.until("s.rig.method === 'reduced' && s.progress === null")
    tab.page.locator(".choice").get_by_role("button", name="Back to MeshIK").click()
    tab.until("s.rig.method === 'meshik' && s.document.method === 'meshik' && s.progress === null")


def test_the_card_of_the_method_leaves_the_first_handle_free(tab: Tab) -> None:
    tab.open("Bend a bar")
    page = tab.page
    box = page.locator(".choices").bounding_box()
    assert box is not None
    free = tab.state("s.document.handles.findIndex((h) => !h.pinned)")
    x, y = tab.handle_at(free)
    # The view is panned until the handle would lie in the middle of the card.
    page.mouse.move(x, y - 60)
    page.keyboard.down("Shift")
    page.mouse.down(button="middle")
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 - 60, steps=8)
    page.mouse.up(button="middle")
    page.keyboard.up("Shift")
    tab.idle()
    x, y = tab.handle_at(free)
    assert box["x"] < x < box["x"] + box["width"]
    assert box["y"] < y < box["y"] + box["height"]
    page.wait_for_function("([x, y]) => document.elementFromPoint(x, y).tagName === 'CANVAS'", arg=[x, y])
    assert page.locator(".choice").is_visible()


def test_an_offered_end_becomes_a_handle_when_it_is_dragged(tab: Tab, tmp_path: Path) -> None:
    write_mesh(tmp_path / "person.obj", sample("humanoid", vertices=3_000).mesh)
    tab.page.locator("input[type=file]").set_input_files(tmp_path / "person.obj")
    tab.until("s.pose !== null && s.progress === null")
    tab.idle()
    count = tab.state("s.document.handles.length")
    end = tab.state("s.model.start.suggested[0]")
    tab.drag(tab.point_at(end["target"]), (0.0, 20.0))
    assert tab.state("s.document.handles.length") == count + 1
    assert tab.state("s.document.handles.at(-1).face") == end["face"]
