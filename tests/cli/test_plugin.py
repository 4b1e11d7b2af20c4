"""A method in a package of others works in the library and on the command line like one of ours."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from pliant.errors import OptionError
from pliant.io import read_mesh, write_mesh
from pliant.io.clips import read_clip
from pliant.mesh import PoseSet
from pliant.registry import method_named, methods

POSE = """
import sys
import numpy as np
import pliant
from pliant.registry import method_named

mesh = pliant.read_mesh(sys.argv[1])
rig = method_named("radial").rig_class()(mesh)
grip = rig.grab([0, mesh.n - 1])
pose = grip.drag(grip.held.rest + [[0, 0, 0], [0, 1, 0]])
rig.save(sys.argv[2])
again = pliant.open_rig(sys.argv[2]).grab([0, mesh.n - 1]).drag(grip.held.rest + [[0, 0, 0], [0, 1, 0]])
assert np.array_equal(pose.V, again.V)
assert pose.gaps.max() < 1e-12
"""


def pliant(environment: dict[str, str], *words: object) -> subprocess.CompletedProcess[str]:
    """Runs `pliant` in a process that has the package installed."""
    command = [sys.executable, "-m", "pliant.cli.app", *map(str, words)]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run


@pytest.fixture(scope="module")
def rig_file(with_plugin: dict[str, str], bar_set: PoseSet, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A rig that the library made, saved and opened again."""
    folder = tmp_path_factory.mktemp("rig")
    write_mesh(folder / "bar.obj", bar_set.mesh)
    command = [sys.executable, "-c", POSE, folder / "bar.obj", folder / "bar.pliant"]
    run = subprocess.run(command, env=with_plugin, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return folder / "bar.pliant"


def test_without_the_package_the_method_is_not_known() -> None:
    assert "radial" not in methods()
    with pytest.raises(OptionError, match="There is no method 'radial'"):
        method_named("radial")


def test_pose_makes_its_rig_from_a_mesh(
    with_plugin: dict[str, str], bar_set: PoseSet, tmp_path: Path
) -> None:
    mesh, last = bar_set.mesh, bar_set.n - 1
    path = tmp_path / "bar.obj"
    write_mesh(path, mesh)
    words = ("--pin", 0, "--move", f"{last}=0,0.5,0", "--json", "-o", tmp_path / "posed.obj")
    told = json.loads(pliant(with_plugin, "pose", path, "--method", "radial", *words).stdout)
    assert told["method"] == "radial"
    assert told["frames"][0]["gap"] < 1e-12
    posed = read_mesh(tmp_path / "posed.obj")
    np.testing.assert_allclose(posed.V[[0, last]], mesh.V[[0, last]] + [[0, 0, 0], [0, 0.5, 0]], atol=1e-6)


def test_info_tells_what_its_rig_is(with_plugin: dict[str, str], rig_file: Path) -> None:
    assert "a rig made by radial" in pliant(with_plugin, "info", rig_file).stdout
    assert json.loads(pliant(with_plugin, "info", rig_file, "--json").stdout)["method"] == "radial"


def test_animate_plays_a_track_with_its_rig(
    with_plugin: dict[str, str], rig_file: Path, tmp_path: Path
) -> None:
    still = {"keys": [{"at": 1, "value": [0, 0, 0]}]}
    up = {"keys": [{"at": 1, "value": [0, 0, 0]}, {"at": 5, "value": [0, 1, 0]}]}
    items = [{"name": str(v), "anchor": {"vertex": v}, "offset": keys} for v, keys in ((0, still), (7, up))]
    track = {"format": "pliant-track", "version": 1, "fps": 24, "first": 1, "last": 5, "items": items}
    (tmp_path / "track.json").write_text(json.dumps(track))
    pliant(with_plugin, "animate", rig_file, tmp_path / "track.json", "-o", tmp_path / "clip.npz")
    frames = list(read_clip(tmp_path / "clip.npz"))
    assert len(frames) == 5
    np.testing.assert_allclose(frames[-1][7] - frames[0][7], [0, 1, 0], atol=1e-6)
