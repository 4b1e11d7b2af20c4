"""The checks of what files of Pliant hold: the last value that is good, and the first that is not."""

from __future__ import annotations

import io
import zipfile

import numpy as np
import pytest

from pliant.appearance import Appearance, Node, Part
from pliant.checked_record import Record
from pliant.errors import FileFormatError, MeshError, OptionError
from pliant.file_arrays import ANY, LARGEST, FileArrays
from pliant.geometry.solvable import FAR, solvable
from pliant.kept_poses import KeptPoses
from pliant.mechanism.mechanism import Joint
from pliant.mechanism.record import joint_of_record, record_of_joint
from pliant.mesh import Mesh, Polygons
from pliant.methods.meshik.options import MeshIKOptions
from pliant.option_checks import MOST_STEPS
from pliant.rig_file import mesh_of_file, mesh_to_file
from pliant.zip_limits import SUSPICIOUS_BYTES, check_member

V = np.array([[0.0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]])
SQUARE = Mesh.of_polygons(V, Polygons.of([[0, 1, 2, 3]]))


def stored(array) -> FileArrays:
    return FileArrays({"a": np.asarray(array)})


def test_whole_numbers_lie_from_the_least_to_before_the_end():
    assert stored([0, 4]).wholes("a", (2,), 0, 5).tolist() == [0, 4]
    for wrong in ([0, 5], [-1, 4], [0.0, 4.0], [[0, 4]], [True, False]):
        with pytest.raises(FileFormatError):
            stored(wrong).wholes("a", (2,), 0, 5)


def test_numbers_are_finite_and_have_their_shape():
    assert stored([[1.0, -LARGEST]]).floats("a", (ANY, 2)).shape == (1, 2)
    for wrong in (
        [[1.0, np.nan]],
        [[1.0, -np.inf]],
        [[1.0, 2 * LARGEST]],
        [[1, 2]],
        [1.0, 2.0],
        [["1", "2"]],
    ):
        with pytest.raises(FileFormatError):
            stored(wrong).floats("a", (ANY, 2))


def test_shares_are_not_negative_and_sum_to_one():
    assert stored([[0.25, 0.75]]).shares("a", (1, 2)).sum() == 1.0
    for wrong in ([[0.25, 0.7]], [[-0.25, 1.25]]):
        with pytest.raises(FileFormatError):
            stored(wrong).shares("a", (1, 2))


@pytest.mark.parametrize("starts", [[0], [1, 4], [0, 3], [0, 2, 4], [0, 5], [4, 0], [0, 4, 4]])
def test_polygons_that_do_not_cover_their_corners_are_refused(starts):
    settings, arrays = mesh_to_file(SQUARE)
    assert len(mesh_of_file(V, settings, arrays).polygons) == 1
    with pytest.raises(FileFormatError):
        mesh_of_file(V, settings, {**arrays, "starts": np.array(starts)})


@pytest.mark.parametrize(("vertices", "polygons"), [((0, 5), (0, 1)), ((0, 4), (0, 2))])
def test_parts_end_with_their_mesh(vertices, polygons):
    def saved(part: Part) -> Mesh:
        settings, arrays = mesh_to_file(SQUARE.with_appearance(Appearance(nodes=(Node("n"),), parts=(part,))))
        return mesh_of_file(V, settings, arrays)

    assert saved(Part("p", 0, (0, 4), (0, 1))).appearance.parts
    with pytest.raises(FileFormatError, match="ends beyond"):
        saved(Part("p", 0, vertices, polygons))


@pytest.mark.parametrize("rows", [[1, 2], [0, 0], [0, 9], [2, 0], [0], [0, 1, 2], ["0", 1]])
def test_kept_poses_ascend_from_the_reference(rows):
    assert KeptPoses.of_settings({"given": 9, "kept": [0, 8]}, ["a", "b"]).rows == (0, 8)
    with pytest.raises(FileFormatError):
        KeptPoses.of_settings({"given": 9, "kept": rows}, ["a", "b"])


def test_records_refuse_the_first_number_beyond_their_range():
    assert Record({"n": 4}, "r").whole("n", 0, 5) == 4
    for wrong in (5, -1, 4.0, True, None):
        with pytest.raises(FileFormatError):
            Record({"n": wrong}, "r").whole("n", 0, 5)


def test_steps_have_an_end():
    assert MeshIKOptions(iterations=MOST_STEPS).iterations == MOST_STEPS
    with pytest.raises(OptionError):
        MeshIKOptions(iterations=MOST_STEPS + 1)


@pytest.mark.parametrize("pair", [[1e300, None], [float("inf"), None], [None, float("-inf")], [1.0, -1.0]])
def test_ranges_that_nothing_lies_in_are_refused(pair):
    record = record_of_joint(Joint.of(0, 1, "revolute", [0, 0, 0], [0, 0, 1]))
    assert joint_of_record({**record, "ranges": [[None, 2.0]]}).ranges[0, 1] == 2.0
    with pytest.raises(FileFormatError):
        joint_of_record({**record, "ranges": [pair]})


def test_a_pose_that_is_out_of_all_proportion_is_refused():
    poses = np.stack([V, V * 0.5 * FAR])
    solvable(poses, SQUARE.F)
    with pytest.raises(MeshError, match="diagonals of the reference"):
        solvable(np.stack([V, V * 1e3 * FAR]), SQUARE.F)


def test_small_members_may_be_packed_as_well_as_they_can():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("small", bytes(1 << 20))
        archive.writestr("large", bytes(SUSPICIOUS_BYTES + 1))
    with zipfile.ZipFile(file) as archive:
        check_member(archive.getinfo("small"))
        with pytest.raises(FileFormatError, match="unpacks"):
            check_member(archive.getinfo("large"))
