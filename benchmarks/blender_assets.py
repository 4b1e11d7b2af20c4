"""Characters written as GLB, USD and OBJ, opened in Blender beside their originals."""

from __future__ import annotations

import json
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.asset_viewer import Viewer
from benchmarks.blender import PATIENCE, blender_python, missing
from benchmarks.results import Cell, Column, Table
from pliant.clip import Clip
from pliant.errors import MissingExtraError
from pliant.io import write_clip, write_mesh
from pliant.mesh import Mesh

COLUMNS = (
    Column("file", "file"),
    Column("kind", "as"),
    Column("materials", "materials"),
    Column("factors", "factors"),
    Column("maps", "maps"),
    Column("positions", "positions"),
    Column("uv", "UV sets"),
    Column("colours", "colours"),
    Column("normals", "normals"),
    Column("names", "names"),
    Column("lost", "lost"),
)
NOTE = (
    "Both the original and ours are opened in Blender, at rest; numbers are alike / in the original. Factors "
    "are colour, metalness and roughness where no image gives them; maps are inputs of Blender's surface "
    "with an image of the same size. Positions, UV sets, colours and normals are compared by their means and "
    "by the means of their products with positions, over all corners of triangles. Positions and normals of "
    "the original are those that three.js finds: Blender puts meshes under the bones of a scaled armature "
    "elsewhere (RobotExpressive, by 10 % of the diagonal) and turns normals with the faces where bones do "
    "not rest as they were bound (Trex, Knight, by up to 37°). OBJ has one UV set and one set of colours."
)
# Of means in units of the model, and of unit values.
CLOSE = 2e-3
SCRIPT = Path(__file__).with_name("blender_look.py")
# What a kind of file cannot hold.
WITHOUT: dict[str, tuple[str, ...]] = {"GLB": (), "USD": (), "OBJ": ("names",)}
SINGLE = ("OBJ",)


def blender_table() -> Table:
    """The table, still without rows."""
    return Table("The same in Blender, as GLB, USD and OBJ", COLUMNS, f"{NOTE} {missing()}".strip())


def blender_rows(path: Path, mesh: Mesh, page: Viewer) -> Iterator[dict[str, Cell]]:
    """What Blender finds of a character of the page's folder in each format; nothing without Blender."""
    if missing():
        return
    folder = page.folder
    original = _opened(_still(folder / path.name), folder)
    if original is None:
        yield {"file": path.name, "kind": "–", "lost": "Blender does not open the original"}
        return
    original["moments"] |= _surface_moments(page, path.name)
    for kind, suffix in (("GLB", ".glb"), ("USD", ".usdc"), ("OBJ", ".obj")):
        place = folder / f"{kind}-{path.stem}"
        place.mkdir(exist_ok=True)
        ours = place / f"{path.stem}{suffix}"
        try:
            if kind == "USD":
                write_clip(ours, Clip.of(mesh, mesh.V[None]))
            else:
                write_mesh(ours, mesh)
        except MissingExtraError as absent:
            yield {"file": path.name, "kind": kind, "lost": str(absent)}
            continue
        yield {"file": path.name, "kind": kind, **_compared(original, _opened(ours, folder), kind)}


def _surface_moments(page: Viewer, name: str) -> dict[str, list[float]]:
    """Positions and normals of three.js as `blender_look.moments` has them, in Blender's axes."""
    P, N = (X[:, [0, 2, 1]] * (1, -1, 1) for X in page.surface(name))
    return {
        key: [len(P), *X.mean(axis=0), *(P.T @ X / len(P)).ravel()]
        for key, X in (("position", P), ("normal", N))
    }


def _still(path: Path) -> Path:
    """A copy of a glTF file beside it without animations, by whose first frame Blender would show it."""
    data, copy = path.read_bytes(), path.with_name(f"still-{path.name}")
    if data[:4] != b"glTF":
        copy.write_text(json.dumps(_without_animations(json.loads(data))))
        return copy
    (size,) = struct.unpack("<I", data[12:16])
    text = json.dumps(_without_animations(json.loads(data[20 : 20 + size]))).encode()
    text += b" " * (-len(text) % 4)
    rest = data[20 + size :]
    header = struct.pack("<4sIII4s", b"glTF", 2, 20 + len(text) + len(rest), len(text), b"JSON")
    copy.write_bytes(header + text + rest)
    return copy


def _without_animations(root: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in root.items() if key != "animations"}


def _opened(path: Path, folder: Path) -> dict[str, Any] | None:
    """What Blender found in a file; None where it could not open it."""
    target = folder / "look.json"
    target.unlink(missing_ok=True)
    command = [blender_python(), str(SCRIPT), str(path), str(target)]
    run = subprocess.run(command, capture_output=True, timeout=PATIENCE)
    return json.loads(target.read_text()) if run.returncode == 0 and target.exists() else None


def _compared(had: dict[str, Any], found: dict[str, Any] | None, kind: str) -> dict[str, Cell]:
    if found is None:
        return {"lost": "everything: Blender does not open it"}
    pairs = {
        "materials": _count(had["materials"], found["materials"]),
        "factors": _each(had["materials"], found["materials"], "factors"),
        "maps": _each(had["materials"], found["materials"], "maps"),
        "positions": _moments(had, found, "position", kind),
        "uv": _moments(had, found, "uv", kind),
        "colours": _moments(had, found, "colour", kind),
        "normals": _moments(had, found, "normal", kind),
        "names": _count(had["names"], found["names"]),
    }
    lost = [key for key, (kept, of) in pairs.items() if kept < of and key not in WITHOUT[kind]]
    cells: dict[str, Cell] = {key: f"{kept} / {of}" if of else None for key, (kept, of) in pairs.items()}
    return {**cells, "lost": ", ".join(lost) or "nothing"}


def _count(had: Any, found: Any) -> tuple[int, int]:
    """How many names are found again, written with any signs, and how many there were."""
    plain = {_plain(name) for name in found}
    return sum(_plain(name) in plain for name in had), len(had)


def _plain(name: str) -> str:
    """A name in letters and digits alone: formats allow different signs."""
    return "".join(letter for letter in name.lower() if letter.isalnum())


def _each(had: dict[str, Any], found: dict[str, Any], what: str) -> tuple[int, int]:
    """How many factors or maps of all materials are the same, and how many there were."""
    by_name = {_plain(name): item for name, item in found.items()}
    same = total = 0
    for name, item in had.items():
        theirs = by_name.get(_plain(name), {what: {}})[what]
        for key, value in item[what].items():
            if value is not None:
                total += 1
                same += _alike(value, theirs.get(key))
    return same, total


def _alike(a: Any, b: Any) -> bool:
    if a is None or b is None or isinstance(a, str) or isinstance(b, str) or np.shape(a) != np.shape(b):
        return a == b
    return bool(np.allclose(a, b, rtol=0, atol=CLOSE))


def _moments(had: dict[str, Any], found: dict[str, Any], word: str, kind: str) -> tuple[int, int]:
    """How many layers of a kind have the same means, and how many there were that the format can hold."""
    names = [name for name in had["moments"] if name.startswith(word)][: 1 if kind in SINGLE else None]
    size = 1 + max(abs(x) for x in had["moments"]["position"][1:4])
    same = 0
    for name in names:
        a = had["moments"][name]
        # Blender numbers layers in orders of its own.
        others = [b for key, b in found["moments"].items() if key.startswith(word) and len(a) == len(b)]
        same += any(np.abs(np.subtract(a[1:], b[1:])).max() < CLOSE * size for b in others)
    return same, len(names)
