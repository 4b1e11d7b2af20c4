"""Our glTF files in the engine of the web: three.js in a real Chromium."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks.chromium import FLAGS

from pliant.clip import Clip
from pliant.figures.raster import Raster
from pliant.figures.views import Camera
from pliant.io import write_clip
from pliant.io.gltf import write_skinned
from pliant.samples.bar import bar, bent
from pliant.skin import Skin
from pliant.skin_clip import SkinClip
from tests.browser import launched
from tests.io.gltf_validator import MODULES

PAGE = Path(__file__).with_name("three_page.html")
TYPES = {".html": "text/html", ".js": "text/javascript"}
# Pixels of a side, as in the page.
SIDE = 256


class Files(BaseHTTPRequestHandler):
    """The page, three.js and one clip."""

    def __init__(self, clip: Path, *rest: Any) -> None:
        self.clip = clip
        super().__init__(*rest)

    def do_GET(self) -> None:
        places = {"/": PAGE, "/clip": self.clip}
        path = places.get(self.path, MODULES / self.path.lstrip("/"))
        if not path.is_file():
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", TYPES.get(path.suffix, "model/gltf-binary"))
        self.end_headers()
        self.wfile.write(path.read_bytes())

    def log_message(self, *words: Any) -> None:
        pass


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if not (MODULES / "three").is_dir():
        pytest.skip(f"three.js is not installed in {MODULES}; run npm install in web/")
    with launched(FLAGS) as chromium:
        yield chromium


@pytest.fixture
def played(browser: Any) -> Iterator[Callable[[Path], Any]]:
    """A page that has loaded a file."""
    servers = []

    def open_page(clip: Path) -> Any:
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, clip))
        servers.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        page.wait_for_function("window.ready === true", timeout=60_000)
        return page

    yield open_page
    for server in servers:
        server.shutdown()


def check_played(page: Any, clip: Clip) -> None:
    """Every frame's vertices, and what is seen of the middle one."""
    V = clip.array()
    size = np.linalg.norm(np.ptp(V.reshape(-1, 3), axis=0))
    for i in range(clip.count):
        found = np.array(page.evaluate("seconds => window.vertices(seconds)", i / clip.fps))
        assert np.abs(found[: clip.mesh.n] - V[i]).max() <= 1e-5 * size
    middle = clip.count // 2
    centre, half = V[middle].mean(axis=0), 0.75 * float(size)
    words = "([seconds, centre, half]) => window.seen(seconds, centre, half)"
    theirs = np.array(page.evaluate(words, [middle / clip.fps, centre.tolist(), half])).reshape(SIDE, SIDE)
    raster = Raster((V[middle] - centre) / half, clip.mesh.F)
    ours = raster.seen(Camera(np.eye(3), np.zeros(3), 1.0, 0.0), (SIDE, SIDE)) >= 0
    raster.close()
    assert ours.sum() > 500
    # Two rasters may differ along the outline alone.
    assert (ours != theirs).sum() <= 0.02 * ours.sum()


def test_three_js_plays_shapes(played: Callable[[Path], Any], tmp_path: Path) -> None:
    mesh = bar(400).mesh
    clip = Clip.of(mesh, [bent(mesh.V, angle) for angle in (0.0, 40.0, 80.0, 60.0, 10.0)], 12.0)
    write_clip(tmp_path / "clip.glb", clip)
    check_played(played(tmp_path / "clip.glb"), clip)


def test_three_js_plays_skins_that_shear(played: Callable[[Path], Any], tmp_path: Path) -> None:
    mesh, chance = bar(400).mesh, np.random.default_rng(4)
    weights = chance.dirichlet(np.ones(4), mesh.n)
    skin = Skin.of(mesh.V, np.tile(np.arange(4), (mesh.n, 1)), weights, 4)
    palettes = np.tile(np.eye(3, 4), (5, 4, 1, 1))
    palettes[1:] += 0.3 * chance.normal(size=(4, 4, 3, 4))
    clip = SkinClip.of(mesh, skin, palettes, 12.0)
    write_skinned(tmp_path / "skin.glb", clip)
    check_played(played(tmp_path / "skin.glb"), clip.clip())
