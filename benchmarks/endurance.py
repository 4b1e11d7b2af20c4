"""An hour's worth of work in the studio, by script: does memory grow on either side, does anything fail?

A person makes a drag every few seconds. The script makes as many as an hour holds, one after the other, in a
real Chromium, with undo and redo between them, painting, and another model every few minutes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.chromium import FLAGS, chromium
from benchmarks.latency import PATIENCE, served
from benchmarks.results import Cell, Column, Table
from pliant.samples import sample

# A drag every two seconds for an hour; a row of the table for every tenth of them.
DRAGS = 1800
PARTS = 10
# After so many drags: undo and redo, freeze and thaw a region, change the method, open a sample anew.
UNDO, PAINT, METHOD, OPEN = 3, 20, 45, 90
MOVES = 8
COLUMNS = [
    Column("drags", "drags done", ","),
    Column("server", "server MB", ".1f"),
    Column("heap", "page heap MB", ".2f"),
    Column("nodes", "DOM nodes", ","),
    Column("errors", "errors"),
]
NOTE = (
    "The sample bar and flag, by both methods. The server's resident memory, and the page's heap after a "
    "collection. Errors: scripts that failed, messages of trouble, lost connections."
)


def tables(*, quick: bool = False) -> list[Table]:
    """One row per part of the hour."""
    program = chromium()
    table = Table("An hour in the studio", COLUMNS, note=NOTE)
    drags = 60 if quick else DRAGS
    with served(sample("bar"), "meshik") as (url, server):
        # Installed only with the studio's tests.
        from playwright.sync_api import sync_playwright

        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=program, args=FLAGS)
            hand = _Hand(browser.new_page(viewport={"width": 800, "height": 500}, bypass_csp=True), url)
            for done in range(1, drags + 1):
                hand.work(done)
                if done % (drags // PARTS) == 0:
                    table.add({"drags": done, "server": _resident(server), **hand.figures()})
            browser.close()
    return [table]


class _Hand:
    """Drives one page, and counts what goes wrong."""

    def __init__(self, page: Any, url: str) -> None:
        self.page, self._rng = page, np.random.default_rng(0)
        self._errors: list[str] = []
        page.on("pageerror", lambda error: self._errors.append(str(error)))
        page.goto(url)
        self._shown()
        self._devtools = page.context.new_cdp_session(page)

    def work(self, i: int) -> None:
        """The i-th drag, and what follows it."""
        self._drag()
        if i % UNDO == 0:
            self._keys("Control+z", "Control+Shift+z")
        if i % PAINT == 0 and self._state("s.document.method") == "meshik":
            self._paint()
        if i % METHOD == 0:
            other = {"meshik": "Reduced IK", "reduced": "MeshIK"}[self._state("s.document.method")]
            self.page.get_by_role("radio", name=other, exact=True).click()
            self._shown()
        if i % OPEN == 0:
            self._open("Wave a flag" if (i // OPEN) % 2 else "Bend a bar")
        self._errors += self._state("s.toasts.filter((t) => t.bad).map((t) => t.words)")

    def figures(self) -> dict[str, Cell]:
        """What the page holds now."""
        self._devtools.send("HeapProfiler.collectGarbage")
        self._devtools.send("Performance.enable")
        metrics = self._devtools.send("Performance.getMetrics")["metrics"]
        values = {entry["name"]: entry["value"] for entry in metrics}
        return {
            "heap": values["JSHeapUsedSize"] / 1e6,
            "nodes": int(values["Nodes"]),
            "errors": len(self._errors),
        }

    def _drag(self) -> None:
        handle = "window.pliant.state().document.handles.find((h) => !h.pinned).target"
        x, y = self.page.evaluate(f"window.pliant.pointScreen({handle})")
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        # Toward the middle more than away from it, or the handle would wander off.
        middle = np.array([400.0, 250.0])
        way = self._rng.normal(0, 25, 2) + 0.2 * (middle - (x, y))
        self.page.mouse.move(x + way[0], y + way[1], steps=MOVES)
        self.page.mouse.up()
        self._idle()

    def _paint(self) -> None:
        self._keys("c")
        x, y = self.page.evaluate("window.pliant.vertexScreen(70)")
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + 3, y + 3)
        self.page.mouse.up()
        self._idle()
        self._keys("Escape", "Control+z")

    def _open(self, title: str) -> None:
        self.page.get_by_role("button", name="Open another model").click()
        self.page.get_by_role("button", name=title).click()
        self._shown()

    def _keys(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self._idle()

    def _shown(self) -> None:
        ready = "s.pose !== null && s.progress === null && s.rig.method === s.document.method"
        asked = f"(() => {{ const s = window.pliant.state(); return {ready}; }})()"
        self.page.wait_for_function(asked, timeout=PATIENCE)
        self._idle()

    def _idle(self) -> None:
        self.page.evaluate("window.pliant.idle()")

    def _state(self, expression: str) -> Any:
        return self.page.evaluate(f"(() => {{ const s = window.pliant.state(); return {expression}; }})()")


def _resident(process: int) -> float:
    """Megabytes of memory that a process holds."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) / 1e3 for line in lines if line.startswith("VmRSS"))
