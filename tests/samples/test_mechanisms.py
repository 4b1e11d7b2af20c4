"""The shapes of mechanisms allow the motions of their joints, and no others: samples and models of tests."""

from __future__ import annotations

import subprocess
import sys
from itertools import combinations

import numpy as np
import pytest
import scipy.sparse as sp
import trimesh
from scipy.sparse.csgraph import connected_components

from pliant.errors import MissingExtraError, OptionError
from pliant.geometry.topology import edges
from pliant.mechanism.mechanism import Freedom, JointKind, Mechanism
from pliant.samples import description, mechanism
from pliant.samples import names as samples

pytest.importorskip("manifold3d", reason='solids are not installed: pip install "pliant[joints]"')

from tests import models
from tests.samples.mechanical import (
    NOTHING,
    SLIDE,
    SOMETHING,
    TURN,
    locked,
    made,
    moved,
    overlap,
    size,
    solids,
)

NAMES = models.names()
# Joints that no contact holds: the snake's and the rabbit's are virtual.
VIRTUAL = ("snake", "bunny")
REAL = tuple(name for name in NAMES if name not in VIRTUAL)
SOLID = (*REAL, "snake")
RESOLUTIONS = (0.5, 1.0)
COUNTS = {
    "lamp": (6, {"revolute": 5}),
    "chair": (6, {"cylinder": 1, "fixed": 1, "revolute": 1, "prismatic": 2}),
    "robot": (20, {"revolute": 12, "ball": 4, "fixed": 3}),
    "dog": (13, {"ball": 4, "revolute": 8}),
    "brush": (15, {"prismatic": 1, "cylinder": 1, "revolute": 4, "ball": 1, "fixed": 6, "plane": 2}),
    "office": (25, {"prismatic": 5, "revolute": 9, "cylinder": 1, "fixed": 1, "plane": 5}),
    "snake": (10, {"ball": 9}),
    "bee": (13, {"ball": 8, "prismatic": 1, "fixed": 1, "revolute": 2}),
    "bunny": (3, {"revolute": 2}),
}
SOFT = {"dog": {"tail", "left ear", "right ear"}, "brush": {"brush"}, "bee": {"abdomen"}}
SOFT["bunny"] = {"left ear", "right ear"}


def pieces(model: Mechanism) -> np.ndarray:
    """(n,) the connected piece of every vertex."""
    a, b = edges(model.mesh.F).T
    graph = sp.coo_array((np.ones(len(a)), (a, b)), shape=(model.mesh.n, model.mesh.n))
    return connected_components(graph, directed=False)[1]


def test_every_mechanism_has_the_components_and_joints_that_it_is_said_to_have():
    assert set(NAMES) == set(COUNTS)
    for name, (components, kinds) in COUNTS.items():
        model = made(name)
        found = [joint.kind.value for joint in model.joints]
        assert len(model.components) == components
        assert {kind: found.count(kind) for kind in set(found)} == kinds
        assert {part.name for part in model.components if part.soft} == SOFT.get(name, set())


