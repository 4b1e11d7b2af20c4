from __future__ import annotations

import numpy as np
import pytest

from pliant.doctor import Severity, examine
from pliant.geometry.rotations import exp
from pliant.mesh import Mesh, Polygons, PoseSet
from pliant.samples.bar import bent, straight_bar, twisted
from tests.characters import bar_poses, beast
from tests.geometry.surfaces import pebble, sheet


def kinds(subject: Mesh | PoseSet) -> set[str]:
    return {finding.kind for finding in examine(subject).findings}


def finding(subject: Mesh | PoseSet, kind: str):
    assert kind in kinds(subject), f"no finding '{kind}' among {kinds(subject)}"
    return next(found for found in examine(subject).findings if found.kind == kind)


def test_a_sound_closed_mesh_has_no_findings():
    assert examine(Mesh.of(*pebble())).findings == ()
    assert examine(beast()).findings == ()


def test_the_facts_are_counted():
    poses = beast()
    report = examine(poses)
    assert (report.vertices, report.triangles, report.poses) == (poses.n, len(poses.F), 4)
    assert (report.parts, report.closed) == (1, True)
    box = poses.V[0].max(axis=0) - poses.V[0].min(axis=0)
    assert report.diagonal == pytest.approx(np.linalg.norm(box), rel=1e-15)


def test_flat_triangles_are_counted_and_the_first_named():
    V, F = pebble()
    bad = np.vstack([F, [[3, 3, 5], [7, 8, 7]]])
    found = finding(Mesh.of(V, bad), "flat triangles")
    assert (found.count, found.first, found.severity) == (2, len(F), Severity.WARNING)
    assert f"triangle {len(F)}" in found.words


@pytest.mark.parametrize("repeated", [[3, 3, 5], [3, 5, 5], [3, 5, 3], [3, 3, 3]])
def test_a_triangle_with_a_repeated_corner_is_flat_and_nothing_else(repeated):
    V, F = pebble()
    assert kinds(Mesh.of(V, np.vstack([F, [repeated]]))) == {"flat triangles"}


def test_a_sliver_between_distinct_corners_is_flat():
    V = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0.5, 0, 0]])
    found = finding(Mesh.of(V, [[0, 1, 2], [0, 3, 1]]), "flat triangles")
    assert (found.count, found.first) == (1, 1)


def test_a_mesh_of_flat_triangles_only_is_an_error():
    V = np.outer(np.arange(4.0), [1.0, 2.0, 3.0])
    found = finding(Mesh.of(V, [[0, 1, 2], [1, 2, 3]]), "flat triangles")
    assert (found.count, found.severity) == (2, Severity.ERROR)


def test_a_mesh_without_size_is_an_error():
    for poses in (np.ones((1, 3, 3)), np.ones((2, 3, 3))):
        report = examine(PoseSet.of(poses, [[0, 1, 2]]))
        assert [f.kind for f in report.findings] == ["no size"]
        assert report.worst is Severity.ERROR
    huge = np.array([[-1.7e308, 0, 0], [1.7e308, 0, 0], [0, 1.7e308, 0]])
    assert kinds(Mesh.of(huge, [[0, 1, 2]])) == {"no size"}


def test_unused_vertices_are_counted_and_are_no_part():
    V, F = pebble()
    mesh = Mesh.of(np.vstack([V, [[9.0, 0, 0], [9.0, 1, 0]]]), F)
    found = finding(mesh, "unused vertices")
    assert (found.count, found.first) == (2, len(V))
    assert kinds(mesh) == {"unused vertices"}
    assert examine(mesh).parts == 1


def test_only_vertices_that_coincide_in_every_pose_are_duplicated():
    V, F = pebble()
    doubled = np.vstack([V, V[:3]])
    faces = F.copy()
    faces[0] = np.where(F[0] < 3, F[0] + len(V), F[0])
    found = finding(Mesh.of(doubled, faces), "duplicated vertices")
    assert (found.count, found.first) == (3, len(V))
    assert "on vertex 0" in found.words
    parted = doubled.copy()
    parted[len(V)] += 0.3
    assert finding(PoseSet.of([doubled, parted], faces), "duplicated vertices").count == 2


def test_duplicated_faces_are_found_whatever_their_corner_order():
    V, F = pebble()
    repeated = np.vstack([F, F[4, [1, 2, 0]], F[2, [1, 0, 2]]])
    found = finding(Mesh.of(V, repeated), "duplicated faces")
    assert (found.count, found.first) == (2, len(F))


