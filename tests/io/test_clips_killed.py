"""Whatever ends the writing of a clip, no half of one is ever found under its name."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from pliant.clip import Clip
from pliant.errors import FileFormatError
from pliant.io import write_clip
from tests.io.shots import grid

FORMATS = [".pc2", ".mdd", ".npz", ".glb", ".usdc", ".abc", ""]
# Tells after a few frames that it is under way, and never ends.
ENDLESS = """
import sys, time
from pliant.clip import Clip
from pliant.io import write_clip
from tests.io.shots import grid

mesh = grid(2000)

def stream():
    for i in range(1000):
        if i == 20:
            print("under way", flush=True)
        if i > 20:
            time.sleep(60)
        yield mesh.V + 0.001 * i

write_clip(sys.argv[1], Clip(mesh, 1000, 24.0, stream))
"""


def needs(suffix: str) -> None:
    package = {".usdc": "pxr", ".abc": "alembic3d"}.get(suffix)
    if package is not None:
        pytest.importorskip(package, reason=f"'{package}' is not installed")


@pytest.mark.parametrize("suffix", FORMATS)
def test_a_killed_process_leaves_what_was_there_before(tmp_path: Path, suffix: str) -> None:
    needs(suffix)
    target = tmp_path / f"clip{suffix}"
    if suffix:
        target.write_text("what was there before")
    writer = subprocess.Popen(
        [sys.executable, "-c", ENDLESS, str(target)],
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
        text=True,
    )
    assert writer.stdout is not None
    assert writer.stdout.readline() == "under way\n"
    writer.kill()
    writer.wait(20)
    writer.stdout.close()
    assert target.read_text() == "what was there before" if suffix else not target.exists()


@pytest.mark.parametrize("suffix", FORMATS)
def test_a_folder_that_is_not_there_is_named(tmp_path: Path, suffix: str) -> None:
    needs(suffix)
    mesh = grid(100)
    with pytest.raises(FileFormatError, match="does not exist"):
        write_clip(tmp_path / "missing" / f"clip{suffix}", Clip.of(mesh, np.stack([mesh.V, mesh.V + 1])))
    assert list(tmp_path.iterdir()) == []
