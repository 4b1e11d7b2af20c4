from __future__ import annotations

import numpy as np
import pytest

from pliant.figures import View
from pliant.figures.colours import encoded, linear
from pliant.figures.hues import ALIKE, HUES, hues, spread_hues, unlikeness
from pliant.geometry.topology import edges
from pliant.methods.reduced.figures.controls import (
    carried,
    control_colours,
    control_hues,
    draw_controls,
    proxy_dots,
)
from pliant.methods.reduced.options import ReducedOptions
from pliant.methods.reduced.rig import ReducedIK
from pliant.samples import sample
from tests.characters import beast


@pytest.fixture(scope="module")
def rig() -> ReducedIK:
    return ReducedIK(beast(), options=ReducedOptions(controls=7))


def test_unlikeness_is_a_distance_that_colour_blindness_only_shrinks() -> None:
    apart = unlikeness(hues())
    assert np.array_equal(apart, apart.T)
    assert np.array_equal(np.diag(apart), np.zeros(len(HUES)))
    black_and_white = unlikeness(np.array([[0.0, 0, 0], [1, 1, 1]]))
    assert black_and_white[0, 1] == pytest.approx(1.0, abs=1e-3)
    # The same grey-green to a deuteranope, though not to others.
    red_and_green = np.array([[0.72, 0.33, 0.20], [0.45, 0.47, 0.16]])
    assert unlikeness(red_and_green)[0, 1] < 0.1


def test_few_things_that_all_touch_get_hues_that_everybody_tells_apart() -> None:
    chosen = spread_hues(np.ones((5, 5)))
    apart = unlikeness(hues()[chosen])
    assert apart[~np.eye(5, dtype=bool)].min() > ALIKE


def test_a_chain_of_many_things_never_repeats_a_hue_beside_itself() -> None:
    chosen = spread_hues(np.eye(40, k=1) + np.eye(40, k=-1))
    assert unlikeness(hues()[chosen])[np.arange(39), np.arange(1, 40)].min() > ALIKE
    assert len(set(chosen.tolist())) >= len(HUES) - 2


def test_controls_of_a_character_that_meet_are_clearly_unlike() -> None:
    fox = ReducedIK(sample("quadruped", vertices=2_000))
    W = fox.skin.weight_matrix()
    a, b = edges(fox.mesh.F).T
    touching = (W[a].T @ W[b]).toarray()
    touching = touching + touching.T - 2 * np.diag(np.diag(touching))
    alike = unlikeness(hues()[control_hues(fox)]) < ALIKE
    # Some controls meet in a corner; hardly any border is between like colours.
    assert touching[alike].sum() < 0.03 * touching.sum()


def test_a_vertex_of_one_control_has_its_hue_and_others_the_mixed_light(rig: ReducedIK) -> None:
    rgb, own = control_colours(rig), hues()[control_hues(rig)]
    v = int(np.argmax(rig.skin.weights[:, 0] == 1.0))
    assert np.abs(rgb[v] - own[rig.skin.influences[v, 0]]).max() < 1e-12
    v = int(np.argmin(rig.skin.weights.max(axis=1)))
    light = sum(w * linear(own[i]) for w, i in zip(rig.skin.weights[v], rig.skin.influences[v], strict=True))
    assert np.abs(rgb[v] - encoded(np.asarray(light))).max() < 1e-12


def test_shares_of_the_surface_sum_to_one_and_follow_the_weights(rig: ReducedIK) -> None:
    share = carried(rig)
    assert share.sum() == pytest.approx(1.0, abs=1e-12)
    corners = rig.mesh.V[rig.mesh.F]
    area = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    dense = rig.skin.weight_matrix().toarray()
    expected = np.einsum("j,jic->c", area, dense[rig.mesh.F]) / (3 * area.sum())
    assert np.abs(share - expected).max() < 1e-12


@pytest.mark.parametrize("direction", ["front", "back"])
def test_dots_are_vertices_near_their_proxies_that_face_the_camera_where_they_can(
    rig: ReducedIK, direction: str
) -> None:
    view = View(direction, up="z")
    dots = proxy_dots(rig, view)
    assert dots.shape == (len(rig.model.proxies), 3)
    assert (dots[:, None] == rig.mesh.V).all(axis=2).any(axis=1).all()
    away = proxy_dots(rig, View("front" if direction == "back" else "back", up="z"))
    depth = (dots - away) @ view.frame[2]
    assert (depth >= 0).mean() > 0.9
    assert (depth > 0).any()


def test_no_vertex_is_both_nearer_to_a_proxy_and_liker_than_its_dot(rig: ReducedIK) -> None:
    view, proxies, V = View(up="z"), rig.model.proxies, rig.mesh.V
    W = rig.skin.weight_matrix().toarray()
    normal = np.zeros_like(V)
    corners = V[rig.mesh.F]
    cross = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    np.add.at(normal, rig.mesh.F, cross[:, None])
    facing = normal @ view.frame[2] > 0
    for p, dot in enumerate(proxy_dots(rig, view)):
        v = int(np.argmin(((V - dot) ** 2).sum(axis=1)))
        w = np.bincount(proxies.influences[p], proxies.weights[p], W.shape[1])
        off = np.linalg.norm(rig.frame.inward(V) - proxies.rest[p], axis=1)
        unlike = np.linalg.norm(W - w, axis=1)
        better = facing & (off < off[v] - 1e-9) & (unlike < unlike[v] - 1e-9)
        assert not better.any()


def test_pictures_show_the_controls_without_changing_the_rig(rig: ReducedIK) -> None:
    pytest.importorskip("pyvista", reason='pictures are not installed: pip install "pliant[pictures]"')
    before = rig.skin.weights.copy(), rig.skin.influences.copy()
    first, second = (draw_controls(rig, size=(120, 60), view=View(up="z")) for _ in range(2))
    assert first.shape == (60, 120, 3)
    assert np.array_equal(first, second)
    # Colours, not clay: the channels differ strongly somewhere, and less beneath the dots.
    strong, pale = (
        np.ptp(first[:, :60].astype(int), axis=2).max(),
        np.ptp(first[:, 60:].astype(int), axis=2).max(),
    )
    assert strong > 150 > pale > 50
    assert all(
        np.array_equal(a, b) for a, b in zip(before, (rig.skin.weights, rig.skin.influences), strict=True)
    )
