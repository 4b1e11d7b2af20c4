"""The number of threads changes the time that a pose takes, never its bits."""

from __future__ import annotations

import os
import subprocess
import sys

SCRIPT = """
import hashlib
from pliant.samples.bar import bar
from pliant.methods.meshik.rig import MeshIK
poses = bar(6000, bends=(90.0, -40.0))
points = [0, 1500, 3000, 5990]
pose = MeshIK(poses).grab(points).drag(poses.V[1, points] + 0.02)
print(hashlib.sha256(pose.V.tobytes()).hexdigest())
"""


def bits(threads: int) -> str:
    environment = os.environ | {"NUMBA_NUM_THREADS": str(threads)}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_one_thread_and_three_give_the_same_bits() -> None:
    assert bits(1) == bits(3)
