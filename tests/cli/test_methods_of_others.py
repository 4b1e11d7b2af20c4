"""A method that no file of ours names, joined by its entry point, works with every verb."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.metadata import EntryPoint

import numpy as np
import pytest

from pliant import registry
from pliant.anchors import held_points
from pliant.io import read_mesh, write_mesh
from pliant.mesh import PoseSet
from pliant.method import Method
from pliant.pose import Pose, Pulled, Status
from pliant.progress import silent
from pliant.rig import Grip, Rig
from pliant.rig_file import mesh_of_file, mesh_to_file


class ShiftGrip(Grip):
    pose_type = Pose

    def __init__(self, rig, held):
        self.rig, self.held = rig, held

    def pull(self, targets, start=None, *, coherence=0.0, budget=None):
        shift = (np.asarray(targets) - self.held.rest).mean(axis=0)
        gaps = np.linalg.norm(self.held.rest + shift - targets, axis=1)
        return Pulled(
            status=Status.CONVERGED,
            iterations=1,
            energy=0.0,
            energies=(0.0,),
            seconds=0.0,
            gaps=gaps,
            points=shift[None],
        )

    def warm(self):
        pass


class Shift(Rig):
    """Moves as one with the mean of what is pulled."""

    method = "shift"

    def __init__(self, mesh, *, options=None, progress=silent):
        self.mesh = mesh.mesh if isinstance(mesh, PoseSet) else mesh

    def grab(self, points, *, firm=None):
        return ShiftGrip(self, held_points(points, self.mesh.V, self.mesh.F))

    def carried(self, pulled):
        return self.mesh.V + pulled.points[0]

    def to_file(self):
        settings, arrays = mesh_to_file(self.mesh)
        return settings, {**arrays, "V": self.mesh.V}

    @classmethod
    def of_file(cls, settings, arrays):
        return cls(mesh_of_file(arrays["V"], settings, arrays))


OF_A_MESH = Method("shift", "Shift", "Moves as one.", f"{__name__}:Shift", "one piece", takes="mesh")
OF_POSES = Method("shift", "Shift", "Moves as one.", f"{__name__}:Shift", "one piece")


@pytest.fixture(params=["OF_A_MESH", "OF_POSES"])
def joined(request, monkeypatch) -> Iterator[str]:
    """The name of its entry point."""
    point = EntryPoint("shift", f"{__name__}:{request.param}", registry.ENTRY_POINTS)
    monkeypatch.setattr(registry, "entry_points", lambda group: [point])
    registry.methods.cache_clear()
    yield request.param
    registry.methods.cache_clear()


def test_it_poses_from_a_file_and_from_its_rig(run, joined, bar_file, bar_set, tmp_path):
    pull, out, rig = ("--move", "3=0,0,0.25", "-o"), tmp_path / "out.npz", tmp_path / "bar.pliant"
    done = run("pose", bar_file, "--method", "shift", *pull, out, "--rig", rig, "--json")
    assert done.exit_code == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["method"], told["examples"], told["frames"][0]["gap"] < 1e-12) == ("shift", 0, True)
    assert "the farthest point misses its target by" in done.stderr
    expected = bar_set.V[0] + [0, 0, 0.25]
    assert np.abs(read_mesh(out).V - expected).max() < 1e-12
    assert run("pose", rig, *pull, tmp_path / "again.npz").exit_code == 0
    assert np.array_equal(read_mesh(tmp_path / "again.npz").V, read_mesh(out).V)


def test_info_tells_about_its_rig_and_suggests_it_for_a_mesh(run, joined, bar_set, tmp_path, monkeypatch):
    # Alone with the methods that need more than a mesh: the first that poses a mesh is suggested.
    own = tuple(name for name in registry.PACKAGES if not name.endswith(".elastic"))
    monkeypatch.setattr(registry, "PACKAGES", own)
    registry.methods.cache_clear()
    write_mesh(tmp_path / "bar.obj", bar_set.mesh)
    Shift(bar_set.mesh).save(tmp_path / "bar.pliant")
    assert "a rig made by shift" in run("info", tmp_path / "bar.pliant").stdout
    words = run("info", tmp_path / "bar.obj").stdout.split()
    assert ("shift" in words) is (joined == "OF_A_MESH")


def test_what_it_cannot_do_is_refused_in_words(run, joined, bar_file, tmp_path):
    pull = ("--move", "3=0,0,1", "-o", tmp_path / "out.npz")
    for words, reason in (
        (("--as-printed",), "Shift has no printed form"),
        (("--coherence", "1"), "A rig of one piece has no blend"),
        (("--freeze", "0"), "pin some of them, or pose by meshik"),
    ):
        done = run("pose", bar_file, "--method", "shift", *pull, *words)
        assert (done.exit_code, reason in " ".join(done.stderr.split())) == (2, True)
    blend = run("blend", bar_file, "--method", "shift", "-w", "1", "-o", tmp_path / "out.npz")
    assert (blend.exit_code, "has no poses to mix" in " ".join(blend.stderr.split())) == (2, True)


def test_a_name_that_is_taken_is_refused(monkeypatch):
    point = EntryPoint("mine", "pliant.methods.cage:METHOD", registry.ENTRY_POINTS)
    monkeypatch.setattr(registry, "entry_points", lambda group: [point])
    registry.methods.cache_clear()
    with pytest.raises(registry.OptionError, match="uninstall"):
        registry.methods()
    registry.methods.cache_clear()
