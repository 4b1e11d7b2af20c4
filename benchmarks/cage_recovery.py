"""The cages of sequences: how well they make the frames, in made and given cages, by three coordinates."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator

import numpy as np

from benchmarks.clock import timed
from benchmarks.pose_sets import data_folder, pose_set
from benchmarks.results import Column, Table
from pliant.arrays import Vertices
from pliant.io.meshes import read_mesh
from pliant.mesh import Mesh, PoseSet
from pliant.methods.cage.make_cage import make_cage
from pliant.methods.cage.options import CageOptions
from pliant.methods.cage.recovery import recovered
from pliant.methods.cage.rig import CageIK
from pliant.samples import sample

SEQUENCES = ["sumner_horse_gallop", "sumner_elephant_gallop", "vlasic_samba", "sumner_horse_collapse", "flag"]
# Models that come with a cage and with deformed cages: their frames are what those cages make of them.
GIVEN = ["cm_cactus", "cm_horse", "cm_ogre"]
SIZES = [50, 100, 300]
KINDS = ["harmonic", "mean_value", "green"]
# A sequence made by code, long enough that memory would show whether frames are kept.
LONG = 2000
LONG_VERTICES = 5000
COLUMNS = [
    Column("sequence", "sequence"),
    Column("frames", "frames"),
    Column("cage", "cage"),
    Column("kind", "coordinates"),
    Column("rms", "RMS %", ".3f"),
    Column("worst", "worst frame %", ".3f"),
    Column("volume", "|volume| %", ".2f"),
    Column("bind", "bind s", ".1f"),
    Column("per_frame", "ms a frame", ".2f"),
]
MEMORY = [
    Column("frames", "frames", ","),
    Column("seconds", "seconds", ".1f"),
    Column("peak", "peak MB", ".1f"),
    Column("rms", "RMS %", ".3f"),
]
GIVEN_COLUMNS = [
    Column("model", "model"),
    Column("cage", "cage vertices"),
    Column("frames", "frames"),
    Column("kind", "coordinates"),
    Column("rms", "RMS %", ".2e"),
    Column("cages", "cage off by %", ".2e"),
    Column("volume", "|volume| %", ".2e"),
]


def tables(*, quick: bool = False) -> list[Table]:
    """Real sequences in made cages, models in given cages, and a long sequence."""
    return [_made(quick), _given(quick), _memory(quick)]


def _made(quick: bool) -> Table:
    table = Table("Recovery in made cages", COLUMNS)
    for name in SEQUENCES[-1:] if quick else SEQUENCES:
        poses = sample(name) if name == "flag" else pose_set(name)
        for size in SIZES[:1] if quick else SIZES:
            cage = make_cage(poses.mesh, size)
            for kind in KINDS[1:2] if quick else KINDS:
                table.add({"sequence": name, "cage": cage.n, "kind": kind, **_recovery(poses, cage, kind)})
    return table


def _recovery(poses: PoseSet, cage: Mesh, kind: str) -> dict[str, float]:
    options = CageOptions(coordinates=kind)
    rig, bind = timed(lambda: CageIK(poses.mesh, cage, options=options))
    frames, took = timed(lambda: list(recovered(rig, poses.V)))
    rms = np.array([frame.rms for frame in frames])
    return {
        "frames": len(frames),
        "rms": float(np.sqrt((rms**2).mean())),
        "worst": float(rms.max()),
        "volume": float(np.abs([frame.volume for frame in frames]).mean()),
        "bind": bind,
        "per_frame": 1e3 * took / len(frames),
    }


def _given(quick: bool) -> Table:
    table = Table("Recovery in given cages", GIVEN_COLUMNS)
    for name in GIVEN[:1] if quick else GIVEN:
        folder = data_folder() / "cages" / name
        mesh, cage = read_mesh(folder / "model.obj"), read_mesh(folder / "cage.obj")
        truth = [read_mesh(path).V for path in sorted(folder.glob("cage_deformed*.obj"))]
        for kind in KINDS[1:2] if quick else KINDS:
            rig = CageIK(mesh, cage, options=CageOptions(coordinates=kind, alpha=1e-6))
            found = list(recovered(rig, (rig.posed(C) for C in truth)))
            off = [np.abs(frame.cage - C).max() for frame, C in zip(found, truth, strict=True)]
            table.add(
                {
                    "model": name,
                    "cage": cage.n,
                    "frames": len(truth),
                    "kind": kind,
                    "rms": max(frame.rms for frame in found),
                    "cages": 100.0 * max(off) / rig.frame.diagonal,
                    "volume": max(abs(frame.volume) for frame in found),
                }
            )
    return table


def _memory(quick: bool) -> Table:
    """The same frames over and over: what is in memory must not depend on how many."""
    table = Table("A long sequence", MEMORY)
    poses = sample("quadruped", vertices=LONG_VERTICES)
    rig = CageIK(poses.mesh, make_cage(poses.mesh, 100), options=CageOptions(coordinates="mean_value"))
    for count in (50, 100) if quick else (LONG // 8, LONG // 2, LONG):
        tracemalloc.start()
        rms, took = timed(lambda count=count: [f.rms for f in recovered(rig, _walk(poses, count))])
        table.add(
            {
                "frames": count,
                "seconds": took,
                "peak": tracemalloc.get_traced_memory()[1] / 1e6,
                "rms": float(np.sqrt(np.mean(np.square(rms)))),
            }
        )
        tracemalloc.stop()
    return table


def _walk(poses: PoseSet, count: int) -> Iterator[Vertices]:
    """Frames between the poses, one after the other, each made when it is asked for."""
    for at in np.linspace(0, len(poses) - 1, count):
        i = min(int(at), len(poses) - 2)
        yield (1 - (at - i)) * poses.V[i] + (at - i) * poses.V[i + 1]
