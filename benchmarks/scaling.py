"""Time and peak memory against size, up to half a million vertices; every size in a fresh process."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.results import Column, Table
from benchmarks.subdivision import subdivided
from pliant.mesh import PoseSet
from pliant.samples import sample

ROOT = Path(__file__).parents[1]
EXAMPLES = 4
# The fox of the samples, its triangles cut in four so often: 32,000, 128,000 and 512,000 vertices.
VERTICES = 8_000
SUBDIVISIONS = 3

COLUMNS = [
    Column("mesh", "mesh"),
    Column("vertices", "vertices", ","),
    Column("examples", "examples"),
    Column("build", "build s", ".2f"),
    Column("factor", "factor s", ".2f"),
    Column("grab", "grab s", ".3f"),
    Column("iteration", "iteration s", ".3f"),
    Column("iterations", "iterations"),
    Column("drag", "drag s", ".2f"),
    Column("status", "status"),
    Column("peak", "peak MB", ",.0f"),
    Column("per_vertex", "bytes/vertex", ",.0f"),
]
NOTE = (
    "MeshIK with four examples and eight pins. Build: the whole rig, the factorisation included. Peak: the "
    "whole process; bytes per vertex count only what it grew by after loading Pliant and the poses."
)


def tables(*, quick: bool = False) -> list[Table]:
    """One row per size."""
    table = Table("Time and memory against size", COLUMNS, note=NOTE)
    for name, poses in _sizes(0 if quick else SUBDIVISIONS):
        measured = _in_fresh_process(poses)
        grown = (measured["peak"] - measured["before"]) * (1 << 20)
        table.add({"mesh": name, **measured, "per_vertex": grown / poses.n})
    return [table]


def _sizes(subdivisions: int) -> Iterator[tuple[str, PoseSet]]:
    poses = sample("quadruped", vertices=VERTICES).subset(range(EXAMPLES))
    yield "quadruped", poses
    for times in range(1, subdivisions + 1):
        poses = subdivided(poses)
        yield f"quadruped, cut {times}×", poses


def _in_fresh_process(poses: PoseSet) -> dict:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "poses.npz"
        np.savez(path, faces=poses.F, poses=poses.V)
        command = [sys.executable, "-m", "benchmarks.one_size", str(path)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"A rig of {poses.n} vertices failed:\n{done.stderr}")
    return json.loads(done.stdout)
