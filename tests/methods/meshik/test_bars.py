"""Bars of MeshIK: elements of the blend like triangles."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pliant.geometry.topology import vertex_components
from pliant.methods.meshik.options import PRINTED, MeshIKOptions
from pliant.methods.meshik.rig import MeshIK
from tests.characters import beast, dressed_beast, dressed_ends

POSES = dressed_beast()


@pytest.fixture(scope="module")
def rig() -> MeshIK:
    return MeshIK(POSES)


def test_the_dressed_beast_has_six_parts_and_bars_between_them(rig: MeshIK) -> None:
    assert vertex_components(POSES.F, POSES.n).max() == 5
    assert len(rig.bars) >= 30


@pytest.mark.parametrize("span", ["aligned", "linear"])
def test_every_example_has_the_features_of_its_own_bars(span: str) -> None:
    rig = MeshIK(POSES, options=MeshIKOptions(span=span))  # pyright: ignore[reportArgumentType]
    m, k = len(rig.shape.F), len(POSES)
    for i in range(k):
        w = np.eye(k)[i] if rig.span.free == k else np.append(np.eye(k)[i, :-1], 0.0)[: k - 1]
        if rig.span.free < k and i == k - 1:
            w = -np.ones(k - 1)
        R = np.broadcast_to(rig.attitudes.turn(np.eye(k)[i]), (len(rig.W), 3, 3)).copy()
        T = rig.span.tangents(w, R)
        own = rig.bars.rows @ rig.shape.V[i]
        np.testing.assert_allclose(T[m:, :, 0], own, rtol=0, atol=1e-9 * np.abs(own).max())
        assert not T[m:, :, 1].any()


def test_sums_around_vertices_are_those_of_the_gradient(rig: MeshIK) -> None:
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(len(rig.W), 2, 3))
    expected = rig.gradient.T @ rows.reshape(-1, 3)
    size = np.abs(expected).max()
    np.testing.assert_allclose(rig.around.divergence(rows), expected, rtol=0, atol=1e-12 * size)
    x, T = rng.normal(size=(rig.shape.V.shape[1], 3)), rng.normal(size=(len(rig.W), 3, 2))
    T[len(rig.shape.F) :, :, 1] = 0.0
    tangents = np.swapaxes((rig.gradient @ x).reshape(-1, 2, 3), 1, 2)
    expected = ((tangents - T) ** 2).sum(axis=(1, 2))
    np.testing.assert_allclose(rig.around.residuals(x, T), expected, rtol=1e-10)


def test_bars_do_not_change_what_the_triangles_weigh(rig: MeshIK) -> None:
    assert rig.W[: len(rig.shape.F)].sum() == pytest.approx(1.0)


def test_without_contacts_and_in_one_piece_there_are_no_bars() -> None:
    assert len(MeshIK(POSES, options=MeshIKOptions(contact=0.0)).bars) == 0
    assert len(MeshIK.as_printed(POSES).bars) == 0
    assert len(MeshIK(beast()).bars) == 0


def test_a_shoe_follows_its_foot_where_contacts_are_on_and_not_where_they_are_off() -> None:
    points = dressed_ends(POSES.mesh.V)
    targets = POSES.mesh.V[points].copy()
    targets[0] += [-1.5, 0.0, -1.0]
    foot = np.argmin(np.linalg.norm(POSES.mesh.V[: points[0] - 1] - POSES.mesh.V[points[0]], axis=1))
    apart = {}
    for contact in (0.0, MeshIKOptions().contact):
        rig = MeshIK(POSES, options=MeshIKOptions(contact=contact))
        V = rig.grab(points).drag(targets).V
        apart[contact] = np.linalg.norm(V[foot] - V[points[0]])
    rest = np.linalg.norm(POSES.mesh.V[foot] - POSES.mesh.V[points[0]])
    assert apart[MeshIKOptions().contact] < rest + 0.05
    assert apart[0.0] > rest + 0.1


def test_options_of_files_from_before_contacts_have_none() -> None:
    values = replace(PRINTED, contact=5.0).to_json()
    del values["contact"]
    assert MeshIKOptions.of_json(values) == PRINTED
