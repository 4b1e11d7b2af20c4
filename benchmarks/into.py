"""Motions written back into the files of real characters: what changed in the file, and who can play it."""

from __future__ import annotations

import json
import struct
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from scipy.spatial import KDTree

from benchmarks.asset_viewer import Viewer, issues, viewer
from benchmarks.assets import characters, copied
from benchmarks.blender import PATIENCE, blender_python, missing
from benchmarks.results import Cell, Column, Table
from pliant.arrays import Floats, Ints, Vertices
from pliant.clip import Clip
from pliant.errors import PliantError
from pliant.io import read_clip, read_poses
from pliant.io.gltf.bone_poses import posed_by_bones
from pliant.io.into import By, Into, write_into
from pliant.mesh import Mesh
from pliant.methods.reduced.rig import ReducedIK

COLUMNS = (
    Column("file", "file"),
    Column("vertices", "vertices"),
    Column("by", "by"),
    Column("bones", "bones"),
    Column("shapes", "shapes"),
    Column("rms", "RMS %", ".3f"),
    Column("largest", "largest %", ".2f"),
    Column("three", "three.js, off", ".1e"),
    Column("blender", "Blender, off", ".1e"),
    Column("json", "JSON"),
    Column("arrays", "arrays"),
    Column("new", "new remarks"),
)
NOTE = (
    "A rig learned from poses of the file's own bones is pulled by one of its ends, which goes out and back "
    "in nine frames; the motion is written into the file. RMS and largest distance are from that motion to "
    "the one in the file, in % of the diagonal. Off: three frames of the new file as three.js and Blender "
    "play them, from every vertex to the nearest one of ours and back, as a share of the diagonal. JSON: "
    "what changed beside additions at the ends of lists; arrays: whether all that were there are the same, "
    "byte for byte. Remarks are the Khronos validator's, of kinds that it does not make of the original."
)
FRAMES, EXAMPLES = 9, 24
FPS = 24.0
# How far the pulled end goes, in diagonals.
REACH = 0.12
# Lists of the JSON to whose ends things are added.
GROWING = ("accessors", "bufferViews", "animations", "buffers")
NAME = "pulled"


def tables(*, quick: bool = False) -> list[Table]:
    """One row for each character and way."""
    table = Table("Motions written into the files of characters", COLUMNS, f"{NOTE} {missing()}".strip())
    ways: tuple[By, ...] = ("bones",) if quick else ("bones", "both")
    with tempfile.TemporaryDirectory() as name, viewer(Path(name)) as page:
        for path in list(characters())[: 2 if quick else None]:
            copied(path, Path(name))
            clip = _motion(path)
            for by in ways:
                table.add(_row(path, clip, by, page))
    return [table]


def _motion(path: Path) -> Clip:
    """One end of the model pulled out and back, two others held."""
    poses = read_poses(path, frames=EXAMPLES) if _is_crowd(path) else posed_by_bones(path, count=EXAMPLES)
    rig, V = ReducedIK(poses), poses.mesh.V
    ends = _ends(poses.mesh)
    side = np.cross(V[ends[0]] - V.mean(axis=0), V[ends[1]] - V[ends[2]])
    way = REACH * poses.mesh.diagonal * side / max(np.linalg.norm(side), 1e-12)
    grip, pose, frames = rig.grab(ends), None, []
    for share in np.sin(np.linspace(0, np.pi, FRAMES)):
        goal = V[ends].copy()
        goal[0] += share * way
        pose = grip.drag(goal, pose)
        frames.append(pose.V)
    return Clip.of(poses.mesh, frames, FPS, name=NAME)


def _is_crowd(path: Path) -> bool:
    """Whether the bones of the file carry no limbs that could be turned."""
    try:
        posed_by_bones(path, count=1)
    except PliantError:
        return True
    return False


