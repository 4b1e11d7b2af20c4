"""glTF files in three.js, what it finds in them and how it draws them, and in the Khronos validator."""

from __future__ import annotations

import base64
import io
import json
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.chromium import FLAGS, MissingBrowserError, chromium

PAGE = Path(__file__).with_name("assets_page.html")
MODULES = Path(os.environ.get("PLIANT_NODE_MODULES", Path(__file__).parents[1] / "web" / "node_modules"))
TYPES = {".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm"}
VALIDATOR = """
const validator = require("gltf-validator"), fs = require("fs"), path = require("path");
const read = (file) => new Uint8Array(fs.readFileSync(file));
const reports = process.argv.slice(1).map((file) => validator.validateBytes(read(file), {
  externalResourceFunction: async (uri) => read(path.join(path.dirname(file), decodeURIComponent(uri))),
}));
Promise.all(reports).then((found) => console.log(JSON.stringify(found.map((each) => each.issues.messages))));
"""
# Milliseconds that a page may take to open a file and draw it without a graphics card.
PATIENCE = 120_000


@dataclass(frozen=True, eq=False)
class Seen:
    """What three.js made of a file.

    materials: triangles and attributes for each description of a material
    names:     of all nodes at and above meshes, sorted
    pixels:    (side, side, 3) uint8
    """

    materials: dict[str, dict[str, Any]]
    names: list[str]
    pixels: np.ndarray


class Viewer:
    """A page with three.js, and the files of one folder."""

    def __init__(self, page: Any, folder: Path, address: str) -> None:
        self._page, self.folder, self._address = page, folder, address

    def opened(self, name: str, centre: Sequence[float], half: float) -> Seen:
        """A file of the folder; the picture shows the square of half the side `half` about the centre."""
        from PIL import Image

        words = "([address, centre, half]) => window.opened(address, centre, half)"
        found = self._page.evaluate(words, [f"{self._address}/files/{name}", list(centre), half])
        picture = Image.open(io.BytesIO(base64.b64decode(found["picture"].partition(",")[2])))
        pixels = np.asarray(picture.convert("RGB"))
        return Seen(found["facts"]["materials"], found["facts"]["names"], pixels)

    def played(self, name: str, clip: str, times: Sequence[float]) -> list[np.ndarray]:
        """(n, 3) all vertices of a file of the folder, in the world, at times of an animation in seconds."""
        words = "([address, clip, times]) => window.played(address, clip, times)"
        found = self._page.evaluate(words, [f"{self._address}/files/{name}", clip, list(times)])
        return [_vectors(each) for each in found]

    def surface(self, name: str) -> tuple[np.ndarray, np.ndarray]:
        """Positions and normals (c, 3) at all corners of triangles of a file of the folder, at rest.

        Its bones and nodes carry positions by their maps and normals by the inverse transposes, as glTF asks;
        a mesh without normals has flat faces.
        """
        found = self._page.evaluate("(address) => window.surface(address)", f"{self._address}/files/{name}")
        places = [_vectors(P) for P, _ in found]
        normals = [_flat(P) if N is None else _vectors(N) for P, (_, N) in zip(places, found, strict=True)]
        return np.concatenate(places), np.concatenate(normals)


def _vectors(text: str) -> np.ndarray:
    return np.frombuffer(base64.b64decode(text), "<f4").reshape(-1, 3).astype(np.float64)


def _flat(corners: np.ndarray) -> np.ndarray:
    """(3m, 3) the normal of its triangle for each corner (3m, 3)."""
    a, b, c = (corners[i::3] for i in range(3))
    normals = np.cross(b - a, c - a)
    return np.repeat(normals / np.linalg.norm(normals, axis=1, keepdims=True).clip(1e-30), 3, axis=0)


class Files(BaseHTTPRequestHandler):
    """The page, three.js and the files of a folder."""

    def __init__(self, folder: Path, *rest: Any) -> None:
        self.folder = folder
        super().__init__(*rest)

    def do_GET(self) -> None:
        files = self.path.removeprefix("/files/")
        path = PAGE if self.path == "/" else MODULES / self.path.lstrip("/")
        path = self.folder / files if files != self.path else path
        if not path.is_file():
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", TYPES.get(path.suffix, "application/octet-stream"))
        self.end_headers()
        self.wfile.write(path.read_bytes())

    def log_message(self, *words: Any) -> None:
        pass


@contextmanager
def viewer(folder: Path) -> Iterator[Viewer]:
    """A viewer for the files of a folder; raises MissingBrowserError without Chromium or three.js."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as missing:
        raise MissingBrowserError("playwright is not installed (extra 'test')") from missing
    if not (MODULES / "three").is_dir():
        raise MissingBrowserError(f"three.js is not installed in {MODULES}; run npm install in web/")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    try:
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=chromium(), args=FLAGS)
            page = browser.new_page()
            page.set_default_timeout(PATIENCE)
            page.goto(f"{address}/")
            page.wait_for_function("window.ready === true", timeout=PATIENCE)
            yield Viewer(page, folder, address)
            browser.close()
    finally:
        server.shutdown()


def issues(*paths: Path) -> list[list[dict[str, Any]]] | None:
    """What the Khronos validator says of each file; None if it is not installed."""
    node = shutil.which("node")
    if node is None or not (MODULES / "gltf-validator").is_dir():
        return None
    run = subprocess.run(
        [node, "-e", VALIDATOR, *map(str, paths)],
        env={**os.environ, "NODE_PATH": str(MODULES)},
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    return json.loads(run.stdout)
