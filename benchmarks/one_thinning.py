"""Learns from one set of many poses, thinned in one way, in a process of its own; prints JSON.

python -m benchmarks.one_thinning SET FRAMES WAY MOST
SET:    a pose set or a character of the data; FRAMES: of each clip of a character, or 0 for a pose set
WAY:    'all' learns from every pose; 'chosen', 'regular' and 'random' leave some out, and find them again
MOST:   how many examples Reduced IK keeps; MeshIK keeps as many as it does by default
"""

from __future__ import annotations

import json
import resource
import sys
import time

import numpy as np

import pliant
from benchmarks.baselines import rms
from benchmarks.pose_sets import data_folder, diagonal, pose_set, spread_pins
from pliant.arrays import Ints

# Every so many-th pose is left out, at most so many in all.
LEAVE, MOST_LEFT_OUT = 4, 60
PINS = 12
SEED = 0


def read(name: str, frames: int) -> pliant.PoseSet:
    """A pose set, or the clips of a character with so many frames each."""
    return pliant.read_poses(data_folder() / "characters" / name, frames=frames) if frames else pose_set(name)


def left_out(k: int) -> Ints:
    """Numbers of the poses that are left out of k: evenly spread, never the reference."""
    count = min(k // LEAVE, MOST_LEFT_OUT)
    return np.unique(np.rint((np.arange(count) + 0.5) * k / count).astype(np.int64)).clip(1, k - 1)


def thinned(rows: Ints, way: str, most: int) -> Ints:
    """The rows that are given to the rig; it chooses among all by itself."""
    if way == "chosen":
        return rows
    if way == "regular":
        return rows[np.unique(np.rint(np.linspace(0, len(rows) - 1, most)).astype(np.int64))]
    drawn = np.random.default_rng(SEED).choice(len(rows) - 1, most - 1, replace=False) + 1
    return rows[np.concatenate([[0], np.sort(drawn)])]


def peak() -> float:
    """The largest memory of this process so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def learned(poses: pliant.PoseSet, method: str, most: int) -> tuple[pliant.Rig, dict]:
    """A rig, and what making it cost."""
    last, longest = [time.process_time()], [0.0]

    def watch(share: float, what: str) -> None:
        longest[0] = max(longest[0], time.process_time() - last[0])
        last[0] = time.process_time()

    began, wall = time.process_time(), time.perf_counter()
    kind = pliant.MeshIK if method == "meshik" else pliant.ReducedIK
    options = pliant.MeshIKOptions() if method == "meshik" else pliant.ReducedOptions(most_examples=most)
    rig = kind(poses, options=options, progress=watch)
    cost = {
        "learn": time.process_time() - began,
        "wall": time.perf_counter() - wall,
        "silence": longest[0],
        "kept": len(rig.names),
    }
    return rig, cost


def main(name: str, frames: str, way: str, most: str, method: str = "reduced") -> None:
    """Print what was measured."""
    before, began = peak(), time.process_time()
    poses = read(name, int(frames))
    facts = {"vertices": poses.n, "poses": len(poses), "read": time.process_time() - began}
    if way == "all":
        _, cost = learned(poses, method, int(most))
        print(json.dumps({**facts, **cost, "peak": peak(), "before": before}))
        return
    out = left_out(len(poses))
    rows = thinned(np.setdiff1d(np.arange(len(poses)), out), way, int(most))
    rig, cost = learned(poses.subset(rows.tolist()), method, int(most))
    grip = rig.grab(spread_pins(poses.V[0], PINS))
    percent = 100.0 / diagonal(poses.V[0])
    errors = [percent * rms(grip.drag(grip.held.on(V)).V, V) for V in poses.V[out]]
    found = {"left_out": len(out), "mean": float(np.mean(errors)), "worst": float(np.max(errors))}
    print(json.dumps({**facts, **cost, **found}))


if __name__ == "__main__":
    main(*sys.argv[1:])
