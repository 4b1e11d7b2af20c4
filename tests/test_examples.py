from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from pliant.io import read_mechanism, read_mesh, read_poses
from pliant.samples.bar import bar

EXAMPLES = Path(__file__).parents[1] / "examples"


def run(folder: Path, script: str, *words: str) -> str:
    """Runs an example in a folder of its own, without a screen."""
    command = [sys.executable, str(EXAMPLES / script), *words]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=500, env=_without_screen()
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def _without_screen() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}


def test_the_first_example_writes_a_fox(tmp_path):
    run(tmp_path, "first.py")
    assert 3_600 < read_mesh(tmp_path / "fox.obj").n < 4_400


def test_the_first_example_has_ten_lines():
    lines = (EXAMPLES / "first.py").read_text().splitlines()
    assert len([line for line in lines if line.strip()]) == 10


def test_the_demo_names_the_files_that_it_made(tmp_path):
    pytest.importorskip("pyvista", reason="pictures need the extra 'pictures'")
    words = run(tmp_path, "demo.py", "--vertices", "2000")
    for name in ("fox-poses.png", "fox-drag.png", "fox-drag.obj"):
        assert f"out/{name}" in words
        assert (tmp_path / "out" / name).stat().st_size > 1000


def test_the_sculpted_example_hands_its_poses_to_the_other_methods(tmp_path):
    words = run(tmp_path, "sculpt.py")
    poses = read_poses(tmp_path / "sculpted.npz")
    assert poses.names == ("rest", "left knee", "left arm", "right knee", "right arm")
    # Mixtures reach what the poses reach; the two methods that learn from examples meet their pins.
    for name, nearest in (("handles", 0.2), ("meshik", 0.2499), ("reduced", 0.2499)):
        found = re.search(rf"{name}.obj: the hand rose by (\d\.\d+) of 0.250", words)
        assert found is not None
        assert nearest <= float(found[1]) <= 0.2501
        assert read_mesh(tmp_path / f"{name}.obj").n == poses.n


def test_the_example_of_joints_writes_a_lamp_that_moves(tmp_path):
    words = run(tmp_path, "joints.py")
    assert words.count("revolute between part") == 5
    found = re.search(r"the shade is (\S+) from its goal", words)
    assert found is not None
    assert float(found[1]) < 1e-3
    assert read_mesh(tmp_path / "lamp.obj").n == 5203
    assert len(read_mechanism(tmp_path / "lamp.urdf").joints) == 5


def test_the_example_of_a_cage_writes_the_bar_and_its_cage(tmp_path):
    run(tmp_path, "cage.py")
    moved = read_mesh(tmp_path / "bar.obj").V - bar(600).mesh.V
    assert np.abs(moved[[0, -1]] - [(0, 0, 0), (-0.1, 0.4, 0)]).max() < 1e-6
    assert 20 <= read_mesh(tmp_path / "cage.obj").n <= 29