def test_edges_with_three_triangles_are_non_manifold():
    V = np.array([[0.0, 0, 0], [1, 0, 0], [0.5, 1, 0], [0.5, -1, 0], [0.5, 0, 1]])
    found = finding(Mesh.of(V, [[0, 1, 2], [1, 0, 3], [0, 1, 4]]), "non-manifold edges")
    assert (found.count, found.first) == (1, 0)
    assert "vertices 0 and 1" in found.words


def test_two_sheets_that_touch_in_a_point_pinch_there():
    V = np.array([[0.0, 0, 0], [1, 0, 0], [1, 1, 0], [-1, 0, 0], [-1, -1, 0]])
    mesh = Mesh.of(V, [[0, 1, 2], [0, 3, 4]])
    found = finding(mesh, "non-manifold vertices")
    assert (found.count, found.first) == (1, 0)
    assert examine(mesh).parts == 1
    assert "non-manifold vertices" not in kinds(Mesh.of(*sheet()))


def test_an_open_sheet_has_one_rim():
    rows, columns = 5, 6
    found = finding(Mesh.of(*sheet(rows, columns)), "boundary edges")
    assert found.count == 2 * (rows - 1) + 2 * (columns - 1)
    assert "1 rim;" in found.words
    assert examine(Mesh.of(*sheet())).closed is False


def test_a_seam_of_texture_coordinates_is_no_rim():
    V, F = pebble()
    split = V[F].reshape(-1, 3)
    soup = Mesh.of(split, np.arange(len(split)).reshape(-1, 3))
    assert kinds(soup) == {"duplicated vertices"}
    assert examine(soup).parts == 1


def test_a_seam_rounded_apart_is_named_but_a_mouth_that_opens_is_not():
    V, F = pebble()
    faces = F.copy()
    faces[0] = len(V) + np.arange(3)
    rounded = np.vstack([V, V[F[0]] + 1e-9])
    found = finding(Mesh.of(rounded, faces), "split seams")
    assert (found.count, found.first) == (6, F[0].min())
    opened = rounded.copy()
    opened[len(V) :] += 0.2
    assert "split seams" not in kinds(PoseSet.of([rounded, opened], faces))


def test_parts_are_counted_and_the_second_named():
    V, F = pebble()
    mesh = Mesh.of(np.vstack([V, V + 5.0, V - 5.0]), np.vstack([F, F + len(V), F + 2 * len(V)]))
    found = finding(mesh, "several parts")
    assert (found.count, found.first) == (3, len(V))
    assert examine(mesh).parts == 3


def test_one_reversed_triangle_disagrees_with_its_three_neighbours():
    V, F = pebble()
    turned = F.copy()
    turned[7] = turned[7, ::-1]
    found = finding(Mesh.of(V, turned), "mixed orientation")
    assert (found.count, found.first) == (3, np.sort(F[7])[0])
    assert "mixed orientation" not in kinds(Mesh.of(V, F[:, ::-1]))


@pytest.mark.parametrize("factor", [1e-9, 1e8])
def test_an_absurd_scale_is_named(factor: float):
    V, F = pebble()
    assert kinds(Mesh.of(factor * V, F)) == {"absurd scale"}


def test_findings_do_not_depend_on_scale_or_place():
    V, F = pebble()
    bad = np.vstack([F, [[3, 3, 5]], F[:1]])
    assert kinds(Mesh.of(1e-5 * V, bad)) == kinds(Mesh.of(V + 7.0, bad)) == kinds(Mesh.of(1e5 * V, bad))


def test_a_model_far_from_the_origin_is_named():
    V, F = pebble()
    assert kinds(Mesh.of(V + np.array([1e4, 0, 0]), F)) == {"far from the origin"}


def test_identical_poses_are_paired_with_the_first_of_them():
    V = straight_bar()
    poses = bar_poses(bent(V, 57.0), V, bent(V, 57.0))
    found = finding(poses, "identical poses")
    assert (found.count, found.first) == (2, 2)
    assert "pose 2 'pose 2', which is pose 0 'pose 0'" in found.words
    assert "rigid copies" not in kinds(poses)


def test_a_turned_and_shifted_copy_is_rigid_and_not_identical():
    V = straight_bar()
    moved = bent(V, 57.0) @ exp(np.array([0.4, 2.0, -1.0])).T + [3.0, 4.0, 5.0]
    poses = bar_poses(bent(V, 57.0), moved)
    found = finding(poses, "rigid copies")
    assert (found.count, found.first) == (1, 2)
    assert kinds(poses) == {"rigid copies"}


def test_a_mirrored_pose_is_no_rigid_copy():
    V, F = pebble()
    assert "rigid copies" not in kinds(PoseSet.of([V, V * [1.0, 1.0, -1.0]], F))


