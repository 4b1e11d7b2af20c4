"""Time and memory of one rig in a process of its own: `python -m benchmarks.one_size poses.npz`.

Prints one line of JSON. A process's peak of memory can only be read for its whole life.
"""

from __future__ import annotations

import json
import resource
import sys
from pathlib import Path

import numpy as np

import pliant
from benchmarks.clock import seconds
from benchmarks.first_drag import first_drag
from benchmarks.pose_sets import spread_pins
from benchmarks.speed import one_iteration
from pliant.solve.sparse import HeldLaplacian

PINS = 8
STATUS = Path("/proc/self/status")
# ru_maxrss counts kilobytes, on macOS bytes.
MAXRSS_PER_MEGABYTE = 1 << 20 if sys.platform == "darwin" else 1 << 10


def main(path: Path) -> None:
    with np.load(path) as file:
        poses = pliant.PoseSet.of(file["poses"], file["faces"])
    first_drag()  # loads the compiled kernels, so that a small mesh does not pay for it
    before = _peak()
    made: list[pliant.MeshIK] = []
    build = seconds(lambda: made.append(pliant.MeshIK(poses)))
    rig = made[0]
    pins = spread_pins(poses.V[0], PINS)
    targets = poses.V[1:3].mean(axis=0)[pins]
    grab = seconds(lambda: rig.grab(pins))
    pose = rig.grab(pins).drag(targets)
    peak = _peak()
    iteration = one_iteration(rig, pins, targets)
    measured = {
        "vertices": poses.n,
        "examples": len(poses),
        "build": build,
        "factor": seconds(lambda: HeldLaplacian(rig.system.A, rig.system.held)),
        "grab": grab,
        "iteration": min(seconds(iteration) for _ in range(3)),
        "iterations": pose.iterations,
        "drag": pose.seconds,
        "status": pose.status.value,
        "before": before,
        "peak": peak,
    }
    print(json.dumps(measured))


def _peak() -> float:
    """Megabytes. On Linux not from ru_maxrss, which starts at what the parent process had."""
    if STATUS.exists():
        high = next(line for line in STATUS.read_text().splitlines() if line.startswith("VmHWM"))
        return int(high.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MAXRSS_PER_MEGABYTE


if __name__ == "__main__":
    main(Path(sys.argv[1]))