def test_descriptions_of_samples_tell_their_components_and_joints():
    for name in samples("joints"):
        components, kinds = COUNTS[name]
        virtual = "virtual " if name in VIRTUAL else ""
        assert f"{components} components, {sum(kinds.values())} {virtual}joints" in description(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_mechanism_has_a_few_thousand_vertices_and_stands_on_the_floor(name):
    V = made(name).mesh.V
    assert 3_000 <= len(V) <= 30_000
    assert abs(V[:, 1].min()) < 1e-3 * np.ptp(V, axis=0).max()


@pytest.mark.parametrize("resolution", RESOLUTIONS)
@pytest.mark.parametrize("name", SOLID)
def test_every_component_is_one_closed_manifold_piece(name, resolution):
    model = made(name, resolution)
    labels, piece = model.component, pieces(model)
    pairs = np.unique(np.stack([labels, piece]), axis=1)
    assert pairs.shape[1] == len(model.components) == piece.max() + 1
    assert len(model.mesh.F) == sum(len(model.faces(c)) for c in range(len(model.components)))
    check_closed(model.mesh.V, model.mesh.F)
    for solid in solids(name, resolution):
        assert solid.volume() > 0


def check_closed(V, F):
    import igl

    mesh = trimesh.Trimesh(V, F, process=False)
    assert mesh.is_watertight
    assert mesh.is_winding_consistent
    assert igl.is_edge_manifold(F)[0]
    assert np.all(igl.is_vertex_manifold(F))
    assert np.array_equal(np.unique(F), np.arange(len(V)))


@pytest.mark.parametrize("resolution", [*RESOLUTIONS, 2.0])
@pytest.mark.parametrize("name", SOLID)
def test_no_two_components_penetrate_each_other_at_rest(name, resolution):
    for a, b in combinations(solids(name, resolution), 2):
        assert overlap(a, b) <= NOTHING


@pytest.mark.parametrize("resolution", RESOLUTIONS)
@pytest.mark.parametrize("name", SOLID)
def test_a_part_moves_freely_along_every_freedom_of_its_joint(name, resolution):
    model, parts = made(name, resolution), solids(name, resolution)
    for joint in model.joints:
        for freedom, (low, high) in zip(joint.freedoms, joint.ranges, strict=True):
            reach = np.pi if freedom.turns else size(model, joint)
            for by in np.linspace(max(low, -reach), min(high, reach), 7):
                hit = overlap(parts[joint.a], moved(parts[joint.b], joint, freedom, by))
                assert hit <= NOTHING, (joint.name, freedom, by)


@pytest.mark.parametrize("name", REAL)
def test_a_ball_leans_freely_between_the_rows_of_its_frame_too(name):
    model, parts = made(name), solids(name)
    for joint in model.joints:
        if joint.kind is not JointKind.BALL:
            continue
        lean = joint.ranges[1:].max() * np.sqrt(0.5)
        for sign in (-1.0, 1.0):
            b = moved(
                moved(parts[joint.b], joint, Freedom(True, 1), lean), joint, Freedom(True, 2), sign * lean
            )
            assert overlap(parts[joint.a], b) <= NOTHING, joint.name


@pytest.mark.parametrize("resolution", RESOLUTIONS)
@pytest.mark.parametrize("name", REAL)
def test_a_part_collides_along_every_motion_that_its_joint_forbids(name, resolution):
    model, parts = made(name, resolution), solids(name, resolution)
    for joint in model.joints:
        for freedom in locked(joint.kind):
            step = (TURN if freedom.turns else SLIDE * size(model, joint)) / resolution**2
            for by in (-step, step):
                if joint.kind is JointKind.PLANE and not freedom.turns and by > 0:
                    continue  # only its weight keeps it down
                way = [moved(parts[joint.b], joint, freedom, share * by) for share in (0.25, 0.5, 1.0)]
                hit = max(overlap(parts[joint.a], part) for part in way)
                assert hit >= SOMETHING, (joint.name, freedom, by)


@pytest.mark.parametrize("name", REAL)
def test_a_slide_ends_where_the_parts_meet(name):
    model, parts = made(name), solids(name)
    for joint in model.joints:
        if joint.kind not in (JointKind.PRISMATIC, JointKind.CYLINDER):
            continue
        low, high = joint.ranges[-1]
        beyond = SLIDE * size(model, joint)
        for end in (low - beyond, high + beyond):
            b = moved(parts[joint.b], joint, Freedom(False, 0), end)
            assert overlap(parts[joint.a], b) >= SOMETHING, (joint.name, end)


def test_the_segments_of_the_snake_are_loose_and_turn_between_each_other():
    model = made("snake")
    parts = solids("snake")
    for joint in model.joints:
        gap = parts[joint.a].min_gap(parts[joint.b], 0.1)
        assert 0.005 < gap < 0.05
        for c in (joint.a, joint.b):
            away = np.linalg.norm(model.mesh.V[model.component == c] - joint.origin, axis=1).min()
            assert away < gap


@pytest.mark.parametrize("resolution", RESOLUTIONS)
def test_the_rabbit_is_one_closed_piece_cut_across_the_roots_of_its_ears(resolution):
    model = made("bunny", resolution)
    check_closed(model.mesh.V, model.mesh.F)
    assert pieces(model).max() == 0
    seam = edges(model.mesh.F)
    labels = model.component[seam]
    for joint in model.joints:
        cut = np.sort(labels, axis=1)
        ring = model.mesh.V[seam[(cut[:, 0] == 0) & (cut[:, 1] == joint.b)]].reshape(-1, 3)
        assert np.linalg.norm(ring.mean(axis=0) - joint.origin) < 0.02
        within = (labels == joint.b).all(axis=1)
        ear = np.flatnonzero(model.component == joint.b)
        graph = sp.coo_array((np.ones(within.sum()), seam[within].T), shape=(model.mesh.n,) * 2).tocsr()
        assert connected_components(graph[ear][:, ear])[0] == 1
    left, right = model.joints
    np.testing.assert_array_equal(left.axis * (1, -1, -1), right.axis)


@pytest.mark.parametrize("name", SOFT)
def test_soft_parts_have_triangles_fine_enough_to_bend(name):
    model = made(name)
    for c, part in enumerate(model.components):
        if part.soft:
            mine = model.mesh.V[model.component == c]
            a, b = model.mesh.V[edges(model.mesh.F[model.faces(c)]).T]
            cell = np.ptp(mine, axis=0).max() / part.soft.cells
            assert np.linalg.norm(a - b, axis=1).max() < cell, part.name


@pytest.mark.parametrize("name", NAMES)
def test_the_same_call_gives_the_same_bits(name):
    again, model = models.mechanism(name), made(name)
    np.testing.assert_array_equal(again.mesh.V, model.mesh.V)
    np.testing.assert_array_equal(again.mesh.F, model.mesh.F)
    np.testing.assert_array_equal(again.component, model.component)
    for one, other in zip(again.joints, model.joints, strict=True):
        np.testing.assert_array_equal(one.frame, other.frame)
        np.testing.assert_array_equal(one.ranges, other.ranges)


@pytest.mark.parametrize("name", NAMES)
def test_a_higher_resolution_has_more_vertices_and_the_same_joints(name):
    coarse, usual, fine = made(name, 0.5), made(name), made(name, 2.0)
    assert 1.4 * coarse.mesh.n < usual.mesh.n < fine.mesh.n / 1.6
    for a, b in zip(usual.joints, fine.joints, strict=True):
        assert (a.a, a.b, a.kind, a.name) == (b.a, b.b, b.kind, b.name)
        np.testing.assert_array_equal(a.origin, b.origin)
        np.testing.assert_array_equal(a.frame, b.frame)


def test_left_and_right_are_mirror_images():
    for name in ("chair", "robot", "dog", "bee"):
        model = made(name)
        number = {part.name: c for c, part in enumerate(model.components)}
        for part, c in number.items():
            if part.startswith("left "):
                left = model.mesh.V[model.component == c]
                right = model.mesh.V[model.component == number[part.replace("left", "right")]]
                np.testing.assert_array_equal(np.sort(left[:, 0]), np.sort(-right[:, 0]))


def test_unknown_names_options_and_resolutions_are_refused_with_what_there_is():
    with pytest.raises(OptionError, match="lamp, chair, robot"):
        mechanism("toaster")
    with pytest.raises(OptionError, match="it has resolution"):
        mechanism("lamp", colour="red")
    for resolution in (0.0, 100.0, np.nan):
        with pytest.raises(OptionError, match=r"from 0\.25"):
            mechanism("lamp", resolution=resolution)


def test_without_the_solids_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "manifold3d", None)
    with pytest.raises(MissingExtraError, match=r"pliant\[joints\]"):
        mechanism("lamp")


def test_listing_imports_neither_the_mechanisms_nor_the_solids():
    code = (
        "import sys, pliant.samples as s; s.names(); s.description('lamp');"
        "print({'manifold3d', 'numba', 'scipy', 'pliant.samples.mechanisms.lamp'} & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
