"""Rig files of every version that ever wrote them: they open, and pose."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import numpy as np
import pytest

from pliant.registry import methods, open_rig
from pliant.rig_file import VERSION

FOLDER = Path(__file__).parent
GOLDEN = sorted(FOLDER.glob("version_*/*.pliant"))
# The repository should stay small.
MOST_BYTES = 100_000


def test_every_version_has_a_file_of_every_method_of_its_time():
    names = {path.stem for path in FOLDER.glob(f"version_{VERSION}/*.pliant")}
    assert names == set(methods())
    assert {int(path.parent.name.removeprefix("version_")) for path in GOLDEN} == set(range(1, VERSION + 1))
    assert all(path.stat().st_size < MOST_BYTES for path in GOLDEN)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_old_rig_files_open_and_pose(path):
    with zipfile.ZipFile(path) as archive:
        header = json.loads(archive.read("rig.json"))
    rig = open_rig(path)
    assert rig.method == header["method"] == path.stem
    assert list(rig.names) == header["settings"].get("names", list(rig.names))
    V = rig.mesh.V
    ends = [int(np.argmin(V[:, 0])), int(np.argmax(V[:, 0]))]
    diagonal = float(np.linalg.norm(np.ptp(V, axis=0)))
    targets = V[ends] + [[0.0, 0.0, 0.0], [0.0, 0.1 * diagonal, 0.0]]
    pose = rig.grab(ends).drag(targets)
    assert np.isfinite(pose.V).all()
    assert np.abs(pose.V - V).max() > 0.01 * diagonal
    assert np.abs(pose.V[ends] - targets).max() < 0.15 * diagonal


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_what_was_opened_is_saved_and_opened_again(path, tmp_path):
    rig = open_rig(path)
    rig.save(tmp_path / "again.pliant")
    again = open_rig(tmp_path / "again.pliant")
    np.testing.assert_array_equal(again.mesh.V, rig.mesh.V)
    np.testing.assert_array_equal(again.mesh.F, rig.mesh.F)
    assert again.names == rig.names
