"""A pose that would jump plays out in the page, picture by picture."""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.flow import FAST, FRAMES
from pliant.pose import Status
from pliant.samples import sample
from tests.studio.e2e.conftest import Tab, pose_by_api

FREE = 1
SIZE = sample("bar").mesh.diagonal
# Keeps the positions and the status of every pose that is drawn.
RECORD = """() => {
  window.seen = [];
  let last = null;
  const look = () => {
    const { pose } = window.pliant.state();
    if (pose !== last) window.seen.push({ status: pose.status, V: window.pliant.positions() });
    last = pose;
    requestAnimationFrame(look);
  };
  look();
}"""


def recorded(tab: Tab) -> tuple[list[str], np.ndarray]:
    seen: list[Any] = tab.page.evaluate("window.seen")
    return [each["status"] for each in seen], np.array([each["V"] for each in seen]).reshape(len(seen), -1, 3)


def test_what_is_let_go_comes_to_rest_in_several_pictures(bar: Tab) -> None:
    bar.drag(bar.handle_at(FREE), (-90.0, -110.0))
    bar.page.mouse.click(*bar.handle_at(FREE))
    bar.idle()
    bent = bar.positions()
    bar.page.evaluate(RECORD)
    bar.keys("Delete")
    assert bar.state("s.document.handles.length") == 1
    assert np.abs(bar.positions() - bent).max() > 0.1 * SIZE, "it straightens"
    statuses, V = recorded(bar)
    assert statuses.count(Status.FLOWING.value) >= FRAMES
    assert statuses[-1] == Status.CONVERGED.value
    steps = np.linalg.norm(np.diff(V, axis=0), axis=2).max(axis=1)
    # A picture may be left out where drawing is slow.
    assert steps.max() < 2.5 * FAST * SIZE
    rest = pose_by_api(bar, bar.state("s.document.method"))
    assert np.abs(bar.positions() - rest).max() < 1e-4 * SIZE


def test_the_hand_goes_on_while_a_pose_is_on_its_way(bar: Tab) -> None:
    at = bar.handle_at(FREE)
    bar.drag(at, (-90.0, -110.0))
    bar.page.mouse.click(*bar.handle_at(FREE))
    bar.idle()
    bar.page.keyboard.press("Delete")
    bar.page.keyboard.press("Control+z")
    bar.idle()
    assert bar.state("s.pose.status") == Status.CONVERGED.value
    assert np.abs(bar.positions() - pose_by_api(bar, bar.state("s.document.method"))).max() < 1e-4 * SIZE
