"""The first minute: models from elsewhere dropped on the studio's page, and the first pull that it suggests.

Every file is dropped in a real Chromium without any setting. A picture is taken after opening and one after
the suggested pull; they lie beside the table, to be looked at. The figures say what a person would notice
first: whether feet stayed where they stood, whether anything sank through the floor, and whether edges tore.
"""

from __future__ import annotations

import base64
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.chromium import FLAGS, chromium
from benchmarks.pose_sets import MissingDataError, data_folder
from benchmarks.results import RESULTS, Cell, Column, Table

WIDTH, HEIGHT = 1280, 720
# The graphics card's stand-in only draws the mesh; putting the page together is too much for it.
QUICK = ("--disable-gpu-compositing", "--webgl-antialiasing-mode=none")
# Milliseconds for a model to open; the largest learns for a minute.
PATIENCE = 300_000
# Steps of the pointer on its way.
STEPS = 16
# Files of static meshes and of pose sets that are opened beside the characters.
STATIC = (".obj", ".off", ".glb")
DROP = """
async (files) => {
  const transfer = new DataTransfer();
  for (const [name, data] of files) {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    transfer.items.add(new File([bytes], name));
  }
  const event = new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true });
  document.getElementById('studio').dispatchEvent(event);
}
"""
STATE = "(() => { const s = window.pliant.state(); return %s; })()"
COLUMNS = [
    Column("file", "file"),
    Column("method", "method"),
    Column("pins", "pins"),
    Column("offers", "more ends"),
    Column("up", "up"),
    Column("front", "front °", ".0f"),
    Column("feet", "feet moved %", ".2f"),
    Column("sunk", "sank %", ".2f"),
    Column("stretch", "longest edge", ".2f"),
    Column("why", "why"),
]
NOTE = (
    "Feet and sinking are in percent of the diagonal: how far a pin moved, and how far anything went below "
    "the lowest point at rest. Longest edge: the 99.9th percentile of how many times as long edges became."
)


def tables(*, quick: bool = False, sets: Sequence[str] | None = None) -> list[Table]:
    """One table of characters, one of single meshes and one of pose sets; `sets` names some of the files."""
    pictures = RESULTS / "first-minute"
    pictures.mkdir(parents=True, exist_ok=True)
    made = []
    for title, files in _files().items():
        table = Table(title, COLUMNS, note=NOTE)
        for path in files[: 1 if quick else None]:
            if sets is None or path.stem in sets:
                table.add(opened(path, pictures))
        made.append(table)
    return made


def known_sets() -> tuple[str, ...]:
    """Names of the files, without endings."""
    return tuple(path.stem for files in _files().values() for path in files)


def _files() -> dict[str, list[Path]]:
    """Files by the title of their table."""
    folder = data_folder()
    characters = folder / "characters"
    files = {
        "Characters": sorted(characters.glob("*.gl*")) + sorted(characters.glob("*/*.gltf")),
        "Single meshes": sorted(each for each in (folder / "static").glob("*") if each.suffix in STATIC),
        "Pose sets": sorted((folder / "poses").glob("*.npz")),
    }
    if not files["Characters"]:
        raise MissingDataError("no characters are in the data folder")
    return files


def opened(path: Path, pictures: Path) -> dict[str, Cell]:
    """What happens to one model, and its two pictures."""
    from playwright.sync_api import sync_playwright

    with served() as url, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=[*FLAGS, *QUICK])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, bypass_csp=True)
        page.goto(url)
        page.wait_for_function(STATE % "s.connection === 'open'", timeout=PATIENCE)
        try:
            page.evaluate(DROP, [_encoded(each) for each in _with_companions(path)])
            return _measured(page, path, pictures)
        finally:
            browser.close()


