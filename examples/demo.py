"""Pose a fox by pulling on its nose and paws, and draw what happens: `make demo`."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import time
from pathlib import Path

import numpy as np

import pliant
from pliant.figures import Shot, View, render, strip
from pliant.samples import sample
from pliant.samples.quadruped import landmarks

# The fox looks along x; seen from its right and a little ahead.
VIEW = View((0.62, 0.28, 1.0), centre="all")
STILL = ("left hindpaw", "right hindpaw")
PULLED = {"left forepaw": (0.1, 0.3, 0.0), "nose": (-0.15, 0.25, 0.1)}


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--vertices", type=int, default=8_000)
    words.add_argument("--out", type=Path, default=Path("out"))
    options = words.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)

    print(f"Making a fox of about {options.vertices:,} vertices by code …")
    poses = sample("quadruped", vertices=options.vertices)
    print(f"  {poses.n:,} vertices in {len(poses)} poses: {', '.join(poses.names)}")
    print("Learning how it moves …")
    began = time.perf_counter()
    rig = pliant.MeshIK(poses)
    print(f"  {time.perf_counter() - began:.1f} s, once per character")

    print(f"Holding {', '.join(STILL)}; pulling on {', '.join(PULLED)} …")
    pictures = [options.out / "fox-poses.png", options.out / "fox-drag.png"]
    shots = pulled(rig)
    print("Drawing …")
    strip(poses, pictures[0], view=View(VIEW.direction))
    render(shots, pictures[1], view=VIEW)
    mesh = options.out / "fox-drag.obj"
    pliant.write_mesh(mesh, shots[1].mesh)
    for path in (*pictures, mesh):
        print(f"  {path}")
    show(pictures)


def pulled(rig: pliant.MeshIK) -> list[Shot]:
    """The fox before and after the drag."""
    at = landmarks(rig.poses)
    grip = rig.grab([at[name] for name in (*STILL, *PULLED)])
    shifts = np.array([(0.0, 0.0, 0.0)] * len(STILL) + list(PULLED.values()))
    pose = grip.drag(grip.held.rest + shifts)
    heaviest = np.argsort(-pose.weights)[:3]
    print(f"  {pose.status.value} after {pose.iterations} steps, {1000 * pose.seconds:.0f} ms")
    print("  nearest to " + ", ".join(f"{rig.poses.names[i]} ({pose.weights[i]:.0%})" for i in heaviest))
    still = len(STILL)
    return [
        Shot(mesh, title, pinned=grip.held.on(mesh.V)[:still], dragged=grip.held.on(mesh.V)[still:])
        for mesh, title in ((rig.mesh, "before"), (rig.mesh.moved(pose.V), "after"))
    ]


def show(pictures: list[Path]) -> None:
    """Opens the pictures where there is a screen."""
    opener = shutil.which("xdg-open")
    if opener and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        for picture in pictures:
            subprocess.Popen([opener, str(picture)], stderr=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