def test_poses_without_any_new_shape_are_named():
    V = straight_bar()
    assert {"identical poses", "no deformation"} == kinds(bar_poses(V, V))
    assert "no deformation" not in kinds(bar_poses(V, bent(V, 30.0)))


def test_triangles_that_collapse_in_a_pose_are_counted_once():
    V = straight_bar()
    F = bar_poses(V).F
    gone = bent(V, 30.0)
    gone[F[40, 0]] = gone[F[40, 1]]
    poses = bar_poses(bent(V, 30.0), gone, gone + 1.0)
    found = finding(poses, "collapsed triangles")
    shared = (np.isin(F, F[40, :2]).sum(axis=1) == 2).sum()
    assert found.count == shared
    assert "in pose 2" in found.words
    assert "flat triangles" not in kinds(poses)


def test_poses_of_another_size_are_named():
    V = straight_bar()
    found = finding(bar_poses(bent(V, 30.0), 25.4 * bent(V, 30.0)), "sizes differ")
    assert (found.count, found.first) == (1, 2)
    assert "25.4 times" in found.words


def test_half_turns_are_noticed_and_turns_of_the_whole_are_not():
    V = straight_bar(600)
    assert "large rotations" in kinds(bar_poses(twisted(V, 360.0)))
    turned = bent(V, 23.0) @ exp(np.array([0.0, np.pi, 0.0])).T
    assert "large rotations" not in kinds(bar_poses(turned))


def test_wings_that_beat_are_not_taken_for_a_body_that_rolls():
    wing = np.array([[0.0, 0, 0], [0, 0, 1], [2, 0, 0], [2, 0, 1]])
    body = np.array([[0.0, -0.2, 0], [0, 0, 1], [0, 0, 0]])
    F = np.array([[0, 1, 2], [2, 1, 3], [4, 6, 5], [6, 7, 5], [8, 9, 10]])

    def beaten(angle):
        left, right = exp(np.array([0, 0, angle])), exp(np.array([0, 0, -angle]))
        return np.vstack([wing @ left.T, (wing * [-1, 1, 1]) @ right.T, body])

    assert "large rotations" not in kinds(PoseSet.of([beaten(-1.2), beaten(1.2)], F))
    assert "large rotations" in kinds(PoseSet.of([beaten(-1.45), beaten(1.45)], F))


def test_poses_too_large_to_be_squared_are_named_by_their_size():
    V, F = pebble()
    assert finding(PoseSet.of([V, 1e200 * V, 1e-200 * V], F), "sizes differ").count == 2


def test_the_gravest_finding_comes_first():
    V, F = sheet()
    report = examine(Mesh.of(V, np.vstack([F, [[0, 0, 1]]])))
    severities = [f.severity for f in report.findings]
    assert severities == sorted(severities, reverse=True)
    assert report.worst is Severity.WARNING
    assert str(report).startswith("warning: 1 triangle has no area")


def test_triangles_cut_from_polygons_are_named_with_their_face():
    V = np.array([[0.0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 1, 0], [1, 1, 0]])
    mesh = Mesh.of_polygons(V, Polygons.of([[0, 1, 4, 3], [0, 1, 2, 2]]))
    found = finding(mesh, "flat triangles")
    assert "in face 1" in found.words


def test_the_mesh_is_left_as_it_was():
    poses = beast()
    before = poses.V.copy(), poses.F.copy()
    examine(poses)
    assert np.array_equal(poses.V, before[0])
    assert np.array_equal(poses.F, before[1])


def test_real_sets_have_the_parts_and_rims_that_their_manifest_states(data):
    for name, parts, closed in (("chicken_crossing", 41, False), ("sumner_lion_poses", 1, True)):
        with np.load(data / "poses" / f"{name}.npz") as file:
            report = examine(PoseSet.of(file["poses"], file["faces"].astype(np.int64)))
        assert (report.parts, report.closed) == (parts, closed)


@pytest.mark.parametrize("seed", range(5))
def test_hostile_meshes_end_in_a_report(seed):
    """Random corners, coincident vertices and numbers from 1e-310 to 1e306, without a warning."""
    rng = np.random.default_rng(seed)
    for _ in range(100):
        n, m, k = rng.integers(1, 12), rng.integers(1, 15), rng.integers(1, 4)
        V = rng.integers(-2, 3, (k, n, 3)) * 10.0 ** rng.integers(-310, 307, (k, 1, 1))
        report = examine(PoseSet.of(V + rng.choice([0.0, 1.0, 1e200]), rng.integers(0, n, (m, 3))))
        assert str(report)