def _measured(page: Any, path: Path, pictures: Path) -> dict[str, Cell]:
    ready = "(s.pose !== null && s.progress === null) || s.toasts.some((t) => t.bad)"
    page.wait_for_function(STATE % ready, timeout=PATIENCE)
    if page.evaluate(STATE % "s.pose === null"):
        return {"file": path.name, "why": page.evaluate(STATE % "s.toasts[0].words")}
    page.evaluate("window.pliant.idle()")
    page.wait_for_timeout(300)
    page.screenshot(path=str(pictures / f"{path.stem}-1-opened.png"), timeout=PATIENCE)
    handles = page.evaluate(STATE % "s.document.handles")
    free = next((one for one in handles if not one["pinned"]), None)
    row: dict[str, Cell] = {
        "file": path.name,
        "method": page.evaluate(STATE % "s.document.method"),
        "why": page.evaluate(STATE % "s.model.start.reason"),
        "up": page.evaluate(STATE % "s.up"),
        "front": float(np.degrees(page.evaluate(STATE % "s.model.start.azimuth"))),
        "pins": sum(one["pinned"] for one in handles),
        "offers": page.evaluate(STATE % "s.model.start.suggested.length"),
    }
    if free is None:
        return row
    before = _positions(page)
    _pull(page, free["target"], page.evaluate(STATE % "s.model.start.toward"))
    page.screenshot(path=str(pictures / f"{path.stem}-2-pulled.png"), timeout=PATIENCE)
    return {**row, **_figures(page, handles, before)}


def _pull(page: Any, start: Sequence[float], toward: Sequence[float]) -> None:
    """Drag as a hand does: from the handle to where the arrow points."""
    begin, end = (page.evaluate("p => window.pliant.pointScreen(p)", list(each)) for each in (start, toward))
    page.mouse.move(*begin)
    page.mouse.down()
    page.mouse.move(*end, steps=STEPS)
    page.wait_for_timeout(300)
    page.mouse.up()
    page.evaluate("window.pliant.idle()")
    page.wait_for_timeout(300)


def _figures(page: Any, handles: Sequence[dict[str, Any]], before: np.ndarray) -> dict[str, Cell]:
    after = _positions(page)
    F = np.array(page.evaluate(STATE % "Array.from(s.model.F)")).reshape(-1, 3)
    up = 1 if page.evaluate(STATE % "s.up") == "y" else 2
    diagonal = float(np.linalg.norm(np.ptp(before, axis=0)))
    feet = [
        np.array(one["barycentric"]) @ (after - before)[F[one["face"]]] for one in handles if one["pinned"]
    ]
    ends = np.concatenate([F[:, [0, 1]], F[:, [1, 2]], F[:, [2, 0]]])
    rest, posed = (np.linalg.norm(V[ends[:, 0]] - V[ends[:, 1]], axis=1) for V in (before, after))
    seen = rest > 1e-3 * diagonal
    return {
        "feet": 100.0 * float(np.linalg.norm(feet, axis=1).max()) / diagonal,
        "sunk": 100.0 * max(0.0, float(before[:, up].min() - after[:, up].min())) / diagonal,
        "stretch": float(np.quantile(posed[seen] / rest[seen], 0.999)) if seen.any() else None,
    }


def _positions(page: Any) -> np.ndarray:
    return np.array(page.evaluate("window.pliant.positions()")).reshape(-1, 3)


def _with_companions(path: Path) -> list[Path]:
    """A glTF file with the files beside it that it names."""
    if path.suffix != ".gltf":
        return [path]
    text = path.read_text(encoding="utf-8")
    return [
        path,
        *(each for each in sorted(path.parent.iterdir()) if each != path and f'"{each.name}"' in text),
    ]


def _encoded(path: Path) -> list[str]:
    return [path.name, base64.b64encode(path.read_bytes()).decode()]


@contextmanager
def served() -> Iterator[str]:
    """The address of an empty studio."""
    with tempfile.TemporaryDirectory() as state:
        command = [sys.executable, "-m", "pliant.cli.app", "studio", "--no-browser", "--state", state]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                yield next(line.strip() for line in server.stdout or () if re.match("http", line))
            finally:
                server.terminate()
