"""Clips opened in Blender: how far its evaluated vertices are from ours, frame by frame, in our order.

Blender's Python is found as `benchmarks.blender` says.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from benchmarks.blender import PATIENCE, blender_python, missing
from benchmarks.pose_sets import pose_set
from benchmarks.results import Column, Table
from pliant.arrays import Poses
from pliant.clip import Clip
from pliant.errors import MissingExtraError
from pliant.io import read_clip, write_clip
from pliant.io.gltf import write_skinned
from pliant.io.usd import write_usd_skin
from pliant.mesh import PoseSet
from pliant.methods.joints.rig import JointIK
from pliant.methods.reduced.rig import ReducedIK
from pliant.samples import mechanism, sample
from pliant.skin_clip import SkinClip

SCRIPT = Path(__file__).with_name("blender_playback.py")
SCENES = Path(__file__).with_name("blender_scenes.py")
# Files of SCENES: how many of their units a metre is, and whether y is up in them.
WRITTEN = {
    "scene.usdc": (1, False),
    "baked.usdc": (1, False),
    "scene.abc": (1, True),
    "scene.fbx": (100, True),
}
COLUMNS = (
    Column("case", "case"),
    Column("vertices", "vertices"),
    Column("frames", "frames"),
    Column("size", "MB", ".2f"),
    Column("off", "largest distance / diagonal", ".1e"),
    Column("verdict", "within 1e-5"),
)
NOTE = "Every frame of the file is evaluated by Blender; vertices are compared one by one, in our order."
BACK = "A skinned tube with moving shapes under a moving armature, and a turning box; in Blender's order."
GOOD = 1e-5
# Not where most programs begin, so that a shift shows.
FIRST = 7


@dataclass(frozen=True)
class Format:
    """A file to be written in a folder of its own: its name or pattern, and who writes it."""

    name: str
    file: str
    write: Callable[[Path, Clip], None] = write_clip


# What is written of a clip; Blender's side is the table OPENERS of blender_playback.py.
FORMATS = (
    Format("PC2", "clip.pc2"),
    Format("MDD", "clip.mdd"),
    Format("GLB", "clip.glb"),
    Format("glTF", "clip.gltf"),
    Format("OBJ sequence", "frames/walk_*.obj"),
    Format("PLY sequence", "frames/walk_*.ply"),
    Format("USDC", "clip.usdc"),
    Format("USDA", "clip.usda"),
    Format("Alembic", "clip.abc"),
)


def tables(*, quick: bool = False) -> list[Table]:
    """Every format with a galloping horse, skins of two rigs; then what Blender wrote."""
    table = Table("Round trips through Blender", COLUMNS, note=f"{NOTE} {missing()}".strip())
    back = Table("Files that Blender wrote, read by Pliant", COLUMNS, note=BACK)
    if missing():
        return [table]
    poses = sample("bar") if quick else pose_set("sumner_horse_gallop")
    shot = Clip.of(poses.mesh, poses.V, 24.0, first=FIRST, name="gallop")
    for form in FORMATS:
        _add(table, form.name, form, shot)
    for rig, skin in {"learned": _learned(poses), "jointed": _jointed()}.items():
        for kind, file, write in (("GLB", "skin.glb", write_skinned), ("USD", "skin.usdc", write_usd_skin)):
            own = replace(skin, first=FIRST)
            form = Format(kind, file, lambda path, _, own=own, write=write: write(path, own))
            _add(table, f"{kind} skin, {rig} rig", form, own.clip())
    _read_back(back)
    return [table, back]


def seen_in_blender(path: Path, clip: Clip, folder: Path) -> Poses:
    """(k, n', 3) what Blender evaluates for each frame of a written clip, in the file's coordinates."""
    mesh, request, target = folder / "mesh.npz", folder / "request.json", folder / "seen.npy"
    np.savez(mesh, V=clip.mesh.V, F=clip.mesh.F)
    asked = {"path": str(path), "mesh": str(mesh), "first": clip.first, "count": clip.count, "fps": clip.fps}
    request.write_text(json.dumps(asked))
    run = subprocess.run(
        [blender_python(), str(SCRIPT), str(request), str(target)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    if run.returncode != 0 or not target.exists():
        raise RuntimeError(f"Blender failed: {run.stderr.strip()[-500:]}")
    return np.load(target)


def _add(table: Table, name: str, form: Format, clip: Clip) -> None:
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / form.file
        try:
            form.write(path, clip)
        except MissingExtraError as absent:
            table.add({"case": name, "verdict": str(absent)})
            return
        written = path if "*" not in path.name else path.parent
        files = [written] if written.is_file() else list(written.iterdir())
        seen = seen_in_blender(written, clip, Path(place))
        row = {"case": name, "vertices": seen.shape[1], "frames": len(seen)}
        row["size"] = sum(file.stat().st_size for file in files) / 1e6
    if seen.shape != (clip.count, clip.mesh.n, 3):
        table.add({**row, "verdict": f"no: {clip.count} frames of {clip.mesh.n} vertices were written"})
        return
    off = max(np.linalg.norm(a - b, axis=1).max() for a, b in zip(seen, clip, strict=True))
    share = float(off / np.linalg.norm(np.ptp(clip.mesh.V, axis=0)))
    table.add({**row, "off": share, "verdict": "yes" if share <= GOOD else "no"})


def _read_back(table: Table) -> None:
    """A scene with bones, shapes and moving parents, as Blender exports it and as it evaluates it."""
    with tempfile.TemporaryDirectory() as place:
        words = [blender_python(), str(SCENES), place]
        subprocess.run(words, check=True, capture_output=True, timeout=PATIENCE)
        with np.load(Path(place) / "truth.npz") as stored:
            items = {name: stored[name.lower()] for name in ("Box", "Tube")}
        for name, (units, y_up) in WRITTEN.items():
            path = Path(place) / name
            clip = read_clip(path)
            found = clip.array() / units
            # Blender writes its objects in an order of its own, and differently from time to time.
            truth = np.concatenate([items[group] for group in clip.mesh.groups if group in items], axis=1)
            diagonal = float(np.linalg.norm(np.ptp(truth.reshape(-1, 3), axis=0)))
            expected = truth[..., [0, 2, 1]] * [1, 1, -1] if y_up else truth
            share = float(np.linalg.norm(found - expected, axis=2).max()) / diagonal
            row = {"case": name, "vertices": found.shape[1], "frames": len(found)}
            row |= {"size": path.stat().st_size / 1e6, "off": share}
            table.add({**row, "verdict": "yes" if share <= GOOD else "no"})


def _learned(poses: PoseSet) -> SkinClip:
    """The examples themselves, as the learned controls have them, and what lies between them."""
    rig = ReducedIK(poses)
    weights = np.eye(len(poses))
    halves = (weights + np.roll(weights, -1, axis=0)) / 2
    palettes = np.stack([rig.palette(w) for w in np.stack([weights, halves], axis=1).reshape(-1, len(poses))])
    return SkinClip.of(rig.mesh, rig.skin, palettes, 24.0, name="learned")


def _jointed() -> SkinClip:
    """A lamp that bows: its base stays, its head comes down."""
    made = mechanism("lamp")
    rig, V = JointIK(made), made.mesh.V
    shade = np.flatnonzero(made.component == len(made.components) - 1)
    foot, head = int(np.argmin(V[:, 1])), int(shade[np.argmax(V[shade, 1])])
    down = np.array([0.0, -0.4 * np.ptp(V[:, 1]), 0.0])
    grip, pose, palettes = rig.grab([foot, head]), None, []
    for share in np.linspace(0, 1, 12):
        pose = grip.drag(np.stack([V[foot], V[head] + share * down]), pose)
        palettes.append(pose.palette)
    return SkinClip.of(made.mesh, rig.model.skin, np.stack(palettes), 24.0, name="bow")
