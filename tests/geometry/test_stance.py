"""How bodies stand: feet, ends, up and front, found on the samples in any attitude about the floor."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.arrays import Floats
from pliant.geometry.extremities import extremities
from pliant.geometry.feet import feet, stable, standing_feet
from pliant.geometry.flatness import flat_share
from pliant.geometry.front import front
from pliant.geometry.rotations import exp
from pliant.geometry.surface_graph import surface_graph
from pliant.geometry.upright import AXES, up_axis
from pliant.mesh import Mesh
from pliant.samples import mechanism, sample
from pliant.samples.bar import bar
from pliant.samples.quadruped import landmarks

# From y up to z up, what looked along z looking along -y.
Z_UP = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
Y = AXES["y"]
# Degrees by which the fox is tilted, so that only two of its feet touch the floor.
TILT = 4.0


@pytest.fixture(scope="module", params=["quadruped", "humanoid"])
def animal(request: pytest.FixtureRequest) -> Mesh:
    return sample(request.param, vertices=3_000).mesh


def about_y(degrees: float) -> Floats:
    return exp(np.radians(degrees) * Y)


def test_the_feet_of_animals_are_those_that_touch_the_floor() -> None:
    for name, count in (("quadruped", 4), ("humanoid", 2)):
        mesh = sample(name, vertices=3_000).mesh
        graph = surface_graph(mesh.V, mesh.F)
        found = feet(graph, Y)
        assert len(found) == count
        assert graph.P[np.concatenate(found), 1].max() < graph.P[:, 1].min() + 0.04 * np.ptp(graph.P[:, 1])
        assert stable(graph, found, Y)


def test_a_scan_that_is_not_quite_level_stands_on_its_feet() -> None:
    mesh = sample("quadruped", vertices=3_000).mesh
    tilted = surface_graph(mesh.V @ exp(np.radians(TILT) * AXES["z"]).T, mesh.F)
    assert not stable(tilted, feet(tilted, Y), Y)
    assert len(standing_feet(tilted, Y)) == 4
    falling = surface_graph(mesh.V @ exp(np.radians(3 * TILT) * AXES["z"]).T, mesh.F)
    assert standing_feet(falling, Y) == []


def test_a_bar_lies_and_has_no_feet_and_stands_on_one() -> None:
    poses = bar()
    assert feet(surface_graph(poses.V[0], poses.F), Y) == []
    assert len(feet(surface_graph(poses.V[0] @ exp(np.pi / 2 * AXES["z"]).T, poses.F), Y)) == 1


def test_nose_tail_and_paws_of_a_fox_are_ends() -> None:
    poses = sample("quadruped", vertices=3_000)
    graph = surface_graph(poses.V[0], poses.F)
    ends = graph.P[[each.node for each in extremities(graph)]]
    wanted = [name for name in landmarks(poses) if name == "nose" or "paw" in name or "tail" in name]
    assert len(wanted) >= 6
    for name in wanted:
        apart = np.linalg.norm(ends - poses.V[0, landmarks(poses)[name]], axis=1).min()
        assert apart < 0.1 * poses.mesh.diagonal, name


def test_hands_feet_and_head_of_a_person_are_ends() -> None:
    mesh = sample("humanoid", vertices=3_000).mesh
    graph = surface_graph(mesh.V, mesh.F)
    ends = graph.P[[each.node for each in extremities(graph)]]
    assert len(ends) == 5
    assert sorted(np.sign(ends[np.argsort(-np.abs(ends[:, 0]))[:2], 0])) == [-1.0, 1.0]
    assert np.abs(ends[:, 0]).max() > 0.95 * np.abs(mesh.V[:, 0]).max()
    assert (ends[:, 1] < 0.1).sum() == 2
    assert ends[:, 1].max() > 0.95 * mesh.V[:, 1].max()


def test_ends_are_those_of_the_body_however_it_is_cut_into_parts(animal: Mesh) -> None:
    """Every triangle with vertices of its own, and the whole in two parts that touch."""
    whole = surface_graph(animal.V, animal.F)
    soup = surface_graph(animal.V[animal.F].reshape(-1, 3), np.arange(3 * len(animal.F)).reshape(-1, 3))
    places = [{tuple(graph.P[each.node]) for each in extremities(graph)} for graph in (whole, soup)]
    assert places[0] == places[1]


@pytest.mark.parametrize("turn", [0.0, 90.0, 180.0, 250.0])
def test_the_front_is_found_whichever_way_a_model_looks(animal: Mesh, turn: float) -> None:
    usual = AXES["z"]
    straight = front(surface_graph(animal.V, animal.F), Y, usual, 0.5)
    R = about_y(turn)
    found = front(surface_graph(animal.V @ R.T, animal.F), Y, usual, 0.5)
    # Directions are tried every five degrees.
    assert found @ R @ straight > np.cos(np.radians(6.0))


def test_a_fox_looks_from_its_tail_to_its_nose_and_a_person_where_the_toes_are() -> None:
    poses = sample("quadruped", vertices=3_000)
    point = landmarks(poses)
    along = poses.V[0, point["nose"]] - poses.V[0].mean(axis=0)
    assert front(surface_graph(poses.V[0], poses.F), Y, AXES["z"], 0.5) @ along > 0.9 * np.linalg.norm(
        along[[0, 2]]
    )
    mesh = sample("humanoid", vertices=3_000).mesh
    toe = mesh.V[mesh.V[:, 1] < 0.05][:, 2]
    ankle = mesh.V[(mesh.V[:, 1] > 0.2) & (mesh.V[:, 1] < 0.3)][:, 2]
    way = np.sign((toe.max() + toe.min()) / 2 - ankle.mean())
    for turned in (mesh.V, mesh.V * [-1.0, 1.0, -1.0]):
        side = way if turned is mesh.V else -way
        assert front(surface_graph(turned, mesh.F), Y, AXES["z"], 0.5)[2] == pytest.approx(side)


def test_a_raised_tail_is_no_head() -> None:
    poses = sample("quadruped", vertices=3_000)
    V, point = poses.V[0].copy(), landmarks(poses)
    tail = V[:, 0] < V[point["left hindpaw"], 0] - 0.4
    V[tail, 1:] *= 0.2
    V[tail, 1] += 0.4 + 2.5 * (V[tail, 0].max() - V[tail, 0])
    assert tail[V[:, 1].argmax()]
    for turn in (90.0, -90.0):
        R = about_y(turn)
        assert front(surface_graph(V @ R.T, poses.F), Y, AXES["z"], 0.5) @ R[:, 0] > 0.9


def test_what_is_flat_lies_on_its_flat_side() -> None:
    """An airplane with z up: a body and wings, of which a little touches the floor."""
    straight = bar()
    body = straight.V[0] @ exp(np.pi / 2 * AXES["z"]).T
    body -= body.mean(axis=0)
    wings = straight.V[0] * [0.8, 0.6, 0.2]
    wings -= wings.mean(axis=0)
    V = np.concatenate([body, wings])
    F = np.concatenate([straight.F, straight.F + straight.n])
    V[:, 2] = np.maximum(V[:, 2], V[:, 2].min() + 0.03 * np.ptp(V[:, 2]))
    assert up_axis(V, F, surface_graph(V, F)) == "z"
    assert up_axis(V, F, surface_graph(V, F), told=True) == "y"


def test_the_axis_along_which_a_model_stands_is_up(animal: Mesh) -> None:
    lying = animal.V @ Z_UP.T
    assert up_axis(animal.V, animal.F, surface_graph(animal.V, animal.F)) == "y"
    assert up_axis(lying, animal.F, surface_graph(lying, animal.F)) == "z"


def test_a_base_tells_that_z_is_up_where_no_format_says_that_y_is() -> None:
    """A mug: cut off below, along z."""
    poses = bar()
    V = poses.V[0] @ exp(-np.pi / 2 * Y).T * [1.0, 1.0, 0.3]
    V[:, 2] = np.maximum(V[:, 2], V[:, 2].min() + 0.1 * np.ptp(V[:, 2]))
    graph = surface_graph(V, poses.F)
    assert up_axis(V, poses.F, graph) == "z"
    assert up_axis(V, poses.F, graph, told=True) == "y"


def test_machines_are_flat_and_animals_are_not(animal: Mesh) -> None:
    lamp = mechanism("lamp").mesh
    assert flat_share(lamp.V, lamp.F) > 0.2
    assert flat_share(animal.V, animal.F) < 0.05
