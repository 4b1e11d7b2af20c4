"""Reload, kill and restart the studio at random moments of a scripted hour: is everything back each time?

A hand works in a real Chromium: it pulls, undoes, keys, scrubs, turns the view, selects, opens panels, learns
and makes files. Forty times, at random moments, also in the middle of a drag or of a task, the page is
reloaded, the server is killed and started again, or both. Then pose, history, camera, keys, what is open
and running tasks have to be back as they were on the page a moment before.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.chromium import FLAGS, chromium
from benchmarks.results import Cell, Column, Table

MOMENTS = 40
# Actions between two moments, at most: together as many as an hour holds, one every twenty seconds.
MOST_ACTIONS = 8
# Wide enough for the inspector; every second pixel is drawn, for that is done by software.
WIDTH, HEIGHT, COARSE = 1110, 560, 0.5
# Seconds for anything to happen on a busy machine.
PATIENCE = 120.0
# Vertices are where they were, in diagonals of the model: the wire and the search's tolerance.
SAME_POSE = 1e-3
SAME_VIEW = 1e-9
# Seconds until a keyed frame is shown as it is baked.
SETTLING = 15.0
HOWS = ("reload", "kill, page stays", "kill and reload")
STATES = ("at rest", "in a drag", "making a file", "learning")
ASPECTS = ("pose", "history", "camera", "keys", "open", "task")
COLUMNS = [
    Column("moment", "moment"),
    Column("how", "what happens"),
    Column("state", "while"),
    Column("steps", "steps"),
    *(Column(name, name) for name in ASPECTS),
    Column("seconds", "back after s", ".1f"),
]
NOTE = (
    f"Pose: document and positions, {SETTLING:g} s after the page is back at the latest: a keyed frame is "
    "first found quickly, and then shown as it is baked. History: labels of what can be undone and redone. "
    "Open: selection, tab of the inspector, wire frame. Task: a file that was being made comes, a method "
    "that was learned is there. "
)
STANDING = """(() => {
  const s = window.pliant.state();
  const { timeline, ...document } = s.document;
  return {
    document, keys: timeline, camera: window.pliant.camera(), V: window.pliant.positions(),
    history: [s.history.done.map((one) => one.label), s.history.undone.map((one) => one.label)],
    open: [s.selection, s.tab, s.wire],
  };
})()"""


def tables(*, quick: bool = False) -> list[Table]:
    """One row per moment, then how often each aspect was back."""
    program = chromium()
    table = Table("Forty interruptions of an hour", COLUMNS, note=NOTE)
    # Installed only with the studio's tests.
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=FLAGS)
        server = StudioServer(Path(folder))
        try:
            size: Any = {"width": WIDTH, "height": HEIGHT}
            page = browser.new_page(viewport=size, device_scale_factor=COARSE, bypass_csp=True)
            hand = _Hand(page, server)
            for moment in range(1, (4 if quick else MOMENTS) + 1):
                table.add({"moment": moment, **hand.interrupted(moment)})
        finally:
            server.kill()
            browser.close()
    return [table, _summary(table)]


def _summary(table: Table) -> Table:
    """How often each aspect was back."""
    found = Table("Back as it was", [Column("aspect", "aspect"), Column("back", "back"), Column("of", "of")])
    for name in ASPECTS:
        cells = [row[name] for row in table.rows if row[name] != "–"]
        found.add({"aspect": name, "back": sum(cell == "yes" for cell in cells), "of": len(cells)})
    return found


class StudioServer:
    """A studio that can be killed and started again; it comes back at the same address."""

    def __init__(self, state: Path) -> None:
        self._state = state
        self.start()

    def start(self) -> None:
        words = ["studio", "--no-browser", "--state", str(self._state)]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "pliant.cli.app", *words],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "NUMBA_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1"},
        )
        self.url = next(line.strip() for line in self._process.stdout or () if re.match("http", line))

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()


class _Hand:
    """Works on one page, and interrupts itself."""

    def __init__(self, page: Any, server: StudioServer) -> None:
        self.page, self.server = page, server
        self._rng = np.random.default_rng(7)
        self._files: list[str] = []
        page.on("download", lambda file: self._files.append(file.suggested_filename))
        page.goto(server.url)
        self._until("s.connection === 'open'")
        page.get_by_role("button", name="Bend a bar").click()
        self._shown()
        self._drag()
        self.page.keyboard.press("k")
        self._idle()

    def interrupted(self, moment: int) -> dict[str, Cell]:
        """Some work, an interruption, and what of it all is back."""
        actions = (
            self._drag,
            self._drag,
            self._undo,
            self._redo,
            self._key,
            self._scrub,
            self._turn,
            self._panel,
        )
        for _ in range(self._rng.integers(1, MOST_ACTIONS + 1)):
            actions[self._rng.integers(len(actions))]()
        how = HOWS[moment % len(HOWS)]
        state = STATES[self._rng.integers(len(STATES))]
        begun = self._begin(state)
        self.page.wait_for_timeout(float(self._rng.uniform(0, 400)))
        if state == "in a drag":
            # A pose on its way would be another one a moment later.
            self._idle()
        before = self.page.evaluate(STANDING)
        since = time.monotonic()
        self._interrupt(how)
        if state == "in a drag":
            self.page.mouse.up()
        self._shown()
        now = self.page.evaluate(STANDING) if state == "learning" else self._settled(before)
        back = self._back(before, now, state)
        task = self._task(begun) if begun else "–"
        return {
            "how": how,
            "state": state,
            "steps": len(before["history"][0]),
            **back,
            "task": task,
            "seconds": time.monotonic() - since,
        }

    def _begin(self, state: str) -> Callable[[], bool] | None:
        """What goes on when the interruption comes; gives what tells that a task is done."""
        if state == "in a drag":
            x, y = self._handle()
            self.page.mouse.move(x, y)
            self.page.mouse.down()
            self.page.mouse.move(x + self._rng.normal(0, 30), y + self._rng.normal(0, 30), steps=6)
        elif state == "making a file":
            count = len(self._files)
            self.page.get_by_role("button", name="Export").click()
            self.page.get_by_role("menuitem", name="Animation as NPZ").click()
            return lambda: len(self._files) > count
        elif state == "learning":
            other = {"meshik": "Reduced IK", "reduced": "MeshIK"}[self._state("s.document.method")]
            self.page.get_by_role("radio", name=other, exact=True).click()
            return lambda: self._state("s.rig !== null && s.rig.method === s.document.method")
        return None

    def _interrupt(self, how: str) -> None:
        if how == "reload":
            self.page.reload()
        else:
            self.page.evaluate("window.before = window.pliant.state().model")
            self.server.kill()
            self._until("s.connection === 'lost'")
            self.server.start()
            if how == "kill and reload":
                self.page.reload()
        # A page that stays shows the old pose until the new server tells the model.
        self._until("s.connection === 'open' && s.model !== null && s.model !== window.before")

    def _settled(self, before: dict[str, Any]) -> dict[str, Any]:
        """What is there once the pose is as it was, or has had its time."""
        end = time.monotonic() + SETTLING
        while not _same_pose(before, now := self.page.evaluate(STANDING)) and time.monotonic() < end:
            self.page.wait_for_timeout(100)
        return now

    def _back(self, before: dict[str, Any], now: dict[str, Any], state: str) -> dict[str, Cell]:
        # Another method may pose the same handles otherwise.
        posed = state == "learning" or _same_pose(before, now)
        found = {
            "pose": now["document"] == before["document"] and posed,
            "history": now["history"] == before["history"],
            "camera": np.abs(np.subtract(now["camera"], before["camera"])).max() < SAME_VIEW,
            "keys": now["keys"] == before["keys"],
            "open": now["open"] == before["open"],
        }
        return {name: "yes" if good else "no" for name, good in found.items()}

    def _task(self, done: Callable[[], bool]) -> str:
        end = time.monotonic() + PATIENCE
        while not done() and time.monotonic() < end:
            self.page.wait_for_timeout(100)
        self._idle()
        return "yes" if done() else "no"

    def _drag(self) -> None:
        x, y = self._handle()
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        # Toward the middle more than away from it, or the handle would wander off.
        way = self._rng.normal(0, 25, 2) + 0.2 * (np.array([350.0, 200.0]) - (x, y))
        self.page.mouse.move(x + way[0], y + way[1], steps=5)
        self.page.mouse.up()
        self._idle()

    def _undo(self) -> None:
        self._keys("Control+z")

    def _redo(self) -> None:
        self._keys("Control+Shift+z")

    def _key(self) -> None:
        self._keys("Escape", "k")

    def _scrub(self) -> None:
        self._keys(*["."] * int(self._rng.integers(1, 6)))

    def _turn(self) -> None:
        self._keys(("1", "3", "7", "f")[self._rng.integers(4)])

    def _panel(self) -> None:
        self._keys("z")
        self.page.get_by_role("tab", name="Handles").click()
        self._keys("Escape", "a")

    def _keys(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self._idle()

    def _handle(self) -> tuple[float, float]:
        free = "window.pliant.state().document.handles.find((h) => !h.pinned).target"
        x, y = self.page.evaluate(f"window.pliant.pointScreen({free})")
        return x, y

    def _shown(self) -> None:
        made = "s.rig !== null && s.rig.method === s.document.method"
        self._until(f"s.connection === 'open' && s.pose !== null && {made}")
        self._idle()

    def _idle(self) -> None:
        self.page.evaluate("window.pliant.idle()")

    def _state(self, expression: str) -> Any:
        return self.page.evaluate(f"(() => {{ const s = window.pliant.state(); return {expression}; }})()")

    def _until(self, expression: str) -> None:
        end = time.monotonic() + PATIENCE
        while not self._state(expression):
            if time.monotonic() > end:
                raise TimeoutError(f"never happened: {expression}")
            self.page.wait_for_timeout(50)


def _same_pose(before: dict[str, Any], now: dict[str, Any]) -> bool:
    """Whether the vertices are where they were."""
    size = np.ptp(np.reshape(before["V"], (-1, 3)), axis=0)
    apart = np.abs(np.subtract(now["V"], before["V"])).max() if len(now["V"]) else np.inf
    return bool(apart < SAME_POSE * np.linalg.norm(size))