def _ends(mesh: Mesh) -> Ints:
    """Three vertices, each as far from those before as any, the first from the middle."""
    away, found = np.linalg.norm(mesh.V - mesh.V.mean(axis=0), axis=1), []
    for _ in range(3):
        found.append(int(away.argmax()))
        nearer = np.linalg.norm(mesh.V - mesh.V[found[-1]], axis=1)
        away = nearer if len(found) == 1 else np.minimum(away, nearer)
    return np.array(found)


def _row(path: Path, clip: Clip, by: By, page: Viewer) -> dict[str, Cell]:
    row: dict[str, Cell] = {"file": path.name, "vertices": clip.mesh.n, "by": by}
    asset = page.folder / path.name
    ours = page.folder / f"{by}-{path.name}"
    try:
        told = write_into(ours, clip, Into(asset, by))
    except PliantError as refusal:
        return {**row, "json": f"refused: {str(refusal).removeprefix(f'{asset}: ')}"}
    row |= {"bones": told.joints, "shapes": told.shapes, "rms": 100 * told.rms, "largest": 100 * told.largest}
    shown, times = list(read_clip(ours, clip=told.name)), (0, FRAMES // 2, FRAMES - 2)
    wanted = [shown[i] for i in times]
    seen = page.played(ours.name, told.name, [i / FPS for i in times])
    row["three"] = _off(seen, wanted, clip.mesh.diagonal)
    if not missing():
        row["blender"] = _off(_in_blender(ours, told.name, times), wanted, clip.mesh.diagonal)
    said = issues(asset, ours)
    known = set() if said is None else {each["code"] for each in said[0]}
    new = None if said is None else ", ".join(sorted({each["code"] for each in said[1]} - known)) or "none"
    return {**row, "json": _changed(asset, ours), "arrays": _arrays(asset, ours), "new": new}


def _off(seen: list[Vertices] | None, wanted: list[Vertices], size: float) -> Cell:
    """Largest distance from a vertex of either to the nearest one of the other, as a share of the size."""
    if seen is None:
        return "not opened"
    worst = 0.0
    for a, b in zip(seen, wanted, strict=True):
        there, back = KDTree(b).query(a)[0], KDTree(a).query(b)[0]
        worst = max(worst, float(there.max()), float(back.max()))
    return worst / size


def _in_blender(path: Path, name: str, times: tuple[int, ...]) -> list[Vertices] | None:
    """Frames of an animation as Blender plays it; None where Blender does not open the file."""
    script = Path(__file__).with_name("blender_playback.py")
    request, target = path.with_suffix(".request.json"), path.with_suffix(".npy")
    asked = {"path": str(path), "first": 0, "count": FRAMES, "fps": FPS, "clip": name}
    request.write_text(json.dumps(asked))
    run = subprocess.run(
        [blender_python(), str(script), str(request), str(target)], capture_output=True, timeout=PATIENCE
    )
    if run.returncode != 0 or not target.exists():
        return None
    found: Floats = np.load(target)
    return [found[i] for i in times]


def _chunks(path: Path) -> tuple[dict[str, Any], bytes]:
    """The JSON of a glTF file, and the bytes of its arrays; none for a .gltf, whose JSON names them."""
    data = path.read_bytes()
    if data[:4] != b"glTF":
        return json.loads(data), b""
    (size,) = struct.unpack("<I", data[12:16])
    return json.loads(data[20 : 20 + size]), data[28 + size :]


def _changed(asset: Path, ours: Path) -> str:
    """The lists and objects of the JSON that changed otherwise than by additions at their ends."""
    before, after = _chunks(asset)[0], _chunks(ours)[0]
    found = []
    for key in sorted({*before, *after}):
        old, new = before.get(key), after.get(key)
        if key in GROWING:
            old, new = old or [], (new or [])[: len(old or [])]
        if key == "buffers":
            old, new = ([{**each, "byteLength": 0} for each in some] for some in (old, new))
        if old != new:
            found.append(key)
    return ", ".join(found) or "additions only"


def _arrays(asset: Path, ours: Path) -> str:
    before, after = _chunks(asset)[1], _chunks(ours)[1]
    return "same" if after.startswith(before) else "changed"
