"""The reality check in the page: a lamp is left to its weight, the verdict read, and the motion looked at."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("mujoco", reason="MuJoCo, which simulates, is not installed")

from tests.methods.joints.boxes import motions
from tests.models import mechanism
from tests.studio.e2e.conftest import Tab

LAMP = mechanism("lamp")


def test_a_mechanism_falls_in_the_view_and_comes_back_to_its_pose(tab: Tab) -> None:
    tab.open("Open a lamp")
    before = tab.positions()
    tab.page.get_by_label("Seconds to simulate").select_option("2")
    tab.page.get_by_role("button", name="Simulate").click()
    tab.until("s.ran !== null && s.progress === null")
    words = tab.page.locator(".verdict p").all_inner_texts()
    assert words[0] == ("It holds." if tab.state("s.ran.passed") else "It does not hold.")
    assert any("kg" in line for line in words)
    last = tab.state("s.ran.frames") - 1
    tab.until(f"s.ranFrame === {last}")
    tab.idle()
    fallen = tab.positions()
    assert np.abs(fallen - before).max() > 0.05
    assert motions(LAMP, fallen)[2] < 1e-4
    tab.page.get_by_label("Frame of the simulation").fill("0")
    tab.idle()
    assert np.abs(tab.positions() - LAMP.mesh.V).max() < 1e-4
    tab.page.get_by_role("button", name="Back to the pose").click()
    tab.until("s.peek === null")
    tab.idle()
    assert np.abs(tab.positions() - before).max() < 1e-6
    assert tab.state("s.history.done.length") == 0
