"""Doubtful joints in the page: what else they could be is shown moving, taken by a click, and undone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("fcl", reason="python-fcl, of the extra 'joints', is not installed")

from pliant.io import write_mesh
from pliant.mesh import Mesh
from tests.methods.joints.boxes import CORNERS, FACES
from tests.studio.e2e.conftest import Tab

# A block of half sides (0.5, 1, 0.5) on a table: geometry alone cannot tell what holds it.
TABLE, BLOCK = CORNERS * (3, 0.25, 3), CORNERS * (0.5, 0.5, 1) + (0, 0.755, 0)


@pytest.fixture
def table(tab: Tab, tmp_path: Path) -> Tab:
    mesh = Mesh.of(np.concatenate([TABLE, BLOCK]), np.concatenate([FACES, FACES + 8]))
    write_mesh(tmp_path / "table.obj", mesh)
    tab.page.locator("input[type=file]").set_input_files(tmp_path / "table.obj")
    tab.until("s.pose !== null && s.progress === null")
    tab.page.get_by_role("button", name="Joint ").first.click()
    tab.until("s.instead !== null && s.instead.others !== null")
    tab.idle()
    return tab


def test_an_alternative_swings_while_it_is_pointed_at_and_is_taken_by_a_click(table: Tab) -> None:
    offer = table.page.get_by_role("button", name="Hinge instead?")
    before = table.positions()
    offer.hover()
    table.until("s.peek !== null && s.tried.kind === 'revolute'")
    table.page.wait_for_timeout(400)
    during = table.positions()
    assert np.abs(during - before)[:8].max() < 1e-6
    moved = during[8:] - before[8:]
    assert np.abs(moved).max() > 0.05
    assert np.abs(moved[:, 1]).max() < 1e-5
    table.page.mouse.move(300, 300)
    table.until("s.peek === null")
    table.idle()
    assert np.abs(table.positions() - before).max() < 1e-6
    offer.focus()
    table.until("s.peek !== null")
    offer.press("Enter")
    table.until("s.rig.mechanism.joints[0].kind === 'revolute'")
    table.idle()
    assert table.state("[s.peek, s.rig.mechanism.joints[0].confidence]") == [None, 1]
    assert table.page.locator(".instead").count() == 0
    table.keys("Control+z")
    table.until("s.rig.mechanism.joints[0].kind === 'plane'")
    offer.wait_for()
