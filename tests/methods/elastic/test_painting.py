"""Painted stiffness of Elastic IK in the studio: documents, rig files and scripts."""

from __future__ import annotations

import runpy
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pliant import ElasticIK, open_rig
from pliant.errors import AnchorError
from pliant.io import write_mesh
from pliant.mesh import Mesh
from pliant.methods.elastic.stiffness import painted
from pliant.methods.elastic.studio.patches import patches_of, stiffness_of
from pliant.methods.elastic.studio.wire import ElasticSlice, StiffPatch
from pliant.progress import silent
from pliant.studio.opening.source import named_source
from pliant.studio.session.regions import Marked, region_of
from pliant.studio.session.session import Session
from pliant.studio.wire.messages import Commit, Document, Solve
from pliant.studio.wire.method_wire import Slices
from tests.methods.elastic.test_cells import cylinder

HALF = np.arange(200, 400)
FADE = np.linspace(0.2, 1.0, len(HALF))


@pytest.fixture
def mesh() -> Mesh:
    return cylinder(24, 40)


def begun(session: Session, mesh: Mesh, tmp_path: Path) -> Document:
    """A session with its tip pulled."""
    write_mesh(tmp_path / "cylinder.obj", mesh)
    model, *_ = session.open(named_source([str(tmp_path / "cylinder.obj")]), silent)
    document = model.message.document
    *held, tip = document.handles
    x, y, z = tip.target
    return replace(document, handles=(*held, replace(tip, target=(x - 1.0, y + 1.0, z + 1.0))))


def stiffened(document: Document, *patches: StiffPatch) -> Document:
    return replace(document, slices=Slices({**document.slices, "elastic": ElasticSlice(patches)}))


def test_painted_documents_are_posed_replayed_and_saved_as_in_the_library(
    session: Session, mesh: Mesh, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = begun(session, mesh, tmp_path)
    region = region_of("half", HALF, FADE, mesh.n)
    monkeypatch.setattr(ElasticIK, "__init__", None)
    poses = []
    for label, step in (
        ("Pull", document),
        ("Stiffen", stiffened(document, StiffPatch(1, "Patch 1", "half", 50.0))),
        ("Undo", document),
        ("Soften", stiffened(document, StiffPatch(1, "Patch 1", "half", 0.1))),
    ):
        session.mark(region)
        (reply,) = session.solve(Solve(1, step, False))
        poses.append(reply.arrays["V"])
        session.commit(Commit(label, step))
    list(session.exports.file("rig"))
    monkeypatch.undo()
    assert np.abs(poses[1] - poses[0]).max() > 0.02 * mesh.diagonal
    np.testing.assert_allclose(poses[2], poses[0], rtol=0, atol=1e-6 * mesh.diagonal)
    saved = open_rig(next(tmp_path.glob("*.pliant")))
    assert isinstance(saved, ElasticIK)
    assert saved.stiffness is not None
    shares = np.round(255 * FADE) / 255
    np.testing.assert_allclose(saved.stiffness, painted(mesh.n, [(HALF, 0.1, shares)]), rtol=1e-12)
    list(session.exports.file("script"))
    steps = runpy.run_path(str(next(tmp_path.glob("*.py"))))["steps"]
    for (label, V), pose in zip(steps, poses, strict=True):
        np.testing.assert_allclose(V, pose, rtol=0, atol=1e-4 * mesh.diagonal, err_msg=label)


def test_a_rig_file_opens_with_its_stiffness_as_patches(session: Session, mesh: Mesh, tmp_path: Path) -> None:
    stiffness = np.ones(mesh.n)
    stiffness[HALF], stiffness[:50] = 30.0, 0.2
    ElasticIK(mesh, stiffness=stiffness).save(tmp_path / "stiff.pliant")
    model, *_ = session.open(named_source([str(tmp_path / "stiff.pliant")]), silent)
    patches = model.message.document.slices["elastic"].patches
    assert [patch.stiffness for patch in patches] == [0.2, 30.0]
    session.solve(Solve(1, model.message.document, False))
    list(session.exports.file("rig"))
    again = open_rig(next(path for path in tmp_path.glob("**/*.pliant") if path.name != "stiff.pliant"))
    assert isinstance(again, ElasticIK)
    assert again.stiffness is not None
    np.testing.assert_array_equal(again.stiffness, stiffness)


@pytest.mark.parametrize("ends", [(1.0, 40.0), (0.05, 1.0), (0.05, 40.0)], ids=["hard", "soft", "both"])
def test_a_stiffness_of_many_values_is_told_by_patches_to_within_a_level(ends: tuple[float, float]) -> None:
    stiffness = np.geomspace(*ends, 300)
    patches, regions = patches_of(stiffness)
    marked = {region.name: Marked(region, np.empty((0, 3))) for region in regions}
    told = stiffness_of(patches, marked, len(stiffness))
    assert told is not None
    level = np.abs(np.log(ends)).max() / 255
    assert np.abs(np.log(told) - np.log(stiffness)).max() <= 0.51 * level


def test_where_patches_meet_the_stiffer_one_counts() -> None:
    values = painted(4, [(np.array([0, 1]), 0.1, 1.0), (np.array([1, 2]), 100.0, np.array([0.5, 1.0]))])
    np.testing.assert_allclose(values, [0.1, 10.0, 100.0, 1.0], rtol=1e-12)


def test_a_patch_without_its_region_is_refused() -> None:
    with pytest.raises(AnchorError, match="'horn' was not marked"):
        stiffness_of((StiffPatch(1, "horn", "gone", 2.0),), {}, 10)


def test_another_stiffness_keeps_the_cells_and_gives_the_rig_that_is_made_with_it(mesh: Mesh) -> None:
    stiffness = painted(mesh.n, [(HALF, 50.0, 1.0)])
    plain = ElasticIK(mesh)
    changed, made = plain.stiffened(stiffness), ElasticIK(mesh, stiffness=stiffness)
    assert changed.layout is plain.layout
    V = []
    for rig in (changed, made):
        grip = rig.grab([0, 8, 16, mesh.n - 1])
        targets = grip.held.rest.copy()
        targets[-1] += [-1.0, 1.5, 0.5]
        V.append(grip.drag(targets).V)
    np.testing.assert_allclose(V[0], V[1], rtol=0, atol=1e-9 * mesh.diagonal)
