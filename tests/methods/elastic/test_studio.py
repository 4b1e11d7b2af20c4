"""Elastic IK in the studio: where a single mesh begins."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pliant.arrays import Faces, Vertices
from pliant.io import write_mesh
from pliant.progress import silent
from pliant.samples import sample
from pliant.studio.opening.first_handles import first_handles
from pliant.studio.opening.model import opened
from pliant.studio.opening.source import named_source
from pliant.studio.wire.messages import Handle
from tests.methods.elastic.test_cells import cylinder


def vertices_of(handles: tuple[Handle, ...], F: Faces) -> list[int]:
    return [int(F[h.face][int(np.argmax(h.barycentric))]) for h in handles]


def upright(V: Vertices) -> Vertices:
    """The same with the x axis up."""
    return V[:, [1, 0, 2]] * [-1.0, 1.0, 1.0]


def test_what_stands_on_one_foot_is_held_at_three_of_its_points_and_pulled_at_the_top() -> None:
    mesh = cylinder(24, 40)
    V = upright(mesh.V)
    handles = first_handles(V[None], mesh.F)
    *feet, tip = vertices_of(handles, mesh.F)
    assert [h.pinned for h in handles] == [True, True, True, False]
    assert V[feet, 1].max() < 0.2
    assert V[tip, 1] > 5.9
    assert len({h.id for h in handles}) == 4


def test_two_legs_are_held_at_four_points_so_that_nothing_turns_about_them() -> None:
    mesh = sample("humanoid", vertices=3_000).mesh
    *feet, tip = vertices_of(first_handles(mesh.V[None], mesh.F), mesh.F)
    assert len(feet) == 4
    across = mesh.V[feet][:, [0, 2]]
    assert np.linalg.svd(across - across.mean(axis=0), compute_uv=False)[1] > 0.02 * mesh.diagonal
    assert mesh.V[tip, 1] > mesh.V[:, 1].min() + 0.5 * np.ptp(mesh.V[:, 1])


def test_each_foot_of_an_animal_has_a_pin() -> None:
    mesh = sample("quadruped").mesh
    handles = first_handles(mesh.V[None], mesh.F)
    *feet, tip = vertices_of(handles, mesh.F)
    assert len(feet) == 4
    height = np.ptp(mesh.V[:, 1])
    assert (mesh.V[feet, 1] < mesh.V[:, 1].min() + 0.05 * height).all()
    apart = np.linalg.norm(mesh.V[feet][:, None] - mesh.V[feet], axis=2)[np.triu_indices(4, 1)]
    assert apart.min() > 0.1 * height
    assert mesh.V[tip, 1] > mesh.V[:, 1].min() + 0.3 * height


def test_seams_and_shoes_change_nothing() -> None:
    """Every triangle a part of its own, as in STL; then feet that are parts of their own."""
    mesh = sample("quadruped").mesh
    handles = first_handles(mesh.V[None], mesh.F)
    soup = mesh.V[mesh.F].reshape(-1, 3), np.arange(3 * len(mesh.F)).reshape(-1, 3)
    places = [{h.target for h in each} for each in (handles, first_handles(soup[0][None], soup[1]))]
    assert places[0] == places[1]
    shod = mesh.F[(mesh.V[mesh.F, 1] > 0.2 * mesh.V[:, 1].max()).all(axis=1)]
    feet = mesh.F[(mesh.V[mesh.F, 1] < 0.1 * mesh.V[:, 1].max()).all(axis=1)]
    again = first_handles(mesh.V[None], np.concatenate([feet, shod]))
    assert len(again) == 5
    assert again[-1].target[1] > 0.3 * mesh.V[:, 1].max()


def test_a_bare_mesh_opens_in_elastic_ik_with_its_feet_held(tmp_path: Path) -> None:
    mesh = sample("quadruped").mesh
    write_mesh(tmp_path / "animal.obj", mesh)
    model = opened(named_source([str(tmp_path / "animal.obj")]), silent)
    document, _ = model.beginning(None)
    assert document.method == "elastic"
    assert document.handles == first_handles(model.mesh.V[None], model.mesh.F)
    assert "pull it anywhere" in model.words()
