"""Baking at scale: memory against frames, throughput against its parts, and a batch that loses a worker."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import psutil

from benchmarks.clock import timed
from benchmarks.results import Column, Table
from pliant.animation.anchor import Anchor
from pliant.animation.bake import bake_shots
from pliant.animation.frames import bake
from pliant.animation.keys import Channel
from pliant.animation.shot import Shot, write_shot
from pliant.animation.track import Item, Track
from pliant.clip import Clip
from pliant.io import read_clip, write_clip
from pliant.methods.cage.options import CageOptions
from pliant.methods.cage.rig import CageIK
from pliant.methods.meshik.rig import MeshIK
from pliant.registry import open_rig
from pliant.rig import Rig
from pliant.samples.quadruped import landmarks, quadruped

VERTICES = 200_000
CAGE = 60
FRAMES = (50, 500)
FORMATS = (".pc2", ".usdc", ".abc", ".glb", ".npz")
SHOTS, SHOT_FRAMES, WORKERS = 50, 24, 2
# Shots after which a worker is killed.
KILLED_AFTER = 10
MEGA = 1e6

MEMORY = [
    Column("format", "format"),
    Column("vertices", "vertices", ","),
    Column("frames", "frames"),
    Column("peak", "peak MB", ".0f"),
    Column("size", "file MB", ".0f"),
    Column("solve", "solve s", ".2f"),
    Column("write", "write s", ".2f"),
    Column("both", "bake s", ".2f"),
    Column("ratio", "bake ÷ (solve + write)", ".2f"),
]
NOTE = (
    "Every row in a process of its own, whose peak of resident memory is read at the end. Solve: frames "
    "are taken and thrown away; write: as many frames that are ready in memory; bake: both at once."
)
BATCH = [
    Column("shots", "shots"),
    Column("frames", "frames each"),
    Column("workers", "workers"),
    Column("killed", "killed"),
    Column("baked", "baked"),
    Column("whole", "files whole"),
    Column("seconds", "s", ".1f"),
    Column("again", "done again s", ".1f"),
]


def tables(*, quick: bool = False) -> list[Table]:
    """Memory and throughput of every format, then the batch."""
    return [_scale(quick), _batch(quick)]


def walking(rig: Rig, frames: int) -> Track:
    """Two paws that go to and fro, the others held."""
    small = quadruped(2_000)
    at, rest = landmarks(small), small.mesh.V
    near = {name: int(np.argmin(((rig.mesh.V - rest[v]) ** 2).sum(axis=1))) for name, v in at.items()}
    way = Channel.of([1, 12, 24], [[0.0, 0.0, 0.0], [0.0, 0.1, 0.1], [0.0, 0.0, 0.0]], after="loop")
    items = [
        Item("paw", Anchor.of(near["left forepaw"]), way),
        Item("tail", Anchor.of(near["tail tip"]), way),
    ]
    items += [
        Item(name, Anchor.of(near[name])) for name in ("right forepaw", "left hindpaw", "right hindpaw")
    ]
    return Track.of(items, first=1, last=frames, name="walk")


def _scale(quick: bool) -> Table:
    table = Table("Baking to files", MEMORY, note=NOTE)
    with tempfile.TemporaryDirectory() as folder:
        mesh = quadruped(5_000 if quick else VERTICES).mesh
        rig = CageIK(mesh, CAGE, options=CageOptions(coordinates="mean_value"))
        rig.save(Path(folder) / "rig.pliant")
        for suffix in FORMATS[:1] if quick else FORMATS:
            for frames in (5, 10) if quick else FRAMES:
                table.add(_measured(Path(folder), suffix, frames))
    return table


def _measured(folder: Path, suffix: str, frames: int) -> dict[str, float]:
    words = [sys.executable, "-m", "benchmarks.baking", str(folder), suffix, str(frames)]
    return json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


def _one(folder: Path, suffix: str, frames: int) -> dict[str, float | str]:
    """What a process of its own measures."""
    rig = open_rig(folder / "rig.pliant")
    clip, path = bake(rig, walking(rig, frames)), folder / f"out{suffix}"
    ready = [np.array(V) for V, _ in zip(clip, range(2), strict=False)]
    # No two frames alike: what is stored once would be written faster.
    still = Clip(rig.mesh, frames, clip.fps, lambda: (ready[i % 2] + 1e-4 * i for i in range(frames)))
    write, solve, both = (
        timed(work)[1]
        for work in (
            lambda: write_clip(path, still),
            lambda: [None for _ in clip],
            lambda: write_clip(path, clip),
        )
    )
    row = {"format": suffix, "vertices": rig.mesh.n, "frames": frames, "size": path.stat().st_size / MEGA}
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / MEGA
    return {
        **row,
        "peak": peak,
        "solve": solve,
        "write": write,
        "both": both,
        "ratio": both / (solve + write),
    }


def _batch(quick: bool) -> Table:
    table = Table("A batch that loses a worker", BATCH)
    shots, frames = (6, 4) if quick else (SHOTS, SHOT_FRAMES)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rig = MeshIK(quadruped(2_000))
        rig.save(folder / "rig.pliant")
        paths = [folder / f"{i}.json" for i in range(shots)]
        for i, path in enumerate(paths):
            output = folder / "out" / f"{i}.pc2"
            write_shot(path, Shot(folder / "rig.pliant", walking(rig, frames), (output,)))
        began = time.perf_counter()
        states = _with_a_loss(paths, shots // 5 if quick else KILLED_AFTER)
        seconds = time.perf_counter() - began
        whole = sum(_whole(folder / "out" / f"{i}.pc2", rig, frames) for i in range(shots))
        again, took = timed(lambda: [each.state for each in bake_shots(paths, workers=WORKERS)])
        row = {"shots": shots, "frames": frames, "workers": WORKERS, "killed": 1, "seconds": seconds}
        table.add({**row, "baked": len(states) - states.count("failed"), "whole": whole, "again": took})
        if set(again) != {"skipped"}:
            raise RuntimeError(f"Shots that were done were baked again: {again}")
    return table


def _with_a_loss(paths: list[Path], after: int) -> list[str]:
    states = []
    for outcome in bake_shots(paths, workers=WORKERS):
        states.append(outcome.state)
        if len(states) == after:
            children = psutil.Process().children(recursive=True)
            next(each for each in children if "spawn_main" in str(each.cmdline())).kill()
    return states


def _whole(path: Path, rig: Rig, frames: int) -> bool:
    return path.exists() and sum(1 for _ in read_clip(path, mesh=rig.mesh)) == frames


if __name__ == "__main__":
    print(json.dumps(_one(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))))
