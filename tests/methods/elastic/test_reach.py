"""How far a pull reaches, and parts that are stiffer than others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pliant import open_rig
from pliant.errors import OptionError
from pliant.mesh import Mesh
from pliant.methods.elastic.options import ElasticOptions
from pliant.methods.elastic.rig import ElasticIK
from tests.methods.elastic.test_cells import cylinder
from tests.methods.elastic.test_posing import BUDGET


@pytest.fixture(scope="module")
def mesh() -> Mesh:
    return cylinder(24, 60)


@pytest.fixture(scope="module")
def rig(mesh: Mesh) -> ElasticIK:
    return ElasticIK(mesh)


def moves(rig: ElasticIK) -> np.ndarray:
    """(n,) how far each vertex goes when the far pole is pulled aside, nothing else held."""
    grip = rig.grab([rig.mesh.n - 1])
    pose = grip.drag(grip.held.rest + 0.1 * rig.mesh.diagonal * np.array([0.0, 0.8, 0.6]))
    np.testing.assert_allclose(pose.gaps, 0.0, atol=1e-9)
    return np.linalg.norm(pose.V - rig.mesh.V, axis=1)


def test_a_pull_fades_out_over_its_reach(rig: ElasticIK) -> None:
    far = np.linalg.norm(rig.mesh.V - rig.mesh.V[-1], axis=1)
    assert moves(rig).min() > 0.09 * rig.mesh.diagonal
    shares = []
    for reach in (0.5, 0.2, 0.1, 0.05):
        moved = moves(rig.reaching(reach))
        shares.append(float(moved.sum()))
        beyond = far > 5 * reach * rig.body.unit * rig.shape.frame.diagonal
        assert moved[beyond].max(initial=0.0) < 0.05 * moved.max()
        near = far < 0.3 * reach * rig.body.unit * rig.shape.frame.diagonal
        assert moved[near].min(initial=1.0) > 0.2 * moved.max()
    assert (np.diff(shares) < 0).all()


def test_a_reach_may_be_set_before_or_after_and_taken_back(rig: ElasticIK, mesh: Mesh) -> None:
    made = ElasticIK(mesh, options=ElasticOptions(reach=0.2))
    np.testing.assert_allclose(moves(made), moves(rig.reaching(0.2)), atol=1e-9)
    np.testing.assert_array_equal(moves(rig.reaching(0.2).reaching(1.0)), moves(rig))
    still = mesh.V[:, 0] < np.quantile(mesh.V[:, 0], 0.3)
    assert moves(rig.holding(still).reaching(0.3))[still].max() < 1e-9
    assert moves(rig.reaching(0.3).holding(still))[still].max() < 1e-9


def test_both_levels_have_the_same_reach(mesh: Mesh) -> None:
    grip = ElasticIK(cylinder(60, 110), options=ElasticOptions(reach=0.3)).grab([0, 6000])
    targets = grip.held.rest + np.array([[0.0, 0.0, 0.0], [0.0, 0.6, 0.4]])
    live = grip.pull(targets, budget=BUDGET)
    for i in range(5):
        live = grip.pull(targets + 1e-9 * i, live, budget=BUDGET)
    assert live.palette is not None
    assert 1.0 <= live.energy / grip.drag(targets).energy < 1.3


def test_a_stiff_part_keeps_its_shape_and_the_soft_one_bends(mesh: Mesh) -> None:
    half = mesh.V[:, 0] > mesh.V[:, 0].mean()
    base = np.flatnonzero(mesh.V[:, 0] < np.quantile(mesh.V[:, 0], 0.05)).tolist()
    left = []
    for stiffness in (None, np.where(half, 100.0, 1.0)):
        grip = ElasticIK(mesh, stiffness=stiffness).grab([*base, mesh.n - 1])
        targets = grip.held.rest.copy()
        targets[-1] += 0.3 * mesh.diagonal * np.array([-0.5, 1.0, 0.0])
        V = grip.drag(targets).V[half]
        before, after = mesh.V[half] - mesh.V[half].mean(axis=0), V - V.mean(axis=0)
        left_, _, right = np.linalg.svd(after.T @ before)
        left.append(float(np.abs(after - before @ (left_ @ right).T).max()) / mesh.diagonal)
    assert left[0] > 0.02
    assert left[1] < 0.1 * left[0]


def test_the_same_stiffness_everywhere_changes_nothing(rig: ElasticIK, mesh: Mesh) -> None:
    grips = [each.grab([0, 8, 16, mesh.n - 1]) for each in (rig, rig.stiffened(np.full(mesh.n, 7.0)))]
    targets = grips[0].held.rest.copy()
    targets[-1] += [-1.5, 2.5, 0.5]
    pose, other = (grip.drag(targets) for grip in grips)
    np.testing.assert_allclose(other.V, pose.V, rtol=0, atol=1e-5)
    assert other.energy == pytest.approx(7.0 * pose.energy, rel=1e-6)


def test_stiffness_goes_by_names_and_is_kept_in_files(mesh: Mesh, tmp_path: Path) -> None:
    named = Mesh.of_polygons(mesh.V, mesh.polygons, groups={"tip": np.arange(50), "all": np.arange(90)})
    rig = ElasticIK(named, options=ElasticOptions(reach=0.4), stiffness={"tip": 20.0, "all": 3.0})
    assert rig.stiffness is not None
    assert set(rig.stiffness.tolist()) == {1.0, 3.0, 20.0}
    assert (rig.stiffness[np.unique(named.F[:20])] == 20.0).all()
    rig.save(tmp_path / "stiff.pliant")
    opened = open_rig(tmp_path / "stiff.pliant")
    assert isinstance(opened, ElasticIK)
    np.testing.assert_array_equal(opened.stiffness, rig.stiffness)
    assert opened.options.reach == 0.4
    np.testing.assert_array_equal(moves(opened), moves(rig))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"horn": 2.0}, "no material or group 'horn'"),
        ([1.0, 2.0], "shape"),
        (0.0, "below"),
        (np.nan, "below"),
    ],
)
def test_a_stiffness_that_is_none_is_refused(rig: ElasticIK, wrong: Any, words: str) -> None:
    given = np.full(rig.mesh.n, wrong) if isinstance(wrong, float) else wrong
    with pytest.raises(OptionError, match=words):
        rig.stiffened(given)


@pytest.mark.parametrize("wrong", [0.0, -1.0, 1.1, np.nan])
def test_a_reach_out_of_range_is_refused(rig: ElasticIK, wrong: float) -> None:
    with pytest.raises(OptionError, match="reach"):
        rig.reaching(wrong)


def test_as_printed_knows_neither(mesh: Mesh) -> None:
    printed = ElasticIK.as_printed(cylinder(8, 12))
    with pytest.raises(OptionError, match="reach"):
        printed.reaching(0.5)
    with pytest.raises(OptionError, match="printed"):
        printed.stiffened(np.ones(printed.mesh.n))
