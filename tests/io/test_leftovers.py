"""What killed writers leave beside their targets goes; what belongs to living ones and to users stays."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from pliant import leftovers
from pliant.atomic import atomic_write
from pliant.clip import Clip
from pliant.io import write_clip
from pliant.leftovers import FORGOTTEN, QUIET, sweep, temporary_name
from tests.io.shots import grid


def aged(path: Path, seconds: float) -> Path:
    when = time.time() - seconds
    for each in (*path.rglob("*"), path) if path.is_dir() else (path,):
        os.utime(each, (when, when))
    return path


@pytest.fixture
def dead() -> str:
    """The name of a temporary file of a process that has ended."""
    code = "from pliant.leftovers import temporary_name; print(temporary_name())"
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.strip()


def test_the_next_writer_removes_what_a_killed_one_left(tmp_path, dead):
    aged_file = tmp_path / f"{dead}.usdc"
    aged_file.write_bytes(b"half")
    folder = tmp_path / dead
    folder.mkdir()
    (folder / "frame.obj").write_bytes(b"half")
    for each in (aged_file, folder):
        aged(each, QUIET + 60)
    leftovers.sweep_once.cache_clear()
    with atomic_write(tmp_path / "new.bin") as file:
        file.write(b"whole")
    assert os.listdir(tmp_path) == ["new.bin"]


def test_what_may_still_be_written_stays(tmp_path, dead):
    # On another computer a process of the same number may live.
    elsewhere = f".pliant-{'0' * 8}-{dead.split('-')[2]}-{'0' * 16}"
    mine, fresh, foreign = tmp_path / temporary_name(), tmp_path / dead, tmp_path / elsewhere
    for each in (mine, fresh, foreign):
        each.write_bytes(b"half")
    aged(mine, QUIET + 60)
    aged(foreign, QUIET + 60)
    sweep(tmp_path)
    assert mine.exists()
    assert fresh.exists()
    assert foreign.exists()
    aged(foreign, FORGOTTEN + 60)
    sweep(tmp_path)
    assert not foreign.exists()


def test_names_of_others_are_never_touched(tmp_path, dead):
    names = (
        "model.obj",
        ".hidden",
        ".pliant-notes",
        f"{dead}.bad name",
        f"x{dead}",
        ".before-0123456789abcdef",
    )
    for name in names:
        aged(_written(tmp_path / name), FORGOTTEN * 9)
    sweep(tmp_path)
    assert sorted(os.listdir(tmp_path)) == sorted(names)


def test_a_link_is_removed_and_not_what_it_points_to(tmp_path, dead):
    (tmp_path / "own").mkdir()
    _written(tmp_path / "own" / "file")
    link = tmp_path / "links" / dead
    link.parent.mkdir()
    link.symlink_to(tmp_path / "own")
    os.utime(link, (0, 0), follow_symlinks=False)
    sweep(link.parent)
    assert (tmp_path / "own" / "file").exists()


def test_a_long_sequence_looks_through_its_folder_once(tmp_path, monkeypatch):
    seen = []
    monkeypatch.setattr(leftovers, "sweep", seen.append)
    leftovers.sweep_once.cache_clear()
    mesh = grid(20)
    write_clip(tmp_path / "clip", Clip.of(mesh, np.stack([mesh.V] * 5)))
    assert len(seen) == len(set(seen))


def _written(path: Path) -> Path:
    path.write_bytes(b"whole")
    return path
