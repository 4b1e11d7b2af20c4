from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pliant.cli.app import app
from pliant.io import write_poses
from pliant.mesh import PoseSet
from pliant.samples.bar import bent, straight_bar
from tests.characters import bar_poses

VERTICES = 60

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Runs `pliant` in this process."""
    return lambda *words: CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture(scope="session")
def bar_set() -> PoseSet:
    """A straight bar, the bar bent up and the bar bent sideways."""
    V = straight_bar(VERTICES)
    poses = bar_poses(bent(V, 70.0), bent(V, 70.0, "xz"))
    return PoseSet.of(poses.V, poses.F, ["straight", "up", "aside"])


@pytest.fixture
def bar_file(bar_set: PoseSet, tmp_path: Path) -> Path:
    path = tmp_path / "bar.npz"
    write_poses(path, bar_set)
    return path


@pytest.fixture
def last(bar_set: PoseSet) -> int:
    """The pole at the far end of the bar; 0 is the one at the near end."""
    return bar_set.n - 1
