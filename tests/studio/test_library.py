"""The library of poses: shapes come back from journals, files of poses and rig files, mirror and teach."""

from __future__ import annotations

import base64
import io
import json
import tracemalloc
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pliant import MeshIK, open_rig, samples
from pliant.errors import FileFormatError, OptionError, PliantError
from pliant.progress import silent
from pliant.studio.export.files import Tickets
from pliant.studio.opening.source import Source
from pliant.studio.session.journal_reader import read_past
from pliant.studio.session.session import Session
from pliant.studio.session.shapes import LIBRARY, SHAPES, library_of, shape_of_file
from pliant.studio.wire.codec import plain, text_of
from pliant.studio.wire.messages import Commit, Document, Model, Solve
from pliant.studio.wire.poses import KeepShape, KeptPose, OpenExamples, WantShape
from tests.studio.test_session import BAR, POSES, begun

HUMANOID = Source("sample", "humanoid")


def kept(session: Session, document: Document, *names: str) -> Document:
    """The document with what is shown as poses of these names, in its library and in the journal."""
    for name in names:
        list(session.library.keep(KeepShape(f"shape {name}"), None))
    poses = tuple(KeptPose(i, name, f"shape {name}", "", document.handles) for i, name in enumerate(names))
    document = replace(document, poses=poses)
    session.commit(Commit("Keep", document))
    return document


def shown(session: Session, document: Document) -> np.ndarray:
    (reply,) = session.solve(Solve(1, document, start=False))
    return np.asarray(reply.arrays["V"])


def pose_file(path: Path, V: np.ndarray) -> Source:
    """A file as the page writes it."""
    positions = base64.b64encode(V.astype("<f4").tobytes()).decode()
    path.write_text(json.dumps({"format": "pliant pose", "positions": positions}))
    return Source("files", "wave", (str(path),), ("wave.json",))


def test_a_kept_pose_and_its_shape_come_back_with_the_session(session: Session, tmp_path: Path) -> None:
    document = begun(session, "meshik")
    V = shown(session, document)
    kept(session, document, "wave")
    path = session.path
    assert path is not None
    session.close()
    past = read_past(path)
    assert past is not None
    assert [pose.name for pose in past.document.poses] == ["wave"]
    again = Session(tmp_path / "state", Tickets(tmp_path))
    list(again.recover(past, silent))
    (reply,) = again.library.wanted(WantShape("shape wave"))
    np.testing.assert_allclose(reply.arrays["V"], V, atol=1e-6)
    again.close()


def test_a_saved_rig_brings_its_poses_to_the_next_session(session: Session, tmp_path: Path) -> None:
    document = begun(session, "meshik")
    V = shown(session, document)
    document = kept(session, document, "wave", "bow")
    name, write = session.exports._file("rig", session._posed())
    write(tmp_path / name)
    assert open_rig(tmp_path / name).method == "meshik"
    model, *_ = [
        reply.message for reply in session.open(Source("files", "bar", (str(tmp_path / name),)), silent)
    ]
    assert isinstance(model, Model)
    assert model.document.poses == document.poses
    (reply,) = session.library.wanted(WantShape("shape bow"))
    np.testing.assert_allclose(reply.arrays["V"], V, atol=1e-6)


def test_damaged_poses_of_a_rig_file_are_named(session: Session, tmp_path: Path) -> None:
    document = begun(session, "meshik")
    shown(session, document)
    kept(session, document, "wave")
    _, write = session.exports._file("rig", session._posed())
    write(tmp_path / "a.pliant")
    with pytest.raises(FileFormatError, match="vertices"):
        library_of(tmp_path / "a.pliant", POSES.n + 1)
    with zipfile.ZipFile(tmp_path / "a.pliant") as whole, zipfile.ZipFile(tmp_path / "b.pliant", "w") as cut:
        for member in whole.namelist():
            cut.writestr(member, b"no array" if member == SHAPES else whole.read(member))
    with pytest.raises(FileFormatError, match="damaged"):
        library_of(tmp_path / "b.pliant", POSES.n)


def test_a_file_of_a_pose_is_read_once_and_others_are_refused(session: Session, tmp_path: Path) -> None:
    list(session.open(BAR, silent))
    file = pose_file(tmp_path / "wave.json", POSES.V[1])
    (reply,) = session.library.keep(KeepShape("a", upload="1"), file)
    np.testing.assert_allclose(reply.arrays["V"], POSES.V[1], atol=1e-6)
    assert not (tmp_path / "wave.json").exists()
    for text in ("{}", "[1]", "no JSON", '{"positions": "!"}', '{"positions": "AAAA"}'):
        (tmp_path / "bad.json").write_text(text)
        with pytest.raises(PliantError):
            shape_of_file(tmp_path / "bad.json", POSES.n)


