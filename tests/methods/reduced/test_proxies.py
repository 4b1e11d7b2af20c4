"""Proxies: eq. 2 is the derivative of eq. 1, and few points stand for all."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.sparse import csr_array

from pliant.arrays import Faces, Floats, Poses
from pliant.geometry.rotations import closest_rotation
from pliant.methods.reduced.groups import influence_groups
from pliant.methods.reduced.learn import Learned, learned
from pliant.methods.reduced.options import PRINTED, ReducedOptions
from pliant.methods.reduced.proxies import Proxies, proxies
from pliant.methods.reduced.slopes import weight_slopes
from pliant.skin import Skin, resting
from tests.geometry.surfaces import sheet
from tests.methods.reduced.jointed import gradient_matrix, jointed
from tests.methods.reduced.test_learning import cases, real

OURS = ReducedOptions()


def some_model(options: ReducedOptions = OURS) -> tuple[Learned, Poses, Faces, Proxies]:
    _, _, V, F = jointed(4, 5)
    noisy = V + 1e-3 * np.random.default_rng(0).normal(size=V.shape)
    model = learned(noisy, F, options)
    return model, noisy, F, proxies(model, noisy, F, options)


def position(found: Proxies, j: int, x: Floats, t: Floats) -> Floats:
    """Eq. 1 at x near proxy j, the weights moved along their slopes."""
    alpha = found.weights[j] + found.slopes[j] @ (x - found.rest[j])
    carried = [t[4 * i : 4 * i + 3].T @ x + t[4 * i + 3] for i in found.influences[j]]
    return alpha @ np.array(carried)


@pytest.mark.parametrize("options", [OURS, PRINTED], ids=["ours", "printed"])
def test_eq_2_is_the_derivative_of_eq_1(options: ReducedOptions) -> None:
    _, _, _, found = some_model(options)
    t = np.random.default_rng(1).normal(size=(4 * found.count, 3))
    rows = (gradient_matrix(found) @ t).reshape(-1, 3, 3)
    step = 1e-4
    for j in range(len(found)):
        for a in range(3):
            e = step * np.eye(3)[a]
            x = found.rest[j]
            # Eq. 1 is quadratic in x here, so that central differences are exact.
            difference = (position(found, j, x + e, t) - position(found, j, x - e, t)) / (2 * step)
            np.testing.assert_allclose(rows[j, a], difference, atol=1e-9)


@pytest.mark.parametrize("options", [OURS, PRINTED], ids=["ours", "printed"])
def test_weights_sum_to_one_and_slopes_to_zero(options: ReducedOptions) -> None:
    model, V, _, found = some_model(options)
    np.testing.assert_allclose(found.weights.sum(axis=1), 1.0, atol=1e-14)
    np.testing.assert_allclose(found.slopes.sum(axis=1), 0.0, atol=1e-12)
    assert (found.weights >= 0).all()
    assert found.sizes.sum() == pytest.approx(1.0)
    assert (np.unique(found.group) == np.arange(len(found))).all()
    assert found.V.shape == (len(V), len(found), 3)
    np.testing.assert_array_equal(found.V[0], found.rest)
    assert found.count == model.skin.count


def test_a_rigid_move_of_everything_is_the_gradient_everywhere() -> None:
    _, _, _, found = some_model()
    A = np.random.default_rng(2).normal(size=(4, 3))
    t = np.tile(A, (found.count, 1))
    rows = (gradient_matrix(found) @ t).reshape(-1, 3, 3)
    np.testing.assert_allclose(rows, np.broadcast_to(A[:3], rows.shape), atol=1e-12)
    rest = (gradient_matrix(found) @ resting(found.count)).reshape(-1, 3, 3)
    np.testing.assert_allclose(rest, np.broadcast_to(np.eye(3), rest.shape), atol=1e-12)


def slopes_on(rest: Floats, F: Faces, w: Floats) -> Floats:
    """(2, 3) the slopes, over the whole surface, of the weights w and 1 − w."""
    skin = Skin.of(rest, np.tile([0, 1], (len(rest), 1)), np.column_stack([w, 1 - w]), 2)
    mean = csr_array(np.full((1, len(rest)), 1 / len(rest)))
    return weight_slopes(skin, F, mean, np.array([[0, 1]]))[0]


def test_slopes_of_linear_weights_are_found_on_a_curved_surface() -> None:
    V, F = sheet(8, 8)
    slope = np.array([0.03, -0.04, 0.02])
    w = 0.5 + (V - V.mean(axis=0)) @ slope
    np.testing.assert_allclose(slopes_on(V, F, w), [slope, -slope], atol=1e-10)


def test_weights_on_a_flat_surface_have_no_slope_across_it() -> None:
    rng = np.random.default_rng(0)
    V, F = sheet(8, 8)
    V = V * [1.0, 1.0, 1e-3]
    w = 0.5 + 0.03 * (V[:, 0] - 3.5) + 1e-3 * rng.normal(size=len(V))
    np.testing.assert_allclose(slopes_on(V, F, w), [[0.03, 0, 0], [-0.03, 0, 0]], atol=2e-3)


def test_a_group_of_one_control_has_its_gradient() -> None:
    _, _, V, F = jointed(3, 5)
    found = proxies(learned(V, F, ReducedOptions(controls=3)), V, F, OURS)
    alone = found.weights.max(axis=1) == 1.0
    assert alone.sum() >= 3
    assert not found.slopes[alone].any()


def test_a_proxy_of_several_lies_where_its_controls_meet() -> None:
    """Eq. 4 on a known skin: the middle of each joint."""
    skin, t, V, F = jointed(3, 5)
    known = Learned(skin, t, (0.0,))
    found = proxies(known, V, F, replace(OURS, influences=2))
    shared = found.weights.max(axis=1) < 1.0
    assert shared.sum() == 2
    joints = skin.rest[:, 0].max() * np.array([1, 2]) / 3
    np.testing.assert_allclose(np.sort(found.rest[shared, 0]), joints, atol=0.01)
    np.testing.assert_allclose(found.weights[shared], 0.5, atol=0.05)
    # Over a joint of width 0.12 the weight grows from 0 to 1, along x.
    np.testing.assert_allclose(np.abs(found.slopes[shared]), [[[1 / 0.12, 0, 0]] * 2] * 2, atol=0.3)


def test_the_papers_groups_are_the_influence_sets() -> None:
    model, _, _, found = some_model(PRINTED)
    sets = [frozenset(i[w > 0]) for i, w in zip(model.skin.influences, model.skin.weights, strict=True)]
    assert len(found) == len(set(sets))
    assert len({(s, int(g)) for s, g in zip(sets, found.group, strict=True)}) == len(found)
    assert influence_groups(model.skin).max() + 1 == len(found)


def test_merging_leaves_fewer_proxies_and_every_control_one() -> None:
    model, V, F, _ = some_model(replace(OURS, controls=12))
    counts = []
    for share in (0.0, 0.01, 0.05, 0.4):
        found = proxies(model, V, F, replace(OURS, smallest_group=share))
        counts.append(len(found))
        used = found.influences[found.weights > 0]
        assert set(used.tolist()) == set(range(model.skin.count))
    assert (np.diff(counts) <= 0).all()
    assert counts[-1] < counts[0]


def test_only_the_place_of_the_whole_is_unknown_to_the_proxies() -> None:
    """Gradients at the proxies determine the controls up to one translation: rank 4c − 1."""
    _, _, _, found = some_model()
    values = np.linalg.svd(gradient_matrix(found), compute_uv=False)
    assert (values > 1e-6 * values[0]).sum() == 4 * found.count - 1


def test_examples_come_back_from_the_gradients_at_their_proxies() -> None:
    model, _, _, found = some_model()
    G = gradient_matrix(found)
    for t, example in zip(model.t, model.reconstructed(), strict=True):
        again = np.linalg.lstsq(G, G @ t, rcond=1e-9)[0]
        shape = model.skin.posed(again)
        shift = (example - shape).mean(axis=0)
        np.testing.assert_allclose(shape + shift, example, atol=1e-6)


def test_proxies_turn_as_the_surface_turns() -> None:
    """The rotation of D v at a proxy is near that of the vertices it stands for."""
    skin, t, V, F = jointed(3, 5)
    known = Learned(skin, t, (0.0,))
    found = proxies(known, V, F, replace(OURS, influences=2))
    G = gradient_matrix(found)
    for each in t:
        turn = np.swapaxes(closest_rotation((G @ each).reshape(-1, 3, 3)), 1, 2)
        alone = found.weights.max(axis=1) == 1.0
        own = each.reshape(-1, 4, 3)[found.influences[alone, 0], :3]
        np.testing.assert_allclose(turn[alone], np.swapaxes(own, 1, 2), atol=1e-10)


@pytest.mark.parametrize("name", cases())
@pytest.mark.parametrize("options", [OURS, PRINTED], ids=["ours", "printed"])
def test_nothing_breaks_them(name: str, options: ReducedOptions) -> None:
    V, F = cases()[name]
    found = proxies(learned(V, F, options), V, F, options)
    G = gradient_matrix(found)
    assert np.isfinite(G).all()
    rest = (G @ resting(found.count)).reshape(-1, 3, 3)
    np.testing.assert_allclose(rest, np.broadcast_to(np.eye(3), rest.shape), atol=1e-9)


def test_the_same_call_gives_the_same_bits() -> None:
    first, second = some_model()[3], some_model()[3]
    np.testing.assert_array_equal(gradient_matrix(first), gradient_matrix(second))


# Twice the paper's proxies [Der2006, table 1].
MOST = {"sumner_horse_poses": 390, "vlasic_samba": 940}


@pytest.mark.parametrize("name", MOST)
def test_real_sets_need_few_proxies(name: str, data: Path) -> None:
    V, F = real(data, name)
    assert len(proxies(learned(V, F, OURS), V, F, OURS)) <= MOST[name]
