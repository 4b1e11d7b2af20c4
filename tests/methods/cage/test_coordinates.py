"""What all coordinates promise, and each against a second way of getting them."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import coo_array
from scipy.sparse.linalg import cg

from pliant.errors import CageError, OptionError
from pliant.geometry.gradient import areas
from pliant.io import read_mesh
from pliant.mesh import Mesh
from pliant.methods.cage import harmonic
from pliant.methods.cage.binding import bind, green_deform
from pliant.methods.cage.flux import flux, refined
from pliant.methods.cage.growth import grown
from pliant.methods.cage.mean_value import mean_value_weights
from pliant.methods.cage.panels import Panels
from pliant.methods.cage.placement import placement
from pliant.methods.cage.triangles import cage_triangles
from tests.methods.cage.shapes import LEFT_TIP, RIGHT_TIP, cube, inner_points, letter_u, octahedron

KINDS = ("harmonic", "mean_value", "green")
TURN = np.linalg.qr(np.random.default_rng(5).normal(size=(3, 3)))[0]
PAIRS = ("cm_cactus", "cm_horse", "cm_ogre", "supercages_arm")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("cage", [cube(), octahedron(), letter_u()], ids=["cube", "octahedron", "U"])
def test_rows_sum_to_one_and_return_their_points(cage: Mesh, kind) -> None:
    points = inner_points(cage, 40)
    bound = bind(points, cage, kind, tolerance=0.05)
    assert np.abs(bound.weights.sum(axis=1) - 1.0).max() < 1e-12
    again = bound.weights @ cage.V
    if kind == "green":
        again = green_deform(bound, cage, cage.V)
    assert np.abs(again - points).max() < 1e-12
    assert bound.error < 1e-12
    assert bound.weights.flags.c_contiguous
    assert kind != "harmonic" or (bound.weights >= 0.0).all()


@pytest.mark.parametrize("kind", ["harmonic", "mean_value"])
def test_on_the_cage_the_coordinates_are_its_hat_functions_and_near_it_almost(kind) -> None:
    cage = letter_u()
    barycentric = np.array([[1, 0, 0], [0.3, 0.7, 0], [0.2, 0.5, 0.3], [0.6, 0.1, 0.3]])
    faces = np.arange(0, len(cage.F), 3)
    hats = np.zeros((len(faces), 4, cage.n))
    for row, face in enumerate(faces):
        hats[row][:, cage.F[face]] = barycentric
    surface = barycentric @ cage.V[cage.F[faces]]
    on = bind(surface.reshape(-1, 3), cage, kind).weights
    assert np.abs(on - hats.reshape(-1, cage.n)).max() < 1e-9
    normals = cage_triangles(cage.V, cage.F).normals[faces]
    near = (surface[:, 2:] - 1e-7 * normals[:, None]).reshape(-1, 3)
    assert (
        np.abs(bind(near, cage, kind, tolerance=0.01).weights - hats[:, 2:].reshape(-1, cage.n)).max() < 1e-2
    )


def test_mean_value_and_green_coordinates_are_their_integrals_over_the_cage() -> None:
    cage = letter_u()
    points = inner_points(cage, 12, seed=3)
    points = points[placement(points, cage_triangles(cage.V, cage.F)).distance > 0.15]
    mean, phi, psi = _integrals(points, cage, 60)
    assert np.abs(bind(points, cage, "mean_value").weights - mean).max() < 1e-4
    green = bind(points, cage, "green")
    assert np.abs(green.weights - phi).max() < 1e-4
    assert green.normals is not None
    assert np.abs(green.normals - psi).max() < 1e-4


def _integrals(points, cage: Mesh, k: int):
    """Mean value weights, φ and ψ by the midpoint rule on k² parts of every face."""
    i, j = np.meshgrid(np.arange(k), np.arange(k), indexing="ij")
    up = np.stack([i + 1 / 3, j + 1 / 3], axis=2)[i + j < k]
    down = np.stack([i + 2 / 3, j + 2 / 3], axis=2)[i + j < k - 1]
    second, third = np.concatenate([up, down]).T / k
    hats = np.stack([1 - second - third, second, third], axis=1)
    triangles = cage_triangles(cage.V, cage.F)
    apart = (hats @ cage.V[cage.F])[None] - points[:, None, None]
    r = np.linalg.norm(apart, axis=3)
    height = np.einsum("ntqi,ti->ntq", apart, triangles.normals)
    share = areas(cage.V, cage.F)[:, None] / k**2
    mean, phi = np.zeros((len(points), cage.n)), np.zeros((len(points), cage.n))
    for corner in range(3):
        np.add.at(mean.T, cage.F[:, corner], (hats[:, corner] * height / r**4 * share).sum(axis=2).T)
        np.add.at(phi.T, cage.F[:, corner], (hats[:, corner] * height / r**3 * share).sum(axis=2).T)
    return mean / mean.sum(axis=1, keepdims=True), phi / (4 * np.pi), (share / r).sum(axis=2) / (4 * np.pi)


def test_harmonic_coordinates_solve_the_equation_of_laplace() -> None:
    """Against finite differences on a grid, at two widths and extrapolated to width 0.

    At the inner edges of the U, of 270°, their error falls with the power 4/3 of the width.
    """
    cage, hats = letter_u(), [4, 10]
    coarse, fine = _finite_differences(cage, hats, 5), _finite_differences(cage, hats, 10)
    nodes, gain = np.array(list(coarse)), 2 ** (4 / 3)
    reference = np.array([(gain * fine[node] - coarse[node]) / (gain - 1) for node in coarse])
    bound = bind(nodes, cage, tolerance=4e-3)
    assert bound.accuracy <= 4e-3
    assert np.abs(bound.weights[:, hats] - reference).max() < 6e-3


def test_weights_less_accurate_than_asked_for_say_so(monkeypatch) -> None:
    cage, inside = letter_u(), np.array([[0.5, 0.5, 0.5], [0.5, 2.0, 0.4]])
    assert bind(inside, cage, tolerance=0.1).doubt is None
    assert bind(inside, cage, "mean_value", tolerance=1e-12).doubt is None
    monkeypatch.setattr(harmonic, "MOST_UNKNOWNS", 600)
    bound = bind(inside, cage, tolerance=1e-6)
    assert bound.accuracy > 1e-6
    assert bound.doubt is not None
    assert "1e-06 was asked for" in bound.doubt


def _finite_differences(cage: Mesh, hats, per_unit: int) -> dict:
    """Grid node inside the U -> values of the harmonic functions whose boundary values are the given hats."""
    axes = [np.arange(size * per_unit + 1) for size in (3, 3, 1)]
    nodes = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)
    placed = placement(nodes / per_unit, cage_triangles(cage.V, cage.F))
    values = np.zeros((len(nodes), cage.n))
    on = np.flatnonzero(placed.on_surface)
    np.add.at(values, (on[:, None], cage.F[placed.triangle[on]]), placed.barycentric[on])
    row = np.full(len(nodes), -1)
    free = np.flatnonzero(placed.inside)
    row[free] = np.arange(len(free))
    steps = [len(axes[1]) * len(axes[2]), len(axes[2]), 1]
    around = np.concatenate([free + step for step in (*steps, *(-np.array(steps)))])
    own = np.tile(np.arange(len(free)), 6)
    known = row[around] < 0
    right = np.zeros((len(free), len(hats)))
    np.add.at(right, own[known], values[around[known]][:, hats])
    entries = (np.concatenate([-np.ones((~known).sum()), np.full(len(free), 6.0)]),
               (np.concatenate([own[~known], np.arange(len(free))]),
                np.concatenate([row[around[~known]], np.arange(len(free))])))  # fmt: skip
    A = coo_array(entries).tocsr()
    solved = np.stack([cg(A, column, rtol=1e-8)[0] for column in right.T], axis=1)
    return {tuple(node): value for node, value in zip(nodes[free] / per_unit, solved, strict=True)}


def test_between_the_legs_of_a_u_harmonic_coordinates_stay_local_where_mean_value_leaks() -> None:
    cage, tip = letter_u(gap=0.1), np.array([[0.8, 2.7, 0.5]])
    harmonic = bind(tip, cage, tolerance=0.01).weights[0]
    mean_value = bind(tip, cage, "mean_value").weights[0]
    assert harmonic[LEFT_TIP].sum() > 0.8
    assert harmonic[RIGHT_TIP].max() < 1e-3
    assert mean_value[RIGHT_TIP].min() < -0.02


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("scale", [1e-3, 1e6])
def test_units_and_attitude_do_not_change_the_coordinates(kind, scale: float) -> None:
    cage = octahedron()
    points = inner_points(cage, 20)
    there = cage.moved(scale * (cage.V @ TURN.T + [3.0, -2.0, 1.0]))
    F = cage.F if np.linalg.det(TURN) > 0 else cage.F[:, ::-1]
    moved = bind(scale * (points @ TURN.T + [3.0, -2.0, 1.0]), Mesh.of(there.V, F), kind)
    assert np.abs(moved.weights - bind(points, cage, kind).weights).max() < 1e-8


def test_every_second_round_of_cuts_brings_the_flux_three_times_closer_to_its_limit() -> None:
    cage = octahedron()
    points = inner_points(cage, 60)
    panels, rounds = Panels.of(cage_triangles(cage.V, cage.F), 1000), []
    for _ in range(6):
        found = flux(panels, cage.F, cage.n)
        rounds.append(found.weights(points))
        panels = refined(found, 1000)
    first, third, fifth = (np.abs(rounds[r] - rounds[-1]).max() for r in (0, 2, 4))
    assert fifth < third / 3 < first / 9 < 1e-3
    # Before any correction: the flux of linear functions is constant on every face.
    for raw in rounds:
        assert np.abs(raw.sum(axis=1) - 1.0).max() < 1e-5
        assert np.abs(raw @ cage.V - points).max() < 1e-5


def test_green_coordinates_carry_similarities_exactly() -> None:
    cage = letter_u()
    points = inner_points(cage, 20)
    turn = TURN * np.sign(np.linalg.det(TURN))
    posed = green_deform(bind(points, cage, "green"), cage, 2.5 * cage.V @ turn.T + 1.0)
    assert np.abs(posed - (2.5 * points @ turn.T + 1.0)).max() < 1e-12


def test_green_coordinates_on_the_surface_are_the_limit_from_inside() -> None:
    cage = cube()
    on, normal = np.array([[0.3, 0.4, 1.0], [0.2, 1.0, 1.0]]), np.array([[0, 0, 1.0], [0, 0.6, 0.8]])
    near = bind(on - 1e-7 * normal, cage, "green").weights
    assert np.abs(bind(on, cage, "green").weights - near).max() < 1e-4


def test_the_same_call_gives_the_same_bits_and_leaves_the_points_untouched() -> None:
    cage = cube()
    points = inner_points(cage, 10)
    before = points.copy()
    first, second = bind(points, cage), bind(points, cage)
    assert np.array_equal(first.weights, second.weights)
    assert np.array_equal(points, before)


def test_points_outside_are_named_and_a_grown_cage_takes_them() -> None:
    cage = cube()
    points = np.array([[0.5, 0.5, 0.5], [0.5, 0.5, 1.25], [1.0, 1.0, 1.0], [-0.1, 0.5, 0.5]])
    with pytest.raises(CageError, match=r"2 of 4 points .*first are 1, 3.*point 1 .* by 0\.25.*grown"):
        bind(points, cage, "mean_value")
    larger = grown(cage, points)
    assert bind(points, larger, "mean_value").error < 1e-12
    assert np.abs(larger.V - cage.V).max() < 0.3
    assert grown(larger, points) is larger


def test_unknown_kinds_and_tolerances_are_refused() -> None:
    points = np.full((1, 3), 0.5)
    with pytest.raises(OptionError, match="'linear'; one of harmonic, mean_value, green"):
        bind(points, cube(), "linear")  # pyright: ignore[reportArgumentType]
    with pytest.raises(OptionError, match="tolerance is 0"):
        bind(points, cube(), tolerance=0.0)
    with pytest.raises(OptionError, match="kind='green'"):
        green_deform(bind(points, cube(), "mean_value"), cube(), cube().V)


@pytest.mark.parametrize("name", PAIRS)
def test_real_models_are_bound_to_their_cages(data, name: str) -> None:
    """At the points closest to the cage and at others; on the small cages by all coordinates."""
    folder = data / "cages" / name
    if not folder.is_dir():
        pytest.skip(f"no cage at {folder}")
    cage, model = read_mesh(folder / "cage.obj"), read_mesh(folder / "model.obj")
    distance = placement(model.V, cage_triangles(cage.V, cage.F)).distance
    points = model.V[np.argsort(distance)[:: max(1, model.n // 100)]]
    for kind in KINDS if cage.n < 55 else KINDS[1:]:
        assert bind(points, cage, kind, tolerance=0.1).error < 1e-12


@pytest.mark.parametrize("distance", [1e-9, 1e-11, 1e-13])
def test_mean_values_close_to_a_face_are_those_on_it(distance: float) -> None:
    """So close a face is seen from within: it counts, unlike one that is seen edge-on from beside it."""
    cage = letter_u()
    triangles = cage_triangles(cage.V, cage.F)
    middle = cage.V[cage.F].mean(axis=1) - distance * triangles.normals
    found = mean_value_weights(np.ascontiguousarray(middle), cage.F, triangles, cage.n)
    hats = np.zeros((len(cage.F), cage.n))
    hats[np.arange(len(cage.F))[:, None], cage.F] = 1.0 / 3.0
    assert np.abs(found - hats).max() < 1e-6


def test_mean_values_in_the_plane_of_a_face_beside_it_are_the_limit_from_both_sides() -> None:
    """The floor of the gap of the U lies in a plane that cuts through both of its legs."""
    cage = letter_u()
    triangles = cage_triangles(cage.V, cage.F)
    points = np.array([[0.4, 1.0, 0.3], [2.7, 1.0, 0.6]])
    shift = np.array([0.0, 1e-6, 0.0])
    found, above, below = (
        mean_value_weights(points + way * shift, cage.F, triangles, cage.n) for way in (0, 1, -1)
    )
    assert np.abs(found - above).max() < 1e-4
    assert np.abs(found - below).max() < 1e-4
    assert np.abs(found @ cage.V - points).max() < 1e-9
