"""Real characters, read and written again: what is left of their look for us, three.js and the validator."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from benchmarks.asset_viewer import Seen, Viewer, issues, viewer
from benchmarks.blender_assets import blender_rows, blender_table
from benchmarks.pose_sets import MissingDataError, data_folder
from benchmarks.results import Cell, Column, Table
from pliant.appearance import Appearance
from pliant.io import read_mesh, write_mesh
from pliant.io.polygons import corner_uv
from pliant.mesh import Mesh

COLUMNS = (
    Column("file", "file"),
    Column("vertices", "vertices"),
    Column("images", "images"),
    Column("materials", "materials"),
    Column("uv", "UV sets"),
    Column("colours", "colours"),
    Column("normals", "normals"),
    Column("parts", "parts"),
    Column("nodes", "nodes"),
    Column("lost", "lost"),
    Column("size", "size / original", ".2f"),
)
SEEN = (
    Column("file", "file"),
    Column("materials", "materials alike"),
    Column("names", "names alike"),
    Column("pixels", "pixels that differ", ".3%"),
    Column("colour", "mean difference of colour", ".4f"),
    Column("errors", "errors"),
    Column("new", "new remarks"),
)
NOTE = "Numbers are kept / in the original. Values are compared at every corner, in single precision."
SEEN_NOTE = (
    "Both files in three.js at rest, 512 × 512 pixels, lit by a room: pixels differ if a channel does by "
    "more than 8 of 255, and the mean is over all channels, 1 for black against white. Materials are "
    "compared with their factors, maps, triangles and attributes. Errors and new remarks are the Khronos "
    "validator's: remarks of kinds that it does not make of the original."
)
# Errors of single precision, as shares of the diagonal and of unit values.
CLOSE = 2e-6
# Steps of 255 below which two pixels are the same.
VISIBLE = 8


def tables(*, quick: bool = False) -> list[Table]:
    """What we keep of every character, and what three.js and the validator see of it."""
    kept = Table("Characters read and written as GLB", COLUMNS, NOTE)
    seen = Table("The same in three.js and the Khronos validator", SEEN, SEEN_NOTE)
    there = blender_table()
    paths = list(characters())[: 3 if quick else None]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with viewer(folder) as page:
            for path in paths:
                copied(path, folder)
                mesh = read_mesh(path)
                ours = folder / f"ours-{path.stem}.glb"
                write_mesh(ours, mesh)
                kept.add(_kept(path, mesh, read_mesh(ours), ours))
                seen.add(_seen(path, mesh, page, ours))
                for row in blender_rows(path, mesh, page):
                    there.add(row)
    return [kept, seen, there]


def characters() -> Iterator[Path]:
    """The glTF files of characters among the real data."""
    folder = data_folder() / "characters"
    if not folder.is_dir():
        raise MissingDataError(f"{folder} is not there; PLIANT_DATA names the folder of the real data")
    yield from sorted(path for path in folder.rglob("*") if path.suffix in (".glb", ".gltf", ".vrm"))


def copied(path: Path, folder: Path) -> None:
    """The file and those beside it, if it names others."""
    for each in path.parent.iterdir() if path.suffix == ".gltf" else [path]:
        if each.is_file():
            shutil.copy(each, folder / each.name)


def _kept(path: Path, mesh: Mesh, back: Mesh, ours: Path) -> dict[str, Cell]:
    a, b = mesh.appearance, back.appearance
    pairs: dict[str, tuple[int, int]] = {
        "images": _count(a.images, b.images),
        "materials": _count(a.materials, b.materials),
        "uv": _layers(mesh, back, "uv"),
        "colours": _layers(mesh, back, "colour"),
        "normals": _layers(mesh, back, "normal"),
        "parts": _count(a.parts, b.parts),
        "nodes": _count(_tree(a), _tree(b)),
    }
    lost = [key for key, (kept, had) in pairs.items() if kept < had]
    same = mesh.V.shape == back.V.shape and np.array_equal(mesh.F, back.F)
    if not same or np.abs(mesh.V - back.V).max() > CLOSE * mesh.diagonal:
        lost.append("positions")
    cells = {key: f"{kept} / {had}" if had else None for key, (kept, had) in pairs.items()}
    size = ours.stat().st_size / path.stat().st_size
    return {
        "file": path.name,
        "vertices": mesh.n,
        **cells,
        "lost": ", ".join(lost) or "nothing",
        "size": size,
    }


def _count(had: tuple, found: tuple) -> tuple[int, int]:
    """How many are the same at their places, and how many there were."""
    return sum(x == y for x, y in zip(had, found, strict=False)), len(had)


def _tree(look: Appearance) -> tuple:
    """Names, parents, extras and matrices of all nodes."""
    return tuple(
        (node.name, node.parent, dict(node.other), node.matrix.round(6).tolist()) for node in look.nodes
    )


def _layers(mesh: Mesh, back: Mesh, word: str) -> tuple[int, int]:
    """How many layers of a kind have the same values at all corners, and how many there were."""
    had, found = _values(mesh, word), _values(back, word)
    same = [
        name in found
        and found[name].shape == values.shape
        and np.allclose(values, found[name], rtol=0, atol=CLOSE, equal_nan=True)
        for name, values in had.items()
    ]
    return sum(same), len(had)


def _values(mesh: Mesh, word: str) -> dict[str, np.ndarray]:
    found = {
        name: layer.at_corners() for name, layer in mesh.appearance.layers.items() if name.startswith(word)
    }
    first = corner_uv(mesh) if word == "uv" else None
    return found if first is None else {"uv0": first, **found}


def _seen(path: Path, mesh: Mesh, page: Viewer, ours: Path) -> dict[str, Cell]:
    low, high = mesh.V.min(axis=0), mesh.V.max(axis=0)
    where = ((low + high) / 2).tolist(), 0.55 * mesh.diagonal
    first, second = (page.opened(name, *where) for name in (path.name, ours.name))
    difference = np.abs(first.pixels.astype(int) - second.pixels.astype(int))
    said = issues(path, ours)
    errors = None if said is None else sum(each["severity"] == 0 for each in said[1])
    known = set() if said is None else {each["code"] for each in said[0]}
    new = None if said is None else sorted({each["code"] for each in said[1]} - known)
    return {
        "file": path.name,
        "materials": _alike(first, second, lambda seen: seen.materials),
        "names": _alike(first, second, lambda seen: seen.names),
        "pixels": float((difference.max(axis=2) > VISIBLE).mean()),
        "colour": float(difference.mean() / 255),
        "errors": errors,
        "new": None if new is None else ", ".join(new) or "none",
    }


def _alike(first: Seen, second: Seen, part: Callable[[Seen], object]) -> str:
    return "yes" if part(first) == part(second) else "no"
