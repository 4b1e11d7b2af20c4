"""The studio in a real Chromium: pages that open a sample, and what they can be asked."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks.chromium import FLAGS

import pliant
from pliant import samples
from tests.browser import launched
from tests.studio.fixtures import Server, Start, ending
from tests.studio.forked import forked

# Seconds for anything to happen; software drawing on a busy machine is slow.
PATIENCE = 60.0
# The graphics card's stand-in only draws the mesh, with jagged edges; putting the page together is too much.
QUICK = [*FLAGS, "--disable-gpu-compositing", "--webgl-antialiasing-mode=none"]
# Every second pixel of a row and of a column is drawn; places and sizes stay as they are.
COARSE = 0.5


class Tab:
    """A page of the studio. Its security policy forbids `eval`, so waiting is asking again."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def visit(self, server: Server) -> None:
        self.page.goto(f"http://127.0.0.1:{server.port}/?token={server.token}")
        self.until("s.connection === 'open'")

    def open(self, title: str) -> None:
        """Click a sample's card and wait for its first pose."""
        self.page.get_by_role("button", name=title).click()
        self.until("s.pose !== null && s.progress === null")
        self.idle()

    def state(self, expression: str) -> Any:
        """A JavaScript expression of the state `s`."""
        return self.page.evaluate(f"(() => {{ const s = window.pliant.state(); return {expression}; }})()")

    def until(self, expression: str) -> None:
        end = time.monotonic() + PATIENCE
        while not self.state(expression):
            assert time.monotonic() < end, f"never happened: {expression}"
            self.page.wait_for_timeout(50)

    def idle(self) -> None:
        self.page.evaluate("window.pliant.idle()")

    def positions(self, pane: int = 0) -> np.ndarray:
        return np.array(self.page.evaluate("pane => window.pliant.positions(pane)", pane)).reshape(-1, 3)

    def vertex_at(self, vertex: int) -> tuple[float, float]:
        x, y = self.page.evaluate("v => window.pliant.vertexScreen(v)", vertex)
        return x, y

    def point_at(self, point: list[float]) -> tuple[float, float]:
        x, y = self.page.evaluate("p => window.pliant.pointScreen(p)", point)
        return x, y

    def handle_at(self, index: int) -> tuple[float, float]:
        return self.point_at(self.state(f"s.document.handles[{index}].target"))

    def free(self) -> int:
        """The number of the first handle that is not pinned."""
        return self.state("s.document.handles.findIndex((handle) => !handle.pinned)")

    def drag(self, start: tuple[float, float], way: tuple[float, float], steps: int = 12) -> None:
        """Press, move by a way in pixels, release."""
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(start[0] + way[0], start[1] + way[1], steps=steps)
        mouse.up()
        self.idle()

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
        self.idle()


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """Ends with the tests in this folder: Playwright cannot be started twice in a process."""
    with launched(QUICK) as chromium:
        yield chromium


@pytest.fixture
def new_tab(browser: Any) -> Iterator[Callable[[], Tab]]:
    """Makes tabs, which end with the test; a script error in any of them fails it."""
    contexts, tabs = [], []

    def make() -> Tab:
        # Small, because the mesh is drawn by software.
        size = {"width": 1100, "height": 640}
        context = browser.new_context(viewport=size, device_scale_factor=COARSE)
        contexts.append(context)
        tabs.append(Tab(context.new_page()))
        return tabs[-1]

    yield make
    for context in contexts:
        context.close()
    assert [error for tab in tabs for error in tab.errors] == []


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts servers that end with the test."""
    with ending(forked) as begin:
        yield begin


@pytest.fixture
def tab(new_tab: Callable[[], Tab], start: Start, tmp_path: Path) -> Tab:
    """The empty studio of a server of its own."""
    made = new_tab()
    made.visit(start(tmp_path / "state"))
    return made


@pytest.fixture(params=["MeshIK", "Reduced IK"])
def bar(tab: Tab, request: pytest.FixtureRequest) -> Tab:
    """The sample bar, once with each rig."""
    tab.open("Bend a bar")
    choose(tab, request.param)
    return tab


def choose(tab: Tab, method: str) -> None:
    """Take a method by its title, and wait for its pose."""
    tab.page.get_by_role("radio", name=method, exact=True).click()
    tab.until("s.rig.method === s.document.method && s.progress === null")
    tab.idle()


def pose_by_api(tab: Tab, method: str) -> np.ndarray:
    """The pose of the page's handles on the sample bar, through the library."""
    poses = samples.sample("bar")
    rig = pliant.MeshIK(poses) if method == "meshik" else pliant.ReducedIK(poses)
    handles = tab.state("s.document.handles")
    points = pliant.Anchors([h["face"] for h in handles], [h["barycentric"] for h in handles])
    return rig.grab(points).drag([h["target"] for h in handles]).V
