from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pliant.io import read_mesh

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