@pytest.mark.parametrize("value", [np.nan, np.inf, -3e38])
def test_positions_that_no_pose_can_have_are_refused(value: float, tmp_path: Path) -> None:
    V = POSES.V[1].copy()
    V[3, 1] = value
    pose_file(tmp_path / "wave.json", V)
    with pytest.raises(FileFormatError, match="far"):
        shape_of_file(tmp_path / "wave.json", POSES.n)


def test_a_file_that_is_far_larger_than_a_pose_of_the_model_is_not_read(tmp_path: Path) -> None:
    pose_file(tmp_path / "wave.json", np.zeros((2_000_000, 3)))
    tracemalloc.start()
    try:
        with pytest.raises(FileFormatError, match="more than any"):
            shape_of_file(tmp_path / "wave.json", POSES.n)
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


def with_library(path: Path, poses: Sequence[KeptPose], stack: np.ndarray) -> Path:
    """A rig file whose library was made by somebody else."""
    MeshIK(POSES).save(path)
    array = io.BytesIO()
    np.lib.format.write_array(array, stack)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(LIBRARY, text_of({"poses": plain(tuple(poses))}))
        archive.writestr(SHAPES, array.getvalue())
    return path


WAVE, BOW = KeptPose(0, "wave", "shape wave", "", ()), KeptPose(1, "bow", "shape bow", "", ())


@pytest.mark.parametrize("kind", ["<c8", "<M8[s]", "<i8", "?"])
def test_shapes_of_a_rig_file_are_real_numbers(kind: str, tmp_path: Path) -> None:
    path = with_library(tmp_path / "a.pliant", [WAVE], np.zeros((1, POSES.n, 3), kind))
    with pytest.raises(FileFormatError, match="damaged"):
        library_of(path, POSES.n)


@pytest.mark.parametrize("second", [WAVE, replace(BOW, id=0), replace(BOW, shape="shape wave")])
def test_two_poses_of_a_rig_file_have_not_the_same_number_or_shape(second: KeptPose, tmp_path: Path) -> None:
    stack = np.stack([POSES.V[1], POSES.V[0]]).astype(np.float32)
    library_of(with_library(tmp_path / "a.pliant", [WAVE, BOW], stack), POSES.n)
    with pytest.raises(FileFormatError, match="damaged"):
        library_of(with_library(tmp_path / "b.pliant", [WAVE, second], stack), POSES.n)


def test_shapes_of_a_session_whose_model_has_changed_since_are_not_offered(
    session: Session, tmp_path: Path
) -> None:
    document = begun(session, "meshik")
    kept(session, document, "wave")
    path = session.path
    assert path is not None
    session.library.journal.shaped("shape of another", np.zeros((POSES.n + 1, 3)))
    session.close()
    past = read_past(path)
    assert past is not None
    again = Session(tmp_path / "state", Tickets(tmp_path))
    list(again.recover(past, silent))
    assert set(again.library.shapes) == {"shape wave"}
    again.close()


def test_a_mirrored_shape_is_the_reflection_with_partners_exchanged(session: Session, tmp_path: Path) -> None:
    poses = samples.sample("humanoid")
    list(session.open(HUMANOID, silent))
    # A pose that turns nothing has an exact image: one side is shifted.
    V = poses.V[0].copy()
    V[:, 1] += 0.1 * np.maximum(V[:, 0], 0.0)
    list(session.library.keep(KeepShape("a", upload="1"), pose_file(tmp_path / "a.json", V)))
    (reply,) = session.library.keep(KeepShape("b", of="a", mirrored=True), None)
    (told,) = session.mirror()
    partner = np.asarray(told.arrays["partner"]).astype(np.int64)
    expected = V[partner] * [-1.0, 1.0, 1.0]
    assert np.abs(np.asarray(reply.arrays["V"]) - expected).max() < 2e-3 * poses.mesh.diagonal
    assert np.abs(V - expected).max() > 2e-2 * poses.mesh.diagonal


def test_kept_poses_become_examples_of_a_session_of_its_own(session: Session, tmp_path: Path) -> None:
    document = begun(session, "meshik")
    V = shown(session, document)
    kept(session, document, "wave", "bow")
    before = session.path
    opened = session.open_examples(OpenExamples((1,)), tmp_path / "examples.npz", silent)
    model, ready = [reply.message for reply in opened]
    assert model.examples == (*POSES.names, "bow")
    assert ready.method == "meshik"
    assert session.path != before
    (reply,) = session.example(len(POSES))
    np.testing.assert_allclose(reply.arrays["V"], V, atol=1e-6)
    with pytest.raises(OptionError, match="No pose"):
        list(session.open_examples(OpenExamples((7,)), tmp_path / "none.npz", silent))


def test_a_shape_that_was_not_kept_is_refused(session: Session) -> None:
    list(session.open(BAR, silent))
    with pytest.raises(OptionError, match="was not kept"):
        list(session.library.wanted(WantShape("nothing")))
