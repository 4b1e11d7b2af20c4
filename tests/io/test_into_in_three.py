"""Copies of assets with one more animation, played by three.js in a real Chromium."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks.chromium import FLAGS

from pliant.clip import Clip
from pliant.io import read_clip, read_mesh
from pliant.io.into import Into, write_into
from pliant.samples.bar import bent
from tests.browser import launched
from tests.io.gltf_validator import MODULES
from tests.io.test_gltf_in_three import Files
from tests.rigged_bar import rigged_bar

PAGE = Path(__file__).with_name("three_asset_page.html")


class AssetFiles(Files):
    """The page for assets, three.js and one file."""

    def do_GET(self) -> None:
        if self.path != "/":
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE.read_bytes())


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if not (MODULES / "three").is_dir():
        pytest.skip(f"three.js is not installed in {MODULES}; run npm install in web/")
    with launched(FLAGS) as chromium:
        yield chromium


def check_played(browser: Any, path: Path, name: str) -> None:
    """Every frame of an animation is where three.js has it."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(AssetFiles, path))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = browser.new_page()
    page.goto(f"http://127.0.0.1:{server.server_port}/")
    page.wait_for_function("window.ready === true", timeout=60_000)
    clip = read_clip(path, clip=name)
    for i, V in enumerate(clip):
        # The very end of a clip is its beginning to a player that repeats it.
        seconds = min(i, clip.count - 1 - 1e-4) / clip.fps
        found = page.evaluate("([name, seconds]) => window.vertices(name, seconds)", [name, seconds])
        assert np.abs(np.array(found) - V).max() <= 1e-3 * clip.mesh.diagonal
    page.close()
    server.shutdown()


@pytest.mark.parametrize("by", ["bones", "shapes", "both"])
def test_three_js_plays_the_new_animation_and_the_old_ones(browser: Any, tmp_path: Path, by: Any) -> None:
    turns = np.random.default_rng(3).normal(scale=0.3, size=(4, 3, 3))
    (tmp_path / "asset.glb").write_bytes(rigged_bar(turns, morph=True).glb())
    mesh = read_mesh(tmp_path / "asset.glb")
    clip = Clip.of(mesh, [bent(mesh.V, a) for a in (0.0, 30.0, 60.0)], 12.0, name="bend")
    write_into(tmp_path / "out.glb", clip, Into(tmp_path / "asset.glb", by))
    for name in ("bend", "own", "puff"):
        check_played(browser, tmp_path / "out.glb", name)
