"""The quadratic of the turns: its derivatives against finite differences."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Floats
from pliant.geometry.rotations import exp
from pliant.methods.elastic.grip import ElasticGrip
from pliant.methods.elastic.options import ElasticOptions
from pliant.methods.elastic.rig import ElasticIK
from pliant.methods.elastic.skin_level import SkinLevel
from pliant.methods.elastic.turns import (
    Lead,
    Secants,
    Turned,
    _curvature,
    _factor,
    _slope,
    _turned,
    minimised,
)
from pliant.pose import Status
from tests.characters import beast, feet


def level() -> SkinLevel:
    """The beast with few cells, its muzzle pulled."""
    mesh = beast().mesh
    grip = ElasticIK(mesh, options=ElasticOptions(cells=7)).grab(feet(mesh.V))
    assert isinstance(grip, ElasticGrip)
    shift = np.zeros((len(grip.held), 3))
    shift[-1] = [0.1, 0.05, 0.2]
    return SkinLevel(grip.skin, Lead(shift))


def quadratic(own: SkinLevel, state: Turned) -> tuple[Floats, Floats]:
    """v and H of a state; of the kernel's H only the lower half counts."""
    H = np.tril(_curvature(own.Q, state.T, state.S))
    return _slope(state.T, state.S), H + np.tril(H, -1).T


def some_turns(count: int) -> np.ndarray:
    return exp(0.4 * np.random.default_rng(0).normal(size=(count, 3))).reshape(-1, 3)


def test_the_quadratic_has_the_slopes_and_curvatures_of_the_energy() -> None:
    own = level()
    T = some_turns(len(own.Q) // 3)
    state = own.at(T)
    v, H = quadratic(own, state)
    rng = np.random.default_rng(1)
    for _ in range(20):
        way = rng.normal(size=len(v))
        way /= np.linalg.norm(way)

        def along(step: float, way: np.ndarray = way) -> float:
            return own.at(_turned(T, step * way.reshape(-1, 3))).energy

        slope = (along(1e-5) - along(-1e-5)) / 2e-5
        curve = (along(1e-3) - 2 * along(0.0) + along(-1e-3)) / 1e-6
        np.testing.assert_allclose(slope, -2.0 * v @ way, rtol=0, atol=1e-7 * np.abs(v).max())
        np.testing.assert_allclose(curve, 2.0 * way @ H @ way, rtol=0, atol=1e-5 * np.abs(H).max())


def test_what_cells_turn_to_is_the_slope_in_their_rotations() -> None:
    own = level()
    T = some_turns(len(own.Q) // 3)
    way = np.random.default_rng(2).normal(size=T.shape)
    slope = (own.at(T + 1e-4 * way).energy - own.at(T - 1e-4 * way).energy) / 2e-4
    np.testing.assert_allclose(slope, -2.0 * (own.at(T).S * way).sum(), rtol=1e-7)


def test_the_search_ends_where_no_turn_lowers_the_energy() -> None:
    own = level()
    found = minimised(own, some_turns(len(own.Q) // 3), tolerance=1e-8, most=50)
    assert found.status is Status.CONVERGED
    v, H = quadratic(own, found.state)
    assert np.abs(v).max() < 1e-9 * np.abs(H).max()
    assert np.linalg.eigvalsh(H)[0] > 0.0


def test_secants_make_up_for_a_curvature_that_is_nearly_right() -> None:
    """On a quadratic of few dimensions they find the minimum with a factor of another matrix."""
    rng = np.random.default_rng(4)
    root = rng.normal(size=(8, 8))
    H = root @ root.T + np.eye(8)
    wanted, x, secants = rng.normal(size=8), np.zeros(8), Secants()
    factor = _factor(np.diag(np.full(8, np.trace(H))))
    for _ in range(9):
        v = H @ (wanted - x)
        if np.abs(v).max() < 1e-9:
            break
        way = secants.solved(factor, v)
        # The best length of the step, as a line search finds it.
        step = float(v @ way) / float(way @ H @ way) * way
        x = x + step
        secants = secants.after(step, v - H @ (wanted - x))
    np.testing.assert_allclose(x, wanted, rtol=0, atol=1e-6)
    assert secants.after(None, wanted).pairs == ()
    assert secants.after(wanted, -wanted) is secants
