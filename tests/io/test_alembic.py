"""Alembic: what is written comes back, and the real archive of another program is read in its order."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.clip import Clip
from pliant.errors import FileFormatError
from pliant.io import read_clip, read_mesh, read_poses, write_clip
from pliant.samples.bar import bar
from tests.io.moving import assert_came_back, big, files_end_at, moving

pytest.importorskip("alembic3d", reason="Alembic is an extra: pip install pliant[alembic]")
import imath
from alembic3d import Abc, AbcCoreAbstract, AbcGeom

from pliant.io.alembic.library import ints, vectors


def test_a_clip_comes_back_whole_and_the_same_bits_each_time(tmp_path):
    clip = moving()
    for name in "ab":
        write_clip(tmp_path / f"{name}.abc", clip)
    assert_came_back(clip, read_clip(tmp_path / "a.abc"))
    assert (tmp_path / "a.abc").read_bytes() == (tmp_path / "b.abc").read_bytes()
    np.testing.assert_array_equal(read_mesh(tmp_path / "a.abc").V, clip.mesh.V.astype(np.float32))
    assert read_poses(tmp_path / "a.abc", frames=2).names == ("rest", "my clip@0.000", "my clip@0.100")


def test_transformations_are_applied_outermost_last_and_mixed_between_samples(tmp_path):
    def write() -> None:
        archive = Abc.OArchive(str(tmp_path / "a.abc"))
        outer = AbcGeom.OXform(archive.getTop(), "outer")
        rate = AbcCoreAbstract.TimeSampling(1 / 10, 0.5)
        outer.getSchema().setTimeSampling(rate)
        for x in (0.0, 4.0):
            sample = AbcGeom.XformSample()
            sample.setTranslation(imath.V3d(x, 0, 0))
            outer.getSchema().set(sample)
        inner = AbcGeom.OXform(outer, "inner")
        sample = AbcGeom.XformSample()
        sample.setScale(imath.V3d(2, 2, 2))
        inner.getSchema().set(sample)
        mesh = AbcGeom.OPolyMesh(inner, "mesh").getSchema()
        mesh.setTimeSampling(AbcCoreAbstract.TimeSampling(1 / 20, 0.5))
        for z in range(3):
            sample = AbcGeom.OPolyMeshSchemaSample()
            sample.setPositions(vectors(np.array([[0, 0, z], [1, 0, z], [0, 1, z]])))
            sample.setFaceIndices(ints(np.array([0, 1, 2])))
            sample.setFaceCounts(ints(np.array([3])))
            mesh.set(sample)

    write()
    clip = read_clip(tmp_path / "a.abc")
    assert (clip.count, clip.fps, clip.first, clip.name) == (3, 20.0, 10, "outer")
    np.testing.assert_allclose(clip.array()[:, 1], [[2, 0, 0], [4, 0, 2], [6, 0, 4]], atol=1e-12)
    # Alembic walks around polygons the other way.
    np.testing.assert_array_equal(clip.mesh.polygons.corners, [2, 1, 0])


def test_the_frames_of_a_real_archive_are_those_known(data):
    clip = read_clip(data / "files" / "Bone_Anim.abc")
    with np.load(data / "poses" / "dembones_bone.npz") as known:
        poses = known["poses"].astype(np.float64)
    assert (clip.count, clip.fps, clip.first) == (400, 24.0, 1)
    # The known poses have z upwards, and were stored without the node's place.
    frames = [frame for i, frame in enumerate(clip) if i % 10 == 0]
    place = frames[0][0] - poses[0, 0] @ [[1, 0, 0], [0, 0, -1], [0, 1, 0]]
    np.testing.assert_allclose(frames, poses @ [[1, 0, 0], [0, 0, -1], [0, 1, 0]] + place, atol=1e-6)
    a, b, c = clip.mesh.V[clip.mesh.F].swapaxes(0, 1)
    assert np.einsum("ij,ij->", a, np.cross(b, c)) > 0


def test_a_full_disk_leaves_nothing(tmp_path):
    with files_end_at(500_000), pytest.raises(FileFormatError, match=r"a\.abc"):
        write_clip(tmp_path / "a.abc", big())
    assert list(tmp_path.iterdir()) == []


def test_frames_are_on_the_disk_when_the_next_is_asked_for(tmp_path):
    """Room is reserved at once; what is there is read through a second look at the file."""
    clip, found = big(), []

    def stream():
        for frame in clip:
            if found_file := next(tmp_path.iterdir(), None):
                found.append(np.count_nonzero(np.fromfile(found_file, np.uint8)))
            yield frame

    write_clip(tmp_path / "a.abc", type(clip)(clip.mesh, clip.count, clip.fps, stream))
    assert found[15] - found[5] > 9 * 5000 * 12 * 0.9


@pytest.mark.parametrize("share", [0.0, 0.3, 0.999])
def test_archives_that_were_cut_off_or_never_closed_are_refused_by_name(tmp_path, share):
    write_clip(tmp_path / "a.abc", moving())
    whole = bytearray((tmp_path / "a.abc").read_bytes())
    whole[5] = 0
    for damaged in (whole, (tmp_path / "a.abc").read_bytes()[: int(share * len(whole))]):
        (tmp_path / "b.abc").write_bytes(damaged)
        with pytest.raises(FileFormatError, match=r"b\.abc: .*whole Alembic archive"):
            read_clip(tmp_path / "b.abc")


def test_an_archive_that_ends_its_library_is_refused_and_this_process_goes_on(tmp_path):
    """The highest byte of an address tells groups from data; data taken for a group ends alembic3d."""
    path = tmp_path / "clip.abc"
    poses = bar(26, bends=(40.0, 80.0))
    write_clip(path, Clip.of(poses.mesh, np.asarray(poses.V)))
    good = path.read_bytes()
    ended = 0
    for place in [i for i in range(7, len(good), 8) if good[i] == 0x80][6:9]:
        path.write_bytes(good[:place] + b"\0" + good[place + 1 :])
        try:
            read_poses(path)
        except FileFormatError as refusal:
            ended += "ended over it" in str(refusal)
    assert ended
