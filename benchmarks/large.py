"""Large textured characters in the studio, opened, orbited and pulled in a Chromium without a graphics card.

A real character is subdivided, its images are enlarged, and the file is opened like any other. Frames in the
model's own colours and in clay take turns, so that a busy machine slows both alike.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import psutil

from benchmarks.chromium import FLAGS, chromium
from benchmarks.first_minute import HEIGHT, PATIENCE, QUICK, STATE, WIDTH
from benchmarks.pose_sets import MissingDataError, data_folder
from benchmarks.results import RESULTS, Cell, Column, Table
from benchmarks.subdivision import subdivided
from pliant.appearance import Appearance, Image
from pliant.arrays import Faces, Vertices
from pliant.corner_normals import smooth_normals
from pliant.io import read_mesh, write_mesh
from pliant.mesh import Mesh, Polygons, PoseSet

# A character, how often its triangles are cut in four, and the side of its images in pixels.
MODELS = (("playcanvas_bitmoji.glb", 1, 1024), ("three_Soldier.glb", 4, 4096))
# Pairs of views in own colours and in clay, and steps of the pointer in each.
PAIRS, STEPS = 6, 5
# Pixels that a handle is pulled by, in so many steps.
PULL, MOVES = 60.0, 10
# Of the folds: turns of a sine over the diagonal, in radians, and their depth as a share of it.
WAVES, DEPTH = 400.0, 4e-4
COLUMNS = [
    Column("file", "file"),
    Column("vertices", "vertices", ","),
    Column("texture", "texture"),
    Column("method", "method"),
    Column("server", "opening: server CPU s", ".1f"),
    Column("page", "page CPU s", ".1f"),
    Column("wall", "s", ".1f"),
    Column("frame", "frame of clay, CPU ms", ".0f"),
    Column("ratio", "own colours ÷ clay", ".2f"),
    Column("first", "first pull s", ".2f"),
    Column("first_cpu", "server CPU s", ".2f"),
    Column("move", "move s", ".2f"),
    Column("memory", "server MB", ".0f"),
]
NOTE = (
    f"Frames are steps of an orbit at {WIDTH} × {HEIGHT} pixels, drawn in software: CPU time of all "
    "processes of Chromium. The first pull is from the first move of the pointer until nothing is awaited "
    "and the frame is drawn; a move is the mean of those after it. Pictures lie beside the table."
)


def tables(*, quick: bool = False) -> list[Table]:
    """One row per model."""
    table = Table("Large characters in the studio", COLUMNS, note=NOTE)
    with tempfile.TemporaryDirectory() as folder:
        for name, cuts, side in MODELS[: 1 if quick else None]:
            path = Path(folder) / name
            write_mesh(path, enlarged(name, cuts, side))
            table.add(_measured(path, side))
    return [table]


def enlarged(name: str, cuts: int, side: int) -> Mesh:
    """A character of the real data, its triangles cut in four so often, and its images side × side pixels."""
    path = data_folder() / "characters" / name
    if not path.is_file():
        raise MissingDataError(f"{path} is not there; PLIANT_DATA names the folder of the real data")
    mesh = read_mesh(path)
    if mesh.uv is None or mesh.uv_corners is None or (mesh.uv_corners != mesh.polygons.corners).any():
        raise MissingDataError(f"{name} has no texture coordinate of its own for each vertex")
    # Texture coordinates are cut as one more pose.
    poses = PoseSet.of(np.stack([mesh.V, np.pad(mesh.uv, ((0, 0), (0, 1)))]), mesh.F)
    for _ in range(cuts):
        poses = subdivided(poses)
    V = poses.V[0] + _folds(poses.V[0], poses.F)
    children = np.arange(4**cuts)
    rows = {key: (4**cuts * each[:, None] + children).ravel() for key, each in mesh.materials.items()}
    polygons = Polygons.of_triangles(poses.F)
    made = Mesh.of_polygons(V, polygons, uv=poses.V[1, :, :2], uv_corners=polygons.corners, materials=rows)
    return made.with_appearance(_with_images(mesh.appearance, side))


def _folds(V: Vertices, F: Faces) -> Vertices:
    """(n, 3) fine waves along the normals, as of cloth: triangles only cut are flat as a machine's."""
    size = np.linalg.norm(np.ptp(V, axis=0))
    waves = np.sin(WAVES / size * V).sum(axis=1, keepdims=True)
    return DEPTH * size * waves * smooth_normals(V, F)


def _with_images(look: Appearance, side: int) -> Appearance:
    from PIL import Image as Picture

    images = []
    for image in look.images:
        target = io.BytesIO()
        Picture.open(io.BytesIO(image.data)).convert("RGB").resize((side, side)).save(target, "JPEG")
        images.append(Image(image.name, "image/jpeg", target.getvalue()))
    return Appearance(materials=look.materials, textures=look.textures, images=tuple(images))


