"""From the pointer to the frame: how long the studio takes, measured in a real Chromium.

Drawing is stubbed (`drawElements` does nothing), because without a graphics card the software renderer would
hide all the rest. A move of the pointer is paired with the next question sent, its answer and the next frame.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.chromium import FLAGS, chromium
from benchmarks.documents import documents
from benchmarks.flood import empty_table, flooded
from benchmarks.pose_sets import pose_set
from benchmarks.results import Cell, Column, Table
from pliant.mesh import PoseSet

SETS = {"sumner_horse_poses": 11, "sumner_elephant_poses": 11}
METHODS = {"meshik": "MeshIK", "reduced": "Reduced IK"}
# Moves of the pointer, and the pause between them in milliseconds.
MOVES = 80
PAUSE = 40
# Small, because without a graphics card the browser puts the page together on the cores that solve.
SIZE = {"width": 800, "height": 450}
# Long enough to build MeshIK of the largest set, in milliseconds.
PATIENCE = 120_000
# Notes when pointers move, questions leave, answers come and frames are drawn.
WATCH = """
(() => {
  const seen = { moves: [], sent: [], answers: [], handled: [], frames: [], draws: [] };
  window.seen = seen;
  addEventListener('pointermove', () => seen.moves.push(performance.now()), true);
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    if (typeof data === 'string' && data.includes('"Solve"')) {
      const question = JSON.parse(data);
      seen.sent.push([question.turn, performance.now()]);
      if (question.changes?.handles?.new?.length) window.asked = [this, data];
      window.turn = question.turn;
    }
    if (!this.watched) {
      this.watched = true;
      this.addEventListener('message', (event) => {
        if (typeof event.data === 'string') return;
        const at = performance.now();
        const size = new DataView(event.data).getUint32(0, true);
        const text = new TextDecoder().decode(new Uint8Array(event.data, 4, size));
        const head = JSON.parse(text);
        if (head.type === 'Posed') seen.answers.push([head.turn, at, head.solve_ms]);
      }, { capture: true });
      // The page's own listener came before this one.
      this.addEventListener('message', () => seen.handled.push(performance.now()));
    }
    return send.call(this, data);
  };
  const frame = window.requestAnimationFrame;
  window.requestAnimationFrame = (then) => frame.call(window, (now) => {
    const begun = performance.now();
    then(now);
    seen.frames.push([begun, performance.now()]);
  });
  const stub = function () { seen.draws.push(performance.now()); };
  for (const kind of [WebGL2RenderingContext, WebGLRenderingContext]) {
    kind.prototype.drawElements = stub;
    kind.prototype.drawElementsInstanced = stub;
  }
})();
"""
COLUMNS = [
    Column("set", "set"),
    Column("method", "method"),
    Column("vertices", "vertices", ","),
    Column("moves", "answered moves"),
    Column("p50", "pointer to frame p50 ms", ".1f"),
    Column("p95", "p95 ms", ".1f"),
    Column("solve", "solve p50 ms", ".1f"),
    Column("wire", "wire p50 ms", ".2f"),
    Column("decode", "decoding p50 ms", ".2f"),
    Column("upload", "upload p50 ms", ".2f"),
    Column("added", "wire + decoding + upload p50 ms", ".2f"),
    Column("display", "waiting for the display p50 ms", ".1f"),
    Column("waiting", "move to question p50 ms", ".1f"),
]
NOTE = (
    "Wire: from the question to the answer, less the solve that the server reports. Decoding: the page's "
    "work when the answer comes. Upload: its work in the frame that draws it, without the drawing itself. "
    "Between these two it waits for the display's next frame, up to 16.7 ms."
)


def tables(*, quick: bool = False) -> list[Table]:
    """One row per set and method, with few events and with many; then what the rest of a document costs."""
    program = chromium()
    table, many = Table("Latency in the studio", COLUMNS, note=NOTE), empty_table()
    for name, examples in list(SETS.items())[: 1 if quick else None]:
        poses = pose_set(name).subset(range(examples))
        for method, title in METHODS.items():
            with served(poses, method) as (url, _):
                facts: dict[str, Cell] = {"set": name, "method": title, "vertices": poses.n}
                few, flood = _measured(program, url, quick)
            table.add(facts | few)
            many.add(facts | flood)
    return [table, many, documents(quick=quick)]


@contextmanager
def served(poses: PoseSet, method: str) -> Iterator[tuple[str, int]]:
    """The address of a studio that shows the poses, and the number of its process."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "poses.npz"
        np.savez(path, faces=poses.F, poses=poses.V)
        command = [sys.executable, "-m", "pliant.cli.app", "studio", str(path), "--no-browser"]
        command += ["--method", method, "--state", folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                yield next(line.strip() for line in server.stdout or () if re.match("http", line)), server.pid
            finally:
                server.terminate()


def _measured(program: str, url: str, quick: bool) -> tuple[dict[str, Cell], dict[str, Cell]]:
    """Figures of some moves, and of a flood of them."""
    # Installed only with the studio's tests.
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=FLAGS)
        page = browser.new_page(viewport=SIZE, bypass_csp=True)
        page.add_init_script(WATCH)
        page.goto(url)
        page.wait_for_function("window.seen.answers.length > 0", timeout=PATIENCE)
        page.evaluate("window.pliant.idle()")
        target = page.evaluate(
            "window.pliant.pointScreen(window.pliant.state().document.handles.find((h) => !h.pinned).target)"
        )
        page.mouse.move(*target)
        page.mouse.down()
        page.mouse.move(target[0] + 6, target[1] - 6)
        page.wait_for_timeout(500)
        page.evaluate("Object.values(window.seen).forEach((list) => { list.length = 0; })")
        for i in range(10 if quick else MOVES):
            angle = 0.15 * i
            page.mouse.move(target[0] + 40 * np.sin(angle), target[1] - 6 - 40 * (1 - np.cos(angle)))
            page.wait_for_timeout(PAUSE)
        page.wait_for_timeout(500)
        seen = page.evaluate("window.seen")
        flood = flooded(page)
        page.mouse.up()
        browser.close()
    return _figures(seen), flood


def _figures(seen: dict[str, Any]) -> dict[str, Cell]:
    """Medians over the answered questions; each belongs to the last move before it was sent."""
    sent, draws, moves = dict(seen["sent"]), np.array(seen["draws"]), np.array(seen["moves"])
    handled = np.array(seen["handled"])
    # Frames in which the mesh was drawn; thumbnails are drawn outside of them.
    frames = np.array([(a, b) for a, b in seen["frames"] if ((draws >= a) & (draws <= b)).any()])
    rows = []
    for turn, answered, solve in seen["answers"]:
        asked = sent.get(turn)
        if asked is None or not (moves <= asked).any() or not (frames[:, 0] >= answered).any():
            continue
        moved, taken = moves[moves <= asked][-1], handled[handled >= answered][0]
        begun, done = frames[frames[:, 0] >= answered][0]
        parts = (answered - asked - solve, taken - answered, done - begun)
        rows.append((done - moved, solve, *parts, sum(parts), begun - taken, asked - moved))
    medians = np.median(rows, axis=0)
    names = ("p50", "solve", "wire", "decode", "upload", "added", "display", "waiting")
    worst = float(np.quantile([row[0] for row in rows], 0.95))
    return {"moves": len(rows), "p95": worst, **dict(zip(names, medians.tolist(), strict=True))}
