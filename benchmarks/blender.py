"""Blender's Laplacian Deform, in a Python of its own that the variable PLIANT_BLENDER_PYTHON names.

python3.11 -m venv blender && blender/bin/pip install bpy
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

import numpy as np

from pliant.arrays import Floats, Ints, Vertices
from pliant.mesh import Mesh

SCRIPT = Path(__file__).with_name("laplacian_deform.py")
VARIABLE = "PLIANT_BLENDER_PYTHON"
PATIENCE = 600.0  # seconds


def blender_python() -> str:
    """The Python to look for Blender in: the variable's, or this one."""
    return os.environ.get(VARIABLE, sys.executable)


@cache
def missing() -> str:
    """Why Blender cannot be compared with; nothing if it can."""
    try:
        found = subprocess.run(
            [blender_python(), "-c", "import bpy"], capture_output=True, text=True, timeout=120
        )
    except OSError as problem:
        return f"Blender was left out: {VARIABLE} names {blender_python()}, which does not run ({problem})."
    if found.returncode == 0:
        return ""
    reason = (found.stderr.strip().splitlines() or ["it does not run"])[-1]
    return (
        f"Blender was left out ({reason}). bpy needs a NumPy older than Pliant's: `pip install bpy` in an "
        f"environment of its own, and set {VARIABLE} to its python."
    )


def laplacian_deformed(mesh: Mesh, held: Ints, goal: Floats, *, repeat: int) -> tuple[Vertices, float]:
    """(n, 3) with the vertices held (h,) at goal (h, 3), and the processor seconds to bind and deform."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "given.npz", Path(folder) / "found.npz"
        np.savez(source, V=mesh.V, F=mesh.F, held=held, goal=goal, repeat=repeat)
        run = subprocess.run(
            [blender_python(), str(SCRIPT), str(source), str(target)],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        if run.returncode != 0 or not target.exists():
            raise RuntimeError(f"Blender failed: {run.stderr.strip()[-500:]}")
        with np.load(target) as found:
            return found["V"], float(found["seconds"])