@dataclass(frozen=True)
class Watch:
    """The processes of the studio and of the browser that shows it."""

    server: psutil.Process
    browser: psutil.Process

    def spent(self) -> tuple[float, float]:
        """CPU seconds of both so far, with all their children."""
        return _spent(self.server), _spent(self.browser)


def _spent(process: psutil.Process) -> float:
    total = 0.0
    for each in (process, *process.children(recursive=True)):
        try:
            times = each.cpu_times()
        except psutil.NoSuchProcess:
            continue
        # Children that have ended count for the one that waited for them.
        total += times.user + times.system + times.children_user + times.children_system
    return total


@contextmanager
def _shown(path: Path) -> Iterator[tuple[Any, Watch]]:
    """A page that opens the file, and the processes behind it."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as state, sync_playwright() as driver:
        known = {each.pid for each in psutil.Process().children(recursive=True)}
        browser = driver.chromium.launch(executable_path=chromium(), args=[*FLAGS, *QUICK])
        new = [each for each in psutil.Process().children(recursive=True) if each.pid not in known]
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, bypass_csp=True)
        command = [
            sys.executable,
            "-m",
            "pliant.cli.app",
            "studio",
            str(path),
            "--no-browser",
            "--state",
            state,
        ]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                page.goto(next(line.strip() for line in server.stdout or () if re.match("http", line)))
                yield page, Watch(psutil.Process(server.pid), new[0])
            finally:
                browser.close()
                server.terminate()


def _measured(path: Path, side: int) -> dict[str, Cell]:
    began = time.perf_counter()
    with _shown(path) as (page, watch):
        page.set_default_timeout(PATIENCE)
        page.wait_for_function(STATE % "s.pose !== null && s.progress === null", timeout=PATIENCE)
        page.evaluate("window.pliant.idle()")
        took, (server, drawn) = time.perf_counter() - began, watch.spent()
        row: dict[str, Cell] = {
            "file": path.name,
            "vertices": page.evaluate(STATE % "s.model.V.length") // 3,
            "texture": f"{side} × {side}",
            "method": page.evaluate(STATE % "s.document.method"),
            "server": server,
            "page": drawn,
            "wall": took,
        }
        _picture(page, path, "opened")
        row |= _frames(page, watch) | _pulled(page, watch)
        _picture(page, path, "pulled")
        return {**row, "memory": watch.server.memory_info().rss / 1e6}


def _picture(page: Any, path: Path, what: str) -> None:
    pictures = RESULTS / "large"
    pictures.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=str(pictures / f"{path.stem}-{what}.png"), timeout=PATIENCE)


def _frames(page: Any, watch: Watch) -> dict[str, Cell]:
    """CPU time of a frame in clay, and how many times as long one in own colours takes."""
    spent: dict[bool, list[float]] = {True: [], False: []}
    _orbit(page, watch)
    for _ in range(2 * PAIRS):
        page.keyboard.press("m")
        page.evaluate("window.pliant.idle()")
        spent[page.evaluate(STATE % "s.clay")].append(_orbit(page, watch))
    clay = np.array(spent[True])
    return {"frame": 1e3 * float(np.median(clay)), "ratio": float(np.median(np.array(spent[False]) / clay))}


def _orbit(page: Any, watch: Watch) -> float:
    """CPU seconds of one frame while the camera goes round, there and back."""
    before = watch.spent()[1]
    page.mouse.move(WIDTH / 2, HEIGHT / 2)
    page.mouse.down(button="middle")
    for step in range(STEPS):
        page.mouse.move(WIDTH / 2 + (20 if step % 2 == 0 else 0), HEIGHT / 2)
        page.evaluate("window.pliant.idle()")
    page.mouse.up(button="middle")
    return (watch.spent()[1] - before) / STEPS


def _pulled(page: Any, watch: Watch) -> dict[str, Cell]:
    """How long the first move of a handle takes, and those after it."""
    handles = page.evaluate(STATE % "s.document.handles")
    free = next((one for one in handles if not one["pinned"]), None)
    if free is None:
        return {}
    x, y = page.evaluate("p => window.pliant.pointScreen(p)", free["target"])
    page.mouse.move(x, y)
    before, began = watch.spent()[0], time.perf_counter()
    page.mouse.down()
    took, cpu = [], 0.0
    for step in range(1, MOVES + 1):
        page.mouse.move(x, y - PULL * step / MOVES)
        page.evaluate("window.pliant.idle()")
        took.append(time.perf_counter() - began - sum(took))
        if step == 1:
            cpu = watch.spent()[0] - before
    page.mouse.up()
    page.evaluate("window.pliant.idle()")
    return {"first": took[0], "first_cpu": cpu, "move": float(np.mean(took[1:]))}
