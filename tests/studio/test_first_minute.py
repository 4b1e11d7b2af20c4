"""Where a model begins: on its feet, seen from its front, by a method that suits it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pliant
from pliant.anchors import Anchors
from pliant.io import write_mesh
from pliant.mesh import Mesh
from pliant.progress import silent
from pliant.samples import mechanism, sample
from pliant.studio.opening.first_handles import Beginning
from pliant.studio.opening.model import Opened, opened
from pliant.studio.opening.source import Source, named_source
from pliant.studio.wire.messages import Document
from tests.rigged_figure import rigged_figure


def begun(model: Opened, method: str) -> tuple[Document, Beginning]:
    return model.beginning(method)[0], model.beginning_on_feet


@pytest.mark.parametrize("method", ["meshik", "reduced", "elastic", "cage"])
def test_the_fox_begins_with_its_four_feet_on_the_floor_in_every_method(method: str) -> None:
    document, _ = begun(opened(Source("sample", "quadruped"), silent), method)
    *pins, free = document.handles
    assert document.method == method
    assert [pin.pinned for pin in pins] == [True] * 4
    assert not free.pinned
    assert max(pin.target[1] for pin in pins) < 0.05
    assert free.target[1] > 0.4


def test_the_first_pull_of_the_fox_keeps_it_on_the_ground() -> None:
    """MeshIK, four feet pinned: nothing sinks, nothing tips, and the free end goes where the arrow points."""
    poses = sample("quadruped", vertices=2_000)
    model = Opened(Source("sample", "quadruped"), poses.mesh, poses.names, poses)
    document, first = begun(model, "meshik")
    handles = document.handles
    anchors = Anchors([h.face for h in handles], [h.barycentric for h in handles])
    targets = np.array([h.target for h in handles])
    targets[-1] = first.toward
    V = pliant.MeshIK(poses).grab(anchors).drag(targets).V
    size = poses.mesh.diagonal
    assert np.linalg.norm(targets[-1] - handles[-1].target) > 0.02 * size
    assert V[:, 1].min() > poses.V[0, :, 1].min() - 0.02 * size
    # The trunk stays above the feet.
    lean = V.mean(axis=0) - poses.V[0].mean(axis=0)
    assert np.linalg.norm(lean) < 0.1 * size


def test_ends_that_are_suggested_lie_apart_and_hold_nothing() -> None:
    model = opened(Source("sample", "humanoid"), silent)
    start = model.start("meshik")
    V = np.array([h.target for h in (start.handles[-1], *start.suggested)])
    apart = np.linalg.norm(V[:, None] - V, axis=2)[np.triu_indices(len(V), 1)]
    assert len(start.suggested) >= 2
    assert apart.min() > 0.1 * model.diagonal
    assert all(h not in start.handles for h in start.suggested)


def test_a_model_that_stands_along_z_is_shown_so_and_pinned_at_its_feet(tmp_path: Path) -> None:
    mesh = sample("humanoid", vertices=3_000).mesh
    lying = mesh.V @ np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
    write_mesh(tmp_path / "person.obj", mesh.moved(lying))
    model = opened(named_source([str(tmp_path / "person.obj")]), silent)
    start = model.start("elastic")
    assert start.up == "z"
    assert abs(start.azimuth) < 0.1
    assert max(h.target[2] for h in start.handles[:-1]) < lying[:, 2].min() + 0.1


def test_an_animal_of_two_parts_is_no_mechanism_and_a_lamp_is_one(tmp_path: Path) -> None:
    fox, horns = sample("quadruped").mesh, sample("humanoid", vertices=3_000).mesh
    V = np.concatenate([fox.V, 0.2 * horns.V + [0.5, 1.0, 0.0]])
    write_mesh(tmp_path / "antlers.obj", Mesh.of(V, np.concatenate([fox.F, horns.F + fox.n])))
    model = opened(named_source([str(tmp_path / "antlers.obj")]), silent)
    assert model.suggested.name == "elastic"
    assert "2 parts" in model.start("elastic").reason
    write_mesh(tmp_path / "lamp.obj", mechanism("lamp").mesh)
    model = opened(named_source([str(tmp_path / "lamp.obj")]), silent)
    assert model.suggested.name == "joints"
    assert "machines" in model.start("joints").reason


def test_a_clip_without_motion_teaches_nothing(tmp_path: Path) -> None:
    """A rigged figure whose only animation holds it still is posed by its bones instead."""
    file = rigged_figure()
    times = file.array(np.array([0.0, 1.0], dtype=np.float32))
    still = file.array(np.tile(np.array([0.0, 0.0, 0.0, 1.0], dtype=np.float32), (2, 1)))
    joint = file.root["skins"][0]["joints"][0]
    channel = {"sampler": 0, "target": {"node": joint, "path": "rotation"}}
    file.root["animations"] = [{"channels": [channel], "samplers": [{"input": times, "output": still}]}]
    (tmp_path / "still.glb").write_bytes(file.glb())
    model = opened(named_source([str(tmp_path / "still.glb")]), silent)
    assert len(model.examples) > 20
    assert "poses were made by turning bones" in model.words()
